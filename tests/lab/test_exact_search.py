"""Minimax, alpha-beta and expectiminimax: known counts, equal values whatever the options, signs, interruption."""

from __future__ import annotations

import itertools
import math
from functools import partial

import numpy as np
import pytest
from positions import Moves

from mcts_lab import UCT, AlphaBeta, Minimax, as_game, games
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.games.teaching.given_tree import GivenTree
from mcts_lab.search.minimax.evaluation import Even
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.textbook import exact as textbook


class Resignation:
    """Whoever takes the last of nine steps, one or two at a time, wins; whoever is to move may resign.

    Keys leave out who has won: a game given up has that of one that goes on.
    """

    length = 9

    def start(self):
        return 9, 0, False

    def to_move(self, state):
        return None if state[2] or state[0] <= 0 else state[1]

    def legal(self, state):
        return [0, 2, 1]  # 0: to resign

    def play(self, state, steps):
        return state[0] - steps, 1 - state[1], steps == 0

    def payoff(self, state, player):
        return 1 if (state[1] == player) == state[2] else -1

    def key(self, state):
        return state[:2]


EVEN = Even()


def tree(**options):
    game = games.uniform_tree(**options)
    return game, start(game)


def same(a, b):
    """Results without the time they took."""
    return a._replace(seconds=0, history=()) == b._replace(seconds=0, history=())


# --- known counts -----------------------------------------------------------------------------------------------------


def test_nodes_of_tic_tac_toe():
    game = games.tic_tac_toe()
    result = AlphaBeta().search(game, start(game))
    assert (result.nodes, result.value, result.solved) == (18_297, 0.0, True)
    assert len(result.pv) == 9


@pytest.mark.compiled
def test_states_of_tic_tac_toe():
    game = games.tic_tac_toe()
    assert Minimax(table_bits=16).search(game, start(game)).nodes == 5_478
    assert Minimax().search(game, start(game)).nodes == 549_946


@pytest.mark.parametrize(("depth", "nodes"), [(5, 564), (7, 7_153), (9, 87_585),
                                              pytest.param(11, 1_692_129, marks=pytest.mark.compiled)])
def test_nodes_of_connect_four(depth, nodes):
    game = games.connect_four()
    result = AlphaBeta(depth, EVEN).search(game, start(game))
    assert (result.nodes, result.value, result.solved) == (nodes, 0.0, False)
    assert result.deepest == len(result.pv) == depth


@pytest.mark.sampled(2, others="all")
@pytest.mark.parametrize("branching", [2, 3, 5])
@pytest.mark.parametrize("depth", range(1, 8))
def test_leaves_of_perfectly_ordered_trees(branching, depth):
    game, state = tree(branching=branching, depth=depth, ordered=True)
    least = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert AlphaBeta().search(game, state).leaves == least
    assert Minimax().search(game, state).leaves == branching**depth


def test_expectiminimax_of_pig():
    game = games.pig(faces=3)
    result = Expectiminimax(2).search(game, start(game), compiled=False)
    assert result.value * game.win_score == pytest.approx(5 / 3)
    assert game.action_name(start(game), result.action) == "roll"
    assert set(result.values) == {0, 1} and not result.solved


# --- the same value, whatever the options -----------------------------------------------------------------------------

ORDERINGS = ["listed", "pv", "table", "killer", "heuristic", "pv+table+killer+heuristic"]


@pytest.mark.sampled(2, others="all")
@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("seed", range(3))
def test_every_option_keeps_the_value(turns, seed):
    game, state = tree(branching=3, depth=5, turns=turns, seed=seed, values=9)
    for depth in (None, 3):
        true = Minimax(depth).search(game, state)
        for ordering, bits, iterative, scout in itertools.product(ORDERINGS, (0, 8), (False, True), (False, True)):
            if ("table" in ordering and not bits) or ("pv" in ordering and not iterative):
                continue
            result = AlphaBeta(depth, ordering=ordering, table_bits=bits, iterative=iterative, scout=scout).search(
                game, state)
            assert result.value == true.value, (ordering, bits, iterative, scout)
            assert all(true.values[action] == value for action, value in result.values.items())
            assert true.values[result.action] == true.value


@pytest.mark.parametrize("maximise", [True, False])
def test_a_given_tree_is_a_game(maximise):
    game = GivenTree({"left": [3, 12], "right": {"up": 2, "down": [4, 6]}}, maximise)
    state = start(game)
    assert [game.action_name(state, action) for action in legal_actions(game, state)] == ["left", "right"]
    assert game.to_move(state) == (0 if maximise else 1)
    values = {True: max(min(3, 12), min(2, max(4, 6))), False: min(max(3, 12), max(2, min(4, 6)))}
    assert textbook.minimax(game, state, 0) == textbook.alpha_beta(game, state, 0) == values[maximise]
    found = AlphaBeta().search(game, state, compiled=False)
    assert found.value * (1 if maximise else -1) == values[maximise]
    assert [game.value[node] for node in range(len(game.parent)) if not game.children[node]] == [3, 12, 2, 4, 6]


def test_deepening_equals_fixed_depth_and_stops_when_solved():
    game, state = tree(branching=3, depth=6, seed=2)
    deep = AlphaBeta(4, iterative=True).search(game, state)
    fixed = [AlphaBeta(depth).search(game, state) for depth in (1, 2, 3, 4)]
    assert [r.value for r in (*deep.history, deep)] == [r.value for r in fixed]
    assert deep.nodes == sum(r.nodes for r in fixed)
    assert [r.depth for r in (*deep.history, deep)] == [1, 2, 3, 4]
    game = games.tic_tac_toe()
    state = start(game)
    for action in (0, 3, 1, 4):
        state = after(game, state, action)
    result = AlphaBeta(iterative=True, evaluation=EVEN).search(game, state)
    assert result.value == 1.0 and result.solved


# --- signs ------------------------------------------------------------------------------------------------------------


def test_draw_lies_between_loss_and_win():
    game = games.tic_tac_toe()
    state = start(game)
    for action in (0, 4, 8):  # two opposite corners around the centre: an edge draws, a corner loses
        state = after(game, state, action)
    values = Minimax().search(game, state, compiled=False).values
    assert values == {1: 0.0, 2: -1.0, 3: 0.0, 5: 0.0, 6: -1.0, 7: 0.0}
    assert AlphaBeta().search(game, state, compiled=False).value == 0.0
    mistaken = AlphaBeta().search(game, after(game, state, 2), compiled=False)
    assert (mistaken.value, mistaken.action) == (1.0, 6)  # in the view of the other player, who now moves


class Pockets(Moves):
    """Each takes one or two coins, player 0 twice in a row; the payoffs are the own coins, so not zero-sum."""

    low, high, zero_sum, length, movers, choices = 0.0, 8.0, False, 6, (0, 0, 1), (1, 2)

    def heuristic(self, state, player):
        return float(sum(coins for place, coins in enumerate(state) if self.movers[place % 3] == player))

    def payoff(self, state, player):
        return self.heuristic(state, player) - 0.25 * self.heuristic(state, 1 - player)


@pytest.mark.parametrize("method", [Minimax, AlphaBeta, Expectiminimax])
def test_perspective_of_the_root(method):
    game = as_game(Pockets())
    state = start(game)
    with pytest.raises(ValueError, match="zero-sum.*perspective=\"root\""):
        method(2).search(game, state)
    # player 0 takes two twice; player 1 then takes two only to make player 0's payoff smaller
    full = method(perspective="root").search(game, state)
    assert full.value == textbook.minimax(game, state, 0) == 4 * 2 - 0.25 * 4
    assert method(1, perspective="root").search(game, state).value == 2.0  # the heuristic: own coins
    assert method(3, perspective="root").search(game, state).value == 4.0
    second = after(game, after(game, state, 1), 1)  # player 1 to move: its own coins count, player 0 minimises them
    assert method(1, perspective="root").search(game, second).value == 2.0
    assert method(perspective="root").search(game, second).value == textbook.minimax(game, second, 1)


# --- budgets and interruption -----------------------------------------------------------------------------------------


class Share(Moves):
    """The players make five plays in turn and share `pot` points, in odd portions; a payoff could be 0 to 10."""

    low, high, length, pot, choices = 0.0, 10.0, 5, 4, (0, 1, 2)

    def payoff(self, state, player):
        mine = sum((place + 3) * action for place, action in enumerate(state)) % (self.pot + 1)
        return mine if player == 0 else self.pot - mine

    heuristic = payoff


@pytest.mark.parametrize("method", [Minimax, AlphaBeta, Expectiminimax])
def test_an_estimate_is_turned_round_at_what_the_payoffs_add_up_to(method):
    game = as_game(Share())
    for moves in ((), (2,)):
        state = start(game)
        for action in moves:
            state = after(game, state, action)
        for depth in range(1, 5):
            expected = textbook.minimax(game, state, len(moves), depth)
            assert method(depth=depth).search(game, state).value == expected


def test_the_other_players_values_in_a_tree_are_turned_round_at_that_sum():
    game = as_game(Share())
    tree = UCT().search(game, start(game), iterations=300, seed=1, compiled=False).tree
    visited = tree.nodes["visits"] > 0
    mine, theirs = (tree.payoffs(player)[visited] for player in (0, 1))
    assert np.allclose(mine + theirs, 4.0) and mine.min() >= -1e-9 and mine.max() <= 4.0 + 1e-9


def test_interruption_keeps_the_last_finished_depth():
    game, state = tree(branching=6, depth=8, seed=3)
    whole = AlphaBeta(7, iterative=True).search(game, state, compiled=False)
    seen = []

    def interrupt(nodes):
        seen.append(nodes)
        if nodes > whole.history[3].nodes + 300:
            raise KeyboardInterrupt

    result = AlphaBeta(7, iterative=True).search(game, state, progress=interrupt, compiled=False)
    assert 4 <= result.depth < 7 and same(result, whole.history[result.depth - 1])
    assert seen == sorted(seen)
    with pytest.raises(KeyboardInterrupt):  # nothing is finished yet
        AlphaBeta(7).search(game, state, progress=interrupt, compiled=False)


def test_budget_in_nodes():
    game, state = tree(branching=4, depth=9, seed=3)
    whole = AlphaBeta(6, iterative=True).search(game, state)
    for earlier in whole.history[1:]:
        assert same(AlphaBeta(6, iterative=True).search(game, state, nodes=earlier.nodes + 1), earlier)
    assert AlphaBeta(iterative=True).search(game, state, nodes=1).depth == 1  # the first depth is always finished
    assert AlphaBeta(iterative=True).search(game, state, seconds=1e-9).depth == 1


# --- every option matters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [
    {"depth": 4}, {"evaluation": EVEN}, {"ordering": "killer"}, {"ordering": "heuristic"},
    {"table_bits": 8}, {"iterative": True}, {"every": True},
])
def test_every_option_changes_the_search(change):
    game = games.connect_four(rows=4, columns=4)
    state = start(game)
    if "heuristic" in change.values() or "evaluation" in change:
        game, state = tree(branching=3, depth=7)
    assert not same(AlphaBeta(6)._replace(**change).search(game, state), AlphaBeta(6).search(game, state))


def test_every_root_value_is_exact():
    game, state = tree(branching=5, depth=5, seed=4)
    true = Minimax().search(game, state)
    result = AlphaBeta(every=True).search(game, state)
    assert result.values == true.values and result.nodes < true.nodes
    assert len(AlphaBeta().search(game, state).values) < 5


# --- one source, three ways to run it ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [
    Minimax(4, EVEN), AlphaBeta(5, EVEN), Expectiminimax(table_bits=16),
    AlphaBeta(5, EVEN, table_bits=12, iterative=True, ordering="pv+table+killer", scout=True)])
def test_compiled_and_interpreted_are_the_same_search(method):
    game = games.connect_four(rows=4, columns=4)
    if isinstance(method, Expectiminimax):
        game = games.pig(faces=3, win_score=5, horizon=6)
    assert same(method.search(game, start(game)), method.search(game, start(game), compiled=False))


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "budget"), [
    (AlphaBeta(0), {}), (AlphaBeta(2.5), {}), (AlphaBeta(ordering="best"), {}),
    (AlphaBeta(ordering="table"), {}), (AlphaBeta(ordering="pv"), {}),
    (AlphaBeta(evaluation=EVEN, ordering="heuristic"), {}), (AlphaBeta(perspective="mine"), {}),
    (AlphaBeta(quiescence=3), {}), (AlphaBeta(2, quiescence=-1), {}), (AlphaBeta(2, quiescence=3), {}),
    (AlphaBeta(table_bits=99), {}), (AlphaBeta(4), {"seconds": 1}), (AlphaBeta(iterative=True), {"nodes": -1}),
])
def test_bad_parameters_are_refused_in_one_sentence(method, budget):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        method.search(*tree(), **budget)


def test_unfit_games_and_states_are_refused():
    pig, (short, beginning) = games.pig(), tree(depth=1)
    for method, game, state, words in ((AlphaBeta(2), pig, start(pig), "Use Expectiminimax"),
                                       (Expectiminimax(2), pig, after(pig, start(pig), 0), "chance event"),
                                       (AlphaBeta(), short, after(short, beginning, 0), "over")):
        with pytest.raises(ValueError, match=words):
            method.search(game, state)


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("plies", [1, 2, 5])
@pytest.mark.parametrize("options", [
    {}, {"scout": True, "ordering": "killer"}, {"table_bits": 12, "iterative": True, "ordering": "pv+table"}])
def test_noisy_actions_are_followed_as_in_the_textbook(plies, options):
    game, rng, other = games.breakthrough(5, 4), np.random.default_rng(3), 0
    for _ in range(30):
        state = start(game)
        while game.to_move(state) != TERMINAL and rng.random() < 0.9:
            state = after(game, state, rng.choice(legal_actions(game, state)))
        if game.to_move(state) == TERMINAL:
            continue
        player, evaluate = int(game.to_move(state)), partial(textbook.quiescence, plies=plies)
        found = AlphaBeta(2, quiescence=plies, **options).search(game, state, compiled=False)
        assert found.value == textbook.negamax(game, state, player, 2, evaluate)
        assert found.deepest <= 2 + plies and found.leaves <= found.nodes
        other += found.value != AlphaBeta(2, **options).search(game, state, compiled=False).value
    assert other > 2
    assert same(found, AlphaBeta(2, quiescence=plies, **options).search(game, state))


class Trade(Moves):
    """Each of two players in turn may take a point; after four plies the lead counts."""

    length = 4

    def heuristic(self, state, player):
        return (sum(state[player::2]) - sum(state[1 - player::2])) / 4

    payoff = heuristic

    def noisy(self, state, action):
        return action == 1


def test_a_game_of_ones_own_says_what_is_noisy():
    game = as_game(Trade())
    values = [AlphaBeta(1, quiescence=plies).search(game, start(game)).value for plies in (0, 1, 2)]
    assert values == [0.25, 0.0, 0.25]  # at first the other side would take as well


# --- sooner wins ------------------------------------------------------------------------------------------------------


def soonest(game, state, player, plies=0):
    """The value of a state by plain recursion, ends of games nearer to even by 2^-30 for each ply to them."""
    if game.to_move(state) == TERMINAL:
        value = game.payoff(state, player)
        return value - math.copysign(plies * 2.0**-30, value) if value else 0.0
    values = [soonest(game, after(game, state, action), player, plies + 1) for action in legal_actions(game, state)]
    return max(values) if game.to_move(state) == player else min(values)


@pytest.mark.sampled(5, others="all")
@pytest.mark.parametrize("options", [
    {}, {"table_bits": 12}, {"scout": True, "ordering": "killer"}, {"every": True, "table_bits": 4},
    {"iterative": True, "table_bits": 12, "ordering": "pv+table"}])
def test_the_sooner_of_two_wins_and_the_later_of_two_losses(options):
    game, rng, seen = games.tic_tac_toe(), np.random.default_rng(5), set()
    for _ in range(60):
        state = start(game)
        for _ in range(3):
            state = after(game, state, rng.choice(legal_actions(game, state)))
        player = int(game.to_move(state))
        found = AlphaBeta(sooner=True, **options).search(game, state, compiled=False)
        assert found.value == soonest(game, state, player)
        assert soonest(game, after(game, state, found.action), player, 1) == found.value
        seen.add((round(found.value), len(found.pv)))
        plain = AlphaBeta(**options).search(game, state, compiled=False)
        assert plain.value == round(found.value) == round(plain.value)
    assert {(1, 5), (-1, 4), (0, 6)} <= seen or options.get("table_bits")  # whose answers cut lines short


@pytest.mark.compiled
def test_minimax_nodes_of_connect_four():
    game = games.connect_four()
    assert Minimax(8, EVEN).search(game, start(game)).nodes == 6_634_027


def test_an_end_is_not_taken_for_a_state_with_its_key():
    game, known = as_game(Resignation()), 0
    state = start(game)
    for _ in range(3):
        plain, stored = (Minimax(table_bits=bits).search(game, state) for bits in (0, 10))
        assert (stored.value, stored.values) == (plain.value, plain.values)
        known += stored.table_hits
        state = after(game, state, legal_actions(game, state)[2])
    assert known > 0
