"""Phantom tic-tac-toe and its relatives: boards on which the opponent's marks are hidden.

A player that tries a cell the opponent holds is told so, and the opponent is not; the mark then shows in the player's
own view, and the player moves again. Phantom (4,4,4), four in a row on a 4x4 board, separates the variants of ISMCTS
in [Cowling, Powley & Whitehouse 2012, section V]. Dark hex, in its own file, differs in what wins.

Cells are numbered from 0, row by row from the top. On bit boards every row has one more bit than there are columns, so
that no line and no neighbour wraps around::

    0 1 2 .
    4 5 6 .      3 x 3, cell 3 is bit 4
    8 9 10 .
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.bits import bit, count_bits, drop_lowest, lowest_bit
from ...engine.generic import Missing, generic, helper, methods_of
from ...engine.random import below, next_word
from ...game import TERMINAL, UNNOTICED, Facts, to_move


class PhantomTicTacToe(NamedTuple):
    """Tic-tac-toe on which a player sees the own marks alone."""

    rows: int = 3
    columns: int = 3
    line: int = 3  # so many in a row, column or diagonal win

    slant = 0.0  # in pictures each row is shifted by so many cells

    def facts(self):
        return facts_of(self, "phantom_ttt", "Phantom tic-tac-toe")

    def reset(self, state, rng):
        state.marks[:] = 0
        state.found[:] = 0
        state.turn = 0
        state.winner = NOBODY
        state.full = 0

    def misfit(self, state):
        outside = (state.marks[0] | state.marks[1]) & ~all_cells(self)
        return "has marks outside this board" if outside else ""

    def to_move(self, state):
        return TERMINAL if state.winner != NOBODY or state.full else int(state.turn)

    def legal(self, state, out):
        if to_move(self, state) == TERMINAL:
            return 0
        cells = untried(self, state, int(state.turn))
        n = 0
        while cells != NONE:
            out[n] = cell_of(self, lowest_bit(cells))
            n += 1
            cells = drop_lowest(cells)
        return n

    def random_action(self, state, rng, scratch):
        cells = untried(self, state, int(state.turn))
        for _ in range(below(rng, count_bits(cells))):
            cells = drop_lowest(cells)
        return cell_of(self, lowest_bit(cells))

    def play(self, state, action, rng):
        player = int(state.turn)
        cell = bit_of(self, action)
        if state.marks[1 - player] & cell != NONE:
            state.found[player] |= cell
            return
        state.marks[player] |= cell
        if has_won(self, state.marks[player], player):
            state.winner = player
        elif (state.marks[0] | state.marks[1]) == all_cells(self):
            state.full = 1
        state.turn = 1 - player

    def payoff(self, state, player):
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == player else -1.0

    def has_won(self, marks, player):
        down = self.columns + 1
        return (
            in_line(marks, 1, self.line) | in_line(marks, down, self.line) | in_line(marks, down - 1, self.line)
            | in_line(marks, down + 1, self.line)
        ) != NONE

    def determinize(self, state, observer, rng):
        """Place the opponent's unseen marks anew, uniformly among placements that have not won, and their finds.

        The observer knows how many marks there are, because turns only pass with a mark. Which of the observer's own
        marks the opponent has run into is not known either: every subset is equally likely.
        """
        opponent = 1 - observer
        if to_move(self, state) == TERMINAL:
            return
        hidden = count_bits(state.marks[opponent]) - count_bits(state.found[observer])
        free = untried(self, state, observer)
        while True:
            marks = state.found[observer]
            left, cells, remaining = hidden, free, count_bits(free)
            while left > 0:
                if below(rng, remaining) < left:
                    marks |= cells & ~drop_lowest(cells)
                    left -= 1
                cells = drop_lowest(cells)
                remaining -= 1
            if not has_won(self, marks, opponent):
                break
        state.marks[opponent] = marks
        state.found[opponent] = state.marks[observer] & next_word(rng)

    def observation(self, state, action, observer):
        """The mover sees the cell and whether it was free; the opponent only a mark made, and no failed try."""
        cells = self.rows * self.columns
        failed = state.marks[1 - int(state.turn)] & bit_of(self, action) != NONE
        if observer == state.turn:
            return action + cells if failed else action
        return UNNOTICED if failed else 2 * cells

    def action_name(self, state, action):
        return f"{'xo'[int(state.turn)]}({action // self.columns},{action % self.columns})"

    def text_for(self, state, viewer):
        if viewer is not None and to_move(self, state) != TERMINAL:
            return "\n".join(marks_of(self, state, viewer))
        views = [marks_of(self, state, view) for _, view in BOARDS]
        width = max(self.columns, 6)
        head = "   ".join(title.ljust(width) for title, _ in BOARDS)
        rows = ("   ".join(v.ljust(width) for v in row).rstrip() for row in zip(*views, strict=True))
        return "\n".join([head.rstrip(), *rows])

    def svg_for(self, state, viewer, dark=False):
        from ..drawing.hidden_drawing import draw_boards

        whole = viewer is None or to_move(self, state) == TERMINAL
        views = BOARDS if whole else [BOARDS[1 + viewer]]
        return draw_boards(self, [(title, marks_of(self, state, view)) for title, view in views], dark, self.slant)

    def areas(self, state, action, viewer=None):
        """The cell of the only board that a player sees; none where all boards are shown."""
        from ..drawing.hidden_drawing import cell_area

        return () if viewer is None else (cell_area(action, self.columns, self.slant),)

    def highlights(self, state, action, following, viewer=None):
        return ()  # the cell played may be hidden


@methods_of(PhantomTicTacToe)
class Phantom444(NamedTuple):
    """The same on 4 x 4 cells, with lines of four."""

    rows: int = 4
    columns: int = 4
    line: int = 4

    def facts(self):
        return facts_of(self, "phantom444", "Phantom (4,4,4)")


STATE = np.dtype(
    [
        ("marks", np.uint64, (2,)),  # a bit board per player
        ("found", np.uint64, (2,)),  # the opponent's marks that each player has run into
        ("turn", np.int8),
        ("winner", np.int8),  # NOBODY, or a player
        ("full", np.int8),  # no cell is free
    ],
    align=True,
)
NOBODY = -1
NONE = np.uint64(0)
BOARDS = (("truth", None), ("x sees", 0), ("o sees", 1))


def facts_of(game, name, title, outcomes=(-1.0, 0.0, 1.0)):
    """Return the `Facts` of a game on such a board. Raises ValueError for a board or a line that cannot be."""
    rows, columns, *line = game
    if rows < 1 or columns < 1 or rows * (columns + 1) > 64:
        raise ValueError(f"a board of {rows} rows and {columns} columns does not fit: both must be at least 1, and "
                         "rows times (columns + 1) at most 64")
    if line and not 2 <= line[0] <= max(rows, columns):
        raise ValueError(f"a line of {line[0]} cannot be made here: take 2 to {max(rows, columns)}")
    cells = rows * columns
    return Facts(
        name=name, title=title, players=2, actions=cells, branching=cells, length=2 * cells, low=-1.0, high=1.0,
        outcomes=outcomes, dtype=STATE, perfect_information=False, player_names=("x", "o"),
    )


@generic
def has_won(game, marks, player):
    """Return whether the marks of `player` win."""
    raise Missing


@helper
def bit_of(game, cell):
    """The bit of a cell; rows are one bit wider than the board, so that lines do not run on into the next row."""
    return bit(cell // game.columns * (game.columns + 1) + cell % game.columns)


@helper
def cell_of(game, index):
    """The cell of the bit with this index."""
    return index // (game.columns + 1) * game.columns + index % (game.columns + 1)


@helper
def all_cells(game):
    """The bits of all cells of the board."""
    row = bit(game.columns) - bit(0)
    board = NONE
    for r in range(game.rows):
        board |= row << np.uint64(r * (game.columns + 1))
    return board


@helper
def untried(game, state, player):
    """The cells that are empty in the player's own view."""
    return all_cells(game) & ~(state.marks[player] | state.found[player])


@helper
def in_line(marks, step, length):
    """The ends of all lines of marks so long in one direction."""
    ends = marks
    for i in range(1, length):
        ends &= marks >> np.uint64(i * step)
    return ends


def marks_of(game, state, viewer=None) -> list[str]:
    """Return the board's rows as strings of x, o and dots: the truth, or what one player sees."""
    boards = list(state.marks)
    if viewer is not None:
        boards[1 - viewer] = state.found[viewer]
    cells = [bit_of(game, c) for c in range(game.rows * game.columns)]
    signs = "".join("x" if boards[0] & b else "o" if boards[1] & b else "." for b in cells)
    return [signs[r * game.columns : (r + 1) * game.columns] for r in range(game.rows)]


GAMES = {"phantom444": "Phantom444", "phantom_ttt": "PhantomTicTacToe"}
