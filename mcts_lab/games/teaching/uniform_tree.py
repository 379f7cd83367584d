"""A tree where every state has the same number of actions and every game the same length: what theory counts on.

Leaf values come from a hash of the path, so the tree takes no memory. In an ordered tree the first action is best
everywhere, which is the best case of alpha-beta: b^ceil(d/2) + b^floor(d/2) - 1 leaves [Knuth & Moore 1975, section 6].
"""

from __future__ import annotations

import numbers
from typing import NamedTuple

import numpy as np

from ...engine.generic import helper
from ...game import TERMINAL, Facts, to_move


class UniformTree(NamedTuple):
    """Two players choose in turn, or each several times in a row, until `depth` actions are played."""

    branching: int = 2  # actions in every state, 1 to 64
    depth: int = 4  # plies of every game, 1 to 64
    ordered: bool = False  # True: the first action is best everywhere; False: values are random
    values: int = 1000  # how many different payoffs leaves can have, 2 to 1000000; few make many draws and ties
    turns: int = 1  # actions that a player makes in a row, 1 to 64
    seed: int = 0  # of the leaf values, 0 to 2**31 - 1

    def facts(self):
        limits = {"branching": (1, 64), "depth": (1, 64), "values": (2, 10**6), "turns": (1, 64), "seed": (0,
                                                                                                           2**31 - 1)}
        for name, (low, high) in limits.items():
            value = getattr(self, name)
            if not isinstance(value, numbers.Integral) or not low <= value <= high:
                raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value}")
        return Facts(
            name="uniform_tree", title="Uniform tree", players=2, actions=self.branching, branching=self.branching,
            length=self.depth, low=-1.0, high=1.0, dtype=STATE,
        )

    def reset(self, state, rng):
        state.path = stir(np.uint64(self.seed + 1) | (np.uint64(1) << np.uint64(40)))
        state.lead = 0.0
        state.plays = 0

    def misfit(self, state):
        return "lies deeper than this tree goes" if int(state.plays) > self.depth else ""

    def to_move(self, state):
        if state.plays == self.depth:
            return TERMINAL
        return int(state.plays) // self.turns % 2

    def legal(self, state, out):
        if state.plays == self.depth:
            return 0
        for action in range(self.branching):
            out[action] = action
        return self.branching

    def play(self, state, action, rng):
        sign = 1.0 if to_move(self, state) == 0 else -1.0
        state.lead -= sign * action / (self.branching * self.depth)
        state.path = stir(state.path ^ np.uint64(action + 1))
        state.plays += 1

    def payoff(self, state, player):
        return worth(self, state) if player == 0 else -worth(self, state)

    def heuristic(self, state, player):
        """The payoff if the game ended here."""
        return worth(self, state) if player == 0 else -worth(self, state)

    def key(self, state):
        return state.path

    def action_name(self, state, action):
        return str(int(action) + 1)

    def text(self, state):
        return f"after {int(state.plays)} of {self.depth} plays, worth {worth(self, state):g} to the first player"


STATE = np.dtype(
    [
        ("path", np.uint64),  # a hash of the actions so far
        ("lead", np.float64),  # of player 0 from ordered choices, in payoff units
        ("plays", np.int16),
    ],
    align=True,
)


@helper
def stir(word):
    """A hash of 64 bits, made of shifts alone, so that it is the same interpreted and compiled."""
    for _ in range(3):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        word ^= (word >> np.uint64(29)) & (word >> np.uint64(11))  # not linear: paths must not cancel out
    return word


@helper
def worth(game, state):
    """The payoff of player 0 here, in [-1, 1]: so far in an ordered tree, by the hash in a random one."""
    if game.ordered:
        return float(state.lead)
    step = int(state.path >> np.uint64(33)) * game.values >> 31
    return 2.0 * step / (game.values - 1) - 1.0

GAMES = {"uniform_tree": "UniformTree"}
