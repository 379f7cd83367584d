"""Examples from games of a player against itself, from which models of states learn."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.game import game_of
from mcts_lab.learning.models import WIDEST
from mcts_lab.matches.match import play_game, spawned


class Examples(NamedTuple):
    """Training examples: one row per decision, with the state before it."""

    inputs: np.ndarray  # float32[rows, inputs], `Game.inputs`
    payoffs: np.ndarray  # float64[rows], payoff at the end of the game of the player to move
    choices: np.ndarray  # int32[rows], the action taken
    games: np.ndarray  # int32[rows], number of the game


class _Recorder:
    """A player at one seat whose decisions are recorded in a list that all seats share."""

    always_legal = True

    def __init__(self, player, rows):
        self.name, self._player, self._rows = player.name, player, rows

    def sit(self, game, seat, seed):
        seated = self._player.sit(game, seat, seed) if hasattr(self._player, "sit") else self._player
        recorder = _Recorder(seated, self._rows)
        if hasattr(seated, "watch"):
            recorder.watch = seated.watch
        return recorder

    def choose(self, game, state, seed):
        action = self._player.choose(game, state, seed)
        self._rows.append((features_row(game, state), int(game.to_move(state)), action))
        return action


@entry
def _features_into(game, state, out):
    return game.inputs(state, out)


def features_row(game, state) -> np.ndarray:
    """Return the features of a state. Raises ValueError if the game defines none."""
    out = np.zeros(WIDEST, np.float32)
    n = _features_into(game, state, out, compiled=isinstance(state, np.void) and compiler.available())
    if not n:
        raise ValueError(f"{game.facts().title} does not describe its states by numbers. Give its class a method "
                         "inputs.")
    return out[:n].copy()


def examples(game, player, games: int, seed=None, *, first: int = 0, **options) -> Examples:
    """Let `player` play games against itself, beginning with number `first`, and return the examples.

    The seed of a game depends only on `seed` and on the number of the game. options: arguments of `play_game`.
    """
    game = game_of(game)
    inputs, payoffs, choices, numbers = [], [], [], []
    for number in range(first, first + games):
        rows = []
        ended = play_game(game, [_Recorder(player, rows)] * game.facts().players, spawned(seed, number), **options)
        inputs += [row for row, _, _ in rows]
        payoffs += [ended[f"payoff_{mover}"] for _, mover, _ in rows]
        choices += [action for _, _, action in rows]
        numbers += [number] * len(rows)
    return Examples(np.array(inputs, np.float32), np.array(payoffs), np.array(choices, np.int32),
                    np.array(numbers, np.int32))


def together(parts) -> Examples:
    """Return several sets of examples as one set."""
    return Examples(*(np.concatenate(column) for column in zip(*parts, strict=True)))
