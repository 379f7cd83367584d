"""Compute the exact values of the actions in the three smallest games, from all sequences of moves."""

from __future__ import annotations

import functools

from mcts_lab.engine.distinct import Distinct
from mcts_lab.game import after, start
from mcts_lab.games.teaching.information_puzzles import CoinInABox, HiddenChoice, NonLocality

X, Y = 0, 1  # hidden states, secret choices, and guesses
GO = PLAY = ON = 1
SAFE = EXIT = 0
L, R = 0, 1


class Exact(Distinct):
    """The right action, its value, and the other action's value, in payoffs of the player who decides."""

    right: str
    best: float
    other: float


def worth(game, *actions) -> float:
    """Return the payoff to player 0 after `actions`, which include the outcomes of chance."""
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    return float(game.payoff(state, 0))


def coin_in_a_box() -> Exact:
    """Return the values in "coin in a box": the side is hidden, so a guess has its mean value over both sides."""
    game = CoinInABox()
    go = max(sum(worth(game, side, GO, name) for side in (X, Y)) / 2 for name in (X, Y))
    return Exact("safe", worth(game, X, SAFE), go)


def hidden_choice() -> Exact:
    """Return the values in "hidden choice": a 2 x 2 matrix game without a saddle point, whose value has a formula."""
    game = HiddenChoice()
    a, b, c, d = (worth(game, PLAY, secret, name) for secret in (X, Y) for name in (X, Y))
    return Exact("safe", worth(game, SAFE), (a * d - b * c) / (a + d - b - c))


def non_locality() -> Exact:
    """Return the values in "non-locality".

    In one of the two hidden states, every reply of MAX is better for MIN than the exit. MIN continues only in this
    state. So if MIN continues, MAX knows the state.
    """
    game = NonLocality()
    going_on = [world for world in (X, Y)
                if all(worth(game, world, ON, reply) < worth(game, world, EXIT) for reply in (L, R))]
    staying = [world for world in (X, Y)
               if all(worth(game, world, ON, reply) > worth(game, world, EXIT) for reply in (L, R))]
    assert len(going_on) == len(staying) == 1  # in each hidden state, one action of MIN is better for all replies
    return Exact("R", worth(game, going_on[0], ON, R), worth(game, going_on[0], ON, L))


@functools.cache
def exact_values() -> dict:
    """Return the `Exact` of each game, by name."""
    return {"coin in a box": coin_in_a_box(), "hidden choice": hidden_choice(), "non-locality": non_locality()}
