"""Connect Four: four discs in a row, column or diagonal win, or another number.

The board is two words of 64 bits, counting one spare row; a line is found with a few shifts.
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import ONE, bit, count_bits, word
from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.random import below
from ...game import TERMINAL, Facts, text
from ..drawing.board_svg import Canvas, area
from .hashing import scramble


class ConnectFour(Distinct):
    """Connect Four with (rows + 1) x columns <= 64."""

    rows: int = 6
    columns: int = 7
    line: int = 4  # discs in a row that win

    def facts(self):
        rows, columns, line = self
        if rows < 1 or columns < 2 or line < 2 or (rows + 1) * columns > 64:
            raise ValueError(
                f"Connect Four needs at least one row, two columns and a line of at least 2, and (rows + 1) x columns "
                f"of at most 64, as on boards of 7 x 8 or 9 x 6; it got {rows} x {columns} and a line of {line}"
            )
        return Facts(
            name="connect_four", title="Connect Four", players=2, actions=columns, branching=columns,
            length=rows * columns,
            low=-1.0, high=1.0, outcomes=(-1.0, 0.0, 1.0), dtype=STATE, player_names=("x", "o"),
        )

    def misfit(self, state):
        height = self.rows + 1
        # one bit below each column's discs carries over
        bottom = ((1 << height * self.columns) - 1) // ((1 << height) - 1)
        discs = int(state.discs[0]) | int(state.discs[1])
        return "" if discs + bottom == int(state.heads) else "belongs to a board of another size"

    def to_move(self, state):
        if state.winner != NOBODY or state.plays == self.rows * self.columns:
            return TERMINAL
        return int(state.plays) & 1

    def legal(self, state, out):
        n = 0
        if state.winner == NOBODY:
            for column in range(self.columns):
                if not is_full(self, state, column):
                    out[n] = column
                    n += 1
        return n

    def random_action(self, state, rng, scratch):
        while True:
            column = below(rng, self.columns)
            if not is_full(self, state, column):
                return column

    def payoff(self, state, player):
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == player else -1.0

    def heuristic(self, state, player):
        """Lines still open to `player` minus lines still open to the opponent, over the number of lines."""
        rows, columns, line = self.rows, self.columns, self.line
        across = max(columns - line + 1, 0)
        up = max(rows - line + 1, 0)
        lines = across * rows + up * columns + 2 * across * up
        return (open_lines(self, state, player) - open_lines(self, state, 1 - player)) / max(lines, 1)

    def features(self, state, out):
        """For each cell, column by column from below: has the player to move a disc there; then the opponent's."""
        cells = self.rows * self.columns
        for side in range(2):
            discs = state.discs[(int(state.plays) + side) & 1]
            for column in range(self.columns):
                for row in range(self.rows):
                    taken = discs >> np.uint64(column * (self.rows + 1) + row) & ONE
                    out[side * cells + column * self.rows + row] = 1.0 if taken else 0.0
        return 2 * cells

    def action_name(self, state, action):
        return f"{'xo'[int(state.plays) & 1]}{action}"

    def text(self, state):
        signs = {None: ".", 0: "x", 1: "o"}
        return "\n".join(
            "".join(signs[disc_at(self, state, row, column)] for column in range(self.columns))
            for row in reversed(range(self.rows))
        )

    def reset(self, state, rng):
        state.discs[:] = 0
        heads = NOTHING
        for column in range(self.columns):
            heads |= bit(column * (self.rows + 1))
        state.heads = heads
        state.plays = 0
        state.winner = NOBODY

    def play(self, state, action, rng):
        player = int(state.plays) & 1
        disc = state.heads & column_bits(self, action)
        discs = state.discs[player] | disc
        state.discs[player] = discs
        state.heads ^= disc | (disc << ONE)
        state.plays += 1
        if has_line(self, discs):
            state.winner = player

    def playout(self, state, rng, scratch):
        # the same as playing one random action after another, with the board kept out of memory
        if state.winner != NOBODY:
            return 0
        before = int(state.plays)
        plays = before
        mine = state.discs[plays & 1]
        theirs = state.discs[1 - (plays & 1)]
        heads = state.heads
        shortest = 2 * self.line - 1  # no game ends before
        column_mask = column_bits(self, 0)
        spare = NOTHING
        for column in range(self.columns):
            spare |= bit(column * (self.rows + 1) + self.rows)
        while plays < self.rows * self.columns:
            column = below(rng, self.columns)
            shift = word(column * (self.rows + 1))
            disc = heads & (column_mask << shift)
            if disc & spare != 0:
                continue  # a full column
            mine |= disc
            heads ^= disc | (disc << ONE)
            plays += 1
            mine, theirs = theirs, mine
            if plays >= shortest and has_line(self, theirs):
                state.winner = 1 - (plays & 1)
                break
        state.discs[plays & 1] = mine
        state.discs[1 - (plays & 1)] = theirs
        state.heads = heads
        state.plays = plays
        return plays - before

    def key(self, state):
        # the highest bit of each column tells its height, the bits below it the first player's discs
        return scramble(state.discs[0] | state.heads)

    def svg(self, state, dark=False):
        rows, columns = self.rows, self.columns
        canvas = Canvas(columns + 0.6, rows + 1, f"Connect Four, bottom row last: {text(self, state)}", dark)
        canvas.rectangle(0.2, 0.6, columns + 0.2, rows + 0.2, "frame", corner=0.25)
        for column in range(columns):
            x = column + 0.8
            canvas.label(x, 0.32, column)
            for row in range(rows):
                y = rows - row + 0.2
                disc = disc_at(self, state, row, column)
                if disc is None:
                    canvas.disc(x, y, 0.4, "hole")
                else:
                    canvas.stone(x, y, ("first", "second")[disc], 0.4)
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        return (area(action + 0.3, 0.0, 1, self.rows + 0.8),)

    def highlights(self, state, action, following, viewer=None):
        rows = [row for row in range(self.rows) if disc_at(self, following, row, action) is not None]
        cells = [(action, rows[-1]), *winning_line(self, following, action, rows[-1])]
        return tuple(area(column + 0.3, self.rows - row - 0.3) for column, row in dict.fromkeys(cells))


def connect_four(rows=6, columns=7, line=4):
    """Connect Four on `rows` x `columns` cells, (rows + 1) x columns up to 64, where `line` discs in a row win."""
    return ConnectFour(rows, columns, line)


# Column c, row r from below, is bit c*(rows+1) + r. Each column has a spare bit on top, which no disc ever takes, so
# that lines do not wrap around.
STATE = np.dtype(
    [
        ("discs", np.uint64, (2,)),  # of each player
        ("heads", np.uint64),  # one bit per column: where the next disc goes, or the spare bit of a full column
        ("plays", np.int16),
        ("winner", np.int8),  # NOBODY, or a player
    ],
    align=True,
)
NOBODY = -1
NOTHING = np.uint64(0)  # no bit set
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # columns to the right, rows up


def disc_at(game, state, row, column):
    """The player whose disc lies in a cell, counting rows from below, or None."""
    place = np.uint64(column * (game.rows + 1) + row)
    return next((p for p in range(2) if state.discs[p] >> place & ONE), None)


@helper
def is_full(game, state, column):
    """Return whether a column has no room left."""
    return state.heads >> word(column * (game.rows + 1) + game.rows) & ONE != 0


@helper
def open_lines(game, state, player):
    """The number of lines without a disc of the opponent."""
    free = NOTHING
    for column in range(game.columns):
        free |= column_bits(game, column) ^ bit(column * (game.rows + 1) + game.rows)
    free &= ~state.discs[1 - player]
    h = word(game.rows + 1)
    n = game.line
    return (
        count_bits(line_along(free, ONE, n)) + count_bits(line_along(free, h, n))
        + count_bits(line_along(free, h - ONE, n)) + count_bits(line_along(free, h + ONE, n))
    )


@helper
def column_bits(game, column):
    """The cells of a column and the spare one above them, as bits."""
    return ((ONE << word(game.rows + 1)) - ONE) << word(column * (game.rows + 1))


@helper
def has_line(game, discs):
    """Return whether the `discs` (bits) hold a line of the game's length in any of the four directions."""
    h = word(game.rows + 1)
    n = game.line
    if n == 4:
        found = four_along(discs, ONE) | four_along(discs, h) | four_along(discs, h - ONE) | four_along(discs, h + ONE)
    else:
        found = line_along(discs, ONE, n) | line_along(discs, h, n)
        found |= line_along(discs, h - ONE, n) | line_along(discs, h + ONE, n)
    return found != 0


@helper
def four_along(discs, step):
    """The cells where lines of four begin whose cells are `step` bits apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> step >> step)  # two steps may be 64 bits, which no single shift goes


@helper
def line_along(discs, step, line):
    """The cells where lines of `line` begin whose cells are `step` bits apart."""
    begins = discs
    for _ in range(line - 1):
        begins = discs & (begins >> step)
    return begins


def winning_line(game, state, column, row) -> list:
    """The cells (column, row) of the lines through a disc that are long enough to win."""
    player, found = disc_at(game, state, row, column), []
    for right, up in DIRECTIONS:
        line = [(column, row)]
        for way in (1, -1):
            c, r = column + way * right, row + way * up
            while 0 <= c < game.columns and 0 <= r < game.rows and disc_at(game, state, r, c) == player:
                line.append((c, r))
                c, r = c + way * right, r + way * up
        found += line if len(line) >= game.line else []
    return found

GAMES = {"connect_four": "connect_four"}
