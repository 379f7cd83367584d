"""The loop of Monte Carlo tree search [Browne et al. 2012, Algorithm 2]: select, simulate, back up.

The `Components` of a search select children, evaluate leaves and back up rewards. The loop contains no name of a
component.
"""

from __future__ import annotations

import functools
import math

from ...engine.bits import natural
from ...engine.distinct import Distinct
from ...engine.generic import Entry
from ...game import TERMINAL
from .memory import (
    BROKEN,
    CALLS,
    CURRENT,
    DEPTH,
    EVENTS,
    ITERATIONS,
    LAST_CALL,
    MOST_PLAYS,
    NODES,
    SAVED,
    SETTLED,
    TOO_LONG,
    for_leaf,
    mover_of,
)
from .nodes import BACK_UP, EXPAND, NONE, PLAY_OUT, ROOT, SELECT


class Components(Distinct):
    """The components of a `UCT` in the form for the loop. Whether a search has a solver or a trace is decided by types,
    so a search without them contains no code for them."""

    selection: tuple
    value: tuple
    pruning: tuple
    leaf: tuple
    tree: tuple
    prior: tuple
    fpu: float | None  # first-play urgency; None: every child is tried once before any child is tried twice
    solver: tuple  # `solver.Solved`, or `Solver`
    trace: tuple  # `trace.Traced`, or `Trace`
    backup: tuple
    remembering: tuple  # the components that store data of nodes or of a search, see `remembering`


def run_iterations(tree, game, components, root, memory, iterations, calls, spare) -> None:
    """Run `iterations` iterations. Stop earlier if `calls` calls were made, the root is proven, or memory is short.

    spare: the numbers of (nodes, trace events, states) that must be free before an iteration begins.
    """
    memory.counters[LAST_CALL] = calls
    for _ in range(iterations):
        if memory.counters[CALLS] >= calls or not may_begin(components, memory, spare):
            break
        state = memory.states[CURRENT]
        tree.sample(game, root, state, memory)
        node, player, plays = select(game, components, state, memory)
        if not memory.counters[BROKEN]:
            memory.counters[CALLS] += plays
            # a leaf evaluation may itself add calls to the counter, in addition to those that it returns
            played = simulate(game, components, state, player, node, plays, memory)
            memory.counters[CALLS] += played
            components.selection.learn(game, state, memory)
            back_up(components, memory)
            memory.counters[ITERATIONS] += 1


def loop_of(tree) -> Entry:
    """Return the loop `run_iterations` of a search tree as an `Entry`, which Python can call compiled or interpreted.
    """
    return _entry(type(tree).run_iterations)


_entry = functools.cache(lambda loop: Entry(loop, allocates=False))


def may_begin(components, memory, spare):
    """Return whether there is room for another iteration, and the root is not proven."""
    if memory.counters[BROKEN] or memory.counters[SETTLED] or components.solver.solved(ROOT, memory):
        return False
    if memory.counters[NODES] + spare[0] > len(memory.nodes):
        return False
    if len(memory.trace) > 0 and memory.counters[EVENTS] + spare[1] > len(memory.trace):
        return False
    return not (components.tree.keeps_states() and memory.counters[SAVED] + spare[2] > len(memory.states))


def select(game, components, state, memory):
    """Tree policy: descend to an unvisited or final node. Nodes are added on the way.

    Return the node, the player to move there, and the number of actions played.
    """
    nodes = memory.nodes
    for root in range(components.tree.trees(len(memory.rewards))):
        memory.path_ends[root] = root
    node, plays = ROOT, 0
    player = int(game.to_move(state))
    while player != TERMINAL and (nodes[node].parent == NONE or nodes[node].visits > 0):
        if components.solver.solved(node, memory):
            break
        if plays == memory.counters[MOST_PLAYS]:
            memory.counters[BROKEN] = TOO_LONG
            break
        node, action = components.tree.select_child(game, components, state, node, player, memory)
        if action == NONE:  # no room for more nodes: the present node is the leaf
            break
        node = components.tree.advance(game, components, state, node, action, memory)
        plays += 1
        player = int(game.to_move(state))
    return node, player, plays


def best_child(tree, components, fpu, node, term, count, end, player, memory):
    """Find the child of `node` with the highest selection score, among the first `count` that `player` can choose.

    Return this child, its score (minus infinity if no child may be selected), the number of children that `player` can
    choose, and the last child.

    fpu: reward of an unvisited child [Gelly & Wang 2006], or None if all children were visited.
    term: the part of the score that depends on `node`, if it is the same for all children.
    end: index after the last child, if the children have consecutive indices, which is faster. None: they are linked.
    """
    nodes = memory.nodes
    fixed, all_take_part = tree.nodes_are_states(), not components.pruning.prunes() and not components.solver.solves()
    place = int(nodes[node].first_child)
    best, top, known, last = place, -math.inf, 0, NONE
    while place != (NONE if end is None else end):
        child = natural(place)
        if fixed or tree.offers(child, player, memory):
            known += 1
            if (end is not None or known <= count) and (all_take_part or is_selectable(components, child, memory)):
                if not fixed:
                    term = tree.term_of(components, node, child, player, memory)
                if fpu is None or nodes[child].visits > 0:
                    estimate = components.value.estimate(node, child, memory)
                    score = components.selection.score(estimate, term, child, memory)
                else:
                    score = components.selection.score_unvisited(fpu, term, child, memory)
                if score > top:
                    best, top = place, score
        last = place
        place = int(nodes[child].next_sibling) if end is None else place + 1
    return best, top, known, last


def is_selectable(components, child, memory):
    """Return whether a child may be selected: it is neither pruned nor proven to be lost."""
    return components.pruning.takes_part(child, memory) and components.solver.open_to_selection(child, memory)


def reward_of_untried(fpu):
    """Return the assumed reward of an unvisited child."""
    return math.inf if fpu is None else fpu


def arrive(components, node, memory):
    """Record in the trace that `node` was reached."""
    components.trace.record(memory, SELECT if memory.nodes[node].visits > 0 else EXPAND, node, 0.0, 0)


def simulate(game, components, state, player, node, plays, memory):
    """Default policy: write the rewards of all players into `memory.rewards`. Return the number of actions played.

    plays: number of actions from the root to the leaf.
    """
    if components.solver.solved(node, memory):
        recall(node, memory)
        length = 0
    else:
        memory.counters[DEPTH] = plays
        components.trace.recorded_before(memory)
        length = components.leaf.evaluate(game, state, for_leaf(memory))
        if player == TERMINAL:
            components.solver.prove_end(game, state, node, memory)
    components.trace.record(memory, PLAY_OUT, node, reward_to(node, memory), length)
    return length


def back_up(components, memory):
    """Backpropagation: in each tree, give every node on the path the reward of its mover, or the reward that the
    component `backup` computes from it."""
    for root in range(components.tree.trees(len(memory.rewards))):
        node = natural(memory.path_ends[root])
        while node != root:
            parent = natural(memory.nodes[node].parent)
            reward = components.backup.backed_up(parent, node, reward_to(node, memory), memory)
            components.trace.record(memory, BACK_UP, node, reward, 0)
            components.value.update(parent, node, reward, memory)
            components.selection.update(parent, node, reward, memory)
            count_visit(components, node, reward, memory)
            components.solver.prove(parent, node, memory)
            node = parent
        reward = reward_to(root, memory)
        components.trace.record(memory, BACK_UP, root, reward, 0)
        count_visit(components, root, reward, memory)


def count_visit(components, node, reward, memory):
    """Add the visit and the reward of this iteration to `node`."""
    memory.nodes[node].visits += 1
    memory.nodes[node].total += reward
    components.trace.recorded_after(memory, node)


def reward_to(node, memory):
    """Return the reward of this iteration to the mover of `node`, in [0, 1]."""
    return memory.rewards[mover_of(node, memory)]


def recall(node, memory):
    """Write the rewards of a proven node into `memory.rewards`."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = (memory.proven[node, player] - memory.scale[0]) * memory.scale[1]
