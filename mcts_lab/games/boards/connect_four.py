"""Connect Four on a board of any size: four discs in a row, column or diagonal win, or another number.

Two representations of the same game. Boards of up to 64 bits, counting one spare row, are `ConnectFour`: bit boards
that find a line with a few shifts. Larger ones are `LargeConnectFour`, an array of cells. `connect_four` picks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
from ...engine.bits import ONE, bit, count_bits, word
from ...engine.generic import Missing, generic, helper
from ...engine.light import fill
from ...engine.random import below
from ...game import TERMINAL, Facts, text
from ..drawing.board_svg import Canvas, area
from .hashing import CELLS, SECOND, ZOBRIST, scramble


class ConnectFour(NamedTuple):
    """Connect Four with (rows + 1) x columns <= 64."""

    rows: int = 6
    columns: int = 7
    line: int = 4  # discs in a row that win


class LargeConnectFour(NamedTuple):
    """Connect Four with up to 1024 cells."""

    rows: int = 9
    columns: int = 9
    line: int = 4


def connect_four(rows=6, columns=7, line=4):
    """Connect Four on `rows` x `columns` cells, up to 1024, where `line` discs in a row win."""
    small = (rows + 1) * columns <= 64 and columns > 1
    return (ConnectFour if small else LargeConnectFour)(rows, columns, line)


# Column c, row r from below, is bit c*(rows+1) + r. Each column has a spare bit on top, which no disc ever takes, so
# that lines do not wrap around.
SMALL = np.dtype(
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
EMPTY = -1
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # columns to the right, rows up


@generic
def is_full(game, state, column):
    """Whether a column has no room left."""
    raise Missing


@generic
def open_lines(game, state, player):
    """How many lines hold no disc of the opponent."""
    raise Missing


@rules.facts.register(ConnectFour, LargeConnectFour)
def connect_four_facts(game):
    rows, columns, line = game
    if rows < 1 or columns < 1 or line < 2 or rows * columns > CELLS:
        raise ValueError(
            f"Connect Four needs at least one row and column, at most {CELLS} cells, and a line of at least 2; "
            f"it got {rows} x {columns} and a line of {line}"
        )
    if isinstance(game, LargeConnectFour):
        dtype = np.dtype(
            [
                ("cells", np.int8, (rows * columns,)),  # EMPTY, or a player; column c, row r from below is c*rows + r
                ("heights", np.int16, (columns,)),  # discs in each column
                ("plays", np.int16),
                ("winner", np.int8),
            ],
            align=True,
        )
    elif (rows + 1) * columns > 64 or columns == 1:
        raise ValueError(f"a board of {rows} x {columns} does not fit the bit board; use connect_four(rows, columns)")
    else:
        dtype = SMALL
    return Facts(
        name="connect_four", title="Connect Four", players=2, actions=columns, branching=columns, length=rows * columns,
        low=-1.0, high=1.0, outcomes=(-1.0, 0.0, 1.0), dtype=dtype, player_names=("x", "o"),
    )


# ---------------------------------------------------------------------------------------------------------------------
# both representations


@rules.misfit.register(ConnectFour)
def connect_four_misfit(game, state):
    height = game.rows + 1
    bottom = ((1 << height * game.columns) - 1) // ((1 << height) - 1)  # one bit below each column's discs carries over
    discs = int(state.discs[0]) | int(state.discs[1])
    return "" if discs + bottom == int(state.heads) else "belongs to a board of another size"


@rules.to_move.register(ConnectFour, LargeConnectFour)
def connect_four_to_move(game, state):
    if state.winner != NOBODY or state.plays == game.rows * game.columns:
        return TERMINAL
    return int(state.plays) & 1


@rules.legal.register(ConnectFour, LargeConnectFour)
def connect_four_legal(game, state, out):
    n = 0
    if state.winner == NOBODY:
        for column in range(game.columns):
            if not is_full(game, state, column):
                out[n] = column
                n += 1
    return n


@rules.random_action.register(ConnectFour, LargeConnectFour)
def connect_four_random_action(game, state, rng, scratch):
    while True:
        column = below(rng, game.columns)
        if not is_full(game, state, column):
            return column


@rules.payoff.register(ConnectFour, LargeConnectFour)
def connect_four_payoff(game, state, player):
    if state.winner == NOBODY:
        return 0.0
    return 1.0 if state.winner == player else -1.0


@rules.heuristic.register(ConnectFour, LargeConnectFour)
def connect_four_heuristic(game, state, player):
    """Lines still open to `player` minus lines still open to the opponent, over the number of lines."""
    rows, columns, line = game.rows, game.columns, game.line
    across = max(columns - line + 1, 0)
    up = max(rows - line + 1, 0)
    lines = across * rows + up * columns + 2 * across * up
    return (open_lines(game, state, player) - open_lines(game, state, 1 - player)) / max(lines, 1)


@rules.features.register(ConnectFour)
def connect_four_features(game, state, out):
    """For each cell, column by column from below, whether the player to move has a disc there; then the opponent's."""
    cells = game.rows * game.columns
    for side in range(2):
        discs = state.discs[(int(state.plays) + side) & 1]
        for column in range(game.columns):
            for row in range(game.rows):
                taken = discs >> np.uint64(column * (game.rows + 1) + row) & ONE
                out[side * cells + column * game.rows + row] = 1.0 if taken else 0.0
    return 2 * cells


def disc_at(game, state, row, column):
    """The player whose disc lies in a cell, counting rows from below, or None."""
    if isinstance(game, ConnectFour):
        place = np.uint64(column * (game.rows + 1) + row)
        return next((p for p in range(2) if state.discs[p] >> place & ONE), None)
    disc = int(state.cells[column * game.rows + row])
    return None if disc == EMPTY else disc


@rules.action_name.register(ConnectFour, LargeConnectFour)
def connect_four_action_name(game, state, action):
    return f"{'xo'[int(state.plays) & 1]}{action}"


@rules.text.register(ConnectFour, LargeConnectFour)
def connect_four_text(game, state):
    signs = {None: ".", 0: "x", 1: "o"}
    return "\n".join(
        "".join(signs[disc_at(game, state, row, column)] for column in range(game.columns))
        for row in reversed(range(game.rows))
    )


# ---------------------------------------------------------------------------------------------------------------------
# bit boards


@rules.reset.register(ConnectFour)
def connect_four_reset(game, state, rng):
    state.discs[:] = 0
    heads = NOTHING
    for column in range(game.columns):
        heads |= bit(column * (game.rows + 1))
    state.heads = heads
    state.plays = 0
    state.winner = NOBODY


@rules.play.register(ConnectFour)
def connect_four_play(game, state, action, rng):
    player = int(state.plays) & 1
    disc = state.heads & column_bits(game, action)
    discs = state.discs[player] | disc
    state.discs[player] = discs
    state.heads ^= disc | (disc << ONE)
    state.plays += 1
    if has_line(game, discs):
        state.winner = player


@rules.playout.register(ConnectFour)
def connect_four_playout(game, state, rng, scratch):
    # the same as playing one random action after another, with the board kept out of memory
    if state.winner != NOBODY:
        return 0
    before = int(state.plays)
    plays = before
    mine = state.discs[plays & 1]
    theirs = state.discs[1 - (plays & 1)]
    heads = state.heads
    shortest = 2 * game.line - 1  # no game ends before
    column_mask = column_bits(game, 0)
    spare = NOTHING
    for column in range(game.columns):
        spare |= bit(column * (game.rows + 1) + game.rows)
    while plays < game.rows * game.columns:
        column = below(rng, game.columns)
        shift = word(column * (game.rows + 1))
        disc = heads & (column_mask << shift)
        if disc & spare != 0:
            continue  # a full column
        mine |= disc
        heads ^= disc | (disc << ONE)
        plays += 1
        mine, theirs = theirs, mine
        if plays >= shortest and has_line(game, theirs):
            state.winner = 1 - (plays & 1)
            break
    state.discs[plays & 1] = mine
    state.discs[1 - (plays & 1)] = theirs
    state.heads = heads
    state.plays = plays
    return plays - before


@rules.key.register(ConnectFour)
def connect_four_key(game, state):
    # the highest bit of each column tells its height, the bits below it the first player's discs
    return scramble(state.discs[0] | state.heads)


@helper
def column_bits(game, column):
    """The cells of a column and the spare one above them, as bits."""
    return ((ONE << word(game.rows + 1)) - ONE) << word(column * (game.rows + 1))


@helper
def has_line(game, discs):
    """Whether the `discs` (bits) hold a line of the game's length in any of the four directions."""
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
    """Where lines of four begin whose cells are `step` bits apart."""
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (step + step))


@helper
def line_along(discs, step, line):
    """Where lines of `line` begin whose cells are `step` bits apart."""
    begins = discs
    for _ in range(line - 1):
        begins = discs & (begins >> step)
    return begins


@is_full.register(ConnectFour)
def connect_four_is_full(game, state, column):
    return state.heads >> word(column * (game.rows + 1) + game.rows) & ONE != 0


@open_lines.register(ConnectFour)
def connect_four_open_lines(game, state, player):
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


# ---------------------------------------------------------------------------------------------------------------------
# cells


@rules.reset.register(LargeConnectFour)
def large_connect_four_reset(game, state, rng):
    fill(state.cells, EMPTY)
    fill(state.heights, 0)
    state.plays = 0
    state.winner = NOBODY


@rules.play.register(LargeConnectFour)
def large_connect_four_play(game, state, action, rng):
    player = int(state.plays) & 1
    row = int(state.heights[action])
    state.cells[action * game.rows + row] = player
    state.heights[action] = row + 1
    state.plays += 1
    for right, up in DIRECTIONS:
        if 1 + reach(game, state, action, row, right, up) + reach(game, state, action, row, -right, -up) >= game.line:
            state.winner = player
            break


@rules.key.register(LargeConnectFour)
def large_connect_four_key(game, state):
    word = SECOND if int(state.plays) & 1 else np.uint64(0)
    for column in range(game.columns):
        for cell in range(column * game.rows, column * game.rows + int(state.heights[column])):
            word ^= ZOBRIST[int(state.cells[cell]), cell]
    return word


@is_full.register(LargeConnectFour)
def large_connect_four_is_full(game, state, column):
    return state.heights[column] == game.rows


@helper
def reach(game, state, column, row, right, up):
    """How many discs like the one in a cell follow it without a gap in a direction."""
    player = state.cells[column * game.rows + row]
    n = 0
    column += right
    row += up
    while 0 <= column < game.columns and 0 <= row < game.rows and state.cells[column * game.rows + row] == player:
        n += 1
        column += right
        row += up
    return n


@open_lines.register(LargeConnectFour)
def large_connect_four_open_lines(game, state, player):
    lines = 0
    for right, up in DIRECTIONS:
        for column in range(game.columns):
            for row in range(game.rows):
                last = row + up * (game.line - 1)
                if column + right * (game.line - 1) < game.columns and 0 <= last < game.rows:
                    n = 0
                    while n < game.line and state.cells[(column + right * n) * game.rows + row + up * n] != 1 - player:
                        n += 1
                    lines += n == game.line
    return lines


@rules.svg.register(ConnectFour, LargeConnectFour)
def connect_four_svg(game, state, dark=False):
    rows, columns = game.rows, game.columns
    canvas = Canvas(columns + 0.6, rows + 1, f"Connect Four, bottom row last: {text(game, state)}", dark)
    canvas.rectangle(0.2, 0.6, columns + 0.2, rows + 0.2, "frame", corner=0.25)
    for column in range(columns):
        x = column + 0.8
        canvas.label(x, 0.32, column)
        for row in range(rows):
            y = rows - row + 0.2
            disc = disc_at(game, state, row, column)
            if disc is None:
                canvas.disc(x, y, 0.4, "hole")
            else:
                canvas.stone(x, y, ("first", "second")[disc], 0.4)
    return canvas.svg()


@rules.areas.register(ConnectFour, LargeConnectFour)
def connect_four_areas(game, state, action, viewer=None):
    return (area(action + 0.3, 0.0, 1, game.rows + 0.8),)


@rules.highlights.register(ConnectFour, LargeConnectFour)
def connect_four_highlights(game, state, action, following, viewer=None):
    rows = [row for row in range(game.rows) if disc_at(game, following, row, action) is not None]
    cells = [(action, rows[-1]), *winning_line(game, following, action, rows[-1])]
    return tuple(area(column + 0.3, game.rows - row - 0.3) for column, row in dict.fromkeys(cells))


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
