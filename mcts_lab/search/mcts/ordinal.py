"""The Borda score: the value of a child from only the order of rewards [Joppen 2019, section 3, "O-MCTS"].

There are two ways to update the score, each with its own tables. `ByOutcome` is for a few outcomes that are known in
advance, and `ByScale` is for all other games.
"""

from __future__ import annotations

import math

import numpy as np

from ...engine.distinct import Distinct
from .components import Value
from .memory import MET, mover_of
from .nodes import children

FEW = 8  # number of known outcomes up to which `ByOutcome` is faster
GRAIN = 1.5 * 2.0**28  # adding and subtracting this number rounds a number in [0, 1] to a multiple of 2^-24


class Borda(Value):
    """Value a child by its Borda score instead of its mean reward (O-MCTS).

    The Borda score of a child is the probability that a random reward of this child is better than a random reward of
    another child of the same node; a tie counts one half [1]_. It depends only on the order of the rewards. If the game
    has grades (`Game.grade`), they are compared instead of rewards. Use the score if rewards have an order but no
    meaningful scale. The possible rewards need not be known in advance. Every child must be tried first, so `fpu` must
    be infinity.

    Scores are rounded to multiples of 2**-24. So equal scores stay equal if the same rewards occur in another order.

    Parameters
    ----------
    room : int, default 64
        Number of different rewards that a search distinguishes, from 2 to 4096. When this number is reached, a new
        reward is treated as the nearest one that already occurred.

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
        """Return ``tables``: `ByOutcome` if there are only a few outcomes and they are known; otherwise `ByScale`."""
        visited = np.empty(capacity, np.int16)
        if 0 < len(facts.outcomes) <= FEW:
            return {"tables": ByOutcome(*(np.empty((capacity, len(facts.outcomes))) for _ in range(2)), visited)}
        sized = (np.empty((capacity, self.room)) for _ in range(3))
        return {"tables": ByScale(*sized, np.empty(capacity, np.int16), visited)}

    def search_arrays(self, facts):
        """Return ``met``: float64[2, room], the different rewards or grades so far, and their indices in ascending
        order of size."""
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
    """Return why children cannot be compared in such a search, or None if they can."""
    if method.fpu != math.inf:
        return "compares children with each other, so each child must be tried first. Leave fpu at infinity."


class Scores(Distinct):
    """Base class of the tables for Borda scores."""

    def clear(self, node):
        """Initialise the rows of a new node. By default do nothing, because the first visit initialises them."""

    def wins(self, parent, child):
        """Return the sum over the visited siblings b of P(child beats b)."""
        raise NotImplementedError

    def count(self, parent, child, reward, met, memory):
        """Record a reward of `child`. met: see `Borda.search_arrays`."""
        raise NotImplementedError


class ByOutcome(Scores):
    """Tables with the distribution of each child's rewards, for a few outcomes that are known in ascending order.

    They follow [Joppen 2019, Eqs. 3-6], with the order of the two sums exchanged.
    """

    share: np.ndarray  # float64[nodes, outcomes], P(o | a), in [0, 1]; set at the first visit
    beaten: np.ndarray  # float64[nodes, outcomes], sum of P(below o | b) + P(o | b) / 2 over its visited children b
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
    """Tables for outcomes that are not known in advance. Outcomes are numbered in the order of their first
    occurrence."""

    share: np.ndarray  # float64[nodes, room], P(o | a), in [0, 1]
    below: np.ndarray  # float64[nodes, room], P(below o | child) + P(o | child) / 2, in [0, 1]
    beaten: np.ndarray  # float64[nodes, room], sum of `below` over the children
    known: np.ndarray  # int16[nodes], number of outcomes for which `beaten` is computed, and `below` of the children
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
    """Compute `below` and `beaten` for an outcome that had not occurred when the node was last updated."""
    total = 0.0
    for child in children(memory.nodes, parent):
        if memory.nodes[child].visits > 0:
            found = share_below(tables.share, child, outcome, int(tables.known[parent]), met)
            tables.below[child, outcome] = found
            total += found
    tables.beaten[parent, outcome] = total


def share_below(share, child, outcome, known, met):
    """Return P(below an outcome | child) + P(the outcome | child) / 2, from the outcomes with numbers below `known`."""
    total = 0.0
    key = met[0, outcome]
    for o in range(known):
        if met[0, o] < key:
            total += share[child, o]
        elif o == outcome:
            total += 0.5 * share[child, o]
    return total


def place_on_scale(child, reward, met, memory):
    """Return the number of the outcome for the mover of `child`. Outcomes are numbered as they first occur."""
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
