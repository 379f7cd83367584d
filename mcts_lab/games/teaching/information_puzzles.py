"""The three smallest games on which searches with hidden information go wrong.

**Coin in a box** (strategy fusion, one player). A coin lies unseen, X or Y. ``safe`` pays 1/2. After ``go`` the
player names X or Y: right +1, wrong -1. Naming blindly is worth 0, but in each single world the right name is known,
so a search of separate worlds values ``go`` at +1. In the spirit of the example in [Cowling, Powley & Whitehouse 2012].

**Hidden choice** (strategy fusion with two players). ``safe``, or ``play``; then the opponent secretly picks X or Y
and the player names one. With uneven payoffs (``safe`` 1/4, X named rightly 1, Y named rightly 1/2, wrong -1) `play`
is worth -1/7 against best play: the namer says X with chance 3/7.

**Non-locality**. World A has chance 2/3, B 1/3; player 1 knows which, and moves first, ``exit`` or ``on``; after ``on``
player 0 chooses ``L`` or ``R``. Payoffs to player 0: A: exit -1, L +1, R -1/2; B: exit +1, L -1, R +1/4. Player 1
exits in A and goes on in B, so player 0 should choose R; weighing the worlds by the chances of the deal leads to L.

Deals are chance turns, whose outcome only some players observe.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper, methods_of
from ...engine.light import fill
from ...engine.random import below, uniform
from ...game import CHANCE, TERMINAL, Facts, to_move


class CoinInABox(NamedTuple):
    """The first puzzle has no options."""

    names = (("X", "Y"), ("safe", "go"), ("X", "Y"))
    secret = 0  # the number of the action that player 0 does not see

    def facts(self):
        return Facts(
            name="coin_in_a_box", title="Coin in a box", players=1, actions=2, branching=2, length=3, low=-1.0,
            high=1.0, outcomes=(-1.0, 0.5, 1.0), dtype=STATE, zero_sum=False, deterministic=False,
            perfect_information=False,
        )

    def reset(self, state, rng):
        fill(state.moves, 0)
        state.made = 0

    def to_move(self, state):
        made = int(state.made)
        return TERMINAL if made == 3 or (made == 2 and state.moves[1] == SAFE) else COIN_TURNS[made]

    def legal(self, state, out):
        if to_move(self, state) == TERMINAL:
            return 0
        out[0] = 0
        out[1] = 1
        return 2

    def play(self, state, action, rng):
        state.moves[int(state.made)] = action
        state.made += 1

    def payoff(self, state, player):
        if state.moves[1] == SAFE:
            return 0.5
        return 1.0 if state.moves[2] == state.moves[0] else -1.0

    def determinize(self, state, observer, rng):
        if to_move(self, state) != TERMINAL:
            flip(state, 0, rng)

    def observation(self, state, action, observer):
        return HIDDEN if state.made == 0 else action

    def action_name(self, state, action):
        return self.names[int(state.made)][action]

    def text_for(self, state, viewer):
        return " ".join(name or "?" for name in moves_so_far(self, state, viewer)) or "nothing yet"

    def svg_for(self, state, viewer, dark=False):
        from ..drawing.hidden_drawing import draw_cards

        return draw_cards(self, [("so far", moves_so_far(self, state, viewer))], dark)


@methods_of(CoinInABox)
class HiddenChoice(NamedTuple):
    """The second puzzle."""

    uneven: bool = True  # False: safe 1/2, right 1, wrong -1, where mirror-image learners can lock in step

    names = (("safe", "play"), ("X", "Y"), ("X", "Y"))
    secret = 1

    def facts(self):
        return Facts(
            name="hidden_choice", title="Hidden choice", players=2, actions=2, branching=2, length=3, low=-1.0,
            high=1.0, dtype=STATE, perfect_information=False,
        )

    def to_move(self, state):
        made = int(state.made)
        return TERMINAL if made == 3 or (made == 1 and state.moves[0] == SAFE) else CHOICE_TURNS[made]

    def payoff(self, state, player):
        sign = 1.0 if player == 0 else -1.0
        if state.moves[0] == SAFE:
            return sign * (0.25 if self.uneven else 0.5)
        if state.moves[2] != state.moves[1]:
            return -sign
        return sign * (0.5 if self.uneven and state.moves[1] == 1 else 1.0)

    def determinize(self, state, observer, rng):
        if observer == 0 and to_move(self, state) != TERMINAL:
            flip(state, 1, rng)

    def observation(self, state, action, observer):
        return HIDDEN if state.made == 1 and observer == 0 else action


@methods_of(CoinInABox)
class NonLocality(NamedTuple):
    """The third puzzle."""

    chance: float = 2 / 3  # of world A

    names = (("A", "B"), ("exit", "on"), ("L", "R"))

    def facts(self):
        if not 0.0 <= self.chance <= 1.0:
            raise ValueError(f"the chance of world A must lie in 0 to 1, not {self.chance}")
        return Facts(
            name="non_locality", title="Non-locality", players=2, actions=2, branching=2, length=3, low=-1.0,
            high=1.0, dtype=STATE, deterministic=False, perfect_information=False, player_names=("MAX", "MIN"),
        )

    def to_move(self, state):
        made = int(state.made)
        return TERMINAL if made == 3 or (made == 2 and state.moves[1] == EXIT) else NON_LOCAL_TURNS[made]

    def weight(self, state, outcome):
        return self.chance if outcome == 0 else 1.0 - self.chance

    def payoff(self, state, player):
        column = 0 if state.moves[1] == EXIT else 1 + int(state.moves[2])
        value = NON_LOCAL[int(state.moves[0]), column]
        return value if player == 0 else -value

    def determinize(self, state, observer, rng):
        """Draw the world by the chances of the deal, whatever player 1's moves say about it."""
        if observer == 0 and state.made > 0 and to_move(self, state) != TERMINAL:
            state.moves[0] = 0 if uniform(rng) < self.chance else 1

    def observation(self, state, action, observer):
        return HIDDEN if state.made == 0 and observer == 0 else action


STATE = np.dtype([("moves", np.int8, (3,)), ("made", np.int8)], align=True)  # the actions so far
HIDDEN = 2  # the label of a choice that the observer does not see
SAFE = EXIT = 0

# turns by the number of actions made
COIN_TURNS = np.array([CHANCE, 0, 0])
CHOICE_TURNS = np.array([0, 1, 0])
NON_LOCAL_TURNS = np.array([CHANCE, 1, 0])
NON_LOCAL = np.array([[-1.0, 1.0, -0.5], [1.0, -1.0, 0.25]])  # world; exit, L, R


@helper
def flip(state, at, rng):
    """Draw action number `at` anew, if it has been chosen."""
    if state.made > at:
        state.moves[at] = below(rng, 2)


def moves_so_far(game, state, viewer=None) -> list:
    """Return the names of the actions so far, None for one that the viewer does not see."""
    hidden = game.secret if viewer == 0 and to_move(game, state) != TERMINAL else None
    moves = enumerate(state.moves[: int(state.made)])
    return [None if i == hidden else game.names[i][int(a)] for i, a in moves]

GAMES = {"coin_in_a_box": "CoinInABox", "hidden_choice": "HiddenChoice", "non_locality": "NonLocality"}
