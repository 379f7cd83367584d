"""Value of a child: what the rewards seen so far say it is worth, in the perspective of the player who chooses."""

import numpy as np

from .components import Value
from .needs import no_ratings
from .nodes import NONE


class Mean(Value):
    """The mean reward, as in plain UCT [Kocsis & Szepesvari 2006; Joppen 2019, Eq. 1]."""

    def estimate(self, parent, child, memory):
        return memory.nodes[child].total / memory.nodes[child].visits


class MixMax(Value):
    """q max + (1 - q) mean of the rewards seen [Joppen 2019, Eq. 2, after Jacobsen, Greve & Togelius 2014].

    q: weight of the maximum, in [0, 1]; 0 gives the mean.
    """

    ranges = {"q": (0, 1)}

    q: float = 0.25

    def node_arrays(self, capacity, facts):
        """``best``: float64[nodes], the greatest reward, in [0, 1], to the mover of the node."""
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
    """(1 - alpha) mean + alpha v, v the minimax value of the heuristic over the tree so far [Lanctot, Winands, Pepels &
    Sturtevant 2014]. Ratings by a prior stand at its leaves: ``UCT(value=ImplicitMinimax(), prior=HeuristicRating())``.

    alpha: weight of the heuristic, in [0, 1]; 0 gives the mean.
    """

    ranges = {"alpha": (0, 1)}
    reflects = True

    alpha: float = 0.4

    def problem(self, game, facts, method):
        if facts.players != 2 or not facts.zero_sum:
            return f"needs two players with opposite payoffs, which {facts.title} has not."
        return no_ratings(method)

    def node_arrays(self, capacity, facts):
        """``v``: float64[nodes], a reward in [0, 1] to the mover of the node, once it is visited."""
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
