"""Connect Four on a board of any size: four in a row, column or diagonal wins."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bits import bit
from ..game import TERMINAL, Facts, facts, legal, payoff, play, random_action, reset, to_move
from ..generic import helper
from ..random import below


class ConnectFour(NamedTuple):
    rows: int = 6
    columns: int = 7


STATE = np.dtype(
    [
        ("discs", np.uint64, (2,)),  # a bit board per player; column c, row r (from below) is bit c*(rows+1) + r
        ("heights", np.int8, (8,)),  # discs in each column
        ("plays", np.int16),
        ("winner", np.int8),  # NOBODY, or a player
    ],
    align=True,
)
NOBODY = -1


@facts.register(ConnectFour)
def _(game):
    return Facts(
        name="connect_four", title="Connect Four", players=2, actions=game.columns, branching=game.columns,
        length=game.rows * game.columns, low=-1.0, high=1.0, outcomes=(-1.0, 0.0, 1.0), dtype=STATE,
    )


@reset.register(ConnectFour)
def _(game, state, rng):
    state.discs[:] = 0
    state.heights[:] = 0
    state.plays = 0
    state.winner = NOBODY


@to_move.register(ConnectFour)
def _(game, state):
    if state.winner != NOBODY or state.plays == game.rows * game.columns:
        return TERMINAL
    return int(state.plays) & 1


@legal.register(ConnectFour)
def _(game, state, out):
    n = 0
    for column in range(game.columns):
        if state.heights[column] < game.rows:
            out[n] = column
            n += 1
    return n


@random_action.register(ConnectFour)
def _(game, state, rng, scratch):
    while True:
        column = below(rng, game.columns)
        if state.heights[column] < game.rows:
            return column


@play.register(ConnectFour)
def _(game, state, action, rng):
    player = int(state.plays) & 1
    discs = state.discs[player] | bit(action * (game.rows + 1) + int(state.heights[action]))
    state.discs[player] = discs
    state.heights[action] += 1
    state.plays += 1
    if has_four(discs, np.uint64(game.rows)):
        state.winner = player


@helper
def has_four(discs, rows):
    one = np.uint64(1)
    return (four_along(discs, one) | four_along(discs, rows) | four_along(discs, rows + one) | four_along(discs, rows + one + one)) != 0


@helper
def four_along(discs, step):
    pairs = discs & (discs >> step)
    return pairs & (pairs >> (step + step))


@payoff.register(ConnectFour)
def _(game, state, player):
    if state.winner == NOBODY:
        return 0.0
    return 1.0 if state.winner == player else -1.0


connect_four = ConnectFour
