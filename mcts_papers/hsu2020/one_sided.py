"""Selection and value as the searches of [Perez-Liebana et al. 2020] have them: seen from the player at the root.

There every node holds rewards of the player to move at the root; that player takes the greatest urgency, all others the
least. With rewards of the others that are 1 less his (of two players: what both add up to less his), that is what these
two parts do.
"""

import math

import numpy as np

from mcts_lab.search.mcts.components import Selection, Value
from mcts_lab.search.mcts.memory import inverse_root, root_log
from mcts_lab.search.mcts.nodes import ROOT


class OneSidedUCB1(Selection):
    """For the player to move at the root mean + c sqrt(ln(N + 1) / n), for all others mean + `others` times that
    term. In the original the others minimise the root player's mean *plus* the term, a slip which is ``others=-1`` and
    keeps them at what they tried before.

    c: weight of exploration, at least 0; 0 switches it off. others: a factor; 1 explores for all alike.
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
    """The mean, rescaled by the least and greatest reward that was backed up through the parent, its own first one
    included; 0.5 while there is only one. (`NormalisedMean` looks at the rewards of the parent's children, each in the
    perspective of its mover; here all are those of the player at the root, to the last bit as in the original.)
    """

    reflects = True  # reads what two players' rewards add up to
    compares = True  # what it keeps of a node depends on all its children together

    def problem(self, game, facts, method):
        if not facts.zero_sum:
            return (f"needs a zero-sum game, which {facts.title} is not. Use "
                    "Mean().")

    def node_arrays(self, capacity, facts):
        """``lowest`` and ``highest``: float64[nodes], the least and greatest reward, in [0, 1], of the player to move
        at the root in the iterations through the node."""
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
            return (mean - memory.scale[3] + greatest) / (greatest - least)  # the others' share
        return (mean - least) / (greatest - least)

    def update(self, parent, child, reward, memory):
        seen = memory.rewards[int(memory.nodes[ROOT].mover)]
        self.widen(child, seen, memory)
        if parent == ROOT:
            self.widen(ROOT, seen, memory)

    def widen(self, node, reward, memory):
        """Take a reward, in [0, 1], of the player at the root into the range of rewards of `node`."""
        lowest, highest = memory.of(self).lowest, memory.of(self).highest
        lowest[node] = min(lowest[node], reward)
        highest[node] = max(highest[node], reward)
