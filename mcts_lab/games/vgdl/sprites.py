"""What sprites do in their turn of a cycle: one small function for each class."""

from __future__ import annotations

import numpy as np

from ...engine.generic import helper, unit
from .board import create, doom
from .chance import draw_below, draw_double, draw_float
from .movement import STILL, direction_known, move_actively, move_passively
from .tables import DIRECTION, DX, DY, NIL, NOBODY, OURS, USE
from .vocabulary import (
    CHASER,
    FLAK_AVATAR,
    FLICKER,
    HORIZONTAL_AVATAR,
    MISSILE_AVATAR,
    ONGOING_AVATAR,
    ORIENTED_AVATAR,
    RANDOM_MISSILE,
    RANDOM_NPC,
    SHOOT_AVATAR,
    SPREADER,
    VERTICAL_AVATAR,
)


@helper
def update_sprite(tables, state, about, slot, rng):
    """One turn of a sprite that is neither an avatar nor a spawn point; its type says what it is `about`."""
    mine = int(about.role)
    if mine == RANDOM_NPC:
        move_passively(tables, state, slot)
        wander(tables, state, slot, rng)
    elif mine == CHASER:
        chase(tables, state, slot, rng)
    else:
        if mine == RANDOM_MISSILE and state.sprites[slot].before == NOBODY:
            turn_at_random(state, slot, rng)
        live_on(tables, state, slot)
        if mine == FLICKER or mine == SPREADER:
            flicker(tables, state, slot)
        if mine == SPREADER:
            spread(tables, state, slot, rng)


@helper
def turn_at_random(state, slot, rng):
    s = state.sprites[slot]
    s.before = draw_below(rng, 4)
    s.ox = DX[s.before]
    s.oy = DY[s.before]


@unit
def live_on(tables, state, slot) -> None:
    """Move passively, and grow older."""
    move_passively(tables, state, slot)
    s = state.sprites[slot]
    if s.ttl > -1:
        if s.ttl > 0:
            s.ttl -= 1
        else:
            doom(tables, state, slot, False)


@helper
def flicker(tables, state, slot):
    """Vanish when the time is over."""
    s = state.sprites[slot]
    if s.counter > tables.kinds[s.type].limit:
        doom(tables, state, slot, False)
    s.counter += 1


@unit
def spread(tables, state, slot, rng) -> None:
    """Make sprites on the four sides, once."""
    s = state.sprites[slot]
    if s.counter != 2:
        return
    about = tables.kinds[s.type]
    made = int(about.stype) if about.stype != NOBODY else int(s.type)
    for direction in range(4):
        if draw_double(rng) < about.spread:
            create(tables, state, made, int(s.px) + DX[direction] * tables.block,
                   int(s.py) + DY[direction] * tables.block, False)


@unit
def wander(tables, state, slot, rng) -> None:
    """A random movement, repeated `cons` times."""
    s = state.sprites[slot]
    if s.counter < tables.kinds[s.type].cons:
        s.counter += 1
    else:
        s.before = draw_below(rng, 4)
        s.counter = 0
    if s.before != NOBODY:
        move_actively(tables, state, slot, float(DX[s.before]), float(DY[s.before]), 0.0)


@unit
def chase(tables, state, slot, rng) -> None:
    """A step towards one of the nearest targets (or away from it); a random one if no step changes the distance."""
    move_passively(tables, state, slot)
    target = aim(tables, state, slot)
    n, nearest, ways = 0, -1, 0
    if target != NOBODY:
        n, nearest, ways = survey(tables, state, slot, target)
    if n == 0:
        wander(tables, state, slot, rng)
        return
    wanted = draw_below(rng, n)
    if n == ONES[ways]:  # one target is the nearest
        direction = NTH_WAY[ways, wanted]
    else:
        direction = way_among_many(tables, state, slot, target, nearest, wanted)
    move_actively(tables, state, slot, float(DX[direction]), float(DY[direction]), 0.0)


ONES = np.array([bin(ways).count("1") for ways in range(16)], np.int64)
NTH_WAY = np.array([([way for way in range(4) if ways >> way & 1] + [NOBODY] * 4)[:4] for ways in range(16)], np.int64)


@helper
def aim(tables, state, slot):
    """The type whose own sprites are the targets; ~type - 1 for those of all its subtypes; `NOBODY`: there are none."""
    stype = int(tables.kinds[state.sprites[slot].type].stype)
    if stype == NOBODY:
        return NOBODY
    return stype if state.first[stype] != NOBODY else ~stype - 1


@helper
def targets_of(tables, target):
    """The type of the targets, and where its subtypes stand in the list of members (one, if it is the type alone)."""
    if target >= 0:
        return target, 0, 1
    stype = ~(target + 1)
    return stype, int(tables.kinds[stype].first), int(tables.kinds[stype].members)


@helper
def ways_to(flees, dx, dy):
    """The set of directions in which one pixel shortens (or lengthens) the way; (dx, dy) leads from there to here."""
    if flees:
        return (dy <= 0) + 2 * (dx <= 0) + 4 * (dy >= 0) + 8 * (dx >= 0)
    return (dy > 0) + 2 * (dx > 0) + 4 * (dy < 0) + 8 * (dx < 0)


@helper
def survey(tables, state, slot, target):
    """The number of options over all targets at the least distance, that distance, and the directions of the last one.
    """
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    reach = int(about.distance)
    stype, first, members = targets_of(tables, target)
    n, nearest, ways = 0, -1, 0
    for i in range(members):
        kind = stype if target >= 0 else int(tables.members[first + i])
        u = int(state.first[kind])
        while u != NOBODY:
            other = state.sprites[u]
            dx, dy = int(s.x) - int(other.x), int(s.y) - int(other.y)
            d = abs(dx) + abs(dy)
            if (nearest < 0 or d <= nearest) and (reach == -1 or d <= reach):
                if d != nearest:
                    n = 0
                nearest = d
                ways = ways_to(about.fleeing, dx, dy)
                n += ONES[ways]
            u = int(other.next)
    return n, nearest, ways


@unit
def way_among_many(tables, state, slot, target, nearest, wanted) -> int:
    """The direction of the option numbered `wanted`, where several targets are equally near."""
    s = state.sprites[slot]
    flees = tables.kinds[s.type].fleeing
    stype, first, members = targets_of(tables, target)
    for i in range(members):
        kind = stype if target >= 0 else int(tables.members[first + i])
        u = int(state.first[kind])
        while u != NOBODY:
            other = state.sprites[u]
            dx, dy = int(s.x) - int(other.x), int(s.y) - int(other.y)
            if abs(dx) + abs(dy) == nearest:
                ways = ways_to(flees, dx, dy)
                if wanted < ONES[ways]:
                    return NTH_WAY[ways, wanted]
                wanted -= ONES[ways]
            u = int(other.next)
    return 0


@helper
def spawn(tables, state, about, slot, rng):
    """Perhaps make a sprite, then move and grow older."""
    s = state.sprites[slot]
    if s.since == -1:
        s.since = state.tick
    drawn = draw_float(rng)
    if drawn < about.prob and (s.since + state.tick) % about.cooldown == 0:
        bear(tables, state, slot)
    if not about.static or s.ttl > -1:
        live_on(tables, state, slot)
    if about.total > 0 and s.counter >= about.total:
        doom(tables, state, slot, False)


@unit
def bear(tables, state, slot) -> None:
    """Make what a spawn point makes."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    made = create(tables, state, int(about.stype), int(s.x), int(s.y), False)
    if made != NOBODY:
        s.counter += 1
        new = state.sprites[made]
        if about.spawn_turned:
            new.ox = about.spawn_ox
            new.oy = about.spawn_oy
        elif not direction_known(new.ox, new.oy):
            new.ox = s.ox
            new.oy = s.oy


# ---------------------------------------------------------------------------------------------------------------------
# Avatars


@helper
def allowed(mine, action):
    """Whether an avatar of this class has an action."""
    if action == NIL or mine == MISSILE_AVATAR:
        return False
    if action == USE:
        return mine == FLAK_AVATAR or mine == SHOOT_AVATAR
    sideways = DX[DIRECTION[action]] != 0
    if mine == HORIZONTAL_AVATAR or mine == FLAK_AVATAR:
        return sideways
    return not sideways if mine == VERTICAL_AVATAR else True


@unit
def update_avatar(tables, state, slot, action) -> None:
    """One turn of the avatar with an action, which is taken for NIL if its class does not have it."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    mine = int(about.role)
    direction = NOBODY
    if allowed(mine, action):
        direction = int(DIRECTION[action])
    if mine == MISSILE_AVATAR or mine == ONGOING_AVATAR:
        if direction != NOBODY:
            s.ox = DX[direction]
            s.oy = DY[direction]
        move_passively(tables, state, slot)
        return
    result = STILL
    if direction != NOBODY:
        dx, dy = float(DX[direction]), float(DY[direction])
        result = move_actively(tables, state, slot, dx, dy, 0.0)
        if result != STILL and (mine == ORIENTED_AVATAR or mine == SHOOT_AVATAR):
            s.ox = dx
            s.oy = dy
    elif action == USE and allowed(mine, action):
        shoot(tables, state, slot)


@unit
def shoot(tables, state, slot) -> None:
    """Make what the avatar shoots: at its own place, or one cell ahead."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    flak = about.role == FLAK_AVATAR
    for i in range(len(about.shots)):
        kind = int(about.shots[i])
        if kind == NOBODY:
            return
        ammo = int(about.ammo[i])
        if ammo == NOBODY or has_ammo(about, state, slot, ammo):
            x, y = int(s.x), int(s.y)
            if not flak:
                x += int(s.ox * tables.block)
                y += int(s.oy * tables.block)
            made = create(tables, state, kind, x, y, False)
            if made != NOBODY:
                new = state.sprites[made]
                new.marks |= OURS
                if not flak and tables.kinds[kind].oriented:
                    new.ox = s.ox
                    new.oy = s.oy
                if ammo != NOBODY:
                    state.purse[s.purse, ammo] -= about.ammo_cost if flak else 1
            return


@helper
def has_ammo(about, state, slot, ammo):
    purse = int(state.sprites[slot].purse)
    if purse == NOBODY:
        return False
    least = int(about.min_ammo) if about.role == FLAK_AVATAR and about.min_ammo > 0 else 0
    return state.purse[purse, ammo] > least


