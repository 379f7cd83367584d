"""Selection and value as in the searches of [Perez-Liebana et al. 2020], from the view of the player to move at the
root.

There, every node stores rewards of the root's player. This player takes the child with the highest selection
score, all others the child with the lowest. The two components below do the same if the others' rewards are 1
minus the root player's reward (for two players: the sum of both rewards minus it).
"""

import math

import numpy as np

from mcts_lab.search.mcts.components import Selection, Value
from mcts_lab.search.mcts.memory import inverse_root, root_log
from mcts_lab.search.mcts.nodes import ROOT


class OneSidedUCB1(Selection):
    """mean + c sqrt(ln(N + 1) / n) for the player to move at the root; mean + `others` times that term for all others.

    In the original program, the other players minimise the root player's mean *plus* the term. This is a mistake: they
    prefer actions that they have tried before. ``others=-1`` reproduces this mistake.

    c: exploration constant, at least 0; 0 switches exploration off. others: factor of the term for the other
    players; with 1, all players explore alike.
    """

    ranges = {"others": (None, None)}

    c: float = math.sqrt(2.0)
    others: float = -1.0

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits + 1)

    def score(self, estimate, term, child, memory):
        factor = 1.0 if memory.nodes[child].mover == memory.nodes[ROOT].mover else self.others
        return estimate + factor * term * inverse_root(memory, memory.nodes[child].visits)


class RangeOfNode(Value):
    """The mean, rescaled by the lowest and the highest reward that were backed up through the parent.

    The parent's own first reward counts too. The value is 0.5 while both are equal. All rewards are those of the
    player at the root; results are equal to the original program's to the last bit. (`NormalisedMean` uses the
    rewards of the parent's children, each from its mover's view.)
    """

    reflects = True  # uses the sum of both players' rewards
    compares = True  # the values stored for a node depend on all its children

    def problem(self, game, facts, method):
        if not facts.zero_sum:
            return (f"needs a zero-sum game, which {facts.title} is not. Use "
                    "Mean().")

    def node_arrays(self, capacity, facts):
        """Return ``lowest`` and ``highest``: float64[nodes], the lowest and highest reward of iterations through a
        node.

        The rewards, in [0, 1], are those of the player at the root.
        """
        return {"lowest": np.empty(capacity), "highest": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).lowest[node] = 1.0
        memory.of(self).highest[node] = 0.0

    def estimate(self, parent, child, memory):
        least, greatest = memory.of(self).lowest[parent], memory.of(self).highest[parent]
        if greatest <= least:
            return 0.5
        mean = memory.nodes[child].total / memory.nodes[child].visits
        if memory.nodes[child].mover != memory.nodes[ROOT].mover:
            return (mean - memory.scale[3] + greatest) / (greatest - least)  # rewards of the other players
        return (mean - least) / (greatest - least)

    def update(self, parent, child, reward, memory):
        seen = memory.rewards[int(memory.nodes[ROOT].mover)]
        self.widen(child, seen, memory)
        if parent == ROOT:
            self.widen(ROOT, seen, memory)

    def widen(self, node, reward, memory):
        """Extend the range of rewards of `node` by a reward, in [0, 1], of the player at the root."""
        lowest, highest = memory.of(self).lowest, memory.of(self).highest
        lowest[node] = min(lowest[node], reward)
        highest[node] = max(highest[node], reward)
