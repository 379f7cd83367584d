"""A multi-armed bandit as a game: one player, one choice, a reward of 1 with the arm's probability, else 0."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
from ...engine.random import uniform
from ...game import TERMINAL, Facts


class Bandit(NamedTuple):
    """Bernoulli arms [Auer, Cesa-Bianchi & Fischer 2002]. Search it with ``world=OpenLoop()``.

    arms: the probability of each arm's reward, in [0, 1].
    """

    arms: tuple = (0.9, 0.8)


STATE = np.dtype([("pulled", np.int32), ("reward", np.float64)], align=True)
NOT_YET = -1


@rules.facts.register(Bandit)
def bandit_facts(game):
    if not game.arms or not all(0 <= arm <= 1 for arm in game.arms):
        raise ValueError(f"A bandit's arms are probabilities between 0 and 1, not {game.arms}.")
    n = len(game.arms)
    return Facts(
        name="bandit", title="Bandit", players=1, actions=n, branching=n, length=1, low=0.0, high=1.0, dtype=STATE,
        outcomes=(0.0, 1.0), zero_sum=False, deterministic=False, random_play=True,
    )


@rules.reset.register(Bandit)
def bandit_reset(game, state, rng):
    state.pulled = NOT_YET
    state.reward = 0.0


@rules.to_move.register(Bandit)
def bandit_to_move(game, state):
    return 0 if state.pulled == NOT_YET else TERMINAL


@rules.legal.register(Bandit)
def bandit_legal(game, state, out):
    if state.pulled != NOT_YET:
        return 0
    for arm in range(len(game.arms)):
        out[arm] = arm
    return len(game.arms)


@rules.play.register(Bandit)
def bandit_play(game, state, action, rng):
    state.pulled = action
    state.reward = 1.0 if uniform(rng) < game.arms[action] else 0.0


@rules.payoff.register(Bandit)
def bandit_payoff(game, state, player):
    return state.reward


@rules.action_name.register(Bandit)
def bandit_action_name(game, state, action):
    return f"arm {int(action) + 1}"


@rules.text.register(Bandit)
def bandit_text(game, state):
    arms = ", ".join(f"{arm:g}" for arm in game.arms)
    return f"arms {arms}" + ("" if state.pulled == NOT_YET else f"; arm {state.pulled + 1} paid {state.reward:g}")
