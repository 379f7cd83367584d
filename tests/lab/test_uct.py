"""The search and its parts: invariants of every tree, whose values they are, proofs, budgets, choices, regret."""


import math

import numpy as np
import pytest

from mcts_lab import after, games, start
from mcts_lab.engine.generic import compiler
from mcts_lab.search import (
    UCT,
    BestValue,
    MostVisits,
    OpenLoop,
    Search,
)
from mcts_lab.search.mcts.nodes import LOSS, WIN

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


def test_a_draw_lies_strictly_between_loss_and_win():
    assert TTT.facts().outcomes == (-1.0, 0.0, 1.0)
    state = start(TTT)
    for action in (0, 4, 8, 1, 7, 6, 2, 5):  # one square left: a draw
        state = after(TTT, state, action)
    assert grown(TTT, UCT(), 10, state=state).result().value == 0.0


# -- reuse, budgets ----------------------------------------------------------------------------------------------------


def test_budgets_in_calls_and_seconds_and_progress():
    told = []
    search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)
    search.run(calls=500, progress=lambda done, of: told.append((done, of)))
    assert 500 <= search.calls < 500 + 2 * TTT.facts().length
    assert told[0] == (0, 500) and told[-1][0] == search.calls
    search.run(seconds=0.05)
    assert search.iterations > 0


def test_an_interrupt_keeps_the_tree():
    search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)

    def stop(done, of):
        if done > 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(10_000, progress=stop)
    assert 50 < search.result().iterations < 10_000


def test_final_choices_differ():
    from mcts_lab.search.mcts.final import decide

    visits, means, status = np.array([60, 30, 3]), np.array([0.5, 0.6, 0.9]), np.array([0, 0, 0])
    assert [decide(rule, visits, means, status) for rule in (MostVisits(), BestValue())] == [0, 2]
    assert decide(MostVisits(), visits, means, np.array([LOSS, 0, 0])) == 1
    assert decide(MostVisits(), visits, means, np.array([0, 0, WIN])) == 2


def test_what_was_never_tried_is_not_chosen():
    """A proven loss is known to be one; of an action without a visit there is nothing to answer with."""
    from mcts_lab.search.mcts.final import decide

    visits, means = np.array([0, 5, 0]), np.array([math.nan, 0.0, math.nan])
    for rule in (MostVisits(), BestValue()):
        assert decide(rule, visits, means, np.array([0, LOSS, 0])) == 1


# -- UCB1 against its theory -------------------------------------------------------------------------------------------

BANDITS = [  # arms, {pulls: measured mean regret of an independent program over 30 runs}
    ((0.9, 0.8), {1_000: 24.6, 10_000: 83.8}),
    ((0.5, 0.45), {1_000: 17.7, 10_000: 102.5}),
    ((0.9, 0.6, 0.6, 0.6), {1_000: 68.1, 10_000: 135.6}),
]


@pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")
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
