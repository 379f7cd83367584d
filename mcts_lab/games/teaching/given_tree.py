"""A game that is given as a tree, for lessons on minimax: nested lists whose leaves are payoffs."""

from __future__ import annotations

import math

import numpy as np

from ...game import TERMINAL, Facts

STATE = np.dtype([("node", np.int32)])


class GivenTree:
    """A tree as a game of two players; a state is the number of a node, in depth-first order.

    values:   a number for a leaf, the payoff of player 0; a list of children; or a dict from actions' names to children
    maximise: whether player 0, who maximises, moves at the root; then the players take turns

    `children`, `parent`, `depth`, `name` (of the action that leads there) and `value` (NaN for inner nodes) are lists
    indexed by node. Raises ValueError for a tree with an empty list or a leaf that is no number.
    """

    def __init__(self, values, maximise=True):
        self.maximise = maximise
        self.children, self.parent, self.depth, self.name, self.value = [], [], [], [], []
        self._add(values, -1, 0, "")
        leaves = [value for value in self.value if not math.isnan(value)]
        most = max(1, *map(len, self.children))
        bound = max(1.0, max(leaves), -min(leaves))
        self.known = Facts(name="given_tree", title="A tree", players=2, actions=most, branching=most,
                           length=max(self.depth) + 1, low=-bound, high=bound, dtype=STATE, player_names=("max", "min"))

    def _add(self, values, parent, depth, name):
        inner = isinstance(values, (list, tuple, dict))
        if inner and not values:
            raise ValueError("a node without children is a number, its value, not an empty list")
        if not inner and (isinstance(values, (str, bytes)) or not np.isfinite(values)):
            raise ValueError(f"a leaf is a number, not {values!r}")
        node = len(self.parent)
        for column, entry in ((self.children, []), (self.parent, parent), (self.depth, depth), (self.name, str(name)),
                              (self.value, math.nan if inner else float(values))):
            column.append(entry)
        named = isinstance(values, dict)
        for action, child in (values.items() if named else (("", child) for child in values) if inner else ()):
            self.children[node].append(self._add(child, node, depth + 1, action))
        return node

    def at(self, node):
        """The state in which the game is at a node."""
        state = np.zeros(1, np.dtype((np.record, STATE)))[0]
        state.node = node
        return state

    def facts(self):
        return self.known

    def reset(self, state, rng):
        state.node = 0

    def to_move(self, state):
        if not self.children[state.node]:
            return TERMINAL
        return 0 if self.maximise == (self.depth[state.node] % 2 == 0) else 1

    def legal(self, state, out):
        n = len(self.children[state.node])
        out[:n] = range(n)
        return n

    def play(self, state, action, rng):
        state.node = self.children[state.node][action]

    def payoff(self, state, player):
        return self.value[state.node] if player == 0 else -self.value[state.node]

    def action_name(self, state, action):
        return self.name[self.children[state.node][action]] or str(action)
