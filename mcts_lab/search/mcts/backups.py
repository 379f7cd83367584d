"""Backup: what the nodes on the path are given of the reward with which an iteration ended."""

import numpy as np

from .components import Backup
from .nodes import NONE


class MeanBackup(Backup):
    """The reward of each node's mover, so that means are means of rewards [Kocsis & Szepesvari 2006]."""


class MaxBackup(Backup):
    """The reward, on its way up mixed at each node with the mean of the best reply: lam return + (1 - lam) best
    [Khandelwal, Liebman, Niekum & Stone 2016, MaxMCTS(lambda)].

    lam: weight of the return, in [0, 1]; 1 gives the mean of rewards.
    """

    ranges = {"lam": (0, 1)}
    reflects = True

    lam: float = 0.8

    def problem(self, game, facts, method):
        if not facts.deterministic or facts.random_play or not facts.perfect_information:
            return f"takes the best of all replies, and in {facts.title} not all are a player's choice."
        if facts.players > 1 and (facts.players != 2 or not facts.zero_sum):
            return f"needs one player, or two with opposite payoffs, which {facts.title} has not."
        if method.tree.several_paths:
            return f"follows one path, and {type(method.tree).__name__} follows several."
        return None

    def node_arrays(self, capacity, facts):
        """``returned``: float64[nodes], what this iteration returned to the player who chooses below the node; -1 at
        its leaf."""
        return {"returned": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).returned[node] = -1.0

    def backed_up(self, parent, child, reward, memory):
        nodes, returned = memory.nodes, memory.of(self).returned
        back = returned[child]
        if back < 0.0:
            back = reward
        else:
            returned[child] = -1.0
            first = reply = int(nodes[child].first_child)
            best = 0.0
            while reply != NONE:
                if nodes[reply].visits > 0:
                    best = max(best, nodes[reply].total / nodes[reply].visits)
                reply = int(nodes[reply].next_sibling)
            back = self.lam * back + (1.0 - self.lam) * best
            if nodes[first].mover != nodes[child].mover:
                back = memory.scale[3] - back
        returned[parent] = back
        return back
