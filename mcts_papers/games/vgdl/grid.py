"""Sprites on the board: their places, and a fast search for overlaps.

Sprites of the same type are in a linked list in the order of creation. The board has a border of one cell. Sprites
farther outside are also in the lists of this border. A sprite has up to four parts, each in one cell, and each cell has
a linked list of its parts: the link 4 s + p is part p of the sprite in slot s. Sprites that overlap have a cell in
common.

`near` of a sprite is a set of types that contains the types of all sprites that overlap it, and sometimes more.
`touch` of a type is the union of `near` over its sprites. If these sets do not contain the type that an effect needs,
the engine skips the effect. The sets grow when a sprite moves or appears. They are computed again when a search in the
cells has found no overlap.

Types that never change (walls, floors) have no sprites in the state. The array `fixed` of the tables has their cells.
When an effect needs such a sprite, the slot `BEYOND` represents it.
"""

import numpy as np

from mcts_lab.engine.bits import bit, drop_lowest, lowest_bit, natural, word
from mcts_lab.engine.generic import unit

from .tables import (
    CELLS,
    MEMORIES,
    NOBODY,
    PENDING,
    PURSES,
    SPRITES,
    TURNED,
    TYPES,
)

NOTHING = np.uint64(0)


def column(tables, x):
    """Return the column of the board, border included, for a pixel."""
    return min(max(int(x) + tables.block, 0) * tables.inverse >> 32, tables.width + 1)


def row(tables, y):
    return min(max(int(y) + tables.block, 0) * tables.inverse >> 32, tables.height + 1)


def cell_of(tables, x, y):
    return row(tables, y) * (tables.width + 2) + column(tables, x)


def place_of(tables, x, y):
    """Return the cell of a square's upper left corner, and the set of the square's parts (see `cell_of_part`)."""
    block, c, r = tables.block, column(tables, x), row(tables, y)
    over = c <= tables.width and max(x + block, 0) > c * block
    under = r <= tables.height and max(y + block, 0) > r * block
    return r * (tables.width + 2) + c, PARTS[over + 2 * under]


PARTS = np.array([0b0001, 0b0011, 0b0101, 0b1111], np.uint64)  # index: 1 to reach the right cell, plus 2 the lower


def cell_of_part(tables, cell, part):
    """Return the cell of a part of a square: 0 is the upper left corner, 1 is to the right, 2 and 3 are below."""
    return natural(cell + (part & 1) + (part >> 1) * (tables.width + 2))


def overlap(tables, a, b):
    """Return whether two sprites overlap."""
    block = tables.block
    return abs(a.x - b.x) < block and abs(a.y - b.y) < block


def left_behind(tables, s):
    """Return whether a sprite has completely left its place before this cycle."""
    block = tables.block
    return abs(s.x - s.px) >= block or abs(s.y - s.py) >= block


def oriented(tables, s):
    """Return whether a sprite has a direction."""
    return tables.kinds[s.type].oriented != 0 or s.marks & TURNED != 0


def speed_of(tables, state, slot):
    """Return the speed of a sprite: its type's speed, unless an effect has changed it."""
    about = tables.kinds[state.sprites[slot].type]
    return state.speeds[slot] if about.varies else about.speed


def outside(tables, s):
    """Return whether a sprite is partly or completely outside the screen."""
    block = tables.block
    return s.x < 0 or s.y < 0 or s.x > (tables.width - 1) * block or s.y > (tables.height - 1) * block


@unit
def blank(tables, state) -> None:
    """Empty the board."""
    state.tick = 0
    state.score = 0
    state.winner = -1
    state.ended = 0
    state.full = 0
    state.avatar = NOBODY
    state.serial = tables.born
    state.used = 0
    state.free = NOBODY
    state.doomed = 0
    state.phase = 0
    state.shields = 0
    state.settling = 0
    state.purses = NOTHING
    state.memories = NOTHING
    state.timers = 0
    state.pulls = 0
    for t in range(TYPES):
        state.first[t] = NOBODY
        state.last[t] = NOBODY
        state.count[t] = tables.fixed_count[t]
        state.dead[t] = 0
        state.touch[t] = NOTHING
    for i in range(tables.native):
        plan(state, i, int(tables.timer[i].due))
    for cell in range(tables.cells):
        state.lies[cell] = NOBODY


def plan(state, number, due):
    """Schedule a timed effect for a tick, before other effects at the same tick."""
    if state.timers == PENDING:
        state.full = 1
        return
    place = int(state.timers)
    while place > 0 and state.due[place - 1] >= due:
        state.due[place] = state.due[place - 1]
        state.pending[place] = state.pending[place - 1]
        place -= 1
    state.due[place] = due
    state.pending[place] = number
    state.timers += 1


@unit
def look(tables, state, slot) -> None:
    """Compute `near` of a sprite again, and update the sprites that it overlaps and its type."""
    look_around(tables, state, slot)


def look_around(tables, state, slot):
    """Do the same as `look`. This version is compiled into its caller, which is faster than a call."""
    sprites = state.sprites
    s = sprites[slot]
    kind = int(s.type)
    mine = bit(kind)
    near, left = NOTHING, word(s.parts)
    while left != NOTHING:
        cell = cell_of_part(tables, int(s.cell), lowest_bit(left))
        left = drop_lowest(left)
        near |= tables.fixed[cell]
        link = int(state.lies[cell])
        while link != NOBODY:
            u = natural(link >> 2)
            other = sprites[u]
            if u != slot and overlap(tables, s, other):
                near |= bit(int(other.type))
                other.near |= mine
                state.touch[other.type] |= mine
            link = int(other.beside[link & 3])
    s.near = near
    state.touch[kind] |= near


@unit
def transfer(tables, target, source) -> None:
    """Copy one state to another, except the elements of its arrays that the game does not use."""
    target.tick = source.tick
    target.score = source.score
    target.winner = source.winner
    target.ended = source.ended
    target.full = source.full
    target.avatar = source.avatar
    target.serial = source.serial
    target.used = source.used
    target.free = source.free
    target.doomed = source.doomed
    target.phase = source.phase
    target.shields = 0  # shields end with the cycle
    target.settling = source.settling
    target.purses = source.purses
    for t in range(tables.types):
        target.first[t] = source.first[t]
        target.last[t] = source.last[t]
        target.count[t] = source.count[t]
        target.dead[t] = source.dead[t]
        target.touch[t] = source.touch[t]
    target.timers = source.timers
    target.memories = source.memories
    if source.timers > 0 or source.memories != NOTHING or tables.paced:
        transfer_rest(tables, target, source)
    if source.purses != NOTHING:
        for i in range(PURSES):
            for r in range(tables.resources):
                target.purse[i, r] = source.purse[i, r]
    for i in range(source.settling):
        target.settle[i] = source.settle[i]
    for cell in range(tables.cells):
        target.lies[cell] = source.lies[cell]
    for i in range(source.used):
        target.sprites[i] = source.sprites[i]


@unit
def transfer_rest(tables, target, source) -> None:
    """Copy the parts that few games use."""
    for i in range(source.timers):
        target.due[i] = source.due[i]
        target.pending[i] = source.pending[i]
    for i in range(MEMORIES):
        target.memory[i] = source.memory[i]
    if tables.paced:
        for i in range(source.used):
            target.speeds[i] = source.speeds[i]


def enter(tables, state, slot, parts):
    """Link parts of a sprite into their cells."""
    s = state.sprites[slot]
    while parts != NOTHING:
        part = lowest_bit(parts)
        parts = drop_lowest(parts)
        cell = cell_of_part(tables, int(s.cell), part)
        s.beside[part] = state.lies[cell]
        state.lies[cell] = 4 * slot + part


def leave(tables, state, slot, parts):
    """Unlink parts of a sprite from their cells."""
    s = state.sprites[slot]
    while parts != NOTHING:
        part = lowest_bit(parts)
        parts = drop_lowest(parts)
        cell, mine = cell_of_part(tables, int(s.cell), part), 4 * slot + part
        link = int(state.lies[cell])
        if link == mine:
            state.lies[cell] = s.beside[part]
        else:
            while int(state.sprites[natural(link >> 2)].beside[link & 3]) != mine:
                link = int(state.sprites[natural(link >> 2)].beside[link & 3])
            state.sprites[natural(link >> 2)].beside[link & 3] = s.beside[part]


@unit
def put(tables, state, slot, x, y) -> None:
    """Move a sprite to a position in pixels."""
    slot = natural(slot)
    s = state.sprites[slot]
    if s.x == x and s.y == y:
        return
    cell, parts = place_of(tables, x, y)
    before = word(s.parts)
    stay = parts & before if cell == s.cell else NOTHING
    leave(tables, state, slot, before & ~stay)
    s.x = x
    s.y = y
    s.cell = cell
    s.parts = parts
    enter(tables, state, slot, parts & ~stay)
    look_around(tables, state, slot)


def put_back(tables, state, slot):
    """Move a sprite back to its place before this cycle."""
    put(tables, state, slot, int(state.sprites[slot].px), int(state.sprites[slot].py))


assert PURSES <= 64 and MEMORIES <= 64 and CELLS < 2**15 and 4 * SPRITES + 3 < 2**15 and TYPES <= 64
