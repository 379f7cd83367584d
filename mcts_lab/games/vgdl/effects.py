"""What happens when sprites meet: each effect changes the state and says whether its score counts.

`s1` is the slot of the first sprite of the pair and `s2` of the second; at the edge of the screen and in timed effects
there is no second one, and `s2` is the slot `BEYOND` without a type.
"""

from __future__ import annotations

import math

from ...engine.bits import bit
from ...engine.generic import helper, unit
from .board import NOTHING, create, doom, give, owned, put, put_back, survivors
from .chance import draw_below, draw_double
from .movement import direction_known, move_actively
from .tables import DISABLED, DOOMED, DX, DY, NOBODY, PULLED, RESOURCES, SHIELDS
from .vocabulary import (
    ADD_HEALTH,
    ALIGN,
    ATTRACT_GAZE,
    BOUNCE_FORWARD,
    CHANGE_RESOURCE,
    CLONE,
    COLLECT,
    FLIP,
    KILL_ALL,
    KILL_BOTH,
    KILL_FROM_ABOVE,
    KILL_FRONTAL,
    KILL_IF_ALIVE,
    KILL_IF_LESS,
    KILL_IF_MORE,
    KILL_IF_OTHER_MORE,
    KILL_NOT_FRONTAL,
    KILL_SPRITE,
    PULL,
    REMOVE_SCORE,
    REVERSE,
    SHIELD,
    SPAWN,
    SPAWN_BEHIND,
    SPAWN_IF_MORE,
    STEP_BACK,
    SUBTRACT_HEALTH,
    TELEPORT,
    TRANSFORM_ALL,
    TRANSFORM_IF_COUNT,
    TRANSFORM_TO,
    TURN_AROUND,
    UNDO_ALL,
    WRAP,
)

NO, YES, KILLED = 0, 1, 2  # whether the score counts; `KILLED`: the one for a kill


@unit
def apply(tables, state, rule, s1, s2, rng) -> None:
    """Apply an effect and add its score."""
    effect = int(rule.effect)
    if effect == STEP_BACK:
        fired = step_back(tables, state, rule, s1, s2)
    elif effect == KILL_SPRITE:
        doom(tables, state, s1, False)
        fired = YES
    elif effect in (TRANSFORM_TO, TRANSFORM_ALL, TRANSFORM_IF_COUNT, SPAWN, SPAWN_IF_MORE, SPAWN_BEHIND, CLONE):
        fired = making(tables, state, rule, s1, s2, rng)
    elif effect in (COLLECT, CHANGE_RESOURCE, SUBTRACT_HEALTH, ADD_HEALTH):
        fired = owning(tables, state, rule, s1, s2)
    elif effect in (TURN_AROUND, BOUNCE_FORWARD, UNDO_ALL, ATTRACT_GAZE, REVERSE, FLIP, WRAP, TELEPORT, PULL, ALIGN):
        fired = moving(tables, state, rule, s1, s2, rng)
    else:
        fired = ending(tables, state, rule, s1, s2)
    if fired == YES:
        state.score += rule.score
    elif fired == KILLED:
        state.score += rule.score_killed


@helper
def step_back(tables, state, rule, s1, s2):
    """Back to the place before this cycle; with `exact` up against the other sprite, if the movement was straight."""
    s = state.sprites[s1]
    dx, dy = int(s.x) - int(s.px), int(s.y) - int(s.py)
    if rule.exact and state.sprites[s2].type != NOBODY:
        block = int(tables.block)
        other = state.sprites[s2]
        x, y = int(other.x), int(other.y)
        if dx > 0 and dy == 0:
            put(tables, state, s1, x - block, int(s.y))
            return YES
        if dx < 0 and dy == 0:
            put(tables, state, s1, x + block, int(s.y))
            return YES
        if dx == 0 and dy > 0:
            put(tables, state, s1, int(s.x), y - block)
            return YES
        if dx == 0 and dy < 0:
            put(tables, state, s1, int(s.x), y + block)
            return YES
    put_back(tables, state, s1)
    return YES


# ---------------------------------------------------------------------------------------------------------------------
# Ending sprites


@unit
def ending(tables, state, rule, s1, s2) -> int:
    """Effects that remove sprites, and those on the score and on other effects."""
    effect = int(rule.effect)
    if effect == KILL_BOTH:
        doom(tables, state, s1, False)
        doom(tables, state, s2, False)
        return YES
    if effect == KILL_ALL:
        first = int(tables.kinds[rule.stype].first)
        for i in range(first, first + int(tables.kinds[rule.stype].members)):
            u = int(state.first[tables.members[i]])
            while u != NOBODY:
                doom(tables, state, u, False)
                u = int(state.sprites[u].next)
        return YES
    if effect == REMOVE_SCORE:
        state.score = 0
        return YES
    if effect == SHIELD:
        raise_shield(state, int(state.sprites[s1].type), int(rule.stype), int(rule.other))
        return YES
    if not kills(tables, state, rule, s1, s2):
        return NO
    doom(tables, state, s1, False)
    if effect == KILL_IF_OTHER_MORE and rule.subtract:
        give(tables, state, s2, int(rule.resource), -int(rule.limit))
    return YES


@helper
def kills(tables, state, rule, s1, s2):
    """Whether the condition of a kill holds."""
    effect = int(rule.effect)
    a, b = state.sprites[s1], state.sprites[s2]
    if effect == KILL_IF_LESS:
        return owned(state, s1, int(rule.resource)) <= rule.limit
    if effect == KILL_IF_MORE:
        return owned(state, s1, int(rule.resource)) >= rule.limit
    if effect == KILL_IF_OTHER_MORE:
        return owned(state, s2, int(rule.resource)) >= rule.limit
    if effect == KILL_FROM_ABOVE:
        return a.py > b.py + tables.block // 2 and b.y > b.py
    if effect == KILL_IF_ALIVE:
        return not b.marks & DOOMED
    still = a.x == a.px and a.y == a.py
    cancel = (sign(a.x - a.px) + sign(b.x - b.px) == 0) and (sign(a.y - a.py) + sign(b.y - b.py) == 0)
    if effect == KILL_FRONTAL:
        return still or cancel
    return effect == KILL_NOT_FRONTAL and (still or not cancel)


@helper
def sign(n):
    return 1 if n > 0 else (-1 if n < 0 else 0)


@helper
def raise_shield(state, kind, other, effect):
    """For the rest of the cycle no such effect of sprites of type `other` on those of type `kind`."""
    if state.shields < SHIELDS:
        state.shield[state.shields, 0] = kind
        state.shield[state.shields, 1] = other
        state.shield[state.shields, 2] = effect
        state.shields += 1
    else:
        state.full = 1


@helper
def shielded(state, rule, kind, other):
    for i in range(state.shields):
        if state.shield[i, 0] == kind and state.shield[i, 1] == other and state.shield[i, 2] == rule.effect:
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# Making sprites


@unit
def making(tables, state, rule, s1, s2, rng) -> int:
    """Effects that make sprites."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    if effect == TRANSFORM_TO:
        if transform(tables, state, s1, int(rule.stype), rule.force, False) and rule.kill_second:
            doom(tables, state, s2, True)
        return YES
    if effect == TRANSFORM_ALL:
        transform_all(tables, state, rule)
        return YES
    if effect == TRANSFORM_IF_COUNT:
        n = survivors(tables, state, int(rule.resource))
        if rule.limit <= n <= rule.leq:
            transform(tables, state, s1, int(rule.stype), False, True)
            return YES
        if rule.other != NOBODY:
            transform(tables, state, s1, int(rule.other), False, True)
        return NO
    if effect == CLONE:
        create(tables, state, int(s.type), int(s.x), int(s.y), False)
        return YES
    if effect == SPAWN_BEHIND:
        other = state.sprites[s2]
        if draw_double(rng) >= rule.prob or (other.x == other.px and other.y == other.py):
            return NO
        create(tables, state, int(rule.stype), int(other.px), int(other.py), False)
        return YES
    if draw_double(rng) >= rule.prob:
        return NO
    if effect == SPAWN_IF_MORE:
        if owned(state, s1, int(rule.resource)) < rule.limit:
            return NO
        give(tables, state, s1, int(rule.resource), -int(rule.spend))
    create(tables, state, int(rule.stype), int(s.x), int(s.y), False)
    return YES


@unit
def transform(tables, state, slot, kind, turned, forced) -> bool:
    """Replace a sprite by one of type `kind` in its place, which gets what it owns; whether that was possible."""
    s = state.sprites[slot]
    if s.marks & DISABLED:
        return False
    made = create(tables, state, kind, int(s.x), int(s.y), forced)
    if made == NOBODY:
        return False
    new = state.sprites[made]
    both = tables.kinds[s.type].oriented and tables.kinds[kind].oriented
    if turned or (both and not direction_known(new.ox, new.oy)):
        new.ox = s.ox
        new.oy = s.oy
    new.px = s.px
    new.py = s.py
    if not tables.kinds[kind].turn:
        state.settle[state.settling] = made
        state.settling += 1
    new.hp = s.hp
    if s.purse != NOBODY and new.purse != NOBODY:
        for r in range(RESOURCES):
            state.purse[new.purse, r] += state.purse[s.purse, r]
    if slot == state.avatar:
        state.avatar = made
    doom(tables, state, slot, True)
    return True


@helper
def transform_all(tables, state, rule):
    """Transform all sprites of one type that are there when it begins."""
    until = int(state.serial)
    first = int(tables.kinds[rule.stype].first)
    for i in range(first, first + int(tables.kinds[rule.stype].members)):
        u = int(state.first[tables.members[i]])
        while u != NOBODY and state.sprites[u].serial < until:
            following = int(state.sprites[u].next)
            transform(tables, state, u, int(rule.other), rule.force, True)
            u = following


# ---------------------------------------------------------------------------------------------------------------------
# Resources and health


@unit
def owning(tables, state, rule, s1, s2) -> int:
    """Effects on resources and health."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    if effect == COLLECT:
        about = tables.kinds[s.type]
        resource = int(about.resource)
        if state.sprites[s2].purse == NOBODY or owned(state, s2, resource) >= tables.resource_limit[resource]:
            return NO
        give(tables, state, s2, resource, int(about.value))
        if rule.kill_resource:
            doom(tables, state, s1, False)
        return YES
    if effect == CHANGE_RESOURCE:
        resource = int(rule.resource)
        if owned(state, s1, resource) + rule.value > tables.resource_limit[resource]:
            return NO
        give(tables, state, s1, resource, int(rule.value))
        if rule.kill_resource:
            doom(tables, state, s2, True)
        return YES
    if effect == ADD_HEALTH:
        if s.hp + rule.value >= tables.kinds[s.type].hp_limit:
            return NO
        s.hp += rule.value
        if rule.kill_second:
            doom(tables, state, s2, True)
        return YES
    return wound(tables, state, rule, s1)


@helper
def wound(tables, state, rule, s1):
    """Take health from a sprite, or from the first one of the type that the rule names."""
    slot = s1
    if rule.stype != NOBODY:
        slot = NOBODY
        first = int(tables.kinds[rule.stype].first)
        for i in range(first, first + int(tables.kinds[rule.stype].members)):
            if slot == NOBODY:
                slot = int(state.first[tables.members[i]])
        if slot == NOBODY:
            return NO
    s = state.sprites[slot]
    s.hp -= rule.value
    if s.hp > rule.limit:
        return YES
    doom(tables, state, slot, False)
    return KILLED


# ---------------------------------------------------------------------------------------------------------------------
# Movement


@unit
def moving(tables, state, rule, s1, s2, rng) -> int:
    """Effects on places and directions."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    other = state.sprites[s2]
    if effect == REVERSE:
        s.ox = -s.ox
        s.oy = -s.oy
    elif effect == FLIP:
        direction = draw_below(rng, 4)
        s.ox = DX[direction]
        s.oy = DY[direction]
    elif effect == TURN_AROUND:
        turn_around(tables, state, s1)
    elif effect == BOUNCE_FORWARD:
        bounce(tables, state, s1, s2)
    elif effect == UNDO_ALL:
        undo_all(tables, state, rule)
    elif effect == WRAP:
        wrap(tables, state, rule, s1)
    elif effect == TELEPORT:
        teleport(tables, state, s1, s2, rng)
    elif effect == PULL:
        return pull(tables, state, rule, s1, s2)
    elif effect == ALIGN:
        if rule.align:
            s.ox = other.ox
            s.oy = other.oy
        put(tables, state, s1, int(other.x), int(other.y))
    elif effect == ATTRACT_GAZE:
        return gaze(tables, state, rule, s1, s2, rng)
    return YES


@unit
def gaze(tables, state, rule, s1, s2, rng) -> int:
    """Turn to where the other looks."""
    s, other = state.sprites[s1], state.sprites[s2]
    if not (tables.kinds[s.type].oriented and tables.kinds[other.type].oriented):
        return NO
    if draw_double(rng) >= rule.prob:
        return NO
    s.ox = other.ox
    s.oy = other.oy
    if rule.align:
        if s.ox != 0.0:
            put(tables, state, s1, int(s.x), int(other.y))
        elif s.oy != 0.0:
            put(tables, state, s1, int(other.x), int(s.y))
    return YES


@unit
def turn_around(tables, state, slot) -> None:
    """Back, twice down, and then the other way."""
    s = state.sprites[slot]
    put_back(tables, state, slot)
    for _ in range(2):
        s.moved = state.tick + 1 - tables.kinds[s.type].cooldown
        move_actively(tables, state, slot, 0.0, 1.0, 0.0)
    s.ox = -s.ox
    s.oy = -s.oy


@unit
def bounce(tables, state, s1, s2) -> None:
    """Be pushed along by the other's movement."""
    s, other = state.sprites[s1], state.sprites[s2]
    dx, dy = float(other.x - other.px), float(other.y - other.py)
    length = math.sqrt(dx * dx + dy * dy)
    if length > 0.0:
        dx /= length
        dy /= length
    if dx * other.ox < 0.0:
        dx = -dx
    if dy * other.oy < 0.0:
        dy = -dy
    move_actively(tables, state, s1, dx, dy, tables.kinds[other.type].speed)
    s.ox = dx
    s.oy = dy


@unit
def undo_all(tables, state, rule) -> None:
    """Everything goes back to where it was before this cycle, except the types that the rule excludes."""
    for t in range(tables.types):
        if rule.types & bit(t) == NOTHING:
            u = int(state.first[t])
            while u != NOBODY:
                put_back(tables, state, u)
                u = int(state.sprites[u].next)


@unit
def wrap(tables, state, rule, slot) -> None:
    """Enter again on the opposite side."""
    s = state.sprites[slot]
    block = int(tables.block)
    x, y = int(s.x), int(s.y)
    if s.ox > 0.0:
        x = int(rule.prob * block)
    elif s.ox < 0.0:
        x = int(tables.width * block - block * (1.0 + rule.prob))
    elif s.oy > 0.0:
        y = int(rule.prob * block)
    elif s.oy < 0.0:
        y = int(tables.height * block - block * (1.0 + rule.prob))
    s.moved = state.tick + 1
    put(tables, state, slot, x, y)


@unit
def teleport(tables, state, s1, s2, rng) -> None:
    """Jump to one of the exits of the portal; without any, be killed."""
    s = state.sprites[s1]
    stype = int(tables.kinds[state.sprites[s2].type].stype)
    first, members, n = 0, 0, 0
    if stype != NOBODY:
        first, members = int(tables.kinds[stype].first), int(tables.kinds[stype].members)
        for i in range(first, first + members):
            n += int(state.count[tables.members[i]])
    if n == 0:
        doom(tables, state, s1, False)
        return
    n = draw_below(rng, n)
    for i in range(first, first + members):
        u = int(state.first[tables.members[i]])
        while u != NOBODY:
            if n == 0:
                exit = state.sprites[u]
                put(tables, state, s1, int(exit.x), int(exit.y))
                s.moved = state.tick + 1
                if tables.kinds[exit.type].oriented:
                    s.ox = exit.ox
                    s.oy = exit.oy
                return
            n -= 1
            u = int(state.sprites[u].next)


@unit
def pull(tables, state, rule, s1, s2) -> int:
    """Be carried along by the other's movement, once a cycle."""
    s, other = state.sprites[s1], state.sprites[s2]
    if s.marks & PULLED:
        return NO
    s.marks |= PULLED
    block = tables.block
    step = int(tables.kinds[other.type].speed * block)
    dx, dy = sign(other.x - other.px), sign(other.y - other.py)
    if dx == 0 and dy == 0:
        return YES
    if rule.exact:
        put(tables, state, s1, int(other.x), int(other.y))
    else:
        put(tables, state, s1, int(s.x) + dx * step, int(s.y) + dy * step)
    return YES
