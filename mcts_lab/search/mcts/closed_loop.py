"""The tree in which a node stands for a state. Its actions never change, so all its children are made together."""

import math

from ...engine.bits import natural
from ...engine.distinct import overrides
from ...engine.random import below
from ...game import CHANCE, Game, sample_outcome
from .components import SearchTree
from .loop import arrive, best_child, is_selectable
from .memory import NODES, allowed, new_node
from .needs import random_states
from .nodes import NONE, SCATTERED


class ClosedLoop(SearchTree):
    """Build a tree of states: a node stands for a state, and chance turns have one child for each outcome.

    This is the default. It suits games in which an action has only one possible result, and in which each random
    event is a separate chance turn. The search sees hidden information; use `SingleObserver` if the game has any.

    See Also
    --------
    OpenLoop : for games that draw random numbers during an action.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import ClosedLoop
    >>> UCT(tree=ClosedLoop()) == UCT()
    True
    """

    def problem(self, game, facts, method):
        return random_states(facts)

    def may_follow(self, game, facts, same_player):
        return not facts.random_play and (facts.perfect_information
                                          or (same_player and overrides(game, Game.observation)))

    def nodes_are_states(self):
        return True

    def select_child(self, game, components, state, node, player, memory):
        nodes = memory.nodes
        if nodes[node].children == 0 and not expand(game, components, state, node, player, memory):
            return node, NONE
        if player == CHANCE:
            child = int(nodes[node].first_child) + sample_outcome(game, state, memory.rng, memory.scratch)
        else:
            children = natural(nodes[node].children)
            components.pruning.thin_out(components.tree, game, state, node, children, player, memory)
            if nodes[node].status & SCATTERED:
                child = components.pruning.pick_scattered(game, components, state, node, player, memory)
            else:
                first = natural(nodes[node].first_child)
                count = components.pruning.candidates(node, children, player, memory)
                child = NONE
                if components.fpu is None and nodes[first + count - 1].visits == 0:
                    # children are visited for the first time in the order in which they are stored
                    child = untried_child(components, first, first + children, memory)
                if child == NONE:
                    visits = components.pruning.visits_among(node, player, memory)
                    term = components.selection.parent_term(visits, memory)
                    child, top, _, _ = best_child(self, components, components.fpu, node, term, count, first + count,
                                                  player, memory)
                    if components.fpu is not None and top > -math.inf and not components.prior.ordered():
                        child = one_of_equals(components, components.fpu, child, term, top, memory)
        memory.path_ends[0] = child
        arrive(components, child, memory)
        return child, int(nodes[natural(child)].action)


def untried_child(components, first, end, memory):
    """Return one of the untried siblings from `first` on. Return NONE if none of them may be selected."""
    child = first_unvisited(first, memory)
    other = next_untried(components, child, end, math.inf, 0.0, math.inf, memory)
    if other == NONE:
        return NONE
    exchange(components, child, other, memory)
    return child


def one_of_equals(components, fpu, best, term, top, memory):
    """Return `best` if it was visited. Otherwise return one of the untried siblings with the same selection score."""
    if fpu is None or memory.nodes[best].visits > 0:
        return best
    parent = memory.nodes[memory.nodes[best].parent]
    first = natural(parent.first_child)
    other = next_untried(components, best, first + parent.children, top, term, fpu, memory)
    child = first_unvisited(first, memory)
    exchange(components, child, other, memory)
    return child


def first_unvisited(child, memory):
    """Return the first sibling from `child` on that was never visited."""
    while memory.nodes[child].visits > 0:
        child += 1
    return child


def next_untried(components, start, end, score, term, fpu, memory):
    """Draw one of the untried siblings from `start` on whose selection score is `score`.

    If the prior has put the children in order, return the first one. Return NONE if none of them may be selected.
    """
    if not components.pruning.prunes() and components.fpu is None:  # all of them are untried and may be selected
        return start if components.prior.ordered() else start + below(memory.rng, end - start)
    count, child = 0, NONE
    for other in range(start, end):
        if is_alike(components, other, score, term, fpu, memory):
            count += 1
            child = other
    if count == 0:
        return NONE
    skip = 0 if components.prior.ordered() else below(memory.rng, count)
    if count > 1:
        child = start
    while skip > 0 or not is_alike(components, child, score, term, fpu, memory):
        skip -= is_alike(components, child, score, term, fpu, memory)
        child += 1
    return child


def is_alike(components, child, score, term, fpu, memory):
    """Return whether `child` is untried, may be selected, and has the selection score `score`."""
    if memory.nodes[child].visits > 0 or not is_selectable(components, child, memory):
        return False
    return components.selection.score_unvisited(fpu, term, child, memory) == score


def exchange(components, child, other, memory):
    """Exchange the data of two siblings that were never tried."""
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
    components.remembering.swap(child, other, memory)


def expand(game, components, state, node, player, memory):
    """Expansion: make the children of `node`, one after another in memory. Return False if there is no room.

    If the pruning rule makes children one by one, only the first child is made.
    """
    nodes = memory.nodes
    n = game.legal(state, memory.scratch)
    if not allowed(n, memory):
        return False
    if player != CHANCE:
        kept = components.pruning.filter_actions(game, state, n, memory)
        components.solver.prove_partly(node, n - kept, memory)
        n = kept
        if components.pruning.expand_first(game, components, state, node, player, n, memory):
            return True
    first = int(memory.counters[NODES])
    if first + n > len(nodes):
        return False
    for i in range(n):
        new_node(components, first + i, node, memory.scratch[i], player, memory)
        nodes[first + i].next_sibling = first + i + 1 if i + 1 < n else NONE
    memory.counters[NODES] += n
    nodes[node].first_child = first
    nodes[node].children = n
    if player != CHANCE:  # outcomes of chance keep their order
        components.prior.set_priors(game, state, first, n, player, memory)
    components.tree.expanded(game, state, first, n, memory)
    return True
