"""Minimax, alpha-beta and expectiminimax: known counts, equal values whatever the options, signs, interruption."""


from __future__ import annotations

import itertools
import math
from functools import partial

import numpy as np
import pytest

from mcts_lab import UCT, AlphaBeta, Minimax, as_game, games
from mcts_lab.game import TERMINAL, after, legal_actions, start
from mcts_lab.games.teaching.given_tree import GivenTree
from mcts_lab.search.minimax import transpositions
from mcts_lab.search.minimax.evaluation import Even, Heuristic
from mcts_lab.search.minimax.expectiminimax import Expectiminimax
from mcts_lab.search.minimax.transpositions import new_table
from mcts_lab.textbook import exact as textbook

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


@pytest.mark.compiled
def test_minimax_nodes_of_connect_four():
    game = games.connect_four()
    assert Minimax(8, EVEN).search(game, start(game)).nodes == 6_634_027


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


@pytest.mark.parametrize("method", [
    AlphaBeta(5, EVEN), AlphaBeta(5, EVEN, ordering="killer"), Expectiminimax(4, EVEN),
    AlphaBeta(5, EVEN, ordering="pv+killer", iterative=True),
])
def test_what_a_search_has_worked_with_serves_the_next_and_nobody_else_meanwhile(method):
    game = games.tic_tac_toe()
    states = [after(game, start(game), action) for action in (0, 4)]
    alone = [method.search(game, state, compiled=False) for state in states]
    inside = []
    outer = method.search(game, states[0], compiled=False,
                          progress=lambda nodes: inside.append(method.search(game, states[1], compiled=False)))
    assert same(outer, alone[0]) and inside and all(same(each, alone[1]) for each in inside)
    with pytest.raises(ZeroDivisionError):
        method.search(game, states[0], compiled=False, progress=lambda nodes: 1 // 0)
    assert same(method.search(game, states[1], compiled=False), alone[1])


def test_a_table_replaces_what_cost_least_and_only_where_a_bucket_is_full():
    table, n = new_table(4), transpositions.BUCKET
    words = [np.uint64(word) for word in range(200) if transpositions.bucket(table, np.uint64(word)) == 0][:n + 1]
    assert len(table.entries) == 2**4
    for cost, word in enumerate(words[:n]):
        table.store(word, 1, 0.5, transpositions.EXACT, 3, 0, 10 + (cost - 2) ** 2)
    assert all(table.find(word) >= 0 for word in words[:n])
    table.store(words[n], 1, 0.5, transpositions.EXACT, 3, 0, 1)
    assert [table.find(word) >= 0 for word in words] == [True, True, False, True, True]


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


class Mirrored:
    """Another game with the two players exchanged, and their payoffs on another scale."""

    def __init__(self, game, scale=1.0, shift=0.0):
        self.game, self.scale, self.shift = game, scale, shift
        self.length, self.actions = game.facts().length, game.facts().actions
        self.low, self.high = shift - scale, shift + scale

    def start(self):
        return start(self.game).copy()

    def to_move(self, state):
        player = self.game.to_move(state)
        return None if player == TERMINAL else 1 - player

    def legal(self, state):
        return legal_actions(self.game, state)

    def play(self, state, action):
        return after(self.game, state, action)

    def payoff(self, state, player):
        return self.shift + self.scale * self.game.payoff(state, 1 - player)


@pytest.mark.parametrize(("scale", "shift"), [(1.0, 0.0), (0.5, 0.5), (10.0, -3.0)])
@pytest.mark.parametrize("turns", [1, 2])
def test_players_mirrored_and_payoffs_rescaled(scale, shift, turns):
    game, state = tree(branching=2, depth=5, turns=turns, seed=1)
    there = AlphaBeta().search(game, state, compiled=False)
    mirrored = as_game(Mirrored(game, scale, shift))
    here = AlphaBeta().search(mirrored, start(mirrored))
    assert here.value == pytest.approx(shift + scale * there.value)
    assert (here.pv, here.nodes, here.cutoffs) == (there.pv, there.nodes, there.cutoffs)


class Pockets:
    """Each takes one or two coins, player 0 twice in a row; the payoffs are the own coins, so not zero-sum."""

    zero_sum = False
    low, high, length, actions = 0.0, 8.0, 6, 3

    def start(self):
        return 0, 0, 0

    def to_move(self, state):
        return None if state[0] == 6 else (0, 0, 1)[state[0] % 3]

    def legal(self, state):
        return [1, 2]

    def play(self, state, coins):
        n, mine, theirs = state
        return (n + 1, mine + coins, theirs) if self.to_move(state) == 0 else (n + 1, mine, theirs + coins)

    def payoff(self, state, player):
        return float(state[1 + player] - 0.25 * state[2 - player])

    def heuristic(self, state, player):
        return float(state[1 + player])


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


class Share:
    """The players make five plays in turn and share `pot` points, in odd portions; a payoff could be 0 to 10."""

    low, high, length, pot = 0.0, 10.0, 5, 4

    def start(self):
        return ()

    def to_move(self, state):
        return None if len(state) == 5 else len(state) % 2

    def legal(self, state):
        return [0, 1, 2]

    def play(self, state, action):
        return (*state, action)

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


def test_an_end_is_not_taken_for_a_state_with_its_key():
    game, known = as_game(Resignation()), 0
    state = start(game)
    for _ in range(3):
        plain, stored = (Minimax(table_bits=bits).search(game, state) for bits in (0, 10))
        assert (stored.value, stored.values) == (plain.value, plain.values)
        known += stored.table_hits
        state = after(game, state, legal_actions(game, state)[2])
    assert known > 0


@pytest.mark.parametrize("turn", [0, 1])
def test_ordering_by_the_heuristic_saves_nodes_for_both_players(turn):
    plain = ordered = 0
    for seed in range(6):
        game, state = tree(branching=5, depth=4, seed=seed)
        for _ in range(turn):
            state = after(game, state, 0)
        method = AlphaBeta(4, evaluation=Heuristic())
        listed, best_first = (method._replace(ordering=o).search(game, state) for o in ("listed", "heuristic"))
        assert listed.value == best_first.value
        plain, ordered = plain + listed.nodes, ordered + best_first.nodes
    assert ordered < 0.9 * plain


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


class Roads:
    """The first player chooses among two roads to ends of the same payoff: a short and a long one."""

    actions = branching = 2
    length = 9

    def __init__(self, low, high, first, worth, short, zero_sum):
        self.low, self.high, self.first, self.worth, self.zero_sum = low, high, first, worth, zero_sum
        self.plies = (2, 6) if short == 0 else (6, 2)

    def start(self):
        return ()

    def to_move(self, state):
        return None if state and len(state) == self.plies[state[0]] else (len(state) + self.first) % 2

    def legal(self, state):
        return [0] if state else [0, 1]

    def play(self, state, action):
        return (*state, action)

    def payoff(self, state, player):
        return self.worth if player == self.first else self.low + self.high - self.worth


@pytest.mark.parametrize(("low", "high"), [(-1, 1), (0, 1), (5, 10), (-10, -5), (1e7, 3e8), (-1e-9, 1e-9), (-7, 2)])
@pytest.mark.parametrize("view", ["mover", "root", "of all"])
@pytest.mark.parametrize("first", [0, 1])
def test_sooner_is_measured_from_the_payoff_of_a_draw(low, high, view, first):
    """Whatever the payoffs are, and from whomever's side they are looked at."""
    zero_sum = view != "of all"  # else even is the middle of what is possible
    search = AlphaBeta(sooner=True, every=True, perspective="mover" if view == "mover" else "root")
    for worth, short in itertools.product((low, low / 4 + high * 3 / 4, high), (0, 1)):
        game = as_game(Roads(low, high, first, worth, short, zero_sum))
        found = search.search(game, start(game))
        assert found.action == (short if worth > (low + high) / 2 else 1 - short), (worth, found)
        assert math.isclose(found.value, worth, abs_tol=1e-6 * (high - low))


# --- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "budget"), [
    (AlphaBeta(0), {}), (AlphaBeta(2.5), {}), (AlphaBeta(ordering="best"), {}),
    (AlphaBeta(ordering="table"), {}), (AlphaBeta(ordering="pv"), {}),
    (AlphaBeta(evaluation=EVEN, ordering="heuristic"), {}), (AlphaBeta(perspective="mine"), {}),
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


def test_a_result_names_its_action():
    game = games.tic_tac_toe()
    result = AlphaBeta(depth=3).search(game, start(game), compiled=False)
    assert result.name == game.action_name(start(game), result.action)


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


class Trade:
    """Each of two players in turn may take a point; after four plies the lead counts."""

    length = 4

    def start(self):
        return (0, 0), 0, 0

    def to_move(self, state):
        return None if state[2] == 4 else state[1]

    def legal(self, state):
        return ["stop", "take"]

    def play(self, state, action):
        lead, player, plies = list(state[0]), state[1], state[2]
        lead[player] += action == "take"
        return tuple(lead), 1 - player, plies + 1

    def heuristic(self, state, player):
        return (state[0][player] - state[0][1 - player]) / 4

    payoff = heuristic

    def noisy(self, state, action):
        return action == "take"


def test_a_game_of_ones_own_says_what_is_noisy():
    game = as_game(Trade())
    state = start(game)
    assert AlphaBeta(1).search(game, state).value == 0.25  # the other side would take as well
    assert AlphaBeta(1, quiescence=1).search(game, state).value == 0.0
    assert AlphaBeta(1, quiescence=2).search(game, state).value == 0.25


def test_quiescence_goes_with_deepening_to_the_end():
    game = games.breakthrough(4, 3)
    found = AlphaBeta(quiescence=3, iterative=True).search(game, start(game), compiled=False)
    assert found.solved and found.value == AlphaBeta().search(game, start(game), compiled=False).value
    assert all(one.deepest <= one.depth + 3 for one in found.history)


def test_quiescence_needs_a_depth_and_noisy_actions():
    hex3 = games.hex(3)
    for method, game in ((AlphaBeta(quiescence=3), games.breakthrough(5, 4)), (AlphaBeta(2, quiescence=-1), hex3),
                         (AlphaBeta(2, quiescence=3), hex3)):
        with pytest.raises(ValueError, match="(?i)quiescence[^\n]{20,}$"):
            method.search(game, start(game))


# --- sooner wins ------------------------------------------------------------------------------------------------------


def soonest(game, state, player, plies=0):
    """The value of a state by plain recursion, ends of games nearer to even by 2^-30 for each ply to them."""
    if game.to_move(state) == TERMINAL:
        value = game.payoff(state, player)
        return value - math.copysign(plies * 2.0**-30, value) if value else 0.0
    values = [soonest(game, after(game, state, action), player, plies + 1) for action in legal_actions(game, state)]
    return max(values) if game.to_move(state) == player else min(values)


@pytest.mark.all
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


@pytest.mark.all
def test_a_search_that_is_not_in_a_hurry_may_leave_a_win_for_later():
    game, later = games.tic_tac_toe(), 0
    for first, second, third, fourth in itertools.permutations(range(9), 4):
        state = start(game)
        for action in (first, second, third, fourth):
            state = after(game, state, action)
        if game.to_move(state) != TERMINAL and any(
                game.to_move(after(game, state, action)) == TERMINAL for action in legal_actions(game, state)):
            fast, any_win = (AlphaBeta(sooner=sooner).search(game, state, compiled=False) for sooner in (True, False))
            assert len(fast.pv) == 1 and any_win.value == 1.0
            later += len(any_win.pv) > 1
    assert later > 100
