"""Pig: roll as often as you dare; a one loses what the turn has won so far. The smallest game with chance turns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper
from ...engine.light import fill
from ...game import CHANCE, TERMINAL, Facts, to_move

ROLL, STOP = 0, 1
MOST_PLAYERS = 7


class Pig(NamedTuple):
    """The rules are those of OpenSpiel's game of this name."""

    faces: int = 6  # of the die, 2 to 100
    win_score: int = 100  # points that win, 1 to 10000
    horizon: int = 1000  # a game of this many decisions ends without a winner, 1 to 100000
    piglet: bool = False  # a roll that is not a one counts 1, whatever it shows
    players: int = 2  # 2 to 7

    def facts(self):
        for name, low, high in (("faces", 2, 100), ("win_score", 1, 10_000), ("horizon", 1, 100_000), ("players", 2,
                                                                                                       7)):
            if not low <= getattr(self, name) <= high:
                raise ValueError(f"{name} must be from {low} to {high}, not {getattr(self, name)}")
        least = -1.0 / (self.players - 1)
        return Facts(
            name="pig", title="Pig", players=self.players, actions=max(2, self.faces), branching=max(2, self.faces),
            length=2 * self.horizon, low=least, high=1.0, outcomes=(least, 0.0, 1.0), deterministic=False, dtype=STATE,
        )

    def reset(self, state, rng):
        fill(state.scores, 0)
        state.turn_total = 0
        state.decisions = 0
        state.player = 0
        state.rolling = 0

    def to_move(self, state):
        if state.decisions >= self.horizon or winner(self, state) >= 0:
            return TERMINAL
        return CHANCE if state.rolling else int(state.player)

    def legal(self, state, out):
        mover = to_move(self, state)
        if mover == TERMINAL:
            return 0
        if mover == CHANCE:  # outcome i is the face i + 1; in Piglet, 0 is a one and 1 anything else
            n = 2 if self.piglet else self.faces
            for i in range(n):
                out[i] = i
            return n
        if state.scores[mover] + state.turn_total >= self.win_score:
            out[0] = STOP
            return 1
        out[0] = ROLL
        out[1] = STOP
        return 2

    def weight(self, state, outcome):
        return self.faces - 1.0 if self.piglet and outcome == 1 else 1.0

    def play(self, state, action, rng):
        if state.rolling:
            state.rolling = 0
            if action == 0:
                end_turn(self, state)
            else:
                state.turn_total += 1 if self.piglet else action + 1
            return
        state.decisions += 1
        if action == ROLL:
            state.rolling = 1
        else:
            state.scores[state.player] += state.turn_total
            end_turn(self, state)

    def payoff(self, state, player):
        won = winner(self, state)
        if won < 0:
            return 0.0
        return 1.0 if won == player else -1.0 / (self.players - 1)

    def heuristic(self, state, player):
        """The lead of `player` over the others' mean, in banked points, as a share of those that win."""
        others = 0
        for other in range(self.players):
            if other != player:
                others += int(state.scores[other])
        return (int(state.scores[player]) - others / (self.players - 1)) / self.win_score

    def key(self, state):
        """Exact for two players; with more, scores overlap and only make collisions unlikely."""
        word = np.uint64(state.decisions) << np.uint64(4)
        word |= np.uint64(state.player) << np.uint64(1) | np.uint64(state.rolling)
        word ^= np.uint64(state.turn_total) << np.uint64(21)
        for player in range(self.players):
            scores = np.uint64(state.scores[player])
            word ^= scores << np.uint64((35 + 14 * player) & 63) | scores >> np.uint64(64 - ((35 + 14 * player) & 63))
        return word

    def action_name(self, state, action):
        if state.rolling:
            return ("one", "more")[action] if self.piglet else str(action + 1)
        return ("roll", "stop")[action]

    def text(self, state):
        scores = " ".join(str(int(s)) for s in state.scores[: self.players])
        return f"scores {scores}, turn total {int(state.turn_total)}, player {int(state.player)}" + (
            " rolling" if state.rolling else "")


STATE = np.dtype(
    [
        ("scores", np.int32, (MOST_PLAYERS,)),
        ("turn_total", np.int32),  # what the player would bank by stopping
        ("decisions", np.int32),  # so far
        ("player", np.int8),  # whose turn it is
        ("rolling", np.int8),  # 1 while the die is in the air, a CHANCE turn
    ],
    align=True,
)


@helper
def winner(game, state):
    """The player with enough points, or -1."""
    for player in range(game.players):
        if state.scores[player] >= game.win_score:
            return player
    return -1


@helper
def end_turn(game, state):
    """The next player's turn begins."""
    state.turn_total = 0
    state.player = (int(state.player) + 1) % game.players

GAMES = {"pig": "Pig"}
