"""One cycle of the engine: the avatar, the other sprites, the effects, removals and endings.

The effects of pairs are applied in the order of the tables. For each effect, the first sprites are those that exist
when the effect begins. Each first sprite meets the second sprites that overlap it at this moment.
"""

import numpy as np

from mcts_lab.engine.bits import bit, drop_lowest, lowest_bit, natural, word
from mcts_lab.engine.generic import unit
from mcts_lab.engine.scratch import local_record

from .creation import population, remove_doomed, stand_in, survivors
from .effects import apply, shielded
from .grid import NOTHING, cell_of_part, look, outside, overlap, plan
from .sprites import spawn, update_avatar, update_sprite
from .tables import BEYOND, DISABLED, DOOMED, NOBODY
from .vocabulary import COUNTER, COUNTER_MORE, LIMIT_OF_TICKS, MULTI, MULTI_TYPES, SPAWN_POINT, TIMEOUT

HITS = 256  # maximum number of sprites that overlap one sprite; if there are more, the state is marked as full

hits_record = local_record(np.dtype([("key", "<i8", (HITS,)), ("who", "<i8", (HITS,))]))


@unit
def advance(tables, state, action, rng) -> None:
    """Play one cycle in which the avatar takes an action."""
    update_all(tables, state, action, rng)
    if state.timers > 0:
        timed_effects(tables, state, rng)
    if tables.edges > 0:
        edge_effects(tables, state, rng)
    if some_meet(tables, state):
        pair_effects(tables, state, rng)
    remove_doomed(tables, state)
    check_endings(tables, state)
    if state.full:  # a limit of the tables was reached, so the game cannot continue by its rules
        state.ended = 1
        state.winner = 0
    state.tick += 1


@unit
def update_all(tables, state, action, rng) -> None:
    """Do steps 1 and 2: the avatar, then all other sprites in the order of updates."""
    state.shields = 0
    state.pulls = 0
    for i in range(state.settling):
        begin_turn(state, int(state.settle[i]))
    state.settling = 0
    state.phase = -1
    avatar = int(state.avatar)
    if avatar != NOBODY and not state.sprites[avatar].marks & DISABLED:
        begin_turn(state, avatar)
        update_avatar(tables, state, avatar, action)
    for i in range(tables.updates):
        kind = int(tables.update[i])
        about = tables.kinds[kind]
        state.phase = about.order
        slot = int(state.first[kind])
        until = int(state.last[kind])  # sprites made while their type is updated wait for the next cycle
        while slot != NOBODY:
            slot = natural(slot)
            begin_turn(state, slot)
            if about.role == SPAWN_POINT:
                spawn(tables, state, about, slot, rng)
            else:
                update_sprite(tables, state, about, slot, rng)
            slot = NOBODY if slot == until else int(state.sprites[slot].next)
    state.phase = 1 << 20


def begin_turn(state, slot):
    s = state.sprites[slot]
    s.px = s.x
    s.py = s.y


@unit
def timed_effects(tables, state, rng) -> None:
    """Do step 3a: apply the timed effects that are due, the earliest first, each only once in a cycle."""
    while state.timers > 0 and state.due[0] <= state.tick:
        number = int(state.pending[0])
        state.timers -= 1
        for i in range(state.timers):
            state.due[i] = state.due[i + 1]
            state.pending[i] = state.pending[i + 1]
        rule = tables.timer[number]
        state.sprites[BEYOND].type = NOBODY
        if rule.first == NOBODY:
            apply(tables, state, rule, BEYOND, BEYOND, rng)
        else:
            to_all(tables, state, rule, rng)
        if rule.repeating:
            plan(state, number, state.tick + max(1, rule.timer))


def to_all(tables, state, rule, rng):
    """Apply an effect without a partner to the sprites of its type.

    It also applies to sprites that it has made, if their type comes later in the list of subtypes.
    """
    first = int(tables.kinds[rule.first].first)
    for m in range(first, first + int(tables.kinds[rule.first].members)):
        u = int(state.first[tables.members[m]])
        until = int(state.last[tables.members[m]])
        while u != NOBODY:
            if not state.sprites[u].marks & (DOOMED | DISABLED):
                apply(tables, state, rule, u, BEYOND, rng)
            u = NOBODY if u == until else int(state.sprites[u].next)


@unit
def edge_effects(tables, state, rng) -> None:
    """Do step 3b: effects on sprites that are not completely on the screen."""
    for i in range(tables.edges):
        rule = tables.edge[i]
        first = int(tables.kinds[rule.first].first)
        for m in range(first, first + int(tables.kinds[rule.first].members)):
            u = int(state.first[tables.members[m]])
            until = int(state.last[tables.members[m]])
            while u != NOBODY:
                if outside(tables, state.sprites[u]) and not state.sprites[u].marks & (DOOMED | DISABLED):
                    state.sprites[BEYOND].type = NOBODY
                    apply(tables, state, rule, u, BEYOND, rng)
                    if state.last[tables.members[m]] != until:
                        break  # a sprite of this type was made: the framework skips the remaining sprites
                u = int(state.sprites[u].next)


def some_meet(tables, state):
    """Return whether there may be overlapping sprites with an effect on each other."""
    found = NOTHING
    for t in range(tables.types):
        found |= state.touch[t] & tables.meets[t]
    return found != NOTHING


@unit
def pair_effects(tables, state, rng) -> None:
    """Do step 3c: apply the effects of pairs whose types may overlap."""
    for i in range(tables.pairs):
        rule = tables.pair[i]
        first = int(tables.kinds[rule.first].first)
        for m in range(first, first + int(tables.kinds[rule.first].members)):
            if state.touch[tables.members[m]] & tables.kinds[rule.second].within != NOTHING:
                if state.shields == 0 or not shielded(state, rule):
                    pair_effect(tables, state, i, rng)
                break


@unit
def pair_effect(tables, state, number, rng) -> None:
    """Apply one effect of step 3c to all first sprites, which are found from the side with fewer sprites."""
    rule = tables.pair[number]
    until = int(state.serial)
    if rule.either and population(tables, state, rule.second) < population(tables, state, rule.first):
        found = hits_record()
        n = find_firsts(tables, state, found, rule, until)
        if n < HITS:
            for i in range(n):
                slot = int(found.who[i])
                if slot >= 0 and not state.sprites[slot].marks & DOOMED:
                    meet(tables, state, number, slot, until, rng)
            return
    within = tables.kinds[rule.second].within
    first = int(tables.kinds[rule.first].first)
    for m in range(first, first + int(tables.kinds[rule.first].members)):
        kind = int(tables.members[m])
        if state.touch[kind] & within != NOTHING:
            state.touch[kind] = NOTHING  # computed again from `near` of all its sprites
            slot = int(state.first[kind])
            while slot != NOBODY and state.sprites[slot].serial < until:
                s = state.sprites[slot]
                if s.near & within != NOTHING and not s.marks & DOOMED:
                    meet(tables, state, number, slot, until, rng)
                state.touch[kind] |= s.near
                slot = int(s.next)
            while slot != NOBODY:  # sprites that the effect has made
                state.touch[kind] |= state.sprites[slot].near
                slot = int(state.sprites[slot].next)


@unit
def find_firsts(tables, state, found, rule, until) -> int:
    """Write the first sprites that overlap a second sprite into `found`, in their order; return their number."""
    within = tables.kinds[rule.first].within
    n = 0
    first = int(tables.kinds[rule.second].first)
    for m in range(first, first + int(tables.kinds[rule.second].members)):
        slot = int(state.first[tables.members[m]])
        while slot != NOBODY:
            s = state.sprites[slot]
            if s.near & within != NOTHING:
                before = n
                n = find_hits(tables, state, found, n, int(rule.first), slot, until)
                if n == before:
                    look(tables, state, slot)
            slot = int(s.next)
    if n == 0:
        first = int(tables.kinds[rule.first].first)
        for m in range(first, first + int(tables.kinds[rule.first].members)):
            state.touch[tables.members[m]] &= ~tables.kinds[rule.second].within
    return n


@unit
def meet(tables, state, number, slot, until, rng) -> None:
    """Apply one effect to a first sprite and all second sprites that overlap it now."""
    rule = tables.pair[number]
    hits = hits_record()
    n = find_hits(tables, state, hits, 0, int(rule.second), slot, until)
    if n == HITS:
        state.full = 1
    if n == 0:
        look(tables, state, slot)
    s = state.sprites[slot]
    for i in range(n):
        who = int(hits.who[i])
        other = who if who >= 0 else stand_in(tables, state, ~who % 64, ~who // 64)
        if not s.marks & DOOMED and overlap(tables, s, state.sprites[other]):
            apply(tables, state, rule, slot, other, rng)


def find_hits(tables, state, hits, n, kind, slot, until):
    """Insert the sprites of type `kind` that overlap a sprite into the n `hits`, in order; return the new number.

    A sprite of a type that never changes is written as ~(64 cell + type).
    """
    s = state.sprites[slot]
    within = tables.kinds[kind].within
    left = word(s.parts)
    while left != NOTHING:
        cell = cell_of_part(tables, int(s.cell), lowest_bit(left))
        left = drop_lowest(left)
        link = int(state.lies[cell])
        while link != NOBODY:
            u = natural(link >> 2)
            other = state.sprites[u]
            if u != slot and bit(int(other.type)) & within != NOTHING and other.serial < until:
                if overlap(tables, s, other):
                    n = insert(hits, n, rank(tables, kind, int(other.type)) + int(other.serial), u)
            link = int(other.beside[link & 3])
        here = tables.fixed[cell] & within
        while here != NOTHING:
            t = lowest_bit(here)
            here = drop_lowest(here)
            n = insert(hits, n, rank(tables, kind, t) + int(tables.fixed_serial[cell]), ~(64 * cell + t))
    return n


def rank(tables, kind, subtype):
    """Return the index of a subtype in the list of a type. It is the more important part of a key for sorting."""
    return np.int64(tables.rank[kind, subtype]) << 32


def insert(hits, n, key, who):
    """Insert a sprite into the sorted hits unless it is there already, and return the number of hits."""
    place = n
    while place > 0 and hits.key[place - 1] > key:
        place -= 1
    if n == HITS or (place > 0 and hits.key[place - 1] == key):
        return n
    for i in range(n, place, -1):
        hits.key[i] = hits.key[i - 1]
        hits.who[i] = hits.who[i - 1]
    hits.key[place] = key
    hits.who[place] = who
    return n + 1


# ---------------------------------------------------------------------------------------------------------------------
# Endings


@unit
def check_endings(tables, state) -> None:
    """Do steps 5 and 6: end the game if the condition of an ending is true. At the limit of ticks the game is lost."""
    for i in range(tables.endings):
        ending = tables.ending[i]
        if not state.ended and holds(tables, state, ending):
            state.ended = 1
            state.winner = ending.win
    if state.tick >= LIMIT_OF_TICKS and not state.ended:
        state.ended = 1
        state.winner = 0


def holds(tables, state, ending):
    sort = int(ending.role)
    if sort == TIMEOUT:
        return state.tick >= ending.limit
    if sort == COUNTER:
        return survivors(tables, state, int(ending.stypes[0])) <= ending.limit
    if sort == COUNTER_MORE:
        return survivors(tables, state, int(ending.stypes[0])) >= ending.limit
    if sort == MULTI:
        return sum_holds(tables, state, ending)
    return sort == MULTI_TYPES and types_hold(tables, state, ending)


def sum_holds(tables, state, ending):
    """Return whether the sprites of the types are as many as the limit, or with `least` more."""
    n = 0
    for i in range(3):
        if ending.stypes[i] != NOBODY:
            n += survivors(tables, state, int(ending.stypes[i]))
    return n == ending.limit or (ending.least and n > ending.limit)


def types_hold(tables, state, ending):
    """Return whether the sprites are as many as the limit and belong to `kinds` different subtypes."""
    n, kinds = 0, 0
    for i in range(3):
        if ending.stypes[i] != NOBODY:
            n += survivors(tables, state, int(ending.stypes[i]))
            first = int(tables.kinds[ending.stypes[i]].first)
            for m in range(first, first + int(tables.kinds[ending.stypes[i]].members)):
                t = int(tables.members[m])
                kinds += state.count[t] - state.dead[t] > 0
    return n == ending.limit and kinds == ending.kinds
