"""Rapid action value estimation: what an action brought whenever it was played below a node, "all moves as first"."""

from __future__ import annotations

import math

import numpy as np

from ...engine.bits import natural
from ...engine.generic import helper
from ...game import all_played, played
from .components import Selection
from .memory import inverse_root, root_log
from .tree import NONE, ROOT, SCATTERED


class RAVE(Selection):
    """(1 - b) mean + b AMAF + c sqrt(ln N / n), b = m / (n + m + 4 bias^2 n m) [Gelly & Silver 2011, Eqs. 12, 18, 47].

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
        note_played(game, state, memory)
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

    def score(self, estimate, term, child, memory):
        n, m = memory.nodes[child].visits, float(memory.selection[1][child])
        weight = m / (n + m + 4.0 * self.bias * self.bias * n * m)
        mean = amaf(memory.selection[0][child], memory.selection[1][child], 0.0)
        return (1.0 - weight) * estimate + weight * mean + term * inverse_root(memory, n)

    def score_unvisited(self, fpu, term, child, memory):
        mean = amaf(memory.selection[0][child], memory.selection[1][child], fpu)
        return fpu if fpu == math.inf else mean + term


class GRAVE(RAVE):
    """The same with the AMAF of the nearest node above that has more than `ref` visits, or of the root [Cazenave 2015,
    "Generalized Rapid Action Value Estimation"]. So a node that was hardly visited learns from more iterations.

    ref: visits, at least 0. tables: how many nodes remember what was played below them; those visited first do.
    """

    ranges = {"ref": (0, math.inf), "tables": (1, 1 << 20)}

    c: float = 0.0
    bias: float = 0.03
    ref: int = 50
    tables: int = 4096

    def node_arrays(self, capacity, facts):
        """``memory.selection``: (int32[nodes], the number of its table; 0: that of the root)."""
        return (np.empty(capacity, np.int32),)

    def init_node(self, node, memory):
        memory.selection[0][node] = 0
        if node == ROOT:
            clear_table(0, memory)
            clear_table(len(memory.tables[0]) - 1, memory)

    def search_arrays(self, facts):
        labels = 2 * facts.actions + 3
        return {"played": np.zeros((facts.players, labels), np.float32),
                "tables": np.zeros((2, self.tables + 1, facts.players, labels), np.float32)}

    def learn(self, game, state, memory):
        note_played(game, state, memory)
        for end in memory.path_ends:
            node = int(end)
            while node != NONE:
                add_to_table(node, memory)
                node = int(memory.nodes[node].parent)

    def parent_term(self, visits, memory):
        memory.tables[0, len(memory.tables[0]) - 1, 0, 0] = -1.0  # the next child may have another parent
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        n, (total, times) = memory.nodes[child].visits, seen_above(self.ref, child, memory)
        m = float(times)
        weight = m / (n + m + 4.0 * self.bias * self.bias * n * m)
        return (1.0 - weight) * estimate + weight * amaf(total, times, 0.0) + term * inverse_root(memory, n)

    def score_unvisited(self, fpu, term, child, memory):
        total, times = seen_above(self.ref, child, memory)
        return fpu if fpu == math.inf else amaf(total, times, fpu) + term


@helper
def note_played(game, state, memory):
    """Note what each player has played by the end of an iteration. Labels that stand for no action never were."""
    actions = (memory.played.shape[1] - 3) // 2
    for player in range(len(memory.played)):
        all_played(game, state, player, memory.played[player, :actions])


@helper
def clear_table(table, memory):
    """Make a table empty."""
    for player in range(len(memory.played)):
        for action in range(len(memory.played[player])):
            memory.tables[0, table, player, action] = 0.0
            memory.tables[1, table, player, action] = 0.0


@helper
def add_to_table(node, memory):
    """Add what was played in an iteration to the table of a node, which gets one if it has none and one is left."""
    size = len(memory.tables[0]) - 1
    if node != ROOT and memory.selection[0][node] == 0 and memory.tables[1, size, 0, 0] < size - 1:
        memory.tables[1, size, 0, 0] += 1.0  # how many nodes have one
        memory.selection[0][node] = int(memory.tables[1, size, 0, 0])
        clear_table(int(memory.selection[0][node]), memory)
    table = natural(memory.selection[0][node])
    if node == ROOT or table > 0:
        for player in range(len(memory.played)):
            for action in range(len(memory.played[player])):
                total = float(memory.tables[0, table, player, action])
                times = float(memory.played[player, action])
                memory.tables[0, table, player, action] = total + times * memory.rewards[player]
                memory.tables[1, table, player, action] += memory.played[player, action]


@helper
def seen_above(ref, child, memory):
    """The sum of AMAF rewards of the action of `child`, and their number, at the nearest node above with more
    than `ref` visits and a table, or at the root."""
    nodes, size = memory.nodes, len(memory.tables[0]) - 1
    if memory.tables[0, size, 0, 0] < 0.0:
        node = int(nodes[child].parent)
        while nodes[node].parent != NONE and (nodes[node].visits <= ref or memory.selection[0][node] == 0):
            node = int(nodes[node].parent)
        memory.tables[0, size, 0, 0] = float(memory.selection[0][node])
    table, mover = natural(memory.tables[0, size, 0, 0]), natural(nodes[child].mover)
    action = natural(nodes[child].action)
    return memory.tables[0, table, mover, action], memory.tables[1, table, mover, action]


@helper
def count_later(child, memory):
    """Count the reward of an iteration in which the action of `child` was played."""
    child = natural(child)
    mover = int(memory.nodes[child].mover)
    if mover >= 0:
        counts = float(memory.played[natural(mover), natural(memory.nodes[child].action)])
        total = float(memory.selection[0][child])  # without a branch, which no processor could foretell
        memory.selection[0][child] = total + counts * memory.rewards[natural(mover)]
        memory.selection[1][child] += memory.played[natural(mover), natural(memory.nodes[child].action)]


@helper
def amaf(total, times, otherwise):
    """The mean of AMAF rewards, if there are any, in the single precision in which their sum is kept."""
    return float(total / times) if times > 0.0 else otherwise
