"""Rapid action value estimation: what an action brought whenever it was played below a node, "all moves as first"."""

from __future__ import annotations

import math

import numpy as np

from ...engine.bits import natural
from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...game import all_played, played
from .memory import inverse_root, root_log
from .tree import NONE, SCATTERED


class RAVE(Distinct):
    """(1 - b) mean + b AMAF + c sqrt(ln N / n), b = m / (n + m + 4 bias^2 n m) [Gelly & Silver 2011, sections 5 and 6].

    AMAF is the mean reward of the m iterations through the parent in which the same player played the action at any
    later time, in the tree or in the playout. It ranks children before their first visit, if first-play urgency lets
    them wait: ``UCT(selection=RAVE(), fpu=1.0)``.

    c: weight of exploration, at least 0; 0 switches it off. bias: how far the AMAF may be from the truth, at least 0;
    0 trusts it for good, and the greater the sooner the mean of a child's own visits takes its place.
    """

    c: float = 0.0
    bias: float = 0.03

    def problem(self, game, facts, method):
        if not played.defines(type(game)):
            return (f"needs to see on the board what was played, which {facts.title} does not tell: give its class a "
                    "method played, or use another selection.")

    def node_arrays(self, capacity, facts):
        """``memory.selection``: (float32[nodes], sums of AMAF rewards, each in [0, 1], to the mover of the node;
        float32[nodes], how many)."""
        return np.empty(capacity, np.float32), np.empty(capacity, np.float32)

    def init_node(self, node, memory):
        memory.selection[0][node] = 0.0
        memory.selection[1][node] = 0.0

    def swap(self, child, other, memory):
        for array in memory.selection:
            array[child], array[other] = array[other], array[child]

    def search_arrays(self, facts):
        return {"played": np.zeros((facts.players, 2 * facts.actions + 3), np.float32)}  # labels of actions as well

    def learn(self, game, state, memory):
        nodes = memory.nodes
        for player in range(len(memory.played)):
            all_played(game, state, player, memory.played[player])
        for end in memory.path_ends:
            node = int(end)
            while node != NONE:
                child = int(nodes[node].first_child)
                if child != NONE and len(memory.legal_mark) == 1 and not nodes[node].status & SCATTERED:
                    for sibling in range(child, child + int(nodes[node].children)):  # side by side, which is faster
                        count_later(sibling, memory)
                else:
                    while child != NONE:
                        count_later(child, memory)
                        child = int(nodes[child].next_sibling)
                node = int(nodes[node].parent)

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits)

    def urgency(self, estimate, term, child, memory):
        n, m = memory.nodes[child].visits, float(memory.selection[1][child])
        weight = m / (n + m + 4.0 * self.bias * self.bias * n * m)
        return (1.0 - weight) * estimate + weight * amaf(child, 0.0, memory) + term * inverse_root(memory, n)

    def first_urgency(self, fpu, term, child, memory):
        return fpu if fpu == math.inf else amaf(child, fpu, memory) + term


@helper
def count_later(child, memory):
    """Count the reward of an iteration in which the action of `child` was played."""
    child = natural(child)
    mover = int(memory.nodes[child].mover)
    if mover >= 0:
        counts = memory.played[natural(mover), natural(memory.nodes[child].action)]
        memory.selection[0][child] += counts * memory.rewards[natural(mover)]  # no branch, which nothing foretells
        memory.selection[1][child] += counts


@helper
def amaf(child, otherwise, memory):
    """The mean reward of the iterations in which the action of `child` was played later, if there are any."""
    times = float(memory.selection[1][child])
    return float(memory.selection[0][child]) / times if times > 0.0 else otherwise
