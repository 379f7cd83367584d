"""Sums: players add digits in turn, and what the sum leaves on division decides; a game with many different payoffs."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.random import below
from ...game import TERMINAL, Facts


class Sums(NamedTuple):
    """After each play the sum is tripled and a multiple of the digit's square is added, all modulo `outcomes`.

    Player 0 gets the last sum, from 0 to outcomes - 1; player 1 what is missing to outcomes - 1.
    """

    outcomes: int = 100  # different payoffs, at least 2
    digits: int = 7  # legal actions of every state, at least 1
    plays: int = 21  # of a game, at least 1

    def facts(self):
        if self.outcomes < 2 or self.digits < 1 or self.plays < 1:
            raise ValueError("Sums needs at least two outcomes, one digit and one play.")
        return Facts(
            name="sums", title="Sums", players=2, actions=self.digits, branching=self.digits, length=self.plays,
            low=0.0,
            high=self.outcomes - 1.0, outcomes=tuple(float(o) for o in range(self.outcomes)), dtype=STATE,
        )

    def reset(self, state, rng):
        state.total = 0
        state.made = 0

    def misfit(self, state):
        return "has more plays behind it than this game lasts" if int(state.made) > self.plays else ""

    def to_move(self, state):
        return TERMINAL if state.made == self.plays else int(state.made) & 1

    def legal(self, state, out):
        if state.made == self.plays:
            return 0
        for digit in range(self.digits):
            out[digit] = digit
        return self.digits

    def random_action(self, state, rng, scratch):
        return below(rng, self.digits)

    def play(self, state, action, rng):
        state.total = (3 * int(state.total) + 7 * action * action + int(state.made)) % self.outcomes
        state.made += 1

    def payoff(self, state, player):
        return float(state.total) if player == 0 else self.outcomes - 1.0 - float(state.total)

    def key(self, state):
        return np.uint64(state.total) << np.uint64(32) | np.uint64(state.made)

    def action_name(self, state, action):
        return f"digit {int(action)}"

    def text(self, state):
        return f"sum {int(state.total)} after {int(state.made)} of {self.plays} plays"


STATE = np.dtype([("total", np.int32), ("made", np.int32)], align=True)

GAMES = {"sums": "Sums"}
