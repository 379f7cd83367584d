"""Hex on a board of any size: the first player joins top and bottom, the second left and right [Gale 1979].

Each row is shifted half a cell to the right of the one above, so the neighbours of (row, column) are
(row, column +- 1), (row +- 1, column), (row - 1, column + 1) and (row + 1, column - 1). An action is
row * columns + column. The board cannot fill up without a winner, and no stone played after the win changes it; the
playout makes use of both.
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import ONE, bit, count_bits, drop_lowest, lowest_bit, natural, signed, word
from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.random import below, next_word
from ...game import TERMINAL, Facts, text
from ..drawing.board_svg import Canvas, area
from .hashing import ZOBRIST


class Hex(Distinct):
    """Hex on `rows` x `columns` cells; `hex_board` makes one from a size."""

    rows: int = 11
    columns: int = 11

    def facts(self):
        rows, columns = self
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise ValueError(f"Hex boards have 1 to {LARGEST} rows and columns; it got {rows} x {columns}")
        cells = rows * columns
        return Facts(
            name="hex", title="Hex", players=2, actions=cells, branching=cells, length=cells, low=-1.0, high=1.0,
            outcomes=(-1.0, 1.0), dtype=STATE, player_names=("x", "o"),
        )

    def reset(self, state, rng):
        state.key = 0
        state.stones[:] = 0
        state.linked[:] = 0
        state.plays = 0
        state.winner = NOBODY

    def misfit(self, state):
        outside = (state.stones[:, : self.rows] >> np.uint32(self.columns)).any() or state.stones[:, self.rows :].any()
        return "has stones outside this board" if outside else ""

    def to_move(self, state):
        return TERMINAL if state.winner != NOBODY else int(state.plays) & 1

    def legal(self, state, out):
        if state.winner != NOBODY:
            return 0
        n = 0
        full = full_row(self)
        for row in range(self.rows):
            free = full & ~(row_of(state, 0, row) | row_of(state, 1, row))
            first = row * self.columns
            if free == full:
                for column in range(self.columns):
                    out[n + column] = first + column
                n += self.columns
            else:
                while free != 0:
                    out[n] = first + lowest_bit(free)
                    free = drop_lowest(free)
                    n += 1
        return n

    def random_action(self, state, rng, scratch):
        while True:
            cell = below(rng, self.rows * self.columns)
            row = cell // self.columns
            if (row_of(state, 0, row) | row_of(state, 1, row)) & bit(cell - row * self.columns) == 0:
                return cell

    def play(self, state, action, rng):
        player = int(state.plays) & 1
        row = action // self.columns
        place = bit(action - row * self.columns)
        state.stones[player, row] = row_of(state, player, row) | place
        state.key ^= ZOBRIST[player, action]
        state.plays += 1
        if beside_linked(self, state, player, row, place):
            state.linked[player, row] = np.uint64(state.linked[player, row]) | place
            if spread(self, state, player):
                state.winner = player

    def playout(self, state, rng, scratch):
        """Fill the board at random and find the winner; count a play for every cell filled."""
        if state.winner != NOBODY:
            return 0
        # 1. each free cell goes to the first player with odds 1/2; `linked` of the second keeps which cells were free
        full = full_row(self)
        count = 0
        for row in range(self.rows):
            free = full & ~(row_of(state, 0, row) | row_of(state, 1, row))
            stones = row_of(state, 0, row) | (free & (next_word(rng) >> np.uint64(32)))
            state.stones[0, row] = stones
            state.linked[1, row] = free
            count += count_bits(stones)
        # 2. random free cells change hands until both have their number, so all ways to share them are equally likely
        cells = self.rows * self.columns
        surplus = count - (cells + 1) // 2
        while surplus != 0:
            cell = below(rng, cells)
            row = cell // self.columns
            place = bit(cell - row * self.columns) & np.uint64(state.linked[1, row])
            stones = row_of(state, 0, row)
            if surplus > 0 and stones & place != 0:
                state.stones[0, row] = stones ^ place
                surplus -= 1
            elif surplus < 0 and place & ~stones != 0:
                state.stones[0, row] = stones | place
                surplus += 1
        # 3. the second player has the rest of the cells, and the win unless the first one has it
        for row in range(self.rows):
            state.stones[1, row] = full ^ row_of(state, 0, row)
        state.linked[0, 0] = row_of(state, 0, 0)
        state.winner = 0 if spread(self, state, 0) else 1
        plays = cells - int(state.plays)
        state.plays = cells
        return plays

    def played(self, state, player, action):
        row = action // self.columns
        return row_of(state, player, row) & bit(action - row * self.columns) != 0

    def all_played(self, state, player, out):
        for row in range(self.rows):
            stones = row_of(state, player, row)
            for column in range(self.columns):
                out[natural(row * self.columns + column)] = signed(stones >> word(column) & ONE)

    def payoff(self, state, player):
        return 1.0 if state.winner == player else -1.0

    def key(self, state):
        return state.key

    def heuristic(self, state, player):
        """Return how many more stones the opponent needs to join its edges than the player, as a share of both."""
        mine = stones_needed(self, state, player)
        theirs = stones_needed(self, state, 1 - player)
        return (theirs - mine) / (theirs + mine)

    def action_name(self, state, action):
        row, column = divmod(action, self.columns)
        return f"{chr(ord('a') + column)}{row + 1}"

    def text(self, state):
        signs = {None: ".", 0: "x", 1: "o"}
        return "\n".join(
            " " * row + " ".join(signs[stone_at(state, row, column)] for column in range(self.columns))
            for row in range(self.rows)
        )

    def svg(self, state, dark=False):
        rows, columns = self
        side = 1 / 3**0.5  # of a cell one unit wide
        down = 1.5 * side  # from row to row
        canvas = Canvas(columns + (rows - 1) / 2 + 1.5, (rows - 1) * down + 2 * side + 1.3,
                        f"Hex, x joins top and bottom, o left and right: {text(self, state)}", dark)

        def centre(row, column):
            return 0.85 + column + row / 2, 0.65 + side + row * down

        def corner(row, column, k):  # clockwise, from the top
            x, y = centre(row, column)
            return x + (0, 0.5, 0.5, 0, -0.5, -0.5)[k], y + (-1, -0.5, 0.5, 1, 0.5, -0.5)[k] * side

        # the players' edges: thick lines along the outer sides
        edges = [
            ("first", [corner(0, c, k) for c in range(columns) for k in (5, 0, 1)]),
            ("first", [corner(rows - 1, c, k) for c in range(columns) for k in (4, 3, 2)]),
            ("cool", [corner(r, 0, k) for r in range(rows) for k in (5, 4)]),
            ("cool", [corner(r, columns - 1, k) for r in range(rows) for k in (1, 2)]),
        ]
        for colour, points in edges:
            for (x, y), (to_x, to_y) in zip(points, points[1:], strict=False):
                canvas.line(x, y, to_x, to_y, colour, 0.2)
        for row in range(rows):
            x, y = centre(row, 0)
            canvas.label(x - 0.85, y, row + 1, size=0.3)
            for column in range(columns):
                canvas.polygon([corner(row, column, k) for k in range(6)], "cell", "grid")
                stone = stone_at(state, row, column)
                if stone is not None:
                    canvas.stone(*centre(row, column), ("first", "cool")[stone], 0.36)
        for column in range(columns):
            x, y = centre(0, column)
            canvas.label(x - 0.25, y - 2 * side + 0.12, chr(ord("a") + column), size=0.3)
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        row, column = divmod(action, self.columns)
        side = 1 / 3**0.5
        return (area(0.35 + column + row / 2, 0.65 + side * (0.5 + 1.5 * row), 1, side),)


def hex_board(size=11, rows=None, columns=None):
    """Hex on `size` x `size` cells, up to 26; `rows` and `columns` make it longer one way."""
    return Hex(size if rows is None else rows, size if columns is None else columns)


LARGEST = 26
NOBODY = -1

STATE = np.dtype(  # of boards of all sizes, so that machine code serves them all
    [
        ("key", np.uint64),  # exclusive or of the words of all stones
        ("stones", np.uint32, (2, LARGEST)),  # of each player: a bit per column for each row
        ("linked", np.uint32, (2, LARGEST)),  # those of them that are joined to the player's first edge, top or left
        ("plays", np.int16),
        ("winner", np.int8),  # NOBODY, or a player
    ],
    align=True,
)


@helper
def row_of(state, player, row):
    """The stones of `player` in one row, as bits."""
    return np.uint64(state.stones[player, row])


@helper
def full_row(game):
    """The bits of a row whose cells are all set."""
    return bit(game.columns) - ONE


@helper
def beside_linked(game, state, player, row, place):
    """Return whether a cell lies on the player's first edge, or beside a stone linked to it."""
    if row == 0 if player == 0 else place == ONE:
        return True
    near = ((place << ONE) | (place >> ONE)) & np.uint64(state.linked[player, row])
    if row > 0:
        near |= (place | (place << ONE)) & np.uint64(state.linked[player, row - 1])
    if row + 1 < game.rows:
        near |= (place | (place >> ONE)) & np.uint64(state.linked[player, row + 1])
    return near != 0


@helper
def spread(game, state, player):
    """Extend `linked` to all stones of `player` joined to it; return whether it has reached the far edge.

    Sweeps down and up over the rows in turn until one changes nothing. May stop at the far edge, when all is decided.
    """
    last = game.rows - 1
    goal = full_row(game) if player == 0 else bit(game.columns - 1)
    sweep = 0
    while True:
        changed = False
        beside = np.uint64(0)
        for i in range(game.rows):
            row = last - i if sweep & 1 else i
            linked = np.uint64(state.linked[player, row])
            stones = row_of(state, player, row)
            touched = linked | (beside & stones)
            if touched != linked or sweep == 0:
                touched = along_row(touched, stones)
                if touched != linked:
                    state.linked[player, row] = touched
                    changed = True
                if touched & goal != 0 and (player == 1 or row == last):
                    return True
            beside = touched | ((touched << ONE) if sweep & 1 else (touched >> ONE))
        if not changed and sweep > 0:
            return False
        sweep += 1


@helper
def along_row(some, stones):
    """All stones of a row that are joined within the row to `some` of them: doubled steps, so 31 columns in five."""
    up = stones
    down = stones
    left = some
    right = some
    for distance in range(5):
        step = ONE << np.uint64(distance)
        left |= up & (left << step)
        right |= down & (right >> step)
        up &= up << step
        down &= down >> step
    return left | right


@helper
def stones_needed(game, state, player):
    """The fewest free cells that join the player's edges together with its stones, in an unfinished game."""
    # `linked` serves as the set of cells reached so far, and is put right again at the end
    edge = full_row(game) if player == 0 else ONE
    needed = 0
    while not spread(game, state, player):
        needed += 1
        above = np.uint64(0)
        for row in range(game.rows):
            linked = np.uint64(state.linked[player, row])
            below_it = np.uint64(state.linked[player, row + 1]) if row + 1 < game.rows else np.uint64(0)
            near = linked | (linked << ONE) | (linked >> ONE) | above | (above >> ONE) | below_it | (below_it << ONE)
            if player == 1 or row == 0:
                near |= edge
            state.linked[player, row] = near & full_row(game) & ~row_of(state, 1 - player, row)
            above = linked
        if needed > game.rows * game.columns:
            break
    for row in range(game.rows):
        begin = edge if player == 1 or row == 0 else np.uint64(0)
        state.linked[player, row] = row_of(state, player, row) & begin
    spread(game, state, player)
    return needed


def stone_at(state, row, column):
    """The player whose stone lies on a cell, or None."""
    return next((player for player in range(2) if int(state.stones[player, row]) >> column & 1), None)

GAMES = {"hex": "hex_board"}
