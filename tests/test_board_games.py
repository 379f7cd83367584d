"""The board games: known counts and values, fast paths against plain ones, both speeds against each other."""

import itertools
import re
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from mcts_lab import games
from mcts_lab.engine.generic import entry, helper
from mcts_lab.engine.random import below, stream
from mcts_lab.game import (
    TERMINAL,
    action_name,
    after,
    copy,
    facts,
    heuristic,
    key,
    legal,
    legal_actions,
    misfit,
    new_states,
    payoff,
    play,
    playout,
    random_action,
    start,
    text,
    to_move,
)
from mcts_lab.games.boards.breakthrough import column_label, piece_at
from mcts_lab.games.boards.connect_four import winning_line
from mcts_lab.games.boards.hex import spread
from mcts_lab.games.boards.othello import PASS
from mcts_lab.perft import perft

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


def random_positions(game, seed, plays):
    """The states of a random game, the first and the last included, up to a number of plays."""
    rng = np.random.default_rng(seed)
    state = start(game, 0)
    yield state
    for _ in range(plays):
        if to_move(game, state) == TERMINAL:
            return
        state = after(game, state, int(rng.choice(legal_actions(game, state))))
        yield state


# ---------------------------------------------------------------------------------------------------------------------
# counts


@pytest.mark.parametrize(("name", "options", "counts"), [
    ("tic_tac_toe", {}, (9, 72, 504, 3024)),
    ("connect_four", {}, (7, 49, 343, 2401)),
    ("othello", {}, (4, 12, 56, 244)),
    ("breakthrough", {}, (22, 484)),
    ("breakthrough", {"rows": 6, "columns": 6}, (16, 256, 4308)),
    ("hex", {"size": 3}, (9, 72, 504, 3024)),
    ("hex", {}, (121, 14520)),
])
def test_perft_interpreted(name, options, counts):
    game = games.make(name, **options)
    assert tuple(perft(game, start(game), d, compiled=False) for d in range(1, len(counts) + 1)) == counts


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options", "first", "counts"), [
    ("tic_tac_toe", {}, 5, (15120, 54720, 148176, 200448, 127872)),
    ("connect_four", {}, 5, (16807, 117649, 823536, 5673234, 39394572)),
    ("othello", {}, 5, (1396, 8200, 55092, 390216, 3005288)),
    ("breakthrough", {}, 3, (11132, 256036)),
    ("breakthrough", {"rows": 6, "columns": 6}, 4, (71478,)),
    ("hex", {"size": 3}, 5, (15120, 54720)),
    ("hex", {}, 3, (1727880,)),
])
def test_perft_compiled(name, options, first, counts):
    game = games.make(name, **options)
    assert tuple(perft(game, start(game), d) for d in range(first, first + len(counts))) == counts


def endings(game, depth) -> np.ndarray:
    """Return how many games end after 0, 1, ... `depth` plays, shape (depth + 1, 3): lost, drawn, won by player 0."""
    states = new_states(game, depth + 1)
    states[0] = start(game)
    actions = np.empty((depth + 1, facts(game).branching), np.int32)
    ended = np.zeros((depth + 1, 3), np.int64)
    count_endings(game, states, actions, np.zeros(depth + 1, np.int32), ended, stream(0), compiled=True)
    return ended


@entry
def count_endings(game, states, actions, left, ended, rng):
    """Depth-first, every action is played; adds to `ended`."""
    last = len(left) - 1
    level = 0
    fresh = True  # the state of this level has just been reached
    while level >= 0:
        if fresh:
            fresh = False
            left[level] = legal(game, states[level], actions[level]) if level < last else 0
            if to_move(game, states[level]) == TERMINAL:
                value = payoff(game, states[level], 0)
                ended[level, 2 if value > 0 else (1 if value == 0 else 0)] += 1
                left[level] = 0
        if left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            states[level + 1] = states[level]
            play(game, states[level + 1], actions[level, left[level]], rng)
            level += 1
            fresh = True


@pytest.mark.compiled
def test_perft_of_othello_to_ten_plays():
    # the literature counts a game that is over after nine plays once more at ten
    game = games.othello()
    over = endings(game, 9).sum()
    assert over == 228
    assert perft(game, start(game), 10) + over == 24571284


def test_perft_needs_a_depth():
    game = games.tic_tac_toe()
    assert perft(game, start(game), 0) == 1
    with pytest.raises(ValueError, match="0 or more"):
        perft(game, start(game), -1)


@pytest.mark.compiled
def test_all_games_of_tic_tac_toe():
    game = games.tic_tac_toe()
    ended = endings(game, 9)
    assert ended.sum() == 255168
    assert ended.sum(0).tolist() == [77904, 46080, 131184]
    assert dict(enumerate(ended.sum(1).tolist())) == {
        0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    nodes = 1 + sum(perft(game, start(game), d) for d in range(1, 10))
    assert nodes == 549946


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
    assert [len(layer) for layer in by_ply(games.connect_four(), 5)] == [1, 7, 49, 238, 1120, 4263]


# ---------------------------------------------------------------------------------------------------------------------
# values


def solved(game, state, known=None):
    """The value to the player to move, by plain recursion."""
    known = {} if known is None else known
    if to_move(game, state) == TERMINAL:
        raise ValueError("nobody is to move")
    where = int(key(game, state))
    if where not in known:
        known[where] = max(value for _, value in solved_actions(game, state, known))
    return known[where]


def solved_actions(game, state, known=None):
    """(action, its value to the player to move) for each legal action."""
    player = to_move(game, state)
    for action in legal_actions(game, state):
        child = after(game, state, action)
        if to_move(game, child) == TERMINAL:
            yield action, payoff(game, child, player)
        else:
            yield action, -solved(game, child, known)


def test_tic_tac_toe_is_a_draw():
    game = games.tic_tac_toe()
    known = {}
    assert solved(game, start(game), known) == 0
    assert all(value == 0 for _, value in solved_actions(game, start(game), known))


def test_random_play_of_tic_tac_toe_exactly():
    game = games.tic_tac_toe()
    known = {}

    def odds(state):  # chances of x, a draw, o, and the expected number of plays still to come
        if to_move(game, state) == TERMINAL:
            value = payoff(game, state, 0)
            return (Fraction(value > 0), Fraction(value == 0), Fraction(value < 0), Fraction(0))
        where = int(key(game, state))
        if where not in known:
            each = [odds(after(game, state, action)) for action in legal_actions(game, state)]
            mean = [sum(column) / len(each) for column in zip(*each, strict=True)]
            known[where] = (*mean[:3], mean[3] + 1)
        return known[where]

    assert odds(start(game)) == (Fraction(737, 1260), Fraction(8, 63), Fraction(121, 420), Fraction(3203, 420))
    assert len(known) == 5478 - 626 - 316 - 16  # all positions but the finished ones


@pytest.mark.parametrize(("piles", "winners"), [
    ((1, 3, 5, 7), 0), ((1, 2, 3), 0), ((2, 2), 0), ((3, 4, 5), 1), ((1, 1, 1), 3),
])
def test_nim_is_lost_when_the_piles_cancel_out(piles, winners):
    game = games.nim(piles=piles)
    known = {}
    assert (solved(game, start(game), known) == 1) == (reduce(xor, piles) != 0)
    assert sum(value == 1 for _, value in solved_actions(game, start(game), known)) == winners


@pytest.mark.parametrize("piles", list(product(range(1, 4), repeat=3)))
def test_misere_nim(piles):
    game = games.nim(piles=piles, misere=True)
    wins = reduce(xor, piles) != 0
    assert (solved(game, start(game)) == 1) == (wins if max(piles) > 1 else not wins)


@entry
def best_value(game, states, actions, left, best, table, rng):
    """The value of ``states[0]`` to its mover, by depth-first search with a table of (key, value + 2).

    The arrays hold one element a level: the state, its actions, how many are left, the best value so far. A level whose
    value is 1 needs no further look.
    """
    places = np.uint64(len(table) - 1)
    level = 0
    best[0] = -2
    left[0] = legal(game, states[0], actions[0])
    while True:
        if left[level] == 0 or best[level] == 1:
            place = key(game, states[level]) & places
            table[place, 0] = key(game, states[level])
            table[place, 1] = np.uint64(best[level] + 2)
            if level == 0:
                return best[0]
            level -= 1
            best[level] = max(best[level], -best[level + 1])
            continue
        left[level] -= 1
        child = states[level + 1]
        states[level + 1] = states[level]
        play(game, child, actions[level, left[level]], rng)
        if to_move(game, child) == TERMINAL:
            best[level] = max(best[level], int(payoff(game, child, to_move(game, states[level]))))
        elif table[key(game, child) & places, 0] == key(game, child):
            best[level] = max(best[level], 2 - int(table[key(game, child) & places, 1]))
        else:
            level += 1
            best[level] = -2
            left[level] = legal(game, child, actions[level])


def root_values(game):
    """The exact value of every first action, to its player."""
    f = facts(game)
    table = np.zeros((1 << 20, 2), np.uint64)
    room = f.length + 2
    actions = np.empty((room, f.branching), np.int32)
    values = {}
    for action in legal_actions(game, start(game)):
        states = new_states(game, room)
        states[0] = after(game, start(game), action)
        left, best = np.zeros((2, room), np.int32)
        values[action] = -int(best_value(game, states, actions, left, best, table, stream(0)))
    return values


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
    values = root_values(game) if size > 3 else dict(solved_actions(game, start(game), {}))
    assert {action for action, value in values.items() if value == 1} == winning


# ---------------------------------------------------------------------------------------------------------------------
# rules


def played(name, *moves, **options):
    """A game and its state after actions given by name."""
    game = games.make(name, **options)
    state = start(game)
    for move in moves:
        state = after(game, state, {action_name(game, state, a): a for a in legal_actions(game, state)}[move])
    return game, state


@pytest.mark.parametrize(("options", "moves"), [
    ({}, "x0 o1 x0 o1 x0 o1 x0"),  # a column
    ({}, "x0 o0 x1 o1 x2 o2 x3"),  # a row
    ({}, "x0 o1 x1 o2 x2 o3 x2 o3 x3 o6 x3"),  # rising
    ({}, "x3 o2 x2 o1 x1 o0 x1 o0 x0 o6 x0"),  # falling
    ({"line": 3}, "x0 o1 x0 o1 x0"),
    ({"rows": 7, "columns": 8}, "x7 o6 x6 o5 x5 o4 x5 o4 x4 o0 x4"),
])
def test_lines_of_connect_four(options, moves):
    game, state = played("connect_four", *moves.split(), **options)
    assert (to_move(game, state), payoff(game, state, 0), payoff(game, state, 1)) == (TERMINAL, 1, -1)


@pytest.mark.parametrize(("moves", "last", "cells"), [
    ("x0 o0 x1 o1 x3 o3 x2", (2, 0), {(0, 0), (1, 0), (2, 0), (3, 0)}),
    ("x6 o6 x5 o5 x3 o3 x4", (4, 0), {(3, 0), (4, 0), (5, 0), (6, 0)}),
    ("x1 o0 x1 o0 x1 o0 x2 o0", (0, 3), {(0, 0), (0, 1), (0, 2), (0, 3)}),
    ("x0 o0 x1 o1 x2 o2", (2, 1), set()),
])
def test_the_winning_line_of_connect_four(moves, last, cells):
    game, state = played("connect_four", *moves.split())
    found = winning_line(game, state, *last)
    assert len(found) == len(cells) and set(found) == cells


def test_the_heuristic_of_connect_four_counts_open_lines():
    game, state = played("connect_four", "x3")  # on 7 of 69 lines
    assert [heuristic(game, state, player) for player in (0, 1)] == pytest.approx([7 / 69, -7 / 69])


def test_no_line_around_the_edge():
    # the top of one column and the foot of the next are neighbours among the bits
    game, state = played("connect_four", *"x0 o0 x0 o0 x1 o0 x2 o0 x1".split(), rows=6)
    assert to_move(game, state) != TERMINAL


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
    for state in random_positions(game, seed, 64):
        grid = text(game, state).split("\n")
        lines = list(lines_on(grid, line))
        won = [any(set(cells) == {sign} for cells in lines) for sign in "xo"]
        free = [c for c in range(columns) if grid[0][c] == "."]
        assert [payoff(game, state, p) for p in (0, 1)] == [won[p] - won[1 - p] for p in (0, 1)]
        assert (to_move(game, state) == TERMINAL) == (any(won) or not free)
        assert legal_actions(game, state) == ([] if any(won) else free)
        left = [sum(other not in cells for cells in lines) for other in "ox"]
        assert heuristic(game, state, 0) == (left[0] - left[1]) / max(1, len(lines))


def test_passes_of_othello():
    game = games.othello()
    seen = 0
    for seed in range(40):
        states = list(random_positions(game, seed, 200))
        for before, following in zip(states, states[1:], strict=False):
            if legal_actions(game, before) == [PASS]:
                seen += 1
                assert action_name(game, before, PASS) == "pass"
                assert to_move(game, following) == 1 - to_move(game, before)
                assert list(following.discs) == list(before.discs)
                assert legal_actions(game, following) != [PASS]  # else the game were over
        assert to_move(game, states[-1]) == TERMINAL
    assert seen > 5


def test_breakthrough_takes_diagonally_only():
    game, state = played("breakthrough", "a5a4", "b2b3", rows=6, columns=6)
    names = {action_name(game, state, a) for a in legal_actions(game, state)}
    assert "a4b3*" in names
    assert "a4a3" in names
    game, state = played("breakthrough", "a5a4", "a2a3", rows=6, columns=6)
    names = {action_name(game, state, a) for a in legal_actions(game, state)}
    assert "a4a3" not in names and "a4a3*" not in names


def test_breakthrough_ends_when_all_pieces_are_taken():
    ends = Counter()
    game = games.breakthrough(rows=4, columns=2)
    for seed in range(60):
        *_, state = random_positions(game, seed, 60)
        assert to_move(game, state) == TERMINAL
        winner = 0 if payoff(game, state, 0) == 1 else 1
        rank = text(game, state).split("\n")[3 if winner == 0 else 0]
        ends["reached" if "bw"[winner] in rank else "taken"] += 1
        if "bw"[winner] not in rank:
            assert "bw"[1 - winner] not in "".join(row[1:] for row in text(game, state).split("\n")[:-1])
    assert min(ends["reached"], ends["taken"]) > 0


def test_the_heuristic_of_breakthrough_is_its_formula():
    game = games.breakthrough(rows=6, columns=5)
    for seed in range(3):
        for state in positions_of(game, seed):
            total = [0, 0]
            for row, column in itertools.product(range(6), range(5)):
                owner = piece_at(game, state, row, column)
                if owner is not None:
                    total[owner] += (1 + row if owner == 0 else 6 - row) ** 2
            for player in (0, 1):
                lead = total[player] - total[1 - player]
                assert heuristic(game, state, player) == pytest.approx(lead / sum(total))


def test_columns_of_breakthrough_beyond_z():
    assert [column_label(n) for n in (0, 25, 26, 27, 51, 52, 701)] == ["a", "z", "aa", "ab", "az", "ba", "zz"]


def test_breakthrough_keeps_its_lists_in_order():
    game = games.breakthrough(6, 6)
    for seed in range(5):
        for state in random_positions(game, seed, 80):
            for player, sign in ((0, 1), (1, -1)):
                places = state.places[player, : state.counts[player]].tolist()
                assert sorted(places) == [c for c, there in enumerate(state.cells.tolist()) if 0 < sign * there < 127]
                assert [int(state.cells[c]) * sign for c in places] == list(range(1, len(places) + 1))


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


def test_hex_needs_the_whole_way():
    game, state = played("hex", "b1", "a2", "b2", "c2", size=3)
    assert to_move(game, state) != TERMINAL
    state = after(game, state, legal_actions(game, state)[-2])  # b3
    assert (to_move(game, state), payoff(game, state, 0)) == (TERMINAL, 1)


def needed_by_search(game, state, player):
    """The fewest free cells that join the player's edges, by trying sets of growing size."""
    stones = [sum(int(state.stones[p, r]) << r * game.columns for r in range(game.rows)) for p in (0, 1)]
    cells = [1 << c for c in range(game.rows * game.columns) if not (stones[0] | stones[1]) >> c & 1]
    return min(bin(extra).count("1") for extra in (sum(c for c, chosen in zip(cells, choice, strict=True) if chosen)
               for choice in product((0, 1), repeat=len(cells))) if joined(game, stones[player] | extra, player))


def test_a_playout_of_hex_gives_both_players_their_stones():
    game = games.hex(rows=3, columns=5)
    for seed in range(30):
        state, rng = start(game, seed), stream(seed)
        scratch = np.empty(facts(game).branching, np.int32)
        playout(game, state, rng, scratch)
        stones = [sum(int(row).bit_count() for row in state.stones[player]) for player in (0, 1)]
        assert stones == [8, 7] and state.plays == 15


def test_heuristic_of_hex_counts_missing_stones():
    game = games.hex(3)
    for seed in range(6):
        for state in random_positions(game, seed, 9):
            if to_move(game, state) != TERMINAL:
                before = state.tobytes()
                mine, theirs = needed_by_search(game, state, 0), needed_by_search(game, state, 1)
                assert heuristic(game, state, 0) == (theirs - mine) / (theirs + mine)
                assert state.tobytes() == before


# ---------------------------------------------------------------------------------------------------------------------
# every game


@each_game
def test_heuristics_lie_between_the_payoffs_and_sum_to_zero(game):
    if not heuristic.defines(type(game)):
        pytest.skip("this game has no heuristic")
    values = [(heuristic(game, state, 0), heuristic(game, state, 1)) for seed in range(3)
              for state in random_positions(game, seed, 60) if to_move(game, state) != TERMINAL]
    assert all(-1 <= a <= 1 and a == pytest.approx(-b) for a, b in values)
    assert len(set(values)) > 3


@each_game
def test_keys_tell_positions_apart(game):
    keys = {}
    for seed in range(25):
        for state in random_positions(game, seed, 8):
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
    ("tic_tac_toe", 0, 200_000), ("tic_tac_toe", 3, 100_000), ("connect_four", 0, 100_000),
    ("connect_four", 12, 100_000), ("othello", 0, 10_000), ("othello", 40, 20_000),
    ("breakthrough 5x4", 0, 100_000), ("breakthrough 5x4", 4, 100_000),
    ("hex 3x5", 0, 100_000), ("hex 3x5", 5, 100_000), ("hex", 0, 20_000), ("hex", 61, 20_000),
])
def test_fast_playouts_have_the_plain_distribution(name, plays, n):
    game = SAMPLES[name]
    *_, state = random_positions(game, 4, plays)
    assert to_move(game, state) != TERMINAL
    fast, plain = (playout_results(game, state, n, kind, seed) for kind, seed in ((True, 11), (False, 12)))
    if name.startswith("hex"):  # fills the board, so the number of plays is another
        fast, plain = fast.sum(0), plain.sum(0)
    assert fast.sum() == plain.sum() == n
    assert (fast.reshape(-1, 3).sum(0) > 0).sum() > 1  # not decided yet
    assert same_distribution(fast.ravel(), plain.ravel()) > 1e-3


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "connect_four 5x5, line 3", "hex 3x5"])
def test_fast_playouts_count_their_plays(name):
    game, rng = SAMPLES[name], stream(3)
    for state in random_positions(game, 4, 4):
        stones = [len(re.findall("[xo]", text(game, state)))]
        plays = playout(game, state, rng, np.empty(facts(game).branching, np.int32))
        stones.append(len(re.findall("[xo]", text(game, state))))
        assert to_move(game, state) == TERMINAL and stones[1] - stones[0] == plays


def test_random_play_of_connect_four():
    game = games.connect_four()
    n = 200_000
    results = playout_results(game, start(game), n, True, 3)
    shares = results.sum(0) / n
    assert shares == pytest.approx([0.4419, 0.0026, 0.5555], abs=0.005)
    assert results.sum(1) @ np.arange(len(results)) / n == pytest.approx(21.31, abs=0.08)


def positions_of(game, seed):
    """All positions of a random game."""
    state, rng = start(game, seed), stream(seed)
    scratch = np.empty(facts(game).branching, np.int32)
    while True:
        yield state
        if to_move(game, state) == TERMINAL:
            return
        play(game, state, random_action(game, state, rng, scratch), rng)


@pytest.mark.parametrize(("name", "smaller", "larger"), [
    ("breakthrough", {"rows": 6, "columns": 4}, {"rows": 5, "columns": 5}),
    ("breakthrough", {"rows": 6, "columns": 5}, {"rows": 6, "columns": 6}),
    ("connect_four", {"rows": 5, "columns": 7}, {"rows": 6, "columns": 7}),
    ("hex", {"rows": 4, "columns": 4}, {"rows": 4, "columns": 5}),
    ("nim", {"piles": (3, 3)}, {"piles": (3, 4)}),
])
def test_positions_of_a_larger_game_are_noticed_where_it_shows(name, smaller, larger):
    """Sizes may share the fields of their states, so what stands in the fields must tell."""
    smaller, larger = games.make(name, **smaller), games.make(name, **larger)
    for game in (smaller, larger):
        assert not any(misfit(game, state) for seed in range(3) for state in positions_of(game, seed))
    if facts(smaller).dtype == facts(larger).dtype:
        assert any(misfit(smaller, state) for seed in range(5) for state in positions_of(larger, seed))


# ---------------------------------------------------------------------------------------------------------------------
# the registry


def test_games_by_name():
    assert {"tic_tac_toe", "connect_four", "nim", "othello", "breakthrough", "hex"} <= set(games.names())
    assert games.make("hex", size=7) == games.hex(7) == games.hex(rows=7, columns=7)
    assert games.options("breakthrough") == {"rows": 8, "columns": 8}
    assert games.nim(piles="3;4;5") == games.nim(piles=[3, 4, 5])
    assert set(games.GAMES) == set(games.names())


def test_illegal_actions_are_refused():
    game, state = played("tic_tac_toe", "x(0,0)")
    with pytest.raises(ValueError, match="not a legal action"):
        after(game, state, 0)
