"""Going down where a node is a state: its actions never change, and its children are made all at once."""

from __future__ import annotations

import math

from ...engine.bits import natural
from ...engine.generic import helper
from ...engine.random import below
from ...game import CHANCE, legal, observation, sample_outcome
from .components import SearchTree
from .memory import NODES, allowed, new_node
from .needs import random_states
from .pruning import prunes
from .tree import EXPAND, NONE, OUT, SCATTERED, SELECT


class ClosedLoop(SearchTree):
    """The state as it is. A node is a state; random events are nodes too, one child for each outcome."""

    def problem(self, game, facts, method):
        return random_states(facts)

    def may_follow(self, game, facts, same_player):
        return not facts.random_play and (facts.perfect_information
                                          or (same_player and observation.defines(type(game))))

    def nodes_are_states(self):
        return True

    def select_child(self, game, parts, state, node, player, memory):
        nodes = memory.nodes
        if nodes[node].children == 0 and not expand(game, parts, state, node, player, memory):
            return node, NONE
        if player == CHANCE:
            child = int(nodes[node].first_child) + sample_outcome(game, state, memory.rng, memory.scratch)
        else:
            parts.pruning.thin_out(parts.world, game, state, node, int(nodes[node].children), player, memory)
            if nodes[node].status & SCATTERED:
                child = parts.pruning.pick_scattered(game, parts, state, node, player, memory)
            else:
                child = pick(parts, parts.fpu, node, player, memory)
        memory.path_ends[0] = child
        arrive(parts, child, memory)
        return child, int(nodes[natural(child)].action)


@helper
def arrive(parts, node, memory):
    """Tell the trace that `node` has been reached."""
    parts.trace.record(memory, SELECT if memory.nodes[node].visits > 0 else EXPAND, node, 0.0, 0)


@helper
def pick(parts, fpu, node, player, memory):
    """Return the child of `node` with the highest selection score; the children lie side by side.

    fpu: the reward of a child never visited [Gelly & Wang 2006]; None: none is visited twice before all were once.
    """
    nodes = memory.nodes
    first, children = natural(nodes[node].first_child), natural(nodes[node].children)
    count = parts.pruning.candidates(node, children, player, memory)
    if fpu is None:
        # Children are first visited in the order in which they stand, so one look tells whether all have been.
        if nodes[first + count - 1].visits == 0:
            child = first_unvisited(first, memory)
            other = next_untried(parts, child, first + children, math.inf, 0.0, math.inf, memory)
            if other != NONE:
                exchange(parts, child, other, memory)
                return child

    term = parts.selection.parent_term(parts.pruning.visits_among(node, player, memory), memory)
    all_selectable = not prunes(parts.pruning) and not parts.solver.solves()
    best, top = first, -math.inf
    for place in range(first, first + count):
        child = natural(place)
        if all_selectable or is_selectable(parts, child, memory):
            if fpu is None or nodes[child].visits > 0:
                score = parts.selection.score(parts.value.estimate(node, child, memory), term, child, memory)
            else:
                score = parts.selection.score_unvisited(fpu, term, child, memory)
            if score > top:
                best, top = child, score

    if fpu is not None:
        if top > -math.inf and nodes[best].visits == 0 and not parts.prior.ordered():
            other = next_untried(parts, best, first + children, top, term, fpu, memory)
            child = first_unvisited(first, memory)
            exchange(parts, child, other, memory)
            return child
    return best


@helper
def first_unvisited(child, memory):
    """Return the first of the siblings from `child` on that was never visited."""
    while memory.nodes[child].visits > 0:
        child += 1
    return child


@helper
def reward_of_untried(fpu):
    """Return the reward that a child never visited is taken to be worth."""
    return math.inf if fpu is None else fpu


@helper
def is_selectable(parts, child, memory):
    """Whether a child may be selected: it is neither pruned nor known to be lost."""
    if prunes(parts.pruning) and memory.nodes[child].status & OUT:
        return False
    return parts.solver.open_to_selection(child, memory)


@helper
def next_untried(parts, start, end, score, term, fpu, memory):
    """Draw one of the untried children from `start` on whose selection score is `score`; the first where their order
    means something, NONE where none of them takes part."""
    if not prunes(parts.pruning) and parts.fpu is None:  # all are untried, and one is as good as the other
        return start if parts.prior.ordered() else start + below(memory.rng, end - start)
    count, child = 0, NONE
    for other in range(start, end):
        if is_alike(parts, other, score, term, fpu, memory):
            count += 1
            child = other
    if count == 0:
        return NONE
    skip = 0 if parts.prior.ordered() else below(memory.rng, count)
    if count > 1:
        child = start
    while skip > 0 or not is_alike(parts, child, score, term, fpu, memory):
        skip -= is_alike(parts, child, score, term, fpu, memory)
        child += 1
    return child


@helper
def is_alike(parts, child, score, term, fpu, memory):
    """Whether an untried child may be selected and has the selection score `score`."""
    if memory.nodes[child].visits > 0 or not is_selectable(parts, child, memory):
        return False
    return parts.selection.score_unvisited(fpu, term, child, memory) == score


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
    parts.remembering.swap(child, other, memory)


@helper
def expand(game, parts, state, node, player, memory):
    """Expansion: make the children of `node`, side by side, or the first of many that come in one after the other;
    False if there is no room."""
    nodes = memory.nodes
    n = legal(game, state, memory.scratch)
    if not allowed(n, memory):
        return False
    if player != CHANCE:
        kept = parts.pruning.filter_actions(game, state, n, memory)
        parts.solver.prove_partly(node, n - kept, memory)
        n = kept
        if parts.pruning.expand_first(game, parts, state, node, player, n, memory):
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
        parts.prior.set_priors(game, state, first, n, player, memory)
    parts.world.expanded(game, state, first, n, memory)
    return True
