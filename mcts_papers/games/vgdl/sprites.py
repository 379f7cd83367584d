"""The turn of a sprite in a cycle, with a small function for each class."""

from mcts_lab.engine.generic import unit

from . import vocabulary as v
from .chance import draw_below, draw_double, draw_float
from .creation import create, doom
from .grid import left_behind
from .hunting import chase, hunt, wander
from .movement import STILL, direction_known, move_actively, move_passively
from .tables import DIRECTION, DX, DY, NIL, NOBODY, OURS, USE


def update_sprite(tables, state, about, slot, rng):
    """Play one turn of a sprite that is neither an avatar nor a plain spawn point; `about` is the row of its type."""
    mine = int(about.role)
    if mine == v.RANDOM_NPC:
        move_passively(tables, state, slot)
        wander(tables, state, slot, rng)
    elif mine == v.CHASER:
        chase(tables, state, slot, rng)
    elif v.CHASER < mine < v.SPAWN_POINT:
        hunt_or_spawn(tables, state, slot, rng)
    else:
        if mine == v.RANDOM_MISSILE and state.sprites[slot].before == NOBODY:
            turn_at_random(state, slot, rng)
        live_on(tables, state, slot)
        if mine == v.FLICKER or mine == v.SPREADER:
            flicker(tables, state, slot)
        if mine == v.SPREADER:
            spread(tables, state, slot, rng)


@unit
def hunt_or_spawn(tables, state, slot, rng) -> None:
    """Do one turn of a sprite of a less common class."""
    if tables.kinds[state.sprites[slot].type].role <= v.PATH_ALT_CHASER:
        hunt(tables, state, slot, rng)
    else:
        spawn_otherwise(tables, state, slot, rng)


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


def flicker(tables, state, slot):
    """Remove the sprite when its time is over."""
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


def spawn(tables, state, about, slot, rng):
    """Make a sprite with some probability, then move and grow older."""
    s = state.sprites[slot]
    if s.since == -1:
        s.since = state.tick
    drawn = draw_float(rng)
    if drawn < about.prob and (s.since + state.tick) % about.cooldown == 0:
        bear(tables, state, slot, int(about.stype))
    if not about.static or s.ttl > -1:
        live_on(tables, state, slot)
    if about.total > 0 and s.counter >= about.total:
        doom(tables, state, slot, False)


@unit
def spawn_otherwise(tables, state, slot, rng) -> None:
    """Do one turn of a spawn point that moves at random, or makes a random type or all types of a list."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    kind, n = int(about.stype), 1
    if about.role == v.STROLLING_SPAWN_POINT:
        direction = draw_below(rng, 4)
        move_actively(tables, state, slot, float(DX[direction]), float(DY[direction]), 0.0)
    elif about.role == v.DRAWING_SPAWN_POINT:
        kind = int(about.shots[draw_below(rng, listed(about))])
    else:
        n = listed(about)
    if s.since == -1:
        s.since = state.tick
    drawn = draw_float(rng)
    if drawn < about.prob and (s.since + state.tick) % about.cooldown == 0:
        for i in range(n):
            bear(tables, state, slot, int(about.shots[i]) if about.role == v.MULTI_SPAWN_POINT else kind)
    live_on(tables, state, slot)
    if about.total > 0 and s.counter >= about.total:
        doom(tables, state, slot, False)


def listed(about):
    """Return the number of types in the list of a spawn point."""
    n = 0
    while n < len(about.shots) and about.shots[n] != NOBODY:
        n += 1
    return n


@unit
def bear(tables, state, slot, kind) -> None:
    """Make a sprite at a spawn point."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    made = create(tables, state, kind, int(s.x), int(s.y), False)
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


def allowed(mine, action):
    """Return whether an avatar of this class has an action."""
    if action == NIL or mine == v.MISSILE_AVATAR:
        return False
    if action == USE:
        return mine == v.FLAK_AVATAR or mine == v.SHOOT_AVATAR or mine == v.ONGOING_SHOOT_AVATAR
    sideways = DX[DIRECTION[action]] != 0
    return sideways or (mine != v.HORIZONTAL_AVATAR and mine != v.FLAK_AVATAR)


@unit
def update_avatar(tables, state, slot, action) -> None:
    """Play one turn of the avatar with an action. If the avatar's class does not have the action, play NIL instead."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    mine = int(about.role)
    direction = NOBODY
    if allowed(mine, action):
        direction = int(DIRECTION[action])
    if v.MISSILE_AVATAR <= mine <= v.ONGOING_TURNING_AVATAR:
        go_on(tables, state, slot, mine, direction)
    elif direction != NOBODY:
        dx, dy = float(DX[direction]), float(DY[direction])
        result = move_actively(tables, state, slot, dx, dy, 0.0)
        if result != STILL and (mine == v.ORIENTED_AVATAR or mine == v.SHOOT_AVATAR):
            s.ox = dx
            s.oy = dy
    if action == USE and allowed(mine, action):
        shoot(tables, state, slot)


@unit
def go_on(tables, state, slot, mine, direction) -> None:
    """Move an avatar that never stops. A direction turns it; some avatars turn only to the left or right."""
    s = state.sprites[slot]
    turning = mine == v.ONGOING_TURNING_AVATAR
    if direction != NOBODY and not (turning and s.ox * DX[direction] + s.oy * DY[direction] != 0.0):
        s.ox = DX[direction]
        s.oy = DY[direction]
    move_passively(tables, state, slot)
    if turning and left_behind(tables, s):
        create(tables, state, int(tables.kinds[s.type].shots[0]), int(s.px), int(s.py), False)


@unit
def shoot(tables, state, slot) -> None:
    """Make the avatar's shot at its own place or one cell in front."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    flak = about.role == v.FLAK_AVATAR
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


def has_ammo(about, state, slot, ammo):
    purse = int(state.sprites[slot].purse)
    if purse == NOBODY:
        return False
    least = int(about.min_ammo) if about.role == v.FLAK_AVATAR and about.min_ammo > 0 else 0
    return state.purse[purse, ammo] > least


