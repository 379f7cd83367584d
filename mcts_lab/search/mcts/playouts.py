"""Leaf evaluation: the rewards that a new leaf is worth."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.generic import Missing, generic, helper
from ...game import TERMINAL, heuristic, payoff, play, playout, sample_action, to_move


class Playout(NamedTuple):
    """Uniformly random play to the end of the game."""


class LimitedPlayout(NamedTuple):
    """Random play for at most `limit` plays, then the game's heuristic [Joppen & Fuernkranz 2019, section 4.1].

    limit: plays, at least 0; 0 evaluates the leaf itself.
    """

    needs = ("heuristic",)

    limit: int = 10


class Evaluate(NamedTuple):
    """The game's heuristic at the leaf, without any playout."""

    needs = ("heuristic",)


@generic
def evaluate(rule, game, state, memory):
    """Put the reward of every player, in [0, 1], into `memory.rewards`; return the number of plays. Changes `state`."""
    raise Missing


@evaluate.register(Playout)
def _(rule, game, state, memory):
    plays = playout(game, state, memory.rng, memory.scratch)
    final_rewards(game, state, memory)
    return plays


@evaluate.register(LimitedPlayout)
def _(rule, game, state, memory):
    plays = 0
    while plays < rule.limit and to_move(game, state) != TERMINAL:
        play(game, state, sample_action(game, state, memory.rng, memory.scratch), memory.rng)
        plays += 1
    estimated_rewards(game, state, memory)
    return plays


@evaluate.register(Evaluate)
def _(rule, game, state, memory):
    estimated_rewards(game, state, memory)
    return 0


@helper
def final_rewards(game, state, memory):
    for player in range(len(memory.rewards)):
        memory.rewards[player] = (payoff(game, state, player) - memory.scale[0]) * memory.scale[1]


@helper
def estimated_rewards(game, state, memory):
    if to_move(game, state) == TERMINAL:
        final_rewards(game, state, memory)
    else:
        for player in range(len(memory.rewards)):
            reward = (heuristic(game, state, player) - memory.scale[0]) * memory.scale[1]
            memory.rewards[player] = min(1.0, max(0.0, reward))
