"""The Borda score: a value of a child that uses only the order of rewards [Joppen 2019, section 3, "O-MCTS"].

There are two ways to update the score: one for outcomes that are known in advance, one for all others. Each has
its own tables.
"""

from __future__ import annotations

import math

import numpy as np

from ...engine.distinct import Distinct
from .components import Value
from .memory import MET, mover_of
from .nodes import children

FEW = 8  # up to so many known outcomes, the first way is faster
GRAIN = 1.5 * 2.0**28  # adding and subtracting this rounds a number in [0, 1] to a multiple of 2^-24


class Borda(Value):
    """Value a child by its Borda score instead of its mean reward (O-MCTS).

    The Borda score is the probability that a reward of this child is better than a reward of another child of the same
    node, both drawn at random; a tie counts one half [1]_. It uses only the order of the rewards, or of the game's
    grades if it has them (`Game.grade`). Use it if rewards have an order but no meaningful scale. The possible rewards
    need not be known in advance. Every child must be tried first, so `fpu` must be infinity.

    Scores are rounded to multiples of 2**-24, so that equal scores are equal whatever the order of the rewards.

    Parameters
    ----------
    room : int, default 64
        Number of different rewards that a search distinguishes, from 2 to 4096. Once there are so many, a new reward
        counts as the nearest known one.

    See Also
    --------
    OMCTS : UCT with this value.

    References
    ----------
    .. [1] T. Joppen and J. Fürnkranz, "Ordinal Monte Carlo tree search", 2019, Equations 3 to 7.

    Examples
    --------
    >>> from mcts_lab import UCT, Borda, games
    >>> from mcts_lab.game import position_after
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(value=Borda()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"room": (2, 4096)}
    compares = True

    room: int = 64

    def node_arrays(self, capacity, facts):
        """``tables``: `ByOutcome` if there are few outcomes, known in advance; else `ByScale`."""
        visited = np.empty(capacity, np.int16)
        if 0 < len(facts.outcomes) <= FEW:
            return {"tables": ByOutcome(*(np.empty((capacity, len(facts.outcomes))) for _ in range(2)), visited)}
        sized = (np.empty((capacity, self.room)) for _ in range(3))
        return {"tables": ByScale(*sized, np.empty(capacity, np.int16), visited)}

    def search_arrays(self, facts):
        """``met``: float64[2, room], the different rewards or grades so far, and their indices in ascending order
        of size."""
        return {"met": np.zeros((2, self.room))}

    def problem(self, game, facts, method):
        return compares_visited(method)

    def init_node(self, node, memory):
        memory.of(self).tables.visited[node] = 0
        memory.of(self).tables.clear(node)

    def estimate(self, parent, child, memory):
        return (self.share_beaten(parent, child, memory) + GRAIN) - GRAIN

    def share_beaten(self, parent, child, memory):
        """Return the score before rounding."""
        tables = memory.of(self).tables
        rivals = int(tables.visited[parent]) - 1
        return tables.wins(parent, child) * (1.0 / rivals) if rivals > 0 else 0.5

    def update(self, parent, child, reward, memory):
        tables = memory.of(self).tables
        tables.count(parent, child, reward, memory.of(self).met, memory)
        if memory.nodes[child].visits == 0:
            tables.visited[parent] += 1


def compares_visited(method):
    """Return the reason why children cannot be compared with each other in such a search, or None."""
    if method.fpu != math.inf:
        return "compares children with each other, so each child must be tried first. Leave fpu at infinity."


class Scores(Distinct):
    """Base class of the tables for Borda scores."""

    def clear(self, node):
        """Initialise the rows of a new node. By default they are initialised at its first visit."""

    def wins(self, parent, child):
        """Return the sum over the visited siblings b of P(child beats b)."""
        raise NotImplementedError

    def count(self, parent, child, reward, met, memory):
        """Count a reward of `child`. met: see `Borda.search_arrays`."""
        raise NotImplementedError


class ByOutcome(Scores):
    """Tables with the distribution of each child's rewards, as in [Joppen 2019, Eqs. 3-6] with the sums exchanged.

    For few outcomes, known in advance and in ascending order.
    """

    share: np.ndarray  # float64[nodes, outcomes], P(o | a), in [0, 1]; set at the first visit
    beaten: np.ndarray  # float64[nodes, outcomes], sum over its visited children b of P(below o | b) + P(o | b) / 2
    visited: np.ndarray  # int16[nodes], number of visited children

    def wins(self, parent, child):
        total = -0.5  # without the comparison with itself
        for o in range(self.share.shape[1]):
            total += self.share[child, o] * self.beaten[parent, o]
        return total

    def count(self, parent, child, reward, met, memory):
        share, beaten, visited = self
        hit = outcome(memory.outcomes, reward)
        n = memory.nodes[child].visits
        weight = 1.0 / (n + 1)
        below = 0.0
        for o in range(share.shape[1]):
            before = share[child, o] if n > 0 else 0.0
            change = weight * ((1.0 if o == hit else 0.0) - before)
            share[child, o] = before + change
            beaten[parent, o] = (beaten[parent, o] if visited[parent] > 0 else 0.0) + below + 0.5 * change
            below += change


class ByScale(Scores):
    """Tables for outcomes that are not known in advance. Outcomes are numbered in the order in which they first
    occur."""

    share: np.ndarray  # float64[nodes, room], P(o | a), in [0, 1]
    below: np.ndarray  # float64[nodes, room], P(below o | b) + P(o | b) / 2, in [0, 1]
    beaten: np.ndarray  # float64[nodes, room], sum of `below` over the children
    known: np.ndarray  # int16[nodes], number of outcomes for which `beaten`, and `below` of its children, are computed
    visited: np.ndarray  # int16[nodes], number of visited children

    def clear(self, node):
        self.share[node] = 0.0
        self.below[node] = 0.0
        self.known[node] = 0

    def wins(self, parent, child):
        share, beaten = self.share[child], self.beaten[parent]
        known = int(self.known[parent])
        even, odd = -0.5, 0.0  # without the comparison with itself; two sums, which a processor can add in parallel
        for pair in range(known // 2):
            even += share[2 * pair] * beaten[2 * pair]
            odd += share[2 * pair + 1] * beaten[2 * pair + 1]
        if known % 2 == 1:
            even += share[known - 1] * beaten[known - 1]
        return even + odd

    def count(self, parent, child, reward, met, memory):
        hit = place_on_scale(child, reward, met, memory)
        for o in range(self.known[parent], hit + 1):
            add_outcome(self, parent, o, met, memory)
        self.known[parent] = max(int(self.known[parent]), hit + 1)
        share, below, beaten, keys = self.share[child], self.below[child], self.beaten[parent], met[0]
        key = keys[hit]
        weight = 1.0 / (memory.nodes[child].visits + 1)
        for o in range(self.known[parent]):  # the steps are independent, so a processor makes several in parallel
            change = weight * (0.5 * (keys[o] > key) + 0.5 * (keys[o] >= key) - below[o])
            below[o] += change
            beaten[o] += change
            share[o] -= weight * share[o]
        share[hit] += weight


def add_outcome(tables, parent, outcome, met, memory):
    """Compute `below` and `beaten` for an outcome that no child has had so far."""
    total = 0.0
    for child in children(memory.nodes, parent):
        if memory.nodes[child].visits > 0:
            found = share_below(tables.share, child, outcome, int(tables.known[parent]), met)
            tables.below[child, outcome] = found
            total += found
    tables.beaten[parent, outcome] = total


def share_below(share, child, outcome, known, met):
    """Return P(below an outcome | child) + P(the outcome | child) / 2, using the outcomes numbered below `known`."""
    total = 0.0
    key = met[0, outcome]
    for o in range(known):
        if met[0, o] < key:
            total += share[child, o]
        elif o == outcome:
            total += 0.5 * share[child, o]
    return total


def place_on_scale(child, reward, met, memory):
    """Return the number of the outcome for the mover of `child`, in the order in which outcomes first occur."""
    key = reward
    if len(memory.grades) > 0:
        key = memory.grades[mover_of(child, memory)]
    keys, order = met[0], met[1]
    known = int(memory.counters[MET])
    low, high = 0, known
    while low < high:
        middle = (low + high) // 2
        if keys[int(order[middle])] < key:
            low = middle + 1
        else:
            high = middle
    if low < known and keys[int(order[low])] == key:
        return int(order[low])
    if known == len(keys):  # no room: use the nearest one
        if low == known or (low > 0 and key - keys[int(order[low - 1])] < keys[int(order[low])] - key):
            low -= 1
        return int(order[low])
    for rank in range(known, low, -1):
        order[rank] = order[rank - 1]
    order[low] = known
    keys[known] = key
    memory.counters[MET] += 1
    return known


def outcome(rewards, reward):
    """Return the index of the value nearest to `reward` in the ascending `rewards`."""
    low, high = 0, len(rewards) - 1
    while low < high:
        middle = (low + high) // 2
        if rewards[middle] + rewards[middle + 1] < 2.0 * reward:
            low = middle + 1
        else:
            high = middle
    return low
