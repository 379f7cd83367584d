"""Values of children that only the agents of this paper use."""

from __future__ import annotations

import numpy as np

from mcts_lab.search.mcts.components import Value
from mcts_lab.search.mcts.memory import MET
from mcts_lab.search.mcts.nodes import NONE, children
from mcts_lab.search.mcts.ordinal import Borda, Scores, compares_visited, place_on_scale, share_below


class NormalisedMean(Value):
    """The mean, rescaled by the lowest and highest reward seen in the parent [Joppen 2019, section 3.4, "N-MCTS"].

    While the parent has seen only one reward, every child has the value 0.5. The paper rescales each reward when
    it arrives, by the extremes seen before (`NormalisedReward`). Here, the mean is rescaled by the extremes seen
    until now. (In `RangeOfNode`, of another paper, the reward with which the parent was added counts too.)
    """

    compares = True  # the values stored for a node depend on all its children

    def node_arrays(self, capacity, facts):
        """Return ``lowest`` and ``highest``: float64[nodes], the lowest and highest reward of the node's children.

        They are rewards, in [0, 1], of the player who chooses in the node.
        """
        return {"lowest": np.empty(capacity), "highest": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).lowest[node] = 1.0
        memory.of(self).highest[node] = 0.0

    def estimate(self, parent, child, memory):
        least, greatest = memory.of(self).lowest[parent], memory.of(self).highest[parent]
        if greatest <= least:
            return 0.5
        return (memory.nodes[child].total / memory.nodes[child].visits - least) / (greatest - least)

    def update(self, parent, child, reward, memory):
        lowest, highest = memory.of(self).lowest, memory.of(self).highest
        lowest[parent] = min(lowest[parent], reward)
        highest[parent] = max(highest[parent], reward)


class NormalisedReward(NormalisedMean):
    """The mean of rewards that were rescaled when they arrived [Joppen 2019, section 3.4, "N-MCTS", as written].

    A reward r counts as (r - lowest) / (highest - lowest), with the extremes that the parent has seen so far,
    including r. It counts as 0.5 while these are equal. Later extremes do not change it.
    """

    def node_arrays(self, capacity, facts):
        """Return ``lowest`` and ``highest``, as in `NormalisedMean`, and ``counted``.

        ``counted``: float64[nodes], the sum of the rescaled rewards, each in [0, 1].
        """
        return NormalisedMean.node_arrays(self, capacity, facts) | {"counted": np.empty(capacity)}

    def init_node(self, node, memory):
        NormalisedMean.init_node(self, node, memory)
        memory.of(self).counted[node] = 0.0

    def estimate(self, parent, child, memory):
        return memory.of(self).counted[child] / memory.nodes[child].visits

    def update(self, parent, child, reward, memory):
        NormalisedMean.update(self, parent, child, reward, memory)
        own = memory.of(self)
        least, greatest = own.lowest[parent], own.highest[parent]
        own.counted[child] += (reward - least) / (greatest - least) if greatest > least else 0.5


class Expectimax(Value):
    """r(v) = (sum of the rewards of iterations that ended in v) / n_v + (1 - e_v / n_v) max r(children).

    Here n_v is the number of visits of v, and e_v is the number of iterations that ended in v. All other iterations
    have the value of the best child ["OLETS", Perez-Liebana et al. 2016, "The 2014 General Video Game Playing
    Competition", section IV.A]. This value is for single-player games. With ``leaf=Evaluate()`` the search is open-loop
    expectimax tree search.
    """

    def problem(self, game, facts, method):
        return several_players(facts)

    def node_arrays(self, capacity, facts):
        """Return the arrays ``ended``, ``rewards`` and ``worth``.

        ``ended``: int32[nodes], iterations that ended in the node. ``rewards``: float64[nodes], the sum of their
        rewards, each in [0, 1]. ``worth``: float64[nodes], r(v), in [0, 1].
        """
        return {"ended": np.empty(capacity, np.int32), "rewards": np.empty(capacity), "worth": np.empty(capacity)}

    def init_node(self, node, memory):
        own = memory.of(self)
        own.ended[node] = 0
        own.rewards[node] = 0.0
        own.worth[node] = 0.0

    def estimate(self, parent, child, memory):
        return memory.of(self).worth[child]

    def update(self, parent, child, reward, memory):
        own = memory.of(self)
        ended, rewards, worth = own.ended, own.rewards, own.worth
        nodes = memory.nodes
        visits = int(nodes[child].visits) + 1
        through, best = 0, 0.0
        for below in children(nodes, child):  # they have already counted this iteration
            through += nodes[below].visits
            if nodes[below].visits > 0:
                best = max(best, worth[below])
        if ended[child] + through < visits:
            ended[child] += 1
            rewards[child] += reward
        worth[child] = rewards[child] / visits + (1.0 - ended[child] / visits) * best


class UnroundedBorda(Borda):
    """`Borda` without rounding, as in the stored games on the project's own levels. Rounding errors then decide ties.
    """

    def estimate(self, parent, child, memory):
        return self.share_beaten(parent, child, memory)


class RunningBorda(Borda):
    """`Borda` with Equation 7 as written: a reward is compared only with the rewards before it."""

    def node_arrays(self, capacity, facts):
        """Return ``tables``: `ByPair`."""
        return {"tables": ByPair(np.empty((capacity, self.room)), np.empty((capacity, facts.branching)),
                                 np.empty(capacity), np.empty(capacity, np.int16))}

    def problem(self, game, facts, method):
        if not method.tree.nodes_are_states() or method.tree.keeps_states():
            if facts.players > 1 or facts.actions > facts.branching or method.tree.grows_outcomes:
                return (f"keeps a number for every pair of siblings, and {facts.title} with this tree may have too "
                        "many pairs. Use Borda().")
        return compares_visited(method)


class ByPair(Scores):
    """The score from the win probability of each pair of siblings, updated by [Joppen 2019, Eq. 7] as written.

    A new reward of a changes P(a beats b) by comparison with b's rewards so far. Later rewards of b do not change
    this.
    """

    share: np.ndarray  # float64[nodes, room], P(o | a), in [0, 1]
    beats: np.ndarray  # float64[nodes, siblings], P(a beats b), in [0, 1], for each b that comes before a
    score: np.ndarray  # float64[nodes], sum over the visited siblings b of P(a beats b)
    visited: np.ndarray  # int16[nodes], how many children of the node have been visited

    def clear(self, node):
        self.share[node] = 0.0
        self.beats[node] = 0.0
        self.score[node] = 0.0

    def wins(self, parent, child):
        return self.score[child]

    def count(self, parent, child, reward, met, memory):
        share, beats, score, visited = self
        nodes = memory.nodes
        hit = place_on_scale(child, reward, met, memory)
        known = int(memory.counters[MET])
        n = nodes[child].visits
        weight = 1.0 / (n + 1)
        new = 1.0 if n == 0 else 0.0  # 1: every pair with `child` is new, and its two shares add up to 1

        # P(a beats b) <- alpha P + (1 - alpha) (P(below o | b) + P(o | b) / 2), and P(b beats a) is 1 minus this.
        place, mine = 0, 0
        sibling, before = int(nodes[parent].first_child), True
        while sibling != NONE:
            if sibling == child:
                before, mine = False, place
            elif nodes[sibling].visits > 0:
                fresh = share_below(share, sibling, hit, known, met)
                if before:
                    change = weight * (fresh - beats[child, place])
                    beats[child, place] += change
                else:
                    change = weight * (fresh - (1.0 - beats[sibling, mine] if n > 0 else 0.0))
                    beats[sibling, mine] = (beats[sibling, mine] if n > 0 else 1.0) - change
                score[child] += change
                score[sibling] += new - change
            place += 1
            sibling = int(nodes[sibling].next_sibling)
        for o in range(known):
            share[child, o] += weight * ((1.0 if o == hit else 0.0) - share[child, o])


def several_players(facts, instead="Mean()"):
    if facts.players > 1:
        return f"needs a single-player game, but {facts.title} has {facts.players} players. Use {instead}."
