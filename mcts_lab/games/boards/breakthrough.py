"""Breakthrough on a board of any size: reach the far rank, or take every enemy piece [Troyka 2000].

Black begins, from the top. A piece steps one square forward, straight or diagonally, onto an empty square, and takes
diagonally. Each side fills two ranks, or one on boards of fewer than six.

An action is 12 * square + 2 * direction + taking: squares are counted from the top left row by row, directions are
left, straight and right for Black (0 to 2) and for White (3 to 5).
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import bit, drop_lowest, lowest_bit
from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import next_word
from ...game import TERMINAL, Facts, text
from ..drawing.board_svg import Canvas, area
from .hashing import CELLS, SECOND, ZOBRIST


class Breakthrough(Distinct):
    """Breakthrough on `rows` x `columns` squares."""

    rows: int = 8
    columns: int = 8

    def facts(self):
        rows, columns = self
        if rows < 3 or not 2 <= columns <= 60 or rows * (columns + 1) > CELLS:
            raise ValueError(
                f"Breakthrough needs at least 3 rows, 2 to 60 columns, and rows x (columns + 1) at most {CELLS}; "
                f"it got {rows} x {columns}"
            )
        cells = rows * (columns + 1)
        ranks = ranks_of(self)
        # of one side, with every piece at the far rank
        steps = sum(columns * (rows - 1 - rank) for rank in range(ranks))
        usual = cells <= USUAL["cells"].shape[0] and ranks * columns <= USUAL["places"].shape[1]
        return Facts(
            name="breakthrough", title="Breakthrough", players=2, actions=12 * rows * columns,
            branching=3 * ranks * columns, length=2 * steps + 1, low=-1.0, high=1.0, outcomes=(-1.0, 1.0),
            dtype=USUAL if usual else LARGE, player_names=("Black", "White"),
        )

    def reset(self, state, rng):
        rows, columns, ranks = self.rows, self.columns, ranks_of(self)
        fill(state.cells, EMPTY)
        state.cells[-1] = OFF_BOARD  # before the first cell, seen from there
        state.places[:] = 0
        for row in range(rows):
            state.cells[row * (columns + 1) + columns] = OFF_BOARD
        for piece in range(ranks * columns):
            row, column = piece // columns, piece % columns
            black = row * (columns + 1) + column
            white = (rows - 1 - row) * (columns + 1) + column
            state.cells[black] = piece + 1
            state.cells[white] = -(piece + 1)
            state.places[0, piece] = black
            state.places[1, piece] = white
        fill(state.counts, ranks * columns)
        state.mover = 0
        state.winner = NOBODY

    def misfit(self, state):
        cells = self.rows * (self.columns + 1)
        rows = state.cells[:cells].reshape(self.rows, -1)
        right = (rows[:, -1] == OFF_BOARD).all() and (rows[:,
                                                           :-1] != OFF_BOARD).all() and not state.cells[cells:-1].any()
        return "" if right else "belongs to a board of another size"

    def to_move(self, state):
        return TERMINAL if state.winner != NOBODY else int(state.mover)

    def legal(self, state, out):
        if state.winner != NOBODY:
            return 0
        width = self.columns + 1
        inverse = (1 << 31) // width + 1  # cell // width == cell * inverse >> 31
        player = int(state.mover)
        ahead = width if player == 0 else -width
        pieces = int(state.counts[player])
        n = 0
        for first in range(0, self.rows * width, 64):  # the mover's pieces in the order of their cells
            found = np.uint64(0)
            for piece in range(pieces):
                offset = int(state.places[player, piece]) - first
                if 0 <= offset < 64:
                    found |= bit(offset)
            while found != 0:
                cell = first + lowest_bit(found)
                found = drop_lowest(found)
                square = cell - (cell * inverse >> 31)
                for side in range(3):
                    there = int(state.cells[cell + ahead + side - 1])
                    if may_enter(there, player, side):
                        out[n] = 12 * square + 6 * player + 2 * side + (there != EMPTY)
                        n += 1
        return n

    def random_action(self, state, rng, scratch):
        cell, side = random_step(self, state, rng)
        player = int(state.mover)
        width = self.columns + 1
        taking = state.cells[cell + (width if player == 0 else -width) + side - 1] != EMPTY
        return 12 * (cell - cell // width) + 6 * player + 2 * side + taking

    def play(self, state, action, rng):
        square = action // 12
        step(self, state, square + square // self.columns, action % 6 // 2)

    def playout(self, state, rng, scratch):
        plays = 0
        while state.winner == NOBODY:
            cell, side = random_step(self, state, rng)
            step(self, state, cell, side)
            plays += 1
        return plays

    def payoff(self, state, player):
        return 1.0 if state.winner == player else -1.0

    def heuristic(self, state, player):
        """Each piece counts (1 + ranks advanced) squared; the lead as a share of what both sides have."""
        mine = advance(self, state, player)
        theirs = advance(self, state, 1 - player)
        return (mine - theirs) / (mine + theirs)

    def noisy(self, state, action):
        return action % 2 == 1

    def key(self, state):
        word = SECOND if state.mover == 1 else np.uint64(0)
        for player in range(2):
            for piece in range(int(state.counts[player])):
                word ^= ZOBRIST[player, int(state.places[player, piece])]
        return word

    def action_name(self, state, action):
        square, taking = action // 12, action % 2
        row, column = divmod(square, self.columns)
        player, side = divmod(action % 12 // 2, 3)
        there = row + (1 if player == 0 else -1)
        start = f"{column_label(column)}{self.rows - row}"
        return f"{start}{column_label(column + side - 1)}{self.rows - there}{'*' if taking else ''}"

    def text(self, state):
        signs = {None: ".", 0: "b", 1: "w"}
        labels = [str(self.rows - row) for row in range(self.rows)]
        wide = max(map(len, labels))
        rows = [
            label.rjust(wide) + "".join(signs[piece_at(self, state, row, column)] for column in range(self.columns))
            for row, label in enumerate(labels)
        ]
        return "\n".join([*rows, " " * wide + "".join(column_label(column)[-1] for column in range(self.columns))])

    def svg(self, state, dark=False):
        rows, columns = self
        canvas = Canvas(columns + 0.9, rows + 0.9, f"Breakthrough: {text(self, state)}", dark)
        for row in range(rows):
            canvas.label(0.3, row + 0.7, rows - row)
            for column in range(columns):
                canvas.rectangle(0.6 + column, 0.2 + row, 1, 1, "shade" if (row + column) % 2 else "cell")
                piece = piece_at(self, state, row, column)
                if piece is not None:
                    canvas.stone(column + 1.1, row + 0.7, ("black", "white")[piece], 0.34)
        canvas.rectangle(0.6, 0.2, columns, rows, None, "grid", 0.04)
        for column in range(columns):
            canvas.label(column + 1.1, rows + 0.5, column_label(column))
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        row, column = divmod(action // 12, self.columns)
        player, side = divmod(action % 12 // 2, 3)
        there = row + (1 if player == 0 else -1)
        return area(0.6 + column, 0.2 + row), area(0.6 + column + side - 1, 0.2 + there)


# Cells are numbered row by row with one spare cell after each row, so that a step off the side of the board ends on a
# spare cell. A cell holds EMPTY, OFF_BOARD, or i+1 for the i-th piece of Black, -(i+1) for that of White.
EMPTY = 0
OFF_BOARD = 127
NOBODY = -1
LOW_BITS = np.uint64((1 << 31) - 1)


def states(cells, pieces, place):
    """The type of states with room for so many cells, and pieces of a side, whose cells are numbers of type `place`."""
    return np.dtype(
        [
            ("cells", np.int8, (cells,)),
            ("places", place, (2, pieces)),  # the cell of each piece
            ("counts", np.int8, (2,)),  # pieces of each side
            ("mover", np.int8),
            ("winner", np.int8),  # NOBODY, or a player
        ]
    )


# Boards of all usual sizes have states of one type, so that machine code serves them all; very large ones another.
USUAL, LARGE = states(128, 40, np.uint8), states(CELLS, 120, np.int16)


@helper
def ranks_of(game):
    """The number of ranks that each side fills at the start."""
    return 2 if game.rows >= 6 else 1


@helper
def may_enter(there, player, side):
    """Return whether a piece of `player` may step onto a cell with `there`; `side` is 0 left, 1 straight, 2 right."""
    signed = there - 2 * player * there  # below 0: an enemy piece, or the spare cell as White sees it
    return (signed == EMPTY) | ((signed < 0) & (signed > -OFF_BOARD) & (side != 1))  # without branches to guess


@helper
def random_step(game, state, rng):
    """A uniformly random legal step: (cell, side). Draws pieces and sides until a step is legal."""
    player = int(state.mover)
    ahead = game.columns if player == 0 else -game.columns - 2  # to the left
    pieces = int(state.counts[player])
    while True:
        word = next_word(rng)  # its two halves are independent
        piece = (np.int64(word >> np.uint64(33)) * pieces) >> 31
        side = (np.int64(word & LOW_BITS) * 3) >> 31
        cell = int(state.places[player, piece])
        if may_enter(int(state.cells[cell + ahead + side]), player, side):
            return cell, side


@helper
def step(game, state, cell, side):
    """Move the mover's piece on `cell`, taking what stands there."""
    player = int(state.mover)
    other = 1 - player
    width = game.columns + 1
    target = cell + (width if player == 0 else -width) + side - 1
    piece = int(state.cells[cell])
    taken = int(state.cells[target])
    state.cells[cell] = EMPTY
    state.cells[target] = piece
    state.places[player, abs(piece) - 1] = target
    state.mover = other
    if taken != EMPTY:  # the last piece of the list takes the number of the taken one
        last = int(state.counts[other]) - 1
        state.counts[other] = last
        moved = int(state.places[other, last])
        if moved != target:
            state.cells[moved] = taken
            state.places[other, abs(taken) - 1] = moved
        if last == 0:
            state.winner = player
    if (target >= (game.rows - 1) * width) if player == 0 else (target < width):
        state.winner = player


@helper
def advance(game, state, player):
    """The advance of the pieces of `player`: the sum of the squares of their rows, counted from home from 1."""
    total = 0
    for piece in range(int(state.counts[player])):
        row = int(state.places[player, piece]) // (game.columns + 1)
        total += (1 + row if player == 0 else game.rows - row) ** 2
    return total


def piece_at(game, state, row, column):
    """The player whose piece stands on a square, rows counted from the top, or None."""
    there = int(state.cells[row * (game.columns + 1) + column])
    return None if there == EMPTY else int(there < 0)


def column_label(column):
    """a to z, then aa, ab and so on."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[column] if column < 26 else letters[column // 26 - 1] + letters[column % 26]

GAMES = {"breakthrough": "Breakthrough"}
