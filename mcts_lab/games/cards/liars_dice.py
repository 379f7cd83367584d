"""Liar's dice for two players with one die each: bid higher or call the other a liar.

A bid says how many dice show a face. It is higher with a higher quantity, or with the same quantity and a higher face.
The top face is wild: it counts as every face. The last bidder wins if there are as many as the bid says, else the
caller does.

Bid ``sides * (quantity - 1) + face - 1``, and the call after the last bid. Rolls are chance turns, seen only by their
owner.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.bits import bit, count_bits
from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import CHANCE, TERMINAL, Facts, to_move


class LiarsDice(NamedTuple):
    """The options of liar's dice."""

    sides: int = 6

    def facts(self):
        if not 2 <= self.sides <= 20:
            raise ValueError(f"dice have 2 to 20 sides here, not {self.sides}")
        bids = PLAYERS * self.sides
        return Facts(
            name="liars_dice", title="Liar's dice", players=PLAYERS, actions=bids + 1, branching=bids, length=bids + 3,
            low=-1.0, high=1.0, outcomes=(-1.0, 1.0), dtype=STATE, deterministic=False, perfect_information=False,
        )

    def reset(self, state, rng):
        fill(state.dice, NOT_ROLLED)
        state.bids = 0
        state.last = NO_BID
        state.called = 0

    def to_move(self, state):
        if state.called:
            return TERMINAL
        if state.dice[1] == NOT_ROLLED:
            return CHANCE
        return bids_made(state) % PLAYERS

    def legal(self, state, out):
        turn = to_move(self, state)
        if turn == TERMINAL:
            return 0
        if turn == CHANCE:
            for i in range(self.sides):
                out[i] = i
            return self.sides
        n = 0
        for action in range(int(state.last) + 1, PLAYERS * self.sides):
            out[n] = action
            n += 1
        if state.last != NO_BID:
            out[n] = PLAYERS * self.sides
            n += 1
        return n

    def play(self, state, action, rng):
        if state.dice[0] == NOT_ROLLED:
            state.dice[0] = action + 1
        elif state.dice[1] == NOT_ROLLED:
            state.dice[1] = action + 1
        elif action == PLAYERS * self.sides:
            state.called = 1
        else:
            state.bids |= bit(action)
            state.last = action

    def payoff(self, state, player):
        quantity = int(state.last) // self.sides + 1
        face = int(state.last) % self.sides + 1
        showing = 0
        for p in range(PLAYERS):
            if state.dice[p] == face or state.dice[p] == self.sides:
                showing += 1
        bidder = 1 - bids_made(state) % PLAYERS
        winner = bidder if showing >= quantity else 1 - bidder
        return 1.0 if winner == player else -1.0

    def determinize(self, state, observer, rng):
        """Roll the opponent's die anew."""
        if state.dice[1 - observer] != NOT_ROLLED and not state.called:
            state.dice[1 - observer] = below(rng, self.sides) + 1

    def observation(self, state, action, observer):
        if to_move(self, state) == CHANCE:
            receiver = 0 if state.dice[0] == NOT_ROLLED else 1
            return action if observer == receiver else PLAYERS * self.sides + 1
        return action

    def action_name(self, state, action):
        if to_move(self, state) == CHANCE:
            return f"roll {action + 1}"
        return "Liar" if action == PLAYERS * self.sides else bid_name(self, action)

    def text_for(self, state, viewer):
        dice = " ".join(face or "?" for face in dice_seen(state, viewer))
        return f"dice {dice}, bids {' '.join(bid_names(self, state)) or 'none'}{', Liar!' if state.called else ''}"

    def svg_for(self, state, viewer, dark=False):
        from ..drawing.hidden_drawing import draw_cards

        rows = [(f"player {p}", [face]) for p, face in enumerate(dice_seen(state, viewer))]
        return draw_cards(self, [*rows, ("bids", bid_names(self, state)[-8:])], dark)


NOT_ROLLED = 0
PLAYERS = 2
NO_BID = -1

STATE = np.dtype(
    [
        ("dice", np.int8, (2,)),  # faces, 1 to sides
        ("bids", np.uint64),  # bit b: bid b was made; as bids rise, this is the history
        ("last", np.int8),  # the last bid
        ("called", np.int8),
    ],
    align=True,
)


@helper
def bids_made(state):
    """The number of bids so far."""
    return count_bits(state.bids)


def bid_name(game, bid) -> str:
    """A bid as "quantity-face"."""
    return f"{bid // game.sides + 1}-{bid % game.sides + 1}"


def bid_names(game, state) -> list[str]:
    """The bids so far."""
    return [bid_name(game, b) for b in range(PLAYERS * game.sides) if int(state.bids) >> b & 1]


def dice_seen(state, viewer) -> list:
    """The dice, None for one that is not rolled or that the viewer cannot see."""
    return [str(int(d)) if d and (viewer in (None, p) or state.called) else None for p, d in enumerate(state.dice)]

GAMES = {"liars_dice": "LiarsDice"}
