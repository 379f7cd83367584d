"""Kuhn poker: three cards, two players, one bet [Kuhn 1950, "A simplified two-person poker"].

Each player puts in 1 and gets one of the cards J, Q, K (0, 1, 2). Player 0 speaks first. A bet costs 1; after a bet the
other one calls or folds; after two passes, or a call, the higher card takes the pot. With best play player 0 loses 1/18
a hand.

The two deals are chance turns, whose outcome only the receiver sees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import CHANCE, TERMINAL, Facts, to_move


class KuhnPoker(NamedTuple):
    """Kuhn poker has no options."""

    def facts(self):
        return Facts(
            name="kuhn_poker", title="Kuhn poker", players=2, actions=CARDS, branching=CARDS, length=5, low=-2.0,
            high=2.0,
            outcomes=(-2.0, -1.0, 1.0, 2.0), dtype=STATE, deterministic=False, perfect_information=False,
        )

    def reset(self, state, rng):
        fill(state.cards, NOT_DEALT)
        fill(state.actions, 0)
        state.spoken = 0

    def to_move(self, state):
        if state.cards[1] == NOT_DEALT:
            return CHANCE
        spoken = int(state.spoken)
        if spoken >= 2 and not (spoken == 2 and state.actions[0] == PASS and state.actions[1] == BET):
            return TERMINAL
        return spoken % 2

    def legal(self, state, out):
        turn = to_move(self, state)
        if turn == TERMINAL:
            return 0
        if turn != CHANCE:
            out[0] = PASS
            out[1] = BET
            return 2
        n = 0
        for card in range(CARDS):
            if card != state.cards[0]:
                out[n] = card
                n += 1
        return n

    def play(self, state, action, rng):
        if state.cards[0] == NOT_DEALT:
            state.cards[0] = action
        elif state.cards[1] == NOT_DEALT:
            state.cards[1] = action
        else:
            state.actions[int(state.spoken)] = action
            state.spoken += 1

    def payoff(self, state, player):
        mine, theirs = chips(state, player), chips(state, 1 - player)
        if mine != theirs:  # the player with less in the pot has folded
            return float(theirs) if mine > theirs else -float(mine)
        return float(mine) if state.cards[player] > state.cards[1 - player] else -float(mine)

    def determinize(self, state, observer, rng):
        """Give the opponent one of the two cards that the observer does not hold."""
        if state.cards[1 - observer] == NOT_DEALT or to_move(self, state) == TERMINAL:
            return
        if state.cards[observer] == NOT_DEALT:
            state.cards[1 - observer] = below(rng, CARDS)
            return
        card = below(rng, CARDS - 1)
        state.cards[1 - observer] = card + (1 if card >= state.cards[observer] else 0)

    def observation(self, state, action, observer):
        if to_move(self, state) == CHANCE:
            receiver = 0 if state.cards[0] == NOT_DEALT else 1
            return action if observer == receiver else HIDDEN
        return action

    def action_name(self, state, action):
        if to_move(self, state) == CHANCE:
            return f"deal {'JQK'[action]}"
        facing_bet = any(int(a) == BET for a in state.actions[: int(state.spoken)])
        return ("fold", "call")[action] if facing_bet else ("check", "bet")[action]

    def text_for(self, state, viewer):
        cards = " ".join(name or "?" for name in names_seen(self, state, viewer))
        spoken = " ".join(("pass", "bet")[int(a)] for a in state.actions[: int(state.spoken)])
        return f"cards {cards}, chips {chips(state, 0)} {chips(state, 1)}, {spoken or 'nobody has spoken'}"

    def svg_for(self, state, viewer, dark=False):
        from ..drawing.hidden_drawing import draw_cards

        held = names_seen(self, state, viewer)
        rows = [(f"player {p}: {chips(state, p)} in", [held[p]]) for p in (0, 1)]
        return draw_cards(self, rows, dark)


CARDS = 3
PASS, BET = 0, 1
NOT_DEALT = -1
HIDDEN = CARDS  # the label of a card that another player gets

STATE = np.dtype(
    [
        ("cards", np.int8, (2,)),
        ("spoken", np.int8),  # actions so far
        ("actions", np.int8, (3,)),  # PASS or BET
    ],
    align=True,
)


@helper
def chips(state, player):
    """The chips that a player has put in."""
    n = 1
    for i in range(int(state.spoken)):
        if i % 2 == player and state.actions[i] == BET:
            n += 1
    return n


def names_seen(game, state, viewer) -> list:
    """The cards' names, None for one that is not dealt or that the viewer cannot see."""
    open_to_all = viewer is None or to_move(game, state) == TERMINAL
    seen = [c != NOT_DEALT and (open_to_all or p == viewer) for p, c in enumerate(state.cards)]
    return ["JQK"[int(c)] if shown else None for c, shown in zip(state.cards, seen, strict=True)]

GAMES = {"kuhn_poker": "KuhnPoker"}
