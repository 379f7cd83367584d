"""What an agent sees of a game in VGDL: what lies where, and where it stands itself.

Cells are numbered row by row and are those of the board with its border (see `board`); what lies partly in a cell
counts for the one with its upper left corner. Things are of kinds, numbered from 0 to 63. Another game on a grid may
answer these questions as well.
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import bit
from ...engine.generic import generic, helper
from ...game import key
from ..boards.hashing import scramble
from .board import cell_of
from .rules import Vgdl
from .tables import DIRECTION, DX, DY, NOBODY, OURS, USE


@generic
def grid(game) -> tuple:
    """(cells in all, cells in a row) of the grid that things lie on; (0, 0): there is none."""
    return 0, 0


@grid.register(Vgdl)
def vgdl_grid(game):
    tables = game.tables[0]
    return int(tables.cells), int(tables.width) + 2


@generic
def spot(game, state) -> int:
    """The cell in which the player is; -1: nowhere."""
    return -1


@spot.register(Vgdl)
def vgdl_spot(game, state):
    if state.avatar == NOBODY:
        return -1
    s = state.sprites[state.avatar]
    return cell_of(game.tables[0], s.x, s.y)


@helper
def facing(s):
    """A direction as a number: -4 to 4, 0 for none."""
    return int(s.ox) + 3 * int(s.oy)


@generic
def heading(game, state) -> int:
    """A number for the way the player looks, which some actions only change; 0 where that means nothing."""
    return 0


@heading.register(Vgdl)
def vgdl_heading(game, state):
    return 0 if state.avatar == NOBODY else facing(state.sprites[state.avatar])


@generic
def guise(game, state) -> int:
    """The kind of thing that the player is at the moment, 0 to 63."""
    return 0


@guise.register(Vgdl)
def vgdl_guise(game, state):
    return 0 if state.avatar == NOBODY else int(state.sprites[state.avatar].type)


@generic
def ahead(game, state, action) -> int:
    """The cell that `action` aims at: beside the player, or the one they are in."""
    return -1


@ahead.register(Vgdl)
def vgdl_ahead(game, state, action):
    """USE aims at what an avatar that looks somewhere has before it."""
    if state.avatar == NOBODY:
        return -1
    tables = game.tables[0]
    s = state.sprites[state.avatar]
    here = cell_of(tables, s.x, s.y)
    row = int(tables.width) + 2
    direction = DIRECTION[action]
    if direction != NOBODY:
        there = here + DX[direction] + DY[direction] * row
    elif action == USE and tables.kinds[s.type].rotates:
        there = here + int(s.ox) + int(s.oy) * row
    else:
        there = here
    return there if 0 <= there < tables.cells else here


@generic
def things(game, state, cell):
    """The kinds of what can be seen in a cell, without the player, as a set of bits (uint64)."""
    return np.uint64(0)


@things.register(Vgdl)
def vgdl_things(game, state, cell):
    """Without what the avatar made, and what is hidden; background counts, which is known as harmless soon."""
    tables = game.tables[0]
    found = tables.fixed[cell]
    link = int(state.lies[cell])
    while link != NOBODY:
        s = state.sprites[link >> 2]
        about = tables.kinds[s.type]
        if link & 3 == 0 and not about.avatar and not about.hidden and not s.marks & OURS:
            found |= bit(int(s.type))
        link = int(s.beside[link & 3])
    return found


@generic
def points(game, state) -> float:
    """The score so far."""
    return 0.0


@points.register(Vgdl)
def vgdl_points(game, state):
    return float(state.score)


@key.register(Vgdl)
def vgdl_key(game, state):
    """From all sprites that may change, the score, and what the avatar owns; not from the time."""
    tables = game.tables[0]
    word = scramble(np.uint64(int(state.score) + 2**20))
    for kind in range(tables.types):
        slot = int(state.first[kind])
        while slot != NOBODY:
            s = state.sprites[slot]
            place = (int(s.x) + 2**15) * 2**16 + int(s.y) + 2**15
            word = scramble(word ^ np.uint64(place * 2**16 + kind * 2**8 + facing(s) + 8))
            slot = int(s.next)
    purse = NOBODY if state.avatar == NOBODY else int(state.sprites[state.avatar].purse)
    if purse != NOBODY:
        for i in range(tables.resources):
            word = scramble(word ^ np.uint64(int(state.purse[purse, i]) + 1))
    return word
