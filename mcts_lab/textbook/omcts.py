"""Ordinal MCTS: only the order of rewards counts [Joppen & Fuernkranz 2019]. `ordinal` is a tree policy for `uct`."""

from __future__ import annotations

import math
from fractions import Fraction

from .uct import SQRT2, ucb1


def borda(node, child):
    """Return the chance that a reward of `child` beats one of a random sibling, ties half, as an exact fraction.

    [Joppen & Fuernkranz 2019, Equations 3 to 6]
    """
    rivals = [other for other in node.children if other is not child and other.visits > 0]
    if not rivals:
        return Fraction(1, 2)
    beats = [Fraction(sum(2 * (mine > theirs) + (mine == theirs) for mine in child.rewards for theirs in rival.rewards),
                      2 * child.visits * rival.visits) for rival in rivals]
    return sum(beats) / len(beats)


def ordinal(game, node, rng, c=SQRT2):
    """Return the child to visit next: UCB1 with the Borda score in place of the mean.

    The score is rounded to multiples of 2^-24, as in the engine, whose sums of shares are not exact.
    """
    if any(child.visits == 0 for child in node.children):
        return ucb1(game, node, rng, c)
    exploration = c * math.sqrt(math.log(node.visits))
    return max(node.children, key=lambda child: round(borda(node, child) * 2**24) / 2**24
               + exploration / math.sqrt(child.visits))
