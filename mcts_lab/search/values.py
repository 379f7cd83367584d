"""Value of a child: what the rewards seen so far say it is worth, in the perspective of the player who chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..generic import Missing, generic, helper
from ..tree import NONE
from .memory import arrays


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
def estimate(rule, child, memory):
    """The value of the visited node `child`, in [0, 1]."""
    raise Missing


@generic
def observe(rule, parent, child, reward, memory):
    """Remember one reward to the mover of `child`, whose visits do not count it yet. By default nothing."""


@estimate.register(Mean)
def _(rule, child, memory):
    return memory.nodes[child].total / memory.nodes[child].visits


@arrays.register(MixMax)
def _(rule, capacity, facts):
    return (np.zeros(capacity),)  # greatest reward


@estimate.register(MixMax)
def _(rule, child, memory):
    mean = memory.nodes[child].total / memory.nodes[child].visits
    return rule.q * memory.value[0][child] + (1.0 - rule.q) * mean


@observe.register(MixMax)
def _(rule, parent, child, reward, memory):
    memory.value[0][child] = max(memory.value[0][child], reward)


@arrays.register(NormalisedMean)
def _(rule, capacity, facts):
    return (np.ones(capacity), np.zeros(capacity))  # least and greatest reward seen among the children


@estimate.register(NormalisedMean)
def _(rule, child, memory):
    parent = memory.nodes[child].parent
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
        np.zeros((capacity, len(facts.outcomes)), np.int32),  # F: twice the rewards below outcome o, plus those equal to it
        np.zeros((capacity, facts.branching)),  # P(a beats b) for the elder siblings b of a, by their place
        np.zeros(capacity),  # sum over the visited siblings b of P(a beats b)
        np.zeros(capacity, np.int16),  # how many children of a node have been visited
        np.zeros(capacity, np.int16),  # the place of a node among its siblings, in the order of first visits
    )


@estimate.register(Borda)
def _(rule, child, memory):
    rivals = memory.value[3][memory.nodes[child].parent] - 1
    return memory.value[2][child] / rivals if rivals > 0 else 0.5


@observe.register(Borda)
def _(rule, parent, child, reward, memory):
    below, beats, score, visited, place = memory.value
    nodes, rewards = memory.nodes, memory.outcomes
    n = nodes[child].visits
    o = outcome(rewards, reward)
    if n == 0:
        place[child] = visited[parent]
        visited[parent] += 1
    # [Joppen 2019, Eq. 7] for every visited sibling b: P(a beats b) <- alpha P + (1 - alpha) F_b(o)
    weight = 1.0 / (n + 1)
    sibling = nodes[parent].first_child
    while sibling != NONE:
        m = nodes[sibling].visits
        if sibling != child and m > 0:
            wins = 0.5 * below[sibling, o] / m
            if n == 0:  # the pair is new, and `child` the younger
                beats[child, place[sibling]] = wins
                score[child] += wins
                score[sibling] += 1.0 - wins
            elif place[child] > place[sibling]:
                change = weight * (wins - beats[child, place[sibling]])
                beats[child, place[sibling]] += change
                score[child] += change
                score[sibling] -= change
            else:
                change = weight * (1.0 - wins - beats[sibling, place[child]])
                beats[sibling, place[child]] += change
                score[child] -= change
                score[sibling] += change
        sibling = nodes[sibling].next_sibling
    # one more reward below every greater outcome
    below[child, o] += 1
    for greater in range(o + 1, len(rewards)):
        below[child, greater] += 2


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
