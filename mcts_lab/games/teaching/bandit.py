"""A multi-armed bandit as a game: one player, one choice, a reward of 1 with the arm's probability, else 0."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.random import uniform
from ...game import TERMINAL, Facts


class Bandit(NamedTuple):
    """Bernoulli arms [Auer, Cesa-Bianchi & Fischer 2002]. Search it with ``world=OpenLoop()``.

    arms: the probability of each arm's reward, in [0, 1].
    """

    arms: tuple = (0.9, 0.8)

    def facts(self):
        if not self.arms or not all(0 <= arm <= 1 for arm in self.arms):
            raise ValueError(f"A bandit's arms are probabilities between 0 and 1, not {self.arms}.")
        n = len(self.arms)
        return Facts(
            name="bandit", title="Bandit", players=1, actions=n, branching=n, length=1, low=0.0, high=1.0, dtype=STATE,
            outcomes=(0.0, 1.0), zero_sum=False, deterministic=False, random_play=True,
        )

    def reset(self, state, rng):
        state.pulled = NOT_YET
        state.reward = 0.0

    def to_move(self, state):
        return 0 if state.pulled == NOT_YET else TERMINAL

    def legal(self, state, out):
        if state.pulled != NOT_YET:
            return 0
        for arm in range(len(self.arms)):
            out[arm] = arm
        return len(self.arms)

    def play(self, state, action, rng):
        state.pulled = action
        state.reward = 1.0 if uniform(rng) < self.arms[action] else 0.0

    def payoff(self, state, player):
        return state.reward

    def action_name(self, state, action):
        return f"arm {int(action) + 1}"

    def text(self, state):
        arms = ", ".join(f"{arm:g}" for arm in self.arms)
        return f"arms {arms}" + ("" if state.pulled == NOT_YET else f"; arm {state.pulled + 1} paid {state.reward:g}")


STATE = np.dtype([("pulled", np.int32), ("reward", np.float64)], align=True)
NOT_YET = -1

GAMES = {"bandit": "Bandit"}
