"""Pruning and priors, in every world model and with every way of going on."""


import math

import pytest
from positions import dealt

from mcts_lab import games
from mcts_lab.search import (
    UCB1,
    UCT,
    MultipleObserver,
    Search,
    SingleObserver,
    SingleObserverPOM,
)
from mcts_lab.search.mcts.nodes import CUT, OUT
from mcts_lab.search.mcts.pruning import HardPruning, HardPruningByMean, is_choice

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
