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
from mcts_lab.search.mcts.checks import SLOTS, check, fits
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
    *map(UCB1, (-1, np.float32(-1), math.nan, np.float32("nan"), math.inf, 1j, None, "1", True, 10**400,
                np.float64(-math.inf))),
    PUCT(-0.1), MixMax(3), MixMax(q=-0.01), MixMax(np.float16(1.5)), ProgressiveWidening(k=0),
    ProgressiveWidening(alpha=7), HardPruningByMean(least=0), HardPruningByMean(least=1.5),
    HardPruningByMean(patience=math.inf), HardPruningByMean(patience=10**30), RelativePruning(z=-1.0),
    LimitedPlayout(-1), LimitedPlayout(2.5), GreedyPlayout(epsilon=1.1), GreedyPlayout(judge=3), InformedPlayout(1.5),
    HeuristicPrior(0), HeuristicPrior(0.0), HeuristicPrior(-1.0), HeuristicPrior(math.inf), SingleObserver(3),
    SingleObserver(0.5),
]
URGENCIES = (None, math.nan, -1, 1j, "inf", np.float32("nan"))


def uct_with(part):
    """A UCT with `part` in the slot where it belongs."""
    slot = next(slot for slot in SLOTS if fits(slot, part))
    return UCT(**{slot: part})


@pytest.mark.parametrize("part", INSIDE, ids=str)
def test_what_is_in_range_becomes_a_plain_number(part):
    game = games.connect_four(rows=4, columns=4)
    method = check(game, uct_with(part)._replace(fpu=np.float32(math.inf)))
    plain = next(p for p in method if type(p) is type(part))
    assert plain == part and method.fpu == math.inf
    assert all(type(value) is type(part._field_defaults[name]) for name, value in plain._asdict().items())


@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("method", [*map(uct_with, OUTSIDE), *(UCT(fpu=fpu) for fpu in URGENCIES)], ids=str)
def test_what_is_out_of_range_is_refused(method, compiled):
    refused(method, "must be|choose one|True or False", game=games.connect_four(rows=4, columns=4), compiled=compiled)


@pytest.mark.parametrize("method", [
    PIMC(trees=0), PIMC(trees=2.5), PIMC(trees=None), PIMC(method=UCT), PIMC(guess=3),
    PIMC(method=UCT(selection=UCB1(math.nan)))])
def test_an_ensemble_is_checked_as_well(method):
    game = games.coin_in_a_box()
    with pytest.raises(ValueError, match=SENTENCE):
        method.search(game, start(game, 0), iterations=100, seed=0, compiled=False)


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


@pytest.mark.parametrize("state", [
    None, 0, "start", (0, 0), np.zeros(3), new_states(TTT, 2), np.zeros((), facts(TTT).dtype), start,
])
def test_what_is_no_state_is_refused(state):
    refused(UCT(), "not a state of Tic-tac-toe", state=np.zeros(3) if state is None else state)


@pytest.mark.parametrize("seed", [-1, 1.5, 1.0, "1", math.nan, True, np.float64(2.0), [1, 2]])
def test_a_seed_is_a_whole_number(seed):
    for call in (lambda: stream(seed), lambda: start(TTT, seed),
                 lambda: Search(TTT, start(TTT), seed=seed, compiled=False)):
        with pytest.raises(ValueError, match="A seed is a whole number of at least 0"):
            call()


@pytest.mark.parametrize("action", [1.0, "1", None, 99, np.float64(0)])
def test_an_action_is_a_whole_number(action):
    with pytest.raises(ValueError, match="is not a legal action"):
        after(TTT, start(TTT), action)


# -- budgets -----------------------------------------------------------------------------------------------------------

BUDGETS = [
    {}, {"iterations": None}, {"iterations": 0}, {"calls": -3}, {"seconds": 0.0}, {"iterations": math.inf},
    {"iterations": 10**30}, {"calls": math.inf}, {"calls": 10**30}, {"seconds": math.inf}, {"iterations": "5"},
    {"seconds": np.float32(math.inf)}, {"iterations": math.nan}, {"seconds": math.nan}, {"iterations": 1j},
    {"seconds": True}, {"iterations": 2.5}, {"calls": np.float64(2.5)},
]


@pytest.mark.parametrize("budget", BUDGETS, ids=str)
def test_a_budget_ends_and_is_a_number(budget):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    with pytest.raises(ValueError, match=SENTENCE):
        search.run(**budget)
    assert search.iterations == 0
    if any(amount is not None for amount in budget.values()):
        with pytest.raises(ValueError, match=SENTENCE):
            SearchPlayer(UCT(), **budget)


@pytest.mark.parametrize("steps", [1.5, 0, -3, math.inf, math.nan, None, "1", True])
def test_steps_are_whole(steps):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    with pytest.raises(ValueError, match=SENTENCE):
        search.step(steps)
    assert search.iterations == 0
    search.step(np.int64(2))
    assert search.iterations == 2
