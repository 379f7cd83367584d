"""Pruning and priors, in every world model and with every way of going on."""


import math

import pytest
from positions import dealt

from mcts_lab import games, start
from mcts_lab.search import (
    UCB1,
    UCT,
    MultipleObserver,
    Search,
    SingleObserver,
    SingleObserverPOM,
    Together,
)
from mcts_lab.search.mcts.nodes import CUT, OUT, ROOT
from mcts_lab.search.mcts.pruning import HardPruning, HardPruningByMean, is_choice
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.studies.halving import SequentialHalving

WHIST = games.knockout_whist(players=3)


# -- hard pruning where choices differ from world to world -------------------------------------------------------------


class Checked(HardPruningByMean):
    """Hard pruning that checks what is left in each world."""

    patience: int = 10
    least: int = 2

    def thin_out(self, tree, game, state, node, count, player, memory):
        HardPruning.thin_out(self, tree, game, state, node, count, player, memory)
        choices, child = [], int(memory.nodes[node].first_child)
        while child >= 0:
            if is_choice(child, player, memory):
                choices.append(child)
            child = int(memory.nodes[child].next_sibling)
        left = [c for c in choices if not memory.nodes[c].status & OUT]
        LEFT.append((count, len(choices), len(left), [int(memory.nodes[c].visits) for c in choices]))


LEFT = []  # (choices known in this world, of them left, of them tried)


@pytest.mark.parametrize("tree", [SingleObserver(), SingleObserverPOM(), MultipleObserver()],
                         ids=lambda tree: type(tree).__name__)
def test_hard_pruning_leaves_enough_in_every_world(tree):
    LEFT.clear()
    search = Search(WHIST, dealt(WHIST, 1), UCT(tree=tree, pruning=Checked(), selection=UCB1(0.7)), seed=1,
                    compiled=False)
    search.run(250)
    assert all(left >= min(2, known) for _, known, left, _ in LEFT)
    assert any(left < known for _, known, left, _ in LEFT)  # it does prune
    assert all(left == max(2, int(math.log(count))) for count, known, left, tried in LEFT
               if left < known == count and all(tried))
    assert (search.nodes["status"] & CUT).any()


@pytest.mark.parametrize("rules", [(HardPruningByMean(patience=30, least=3), SequentialHalving()),
                                   (SequentialHalving(), HardPruningByMean(patience=30, least=3))], ids=repr)
def test_what_one_rule_has_pruned_for_good_does_not_come_back_by_another(rules):
    game = games.connect_four()
    search = Search(game, start(game), UCT(pruning=Together(*rules)), seed=1, compiled=False)
    search.run(60, target=400)
    gone = [child for child in children_of(search.nodes, ROOT) if search.nodes[child].status & CUT]
    before = search.nodes["visits"][gone].tolist()
    search.run(340, target=400)
    assert len(gone) == 4 and search.nodes["visits"][gone].tolist() == before
