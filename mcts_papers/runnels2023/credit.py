"""A literal interpretation of the paper's backup: which nodes get credit for a simulation [Runnels 2023, section
3.3.4].
"""

import numpy as np

from mcts_lab.search.mcts.components import Value
from mcts_lab.search.mcts.nodes import ROOT

LEAF, ROOT_PLAYER, CHOOSER = 0, 1, 2  # the player whose utility is credited


class SameSideCredit(Value):
    """Backup that adds the utility only to nodes in which the same player is to move as in the simulated leaf.

    All nodes on the path count the visit. [Runnels 2023, section 3.3.4] says: "the utility itself is only updated if
    the corresponding current player in the node to be updated is also the current player in the leaf node". So if the
    leaf is on every second level, a root action gets a visit without utility, as after a loss. The game must be a
    zero-sum game of two players who alternate.

    The sentence does not say whose utility is added. `LEAF` takes the words literally: the utility of the player
    to move at the leaf. Selection needs the utility of the player who moved to the node, so with `LEAF` it prefers
    actions that are best for the opponent. `CHOOSER` takes the utility of the player who chose the node, as is usual.
    `ROOT_PLAYER` takes the utility of the player to move at the root.
    """

    whose: int = LEAF  # `LEAF`, `ROOT_PLAYER` or `CHOOSER`

    def node_arrays(self, capacity, facts):
        """Return the arrays ``credit`` and ``below``.

        ``credit``: float64[nodes], credited utility, as rewards from 0 to 1 to the node's mover. ``below``:
        int8[nodes], 1 + the leaf's mover if the node is updated next after a node below it, else 0.
        """
        return {"credit": np.empty(capacity), "below": np.empty(capacity, np.int8)}

    def init_node(self, node, memory):
        memory.of(self).credit[node] = 0.0
        memory.of(self).below[node] = 0

    def estimate(self, parent, child, memory):
        return memory.of(self).credit[child] / memory.nodes[child].visits

    def update(self, parent, child, reward, memory):
        credit, below = memory.of(self).credit, memory.of(self).below
        mover = int(memory.nodes[child].mover)
        # updates go from the leaf to the root, so a node without a mark from a node below it is the leaf
        leaf_mover = int(below[child]) - 1 if below[child] > 0 else mover
        below[child] = 0
        below[parent] = 1 + leaf_mover
        if mover == leaf_mover:
            credit[child] += utility(self, mover, reward, memory)


def utility(rule, mover, reward, memory):
    """Return the reward of the player that the rule names.

    reward: of `mover`, who chose the node and is not to move in it.
    """
    if rule.whose == CHOOSER or (rule.whose == ROOT_PLAYER and mover == int(memory.nodes[ROOT].mover)):
        return reward
    return 1.0 - reward
