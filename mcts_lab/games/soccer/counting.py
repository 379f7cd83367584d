"""Counting and timing: action sequences from a position, and plays of random games."""

from __future__ import annotations

import numpy as np

from ...engine.generic import compiler, entry
from ...game import TERMINAL, legal, new_states, play, random_action, reset, to_move


@entry(allocates=True)
def _perft(game, states, depth, rng):
    actions = np.empty((depth, 7), np.int32)
    left = np.zeros(depth, np.int32)  # actions of each level that are still to be tried
    total = 0
    level = 0
    left[0] = legal(game, states[0], actions[0])
    while level >= 0:
        if level == depth - 1:
            total += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            states[level + 1] = states[level]
            play(game, states[level + 1], actions[level, left[level]], rng)
            level += 1
            left[level] = legal(game, states[level], actions[level])
    return total


def perft(game, state, depth, compiled=None) -> int:
    """The number of legal action sequences of exactly `depth` plays from `state`; a finished game is not extended.

    `compiled` None compiles if Numba is there.
    """
    if depth < 1:
        return 1
    compiled = compiler.available() if compiled is None else compiled
    states = new_states(game, depth)
    states[0] = state
    return int(_perft(game, states, depth, np.ones(2, np.uint64), compiled=compiled))


@entry(allocates=True)
def random_plays(game, state, plays, rng):
    """Make `plays` uniformly random plays, starting again whenever a game ends; return the number of games finished."""
    scratch = np.empty(7, np.int32)
    games = 0
    for _ in range(plays):
        if to_move(game, state) == TERMINAL:
            games += 1
            reset(game, state, rng)
        play(game, state, random_action(game, state, rng, scratch), rng)
    return games
