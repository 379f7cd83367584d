"""Sums: players add digits in turn, and what the sum leaves on division decides; a game with many different payoffs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
from ...engine.random import below
from ...game import TERMINAL, Facts


class Sums(NamedTuple):
    """After each play the sum is tripled and a multiple of the digit's square is added, all modulo `outcomes`.

    Player 0 gets the last sum, from 0 to outcomes - 1; player 1 what is missing to outcomes - 1.
    """

    outcomes: int = 100  # different payoffs, at least 2
    digits: int = 7  # legal actions of every state, at least 1
    plays: int = 21  # of a game, at least 1


STATE = np.dtype([("total", np.int32), ("made", np.int32)], align=True)


@rules.facts.register(Sums)
def sums_facts(game):
    if game.outcomes < 2 or game.digits < 1 or game.plays < 1:
        raise ValueError("Sums needs at least two outcomes, one digit and one play.")
    return Facts(
        name="sums", title="Sums", players=2, actions=game.digits, branching=game.digits, length=game.plays, low=0.0,
        high=game.outcomes - 1.0, outcomes=tuple(float(o) for o in range(game.outcomes)), dtype=STATE,
    )


@rules.reset.register(Sums)
def sums_reset(game, state, rng):
    state.total = 0
    state.made = 0


@rules.misfit.register(Sums)
def sums_misfit(game, state):
    return "has more plays behind it than this game lasts" if int(state.made) > game.plays else ""


@rules.to_move.register(Sums)
def sums_to_move(game, state):
    return TERMINAL if state.made == game.plays else int(state.made) & 1


@rules.legal.register(Sums)
def sums_legal(game, state, out):
    if state.made == game.plays:
        return 0
    for digit in range(game.digits):
        out[digit] = digit
    return game.digits


@rules.random_action.register(Sums)
def sums_random_action(game, state, rng, scratch):
    return below(rng, game.digits)


@rules.play.register(Sums)
def sums_play(game, state, action, rng):
    state.total = (3 * int(state.total) + 7 * action * action + int(state.made)) % game.outcomes
    state.made += 1


@rules.payoff.register(Sums)
def sums_payoff(game, state, player):
    return float(state.total) if player == 0 else game.outcomes - 1.0 - float(state.total)


@rules.key.register(Sums)
def sums_key(game, state):
    return np.uint64(state.total) << np.uint64(32) | np.uint64(state.made)


@rules.action_name.register(Sums)
def sums_action_name(game, state, action):
    return f"digit {int(action)}"


@rules.text.register(Sums)
def sums_text(game, state):
    return f"sum {int(state.total)} after {int(state.made)} of {game.plays} plays"
