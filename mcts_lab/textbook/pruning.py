"""Pruning: children that have lost their chance. Both rules are tree policies, to be given to `uct` as `choose`."""

from __future__ import annotations

import math

from ..learning.planner import number_of, plan, time_of
from .node import reward
from .uct import SQRT2, bound, ucb1


def hard_pruning(game, node, rng, c=SQRT2, patience=20, alpha=1.0, least=5):
    """Return the child to visit next among those that are left [Hsu & Perez-Liebana 2020, section 3.3, Equation 1].

    Once the node has more than `patience` visits, and each of its n children one, the max(least, alpha ln n) of them
    whose states the heuristic likes best are kept, for good; of equals the later ones.
    """
    children = node.children
    if node.visits > patience and not hasattr(node, "kept") and all(child.visits for child in children):
        worth = [reward(game, child.state, child.mover) for child in children]
        keep = min(len(children), max(least, int(alpha * math.log(len(children)))))
        best = sorted(range(len(children)), key=lambda i: (worth[i], i))[-keep:]
        node.kept = [children[i] for i in sorted(best)]
    if hasattr(node, "kept"):
        return max(node.kept, key=lambda child: bound(node, child, c))
    return ucb1(game, node, rng, c)


def pruning_networks(game, node, rng, tables, iterations, c=SQRT2):
    """Return the child to visit next; at the root only of those that the networks' plan has left
    [Papagiannis 2022, Algorithm 1].

    tables: what the two networks say, see `mcts_lab.learning.networks.Tables`. iterations: of the whole search.
    """
    if node.action is not None or any(child.visits == 0 for child in node.children):
        return ucb1(game, node, rng, c)
    now = node.visits
    if not hasattr(node, "kept"):
        node.kept = list(node.children)
        planned = plan(tables, len(node.kept), iterations, 0)  # when to prune, and to how many
        node.when, node.number = time_of(planned) or math.inf, number_of(planned)
    if now >= node.when:
        while len(node.kept) > node.number:  # the least visited goes, of equals the last
            node.kept.remove(min(reversed(node.kept), key=lambda child: child.visits))
        planned = plan(tables, len(node.kept), iterations - now, 0)  # what is left is a new search
        again = len(node.kept) > 2 and time_of(planned) > 0
        node.when, node.number = now + time_of(planned) if again else math.inf, number_of(planned)
    return max(node.kept, key=lambda child: bound(node, child, c))
