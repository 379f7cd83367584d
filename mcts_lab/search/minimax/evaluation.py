"""What a search that stops early thinks of a position.

An evaluation is a small ``NamedTuple``, so that it can carry weights. Two generic functions belong to it: `evaluate`
for unfinished states, `outcome` for finished ones (the payoff, unless an evaluation has its own scale).
"""

from __future__ import annotations

from typing import NamedTuple

from ...engine.generic import Missing, generic
from ...game import even_payoff, heuristic, payoff


@generic
def evaluate(evaluation, game, state, player):
    """What the unfinished `state` is worth to `player`, in the units of `outcome`."""
    raise Missing


@generic
def outcome(evaluation, game, state, player):
    """What the finished `state` is worth to `player`: the payoff, if the evaluation does not say otherwise."""
    return payoff(game, state, player)


class Even(NamedTuple):
    """Every unfinished state is worth the same."""

    value: float | None = None  # in payoff units; None: what is worth the same to all

    def evaluate(self, game, state, player):
        return self.value


class Heuristic(NamedTuple):
    """The game's own `heuristic`, in payoff units."""

    def evaluate(self, game, state, player):
        return heuristic(game, state, player)


def evaluation_for(game, evaluation=None):
    """`evaluation` with its numbers; None: `Heuristic` if the game defines one, else `Even`."""
    if evaluation is None:
        evaluation = Heuristic() if heuristic.defines(type(game)) else Even()
    return Even(even_payoff(game)) if evaluation == Even() and isinstance(evaluation, Even) else evaluation
