"""Implicit minimax backups [Lanctot, Winands, Pepels & Sturtevant 2014]: a heuristic beside the means of playouts."""

import math

from ..game import after
from .node import reward
from .uct import SQRT2


def implicit_minimax(game, node, rng, c=SQRT2, alpha=0.4):
    """Return the child to visit next: one never tried, those of the best heuristic first, or else that of the greatest
    (1 - alpha) mean + alpha v + c sqrt(ln N / n), v the minimax value of the heuristic over the tree so far."""
    if node.children[0].rating is None:
        for child in node.children:
            child.rating = reward(game, after(game, node.state, child.action), child.mover)
        node.children.sort(key=lambda child: -child.rating)

    def urgency(child):
        worth = (1.0 - alpha) * (child.total / child.visits) + alpha * minimax_value(child)
        return worth + c * math.sqrt(math.log(node.visits)) / math.sqrt(child.visits)

    return next((child for child in node.children if not child.visits), None) or max(node.children, key=urgency)


def minimax_value(node):
    """Return what the heuristic says that a node is worth to the player who chose it, with best play in the tree."""
    if not node.children or node.children[0].rating is None:
        return node.rating
    best = max(map(minimax_value, node.children))
    return best if node.children[0].mover == node.mover else 1.0 - best
