"""Rapid action value estimation: it uses all rewards of an action that was played anywhere below a node ("all moves
as first")."""

import math

import numpy as np

from ...engine.bits import natural
from ...engine.distinct import overrides
from ...game import Game
from .components import Selection
from .memory import inverse_root, root_log
from .nodes import NONE, ROOT, SCATTERED


class RAVE(Selection):
    """Select by RAVE: mix the mean reward of a child with the rewards of its action whenever it was played later.

    The all-moves-as-first value (AMAF) of an action at a node is a mean reward. It is the mean over all iterations
    through the node in which the same player played the action at any later time, in the tree or in the playout. AMAF
    is known after few visits, but it is biased. The selection score is
    ``(1 - b) * mean + b * AMAF + c * sqrt(ln N / n)`` with ``b = m / (n + m + 4 * bias**2 * n * m)``, for a child with
    `n` visits whose parent has `N`. Here `m` is the number of iterations in AMAF [1]_. So the weight of the child's
    mean grows with its visits. If `fpu` is finite, as in ``UCT(selection=RAVE(), fpu=1.0)``, AMAF also decides which
    untried child is visited first.

    Use the rule in games in which an action has a similar value early and late, such as Hex and Go. The game needs a
    method `played`.

    Parameters
    ----------
    c : float, default 0.0
        Exploration constant, at least 0. 0 switches this exploration off.
    bias : float, default 0.03
        Assumed error of AMAF, in units of reward, at least 0. With a larger bias, the mean of the child gets most of
        the weight after fewer visits.

    References
    ----------
    .. [1] S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go",
       Artificial Intelligence 175, 2011, Equations 12, 18 and 47.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import RAVE
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(selection=RAVE(), fpu=1.0).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    c: float = 0.0
    bias: float = 0.03

    def problem(self, game, facts, method):
        if not overrides(game, Game.played):
            return (f"needs to see on the board which actions were played, which {facts.title} does not define. Give "
                    "its class a method played, or use another selection.")

    def node_arrays(self, capacity, facts):
        """Return ``totals``: float32[nodes], the sum of the AMAF rewards, each in [0, 1], of the node's mover; and
        ``times``: float32[nodes], the number of these rewards."""
        return {"totals": np.empty(capacity, np.float32), "times": np.empty(capacity, np.float32)}

    def init_node(self, node, memory):
        memory.of(self).totals[node] = 0.0
        memory.of(self).times[node] = 0.0

    def swap(self, child, other, memory):
        totals, times = memory.of(self).totals, memory.of(self).times
        totals[child], totals[other] = totals[other], totals[child]
        times[child], times[other] = times[other], times[child]

    def search_arrays(self, facts):
        """Return ``played``: float32[players, labels of actions], 1 for actions that were played in this iteration."""
        return {"played": np.zeros((facts.players, 2 * facts.actions + 3), np.float32)}

    def learn(self, game, state, memory):
        nodes = memory.nodes
        note_played(self, game, state, memory)
        for end in memory.path_ends:
            node = int(end)
            while node != NONE:
                child = int(nodes[node].first_child)
                if child != NONE and len(memory.legal_mark) == 1 and not nodes[node].status & SCATTERED:
                    for sibling in range(child, child + int(nodes[node].children)):  # consecutive indices are faster
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
    """Select by GRAVE: RAVE that uses the AMAF statistics of the nearest ancestor with enough visits.

    A node with few visits has few AMAF statistics. The statistics of an ancestor with more visits are more reliable
    [1]_. If no ancestor has more than `ref` visits, the statistics of the root are used.

    Parameters
    ----------
    c : float, default 0.0
        Exploration constant, at least 0. 0 switches this exploration off.
    bias : float, default 0.03
        Assumed error of AMAF, as in `RAVE`, at least 0.
    ref : int, default 50
        Number of visits, at least 0. A node with more visits uses its own statistics.
    tables : int, default 4096
        Maximum number of nodes with statistics, from 1 to 2**20. The nodes that are visited first get a table.

    References
    ----------
    .. [1] T. Cazenave, "Generalized rapid action value estimation", IJCAI 2015.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import GRAVE
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(selection=GRAVE(ref=20), fpu=1.0).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"ref": (0, math.inf), "tables": (1, 1 << 20)}

    ref: int = 50
    tables: int = 4096

    def node_arrays(self, capacity, facts):
        """Return ``table``: int32[nodes], the number of the node's table. 0 is the number of the root's table."""
        return {"table": np.empty(capacity, np.int32)}

    def init_node(self, node, memory):
        memory.of(self).table[node] = 0
        if node == ROOT:
            clear_table(self, 0, memory)
            clear_table(self, self.tables, memory)

    def swap(self, child, other, memory):
        pass  # siblings that were never tried have no tables

    def search_arrays(self, facts):
        """Return ``played`` as in `RAVE`, and ``tables``: float32[2, tables + 1, players, labels], the sum of the
        rewards and the number of times of each action, for the nodes with these tables.

        The last table is not for a node. Its first sum is the number of the table used last (below 0: unknown), and
        its first number of times is the number of tables in use.
        """
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
    """Record which actions each player has played by the end of an iteration. Labels that are not actions stay 0."""
    noted = memory.of(rule).played
    actions = (noted.shape[1] - 3) // 2
    for player in range(len(noted)):
        game.all_played(state, player, noted[player, :actions])


def clear_table(rule, table, memory):
    """Set all numbers of a table to 0."""
    tables = memory.of(rule).tables
    for player in range(tables.shape[2]):
        for action in range(tables.shape[3]):
            tables[0, table, player, action] = 0.0
            tables[1, table, player, action] = 0.0


def add_to_table(rule, node, memory):
    """Add the actions of an iteration to the table of a node. A node without a table gets one if there is a free table.
    """
    tables, noted, number = memory.of(rule).tables, memory.of(rule).played, memory.of(rule).table
    size = len(tables[0]) - 1
    if node != ROOT and number[node] == 0 and tables[1, size, 0, 0] < size - 1:
        tables[1, size, 0, 0] += 1.0  # number of tables in use
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
    """Return the sum and the number of AMAF rewards of the action of `child`.

    They come from the nearest ancestor that has a table and more than `ref` visits, or else from the root.
    """
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
    """Record the reward of an iteration for `child` if its action was played in the iteration."""
    child, noted = natural(child), memory.of(rule).played
    totals, times = memory.of(rule).totals, memory.of(rule).times
    mover = int(memory.nodes[child].mover)
    if mover >= 0:
        counts = float(noted[natural(mover), natural(memory.nodes[child].action)])
        total = float(totals[child])  # computed without a branch, which a processor could not predict
        totals[child] = total + counts * memory.rewards[natural(mover)]
        times[child] += noted[natural(mover), natural(memory.nodes[child].action)]


def amaf(total, times, otherwise):
    """Return the mean of AMAF rewards, or `otherwise` if there are none. The division is in single precision."""
    return float(total / times) if times > 0.0 else otherwise
