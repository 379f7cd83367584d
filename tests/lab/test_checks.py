"""What may go into a search: parts in their slots, numbers in their ranges, states, seeds, budgets; a sentence each."""

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from positions import Moves

from mcts_lab import AlphaBeta, Minimax, after, as_game, games, start
from mcts_lab.engine.random import stream
from mcts_lab.perft import perft
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    PIMC,
    UCB1,
    UCT,
    All,
    HardPruningByMean,
    LimitedPlayout,
    ListedOrder,
    Mean,
    MixMax,
    MostVisits,
    MultipleObserver,
    NoPrior,
    Playout,
    ProgressiveWidening,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.checks import check
from mcts_lab.search.mcts.components import TYPES
from mcts_lab.search.minimax.expectiminimax import Expectiminimax

TTT, KUHN, RUN = games.tic_tac_toe(), games.kuhn_poker(), games.breakthrough(5, 4)
SENTENCE = r"\A[^\n]{20,300}\Z"

PARTS = {"selection": UCB1(), "value": Mean(), "pruning": HardPruningByMean(), "leaf": Playout(), "final": MostVisits(),
         "tree": SingleObserver(), "prior": ListedOrder()}


def refused(method, word, game=TTT, state=None, **options):
    """That a search is refused in one sentence that holds `word`, before anything runs."""
    with pytest.raises(ValueError, match=SENTENCE) as refusal:
        Search(game, start(game, 0) if state is None else state, method, **options)
    assert re.search(word, str(refusal.value)), str(refusal.value)


# -- slots -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("home", PARTS)
@pytest.mark.parametrize("slot", TYPES)
def test_a_part_goes_into_its_own_slot_only(slot, home, compiled):
    method = UCT(**{slot: PARTS[home]})
    if slot == home:
        assert isinstance(PARTS[home], TYPES[slot])
        check(TTT, method)
    else:
        refused(method, f"does not belong to the parameter {slot}. Write {home}=", compiled=compiled)


@pytest.mark.parametrize("method, word", [
    (UCT(selection=None), r"selection=None is not a component. .* UCB1\(\)"),
    (UCT(leaf="playout"), r"leaf='playout' is not a component"),
    (UCT(selection=UCB1), r"UCB1 is a class, not a component. Write selection=UCB1\(\)"),
    (UCT(pruning=NoPrior()), "does not belong to the parameter pruning. Write prior="),
    (UCT(prior=All()), "does not belong to the parameter prior. Write pruning="),
    (UCT(solver="yes"), "solver of UCT must be True or False"),
    (UCT, r"UCT is a class, not a search. Write UCT\(\)"),
    (AlphaBeta(), "UCT"),
    ("uct", "UCT"),
])
def test_what_is_no_part_is_refused(method, word):
    refused(method, word)


# -- ranges ------------------------------------------------------------------------------------------------------------

INSIDE = [
    UCB1(0), UCB1(np.float32(0.7)), MixMax(0), MixMax(1), MixMax(np.float64(0.5)), ProgressiveWidening(1, 0),
    ProgressiveWidening(k=np.int64(3), alpha=1), HardPruningByMean(patience=10**9), HardPruningByMean(least=np.int8(1)),
    LimitedPlayout(0),
]


def uct_with(part):
    """A UCT with `part` in the slot where it belongs."""
    slot = next(slot for slot in TYPES if isinstance(part, TYPES[slot]))
    return UCT(**{slot: part})


@pytest.mark.parametrize("part", INSIDE, ids=str)
def test_what_is_in_range_becomes_a_plain_number(part):
    game = games.connect_four(rows=4, columns=4)
    method = check(game, uct_with(part)._replace(fpu=np.float32(math.inf)))
    plain = next(p for p in method if type(p) is type(part))
    assert plain == part and method.fpu == math.inf
    assert all(type(value) is type(part._field_defaults[name]) for name, value in plain._asdict().items())


@pytest.mark.parametrize("method", [
    PIMC(trees=0), PIMC(trees=2.5), PIMC(trees=None), PIMC(method=UCT), PIMC(guess=3),
    PIMC(method=UCT(selection=UCB1(math.nan)))])
def test_an_ensemble_is_checked_as_well(method):
    game = games.coin_in_a_box()
    with pytest.raises(ValueError, match=SENTENCE):
        method.search(game, start(game, 0), iterations=100, seed=0, compiled=False)


# -- games that lack something -----------------------------------------------------------------------------------------


class Coin(Moves):
    """Player 0 lays a coin, player 1 guesses it."""

    actions, outcomes, perfect_information = 2, (-1.0, 1.0), False

    def payoff(self, state, player):
        return 1.0 if (state[0] == state[1]) == (player == 1) else -1.0


class DrawnCoin(Coin):
    def determinize(self, state, observer, random):
        return (random.choice([0, 1]), *state[1:]) if state and observer == 1 else state


class SeenCoin(DrawnCoin):
    def observation(self, state, action, observer):
        return action if observer == len(state) or state else 4


@pytest.mark.parametrize("tree", [SingleObserver(), SingleObserverPOM(), MultipleObserver()])
def test_a_game_must_say_what_is_hidden_and_what_is_seen(tree):
    coin, drawn, seen = as_game(Coin()), as_game(DrawnCoin()), as_game(SeenCoin())
    refused(UCT(tree=tree), "determinize", coin)
    check(seen, UCT(tree=tree))
    if isinstance(tree, SingleObserver):
        check(drawn, UCT(tree=tree))
    else:
        refused(UCT(tree=tree), "a method observation", drawn)


# -- games, states, seeds ----------------------------------------------------------------------------------------------


def test_a_name_or_a_class_is_no_game():
    for call in (lambda: start("tic_tac_toe"), lambda: Search("tic_tac_toe", None),
                 lambda: UCT().search("tic_tac_toe", None, iterations=1)):
        with pytest.raises(ValueError, match=r'make\("tic_tac_toe"\)'):
            call()
    with pytest.raises(ValueError, match="TicTacToe is a class, not a game. Make an object of it"):
        start(type(TTT))


@pytest.mark.parametrize("state", [
    None, 0, "start", (0, 0), np.zeros(3), TTT.new_states(2), np.zeros((), TTT.facts().dtype), start,
])
def test_what_is_no_state_is_refused(state):
    refused(UCT(), "not a state of Tic-tac-toe", state=np.zeros(3) if state is None else state)


@pytest.mark.parametrize("seed", [-1, 1.5, 1.0, "1", math.nan, True, np.float64(2.0), [1, 2]])
def test_a_seed_is_a_whole_number(seed):
    for call in (lambda: stream(seed), lambda: start(TTT, seed),
                 lambda: Search(TTT, start(TTT), seed=seed, compiled=False)):
        with pytest.raises(ValueError, match="is not a seed. Give a whole number of at least 0"):
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


AMOUNTS = {  # parameters of other searches that say when these end
    "target": lambda amount: Search(TTT, start(TTT), seed=1, compiled=False).run(5, target=amount),
    "seconds": lambda amount: AlphaBeta(iterative=True).search(TTT, start(TTT), seconds=amount, compiled=False),
    "nodes": lambda amount: AlphaBeta(iterative=True).search(TTT, start(TTT), nodes=amount, compiled=False),
    "depth": lambda amount: AlphaBeta(depth=amount).search(TTT, start(TTT), compiled=False),
    "minimax": lambda amount: Minimax(depth=amount).search(TTT, start(TTT), compiled=False),
    "expectiminimax": lambda amount: Expectiminimax(depth=amount).search(TTT, start(TTT), compiled=False),
    "quiescence": lambda amount: AlphaBeta(3, quiescence=amount).search(RUN, start(RUN), compiled=False),
    "table_bits": lambda amount: AlphaBeta(table_bits=amount).search(TTT, start(TTT), compiled=False),
    "perft": lambda amount: perft(TTT, start(TTT), amount, compiled=False),
    "memory": lambda amount: Search(TTT, start(TTT), compiled=False, memory=amount),
    "player": lambda amount: SearchPlayer(AlphaBeta(iterative=True), nodes=amount),
}
SENSELESS = [-1, math.nan, -math.inf, True, "5", [5], 5j, 10**400, np.array([5, 6]), object(), Decimal("NaN")]
NOT_WHOLE = [0.5, 2.5, 1e30, math.inf, Fraction(1, 2)]
REAL = {"seconds": [1e30, math.inf], "memory": [1e30, math.inf]}  # need not be whole


@pytest.mark.parametrize(("search", "amount"), [
    (search, amount) for search in AMOUNTS for amount in SENSELESS + REAL.get(search, NOT_WHOLE)],
    ids=lambda value: repr(value)[:12])
def test_what_says_when_another_search_ends_makes_sense(search, amount):
    with pytest.raises(ValueError, match=SENTENCE):
        AMOUNTS[search](amount)
