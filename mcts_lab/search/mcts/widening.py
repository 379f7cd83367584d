"""Progressive widening: a node has few children at first, and more as it is visited more often."""

import math

from ...engine.arithmetic import power
from ...engine.random import below
from .components import Pruning
from .loop import best_child, reward_of_untried
from .memory import NODES, add_child
from .nodes import MOST_CHILDREN, NONE, PARTIAL, ROOT, SCATTERED, children

AT_ONCE = 32  # number of actions up to which all children are made together, which is faster


class ProgressiveWidening(Pruning):
    """Start with few children, and consider more as the node is visited more often.

    At the N-th visit of a node, only the first ``ceil(k * N**alpha)`` children may be selected, in the order of the
    prior. The idea is from [1]_, and this formula from [2]_. Without a prior the order is random, and the rule mainly
    makes the tree narrower and deeper. Use it if a node has more actions than visits. In games with hidden information,
    the limit applies to the actions that are legal in the current determinization.

    Without a prior, a node with more than 32 actions gets its children one by one, which saves memory.

    Parameters
    ----------
    k : float, default 1.0
        Factor of the number of children, at least 1.
    alpha : float, default 0.5
        Exponent of the number of children, from 0 to 1. 1 switches widening off.

    References
    ----------
    .. [1] R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30, 2007.
    .. [2] A. Couëtoux et al., "Continuous upper confidence trees", LION 2011.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import ProgressiveWidening
    >>> game = games.hex(size=5)
    >>> result = UCT(pruning=ProgressiveWidening()).search(game, start(game), iterations=50, seed=1)
    >>> sum(visits > 0 for visits in result.visits.values())
    8
    """

    ranges = {"k": (1, None), "alpha": (0, 1)}

    k: float = 1.0
    alpha: float = 0.5

    def spare_nodes(self, facts):
        return facts.length * min(facts.branching, math.ceil(self.k) + 1)  # new children at each step

    def candidates(self, node, count, player, memory):
        choices = memory.nodes[node].visits + (1 if node == ROOT else 0)  # including the present choice
        width = math.ceil(self.k * power(choices, self.alpha))
        return int(max(1, min(count, width)))

    def expand_first(self, game, components, state, node, player, n, memory):
        return n > AT_ONCE and self.alpha < 1.0 and make_first(components, node, player, n, memory)

    def pick_scattered(self, game, components, state, node, player, memory):
        return pick_or_make(components, game, state, node, player, memory)


def make_first(components, node, player, n, memory):
    """Make the first child of `node`, which has `n` legal actions. The other children are made one by one later.

    Return False if children are not made one by one at this node, or if there is no room.
    """
    if n == 1 or len(memory.priors) > 1 or components.solver.solves() or components.tree.makes_all():
        return False
    if add_next(components, node, player, n, NONE, memory) == NONE:
        return False
    memory.nodes[node].status |= SCATTERED | PARTIAL
    return True


def pick_or_make(components, game, state, node, player, memory):
    """Return the child of `node` with the highest selection score. If untried actions have a higher score, make a
    child for one of them."""
    nodes, fpu = memory.nodes, reward_of_untried(components.fpu)
    first = int(nodes[node].first_child)
    wanted = components.pruning.candidates(node, MOST_CHILDREN, player, memory)
    more = wanted > nodes[node].children and nodes[node].status & PARTIAL > 0 and nodes[first].visits > 0
    if more and components.fpu is None and memory.counters[NODES] < len(nodes):
        return add_next(components, node, player, game.legal(state, memory.scratch), NONE, memory)
    term = components.selection.parent_term(components.pruning.visits_among(node, player, memory), memory)
    best, top, _, _ = best_child(components.tree, components, fpu, node, term, wanted, None, player, memory)
    if more and components.selection.score_unvisited(fpu, term, first, memory) > top:  # untried ones have equal scores
        return add_next(components, node, player, game.legal(state, memory.scratch), best, memory)
    return best


def add_next(components, node, player, n, otherwise, memory):
    """Make a child of `node` for the next of the `n` legal actions in `memory.scratch`, and return it.

    Return `otherwise` if there is no room. Children get the same order as if all had been made together.
    """
    nodes, scratch = memory.nodes, memory.scratch
    if memory.counters[NODES] == len(nodes):
        return otherwise
    place, last = 0, NONE
    for child in children(nodes, node):  # sort the actions as if all children had been made together
        other = place
        while scratch[other] != nodes[child].action:
            other += 1
        scratch[other] = scratch[place]
        scratch[place] = nodes[child].action
        place += 1
        last = child
    other = place + below(memory.rng, n - place)
    action = scratch[other]
    scratch[other] = scratch[place]
    child = add_child(components, node, last, action, player, memory)
    if place + 1 == n:
        nodes[node].status &= ~PARTIAL
    return child
