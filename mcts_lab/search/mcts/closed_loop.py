"""Descending where a node is a state: its actions never change, and its children are made all at once."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.bits import natural
from ...engine.generic import Missing, generic, helper
from ...engine.random import below
from ...game import CHANCE, legal, play, sample_outcome
from .memory import NODES, add_child, allowed, new_node, record
from .priors import ordered, set_priors
from .pruning import (
    AT_ONCE,
    ProgressiveWidening,
    candidates,
    filter_actions,
    prunes,
    thin_out,
    visits_among,
    widens,
)
from .selection import first_urgency, parent_term, urgency
from .solver import open_to_selection, prove_partly, solves
from .tree import EXPAND, MOST_CHILDREN, NONE, OUT, PARTIAL, SCATTERED, SELECT
from .values import estimate


class ClosedLoop(NamedTuple):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    needs = ("certain play",)

    def nodes_are_states(self):
        return True

    def descend(self, game, parts, state, node, player, memory):
        child = choose(game, parts, state, node, player, memory)
        if child == NONE:
            return node, NONE
        memory.places[0] = child
        arrive(parts, child, memory)
        return child, int(memory.nodes[natural(child)].action)


class EveryChildFirst(NamedTuple):
    """No child is visited twice before each was visited once."""

    def choose_among(self, parts, node, player, memory):
        nodes = memory.nodes
        first, children = natural(nodes[node].first_child), natural(nodes[node].children)
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
        for place in range(first, first + count):
            child = natural(place)
            if everybody or takes_part(parts, child, memory):
                score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
                if score > top:
                    best, top = child, score
        return best


class Urgency(NamedTuple):
    """First-play urgency [Gelly & Wang 2006]."""

    fpu: float  # a reward

    def first_play_urgency(self):
        return self.fpu

    def choose_among(self, parts, node, player, memory):
        nodes = memory.nodes
        first, children = natural(nodes[node].first_child), natural(nodes[node].children)
        count = candidates(parts.pruning, node, children, player, memory)
        term = parent_term(parts.selection, visits_among(parts.pruning, node, player, memory), memory)
        best, top = first, -math.inf
        for place in range(first, first + count):
            child = natural(place)
            if takes_part(parts, child, memory):
                if nodes[child].visits > 0:
                    score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
                else:
                    score = first_urgency(parts.selection, self.fpu, term, child, memory)
                if score > top:
                    best, top = child, score
        if top > -math.inf and nodes[best].visits == 0 and not ordered(parts.prior):
            other = next_alike(parts, best, first + children, top, term, self.fpu, memory)
            child = first
            while nodes[child].visits > 0:
                child += 1
            exchange(parts, child, other, memory)
            return child
        return best


@generic
def first_play_urgency(first_play):
    """The reward that a child never visited is taken to be worth."""
    return math.inf


@generic
def descend(world, game, parts, state, node, player, memory):
    """Choose the next play and go on to its node: (node reached, action), or (leaf, NONE) for no room."""
    raise Missing


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
def grows_outcomes(world):
    """Whether an action may lead to several nodes, one for each of its outcomes, of which there is no list."""
    return False


@generic
def nodes_are_states(world):
    """Whether a node's actions are always the same."""
    return keeps_states(world)


@generic
def expanded(world, game, state, first, n, memory):
    """Called when the `n` children from node `first` on have been made in `state`. By default nothing."""


@generic
def makes_all(world):
    """Whether something is done in all children of a node as soon as it is expanded."""
    return False


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
    return choose_open(parts.pruning, game, parts, state, node, player, memory)


@generic
def choose_open(rule, game, parts, state, node, player, memory):
    """The most urgent of the children of `node`; by default they are all there, side by side."""
    return choose_among(parts.first, parts, node, player, memory)


@choose_open.register(ProgressiveWidening)
def progressive_widening_choose_open(rule, game, parts, state, node, player, memory):
    nodes = memory.nodes
    if not nodes[node].status & SCATTERED:
        return choose_among(parts.first, parts, node, player, memory)
    term = parent_term(parts.selection, visits_among(rule, node, player, memory), memory)
    fpu = first_play_urgency(parts.first)
    first = int(nodes[node].first_child)
    best, top = NONE, -math.inf
    child = first
    while child != NONE:
        if nodes[child].visits > 0:
            score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
        else:
            score = first_urgency(parts.selection, fpu, term, child, memory)
        if best == NONE or score > top:
            best, top = child, score
        child = int(nodes[child].next_sibling)
    wanted = candidates(rule, node, MOST_CHILDREN, player, memory)
    if wanted > nodes[node].children and nodes[node].status & PARTIAL and nodes[first].visits > 0:
        # nothing is known of those that are not there yet, so they are all as urgent as any
        if first_urgency(parts.selection, fpu, term, first, memory) > top:
            return add_next(game, parts, state, node, player, legal(game, state, memory.scratch), best, memory)
    return best


@helper
def add_next(game, parts, state, node, player, n, otherwise, memory):
    """Make a child of `node` for one of the `n` legal actions in `memory.scratch`: the one that would come next if all
    had been made together. Returns it, or `otherwise` where there is no room."""
    nodes, scratch = memory.nodes, memory.scratch
    if memory.counters[NODES] == len(nodes):
        return otherwise
    place, last = 0, NONE
    child = int(nodes[node].first_child)
    while child != NONE:  # bring the actions into the order in which they would stand by now
        other = place
        while scratch[other] != nodes[child].action:
            other += 1
        scratch[other] = scratch[place]
        scratch[place] = nodes[child].action
        place += 1
        last = child
        child = int(nodes[child].next_sibling)
    other = place + below(memory.rng, n - place)
    action = scratch[other]
    scratch[other] = scratch[place]
    child = add_child(parts, node, last, action, player, memory)
    expanded(parts.world, game, state, child, 1, memory)
    if place + 1 == n:
        nodes[node].status &= ~PARTIAL
    return child


@generic
def choose_among(first_play, parts, node, player, memory):
    """The most urgent of the children of `node`, which lie side by side."""
    raise Missing


@helper
def next_alike(parts, start, end, score, term, fpu, memory):
    """One, drawn at random, of the untried children from `start` on that have the urgency `score`, as `start` has."""
    nodes = memory.nodes
    count = 0
    for child in range(start, end):
        if nodes[child].visits == 0 and takes_part(parts, child, memory):
            count += first_urgency(parts.selection, fpu, term, child, memory) == score
    skip = below(memory.rng, count)
    child = start
    while skip > 0:
        child += 1
        if nodes[child].visits == 0 and takes_part(parts, child, memory):
            skip -= first_urgency(parts.selection, fpu, term, child, memory) == score
    return child


@helper
def takes_part(parts, child, memory):
    """Whether a child may be selected: it is neither pruned nor known to be lost."""
    if prunes(parts.pruning) and memory.nodes[child].status & OUT:
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
        if not nodes[child].status & OUT:
            count += 1
    if count == 0:
        return NONE
    skip = 0 if ordered(parts.prior) else below(memory.rng, count)
    child = start
    while skip > 0 or nodes[child].status & OUT:
        if not nodes[child].status & OUT:
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
def comes_in(parts, memory):
    """Whether children are made one after the other, which nothing else that looks at all of them forbids."""
    known = len(memory.priors) == 1 and not solves(parts.solver) and not makes_all(parts.world)
    return widens(parts.pruning) and known


@helper
def expand(game, parts, state, node, player, memory):
    """Make the children of `node`, side by side, or the first of many that come in one after the other; False if
    there is no room."""
    nodes = memory.nodes
    n = legal(game, state, memory.scratch)
    if not allowed(n, memory):
        return False
    if player != CHANCE:
        kept = filter_actions(parts.pruning, game, state, n, memory)
        prove_partly(parts.solver, node, n - kept, memory)
        n = kept
    if player != CHANCE and n > AT_ONCE and comes_in(parts, memory):
        if add_next(game, parts, state, node, player, n, NONE, memory) == NONE:
            return False
        nodes[node].status |= SCATTERED | PARTIAL
        return True
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
