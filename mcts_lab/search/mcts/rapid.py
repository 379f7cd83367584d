"""Rapid action value estimation: what an action brought whenever it was played below a node, "all moves as first"."""

import math

import numpy as np

from ...engine.bits import natural
from ...engine.distinct import overrides
from ...game import Game
from .components import Selection
from .memory import inverse_root, root_log
from .nodes import NONE, ROOT, SCATTERED


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
        if not overrides(game, Game.played):
            return (f"needs to see on the board what was played, which {facts.title} does not tell: give its class a "
                    "method played, or use another selection.")

    def node_arrays(self, capacity, facts):
        """``totals``: float32[nodes], sums of AMAF rewards, each in [0, 1], to the mover of the node. ``times``:
        float32[nodes], how many."""
        return {"totals": np.empty(capacity, np.float32), "times": np.empty(capacity, np.float32)}

    def init_node(self, node, memory):
        memory.of(self).totals[node] = 0.0
        memory.of(self).times[node] = 0.0

    def swap(self, child, other, memory):
        totals, times = memory.of(self).totals, memory.of(self).times
        totals[child], totals[other] = totals[other], totals[child]
        times[child], times[other] = times[other], times[child]

    def search_arrays(self, facts):
        """``played``: float32[players, labels of actions], 1 for what has been played in an iteration."""
        return {"played": np.zeros((facts.players, 2 * facts.actions + 3), np.float32)}

    def learn(self, game, state, memory):
        nodes = memory.nodes
        note_played(self, game, state, memory)
        for end in memory.path_ends:
            node = int(end)
            while node != NONE:
                child = int(nodes[node].first_child)
                if child != NONE and len(memory.legal_mark) == 1 and not nodes[node].status & SCATTERED:
                    for sibling in range(child, child + int(nodes[node].children)):  # side by side, which is faster
                        count_later(self, sibling, memory)
                else:
                    while child != NONE:
                        count_later(self, child, memory)
                        child = int(nodes[child].next_sibling)
                node = int(nodes[node].parent)

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        n, m = memory.nodes[child].visits, float(memory.of(self).times[child])
        weight = m / (n + m + 4.0 * self.bias * self.bias * n * m)
        mean = amaf(memory.of(self).totals[child], memory.of(self).times[child], 0.0)
        return (1.0 - weight) * estimate + weight * mean + term * inverse_root(memory, n)

    def score_unvisited(self, fpu, term, child, memory):
        mean = amaf(memory.of(self).totals[child], memory.of(self).times[child], fpu)
        return fpu if fpu == math.inf else mean + term


class GRAVE(RAVE):
    """The same with the AMAF of the nearest node above that has more than `ref` visits, or of the root [Cazenave 2015,
    "Generalized Rapid Action Value Estimation"]. So a node that was hardly visited learns from more iterations.

    ref: visits, at least 0. tables: how many nodes remember what was played below them; those visited first do.
    """

    ranges = {"ref": (0, math.inf), "tables": (1, 1 << 20)}

    ref: int = 50
    tables: int = 4096

    def node_arrays(self, capacity, facts):
        """``table``: int32[nodes], the number of its table; 0: that of the root."""
        return {"table": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).table[node] = 0
        if node == ROOT:
            clear_table(self, 0, memory)
            clear_table(self, self.tables, memory)

    def swap(self, child, other, memory):
        pass  # siblings that were never tried have no tables

    def search_arrays(self, facts):
        """``played`` as in `RAVE`. ``tables``: float32[2, tables + 1, players, labels], sums of rewards and times that
        actions were played below the nodes with these numbers; first in the last: the number of the table that was
        asked for (below 0: unknown), and how many there are."""
        labels = 2 * facts.actions + 3
        return {"played": np.zeros((facts.players, labels), np.float32),
                "tables": np.zeros((2, self.tables + 1, facts.players, labels), np.float32)}

    def learn(self, game, state, memory):
        note_played(self, game, state, memory)
        for end in memory.path_ends:
            node = int(end)
            while node != NONE:
                add_to_table(self, node, memory)
                node = int(memory.nodes[node].parent)

    def parent_term(self, visits, memory):
        memory.of(self).tables[0, self.tables, 0, 0] = -1.0  # the next child may have another parent
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        n, (total, times) = memory.nodes[child].visits, seen_above(self, child, memory)
        m = float(times)
        weight = m / (n + m + 4.0 * self.bias * self.bias * n * m)
        return (1.0 - weight) * estimate + weight * amaf(total, times, 0.0) + term * inverse_root(memory, n)

    def score_unvisited(self, fpu, term, child, memory):
        total, times = seen_above(self, child, memory)
        return fpu if fpu == math.inf else amaf(total, times, fpu) + term


def note_played(rule, game, state, memory):
    """Note what each player has played by the end of an iteration. Labels that stand for no action never were."""
    noted = memory.of(rule).played
    actions = (noted.shape[1] - 3) // 2
    for player in range(len(noted)):
        game.all_played(state, player, noted[player, :actions])


def clear_table(rule, table, memory):
    """Make a table empty."""
    tables = memory.of(rule).tables
    for player in range(tables.shape[2]):
        for action in range(tables.shape[3]):
            tables[0, table, player, action] = 0.0
            tables[1, table, player, action] = 0.0


def add_to_table(rule, node, memory):
    """Add what was played in an iteration to the table of a node, which gets one if it has none and one is left."""
    tables, noted, number = memory.of(rule).tables, memory.of(rule).played, memory.of(rule).table
    size = len(tables[0]) - 1
    if node != ROOT and number[node] == 0 and tables[1, size, 0, 0] < size - 1:
        tables[1, size, 0, 0] += 1.0  # how many nodes have one
        number[node] = int(tables[1, size, 0, 0])
        clear_table(rule, int(number[node]), memory)
    table = natural(number[node])
    if node == ROOT or table > 0:
        for player in range(len(noted)):
            for action in range(len(noted[player])):
                total = float(tables[0, table, player, action])
                times = float(noted[player, action])
                tables[0, table, player, action] = total + times * memory.rewards[player]
                tables[1, table, player, action] += noted[player, action]


def seen_above(rule, child, memory):
    """The sum of AMAF rewards of the action of `child`, and their number, at the nearest node above with more
    than `ref` visits and a table, or at the root."""
    nodes, tables, number = memory.nodes, memory.of(rule).tables, memory.of(rule).table
    size = len(tables[0]) - 1
    if tables[0, size, 0, 0] < 0.0:
        node = int(nodes[child].parent)
        while nodes[node].parent != NONE and (nodes[node].visits <= rule.ref or number[node] == 0):
            node = int(nodes[node].parent)
        tables[0, size, 0, 0] = float(number[node])
    table, mover = natural(tables[0, size, 0, 0]), natural(nodes[child].mover)
    action = natural(nodes[child].action)
    return tables[0, table, mover, action], tables[1, table, mover, action]


def count_later(rule, child, memory):
    """Count the reward of an iteration in which the action of `child` was played."""
    child, noted = natural(child), memory.of(rule).played
    totals, times = memory.of(rule).totals, memory.of(rule).times
    mover = int(memory.nodes[child].mover)
    if mover >= 0:
        counts = float(noted[natural(mover), natural(memory.nodes[child].action)])
        total = float(totals[child])  # without a branch, which no processor could foretell
        totals[child] = total + counts * memory.rewards[natural(mover)]
        times[child] += noted[natural(mover), natural(memory.nodes[child].action)]


def amaf(total, times, otherwise):
    """The mean of AMAF rewards, if there are any, in the single precision in which their sum is kept."""
    return float(total / times) if times > 0.0 else otherwise
