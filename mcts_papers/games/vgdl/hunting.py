"""Sprites that hunt others, by themselves or along ways around obstacles.

Targets come in the order of the framework: the sprites of the very type, then those of all its subtypes. A type is
among its own subtypes, so its sprites count twice where both lists are taken.
"""

import numpy as np

from mcts_lab.engine.generic import unit

from .chance import draw_below, draw_double
from .creation import population
from .movement import move_actively, move_passively
from .tables import DX, DY, NOBODY
from .vocabulary import PATH_CHASER


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
    direction = NOBODY
    stype = int(tables.kinds[state.sprites[slot].type].stype)
    if stype != NOBODY:
        begin, end = hunted(tables, state, stype)
        direction = approach(tables, state, slot, stype, begin, end, rng)
    if direction == NOBODY:
        wander(tables, state, slot, rng)
    else:
        move_actively(tables, state, slot, float(DX[direction]), float(DY[direction]), 0.0)


def approach(tables, state, slot, stype, begin, end, rng):
    """The direction of a step to one of the nearest targets, drawn; `NOBODY` if there is none."""
    n, nearest, ways = survey(tables, state, slot, stype, begin, end)
    if n == 0:
        return NOBODY
    wanted = draw_below(rng, n)
    if n == ONES[ways]:  # one target is the nearest
        return NTH_WAY[ways, wanted]
    return way_among_many(tables, state, slot, stype, begin, end, nearest, wanted)


ONES = np.array([bin(ways).count("1") for ways in range(16)], np.int64)
NTH_WAY = np.array([([way for way in range(4) if ways >> way & 1] + [NOBODY] * 4)[:4] for ways in range(16)], np.int64)


def hunted(tables, state, stype):
    """The range of `list_of` with the targets: the type's own sprites or, if there are none, those of its subtypes."""
    if state.first[stype] != NOBODY:
        return 0, 1
    return 1, 1 + int(tables.kinds[stype].members)


def list_of(tables, stype, i):
    """A type whose sprites may be targets: 0 `stype` itself, from 1 on its subtypes."""
    return stype if i == 0 else int(tables.members[int(tables.kinds[stype].first) + i - 1])


def ways_to(flees, dx, dy):
    """The set of directions in which one pixel shortens (or lengthens) the way; (dx, dy) leads from there to here."""
    if flees:
        return (dy <= 0) + 2 * (dx <= 0) + 4 * (dy >= 0) + 8 * (dx >= 0)
    return (dy > 0) + 2 * (dx > 0) + 4 * (dy < 0) + 8 * (dx < 0)


def counts(about, s, dx, dy):
    """Return whether a chaser hunts a target there: one that must see it looks along its last random movement."""
    if not about.looks:
        return True
    if s.before == NOBODY:
        return False
    if DX[s.before] == 0:
        return dx == 0 and dy * DY[s.before] <= 0
    return dy == 0 and dx * DX[s.before] <= 0


def survey(tables, state, slot, stype, begin, end):
    """The number of options over all targets at the least distance, that distance, and the directions of the last one.
    """
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    reach = int(about.distance)
    n, nearest, ways = 0, -1, 0
    for i in range(begin, end):
        u = int(state.first[list_of(tables, stype, i)])
        while u != NOBODY:
            other = state.sprites[u]
            dx, dy = int(s.x) - int(other.x), int(s.y) - int(other.y)
            d = abs(dx) + abs(dy)
            if (nearest < 0 or d <= nearest) and (reach == -1 or d <= reach) and counts(about, s, dx, dy):
                if d != nearest:
                    n = 0
                nearest = d
                ways = ways_to(about.fleeing, dx, dy)
                n += ONES[ways]
            u = int(other.next)
    return n, nearest, ways


@unit
def way_among_many(tables, state, slot, stype, begin, end, nearest, wanted) -> int:
    """The direction of the option numbered `wanted`, where several targets are equally near."""
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    for i in range(begin, end):
        u = int(state.first[list_of(tables, stype, i)])
        while u != NOBODY:
            other = state.sprites[u]
            dx, dy = int(s.x) - int(other.x), int(s.y) - int(other.y)
            if abs(dx) + abs(dy) == nearest and counts(about, s, dx, dy):
                ways = ways_to(about.fleeing, dx, dy)
                if wanted < ONES[ways]:
                    return NTH_WAY[ways, wanted]
                wanted -= ONES[ways]
            u = int(other.next)
    return 0


# ---------------------------------------------------------------------------------------------------------------------
# Along ways


def walkable(tables, x, y):
    """The number of the cell of a pixel among those that a way can lead through; `NOBODY`: it is none of them.

    The cell is found as the framework does it, whose product is below the quotient for some blocks.
    """
    inverse = 1.0 / tables.block
    across, down = int(x * inverse), int(y * inverse)
    if 0 <= across < tables.width and 0 <= down < tables.height:
        return int(tables.walkable[down * tables.width + across])
    return NOBODY


def first_step(tables, s, x, y):
    """The direction of the first step on the way to a pixel; `NOBODY`: there is no way, or none is needed."""
    here, there = walkable(tables, s.x, s.y), walkable(tables, x, y)
    return NOBODY if here == NOBODY or there == NOBODY else int(tables.way[here, there])


def step(tables, state, slot, direction):
    if direction != NOBODY:
        move_actively(tables, state, slot, float(DX[direction]), float(DY[direction]), 0.0)


@unit
def nth_target(tables, state, slot, stype, begin, end, nearest, wanted) -> int:
    """The target numbered `wanted` of those at the distance `nearest` (-1: at any)."""
    s = state.sprites[slot]
    for i in range(begin, end):
        u = int(state.first[list_of(tables, stype, i)])
        while u != NOBODY:
            other = state.sprites[u]
            if nearest < 0 or abs(int(s.x) - int(other.x)) + abs(int(s.y) - int(other.y)) == nearest:
                if wanted == 0:
                    return u
                wanted -= 1
            u = int(other.next)
    return NOBODY


@unit
def hunt(tables, state, slot, rng) -> None:
    """One turn of a chaser that is more than a `Chaser`."""
    if tables.kinds[state.sprites[slot].type].role == PATH_CHASER:
        follow_path(tables, state, slot, rng)
    else:
        alternate(tables, state, slot, rng)


@unit
def follow_path(tables, state, slot, rng) -> None:
    """A step on the way to the first of the nearest targets; without any target, a random one."""
    move_passively(tables, state, slot)
    s = state.sprites[slot]
    about = tables.kinds[s.type]
    target = NOBODY
    if about.stype != NOBODY:
        begin, end = hunted(tables, state, int(about.stype))
        _, nearest, _ = survey(tables, state, slot, int(about.stype), begin, end)
        if nearest >= 0:
            target = nth_target(tables, state, slot, int(about.stype), begin, end, nearest, 0)
    if target == NOBODY:
        wander(tables, state, slot, rng)
        return
    s.counter = about.cons
    step(tables, state, slot, first_step(tables, s, int(state.sprites[target].x), int(state.sprites[target].y)))


@unit
def alternate(tables, state, slot, rng) -> None:
    """A step of a chaser with a list of target types, on the way to the target that it remembers."""
    about = tables.kinds[state.sprites[slot].type]
    stray = about.spread >= 0.0 and draw_double(rng) < about.spread
    move_passively(tables, state, slot)
    if stray:
        direction = draw_below(rng, 4)
    else:
        direction = way_remembered(tables, state, slot, rng)
    step(tables, state, slot, direction)


def quarry(tables, state, about, rng):
    """One of the listed target types; `NOBODY` if none of them has sprites."""
    n, living = 0, 0
    while n < len(about.shots) and about.shots[n] != NOBODY:
        living += population(tables, state, int(about.shots[n]))
        n += 1
    if living == 0:
        return NOBODY
    return int(about.shots[0]) if n == 1 else int(about.shots[draw_below(rng, n)])


@unit
def way_remembered(tables, state, slot, rng) -> int:
    """The direction of a step to the target that is remembered, or to a new one when its place is reached.

    A target that is gone counts as standing where it was last. Where no way leads, the place where one led to before
    is looked for. `NOBODY`: no step; without a target, a random direction.
    """
    s = state.sprites[slot]
    if s.since == NOBODY:  # there was no room for its memory, and the game is over
        return NOBODY
    m = state.memory[s.since]
    if m.target >= 0:
        m.x = state.sprites[m.target].x
        m.y = state.sprites[m.target].y
    if m.target == NOBODY or (m.x == s.x and m.y == s.y):
        found = new_target(tables, state, slot, rng)
        if found == NOBODY:
            return draw_below(rng, 4)
        m.target = found
        m.x = state.sprites[found].x
        m.y = state.sprites[found].y
    direction = first_step(tables, s, m.x, m.y)
    if direction == NOBODY and m.known:
        return first_step(tables, s, m.known_x, m.known_y)
    m.known = 1
    m.known_x = m.x
    m.known_y = m.y
    return direction


def new_target(tables, state, slot, rng):
    """The first of the nearest targets, or a random one; `NOBODY` if there is none."""
    about = tables.kinds[state.sprites[slot].type]
    stype = quarry(tables, state, about, rng)
    if stype == NOBODY:
        return NOBODY
    end = 1 + int(tables.kinds[stype].members)
    if not about.random_target:
        _, nearest, _ = survey(tables, state, slot, stype, 0, end)
        return nth_target(tables, state, slot, stype, 0, end, nearest, 0)
    n = 0
    for i in range(end):
        n += int(state.count[list_of(tables, stype, i)])
    return NOBODY if n == 0 else nth_target(tables, state, slot, stype, 0, end, -1, draw_below(rng, n))
