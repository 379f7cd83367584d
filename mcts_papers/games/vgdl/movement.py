"""The movement of sprites."""

from mcts_lab.engine.generic import unit

from .grid import oriented, put, speed_of
from .tables import FRESH

STILL, MOVED, ROTATED = 0, 1, 2


def direction_known(dx, dy):
    return dx != 0.0 or dy != 0.0


def attempt(tables, state, slot, dx, dy, distance):
    """Move a sprite by `distance` pixels along (dx, dy) if its cooldown is over; return whether it moved."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    if distance == 0:
        distance = int(speed_of(tables, state, slot))
        if distance == 0:
            return False
    rested = int(state.tick) + 1 - int(s.moved)
    if rested < about.cooldown or not direction_known(dx, dy):
        return False
    s.moved = state.tick + 1
    put(tables, state, slot, int(s.x) + int(dx * distance), int(s.y) + int(dy * distance))
    return True


def move_passively(tables, state, slot):
    """Move a sprite in its own direction. In its first update a sprite does not move."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    if about.static:
        return
    if s.marks & FRESH:
        s.marks &= ~FRESH
        return
    if oriented(tables, s):
        speed = speed_of(tables, state, slot)
        if speed != 0.0:
            speed = 1.0 if speed == -1.0 else speed
            attempt(tables, state, slot, s.ox, s.oy, int(speed * tables.block))


@unit
def move_actively(tables, state, slot, dx, dy, speed) -> int:
    """Move a sprite along (dx, dy) by `speed` blocks (0: its own speed); return `STILL`, `MOVED` or `ROTATED`."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    if not direction_known(dx, dy) or about.stationary:
        return STILL
    if about.rotates and oriented(tables, s) and (s.ox != dx or s.oy != dy):
        s.ox = dx
        s.oy = dy
        return ROTATED
    if speed == 0.0:
        speed = speed_of(tables, state, slot)
        speed = speed if speed > 0.0 else 1.0
    return MOVED if attempt(tables, state, slot, dx, dy, int(speed * tables.block)) else STILL
