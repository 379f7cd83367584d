"""What the actions of the three smallest games are worth to the player who decides, by every line of play."""

from __future__ import annotations

import functools

from mcts_lab.engine.distinct import Distinct
from mcts_lab.game import after, start
from mcts_lab.games.teaching.information_puzzles import CoinInABox, HiddenChoice, NonLocality

X, Y = 0, 1  # worlds, secret choices, and the names for them
GO = PLAY = ON = 1
SAFE = EXIT = 0
L, R = 0, 1


class Exact(Distinct):
    """The right action, its value, and the value of the other one, in payoffs of the player who decides."""

    right: str
    best: float
    other: float


def worth(game, *actions) -> float:
    """The payoff to player 0 after these actions, those of chance included."""
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    return float(game.payoff(state, 0))


def coin_in_a_box() -> Exact:
    """The side is hidden from all, so a name is worth its mean over both."""
    game = CoinInABox()
    go = max(sum(worth(game, side, GO, name) for side in (X, Y)) / 2 for name in (X, Y))
    return Exact("safe", worth(game, X, SAFE), go)


def hidden_choice() -> Exact:
    """After `play` both choose at once: a game of two by two without a saddle point, whose value has a formula."""
    game = HiddenChoice()
    a, b, c, d = (worth(game, PLAY, secret, name) for secret in (X, Y) for name in (X, Y))
    return Exact("safe", worth(game, SAFE), (a * d - b * c) / (a + d - b - c))


def non_locality() -> Exact:
    """MIN goes on only in the world in which every reply is better for him than to leave, so MAX knows where he is."""
    game = NonLocality()
    going_on = [world for world in (X, Y)
                if all(worth(game, world, ON, reply) < worth(game, world, EXIT) for reply in (L, R))]
    staying = [world for world in (X, Y)
               if all(worth(game, world, ON, reply) > worth(game, world, EXIT) for reply in (L, R))]
    assert len(going_on) == len(staying) == 1  # in each world one of MIN's actions is better whatever follows
    return Exact("R", worth(game, going_on[0], ON, R), worth(game, going_on[0], ON, L))


@functools.cache
def exact_values() -> dict:
    """The name of each game -> `Exact`."""
    return {"coin in a box": coin_in_a_box(), "hidden choice": hidden_choice(), "non-locality": non_locality()}
