"""Values: they estimate how good a child is for the player who chooses, from the child's rewards so far."""

import numpy as np

from .components import Value
from .needs import no_ratings
from .nodes import NONE


class Mean(Value):
    """Value a child by the mean of the rewards backed up to it, as in plain UCT.

    This is the default, and the value of plain UCT [1]_.

    References
    ----------
    .. [1] L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import Mean
    >>> UCT(value=Mean()) == UCT()
    True
    """

    def estimate(self, parent, child, memory):
        return memory.nodes[child].total / memory.nodes[child].visits


class MixMax(Value):
    """Value a child by a mixture of its highest and its mean reward.

    The value is ``q * highest + (1 - q) * mean`` [1]_ [2]_. The search then takes more risks: it visits a child more
    often if the child once got a very high reward. Use it in single-player games in which one good line is enough.

    Parameters
    ----------
    q : float, default 0.25
        Weight of the highest reward, from 0 to 1. With 0, this is the same as `Mean`.

    References
    ----------
    .. [1] E. Jacobsen, R. Greve and J. Togelius, "Monte Mario: platforming with MCTS", GECCO 2014.
    .. [2] T. Joppen and J. Fürnkranz, "Ordinal Monte Carlo tree search", 2019, Equation 2.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import MixMax
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(value=MixMax(q=0.5)).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"q": (0, 1)}

    q: float = 0.25

    def node_arrays(self, capacity, facts):
        """Return ``best``: float64[nodes], the highest reward, in [0, 1], of the node's mover."""
        return {"best": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).best[node] = 0.0

    def estimate(self, parent, child, memory):
        mean = memory.nodes[child].total / memory.nodes[child].visits
        return self.q * memory.of(self).best[child] + (1.0 - self.q) * mean

    def update(self, parent, child, reward, memory):
        best = memory.of(self).best
        best[child] = max(best[child], reward)


class ImplicitMinimax(Value):
    """Value a child by a mixture of its mean reward and the minimax value of the heuristic in the tree.

    The value is ``(1 - alpha) * mean + alpha * v``. Here `v` is the minimax value of the game's heuristic over the
    nodes of the tree below the child [1]_. Use it if the heuristic is good and the rewards of playouts vary much. It
    needs two players with opposite payoffs, and a prior that gives ratings:
    ``UCT(value=ImplicitMinimax(), prior=HeuristicRating())``.

    Parameters
    ----------
    alpha : float, default 0.4
        Weight of the heuristic, from 0 to 1. With 0, this is the same as `Mean`.

    References
    ----------
    .. [1] M. Lanctot, M. Winands, T. Pepels and N. Sturtevant, "Monte Carlo tree search with heuristic evaluations
       using implicit minimax backups", CIG 2014.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import HeuristicRating, ImplicitMinimax
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(value=ImplicitMinimax(alpha=0.2), prior=HeuristicRating()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    ranges = {"alpha": (0, 1)}
    reflects = True

    alpha: float = 0.4

    def problem(self, game, facts, method):
        if facts.players != 2 or not facts.zero_sum:
            return f"needs two players with opposite payoffs, unlike {facts.title}. Use another value, such as Mean()."
        return no_ratings(method)

    def node_arrays(self, capacity, facts):
        """Return ``v``: float64[nodes], a reward in [0, 1] for the node's mover, after the first visit."""
        return {"v": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).v[node] = 0.0

    def estimate(self, parent, child, memory):
        mean = memory.nodes[child].total / memory.nodes[child].visits
        return (1.0 - self.alpha) * mean + self.alpha * memory.of(self).v[child]

    def update(self, parent, child, reward, memory):
        nodes, v, reply = memory.nodes, memory.of(self).v, int(memory.nodes[child].first_child)
        if reply == NONE:
            v[child] = memory.priors[child]
            return
        same, best = nodes[reply].mover == nodes[child].mover, 0.0
        while reply != NONE:
            best = max(best, v[reply] if nodes[reply].visits > 0 else memory.priors[reply])
            reply = int(nodes[reply].next_sibling)
        v[child] = best if same else memory.scale[3] - best
