"""Final choice: which action to play once the budget is spent. Never compiled.

Every rule gets arrays over the children of the root: visits, mean rewards to the player to move, and proven status.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import Missing, generic
from .tree import LOSS, PROVEN, WIN

RANK = np.full(PROVEN + 1, 2.0)  # by what is known of a child, with room for whether it was tried in between
RANK[[LOSS, WIN]] = 0.0, 4.0


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
def score(rule, visits, means):
    """What is to be greatest: an array of tuples' components, the first deciding, the later breaking ties."""
    raise Missing


@score.register(MostVisits, MaxRobust)
def most_visits_score(rule, visits, means):
    return visits, means


@score.register(BestValue)
def best_value_score(rule, visits, means):
    return means, visits


@score.register(Secure)
def secure_score(rule, visits, means):
    return means - rule.a / np.sqrt(np.maximum(visits, 1)), visits


def decide(rule, visits, means, status) -> int:
    """The index of the chosen child: a proven win first, a proven loss last, unvisited ones never unless all are."""
    tried = visits > 0
    means = np.where(tried, means, -np.inf)
    known = RANK[status & PROVEN] if status.any() else 0.0
    keys = (known + tried, *score(rule, visits, means))
    return int(np.lexsort([np.negative(key, dtype=np.float64) for key in reversed(keys)])[0])


def settled(rule, visits, means) -> bool:
    """Whether the rule is content to stop here."""
    return not isinstance(rule, MaxRobust) or np.argmax(visits) == np.argmax(np.where(visits > 0, means, -np.inf))
