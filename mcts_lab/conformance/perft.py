"""Perft: counting the action sequences of a given length, the classic test of a game's rules, and how games end."""

from __future__ import annotations

import numpy as np

from ..checking import check_outsider
from ..engine.generic import compiler, entry
from ..engine.random import stream
from ..game import TERMINAL, facts, legal, new_states, payoff, play, to_move


def perft(game, state, depth, compiled=None) -> int:
    """The number of legal action sequences of exactly `depth` plays from `state`.

    A finished game is not played on; at a chance turn every outcome counts as one. `depth` 0 counts 1.
    `compiled` None compiles where Numba is there and the game's states are records.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if depth == 0:
        return 1
    states = new_states(game, depth)
    states[0] = state
    if compiled is None:
        compiled = isinstance(states, np.ndarray) and compiler.available()
    if compiled:
        check_outsider(game)
    actions = np.empty((depth, facts(game).branching), np.int32)
    return int(count(game, states, actions, np.zeros(depth, np.int32), stream(0), compiled=compiled))


@entry
def count(game, states, actions, left, rng):
    """Depth-first, with one state and one list of actions a level; `left` counts those still to be tried."""
    last = len(left) - 1
    total = 0
    level = 0
    left[0] = legal(game, states[0], actions[0])
    while level >= 0:
        if level == last:
            total += left[level]  # the actions of the last level need not be played
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


def endings(game, state, depth, compiled=None) -> np.ndarray:
    """How many action sequences end the game after 0, 1, ... `depth` plays, by result.

    Returns whole numbers of shape (depth + 1, 3): lost, drawn and won by player 0. `compiled`: as in `perft`.
    """
    states = new_states(game, depth + 1)
    states[0] = state
    if compiled is None:
        compiled = isinstance(states, np.ndarray) and compiler.available()
    if compiled:
        check_outsider(game)
    actions = np.empty((depth + 1, facts(game).branching), np.int32)
    ended = np.zeros((depth + 1, 3), np.int64)
    count_endings(game, states, actions, np.zeros(depth + 1, np.int32), ended, stream(0), compiled=compiled)
    return ended


@entry
def count_endings(game, states, actions, left, ended, rng):
    """Depth-first like `count`, but every action is played; adds to `ended`."""
    last = len(left) - 1
    level = 0
    fresh = True  # the state of this level has just been reached
    while level >= 0:
        if fresh:
            fresh = False
            left[level] = legal(game, states[level], actions[level]) if level < last else 0
            if to_move(game, states[level]) == TERMINAL:
                value = payoff(game, states[level], 0)
                ended[level, 2 if value > 0 else (1 if value == 0 else 0)] += 1
                left[level] = 0
        if left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            states[level + 1] = states[level]
            play(game, states[level + 1], actions[level, left[level]], rng)
            level += 1
            fresh = True
