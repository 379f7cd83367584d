"""Value of a child: what the rewards seen so far say it is worth, in the perspective of the player who chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import Missing, generic
from .needs import several_players
from .tree import NONE


class Mean(NamedTuple):
    """The mean reward, as in plain UCT [Kocsis & Szepesvari 2006; Joppen 2019, Eq. 1]."""

    def estimate(self, parent, child, memory):
        return memory.nodes[child].total / memory.nodes[child].visits


class MixMax(NamedTuple):
    """q max + (1 - q) mean of the rewards seen [Joppen 2019, Eq. 2, after Jacobsen, Greve & Togelius 2014].

    q: weight of the maximum, in [0, 1]; 0 gives the mean.
    """

    ranges = {"q": (0, 1)}

    q: float = 0.25

    def node_arrays(self, capacity, facts):
        """``memory.value``: (float64[nodes], the greatest reward, in [0, 1], to the mover of the node)."""
        return (np.empty(capacity),)

    def init_node(self, node, memory):
        memory.value[0][node] = 0.0

    def estimate(self, parent, child, memory):
        mean = memory.nodes[child].total / memory.nodes[child].visits
        return self.q * memory.value[0][child] + (1.0 - self.q) * mean

    def update(self, parent, child, reward, memory):
        memory.value[0][child] = max(memory.value[0][child], reward)


class NormalisedMean(NamedTuple):
    """The mean, rescaled by the least and greatest reward seen in the parent [Joppen 2019, section 3.4, "N-MCTS"].

    While the parent has seen only one reward, every child is worth 0.5. The paper normalises each reward as it arrives,
    by the extremes seen until then (`NormalisedReward`); here the mean is rescaled by those seen until now. (With
    `RangeOfNode`, of another paper, the reward with which the parent was added counts among them.)
    """

    compares = True  # what it keeps of a node depends on all its children together

    def node_arrays(self, capacity, facts):
        """``memory.value``: (float64[nodes], float64[nodes]), the least and greatest reward, in [0, 1], that a child of
        the node has had, to the player who chooses there."""
        return (np.empty(capacity), np.empty(capacity))

    def init_node(self, node, memory):
        memory.value[0][node] = 1.0
        memory.value[1][node] = 0.0

    def estimate(self, parent, child, memory):
        least, greatest = memory.value[0][parent], memory.value[1][parent]
        if greatest <= least:
            return 0.5
        return (memory.nodes[child].total / memory.nodes[child].visits - least) / (greatest - least)

    def update(self, parent, child, reward, memory):
        memory.value[0][parent] = min(memory.value[0][parent], reward)
        memory.value[1][parent] = max(memory.value[1][parent], reward)


class NormalisedReward(NamedTuple):
    """The mean of rewards that were each rescaled as they arrived [Joppen 2019, section 3.4, "N-MCTS", as written].

    A reward r counts (r - least) / (greatest - least), with the extremes seen in the parent until then, its own
    included, and 0.5 while there is only one; what was counted before is not changed by later extremes.
    """

    compares = True

    def node_arrays(self, capacity, facts):
        """``memory.value``: three float64[nodes], the extremes as for `NormalisedMean` and the sum of what was counted,
        each time a number in [0, 1]."""
        return (np.empty(capacity), np.empty(capacity), np.empty(capacity))

    def init_node(self, node, memory):
        memory.value[0][node] = 1.0
        memory.value[1][node] = 0.0
        memory.value[2][node] = 0.0

    def estimate(self, parent, child, memory):
        return memory.value[2][child] / memory.nodes[child].visits

    def update(self, parent, child, reward, memory):
        least = min(memory.value[0][parent], reward)
        greatest = max(memory.value[1][parent], reward)
        memory.value[0][parent] = least
        memory.value[1][parent] = greatest
        memory.value[2][child] += (reward - least) / (greatest - least) if greatest > least else 0.5


class Expectimax(NamedTuple):
    """r(v) = sum of the rewards of iterations that ended in v / n_v + (1 - e_v / n_v) max r(children), where e_v counts
    those iterations: what is found below counts as much as the best child is worth ["OLETS", Perez-Liebana et al. 2016,
    "The 2014 General Video Game Playing Competition", section IV.A].

    For one player; with ``leaf=Evaluate()`` it is open-loop expectimax tree search.
    """

    def problem(self, game, facts, method):
        return several_players(facts)

    def node_arrays(self, capacity, facts):
        """``memory.value``: (int32[nodes], iterations that ended in the node; float64[nodes], the sum of their rewards,
        each in [0, 1]; float64[nodes], r(v), in [0, 1])."""
        return (np.empty(capacity, np.int32), np.empty(capacity), np.empty(capacity))

    def init_node(self, node, memory):
        ended, rewards, worth = memory.value
        ended[node] = 0
        rewards[node] = 0.0
        worth[node] = 0.0

    def estimate(self, parent, child, memory):
        return memory.value[2][child]

    def update(self, parent, child, reward, memory):
        ended, rewards, worth = memory.value
        nodes = memory.nodes
        visits = int(nodes[child].visits) + 1
        through, best = 0, 0.0
        below = int(nodes[child].first_child)
        while below != NONE:  # those have counted this iteration already
            through += nodes[below].visits
            if nodes[below].visits > 0:
                best = max(best, worth[below])
            below = int(nodes[below].next_sibling)
        if ended[child] + through < visits:
            ended[child] += 1
            rewards[child] += reward
        worth[child] = rewards[child] / visits + (1.0 - ended[child] / visits) * best


@generic
def estimate(rule, parent, child, memory):
    """The value of the visited node `child` to its mover, a reward in [0, 1] (of `SkewedBackup`: below 1.5)."""
    raise Missing
