"""Sprites that hunt other sprites, directly or along paths around obstacles.

As in the framework, targets are first the sprites of exactly the target type, then the sprites of all its subtypes. A
type is one of its own subtypes, so its sprites count twice if both lists are used.
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
    """Move in a random direction, and keep this direction for `cons` more turns."""
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
    """Move towards one of the nearest targets (or away from it); move at random if no step changes the distance."""
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
    """Return a random direction that leads to one of the nearest targets, or `NOBODY` if there is none."""
    n, nearest, ways = survey(tables, state, slot, stype, begin, end)
    if n == 0:
        return NOBODY
    wanted = draw_below(rng, n)
    if n == ONES[ways]:  # only one target is at the minimum distance
        return NTH_WAY[ways, wanted]
    return way_among_many(tables, state, slot, stype, begin, end, nearest, wanted)


ONES = np.array([bin(ways).count("1") for ways in range(16)], np.int64)
NTH_WAY = np.array([([way for way in range(4) if ways >> way & 1] + [NOBODY] * 4)[:4] for ways in range(16)], np.int64)


def hunted(tables, state, stype):
    """Return the range of indices for `list_of`: the type itself if it has sprites, otherwise its subtypes."""
    if state.first[stype] != NOBODY:
        return 0, 1
    return 1, 1 + int(tables.kinds[stype].members)


def list_of(tables, stype, i):
    """Return a type whose sprites may be targets: 0 is `stype` itself, then come its subtypes."""
    return stype if i == 0 else int(tables.members[int(tables.kinds[stype].first) + i - 1])


def ways_to(flees, dx, dy):
    """Return the set of directions that shorten the distance (or lengthen it).

    (dx, dy) leads from the target to the sprite.
    """
    if flees:
        return (dy <= 0) + 2 * (dx <= 0) + 4 * (dy >= 0) + 8 * (dx >= 0)
    return (dy > 0) + 2 * (dx > 0) + 4 * (dy < 0) + 8 * (dx < 0)


def counts(about, s, dx, dy):
    """Return whether a chaser hunts a target. Some chasers see only along their last random movement."""
    if not about.looks:
        return True
    if s.before == NOBODY:
        return False
    if DX[s.before] == 0:
        return dx == 0 and dy * DY[s.before] <= 0
    return dy == 0 and dx * DX[s.before] <= 0


def survey(tables, state, slot, stype, begin, end):
    """Return the number of directions to all nearest targets, their distance, and the directions to the last one."""
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
    """Return direction number `wanted` of the directions to all nearest targets, if there are several such targets."""
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
# Along paths


def walkable(tables, x, y):
    """Return the number of a pixel's cell among the cells without obstacles, or `NOBODY` if there is an obstacle.

    As in the framework, the cell is a product, which can be below the exact quotient.
    """
    inverse = 1.0 / tables.block
    across, down = int(x * inverse), int(y * inverse)
    if 0 <= across < tables.width and 0 <= down < tables.height:
        return int(tables.walkable[down * tables.width + across])
    return NOBODY


def first_step(tables, s, x, y):
    """Return the direction of the first step on the path to a pixel; `NOBODY` if no step is possible or needed."""
    here, there = walkable(tables, s.x, s.y), walkable(tables, x, y)
    return NOBODY if here == NOBODY or there == NOBODY else int(tables.way[here, there])


def step(tables, state, slot, direction):
    if direction != NOBODY:
        move_actively(tables, state, slot, float(DX[direction]), float(DY[direction]), 0.0)


@unit
def nth_target(tables, state, slot, stype, begin, end, nearest, wanted) -> int:
    """Return the target numbered `wanted` at the distance `nearest` (-1: at any distance)."""
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
    """Do one turn of a chaser that uses paths."""
    if tables.kinds[state.sprites[slot].type].role == PATH_CHASER:
        follow_path(tables, state, slot, rng)
    else:
        alternate(tables, state, slot, rng)


@unit
def follow_path(tables, state, slot, rng) -> None:
    """Do a step on the path to the first of the nearest targets; without a target, do a random step."""
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
    """Do a random step or a step to the remembered target, for a chaser with a memory."""
    about = tables.kinds[state.sprites[slot].type]
    stray = about.spread >= 0.0 and draw_double(rng) < about.spread
    move_passively(tables, state, slot)
    if stray:
        direction = draw_below(rng, 4)
    else:
        direction = way_remembered(tables, state, slot, rng)
    step(tables, state, slot, direction)


def quarry(tables, state, about, rng):
    """Return one of the listed target types, or `NOBODY` if they have no sprites."""
    n, living = 0, 0
    while n < len(about.shots) and about.shots[n] != NOBODY:
        living += population(tables, state, int(about.shots[n]))
        n += 1
    if living == 0:
        return NOBODY
    return int(about.shots[0]) if n == 1 else int(about.shots[draw_below(rng, n)])


@unit
def way_remembered(tables, state, slot, rng) -> int:
    """Return the direction of a step to the remembered target, or to a new target after its place has been reached.

    A removed target keeps its last place. If there is no path, the chaser goes to the last place that had a path.
    `NOBODY` is no step. Without a target, the direction is random.
    """
    s = state.sprites[slot]
    if s.since == NOBODY:  # there was no free memory, so the game is over
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
    """Return the first of the nearest targets, or a random target; `NOBODY` if there is none."""
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
