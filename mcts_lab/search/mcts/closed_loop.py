"""Descending where a node is a state: its actions never change, and its children are made all at once."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...engine.generic import Missing, generic, helper
from ...engine.random import below
from ...game import CHANCE, legal, play, put, sample_outcome
from .memory import NODES, allowed, new_node, node_arrays, record
from .priors import ordered, set_priors
from .pruning import candidates, filter_actions, prunes
from .selection import first_urgency, parent_term, urgency
from .solver import open_to_selection, prove_partly
from .tree import EXPAND, NONE, PRUNED, SELECT
from .values import estimate


class ClosedLoop(NamedTuple):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    needs = ("certain play",)


class OneOutcome(NamedTuple):
    """Randomness and secrets are taken to be fixed: each edge of the tree has one outcome, drawn at the first visit.

    A node is a state, kept with the node; what is hidden is guessed once for the tree. Only what follows below the tree
    is drawn anew in each iteration. So does the program of [Papagiannis 2022]: cheap, but one bad draw counts for the
    whole edge.

    guesses: False searches the state as it is, with all that is hidden from the player.
    """

    needs = ("determinization",)

    guesses: bool = True


NODES_ARE_STATES = (ClosedLoop, OneOutcome)


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


@generic
def advance(world, game, state, node, action, memory):
    """Play `action`, which leads to `node`; the number of plays."""
    play(game, state, action, memory.rng)
    return 1


@node_arrays.register(OneOutcome)
def one_outcome_node_arrays(rule, capacity, facts):
    """``memory.world``: (the state of each node that has been visited [nodes],)."""
    return (np.empty(capacity, np.dtype((np.record, facts.dtype))),)


@advance.register(OneOutcome)
def one_outcome_advance(world, game, state, node, action, memory):
    if memory.nodes[node].visits > 0:
        put(game, memory.states, 0, memory.world[0][node])
        return 0
    play(game, state, action, memory.rng)
    put(game, memory.world[0], node, state)
    return 1


@descend.register(ClosedLoop, OneOutcome)
def closed_loop_descend(world, game, parts, state, node, player, memory):
    child = choose(game, parts, state, node, player, memory)
    if child == NONE:
        return node, NONE
    arrive(parts, child, memory)
    return child, int(memory.nodes[child].action)


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
        if not ordered(parts.prior):
            swap_in(child, child + below(memory.rng, first + children - child), memory)
        return child

    term = parent_term(parts.selection, nodes[node].visits, memory)
    best, top = first, -math.inf
    for child in range(first, first + count):
        if takes_part(parts, child, memory):
            score = urgency(parts.selection, estimate(parts.value, node, child, memory), term, child, memory)
            if score > top:
                best, top = child, score
    return best


@choose_among.register(Urgency)
def urgency_choose_among(first_play, parts, node, player, memory):
    nodes = memory.nodes
    first, children = int(nodes[node].first_child), int(nodes[node].children)
    count = candidates(parts.pruning, node, children, player, memory)
    term = parent_term(parts.selection, nodes[node].visits, memory)
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
def swap_in(child, other, memory):
    """Exchange two unvisited siblings, which differ in their actions (and priors, which are all equal then)."""
    action = memory.nodes[child].action
    memory.nodes[child].action = memory.nodes[other].action
    memory.nodes[other].action = action


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
    return True
