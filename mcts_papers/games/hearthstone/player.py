"""The GSV player of the authors' simulator. It searches sequences of its own actions and evaluates them by the GSV.

The player tries all sequences of up to three own actions and plays the first action of the best sequence. Each random
outcome is sampled once. The player does not use the cards in the opponent's hand, only their number.
"""

import math

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.light import keep
from mcts_lab.engine.scratch import local_record
from mcts_lab.hints import Hints

from .choices import BRANCHING, END_TURN
from .features import state_value
from .rules import check_end, finish_turn
from .state import RUNNING, STATE

ENOUGH = 100_000.0  # if an action has at least this value, no other action is tried

LISTED = np.dtype([("actions", np.int32, (BRANCHING,)), ("states", STATE, (1,))])
first_room, second_room, third_room, target_room = (local_record(LISTED) for _ in range(4))


@unit
def best_target(game, state, side, rng) -> int:
    """Return the action that chooses the best target of a waiting battlecry. The first of equally good ones counts."""
    room = target_room()
    n = game.legal(state, room.actions)
    best, most = int(room.actions[0]), -math.inf
    for i in range(n):
        keep(room.states, 0, state)
        game.play(room.states[0], int(room.actions[i]), rng)
        value = state_value(game, room.states[0], side)
        if value > most:
            best, most = int(room.actions[i]), value
        if value >= ENOUGH:
            break
    return best


def try_action(game, state, action, rng, side):
    """Play an action, with the best target of its battlecry; return whether `side` can still act in this turn.

    At the end of a turn, the opponent's turn does not begin.
    """
    if action == END_TURN:
        finish_turn(game, state, rng)
        check_end(game, state)
        return False
    game.play(state, action, rng)
    if state.status == RUNNING and state.pending:
        game.play(state, best_target(game, state, side, rng), rng)
    return state.status == RUNNING and state.active == side


@unit
def value_at_last(game, state, side, rng) -> float:
    """Return the value of `state` after the best further action."""
    room = third_room()
    n = game.legal(state, room.actions)
    most = -math.inf
    for i in range(n):
        keep(room.states, 0, state)
        try_action(game, room.states[0], int(room.actions[i]), rng, side)
        most = max(most, state_value(game, room.states[0], side))
        if most >= ENOUGH:
            break
    return most


@unit
def value_before_last(game, state, side, rng) -> float:
    """Return the value of `state` after the best one or two further actions."""
    room = second_room()
    n = game.legal(state, room.actions)
    most = -math.inf
    for i in range(n):
        keep(room.states, 0, state)
        if try_action(game, room.states[0], int(room.actions[i]), rng, side):
            value = value_at_last(game, room.states[0], side, rng)
        else:
            value = state_value(game, room.states[0], side)
        most = max(most, value)
        if most >= ENOUGH:
            break
    return most


class HearthstonePlayer(Hints):
    """The GSV player, whose rules a search can use."""

    __slots__ = ()

    def rule_action(self, state, rng, scratch):
        """Return the action of the GSV player."""
        side = int(state.active)
        if state.pending:
            return best_target(self, state, side, rng)
        room = first_room()
        n = self.legal(state, room.actions)
        best, most = int(room.actions[0]), -math.inf
        for i in range(n):
            keep(room.states, 0, state)
            if try_action(self, room.states[0], int(room.actions[i]), rng, side):
                value = value_before_last(self, room.states[0], side, rng)
            else:
                value = state_value(self, room.states[0], side)
            if value > most:
                best, most = int(room.actions[i]), value
            if most >= ENOUGH:
                break
        return best
