"""A player that knows the exact value of every position."""

from __future__ import annotations

import functools

from mcts_lab.engine.random import below, stream

from .solution import Solution, solve


@functools.lru_cache(maxsize=4)
def solution_of(game) -> Solution:
    """Return the solution of a game; it is computed once in a process."""
    return solve(game)


class ExactPlayer:
    """A player that wins as fast as possible, keeps a draw, or loses as slowly as possible.

    It chooses between equal actions at random. It has no model of its opponent, so it sets no traps in drawn
    positions.
    """

    always_legal = True

    def __init__(self, name: str = "exact"):
        self.name = name

    def choose(self, game, state, seed):
        best = solution_of(game).best_actions(state)
        return best[below(stream(seed), len(best))]

    def describe(self):
        return {"player": "exact", "name": self.name}

    def __repr__(self):
        return f"ExactPlayer({self.name!r})"
