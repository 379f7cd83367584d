"""Value of a child: what the rewards seen so far say it is worth, in the perspective of the player who chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..generic import Missing, generic, helper
from ..tree import NONE
from .memory import arrays, begin


class Mean(NamedTuple):
    """The mean reward, as in plain UCT [Kocsis & Szepesvari 2006; Joppen 2019, Eq. 1]."""


class MixMax(NamedTuple):
    """q max + (1 - q) mean of the rewards seen [Joppen 2019, Eq. 2, after Jacobsen, Greve & Togelius 2014].

    q: weight of the maximum, in [0, 1]; 0 gives the mean.
    """

    q: float = 0.25


class NormalisedMean(NamedTuple):
    """The mean, rescaled by the least and greatest reward seen in the parent [Joppen 2019, section 3.4, "N-MCTS"].

    While the parent has seen only one reward, every child is worth 0.5.
    """


class Borda(NamedTuple):
    """The Borda score: the chance to beat the reward of a random sibling, ties half [Joppen 2019, Eqs. 3-7, "O-MCTS"].

    It looks only at the order of the rewards. The possible rewards are the game's list of outcomes.
    """

    needs = ("outcomes",)


@generic
def estimate(rule, parent, child, memory):
    """The value of the visited node `child`, in [0, 1]."""
    raise Missing


@generic
def observe(rule, parent, child, reward, memory):
    """Remember one reward to the mover of `child`, whose visits do not count it yet. By default nothing."""


@estimate.register(Mean)
def _(rule, parent, child, memory):
    return memory.nodes[child].total / memory.nodes[child].visits


@arrays.register(MixMax)
def _(rule, capacity, facts):
    return (np.empty(capacity),)  # greatest reward


@begin.register(MixMax)
def _(rule, node, memory):
    memory.value[0][node] = 0.0


@estimate.register(MixMax)
def _(rule, parent, child, memory):
    mean = memory.nodes[child].total / memory.nodes[child].visits
    return rule.q * memory.value[0][child] + (1.0 - rule.q) * mean


@observe.register(MixMax)
def _(rule, parent, child, reward, memory):
    memory.value[0][child] = max(memory.value[0][child], reward)


@arrays.register(NormalisedMean)
def _(rule, capacity, facts):
    return (np.empty(capacity), np.empty(capacity))  # least and greatest reward seen among the children


@begin.register(NormalisedMean)
def _(rule, node, memory):
    memory.value[0][node] = 1.0
    memory.value[1][node] = 0.0


@estimate.register(NormalisedMean)
def _(rule, parent, child, memory):
    least, greatest = memory.value[0][parent], memory.value[1][parent]
    if greatest <= least:
        return 0.5
    return (memory.nodes[child].total / memory.nodes[child].visits - least) / (greatest - least)


@observe.register(NormalisedMean)
def _(rule, parent, child, reward, memory):
    memory.value[0][parent] = min(memory.value[0][parent], reward)
    memory.value[1][parent] = max(memory.value[1][parent], reward)


@arrays.register(Borda)
def _(rule, capacity, facts):
    return (
        np.empty((capacity, len(facts.outcomes))),  # F(o), the share of rewards below outcome o, equal ones half
        np.empty((capacity, facts.branching)),  # P(a beats b) for each sibling b before a, by its place
        np.empty(capacity),  # sum over the visited siblings b of P(a beats b)
        np.empty(capacity, np.int16),  # how many children of a node have been visited
    )


@begin.register(Borda)
def _(rule, node, memory):
    memory.value[2][node] = 0.0
    memory.value[3][node] = 0


@estimate.register(Borda)
def _(rule, parent, child, memory):
    rivals = memory.value[3][parent] - 1
    return memory.value[2][child] * (1.0 / rivals) if rivals > 0 else 0.5


@observe.register(Borda)
def _(rule, parent, child, reward, memory):
    share, beats, score, visited = memory.value
    nodes = memory.nodes
    n = nodes[child].visits
    new = 1.0 if n == 0 else 0.0  # then every pair with `child` is new, and its two shares add up to 1
    if n == 0:
        visited[parent] += 1
        share[child, :] = 0.0
        beats[child, :] = 0.0
    o = outcome(memory.outcomes, reward)

    # [Joppen 2019, Eq. 7] for every visited sibling b: P(a beats b) <- alpha P + (1 - alpha) F_b(o)
    weight = 1.0 / (n + 1)
    mine = score[child]
    place = 0
    sibling = int(nodes[parent].first_child)
    while sibling != child:
        if nodes[sibling].visits > 0:
            change = weight * (share[sibling, o] - beats[child, place])
            beats[child, place] += change
            mine += change
            score[sibling] += new - change
        place += 1
        sibling = int(nodes[sibling].next_sibling)
    sibling = int(nodes[child].next_sibling)
    while sibling != NONE:
        if nodes[sibling].visits > 0:
            change = weight * (1.0 - share[sibling, o] - beats[sibling, place])
            beats[sibling, place] += change
            mine += new - change
            score[sibling] += change
        sibling = int(nodes[sibling].next_sibling)
    score[child] = mine

    # [Joppen 2019, Eqs. 3 and 4], one reward at a time.
    for other in range(len(memory.outcomes)):
        is_below = 1.0 if o < other else (0.5 if o == other else 0.0)
        share[child, other] += weight * (is_below - share[child, other])


@helper
def outcome(rewards, reward):
    """The place of `reward` among the ascending `rewards`: the nearest one."""
    low, high = 0, len(rewards) - 1
    while low < high:
        middle = (low + high) // 2
        if rewards[middle] + rewards[middle + 1] < 2.0 * reward:
            low = middle + 1
        else:
            high = middle
    return low
