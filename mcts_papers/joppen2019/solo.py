"""Play whole single-player games, with a new search before every move, in one batch of compiled code.

A real-time game has a thousand moves, with a search of about a millisecond for each. Setting up each search in
Python would take longer than the search. The moves are the same as with `Search.restart` and `Search.run`.
"""

from __future__ import annotations

import numpy as np

from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.random import sequence, stream
from mcts_lab.game import CHANCE, TERMINAL, copy, sample_action, start
from mcts_lab.search.mcts.batch import MADE, MOVES, SPENT, Batch, unfit
from mcts_lab.search.mcts.budget import Budget
from mcts_lab.search.mcts.plan import Plan


class Solo(Distinct):
    """A game that one player has played."""

    state: np.void  # the last state
    moves: int
    calls: int  # number of `play` calls by the searches for all moves
    iterations: int
    actions: list  # all actions of the game


def play_solo(game, method, *, calls, seed=None, state=None, moves=None, compiled=None, watch=None) -> Solo:
    """Play a single-player game to its end, with a new search of `calls` forward-model calls before every move.

    state: first state; None: a new game. moves: number of moves after which to stop; None: play to the end. watch:
    function that is called as ``watch(state)`` at the beginning and after each move.

    Raises ValueError for games with several players, and for methods that `batch.unfit` names.
    """
    if game.facts().players > 1:
        raise ValueError(f"A game in one batch needs a single-player game, but {game.facts().title} has "
                         f"{game.facts().players} players. Use mcts_lab.matches.match.")
    if unfit(method):
        raise ValueError(f"A game in one batch {unfit(method)}")
    begin, searching, nature = sequence(seed).spawn(3)
    state, draws = start(game, begin) if state is None else copy(game, state), stream(nature)
    while game.to_move(state) == CHANCE:
        game.play(state, sample_action(game, state, draws, np.zeros(game.facts().branching, np.int32)), draws)
    batch = Batch(game, {0: (Plan(game, method, compiled), Budget(calls=calls))}, np.zeros((1, 0), np.uint64))
    rng = batch.memories[0].rng
    rng[:] = stream(searching)
    played = []
    if watch is not None:
        watch(copy(game, state))
    most = np.iinfo(np.int64).max if moves is None else moves
    while game.to_move(state) != TERMINAL and len(played) < most:
        made = batch.play(state, rng, 1 if watch is not None else min(MOVES, most - len(played)))
        played += [action for _, action in made]
        if made and watch is not None:
            watch(copy(game, state))
    return Solo(state, len(played), int(batch.sums[SPENT]), int(batch.sums[MADE]), played)
