"""What may go into a search: parts in their slots, numbers in their ranges, states, seeds, budgets; a sentence each."""

import math
import re
from typing import NamedTuple

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, check_state, copy, facts, new_states, play, sample_action, start, to_move
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.papers.powley2013.knowledge import InformedPlayout
from mcts_lab.papers.runnels2023.greedy import GreedyPlayout
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    PIMC,
    PUCT,
    UCB1,
    UCT,
    AbsolutePruning,
    All,
    HardPruningByMean,
    HeuristicPrior,
    LimitedPlayout,
    ListedOrder,
    Mean,
    MixMax,
    MostVisits,
    MultipleObserver,
    NoPrior,
    Playout,
    ProgressiveWidening,
    RelativePruning,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.checks import MOST, SLOTS, check, fits
from mcts_lab.search.mcts.selection import parent_term, urgency
from mcts_lab.search.minimax.alpha_beta import AlphaBeta

TTT = games.tic_tac_toe()
SENTENCE = r"\A[^\n]{20,300}\Z"

PARTS = {"selection": UCB1(), "value": Mean(), "pruning": HardPruningByMean(), "leaf": Playout(), "final": MostVisits(),
         "world": SingleObserver(), "prior": ListedOrder()}


def refused(method, word, game=TTT, state=None, **options):
    """That a search is refused in one sentence that holds `word`, before anything runs."""
    with pytest.raises(ValueError, match=SENTENCE) as refusal:
        Search(game, start(game, 0) if state is None else state, method, **options)
    assert re.search(word, str(refusal.value)), str(refusal.value)


# -- slots -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("home", PARTS)
@pytest.mark.parametrize("slot", SLOTS)
def test_a_part_goes_into_its_own_slot_only(slot, home, compiled):
    method = UCT(**{slot: PARTS[home]})
    if slot == home:
        assert fits(slot, PARTS[home])
        check(TTT, method)
    else:
        refused(method, f"slot {slot}, but into {home}", compiled=compiled)


@pytest.mark.parametrize("method, word", [
    (UCT(selection=None), r"selection=None is no part of a search: .* UCB1\(\)"),
    (UCT(leaf="playout"), r"leaf='playout' is no part"),
    (UCT(selection=UCB1), r"UCB1 is a class: write selection=UCB1\(\)"),
    (UCT(pruning=NoPrior()), "slot pruning, but into prior"),
    (UCT(prior=All()), "slot prior, but into pruning"),
    (UCT(solver="yes"), "True or False"),
    (UCT, r"UCT is a class: write UCT\(\)"),
    (AlphaBeta(), "UCT"),
    ("uct", "UCT"),
])
def test_what_is_no_part_is_refused(method, word):
    refused(method, word)


def test_a_part_of_ones_own_fits_where_its_rules_are_defined():
    class Greedy(NamedTuple):
        pass

    parent_term.register(Greedy)(lambda rule, visits, memory: 0.0)
    urgency.register(Greedy)(lambda rule, estimate, term, child, memory: estimate)
    check(TTT, UCT(selection=Greedy()))
    refused(UCT(value=Greedy()), "slot value, but into selection")


# -- ranges ------------------------------------------------------------------------------------------------------------

INSIDE = [
    UCB1(0), UCB1(np.float32(0.7)), MixMax(0), MixMax(1), MixMax(np.float64(0.5)), ProgressiveWidening(1, 0),
    ProgressiveWidening(k=np.int64(3), alpha=1), HardPruningByMean(patience=10**9), HardPruningByMean(least=np.int8(1)),
    LimitedPlayout(0), RelativePruning(0.0, 0),
]
OUTSIDE = [
    (UCB1(-1), "c must be at least 0"), (UCB1(np.float32(-1)), "at least 0"),
    (UCB1(math.nan), "a finite number at least 0"),
    (UCB1(np.float32("nan")), "number"), (UCB1(math.inf), "number"), (UCB1(1j), "number"), (UCB1(None), "number"),
    (UCB1("1"), "number"), (UCB1(True), "number"), (UCB1(10**400), "number"), (UCB1(np.float64(-math.inf)), "number"),
    (PUCT(-0.1), "at least 0"),
    (MixMax(3), "q must be from 0 to 1"), (MixMax(q=-0.01), "from 0 to 1"), (MixMax(np.float16(1.5)), "from 0 to 1"),
    (ProgressiveWidening(k=0), "k must be at least 1"), (ProgressiveWidening(alpha=7), "from 0 to 1"),
    (HardPruningByMean(least=0), "least must be a whole number at least 1"),
    (HardPruningByMean(least=1.5), "whole number"),
    (HardPruningByMean(patience=math.inf), "whole number"), (HardPruningByMean(patience=10**30), "whole number"),
    (RelativePruning(z=-1.0), "at least 0"), (LimitedPlayout(-1), "at least 0"), (LimitedPlayout(2.5), "whole number"),
    (GreedyPlayout(epsilon=1.1), "from 0 to 1"), (GreedyPlayout(judge=3), "True or False"),
    (InformedPlayout(1.5), "epsilon must be from 0 to 1"),
    (HeuristicPrior(0), "temperature must be greater than 0"), (HeuristicPrior(0.0), "greater than 0"),
    (HeuristicPrior(-1.0), "greater than 0"), (HeuristicPrior(math.inf), "number"),
    (SingleObserver(3), "PAPER, DEMO or VISITS"), (SingleObserver(0.5), "whole number"),
]


def uct_with(part):
    """A UCT with `part` in the slot where it belongs."""
    slot = next(slot for slot in SLOTS if fits(slot, part))
    return UCT(**{slot: part})


@pytest.mark.parametrize("part", INSIDE, ids=str)
def test_what_is_in_range_becomes_a_plain_number(part):
    game = games.connect_four(rows=4, columns=4)
    method = check(game, uct_with(part))
    plain = next(p for p in method if type(p) is type(part))
    assert plain == part
    assert all(type(value) in (int, float, bool) for value in plain)
    assert all(type(value) is type(part._field_defaults[name]) for name, value in plain._asdict().items())


@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("part, word", OUTSIDE, ids=[str(part) for part, _ in OUTSIDE])
def test_what_is_out_of_range_is_refused(part, word, compiled):
    refused(uct_with(part), word, game=games.connect_four(rows=4, columns=4), compiled=compiled)


@pytest.mark.parametrize("fpu", [None, math.nan, -1, 1j, "inf", np.float32("nan")])
def test_first_play_urgency_is_a_number(fpu):
    refused(UCT(fpu=fpu), "fpu must be")


@pytest.mark.parametrize("fpu", [0, 0.5, np.float32(0.5), 2.0, math.inf, np.float64(math.inf)])
def test_first_play_urgency_may_be_infinite(fpu):
    assert check(TTT, UCT(fpu=fpu)).fpu == fpu


def test_numpy_numbers_and_whole_numbers_give_the_tree_of_plain_ones():
    trees = []
    for c in (1.0, 1, np.float32(1.0), np.int8(1)):
        search = Search(TTT, start(TTT), UCT(selection=UCB1(c)), seed=1, compiled=False)
        search.run(50)
        trees.append(search.nodes.tobytes())
    assert len(set(trees)) == 1


@pytest.mark.parametrize("method, word", [
    (PIMC(trees=0), "trees must be a whole number at least 1"), (PIMC(trees=2.5), "whole number"),
    (PIMC(trees=None), "whole number"), (PIMC(method=UCT), "class|world"), (PIMC(guess=3), "True or False"),
    (PIMC(method=UCT(selection=UCB1(math.nan))), "number"),
])
def test_an_ensemble_is_checked_as_well(method, word):
    game = games.coin_in_a_box()
    with pytest.raises(ValueError, match=SENTENCE) as refusal:
        method.search(game, start(game, 0), iterations=100, seed=0, compiled=False)
    assert re.search(word, str(refusal.value)), str(refusal.value)


# -- games that lack something -----------------------------------------------------------------------------------------


class Coin:
    """Player 0 lays a coin, player 1 guesses it."""

    players, actions, branching, length, outcomes, perfect_information = 2, 2, 2, 2, (-1.0, 1.0), False

    def start(self):
        return ()

    def to_move(self, state):
        return None if len(state) == 2 else len(state)

    def legal(self, state):
        return [0, 1]

    def play(self, state, action):
        return (*state, action)

    def payoff(self, state, player):
        return 1.0 if (state[0] == state[1]) == (player == 1) else -1.0


class DrawnCoin(Coin):
    def determinize(self, state, observer, random):
        return (random.choice([0, 1]), *state[1:]) if state and observer == 1 else state


class SeenCoin(DrawnCoin):
    def observation(self, state, action, observer):
        return action if observer == len(state) or state else 4


@pytest.mark.parametrize("world", [SingleObserver(), SingleObserverPOM(), MultipleObserver()])
def test_a_game_must_say_what_is_hidden_and_what_is_seen(world):
    coin, drawn, seen = as_game(Coin()), as_game(DrawnCoin()), as_game(SeenCoin())
    refused(UCT(world=world), "determinize", coin)
    check(seen, UCT(world=world))
    if isinstance(world, SingleObserver):
        check(drawn, UCT(world=world))
    else:
        refused(UCT(world=world), "define observation", drawn)


# -- games, states, seeds ----------------------------------------------------------------------------------------------


def test_a_name_or_a_class_is_no_game():
    for call in (lambda: start("tic_tac_toe"), lambda: Search("tic_tac_toe", None),
                 lambda: UCT().search("tic_tac_toe", None, iterations=1)):
        with pytest.raises(NotImplementedError, match=r'make\("tic_tac_toe"\)'):
            call()
    with pytest.raises(NotImplementedError, match="is a class, not a game"):
        start(type(TTT))


OTHERS = [  # (game, game whose state is given instead)
    ("connect_four", {}, "connect_four", {"rows": 4, "columns": 4}),
    ("connect_four", {"rows": 4, "columns": 4}, "connect_four", {}),
    ("connect_four", {"rows": 5, "columns": 4}, "connect_four", {"rows": 4, "columns": 5}),
    ("hex", {"rows": 4, "columns": 4}, "hex", {"rows": 5, "columns": 5}),
    ("hex", {"rows": 4, "columns": 4}, "hex", {"rows": 4, "columns": 6}),
    ("breakthrough", {}, "breakthrough", {"rows": 6, "columns": 6}),
    ("nim", {"piles": [1, 2, 3]}, "nim", {"piles": [3, 2, 1]}),
    ("nim", {"piles": [1, 2, 3]}, "nim", {"piles": [1, 2]}),
    ("sums", {"plays": 3}, "sums", {"plays": 30}),
    ("uniform_tree", {"depth": 2}, "uniform_tree", {"depth": 9}),
    ("phantom_ttt", {}, "dark_hex", {"rows": 5, "columns": 5}),
    ("soccer", {"width": 9, "height": 7}, "soccer", {"width": 31, "height": 31}),
    ("tic_tac_toe", {}, "connect_four", {}),
    ("spades", {}, "dou_dizhu", {}),
]


@pytest.mark.parametrize("name, options, other, differing", OTHERS, ids=[f"{o[0]}-{i}" for i, o in enumerate(OTHERS)])
def test_a_state_of_another_game_or_size_is_refused(name, options, other, differing):
    game, stranger = games.make(name, **options), games.make(other, **differing)
    rng, scratch = stream(3), np.empty(facts(stranger).branching, np.int32)
    first, last, state = start(stranger, 3), start(stranger, 3), start(stranger, 3)
    while name != "soccer" and to_move(stranger, state) != TERMINAL:
        last = copy(stranger, state)
        play(stranger, state, sample_action(stranger, state, rng, scratch), rng)
    tried = 0
    for state in (first, last):  # an empty board may fit, and what is left in the end of Nim
        try:
            check_state(game, state)
        except ValueError:
            refused(UCT(), "not a state of", game, state)
            tried += 1
    assert tried


@pytest.mark.parametrize("name", ["connect_four", "hex", "breakthrough", "nim", "sums", "uniform_tree", "phantom_ttt",
                                  "dark_hex", "phantom444", "soccer"])
def test_every_state_of_a_game_is_its_own(name):
    game = games.make(name)
    rng, scratch = stream(1), np.empty(facts(game).branching, np.int32)
    state = start(game, 1)
    for _ in range(200):
        check_state(game, state)
        if to_move(game, state) == TERMINAL:
            break
        play(game, state, sample_action(game, state, rng, scratch), rng)


@pytest.mark.parametrize("state", [
    None, 0, "start", (0, 0), np.zeros(3), new_states(TTT, 2), np.zeros((), facts(TTT).dtype), start,
])
def test_what_is_no_state_is_refused(state):
    refused(UCT(), "not a state of Tic-tac-toe", state=np.zeros(3) if state is None else state)


def test_a_plain_game_wants_its_states_in_their_box():
    game = as_game(SeenCoin())
    refused(UCT(), "not a state of", game, (0,))
    refused(UCT(), "not a state of", game, start(TTT))


@pytest.mark.parametrize("seed", [-1, 1.5, 1.0, "1", math.nan, True, np.float64(2.0), [1, 2]])
def test_a_seed_is_a_whole_number(seed):
    for call in (lambda: stream(seed), lambda: start(TTT, seed),
                 lambda: Search(TTT, start(TTT), seed=seed, compiled=False)):
        with pytest.raises(ValueError, match="A seed is a whole number of at least 0"):
            call()


@pytest.mark.parametrize("seed", [0, 2**70, np.int64(5), np.uint8(3), None, np.random.SeedSequence(1)])
def test_seeds_of_all_good_kinds(seed):
    assert len(stream(seed)) == 2


@pytest.mark.parametrize("action", [1.0, "1", None, 99, np.float64(0)])
def test_an_action_is_a_whole_number(action):
    with pytest.raises(ValueError, match="is not a legal action"):
        after(TTT, start(TTT), action)


# -- budgets -----------------------------------------------------------------------------------------------------------

BUDGETS = [
    ({}, "needs a budget"), ({"iterations": None}, "needs a budget"),
    ({"iterations": 0}, "positive"), ({"calls": -3}, "positive"), ({"seconds": 0.0}, "positive"),
    ({"iterations": math.inf}, "2147483647 is the most"), ({"iterations": 10**30}, "2147483647 is the most"),
    ({"calls": math.inf}, "is the most"), ({"calls": 10**30}, f"{MOST['calls']} is the most"),
    ({"seconds": math.inf}, f"{MOST['seconds']} is the most"), ({"seconds": np.float32(math.inf)}, "is the most"),
    ({"iterations": math.nan}, "number"), ({"seconds": math.nan}, "number"), ({"iterations": "5"}, "number"),
    ({"iterations": 1j}, "number"), ({"seconds": True}, "number"), ({"iterations": 2.5}, "whole number"),
    ({"calls": np.float64(2.5)}, "whole number"),
]


@pytest.mark.parametrize("budget, word", BUDGETS, ids=[str(budget) for budget, _ in BUDGETS])
def test_a_budget_ends_and_is_a_number(budget, word):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    with pytest.raises(ValueError, match=SENTENCE) as refusal:
        search.run(**budget)
    assert word in str(refusal.value)
    assert search.iterations == 0
    if any(amount is not None for amount in budget.values()):
        with pytest.raises(ValueError, match=word):
            SearchPlayer(UCT(), **budget)


@pytest.mark.parametrize("steps", [1.5, 0, -3, math.inf, math.nan, None, "1", True])
def test_steps_are_whole(steps):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    with pytest.raises(ValueError, match=SENTENCE):
        search.step(steps)
    assert search.iterations == 0
    search.step(np.int64(2))
    assert search.iterations == 2


def test_a_budget_that_is_over_at_once_buys_one_iteration():
    result = UCT().search(TTT, start(TTT), seconds=1e-9, seed=1, compiled=False)
    assert result.iterations >= 1


def test_pruning_that_looks_ahead_wants_iterations_from_players_too():
    with pytest.raises(ValueError, match="iterations"):
        UCT(pruning=AbsolutePruning()).search(TTT, start(TTT), seconds=1, compiled=False)
