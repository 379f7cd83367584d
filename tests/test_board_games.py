"""The board games: known counts and values, fast paths against plain ones, both speeds against each other."""

import itertools
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import walk
from scipy.stats import chi2_contingency

from mcts_lab import games
from mcts_lab.engine.generic import compiler, entry, helper
from mcts_lab.engine.random import below, stream
from mcts_lab.game import (
    TERMINAL,
    after,
    copy,
    facts,
    heuristic,
    key,
    legal,
    legal_actions,
    new_states,
    payoff,
    play,
    playout,
    start,
    text,
    to_move,
)
from mcts_lab.games.boards.breakthrough import column_label
from mcts_lab.games.boards.hex import spread
from mcts_lab.perft import perft
from mcts_lab.search.minimax.alpha_beta import AlphaBeta

SAMPLES = {
    "tic_tac_toe": games.tic_tac_toe(),
    "connect_four": games.connect_four(),
    "connect_four 5x5, line 3": games.connect_four(5, 5, 3),
    "connect_four 31x2": games.connect_four(31, 2),
    "nim": games.nim(),
    "nim misère": games.nim(piles=(2, 3, 4), misere=True),
    "othello": games.othello(),
    "breakthrough": games.breakthrough(),
    "breakthrough 5x4": games.breakthrough(rows=5, columns=4),
    "hex": games.hex(),
    "hex 3x5": games.hex(rows=3, columns=5),
}
each_game = pytest.mark.parametrize("game", SAMPLES.values(), ids=SAMPLES.keys())


# ---------------------------------------------------------------------------------------------------------------------
# counts


@pytest.mark.parametrize(("name", "options", "counts", "more"), [
    ("tic_tac_toe", {}, (9, 72, 504, 3024), (15120, 54720, 148176, 200448, 127872)),
    ("connect_four", {}, (7, 49, 343, 2401), (16807, 117649, 823536, 5673234, 39394572)),
    ("othello", {}, (4, 12, 56, 244), (1396, 8200, 55092, 390216, 3005288)),
    ("breakthrough", {}, (22, 484), (11132, 256036)),
    ("breakthrough", {"rows": 6, "columns": 6}, (16, 256, 4308), (71478,)),
    ("hex", {"size": 3}, (9, 72, 504, 3024), (15120, 54720)),
    ("hex", {}, (121, 14520), (1727880,)),
])
def test_perft(name, options, counts, more):
    game = games.make(name, **options)
    for depth, count in enumerate(counts, 1):
        assert perft(game, start(game), depth, compiled=False) == count
    for depth, count in enumerate(more if compiler.available() else (), len(counts) + 1):
        assert perft(game, start(game), depth) == count


def by_ply(game, plies):
    """The distinct positions after 0, 1, ... plays: lists of states, told apart by their keys."""
    layer = {int(key(game, start(game))): start(game)}
    for _ in range(plies + 1):
        yield list(layer.values())
        following = {}
        for state in layer.values():
            for action in legal_actions(game, state):
                child = copy(game, state)
                play(game, child, action, stream(0))
                following.setdefault(int(key(game, child)), child)
        layer = following


def test_positions_of_tic_tac_toe():
    game = games.tic_tac_toe()
    layers = list(by_ply(game, 9))
    assert [len(layer) for layer in layers] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    boards = [np.array([list(row) for row in text(game, state).split("\n")]) for layer in layers for state in layer]
    turned = {min("".join(np.rot90(b, k).ravel()) for b in (board, board.T) for k in range(4)) for board in boards}
    assert len(turned) == 765


def test_positions_of_connect_four():
    assert [len(layer) for layer in by_ply(games.connect_four(), 4)] == [1, 7, 49, 238, 1120]


# ---------------------------------------------------------------------------------------------------------------------
# values


def test_random_play_of_tic_tac_toe_exactly():
    game = games.tic_tac_toe()
    known = {}

    def odds(state):  # chances of x, a draw, o, the expected number of plays to come, and the games won, drawn, lost
        if to_move(game, state) == TERMINAL:
            value = payoff(game, state, 0)
            ends = [value > 0, value == 0, value < 0]
            return (*map(Fraction, ends), Fraction(0), *map(int, ends))
        where = int(key(game, state))
        if where not in known:
            sums = [sum(column) for column in zip(*(odds(after(game, state, action))
                                                    for action in legal_actions(game, state)), strict=True)]
            mean = [total / len(legal_actions(game, state)) for total in sums[:4]]
            known[where] = (*mean[:3], mean[3] + 1, *sums[4:])
        return known[where]

    *chances, won, drawn, lost = odds(start(game))
    assert chances == [Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420), Fraction(3203, 420)]
    assert (won, drawn, lost) == (131184, 46080, 77904)
    assert len(known) == 5478 - 626 - 316 - 16  # all positions but the finished ones


def root_values(game):
    """The exact value of every first action, to its player."""
    return AlphaBeta(table_bits=18, ordering="table", every=True).search(game, start(game)).values


@pytest.mark.parametrize(("piles", "winners"), [
    ((1, 3, 5, 7), 0), ((1, 2, 3), 0), ((2, 2), 0), ((3, 4, 5), 1), ((1, 1, 1), 3),
])
def test_nim_is_lost_when_the_piles_cancel_out(piles, winners):
    values = list(root_values(games.nim(piles=piles)).values())
    assert (max(values) == 1) == (reduce(xor, piles) != 0) and values.count(1) == winners


@pytest.mark.parametrize("piles", list(combinations_with_replacement(range(1, 4), 3)))
def test_misere_nim(piles):
    wins = reduce(xor, piles) != 0
    values = root_values(games.nim(piles=piles, misere=True)).values()
    assert (max(values) == 1) == (wins if max(piles) > 1 else not wins)


@pytest.mark.compiled
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (4, 5), (5, 4)])
def test_small_connect_four_is_a_draw(rows, columns):
    assert max(root_values(games.connect_four(rows, columns)).values()) == 0


@pytest.mark.compiled
@pytest.mark.parametrize(("rows", "columns", "wins", "actions"), [(4, 4, 2, 10), (5, 4, 8, 10), (4, 5, 7, 13)])
def test_small_breakthrough_is_won_by_the_first_player(rows, columns, wins, actions):
    values = list(root_values(games.breakthrough(rows, columns)).values())
    assert (sum(value == 1 for value in values), len(values)) == (wins, actions)


@pytest.mark.parametrize(("size", "winning"), [
    (2, {1, 2}), (3, {2, 3, 4, 5, 6}), pytest.param(4, {3, 6, 9, 12}, marks=pytest.mark.compiled),
])
def test_small_hex_is_won_by_the_first_player(size, winning):
    game = games.hex(size)
    assert {action for action, value in root_values(game).items() if value == 1} == winning


# ---------------------------------------------------------------------------------------------------------------------
# rules


def lines_on(grid, line):
    """The cells of each line of the board."""
    rows, columns = len(grid), len(grid[0])
    for row, column, (down, right) in itertools.product(range(rows), range(columns), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(row + i * down, column + i * right) for i in range(line)]
        if all(r < rows and 0 <= c < columns for r, c in cells):
            yield [grid[r][c] for r, c in cells]


@given(st.integers(1, 31), st.integers(2, 8), st.integers(2, 5), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_connect_four_is_what_its_picture_shows(rows, columns, line, seed):
    rows = min(rows, 64 // columns - 1)
    game = games.connect_four(rows, columns, line)
    for state in walk(game, seed, 64):
        grid = text(game, state).split("\n")
        lines = list(lines_on(grid, line))
        won = [any(set(cells) == {sign} for cells in lines) for sign in "xo"]
        free = [c for c in range(columns) if grid[0][c] == "."]
        assert [payoff(game, state, p) for p in (0, 1)] == [won[p] - won[1 - p] for p in (0, 1)]
        assert (to_move(game, state) == TERMINAL) == (any(won) or not free)
        assert legal_actions(game, state) == ([] if any(won) else free)
        left = [sum(other not in cells for cells in lines) for other in "ox"]
        assert heuristic(game, state, 0) == (left[0] - left[1]) / max(1, len(lines))


def test_columns_of_breakthrough_beyond_z():
    assert [column_label(n) for n in (0, 25, 26, 27, 51, 52, 701)] == ["a", "z", "aa", "ab", "az", "ba", "zz"]


def joined(game, stones, player):
    """Whether the player's stones join its edges; `stones` is a bit per cell."""
    state = new_states(game, 1)[0]
    for row in range(game.rows):
        state.stones[player, row] = stones >> row * game.columns & (1 << game.columns) - 1
        first = (1 << game.columns) - 1 if player == 0 and row == 0 else player
        state.linked[player, row] = int(state.stones[player, row]) & first
    return spread(game, state, player)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 4), (4, 2)])
def test_hex_has_no_draw(rows, columns):
    game = games.hex(rows=rows, columns=columns)
    full = (1 << rows * columns) - 1
    for stones in range(full + 1):
        assert joined(game, stones, 0) != joined(game, full ^ stones, 1)


def test_the_last_row_of_the_largest_hex_board_has_none_below():
    game = games.hex(rows=26, columns=2)
    state = after(game, start(game), 50)
    assert state.stones[0, 25] == 1 and state.linked[0, 25] == 0 and to_move(game, state) == 1


# ---------------------------------------------------------------------------------------------------------------------
# every game


@each_game
def test_keys_tell_positions_apart(game):
    keys = {}
    for seed in range(25):
        for state in walk(game, seed, 8):
            position = (text(game, state), to_move(game, state))
            assert keys.setdefault(position, int(key(game, state))) == int(key(game, state))
    assert len(set(keys.values())) == len(keys) > 10
    low = {k & 0xFFF for k in keys.values()}
    assert len(low) > 0.8 * 4096 * (1 - np.exp(-len(keys) / 4096))  # as many as random numbers would give, or nearly


# ---------------------------------------------------------------------------------------------------------------------
# fast random play


@helper
def plain_playout(game, state, rng, scratch):
    plays = 0
    while to_move(game, state) != TERMINAL:
        play(game, state, scratch[below(rng, legal(game, state, scratch))], rng)
        plays += 1
    return plays


@entry
def tally(game, state, work, rng, scratch, n, fast, results):
    """Count (number of plays, payoff of player 0) over `n` playouts."""
    for _ in range(n):
        work[0] = state
        plays = playout(game, work[0], rng, scratch) if fast else plain_playout(game, work[0], rng, scratch)
        results[plays, int(payoff(game, work[0], 0)) + 1] += 1


def playout_results(game, state, n, fast, seed):
    f = facts(game)
    results = np.zeros((f.length + 1, 3), np.int64)
    tally(game, state, new_states(game, 1), stream(seed), np.empty(f.branching, np.int32), n, fast, results)
    return results


def same_distribution(a, b):
    """The p-value of two samples of counts being of one distribution; rare kinds are put together."""
    rare = a + b < 20
    table = np.array([[*a[~rare], a[rare].sum()], [*b[~rare], b[rare].sum()]])
    return chi2_contingency(table[:, table.sum(0) > 0]).pvalue


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "plays", "n"), [
    ("tic_tac_toe", 3, 100_000), ("connect_four", 0, 50_000), ("othello", 40, 10_000), ("breakthrough 5x4", 4, 50_000),
    ("hex 3x5", 5, 50_000), ("hex", 0, 10_000),
])
def test_fast_playouts_have_the_plain_distribution(name, plays, n):
    game = SAMPLES[name]
    *_, state = walk(game, 4, plays)
    assert to_move(game, state) != TERMINAL
    fast, plain = (playout_results(game, state, n, kind, seed) for kind, seed in ((True, 11), (False, 12)))
    if name.startswith("hex"):  # fills the board, so the number of plays is another
        fast, plain = fast.sum(0), plain.sum(0)
    assert fast.sum() == plain.sum() == n
    assert (fast.reshape(-1, 3).sum(0) > 0).sum() > 1  # not decided yet
    assert same_distribution(fast.ravel(), plain.ravel()) > 1e-3


@pytest.mark.compiled
def test_random_play_of_connect_four():
    game = games.connect_four()
    n = 200_000
    results = playout_results(game, start(game), n, True, 3)
    shares = results.sum(0) / n
    assert shares == pytest.approx([0.4419, 0.0026, 0.5555], abs=0.005)
    assert results.sum(1) @ np.arange(len(results)) / n == pytest.approx(21.31, abs=0.08)


# ---------------------------------------------------------------------------------------------------------------------
# the registry


def test_games_by_name():
    assert {"tic_tac_toe", "connect_four", "nim", "othello", "breakthrough", "hex"} <= set(games.names())
    assert games.make("hex", size=7) == games.hex(7) == games.hex(rows=7, columns=7)
    assert games.options("breakthrough") == {"rows": 8, "columns": 8}
    assert games.nim(piles="3;4;5") == games.nim(piles=[3, 4, 5])
    assert set(games.GAMES) == set(games.names())
