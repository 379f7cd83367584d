"""The search: whose values its tree holds, budgets and how they end, choices, regret, and what it says of itself."""

import math

import numpy as np
import pytest
from test_guard import Take

from mcts_lab import PIMC, after, as_game, games, start
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    BestValue,
    HeuristicPrior,
    Leaf,
    LimitedPlayout,
    MostVisits,
    OpenLoop,
    Search,
    SingleObserver,
)
from mcts_lab.search.mcts.budget import MOST_ITERATIONS
from mcts_lab.search.mcts.final import decide
from mcts_lab.search.mcts.memory import ITERATIONS
from mcts_lab.search.mcts.nodes import LOSS, PLAY_OUT, PROVEN, ROOT, WIN
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.running import StopSearch

TTT = games.tic_tac_toe()


def grown(game, method, iterations=80, seed=1, compiled=False, state=None):
    search = Search(game, start(game, 0) if state is None else state, method, seed=seed, compiled=compiled)
    search.run(iterations)
    return search


# -- perspective -------------------------------------------------------------------------------------------------------


def test_a_win_in_one_is_found_by_either_player_and_valued_from_his_side():
    state = start(TTT)
    for action in (0, 3, 1, 4):  # crosses 0 1, noughts 3 4: crosses win with 2
        state = after(TTT, state, action)
    crosses = grown(TTT, UCT(), 400, state=state).result()
    state = after(TTT, state, 8)  # crosses miss it: noughts win with 5
    noughts = grown(TTT, UCT(), 400, state=state).result()
    assert (crosses.action, noughts.action) == (2, 5)
    assert crosses.values[2] == noughts.values[5] == 1.0
    assert crosses.values[8] < 0.2


# -- reuse, budgets ----------------------------------------------------------------------------------------------------


def test_budgets_in_calls_and_seconds_and_progress():
    told = []
    search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)
    search.run(calls=500, progress=lambda done, of: told.append((done, of)))
    assert 500 <= search.calls < 500 + 2 * TTT.facts().length
    assert told[0] == (0, 500) and told[-1][0] == search.calls
    search.run(seconds=0.05)
    assert search.iterations > 0


def test_final_choices_differ():
    visits, means, status = np.array([60, 30, 3]), np.array([0.5, 0.6, 0.9]), np.array([0, 0, 0])
    assert [decide(rule, visits, means, status) for rule in (MostVisits(), BestValue())] == [0, 2]
    assert decide(MostVisits(), visits, means, np.array([LOSS, 0, 0])) == 1
    assert decide(MostVisits(), visits, means, np.array([0, 0, WIN])) == 2


def test_what_was_never_tried_is_not_chosen():
    """A proven loss is known to be one; of an action without a visit there is nothing to answer with."""
    visits, means = np.array([0, 5, 0]), np.array([math.nan, 0.0, math.nan])
    for rule in (MostVisits(), BestValue()):
        assert decide(rule, visits, means, np.array([0, LOSS, 0])) == 1


# -- UCB1 against its theory -------------------------------------------------------------------------------------------

BANDITS = [  # arms, {pulls: measured mean regret of an independent program over 30 runs}
    ((0.9, 0.8), {1_000: 24.6, 10_000: 83.8}),
    ((0.5, 0.45), {1_000: 17.7, 10_000: 102.5}),
    ((0.9, 0.6, 0.6, 0.6), {1_000: 68.1, 10_000: 135.6}),
]


@pytest.mark.compiled
@pytest.mark.parametrize("arms, expected", BANDITS)
def test_regret_of_ucb1(arms, expected):
    """[Auer, Cesa-Bianchi & Fischer 2002, Theorem 1] as a hard bound, and the measured regret within 20 %."""
    game = games.bandit(arms=arms)
    gaps = max(arms) - np.array(arms)
    for pulls, measured in expected.items():
        regrets = []
        for seed in range(60):
            visits = grown(game, UCT(tree=OpenLoop()), pulls, seed=seed, compiled=True).result().visits
            regrets.append(sum(gaps[arm] * n for arm, n in visits.items()))
        bound = 8 * sum(math.log(pulls) / gap for gap in gaps if gap) + (1 + math.pi**2 / 3) * gaps.sum()
        assert max(regrets) <= bound
        assert np.mean(regrets) == pytest.approx(measured, rel=0.2)


@pytest.mark.parametrize("method", [UCT(), UCT(tree=OpenLoop())])
def test_more_actions_than_a_node_can_count_are_refused(method):
    wide = games.nim(piles=[10_000] * 4)
    with pytest.raises(ValueError, match="Nim may have 40,000 actions in a state, .* room for 32,767"):
        method.search(wide, start(wide), iterations=100, seed=1)
    fits = games.nim(piles=[10_000] * 3)
    result = method.search(fits, start(fits), iterations=3, seed=1, compiled=False)
    assert sum(result.visits.values()) == 3


# -- a search that its progress ends -----------------------------------------------------------------------------------


@pytest.mark.parametrize("last", [1, 3])
@pytest.mark.parametrize("method", [UCT(), PIMC(trees=50, method=UCT())], ids=str)
def test_progress_ends_a_search_with_what_it_has_found(method, last):
    calls = []

    def look(done, of):
        calls.append(done)
        if len(calls) == last:
            raise StopSearch

    result = method.search(TTT, start(TTT), iterations=20_000, seed=1, compiled=False, progress=look)
    assert 0 < result.iterations < 20_000 and result.iterations == sum(result.visits.values()) and len(calls) == last


# -- what a search says of itself --------------------------------------------------------------------------------------


TTT = games.tic_tac_toe()


class Counted(Take):
    """Who takes the last counter alone only draws. It counts its plays."""

    length, plays = 9, 0

    def start(self):
        return 9, 0, 0

    def play(self, state, n):
        self.plays += 1
        return state[0] - n, 1 - state[1], n

    def payoff(self, state, player):
        return 0 if state[2] == 1 else super().payoff(state, player)

    def heuristic(self, state, player):
        return 0.1 * state[0] if state[1] == player else -0.1 * state[0]

    def determinize(self, state, observer, random):
        return state


@pytest.mark.parametrize("method", [
    UCT(), UCT(solver=True), UCT(leaf=LimitedPlayout(2)), UCT(tree=OpenLoop()), UCT(tree=SingleObserver()),
    UCT(selection=PUCT(), prior=HeuristicPrior()), UCT(solver=True, fpu=0.5),
], ids=str)
def test_calls_are_the_plays_that_were_made(method):
    """Also where an iteration ends in a proven node, which makes none below it."""
    game = as_game(Counted())
    search = Search(game, start(game), method, seed=1, compiled=False, trace=True)
    ended_proven = 0
    for _ in range(150):
        search.step()
        assert search.calls == game.plain.plays
        last = search.trace_events[search.trace_events["phase"] == PLAY_OUT][-1]
        ended_proven += bool(last["visits_before"] > 0 and search.nodes[last["node"]].status & PROVEN)
    assert ended_proven > 0 or not method.solver


class Even(Leaf):
    """A leaf rule: everything is worth half a win."""

    def evaluate(self, game, state, memory):
        memory.rewards[:] = 0.5
        return 0


@pytest.mark.parametrize("tree", [OpenLoop(), SingleObserver()], ids=lambda tree: type(tree).__name__)
def test_a_tie_with_first_play_urgency_goes_to_what_is_new(tree):
    def tried(fpu):
        method = UCT(tree=tree, selection=UCB1(0.0), leaf=Even(), fpu=fpu)
        search = Search(TTT, start(TTT), method, seed=1, compiled=False)
        search.run(5)
        return len(children_of(search.nodes, ROOT))

    assert [tried(fpu) for fpu in (0.51, 0.5, 0.49)] == [5, 5, 1]


# -- seconds -----------------------------------------------------------------------------------------------------------


def test_what_a_tree_cannot_count_is_said_beforehand(caplog):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    search.run(10)
    search.memory.counters[ITERATIONS] = MOST_ITERATIONS - 5
    for ask in (search.run, search.step):
        with pytest.raises(ValueError, match="ask for at most 5 more"):
            ask(6)
    assert search.iterations == MOST_ITERATIONS - 5
    search.run(calls=1000)
    assert search.iterations == MOST_ITERATIONS and "counts at most 2,147,483,647" in caplog.text
    with pytest.raises(ValueError, match="start another search"):
        search.run(calls=1)


def test_an_interrupt_keeps_the_tree():
    search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)

    def stop(done, of):
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(10_000, progress=stop)
    assert 50 < search.result().iterations < 10_000
