"""Pig: roll as often as you dare; a one loses what the turn has won so far. The smallest game with chance turns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
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


@rules.facts.register(Pig)
def pig_facts(game):
    for name, low, high in (("faces", 2, 100), ("win_score", 1, 10_000), ("horizon", 1, 100_000), ("players", 2, 7)):
        if not low <= getattr(game, name) <= high:
            raise ValueError(f"{name} must be from {low} to {high}, not {getattr(game, name)}")
    least = -1.0 / (game.players - 1)
    return Facts(
        name="pig", title="Pig", players=game.players, actions=max(2, game.faces), branching=max(2, game.faces),
        length=2 * game.horizon, low=least, high=1.0, outcomes=(least, 0.0, 1.0), deterministic=False, dtype=STATE,
    )


@rules.reset.register(Pig)
def pig_reset(game, state, rng):
    fill(state.scores, 0)
    state.turn_total = 0
    state.decisions = 0
    state.player = 0
    state.rolling = 0


@helper
def winner(game, state):
    """The player with enough points, or -1."""
    for player in range(game.players):
        if state.scores[player] >= game.win_score:
            return player
    return -1


@rules.to_move.register(Pig)
def pig_to_move(game, state):
    if state.decisions >= game.horizon or winner(game, state) >= 0:
        return TERMINAL
    return CHANCE if state.rolling else int(state.player)


@rules.legal.register(Pig)
def pig_legal(game, state, out):
    mover = to_move(game, state)
    if mover == TERMINAL:
        return 0
    if mover == CHANCE:  # outcome i is the face i + 1; in Piglet, 0 is a one and 1 anything else
        n = 2 if game.piglet else game.faces
        for i in range(n):
            out[i] = i
        return n
    if state.scores[mover] + state.turn_total >= game.win_score:
        out[0] = STOP
        return 1
    out[0] = ROLL
    out[1] = STOP
    return 2


@rules.weight.register(Pig)
def pig_weight(game, state, outcome):
    return game.faces - 1.0 if game.piglet and outcome == 1 else 1.0


@rules.play.register(Pig)
def pig_play(game, state, action, rng):
    if state.rolling:
        state.rolling = 0
        if action == 0:
            end_turn(game, state)
        else:
            state.turn_total += 1 if game.piglet else action + 1
        return
    state.decisions += 1
    if action == ROLL:
        state.rolling = 1
    else:
        state.scores[state.player] += state.turn_total
        end_turn(game, state)


@helper
def end_turn(game, state):
    """The next player's turn begins."""
    state.turn_total = 0
    state.player = (int(state.player) + 1) % game.players


@rules.payoff.register(Pig)
def pig_payoff(game, state, player):
    won = winner(game, state)
    if won < 0:
        return 0.0
    return 1.0 if won == player else -1.0 / (game.players - 1)


@rules.heuristic.register(Pig)
def pig_heuristic(game, state, player):
    """How far `player` leads the others' mean, in banked points, as a share of those that win."""
    others = 0
    for other in range(game.players):
        if other != player:
            others += int(state.scores[other])
    return (int(state.scores[player]) - others / (game.players - 1)) / game.win_score


@rules.key.register(Pig)
def pig_key(game, state):
    """Exact for two players; with more, scores overlap and only make collisions unlikely."""
    word = np.uint64(state.decisions) << np.uint64(4)
    word |= np.uint64(state.player) << np.uint64(1) | np.uint64(state.rolling)
    word ^= np.uint64(state.turn_total) << np.uint64(21)
    for player in range(game.players):
        scores = np.uint64(state.scores[player])
        word ^= scores << np.uint64((35 + 14 * player) & 63) | scores >> np.uint64(64 - ((35 + 14 * player) & 63))
    return word


@rules.action_name.register(Pig)
def pig_action_name(game, state, action):
    if state.rolling:
        return ("one", "more")[action] if game.piglet else str(action + 1)
    return ("roll", "stop")[action]


@rules.text.register(Pig)
def pig_text(game, state):
    scores = " ".join(str(int(s)) for s in state.scores[: game.players])
    return f"scores {scores}, turn total {int(state.turn_total)}, player {int(state.player)}" + (
        " rolling" if state.rolling else "")
