"""Rapid action value estimation [Gelly & Silver 2011]: all moves as first."""

from ..engine.random import below
from ..game import played
from .uct import uct


def rave(game, state, iterations, rng, bias=0.03, fpu=1.0):
    """Return the root of the tree grown by UCT that mixes AMAF values into its means."""
    return uct(game, state, iterations, rng, lambda *place: most_urgent(*place, bias, fpu), learn=all_moves_as_first)


def all_moves_as_first(game, path, end, rewards):
    """Give each child beside the path the reward of its player, if that player played its action before the `end`."""
    for child in [child for node in path for child in node.children]:
        if played(game, end, child.mover, child.action):
            child.later.append(rewards[child.mover])


def most_urgent(game, node, rng, bias, fpu):
    """Return the child of the greatest `blend`; of untried ones that are equally urgent, any."""
    scores = [blend(child, bias, fpu) for child in node.children]
    best = scores.index(max(scores))
    if node.children[best].visits == 0:
        tried = sum(child.visits > 0 for child in node.children)  # which stand first
        alike = [i for i, child in enumerate(node.children) if not child.visits and scores[i] == scores[best]]
        best = alike[below(rng, len(alike))]
        node.children[tried], node.children[best] = node.children[best], node.children[tried]
        best = tried
    return node.children[best]


def blend(child, bias, fpu):
    """Return (1 - b) mean + b AMAF with b = m / (n + m + 4 bias^2 n m), for n visits and m AMAF rewards."""
    n, m = child.visits, len(child.later)
    amaf = sum(child.later) / m if m else fpu
    b = m / (n + m + 4.0 * bias * bias * n * m) if n else 1.0
    return (1.0 - b) * (child.total / n if n else 0.0) + b * amaf
