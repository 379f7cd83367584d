"""The loop of Monte Carlo tree search [Browne et al. 2012, Algorithm 2]: select, simulate, back up.

It knows no part by name: what selects, evaluates and remembers are the `Parts` that it is given.
"""

from __future__ import annotations

import functools
import math

from ...engine.bits import natural
from ...engine.distinct import Distinct
from ...engine.generic import Entry, helper
from ...game import TERMINAL, to_move
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
from .tree import BACK_UP, EXPAND, NONE, PLAY_OUT, ROOT, SELECT


class Parts(Distinct):
    """The parts of a `UCT` as the loop has them: what is switched on or off is a type, so that off costs nothing."""

    selection: tuple
    value: tuple
    pruning: tuple
    leaf: tuple
    world: tuple
    prior: tuple
    fpu: float | None  # first-play urgency; None tries every child once before any twice
    solver: tuple  # `solver.Solved`, or `Solver`
    trace: tuple  # `trace.Traced`, or `Trace`
    backup: tuple
    remembering: tuple  # the components that remember something of nodes or of a search, see `components.each_once`


def run_iterations(world, game, parts, root, memory, iterations, calls, spare) -> None:
    """Run `iterations` iterations, fewer if `calls` plays have been made, the root is proven, or memory runs short.

    `spare` is the number of (nodes, trace events, states) that must be free to begin an iteration.
    """
    memory.counters[LAST_CALL] = calls
    for _ in range(iterations):
        if memory.counters[CALLS] >= calls or not may_begin(parts, memory, spare):
            break
        state = memory.states[CURRENT]
        world.sample(game, root, state, memory)
        node, player, plays = select(game, parts, state, memory)
        if not memory.counters[BROKEN]:
            memory.counters[CALLS] += plays
            played = simulate(game, parts, state, player, node, plays, memory)  # which may count further calls itself
            memory.counters[CALLS] += played
            parts.selection.learn(game, state, memory)
            back_up(parts, memory)
            memory.counters[ITERATIONS] += 1


def loop_of(world) -> Entry:
    """Return the loop for a world model, `run_iterations`, as Python calls it, compiled or not."""
    return _entry(type(world).run_iterations)


_entry = functools.cache(lambda loop: Entry(loop, allocates=False))


@helper
def may_begin(parts, memory, spare):
    """Whether another iteration has room and something to find out."""
    if memory.counters[BROKEN] or memory.counters[SETTLED] or parts.solver.solved(ROOT, memory):
        return False
    if memory.counters[NODES] + spare[0] > len(memory.nodes):
        return False
    if len(memory.trace) > 0 and memory.counters[EVENTS] + spare[1] > len(memory.trace):
        return False
    return not (parts.world.keeps_states() and memory.counters[SAVED] + spare[2] > len(memory.states))


@helper
def select(game, parts, state, memory):
    """Tree policy: descend to a node that has not been visited, or is final; the tree grows by it on the way.

    Returns the node, the player to move there, and the number of plays.
    """
    nodes = memory.nodes
    for tree in range(parts.world.trees(len(memory.rewards))):
        memory.path_ends[tree] = tree
    node, plays = ROOT, 0
    player = int(to_move(game, state))
    while player != TERMINAL and (nodes[node].parent == NONE or nodes[node].visits > 0):
        if parts.solver.solved(node, memory):
            break
        if plays == memory.counters[MOST_PLAYS]:
            memory.counters[BROKEN] = TOO_LONG
            break
        node, action = parts.world.select_child(game, parts, state, node, player, memory)
        if action == NONE:  # no room for more nodes: what has been reached is the leaf
            break
        node = parts.world.advance(game, parts, state, node, action, memory)
        plays += 1
        player = int(to_move(game, state))
    return node, player, plays


@helper
def best_child(world, parts, fpu, node, term, count, end, player, memory):
    """Look at the children of `node`: which of the first `count` that `player` can choose has the highest selection
    score, that score (none takes part: minus infinity), how many `player` can choose, and the last child.

    fpu: the reward of a child never visited [Gelly & Wang 2006]; None: there is none to choose. term: the part of the
    score that depends on `node`, where that is the same for all. end: where the children end that lie side by side, as
    is fastest to go along; None: they are linked.
    """
    nodes = memory.nodes
    fixed, all_take_part = world.nodes_are_states(), not parts.pruning.prunes() and not parts.solver.solves()
    place = int(nodes[node].first_child)
    best, top, known, last = place, -math.inf, 0, NONE
    while place != (NONE if end is None else end):
        child = natural(place)
        if fixed or world.offers(child, player, memory):
            known += 1
            if (end is not None or known <= count) and (all_take_part or is_selectable(parts, child, memory)):
                if not fixed:
                    term = world.term_of(parts, node, child, player, memory)
                if fpu is None or nodes[child].visits > 0:
                    score = parts.selection.score(parts.value.estimate(node, child, memory), term, child, memory)
                else:
                    score = parts.selection.score_unvisited(fpu, term, child, memory)
                if score > top:
                    best, top = place, score
        last = place
        place = int(nodes[child].next_sibling) if end is None else place + 1
    return best, top, known, last


@helper
def is_selectable(parts, child, memory):
    """Whether a child may be selected: it is neither pruned nor known to be lost."""
    return parts.pruning.takes_part(child, memory) and parts.solver.open_to_selection(child, memory)


@helper
def reward_of_untried(fpu):
    """Return the reward that a child never visited is taken to be worth."""
    return math.inf if fpu is None else fpu


@helper
def arrive(parts, node, memory):
    """Tell the trace that `node` has been reached."""
    parts.trace.record(memory, SELECT if memory.nodes[node].visits > 0 else EXPAND, node, 0.0, 0)


@helper
def simulate(game, parts, state, player, node, plays, memory):
    """Default policy, `plays` plays from the root: the rewards of all players, into `memory.rewards`; returns the
    number of further plays."""
    if parts.solver.solved(node, memory):
        recall(node, memory)
        length = 0
    else:
        memory.counters[DEPTH] = plays
        parts.trace.recorded_before(memory)
        length = parts.leaf.evaluate(game, state, for_leaf(memory))
        if player == TERMINAL:
            parts.solver.prove_end(game, state, node, memory)
    parts.trace.record(memory, PLAY_OUT, node, reward_to(node, memory), length)
    return length


@helper
def back_up(parts, memory):
    """Backpropagation: in each tree, from the node reached to the root, every node is given the reward of the player
    who chose it, or what the backup makes of that."""
    for tree in range(parts.world.trees(len(memory.rewards))):
        node = natural(memory.path_ends[tree])
        while node != tree:
            parent = natural(memory.nodes[node].parent)
            reward = parts.backup.backed_up(parent, node, reward_to(node, memory), memory)
            parts.trace.record(memory, BACK_UP, node, reward, 0)
            parts.value.update(parent, node, reward, memory)
            parts.selection.update(parent, node, reward, memory)
            count_visit(parts, node, reward, memory)
            parts.solver.prove(parent, node, memory)
            node = parent
        reward = reward_to(tree, memory)
        parts.trace.record(memory, BACK_UP, tree, reward, 0)
        count_visit(parts, tree, reward, memory)


@helper
def count_visit(parts, node, reward, memory):
    """Count this iteration's visit of `node`, and its reward."""
    memory.nodes[node].visits += 1
    memory.nodes[node].total += reward
    parts.trace.recorded_after(memory, node)


@helper
def reward_to(node, memory):
    """Return the reward of this iteration to the mover of `node`, in [0, 1]."""
    return memory.rewards[mover_of(node, memory)]


@helper
def recall(node, memory):
    """The rewards of a proven node, into `memory.rewards`."""
    for player in range(len(memory.rewards)):
        memory.rewards[player] = (memory.proven[node, player] - memory.scale[0]) * memory.scale[1]
