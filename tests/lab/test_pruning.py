"""Pruning and priors, in every world model and with every way of going on."""


import math

import numpy as np
import pytest

from mcts_lab import after, games, legal_actions, start
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    AbsolutePruning,
    HeuristicPrior,
    MultipleObserver,
    OpenLoop,
    ProgressiveWidening,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.nodes import ASIDE, CUT, OUT, PRUNED, ROOT
from mcts_lab.search.mcts.pruning import readmit_best
from mcts_lab.search.mcts.reuse import children_of

BANDIT = games.bandit()
WORLDS = [OpenLoop(), SingleObserver(), SingleObserverPOM(), MultipleObserver()]


# -- marks that depend on the iterations left --------------------------------------------------------------------------


def test_marks_are_taken_back_when_the_budget_grows():
    marked = 0
    for seed in range(8):
        method = UCT(tree=OpenLoop(), pruning=AbsolutePruning())
        search = Search(BANDIT, start(BANDIT), method, seed=seed, compiled=False)
        search.run(12)
        first = children_of(search.nodes, ROOT)
        marked += bool((search.nodes["status"][first] & PRUNED).any())
        search.run(1500)
        # with two arms one is out of the race only when the other has more than half of all the visits
        visits = search.nodes["visits"][children_of(search.nodes, ROOT)]
        assert visits.min() > 20
    assert marked


def test_where_all_are_pruned_the_best_for_this_world_comes_back():
    search = Search(games.tic_tac_toe(), start(games.tic_tac_toe()), UCT(), seed=1, compiled=False)
    search.run(60)
    children, memory = children_of(search.nodes, ROOT), search.memory
    memory.worths[:9] = 9, 8, 1, 7, 5, 2, 6, 3, 0
    for place in (2, 4, 5):
        memory.nodes[children[place]].status |= CUT | ASIDE
    readmit_best(ROOT, 0, memory)
    assert [place for place in range(9) if memory.nodes[children[place]].status & OUT] == [2, 5]


@pytest.mark.parametrize("tree", WORLDS, ids=lambda tree: type(tree).__name__)
def test_widening_counts_what_is_legal_in_this_world(tree):
    method = UCT(tree=tree, pruning=ProgressiveWidening(k=1.0, alpha=0.5), selection=UCB1(0.7))
    game = games.phantom_ttt() if not isinstance(tree, OpenLoop) else games.tic_tac_toe()
    search = Search(game, start(game), method, seed=1, compiled=False)
    search.run(100)
    assert search.nodes[ROOT].children == 9  # ceil(sqrt(100)) would be 10
    search = Search(game, start(game), method, seed=1, compiled=False)
    search.run(20)
    assert search.nodes[ROOT].children == math.ceil(math.sqrt(20))


# -- priors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("temperature", [1e-308, 1e-5, 0.001, 0.1, 1.0, 1e18])
def test_heuristic_priors_are_probabilities_at_any_temperature(temperature):
    game = games.connect_four(rows=4, columns=4)
    state = start(game)
    for action in (0, 3, 0, 3, 0):  # a win in one for one side, which the heuristic sees
        state = after(game, state, action)
    method = UCT(selection=PUCT(), prior=HeuristicPrior(temperature=temperature))
    search = Search(game, state, method, seed=0, compiled=False)
    search.run(30)
    priors = search.memory.priors[children_of(search.nodes, ROOT)]
    assert np.isfinite(priors).all() and priors.sum() == pytest.approx(1.0)
    assert list(priors) == sorted(priors, reverse=True)
    if temperature < 0.01:
        assert priors.max() > 0.3
    if temperature > 1e3:
        assert priors == pytest.approx([0.25] * 4)


def test_heuristic_priors_are_the_exponentials_of_the_definition():

    game = games.connect_four(rows=4, columns=5)
    state = after(game, start(game), 2)
    search = Search(game, state, UCT(selection=PUCT(), prior=HeuristicPrior(0.2)), seed=0, compiled=False)
    search.run(1)
    scaled = {
        a: (game.heuristic(after(game, state, a), 1) - game.facts().low) / (game.facts().high - game.facts().low)
        for a in legal_actions(game, state)
    }
    total = sum(math.exp(h / 0.2) for h in scaled.values())
    for child in children_of(search.nodes, ROOT):
        expected = math.exp(scaled[int(search.nodes[child].action)] / 0.2) / total
        assert search.memory.priors[child] == pytest.approx(expected)
