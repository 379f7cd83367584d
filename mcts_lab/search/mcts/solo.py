"""Whole games of one player, with a new search before every move, in one stretch of compiled code.

Real-time games take a thousand moves, with a search of a millisecond for each: getting every search ready in Python
would take longer than searching. What is played is what `Search.restart` and `Search.run` would play move by move.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...checking import WrongRules
from ...engine.generic import entry, helper
from ...engine.random import sequence
from ...game import TERMINAL, copy, play, start, to_move
from .checks import check_amount
from .closed_loop import ClosedLoop
from .final import BestValue, MostVisits, score, worth
from .memory import BROKEN, CALLS, EVENTS, ITERATIONS, LAST_CALL, MET, NODES, new_node
from .preferences import BinarySubtree
from .room import SUBTREE, resize
from .running import PROMISES
from .session import Search
from .tree import NONE, ROOT
from .uct import iterate

MOVES = 64  # that compiled code makes before Python has a look


class Solo(NamedTuple):
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

    Raises ValueError for a method whose final choice is neither `MostVisits` nor `BestValue`.
    """
    calls = check_amount("calls", calls)
    begin, searching = sequence(seed).spawn(2)
    state = start(game, begin) if state is None else copy(game, state)
    if not isinstance(getattr(method, "final", None), (MostVisits, BestValue)):
        raise ValueError("A game in one stretch chooses by MostVisits() or BestValue(): give such a UCT(...).")
    search = Search(game, state, method, seed=searching, compiled=compiled)
    wide = search.facts.branching if isinstance(method.world, (BinarySubtree, ClosedLoop)) else 1
    resize(search.plan, search.memory, max(len(search.memory.nodes), (calls + SUBTREE + 2) * wide))
    memory, played, spent, iterations = search.memory, [], 0, 0
    sums, actions = np.zeros(2, np.int64), np.zeros(MOVES, np.int32)
    if watch is not None:
        watch(copy(game, state))
    most = np.iinfo(np.int64).max if moves is None else moves
    while to_move(game, state) != TERMINAL and len(played) < most:
        stretch = 1 if watch is not None else min(MOVES, most - len(played))
        made = _moves(game, search.parts, state, memory, calls, actions[:stretch], sums, method.final,
                      compiled=search.compiled)
        if memory.counters[BROKEN]:
            promise = PROMISES[int(memory.counters[BROKEN])].format(fact=search.facts)
            raise WrongRules(f"The rules of {search.facts.title} are wrong: {promise}. See check_game(game).")
        played += actions[:made].tolist()
        if watch is not None:
            watch(copy(game, state))
    spent, iterations = int(sums[0]), int(sums[1])
    return Solo(state, len(played), spent, iterations, played)


@entry
def _moves(game, parts, state, memory, calls, actions, sums, final):
    """Make as many moves as `actions` has room for, fewer if the game ends; how many were made."""
    made = 0
    player = int(to_move(game, state))
    while player != TERMINAL and made < len(actions):
        _plant(parts, player, memory)
        memory.counters[LAST_CALL] = calls
        while memory.counters[CALLS] < calls and not memory.counters[BROKEN]:
            iterate(parts.world, game, parts, state, memory)
        if memory.counters[BROKEN]:
            break
        sums[0] += memory.counters[CALLS]
        sums[1] += memory.counters[ITERATIONS]
        actions[made] = _choice(final, parts, memory)
        play(game, state, actions[made], memory.rng)
        made += 1
        player = int(to_move(game, state))
    return made


@helper
def _plant(parts, player, memory):
    """An empty tree."""
    for counter in (ITERATIONS, CALLS, EVENTS, BROKEN, MET):
        memory.counters[counter] = 0
    memory.counters[NODES] = 1
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
