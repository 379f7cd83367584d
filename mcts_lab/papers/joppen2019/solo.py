"""Whole games of one player, with a new search before every move, in one stretch of compiled code.

Real-time games take a thousand moves, with a search of a millisecond for each: getting every search ready in Python
would take longer than searching. What is played is what `Search.restart` and `Search.run` would play move by move.
"""

from __future__ import annotations

import math

import numpy as np

from ...engine.distinct import Distinct
from ...engine.generic import entry, helper
from ...engine.random import sequence, stream
from ...game import CHANCE, TERMINAL, copy, facts, play, sample_action, start, to_move
from ...search.mcts.checks import MOST_ITERATIONS, check_budget
from ...search.mcts.final import BestValue, MostVisits, score, worth
from ...search.mcts.loop import run_iterations
from ...search.mcts.memory import BROKEN, CALLS, EVENTS, ITERATIONS, MET, NODES, SAVED, WAITING, forget, new_node
from ...search.mcts.room import reserve
from ...search.mcts.running import check_promises
from ...search.mcts.search import Search
from ...search.mcts.tree import NONE, ROOT

MOVES = 64  # that compiled code makes before Python has a look


class Solo(Distinct):
    """A game that one player has played."""

    state: np.void  # how it stands
    moves: int
    calls: int  # of `play` by the searches, all moves together
    iterations: int
    actions: list  # all that were played


def play_solo(game, method, *, calls, seed=None, state=None, moves=None, compiled=None, watch=None) -> Solo:
    """Play a game for one player to its end, with a new search of `calls` forward-model calls before every move.

    state: where to begin; None: a new game. moves: after how many to stop; None: at the end of the game.
    watch: called as ``watch(state)`` at the beginning and after each move.

    Raises ValueError for games of several players, methods whose final choice is neither `MostVisits` nor `BestValue`,
    those that look at the iterations left, and the solver.
    """
    calls = check_budget(method, iterations=None, calls=calls, seconds=None)["calls"]
    if facts(game).players > 1:
        raise ValueError(f"A game in one stretch is for one player, but {facts(game).title} has {facts(game).players}: "
                         "use mcts_lab.experiments.match.")
    if not isinstance(getattr(method, "final", None), (MostVisits, BestValue)):
        raise ValueError("A game in one stretch chooses by MostVisits() or BestValue(): give such a UCT(...).")
    if method.solver:
        raise ValueError("A game in one stretch makes no use of what the solver proves: set solver=False.")
    begin, searching, nature = sequence(seed).spawn(3)
    state, draws = start(game, begin) if state is None else copy(game, state), stream(nature)
    while to_move(game, state) == CHANCE:
        play(game, state, sample_action(game, state, draws, np.zeros(facts(game).branching, np.int32)), draws)
    search = Search(game, state, method, seed=searching, compiled=compiled)
    memory, plan = search.memory, search.plan
    if search.compiled:
        reserve(plan, memory, search.most_nodes, calls, calls)
    played, sums, actions = [], np.zeros(3, np.int64), np.zeros(MOVES, np.int32)
    if watch is not None:
        watch(copy(game, state))
    most = np.iinfo(np.int64).max if moves is None else moves
    while to_move(game, state) != TERMINAL and len(played) < most:
        stretch = 1 if watch is not None else min(MOVES, most - len(played))
        made = _moves(game, search.parts, state, memory, calls, actions[:stretch], sums, search._room(),
                      method.final, compiled=search.compiled)
        check_promises(memory, search.facts)
        played += actions[:made].tolist()
        if made and watch is not None:
            watch(copy(game, state))
    return Solo(state, len(played), int(sums[SPENT]), int(sums[MADE]), played)


SPENT, MADE, UNDER_WAY = 0, 1, 2  # calls and iterations of the searches that are over; whether one is being made


@entry
def _moves(game, parts, state, memory, calls, actions, sums, spare, final):
    """Make as many moves as `actions` has room for, fewer if the game ends, or for the search to go on with more
    memory; how many were made."""
    made = 0
    player = int(to_move(game, state))
    while player != TERMINAL and made < len(actions):
        if player == CHANCE:
            play(game, state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
            player = int(to_move(game, state))
            continue
        if not sums[UNDER_WAY]:
            _plant(parts, player, memory)
            sums[UNDER_WAY] = 1
        run_iterations(parts.world, game, parts, state, memory, MOST_ITERATIONS, calls, spare)
        if memory.counters[BROKEN] or memory.counters[CALLS] < calls or memory.counters[WAITING]:
            break
        sums[SPENT] += memory.counters[CALLS]
        sums[MADE] += memory.counters[ITERATIONS]
        sums[UNDER_WAY] = 0
        actions[made] = _choice(final, parts, memory)
        play(game, state, actions[made], memory.rng)
        made += 1
        player = int(to_move(game, state))
    return made


@helper
def _plant(parts, player, memory):
    """An empty tree."""
    for counter in (ITERATIONS, CALLS, EVENTS, BROKEN, SAVED, MET):
        memory.counters[counter] = 0
    memory.counters[NODES] = 1
    forget(memory)
    new_node(parts, ROOT, NONE, NONE, player, memory)


@helper
def _choice(final, parts, memory):
    """The action that `final.decide` would choose where nothing is proven."""
    nodes = memory.nodes
    best = NONE
    top = score(final, 0, -math.inf)
    child = int(nodes[ROOT].first_child)
    while child != NONE:
        if nodes[child].visits > 0:
            found = score(final, int(nodes[child].visits), worth(final, parts.value, child, memory))
            if best == NONE or found > top:
                best, top = child, found
        child = int(nodes[child].next_sibling)
    return int(nodes[best].action)
