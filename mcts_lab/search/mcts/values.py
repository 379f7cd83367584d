"""Value of a child: what the rewards seen so far say it is worth, in the perspective of the player who chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import Missing, generic, helper, instead
from .memory import init_node, node_arrays, update
from .tree import NONE


class Mean(NamedTuple):
    """The mean reward, as in plain UCT [Kocsis & Szepesvari 2006; Joppen 2019, Eq. 1]."""


class MixMax(NamedTuple):
    """q max + (1 - q) mean of the rewards seen [Joppen 2019, Eq. 2, after Jacobsen, Greve & Togelius 2014].

    q: weight of the maximum, in [0, 1]; 0 gives the mean.
    """

    ranges = {"q": (0, 1)}

    q: float = 0.25


class NormalisedMean(NamedTuple):
    """The mean, rescaled by the least and greatest reward seen in the parent [Joppen 2019, section 3.4, "N-MCTS"].

    While the parent has seen only one reward, every child is worth 0.5. The paper normalises each reward as it arrives,
    by the extremes seen until then; here the mean is rescaled by those seen until now.
    """

    compares = True  # what it keeps of a node depends on all its children together


class Borda(NamedTuple):
    """The Borda score: the chance to beat the reward of a random sibling, ties half [Joppen 2019, Eqs. 3-7, "O-MCTS"].

    It looks only at the order of the rewards, which must be among the game's list of outcomes.
    """

    needs = ("outcomes", "every child first")
    compares = True


# Indices that cannot be negative need no care in compiled code, so there they are unsigned.
END = np.uint64(2**64 - 1)  # NONE, as an unsigned number


@instead(lambda n: np.uint64(n))
def index(n):
    """The number of a node or place, to read arrays with."""
    return n


@instead(lambda node: node != END)
def is_node(node):
    """Whether the index `node` is not NONE."""
    return node != NONE


@generic
def estimate(rule, parent, child, memory):
    """The value of the visited node `child` to its mover, a reward in [0, 1] (of `SkewedBackup`: below 1.5)."""
    raise Missing


@estimate.register(Mean)
def mean_estimate(rule, parent, child, memory):
    return memory.nodes[child].total / memory.nodes[child].visits


@node_arrays.register(MixMax)
def mix_max_node_arrays(rule, capacity, facts):
    """``memory.value``: (float64[nodes], the greatest reward, in [0, 1], to the mover of the node)."""
    return (np.empty(capacity),)


@init_node.register(MixMax)
def mix_max_init_node(rule, node, memory):
    memory.value[0][node] = 0.0


@estimate.register(MixMax)
def mix_max_estimate(rule, parent, child, memory):
    mean = memory.nodes[child].total / memory.nodes[child].visits
    return rule.q * memory.value[0][child] + (1.0 - rule.q) * mean


@update.register(MixMax)
def mix_max_update(rule, parent, child, reward, memory):
    memory.value[0][child] = max(memory.value[0][child], reward)


@node_arrays.register(NormalisedMean)
def normalised_mean_node_arrays(rule, capacity, facts):
    """``memory.value``: (float64[nodes], float64[nodes]), the least and greatest reward seen by a child of the node."""
    return (np.empty(capacity), np.empty(capacity))


@init_node.register(NormalisedMean)
def normalised_mean_init_node(rule, node, memory):
    memory.value[0][node] = 1.0
    memory.value[1][node] = 0.0


@estimate.register(NormalisedMean)
def normalised_mean_estimate(rule, parent, child, memory):
    least, greatest = memory.value[0][parent], memory.value[1][parent]
    if greatest <= least:
        return 0.5
    return (memory.nodes[child].total / memory.nodes[child].visits - least) / (greatest - least)


@update.register(NormalisedMean)
def normalised_mean_update(rule, parent, child, reward, memory):
    memory.value[0][parent] = min(memory.value[0][parent], reward)
    memory.value[1][parent] = max(memory.value[1][parent], reward)


# -- Borda. Two ways to keep the same score up to date: one costs time per outcome, the other per sibling. ----------

FEW = 8  # outcomes, up to which the first is the faster


class ByOutcome(NamedTuple):
    """The score from the distribution of each child's rewards, [Joppen 2019, Eqs. 3-6] with the sums exchanged."""

    share: np.ndarray  # float64[nodes, outcomes], P(o | a), in [0, 1]; set at the first visit
    beaten: np.ndarray  # float64[nodes, outcomes]: sum over its visited children b of P(below o | b) + P(o | b) / 2
    visited: np.ndarray  # int16[nodes], how many children of the node have been visited


class ByPair(NamedTuple):
    """The score from the win probability of each pair of siblings, updated by [Joppen 2019, Eq. 7]."""

    below: np.ndarray  # float64[nodes, outcomes], P(below o | b) + P(o | b) / 2, in [0, 1]; set at the first visit
    beats: np.ndarray  # float64[nodes, siblings], P(a beats b) for each b that stands before a; set at the first visit
    score: np.ndarray  # float64[nodes], sum over the visited siblings b of P(a beats b); set at the first visit
    visited: np.ndarray  # int16[nodes], how many children of the node have been visited


@node_arrays.register(Borda)
def borda_node_arrays(rule, capacity, facts):
    """``memory.value``: `ByOutcome` if the game has few outcomes, else `ByPair`."""
    outcomes, siblings = len(facts.outcomes), facts.branching
    visited = np.empty(capacity, np.int16)
    if outcomes <= FEW:
        return ByOutcome(*block(capacity, outcomes, outcomes), visited)
    below, beats, score = block(capacity, outcomes, siblings, 1)
    return ByPair(below, beats, score.ravel(), visited)


def block(capacity, *widths):
    """Tables of `capacity` rows in one block of memory, which the system hands out again without clearing it."""
    ends = np.cumsum([capacity * width for width in widths])
    parts = np.split(np.empty(ends[-1]), ends[:-1])
    return [part.reshape(capacity, width) for part, width in zip(parts, widths, strict=True)]


@init_node.register(Borda)
def borda_init_node(rule, node, memory):
    memory.value.visited[node] = 0


@estimate.register(Borda)
def borda_estimate(rule, parent, child, memory):
    rivals = int(memory.value.visited[parent]) - 1
    return wins(memory.value, parent, child) * (1.0 / rivals) if rivals > 0 else 0.5


@update.register(Borda)
def borda_update(rule, parent, child, reward, memory):
    count(memory.value, parent, child, outcome(memory.outcomes, reward), memory)
    if memory.nodes[child].visits == 0:
        memory.value.visited[parent] += 1


@generic
def wins(tables, parent, child):
    """The sum over the visited siblings b of P(child beats b)."""
    raise Missing


@generic
def count(tables, parent, child, hit, memory):
    """Count the outcome `hit` of `child`."""
    raise Missing


@wins.register(ByOutcome)
def by_outcome_wins(tables, parent, child):
    total = -0.5  # against itself
    for o in range(tables.share.shape[1]):
        total += tables.share[child, o] * tables.beaten[parent, o]
    return total


@count.register(ByOutcome)
def by_outcome_count(tables, parent, child, hit, memory):
    share, beaten, visited = tables
    n = memory.nodes[child].visits
    weight = 1.0 / (n + 1)
    below = 0.0
    for o in range(share.shape[1]):
        before = share[child, o] if n > 0 else 0.0
        change = weight * ((1.0 if o == hit else 0.0) - before)
        share[child, o] = before + change
        beaten[parent, o] = (beaten[parent, o] if visited[parent] > 0 else 0.0) + below + 0.5 * change
        below += change


@wins.register(ByPair)
def by_pair_wins(tables, parent, child):
    return tables.score[child]


@count.register(ByPair)
def by_pair_count(tables, parent, child, hit, memory):
    below, beats, score, visited = tables
    nodes = memory.nodes
    n = nodes[child].visits
    new = 1.0 if n == 0 else 0.0  # then every pair with `child` is new, and its two shares add up to 1
    o = index(hit)
    child = index(child)

    # P(a beats b) <- alpha P + (1 - alpha) F_b(o) for every visited sibling b. Children are first visited in the order
    # in which they stand, so all siblings before this one have been visited.
    weight = 1.0 / (n + 1)
    mine = 0.0 if n == 0 else score[child]
    place = index(0)
    sibling = index(nodes[parent].first_child)
    while sibling != child:
        before = 0.0 if n == 0 else beats[child, place]
        change = weight * (below[sibling, o] - before)
        beats[child, place] = before + change
        mine += change
        score[sibling] += new - change
        place += index(1)
        sibling = index(nodes[sibling].next_sibling)
    sibling = index(nodes[child].next_sibling)
    while is_node(sibling) and nodes[sibling].visits > 0:
        change = weight * (1.0 - below[sibling, o] - beats[sibling, place])
        beats[sibling, place] += change
        mine -= change
        score[sibling] += change
        sibling = index(nodes[sibling].next_sibling)
    score[child] = mine

    for other in range(below.shape[1]):
        before = 0.0 if n == 0 else below[child, other]
        is_below = 1.0 if hit < other else (0.5 if hit == other else 0.0)
        below[child, other] = before + weight * (is_below - before)


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
