"""Final choice: which action to play once the budget is spent. Never compiled.

Every rule judges one child of the root by its visits and its mean reward to the player to move.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...engine.generic import Missing, generic
from .tree import DRAW, LOSS, OPEN, PROVEN, WIN

RANK = {OPEN: 1, LOSS: 0, DRAW: 1, WIN: 2}  # by what is known of a child


class MostVisits(NamedTuple):
    """The child visited most ("robust child" [Chaslot et al. 2008]); ties go to the greater mean, then to the first."""


class BestValue(NamedTuple):
    """The child of greatest mean reward ("max child" [Chaslot et al. 2008]); ties go to the more visited."""


class MaxRobust(NamedTuple):
    """The child that has both the most visits and the greatest mean; while there is none the search goes on
    ("max-robust child" [Coulom 2007]), for at most `extra` times its budget, then the most visited.

    extra: at least 0; 0 switches going on off.
    """

    extra: float = 0.5


class Secure(NamedTuple):
    """The child of greatest lower confidence bound, mean - a / sqrt(n) ("secure child" [Chaslot et al. 2008]).

    a: width of the bound in rewards, at least 0; 0 gives the best value.
    """

    a: float = 1.0


@generic
def score(rule, visits, mean):
    """What is to be greatest: numbers, the first deciding, the later breaking ties; a `mean` of no visits is -infinity.
    """
    raise Missing


@score.register(MostVisits, MaxRobust)
def most_visits_score(rule, visits, mean):
    return visits, mean


@score.register(BestValue)
def best_value_score(rule, visits, mean):
    return mean, visits


@score.register(Secure)
def secure_score(rule, visits, mean):
    return mean - rule.a / math.sqrt(max(visits, 1)), visits


def decide(rule, visits, means, status) -> int:
    """The index of the chosen child: unvisited ones never unless all are, a proven win first, a proven loss last; of
    equals the first."""

    def merit(i):
        mean = means[i] if visits[i] > 0 else -math.inf
        return visits[i] > 0, RANK[status[i] & PROVEN], *score(rule, visits[i], mean)

    return max(range(len(visits)), key=merit)


def settled(rule, visits, means) -> bool:
    """Whether the rule is content to stop here."""
    return not isinstance(rule, MaxRobust) or np.argmax(visits) == np.argmax(np.where(visits > 0, means, -np.inf))
