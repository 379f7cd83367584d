"""A backup read literally: who gets credit for a simulation in Runnels (2023, section 3.3.4)."""

import numpy as np

from mcts_lab.search.mcts.components import Value
from mcts_lab.search.mcts.nodes import ROOT

LEAF, ROOT_PLAYER, CHOOSER = 0, 1, 2  # whose utility is meant


class SameSideCredit(Value):
    """Utility is added only to nodes with the same player to move as the simulated leaf; every node counts the visit.

    So says [Runnels 2023, section 3.3.4]: "the utility itself is only updated if the corresponding current player in
    the node to be updated is also the current player in the leaf node". Simulations of every other level then leave a
    root action nothing but the visit, as a loss would. For two players who alternate, and one gains what the other
    loses.

    The sentence does not say whose utility. `LEAF` takes it by its words: the current player's, who is to move at the
    leaf; selection, which belongs to the player who moved there, then prefers what is best for the opponent. `CHOOSER`
    takes the utility of the player who chose the node, as is usual; `ROOT_PLAYER` that of the player to move at the
    root.
    """

    whose: int = LEAF  # `LEAF`, `ROOT_PLAYER` or `CHOOSER`

    def node_arrays(self, capacity, facts):
        """``credit``: float64[nodes], the credited utility of each node, rewards from 0 to 1 to its mover. ``below``:
        int8[nodes], 1 + the mover of the leaf below a node whose update comes next, else 0."""
        return {"credit": np.empty(capacity), "below": np.empty(capacity, np.int8)}

    def init_node(self, node, memory):
        memory.of(self).credit[node] = 0.0
        memory.of(self).below[node] = 0

    def estimate(self, parent, child, memory):
        return memory.of(self).credit[child] / memory.nodes[child].visits

    def update(self, parent, child, reward, memory):
        credit, below = memory.of(self).credit, memory.of(self).below
        mover = int(memory.nodes[child].mover)
        # updates run from the leaf to the root, so a node that nothing below it has announced is the leaf
        leaf_mover = int(below[child]) - 1 if below[child] > 0 else mover
        below[child] = 0
        below[parent] = 1 + leaf_mover
        if mover == leaf_mover:
            credit[child] += utility(self, mover, reward, memory)


def utility(rule, mover, reward, memory):
    """The reward to whom the rule says, given the `reward` to `mover`, who chose the node and does not move in it."""
    if rule.whose == CHOOSER or (rule.whose == ROOT_PLAYER and mover == int(memory.nodes[ROOT].mover)):
        return reward
    return 1.0 - reward
