"""The effects of sprites that meet. Each effect changes the state and returns whether its score counts.

`s1` is the slot of the first sprite of the pair, `s2` the slot of the second. At the edge of the screen and in timed
effects there is no second sprite; then `s2` is the slot `BEYOND`, whose sprite has no type.
"""

import math

from mcts_lab.engine.bits import bit
from mcts_lab.engine.generic import unit

from . import vocabulary as v
from .chance import draw_below, draw_double
from .creation import create, doom, give, owned, population
from .grid import NOTHING, left_behind, oriented, plan, put, put_back, speed_of
from .movement import attempt, direction_known, move_actively
from .tables import BEYOND, DISABLED, DX, DY, NOBODY, PULLS, RESOURCES, SHIELDS, TURNED

NO, YES, KILLED = 0, 1, 2  # whether the score counts; `KILLED`: the score for a kill counts


@unit
def apply(tables, state, rule, s1, s2, rng) -> None:
    """Apply an effect and add its score."""
    effect = int(rule.effect)
    if effect == v.STEP_BACK:
        fired = step_back(tables, state, rule, s1, s2)
    elif effect == v.KILL_SPRITE:
        doom(tables, state, s1, False)
        fired = YES
    elif effect in (v.TRANSFORM_TO, v.TRANSFORM_ALL, v.TRANSFORM_IF_COUNT, v.SPAWN, v.SPAWN_IF_MORE, v.SPAWN_BEHIND,
                    v.CLONE, v.SPAWN_IF_LESS, v.SPAWN_UP, v.SPAWN_LEFT, v.SPAWN_DOWN, v.SPAWN_RIGHT,
                    v.TRANSFORM_TO_CHILD, v.TRANSFORM_TO_SINGLETON):
        fired = making(tables, state, rule, s1, s2, rng)
    elif effect in (v.COLLECT, v.COLLECT_IF_HELD, v.CHANGE_RESOURCE, v.SUBTRACT_HEALTH, v.ADD_HEALTH,
                    v.ADD_HEALTH_TO_MAX):
        fired = owning(tables, state, rule, s1, s2)
    elif effect in (v.TURN_AROUND, v.BOUNCE_FORWARD, v.UNDO_ALL, v.ATTRACT_GAZE, v.REVERSE, v.FLIP, v.WRAP, v.TELEPORT,
                    v.PULL, v.ALIGN, v.SET_SPEED):
        fired = moving(tables, state, rule, s1, s2, rng)
    else:
        fired = ending(tables, state, rule, s1, s2)
    if fired == YES or rule.always:
        state.score += rule.score
    elif fired == KILLED:
        state.score += rule.score_killed


def step_back(tables, state, rule, s1, s2):
    """Move a sprite back to its place before this cycle.

    With `exact`, after a straight movement, move it directly beside the other sprite instead.
    """
    s = state.sprites[s1]
    dx, dy = int(s.x) - int(s.px), int(s.y) - int(s.py)
    other = state.sprites[s2]
    if not rule.exact or other.type == NOBODY or (dx == 0) == (dy == 0):
        put_back(tables, state, s1)
    else:
        block = int(tables.block)
        x = int(s.x) if dx == 0 else int(other.x) - block if dx > 0 else int(other.x) + block
        y = int(s.y) if dy == 0 else int(other.y) - block if dy > 0 else int(other.y) + block
        put(tables, state, s1, x, y)
    return YES


# ---------------------------------------------------------------------------------------------------------------------
# Ending sprites


@unit
def ending(tables, state, rule, s1, s2) -> int:
    """Apply an effect that removes sprites, raises a shield or starts a timer."""
    effect = int(rule.effect)
    if effect == v.KILL_BOTH:
        doom(tables, state, s1, False)
        doom(tables, state, s2, False)
        return YES
    if effect == v.KILL_ALL:
        u = int(state.first[rule.stype])
        while u != NOBODY:
            doom(tables, state, u, False)
            u = int(state.sprites[u].next)
        return YES
    if effect == v.ADD_TIMER:
        plan(state, int(rule.other), state.tick + int(tables.timer[rule.other].timer))
        return YES
    if effect == v.SHIELD:
        raise_shield(state, int(state.sprites[s1].type), int(rule.stype), int(rule.other))
        return YES
    if not kills(tables, state, rule, s1, s2):
        return NO
    doom(tables, state, s1, False)
    if effect == v.KILL_IF_OTHER_MORE and rule.subtract:
        give(tables, state, s2, int(rule.resource), -int(rule.limit))
    return YES


def kills(tables, state, rule, s1, s2):
    """Return whether the condition of a kill is true."""
    effect = int(rule.effect)
    a, b = state.sprites[s1], state.sprites[s2]
    if effect == v.KILL_IF_LESS:
        return owned(state, s1, int(rule.resource)) <= rule.limit
    if effect == v.KILL_IF_MORE:
        return owned(state, s1, int(rule.resource)) >= rule.limit
    if effect == v.KILL_IF_OTHER_MORE:
        return owned(state, s2, int(rule.resource)) >= rule.limit
    if effect == v.KILL_FROM_ABOVE:
        return a.py > b.py + tables.block // 2 and b.y > b.py
    dx, dy = course(a)
    other_dx, other_dy = course(b)
    still = dx == 0.0 and dy == 0.0
    cancel = dx + other_dx == 0.0 and dy + other_dy == 0.0
    if effect == v.KILL_FRONTAL:
        return still or cancel
    return effect == v.KILL_NOT_FRONTAL and (still or not cancel)


def course(s):
    """Return the direction in which a sprite has moved in this cycle, with length 1; (0, 0) if it has not moved."""
    dx, dy = float(s.x - s.px), float(s.y - s.py)
    length = math.sqrt(dx * dx + dy * dy)
    if length > 0.0:
        return dx / length, dy / length
    return 0.0, 0.0


def raise_shield(state, kind, other, effect):
    """Turn off an effect for a pair of types for the rest of the cycle."""
    for i in range(state.shields):
        if state.shield[i, 0] == kind and state.shield[i, 1] == other and state.shield[i, 2] == effect:
            return
    if state.shields < SHIELDS:
        state.shield[state.shields, 0] = kind
        state.shield[state.shields, 1] = other
        state.shield[state.shields, 2] = effect
        state.shields += 1
    else:
        state.full = 1


def shielded(state, rule):
    """Return whether a shield turns off the effect of a rule: both have the same effect and the same two types."""
    for i in range(state.shields):
        if state.shield[i, 0] == rule.first and state.shield[i, 1] == rule.second and (
                state.shield[i, 2] == rule.effect):
            return True
    return False


# ---------------------------------------------------------------------------------------------------------------------
# Making sprites


@unit
def making(tables, state, rule, s1, s2, rng) -> int:
    """Apply an effect that makes sprites."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    if effect == v.TRANSFORM_TO:
        if not s.marks & DISABLED:
            transform(tables, state, rule, s1, int(rule.stype), False, s2)
        return YES
    if effect == v.TRANSFORM_ALL:
        transform_all(tables, state, rule, s2)
        return YES
    if effect == v.TRANSFORM_IF_COUNT:
        n = population(tables, state, int(rule.resource))
        if rule.limit <= n <= rule.leq:
            transform(tables, state, rule, s1, int(rule.stype), True, s2)
            return YES
        if rule.other != NOBODY:
            transform(tables, state, rule, s1, int(rule.other), True, s2)
        return NO
    if effect == v.TRANSFORM_TO_CHILD:
        transform_to_child(tables, state, rule, s1, s2, rng)
        return YES
    if effect == v.TRANSFORM_TO_SINGLETON:
        transform_to_singleton(tables, state, rule, s1, s2)
        return YES
    if effect == v.CLONE:
        create(tables, state, int(s.type), int(s.x), int(s.y), False)
        return YES
    drawn = draw_double(rng) < rule.prob
    if effect == v.SPAWN_IF_MORE or effect == v.SPAWN_IF_LESS:
        have = owned(state, s1, int(rule.resource))
        if not drawn or (have < rule.limit if effect == v.SPAWN_IF_MORE else have > rule.limit):
            return NO
        create(tables, state, int(rule.stype), int(s.x), int(s.y), False)
        give(tables, state, s1, int(rule.resource), -int(rule.spend))
    elif drawn and effect == v.SPAWN:
        create(tables, state, int(rule.stype), int(s.x), int(s.y), False)
    elif drawn:
        spawn_beside(tables, state, rule, s2)
    return YES


def spawn_beside(tables, state, rule, s2):
    """Make a sprite beside the second sprite.

    It is put where the second sprite was before this cycle, or one cell away from there, or one cell away from where
    the second sprite is now.
    """
    other = state.sprites[s2]
    effect = int(rule.effect)
    x, y = int(other.x), int(other.y)
    if effect == v.SPAWN_BEHIND or rule.exact:
        if not left_behind(tables, other):
            return
        x, y = int(other.px), int(other.py)
    if effect != v.SPAWN_BEHIND:
        x += DX[effect - v.SPAWN_UP] * tables.block
        y += DY[effect - v.SPAWN_UP] * tables.block
    create(tables, state, int(rule.stype), x, y, False)


@unit
def transform(tables, state, rule, slot, kind, forced, s2) -> None:
    """Replace a sprite by a sprite of type `kind` in its place; kill the second sprite if the rule says so."""
    made = create(tables, state, kind, int(state.sprites[slot].x), int(state.sprites[slot].y), forced)
    if made == NOBODY:
        return
    s, new = state.sprites[slot], state.sprites[made]
    both = oriented(tables, s) and oriented(tables, new)
    if rule.force or (both and not direction_known(new.ox, new.oy)):
        new.ox = s.ox
        new.oy = s.oy
    new.hp = s.hp
    hand_over(tables, state, slot, made)
    if rule.kill_second and s2 != BEYOND:
        doom(tables, state, s2, True)


@unit
def hand_over(tables, state, slot, made) -> None:
    """Give a new sprite the resources and the last position of the sprite that it replaces, and remove the old sprite.

    If the old sprite is an avatar and the new one is not, the old sprite is not removed but disabled.
    """
    s, new = state.sprites[slot], state.sprites[made]
    new.px = s.px
    new.py = s.py
    if not tables.kinds[new.type].turn:
        state.settle[state.settling] = made
        state.settling += 1
    if s.purse != NOBODY and new.purse != NOBODY:
        for r in range(RESOURCES):
            state.purse[new.purse, r] += state.purse[s.purse, r]
    replaced = True
    if tables.kinds[s.type].avatar:
        if tables.kinds[new.type].avatar:
            state.avatar = made
        else:
            replaced = False
    doom(tables, state, slot, replaced)


def transform_all(tables, state, rule, s2):
    """Transform all sprites of the rule's type, not of its subtypes, that exist when the effect begins."""
    u = int(state.first[rule.stype])
    until = int(state.last[rule.stype])
    while u != NOBODY:
        transform(tables, state, rule, u, int(rule.other), True, s2)
        u = NOBODY if u == until else int(state.sprites[u].next)


def transform_to_child(tables, state, rule, s1, s2, rng):
    """Transform a sprite into a random other type of the list of subtypes; a type without a class makes nothing."""
    members = int(tables.kinds[rule.stype].members)
    if members < 2:
        return
    wanted = draw_below(rng, members - 1)
    if wanted >= tables.rank[rule.stype, rule.stype]:
        wanted += 1
    kind = int(tables.members[tables.kinds[rule.stype].first + wanted])
    if tables.kinds[kind].role != NOBODY:
        transform(tables, state, rule, s1, kind, False, s2)


def transform_to_singleton(tables, state, rule, s1, s2):
    """Transform a sprite into the new type, after all sprites of this type have been transformed back."""
    u = int(state.first[rule.stype])
    until = int(state.last[rule.stype])
    while u != NOBODY:
        become(tables, state, u, int(rule.other))
        u = NOBODY if u == until else int(state.sprites[u].next)
    made = become(tables, state, s1, int(rule.stype))
    if made != NOBODY and rule.force:
        new, other = state.sprites[made], state.sprites[s2]
        new.marks |= TURNED
        new.ox = -other.ox
        new.oy = -other.oy


@unit
def become(tables, state, slot, kind) -> int:
    """Replace a sprite; return the new sprite, or `NOBODY`. If both have a direction, the direction does not change."""
    made = create(tables, state, kind, int(state.sprites[slot].x), int(state.sprites[slot].y), False)
    if made != NOBODY:
        s, new = state.sprites[slot], state.sprites[made]
        if oriented(tables, s) and oriented(tables, new):
            new.ox = s.ox
            new.oy = s.oy
        hand_over(tables, state, slot, made)
    return made


# ---------------------------------------------------------------------------------------------------------------------
# Resources and health


@unit
def owning(tables, state, rule, s1, s2) -> int:
    """Apply an effect on resources or health."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    if effect == v.COLLECT or effect == v.COLLECT_IF_HELD:
        return collect(tables, state, rule, s1, s2)
    if effect == v.CHANGE_RESOURCE:
        resource = int(rule.resource)
        if owned(state, s1, resource) + rule.value > tables.resource_limit[resource]:
            return NO
        give(tables, state, s1, resource, int(rule.value))
        if rule.kill_resource:
            doom(tables, state, s2, True)
        return YES
    if effect == v.ADD_HEALTH or effect == v.ADD_HEALTH_TO_MAX:
        limit = int(tables.kinds[s.type].hp_limit)
        if s.hp + rule.value < limit:
            s.hp += rule.value
        elif effect == v.ADD_HEALTH:
            return NO
        else:
            s.hp = limit
        if rule.kill_second and s2 != BEYOND:
            doom(tables, state, s2, False)
        return YES
    return wound(tables, state, rule, s1)


def collect(tables, state, rule, s1, s2):
    """Give the first sprite, a resource, to the second sprite.

    With collectResource, the second sprite takes it up to its limit. With collectResourceIfHeld, it must own another
    resource and takes all or nothing; the first sprite may vanish even then.
    """
    about = tables.kinds[state.sprites[s1].type]
    resource = int(about.resource)
    if not about.collectable:
        return YES
    limit = int(tables.resource_limit[resource])
    have = owned(state, s2, resource)
    if rule.effect == v.COLLECT:
        taken = have < limit
        if not taken:
            return NO
    else:
        if owned(state, s2, int(rule.resource)) < rule.value:
            return NO
        taken = have + about.value <= limit
    if taken:
        give(tables, state, s2, resource, int(about.value))
    if rule.kill_resource:
        doom(tables, state, s1, rule.effect == v.COLLECT)
    return YES if taken else NO


def wound(tables, state, rule, s1):
    """Take health from a sprite, or from the first sprite of the last non-empty subtype of a named type."""
    slot = s1
    if rule.stype != NOBODY:
        first = int(tables.kinds[rule.stype].first)
        for i in range(first, first + int(tables.kinds[rule.stype].members)):
            if state.first[tables.members[i]] != NOBODY:
                slot = int(state.first[tables.members[i]])
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
    """Apply an effect on places, directions or speeds."""
    effect = int(rule.effect)
    s = state.sprites[s1]
    other = state.sprites[s2]
    if effect == v.REVERSE:
        s.ox = -s.ox
        s.oy = -s.oy
    elif effect == v.FLIP:
        direction = draw_below(rng, 4)
        s.ox = DX[direction]
        s.oy = DY[direction]
    elif effect == v.TURN_AROUND:
        turn_around(tables, state, s1)
    elif effect == v.BOUNCE_FORWARD:
        bounce(tables, state, s1, s2)
    elif effect == v.UNDO_ALL:
        undo_all(tables, state, rule)
    elif effect == v.WRAP:
        wrap(tables, state, rule, s1)
    elif effect == v.TELEPORT:
        teleport(tables, state, s1, s2, rng)
    elif effect == v.PULL:
        pull(tables, state, rule, s1, s2)
    elif effect == v.ALIGN:
        if rule.align:
            s.ox = other.ox
            s.oy = other.oy
        put(tables, state, s1, int(other.x), int(other.y))
    elif effect == v.ATTRACT_GAZE:
        gaze(tables, state, rule, s1, s2, rng)
    else:
        pacing(tables, state, rule)
    return YES


@unit
def gaze(tables, state, rule, s1, s2, rng) -> None:
    """Turn in the direction of the other sprite."""
    s, other = state.sprites[s1], state.sprites[s2]
    if not (oriented(tables, s) and oriented(tables, other)) or draw_double(rng) >= rule.prob:
        return
    s.ox = other.ox
    s.oy = other.oy
    if rule.align:
        if s.oy == 0.0 and abs(s.ox) == 1.0:
            put(tables, state, s1, int(s.x), int(other.y))
        else:
            put(tables, state, s1, int(other.x), int(s.y))


@unit
def turn_around(tables, state, slot) -> None:
    """Move the sprite back, then two steps down, and reverse its direction."""
    s = state.sprites[slot]
    put_back(tables, state, slot)
    for _ in range(2):
        s.moved = state.tick + 1 - tables.kinds[s.type].cooldown
        move_actively(tables, state, slot, 0.0, 1.0, 0.0)
    s.ox = -s.ox
    s.oy = -s.oy


@unit
def bounce(tables, state, s1, s2) -> None:
    """Push a sprite along the movement of the other sprite."""
    s, other = state.sprites[s1], state.sprites[s2]
    dx, dy = course(other)
    if dx * other.ox < 0.0:
        dx = -dx
    if dy * other.oy < 0.0:
        dy = -dy
    move_actively(tables, state, s1, dx, dy, speed_of(tables, state, s2))
    s.ox = dx
    s.oy = dy


@unit
def undo_all(tables, state, rule) -> None:
    """Move all sprites back to their places before this cycle, except types that the rule excludes."""
    for i in range(tables.drawn):
        t = int(tables.drawing[i])
        if rule.types & bit(t) == NOTHING:
            u = int(state.first[t])
            while u != NOBODY:
                put_back(tables, state, u)
                u = int(state.sprites[u].next)


@unit
def wrap(tables, state, rule, slot) -> None:
    """Move a sprite to the opposite side."""
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
    """Move a sprite to a random exit of the portal, or kill it if there is none."""
    s = state.sprites[s1]
    stype = int(tables.kinds[state.sprites[s2].type].stype)
    if stype == NOBODY:
        return
    if state.count[stype] == 0:
        doom(tables, state, s1, False)
        return
    u = int(state.first[stype])
    for _ in range(draw_below(rng, int(state.count[stype]))):
        u = int(state.sprites[u].next)
    exit = state.sprites[u]
    put(tables, state, s1, int(exit.x), int(exit.y))
    s.moved = state.tick + 1
    if oriented(tables, exit):
        s.ox = exit.ox
        s.oy = exit.oy


@unit
def pull(tables, state, rule, s1, s2) -> None:
    """Carry a sprite along the movement of the other sprite, once in a cycle for each line of the description."""
    other = state.sprites[s2]
    for i in range(state.pulls):
        if state.pull[i, 0] == rule.line and state.pull[i, 1] == s1:
            return
    if state.pulls == PULLS:
        state.full = 1
        return
    state.pull[state.pulls, 0] = rule.line
    state.pull[state.pulls, 1] = s1
    state.pulls += 1
    dx, dy = course(other)
    attempt(tables, state, s1, dx, dy, int(speed_of(tables, state, s2) * tables.block))
    if rule.exact:
        put(tables, state, s1, int(other.x), int(other.y))


@unit
def pacing(tables, state, rule) -> None:
    """Set the speed of all sprites of a type."""
    first = int(tables.kinds[rule.stype].first)
    for i in range(first, first + int(tables.kinds[rule.stype].members)):
        u = int(state.first[tables.members[i]])
        while u != NOBODY:
            state.speeds[u] = rule.prob
            u = int(state.sprites[u].next)
