"""Participation: which children of a node may be selected."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.generic import generic, helper
from .memory import ITERATIONS, TARGET
from .tree import NONE, PRUNED, ROOT, THINNED


class All(NamedTuple):
    """Every child."""


class HardPruning(NamedTuple):
    """Once a node has `patience` visits and all its children were tried, keep the best max(`least`, `alpha` ln n) of
    the n children by value, for good [Hsu & Perez-Liebana 2020, "Hard pruning"].

    patience: visits; a number above the budget switches pruning off. alpha: at least 0. least: children, at least 1.
    """

    patience: int = 20
    alpha: float = 1.0
    least: int = 5


class ProgressiveWidening(NamedTuple):
    """At the N-th choice only the first ceil(`k` N^`alpha`) children, in order of their prior or at random
    [Coulom 2007; Couetoux 2011].

    k: at least 1. alpha: in [0, 1]; 1 switches widening off.
    """

    k: float = 1.0
    alpha: float = 0.5


class AbsolutePruning(NamedTuple):
    """At the root: not those that cannot become the most visited with the iterations left [Huang et al. 2010].

    It never changes the most visited action; it spends what is left on the others.
    """

    needs = ("iterations",)


class RelativePruning(NamedTuple):
    """At the root: not those that are unlikely to become the most visited any more [Huang et al. 2010].

    A child with n of N visits is expected to get at most a share p + z sqrt(p (1 - p) / N), p = n / N, of the
    iterations left; it is pruned if that does not bring it to the visits of the most visited child.

    z: standard deviations, at least 0; large values switch pruning off.
    patience: visits of the root before anything is pruned.
    """

    needs = ("iterations",)

    z: float = 3.0
    patience: int = 100


@generic
def candidates(rule, node, count, memory):
    """How many of the `count` children, from the first on, may be selected; the rule may mark some of them PRUNED."""
    return count


@generic
def prunes(rule):
    """Whether the rule may mark children PRUNED."""
    return False


@prunes.register(HardPruning, AbsolutePruning, RelativePruning)
def hard_pruning_prunes(rule):
    return True


@generic
def filter_actions(rule, game, state, n, memory):
    """Drop some of the `n` legal actions in `memory.scratch` before anything else looks at them; how many remain."""
    return n


@candidates.register(ProgressiveWidening)
def progressive_widening_candidates(rule, node, count, memory):
    choices = memory.nodes[node].visits + (1 if node == ROOT else 0)  # this one included
    width = math.ceil(rule.k * math.pow(choices, rule.alpha))
    return max(1, min(count, int(width)))


@candidates.register(HardPruning)
def hard_pruning_candidates(rule, node, count, memory):
    nodes = memory.nodes
    if nodes[node].visits > rule.patience and not nodes[node].status & THINNED and untried(memory, node) == 0:
        nodes[node].status |= THINNED
        keep = max(rule.least, int(rule.alpha * math.log(count)))
        for _ in range(count - keep):
            prune_worst(memory, node)
    return count


@helper
def untried(memory, node):
    """How many children have no visits."""
    count = 0
    child = memory.nodes[node].first_child
    while child != NONE:
        count += memory.nodes[child].visits == 0
        child = memory.nodes[child].next_sibling
    return count


@helper
def prune_worst(memory, node):
    """Prune the child of least mean reward among those not yet pruned."""
    nodes = memory.nodes
    worst, least = NONE, math.inf
    child = nodes[node].first_child
    while child != NONE:
        mean = nodes[child].total / nodes[child].visits
        if not nodes[child].status & PRUNED and mean < least:
            worst, least = child, mean
        child = nodes[child].next_sibling
    nodes[worst].status |= PRUNED


@candidates.register(AbsolutePruning)
def absolute_pruning_candidates(rule, node, count, memory):
    if node == ROOT:
        prune_below(memory, 0.0, 0)
    return count


@candidates.register(RelativePruning)
def relative_pruning_candidates(rule, node, count, memory):
    if node == ROOT and memory.nodes[ROOT].visits >= rule.patience:
        prune_below(memory, rule.z, 1)
    return count


@helper
def prune_below(memory, z, expected):
    """Prune children of the root that cannot reach the most visits with all of the rest or an expected share of it."""
    nodes = memory.nodes
    left = memory.counters[TARGET] - memory.counters[ITERATIONS]
    most = 0
    child = nodes[ROOT].first_child
    while child != NONE:
        most = max(most, nodes[child].visits)
        child = nodes[child].next_sibling
    child = nodes[ROOT].first_child
    while child != NONE:
        n = nodes[child].visits
        share = n / max(1, nodes[ROOT].visits)
        gain = (share + z * math.sqrt(share * (1.0 - share) / max(1, nodes[ROOT].visits))) if expected else 1.0
        if n > 0 and n + left * gain < most:
            nodes[child].status |= PRUNED
        child = nodes[child].next_sibling
