"""UCT with exchangeable parts [Kocsis & Szepesvari 2006; Browne et al. 2012, Algorithm 2].

One search, and every Monte Carlo algorithm of this project is a choice of its parts: ``UCT(value=Borda())`` is
O-MCTS, ``UCT(world=SingleObserver(), selection=UCB1(0.7))`` is ISMCTS.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...engine.bits import natural
from ...engine.generic import entry, generic, helper
from ...game import TERMINAL, to_move
from .closed_loop import ClosedLoop, descend, go_on, keeps_states
from .final import MostVisits
from .information_sets import MultipleObserver, sample
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
    TOO_LONG,
    Untraced,
    for_leaf,
    mover_of,
    record,
    recorded_after,
    update,
)
from .playouts import Playout, evaluate
from .priors import NoPrior
from .pruning import All
from .selection import UCB1
from .sharing import Alone, enter, leave, lend
from .solver import Unsolved, prove, prove_end, recall, solved
from .tree import BACK_UP, NONE, PLAY_OUT, ROOT
from .values import Mean


class UCT(NamedTuple):
    """A search as a row of parts; every part is a small value, and the defaults are plain UCT."""

    ranges = {"fpu": (0, math.inf)}

    selection: tuple = UCB1()  # how to choose among children; see `selection`
    value: tuple = Mean()  # what a child is worth; see `values`
    pruning: tuple = All()  # which children take part; see `pruning`
    leaf: tuple = Playout()  # what a new leaf is worth; see `playouts`
    final: tuple = MostVisits()  # which action to play in the end; see `final`
    world: tuple = ClosedLoop()  # what an iteration takes to be true; see `information_sets`
    prior: tuple = NoPrior()  # what is believed about untried children; see `priors`
    fpu: float = math.inf  # first-play urgency, a reward; infinity tries every child once before any twice
    solver: bool = False  # MCTS-Solver [Winands, Bjornsson & Saito 2008]; False switches it off

    def search(self, game, state, *, seed=None, compiled=None, workers=1, parallel="root", memory=None, **budget):
        """Search from `state` within a budget (`iterations`, `calls` or `seconds`); returns a `Result`.

        workers: how many threads search (see `parallel`); 1 switches that off.
        parallel: "root": each has a tree of its own, and the answer depends on the seed and on how many there are;
        "tree": they grow one tree together, which comes out differently each time.
        memory: how many bytes the tree may take, or all trees together, see `Search`; None: the default limit.
        """
        if workers != 1 or parallel != "root":
            from .parallel import search_in_threads

            return search_in_threads(game, state, self, workers, parallel, seed=seed, compiled=compiled, memory=memory,
                                     **budget)
        from .session import Search

        return Search(game, state, self, seed=seed, compiled=compiled, memory=memory).run(**budget)


class Parts(NamedTuple):
    """The parts of a `UCT` as the loop has them: what is switched on or off is a type, so that off costs nothing."""

    selection: tuple
    value: tuple
    pruning: tuple
    leaf: tuple
    world: tuple
    prior: tuple
    first: tuple  # EveryChildFirst or Urgency
    solver: tuple = Unsolved()  # or Solved
    trace: tuple = Untraced()  # or Traced
    sharing: tuple = Alone()  # or Shared


@entry
def run_iterations(game, parts, root, memory, iterations, calls, spare):
    """See `iterate_within`."""
    iterate_within(game, parts, root, memory, iterations, calls, spare)


@helper
def iterate_within(game, parts, root, memory, iterations, calls, spare):
    """Run `iterations` iterations, fewer if `calls` plays have been made, the root is proven, or memory runs short.

    `spare` is the number of (nodes, trace events, states) that must be free to begin an iteration.
    """
    memory.counters[LAST_CALL] = calls
    for _ in range(iterations):
        if memory.counters[CALLS] >= calls and not waits(parts.world, memory):
            break
        if solved(parts.solver, ROOT, memory):
            break
        if memory.counters[NODES] + spare[0] > len(memory.nodes):
            break
        if len(memory.trace) > 0 and memory.counters[EVENTS] + spare[1] > len(memory.trace):
            break
        if keeps_states(parts.world) and memory.counters[SAVED] + spare[2] > len(memory.states):
            break
        iterate(parts.world, game, parts, root, memory)
        if memory.counters[BROKEN] or waits(parts.world, memory):
            break


@generic
def waits(world, memory):
    """Whether an iteration has been begun that goes on when there is room for more nodes."""
    return False


@generic
def iterate(world, game, parts, root, memory):
    """One iteration of the search [Browne et al. 2012, Algorithm 2], or the rest of one that waits."""
    state = memory.states[CURRENT]
    sample(parts.world, game, root, state, memory)
    enter(parts.sharing, memory)
    node, player, plays = select(game, parts, state, memory)
    lend(parts.sharing, node, 1, memory)
    leave(parts.sharing, memory)
    if memory.counters[BROKEN]:
        return
    memory.counters[CALLS] += plays
    played = simulate(game, parts, state, player, node, plays, memory)  # which may count further calls itself
    memory.counters[CALLS] += played
    enter(parts.sharing, memory)
    lend(parts.sharing, node, -1, memory)
    back_up(parts.world, parts, node, memory)
    leave(parts.sharing, memory)
    memory.counters[ITERATIONS] += 1


@helper
def select(game, parts, state, memory):
    """Tree policy: descend to a node that has not been visited, or is final; the tree grows by it on the way.

    Returns the node, the player to move there, and the number of plays.
    """
    nodes = memory.nodes
    for tree in range(len(memory.places)):
        memory.places[tree] = tree
    node, plays = ROOT, 0
    player = int(to_move(game, state))
    while player != TERMINAL and (nodes[node].parent == NONE or nodes[node].visits > 0):
        if solved(parts.solver, node, memory):
            break
        if plays == memory.counters[MOST_PLAYS]:
            memory.counters[BROKEN] = TOO_LONG
            break
        node, action = descend(parts.world, game, parts, state, node, player, memory)
        if action == NONE:  # no room for more nodes: what has been reached is the leaf
            break
        node = go_on(parts.world, game, parts, state, node, action, memory)
        plays += 1
        player = int(to_move(game, state))
    return node, player, plays


@helper
def simulate(game, parts, state, player, node, plays, memory):
    """Default policy, `plays` plays from the root: the rewards of all players, into `memory.rewards`; returns the
    number of further plays."""
    if solved(parts.solver, node, memory):
        recall(node, memory)
        length = 0
    else:
        memory.counters[DEPTH] = plays
        length = evaluate(parts.leaf, game, state, for_leaf(memory))
        if player == TERMINAL:
            prove_end(parts.solver, game, state, node, memory)
    record(parts.trace, memory, PLAY_OUT, node, reward_to(node, memory), length)
    return length


@generic
def back_up(world, parts, leaf, memory):
    """Each node from `leaf` to the root gets the reward of the player who chose it."""
    nodes = memory.nodes
    node = natural(leaf)
    while node != ROOT:
        parent = natural(nodes[node].parent)
        back_up_one(parts, parent, node, memory)
        node = parent
    back_up_root(parts, ROOT, memory)


@back_up.register(MultipleObserver)
def multiple_observer_back_up(world, parts, leaf, memory):
    for tree in range(len(memory.places)):
        node = int(memory.places[tree])
        while node != tree:
            parent = int(memory.nodes[node].parent)
            back_up_one(parts, parent, node, memory)
            node = parent
        back_up_root(parts, tree, memory)


@helper
def back_up_one(parts, parent, node, memory):
    """Count this iteration's visit of `node`, and its reward."""
    reward = reward_to(node, memory)
    record(parts.trace, memory, BACK_UP, node, reward, 0)
    update(parts.value, parent, node, reward, memory)
    update(parts.selection, parent, node, reward, memory)
    memory.nodes[node].visits += 1
    memory.nodes[node].total += reward
    recorded_after(parts.trace, memory, node)
    prove(parts.solver, parent, node, memory)


@helper
def back_up_root(parts, root, memory):
    """The same for a root."""
    reward = reward_to(root, memory)
    record(parts.trace, memory, BACK_UP, root, reward, 0)
    memory.nodes[root].visits += 1
    memory.nodes[root].total += reward
    recorded_after(parts.trace, memory, root)


@helper
def reward_to(node, memory):
    """The reward of this iteration to the mover of `node`."""
    return memory.rewards[mover_of(node, memory)]
