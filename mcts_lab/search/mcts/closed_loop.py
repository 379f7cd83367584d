"""Descending where a node is a state: its actions never change, and its children are made all at once."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.generic import Missing, generic, helper
from ...engine.random import below
from ...game import CHANCE, legal, play, sample_outcome
from .memory import NODES, allowed, new_node, record
from .priors import ordered, set_priors
from .pruning import candidates, filter_actions, prunes, thin_out, visits_among
from .selection import first_urgency, parent_term, urgency
from .solver import open_to_selection, prove_partly, solves
from .tree import EXPAND, NONE, PRUNED, SELECT
from .values import estimate


class ClosedLoop(NamedTuple):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    needs = ("certain play",)


class EveryChildFirst(NamedTuple):
    """No child is visited twice before each was visited once."""


class Urgency(NamedTuple):
    """First-play urgency [Gelly & Wang 2006]."""

    fpu: float  # a reward


@generic
def first_play_urgency(first_play):
    """The reward that a child never visited is taken to be worth."""
    return math.inf


@first_play_urgency.register(Urgency)
def urgency_first_play_urgency(first_play):
    return first_play.fpu


@generic
def descend(world, game, parts, state, node, player, memory):
    """Choose the next play and go on to its node: (node reached, action), or (leaf, NONE) for no room."""
    raise Missing


@descend.register(ClosedLoop)
def closed_loop_descend(world, game, parts, state, node, player, memory):
    child = choose(game, parts, state, node, player, memory)
    if child == NONE:
        return node, NONE
    memory.places[0] = child
    arrive(parts, child, memory)
    return child, int(memory.nodes[child].action)


@generic
def go_on(world, game, parts, state, node, action, memory):
    """Take `state` on to `node`, to which `action` leads; returns the node reached, which may be one below it."""
    play(game, state, action, memory.rng)
    return node


@generic
def keeps_states(world):
    """Whether nodes keep their states, in `Memory.states`."""
    return False


@generic
def nodes_are_states(world):
    """Whether a node's actions are always the same."""
    return keeps_states(world)


@nodes_are_states.register(ClosedLoop)
def closed_loop_nodes_are_states(world):
    return True


@generic
def expanded(world, game, state, first, n, memory):
    """Called when the `n` children from node `first` on have been made in `state`. By default nothing."""


@helper
def arrive(parts, node, memory):
    """Tell the trace that `node` has been reached."""
    record(parts.trace, memory, SELECT if memory.nodes[node].visits > 0 else EXPAND, node, 0.0, 0)


@helper
def choose(game, parts, state, node, player, memory):
    """The child to descend to where a node's actions never change; NONE if there is no room for the children."""
    nodes = memory.nodes
    if nodes[node].children == 0:
        if not expand(game, parts, state, node, player, memory):
            return NONE
    if player == CHANCE:
        return int(nodes[node].first_child) + sample_outcome(game, state, memory.rng, memory.scratch)
    thin_out(parts.pruning, parts.world, game, state, node, int(nodes[node].children), player, memory)
    return choose_among(parts.first, parts, node, player, memory)


@generic
def choose_among(first_play, parts, node, player, memory):
    """The most urgent of the children of `node`, which lie side by side."""
    raise Missing


@choose_among.register(EveryChildFirst)
def every_child_first_choose_among(first_play, parts, node, player, memory):
    nodes = memory.nodes
    first, children = int(nodes[node].first_child), int(nodes[node].children)
    count = candidates(parts.pruning, node, children, player, memory)
    # Children are first visited in the order in which they stand, so one look tells whether all have been.
    if nodes[first + count - 1].visits == 0:
        child = first
        while nodes[child].visits > 0:
            child += 1
        other = next_untried(parts, child, first + children, memory)
        if other != NONE:
            exchange(parts, child, other, memory)
            return child

    term = parent_term(parts.selection, visits_among(parts.pruning, node, player, memory), memory)
    everybody = not prunes(parts.pruning) and not solves(parts.solver)
    best, top = first, -math.inf
    for child in range(first, first + count):
        if everybody or takes_part(parts, child, memory):
            score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
            if score > top:
                best, top = child, score
    return best


@choose_among.register(Urgency)
def urgency_choose_among(first_play, parts, node, player, memory):
    nodes = memory.nodes
    first, children = int(nodes[node].first_child), int(nodes[node].children)
    count = candidates(parts.pruning, node, children, player, memory)
    term = parent_term(parts.selection, visits_among(parts.pruning, node, player, memory), memory)
    best, top = first, -math.inf
    for child in range(first, first + count):
        if takes_part(parts, child, memory):
            if nodes[child].visits > 0:
                score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
            else:
                score = first_urgency(parts.selection, first_play.fpu, term, child, memory)
            if score > top:
                best, top = child, score
    return best


@helper
def takes_part(parts, child, memory):
    """Whether a child may be selected: it is neither pruned nor known to be lost."""
    if prunes(parts.pruning) and memory.nodes[child].status & PRUNED:
        return False
    return open_to_selection(parts.solver, child, memory)


@helper
def next_untried(parts, start, end, memory):
    """Which of the children from `start` on, none of them tried, is tried next; NONE if none of them takes part."""
    if not prunes(parts.pruning):
        return start if ordered(parts.prior) else start + below(memory.rng, end - start)
    nodes = memory.nodes
    count = 0
    for child in range(start, end):
        if not nodes[child].status & PRUNED:
            count += 1
    if count == 0:
        return NONE
    skip = 0 if ordered(parts.prior) else below(memory.rng, count)
    child = start
    while skip > 0 or nodes[child].status & PRUNED:
        if not nodes[child].status & PRUNED:
            skip -= 1
        child += 1
    return child


@helper
def exchange(parts, child, other, memory):
    """Exchange two siblings that were never tried."""
    if child == other:
        return
    nodes = memory.nodes
    action, status = nodes[child].action, nodes[child].status
    nodes[child].action, nodes[child].status = nodes[other].action, nodes[other].status
    nodes[other].action, nodes[other].status = action, status
    if len(memory.priors) > 1:
        prior = memory.priors[child]
        memory.priors[child] = memory.priors[other]
        memory.priors[other] = prior
    exchange_states(parts.world, child, other, memory)


@generic
def exchange_states(world, child, other, memory):
    """Exchange what `world` remembers of two siblings that were never tried. By default nothing."""


@helper
def expand(game, parts, state, node, player, memory):
    """Make all children of `node`, side by side; False if there is no room."""
    nodes = memory.nodes
    n = legal(game, state, memory.scratch)
    if not allowed(n, memory):
        return False
    if player != CHANCE:
        kept = filter_actions(parts.pruning, game, state, n, memory)
        prove_partly(parts.solver, node, n - kept, memory)
        n = kept
    first = int(memory.counters[NODES])
    if first + n > len(nodes):
        return False
    for i in range(n):
        new_node(parts, first + i, node, memory.scratch[i], player, memory)
        nodes[first + i].next_sibling = first + i + 1 if i + 1 < n else NONE
    memory.counters[NODES] += n
    nodes[node].first_child = first
    nodes[node].children = n
    if player != CHANCE:  # outcomes of chance keep their order
        set_priors(parts.prior, game, state, first, n, player, memory)
    expanded(parts.world, game, state, first, n, memory)
    return True
