"""Make and remove sprites; their resources, memories and numbers."""

import numpy as np

from mcts_lab.engine.bits import ONE, bit, word
from mcts_lab.engine.generic import unit

from .grid import NOTHING, enter, leave, look, place_of
from .tables import (
    BEYOND,
    DISABLED,
    DOOMED,
    FRESH,
    GONE,
    MEMORIES,
    NOBODY,
    PURSES,
    RESOURCES,
    SPRITES,
)
from .vocabulary import PATH_ALT_CHASER


def barred(tables, state, kind):
    """Return whether another sprite of this type is forbidden, because a singleton type may have only one sprite."""
    single = tables.kinds[kind].single
    if single == NOTHING:
        return False
    for t in range(tables.types):
        if single & bit(t) != NOTHING and population(tables, state, t) > 0:
            return True
    return False


def population(tables, state, kind):
    """Return the number of sprites of a type and its subtypes, dead avatars included."""
    first = int(tables.kinds[kind].first)
    n = 0
    for i in range(first, first + int(tables.kinds[kind].members)):
        n += int(state.count[tables.members[i]])
    return n


def survivors(tables, state, kind):
    """Return the number of sprites of a type and its subtypes without dead avatars."""
    first = int(tables.kinds[kind].first)
    n = 0
    for i in range(first, first + int(tables.kinds[kind].members)):
        n += int(state.count[tables.members[i]]) - int(state.dead[tables.members[i]])
    return n


@unit
def create(tables, state, kind, x, y, forced) -> int:
    """Make a sprite of type `kind`; return its slot, or `NOBODY` if a singleton forbids it (unless `forced`).

    Without a free slot, the state is marked as full and the game ends.
    """
    about = tables.kinds[kind]
    if not forced and barred(tables, state, kind):
        return NOBODY
    if about.fixed:  # cannot happen, because effects make no sprites of fixed types
        return NOBODY
    slot = int(state.free)
    if slot != NOBODY:
        state.free = state.sprites[slot].next
    elif state.used < SPRITES:
        slot = int(state.used)
        state.used += 1
    else:
        state.full = 1
        return NOBODY
    s = state.sprites[slot]
    s.type = kind
    s.x = x
    s.y = y
    s.px = x
    s.py = y
    s.ox = about.ox
    s.oy = about.oy
    s.serial = state.serial
    # a sprite whose type is still to be updated in this cycle counts as one tick older
    s.moved = state.tick if state.phase < about.order else state.tick + 1
    s.counter = 0
    s.since = -1
    s.before = NOBODY
    s.hp = about.hp
    s.ttl = about.ttl
    s.marks = FRESH
    s.purse = NOBODY
    state.serial += 1
    state.count[kind] += 1
    s.next = NOBODY
    s.prev = state.last[kind]
    if s.prev == NOBODY:
        state.first[kind] = slot
    else:
        state.sprites[s.prev].next = slot
    state.last[kind] = slot
    if about.owner:
        take_purse(state, slot)
    if about.role == PATH_ALT_CHASER:
        take_memory(state, slot)
    if about.varies:
        state.speeds[slot] = about.speed
    s.cell, s.parts = place_of(tables, x, y)
    enter(tables, state, slot, word(s.parts))
    look(tables, state, slot)
    return slot


def take_purse(state, slot):
    """Give a sprite an empty purse, which is a row of the array of owned resources."""
    for i in range(PURSES):
        if (state.purses >> np.uint64(i)) & ONE == NOTHING:
            state.purses |= ONE << np.uint64(i)
            state.sprites[slot].purse = i
            for r in range(RESOURCES):
                state.purse[i, r] = 0
            return
    state.full = 1


def take_memory(state, slot):
    """Give a sprite a memory for a target."""
    for i in range(MEMORIES):
        if (state.memories >> np.uint64(i)) & ONE == NOTHING:
            state.memories |= ONE << np.uint64(i)
            state.sprites[slot].since = i
            state.memory[i].target = NOBODY
            state.memory[i].known = 0
            return
    state.full = 1


@unit
def forget(tables, state, slot) -> None:
    """Write the place of a removed sprite into memories that contain it, and free its own memory."""
    s = state.sprites[slot]
    if tables.kinds[s.type].role == PATH_ALT_CHASER and s.since != NOBODY:
        state.memories &= ~(ONE << np.uint64(s.since))
    for i in range(MEMORIES):
        m = state.memory[i]
        if (state.memories >> np.uint64(i)) & ONE != NOTHING and m.target == slot:
            m.target = GONE
            m.x = s.x
            m.y = s.y


def owned(state, slot, resource):
    """Return the amount of a resource that a sprite has."""
    purse = int(state.sprites[slot].purse)
    return 0 if purse == NOBODY or resource == NOBODY else int(state.purse[purse, resource])


def give(tables, state, slot, resource, amount):
    """Change a sprite's amount of a resource; the amount stays between 0 and the limit."""
    purse = int(state.sprites[slot].purse)
    if purse != NOBODY and resource != NOBODY:
        have = int(state.purse[purse, resource]) + amount
        state.purse[purse, resource] = max(0, min(have, int(tables.resource_limit[resource])))


@unit
def doom(tables, state, slot, transforms) -> None:
    """Put a sprite on the list of sprites to remove; an avatar is only disabled, unless `transforms` is True."""
    s = state.sprites[slot]
    if slot == BEYOND:
        return
    if tables.kinds[s.type].avatar and not transforms:
        if not s.marks & DISABLED:
            s.marks |= DISABLED
            state.dead[s.type] += 1
        return
    if not s.marks & DOOMED:
        s.marks |= DOOMED
        state.doom[state.doomed] = slot
        state.doomed += 1


@unit
def remove_doomed(tables, state) -> None:
    """Remove the sprites on the list."""
    for i in range(state.doomed):
        slot = int(state.doom[i])
        s = state.sprites[slot]
        kind = int(s.type)
        if s.prev == NOBODY:
            state.first[kind] = s.next
        else:
            state.sprites[s.prev].next = s.next
        if s.next == NOBODY:
            state.last[kind] = s.prev
        else:
            state.sprites[s.next].prev = s.prev
        state.count[kind] -= 1
        if s.marks & DISABLED:
            state.dead[kind] -= 1
        if s.purse != NOBODY:
            state.purses &= ~(ONE << np.uint64(s.purse))
        if state.memories != NOTHING:
            forget(tables, state, slot)
        leave(tables, state, slot, word(s.parts))
        if slot == state.avatar:
            state.avatar = NOBODY
        s.type = NOBODY
        s.next = state.free
        state.free = slot
    state.doomed = 0


@unit
def stand_in(tables, state, kind, cell) -> int:
    """Fill the slot `BEYOND` with data for a sprite of a type that never changes, since such types have no sprites."""
    s = state.sprites[BEYOND]
    width = tables.width + 2
    s.type = kind
    s.x = (cell % width - 1) * tables.block
    s.y = (cell // width - 1) * tables.block
    s.px = s.x
    s.py = s.y
    s.ox = tables.kinds[kind].ox
    s.oy = tables.kinds[kind].oy
    s.marks = FRESH
    s.purse = NOBODY
    s.serial = -1
    return BEYOND
