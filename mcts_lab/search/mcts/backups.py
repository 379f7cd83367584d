"""Backup: how the reward of an iteration changes the nodes on its path."""

import numpy as np

from ..advice import advised
from .components import Backup
from .nodes import NONE


class MeanBackup(Backup):
    """Back up the reward itself, so that the mean of a node is the mean of its rewards.

    This is the backup of plain UCT [1]_.

    References
    ----------
    .. [1] L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import MeanBackup
    >>> UCT(backup=MeanBackup()) == UCT()
    True
    """


class MaxBackup(Backup):
    """Back up a mixture of the reward and the mean of the best reply, at each node on the way to the root.

    A node receives ``lam * reward + (1 - lam) * best``, where `best` is the mean of the node's best child [1]_. So the
    means of nodes are closer to minimax values than plain averages are. The backup needs a deterministic game with
    perfect information, for one player or for two players with opposite payoffs.

    Parameters
    ----------
    lam : float, default 0.8
        Weight of the reward, from 0 to 1. With 1, this is the same as `MeanBackup`.

    References
    ----------
    .. [1] P. Khandelwal, E. Liebman, S. Niekum and P. Stone, "On the analysis of complex backup strategies in Monte
       Carlo tree search", ICML 2016, "MaxMCTS(lambda)".

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import MaxBackup
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(backup=MaxBackup(lam=0.5)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"lam": (0, 1)}
    reflects = True

    lam: float = 0.8

    def problem(self, game, facts, method):
        if not facts.deterministic or facts.random_play or not facts.perfect_information:
            return (f"needs a game without chance and hidden information, unlike {facts.title}. "
                    f"{advised(facts, 'Leave backup as it is')}.")
        if facts.players > 1 and (facts.players != 2 or not facts.zero_sum):
            return f"needs one player, or two with opposite payoffs, unlike {facts.title}. Use another backup."
        if method.tree.several_paths:
            return f"follows one path, but {type(method.tree).__name__}() follows several. Use another backup."
        return None

    def node_arrays(self, capacity, facts):
        """Return ``returned``: float64[nodes], the reward of this iteration for the player to move at the node. At
        the leaf it is -1."""
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
