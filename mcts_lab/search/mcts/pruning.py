"""Participation: which children of a node may be selected."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.generic import generic, helper
from .memory import ITERATIONS, TARGET
from .tree import CUT, NONE, PRUNED, ROOT, THINNED


class All(NamedTuple):
    """Every child."""


class HardPruning(NamedTuple):
    """Once a node has `patience` visits and all its children were tried, keep the best max(`least`, `alpha` ln n) of
    the n children by mean reward, for good.

    After "hard pruning" of [Hsu & Perez-Liebana 2020], which judges children by a heuristic of their states instead.
    Where the legal actions differ from world to world, n counts those of the world at hand; should fewer than that
    number be left there, the best of the pruned take part as well, in this world.

    patience: visits; a number above the budget switches pruning off. alpha: at least 0. least: children, at least 1.
    """

    ranges = {"least": (1, None)}

    patience: int = 20
    alpha: float = 1.0
    least: int = 5


class ProgressiveWidening(NamedTuple):
    """At the N-th choice only the first ceil(`k` N^`alpha`) children, in order of their prior or at random
    [Coulom 2007; Couetoux 2011]. Where legal actions differ from world to world, the first of those legal there.

    k: at least 1. alpha: in [0, 1]; 1 switches widening off.
    """

    ranges = {"k": (1, None), "alpha": (0, 1)}

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
def candidates(rule, node, count, player, memory):
    """How many of the `count` children that `player` can choose here, from the first on, may be selected.

    The rule may mark some of them PRUNED. Where the choices differ from world to world, those of the world at hand bear
    the `Memory.legal_mark` of now, see `is_choice`; some of them may have no node yet.
    """
    return count


@helper
def is_choice(child, player, memory):
    """Whether `child` can be chosen by `player` in the world at hand."""
    if len(memory.legal_mark) == 1:  # nodes are states, so all their children can be
        return True
    action = memory.nodes[child].action
    return memory.nodes[child].mover == player and memory.legal_mark[action] == memory.legal_mark[-1]


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
def progressive_widening_candidates(rule, node, count, player, memory):
    choices = memory.nodes[node].visits + (1 if node == ROOT else 0)  # this one included
    width = math.ceil(rule.k * math.pow(choices, rule.alpha))
    return int(max(1, min(count, width)))


@candidates.register(HardPruning)
def hard_pruning_candidates(rule, node, count, player, memory):
    nodes = memory.nodes
    if nodes[node].visits <= rule.patience or (nodes[node].status & THINNED and len(memory.legal_mark) == 1):
        return count
    keep = min(count, max(rule.least, int(rule.alpha * math.log(count))))
    known, left, tried = 0, 0, True
    child = int(nodes[node].first_child)
    while child != NONE:
        if is_choice(child, player, memory):
            if nodes[child].status & CUT:
                nodes[child].status |= PRUNED  # it may have taken part in another world
            else:
                left += 1
            known += 1
            tried = tried and nodes[child].visits > 0
        child = int(nodes[child].next_sibling)
    if known == count and tried:
        nodes[node].status |= THINNED
        for _ in range(left - keep):
            cut_worst(node, player, memory)
        left = min(left, keep)
    for _ in range(min(keep, known) - left):
        readmit_best(node, player, memory)
    return count


@helper
def cut_worst(node, player, memory):
    """Prune for good the choice of least mean reward among those that are left."""
    nodes = memory.nodes
    worst, least = NONE, math.inf
    child = int(nodes[node].first_child)
    while child != NONE:
        if is_choice(child, player, memory) and not nodes[child].status & CUT:
            mean = nodes[child].total / nodes[child].visits
            if mean < least:
                worst, least = child, mean
        child = int(nodes[child].next_sibling)
    nodes[worst].status |= CUT | PRUNED


@helper
def readmit_best(node, player, memory):
    """Let the choice of greatest mean reward among the pruned ones take part in the world at hand."""
    nodes = memory.nodes
    best, most = NONE, -math.inf
    child = int(nodes[node].first_child)
    while child != NONE:
        if is_choice(child, player, memory) and nodes[child].status & PRUNED:
            mean = nodes[child].total / nodes[child].visits
            if mean > most:
                best, most = child, mean
        child = int(nodes[child].next_sibling)
    nodes[best].status ^= PRUNED


@candidates.register(AbsolutePruning)
def absolute_pruning_candidates(rule, node, count, player, memory):
    if node == ROOT:
        prune_below(memory, 0.0, 0)
    return count


@candidates.register(RelativePruning)
def relative_pruning_candidates(rule, node, count, player, memory):
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


def take_back_marks(nodes, first):
    """Take the marks of `AbsolutePruning` and `RelativePruning` back from the node `first` and its siblings: they hold
    for the iterations that were left when they were made."""
    child = int(first)
    while child != NONE:
        nodes[child].status &= ~PRUNED
        child = int(nodes[child].next_sibling)
