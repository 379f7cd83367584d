"""Leduc poker: six cards of three ranks, two betting rounds, one public card between them [Southey et al. 2005].

Both put in 1. A raise adds 2 in the first round and 4 in the second, on top of the call; at most two raises per round.
Player 0 opens both rounds. A pair with the public card wins, else the higher rank, and equal ranks share the pot. The
winner gets what the loser put in.

Cards are numbered 0 to 5 and card c has rank ``c // 2``. Deals and the public card are chance turns; only
the player that gets a card observes the deal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import CHANCE, TERMINAL, Facts, to_move


class LeducPoker(NamedTuple):
    """Leduc poker has no options."""

    def facts(self):
        return Facts(
            name="leduc_poker", title="Leduc poker", players=2, actions=CARDS, branching=CARDS, length=11, low=-13.0,
            high=13.0, dtype=STATE, deterministic=False, perfect_information=False,
        )

    def reset(self, state, rng):
        fill(state.cards, NOT_DEALT)
        state.public = NOT_DEALT
        fill(state.chips, 1)
        state.betting = 0
        state.turn = 0
        state.raises = 0
        state.calls = 0
        state.folded = NOBODY
        fill(state.spoken, 0)
        state.actions[:, :] = 0

    def to_move(self, state):
        if state.folded != NOBODY or state.betting == 2:
            return TERMINAL
        if state.cards[1] == NOT_DEALT or (state.betting == 1 and state.public == NOT_DEALT):
            return CHANCE
        return int(state.turn)

    def legal(self, state, out):
        turn = to_move(self, state)
        if turn == TERMINAL:
            return 0
        n = 0
        if turn == CHANCE:
            for card in range(CARDS):
                if card != state.cards[0] and card != state.cards[1]:
                    out[n] = card
                    n += 1
            return n
        if state.chips[turn] < state.chips[1 - turn]:
            out[n] = FOLD
            n += 1
        out[n] = CALL
        n += 1
        if state.raises < MOST_RAISES:
            out[n] = RAISE
            n += 1
        return n

    def play(self, state, action, rng):
        if state.cards[0] == NOT_DEALT:
            state.cards[0] = action
        elif state.cards[1] == NOT_DEALT:
            state.cards[1] = action
        elif state.betting == 1 and state.public == NOT_DEALT:
            state.public = action
        else:
            speak(state, action)

    def payoff(self, state, player):
        if state.folded != NOBODY:
            return -float(state.chips[player]) if state.folded == player else float(state.chips[1 - player])
        mine, theirs = strength(state, player), strength(state, 1 - player)
        if mine == theirs:
            return 0.0
        return float(state.chips[1 - player]) if mine > theirs else -float(state.chips[player])

    def determinize(self, state, observer, rng):
        """Give the opponent one of the cards that the observer does not see."""
        if state.cards[1 - observer] == NOT_DEALT or to_move(self, state) == TERMINAL:
            return
        while True:
            card = below(rng, CARDS)
            if card != state.cards[observer] and card != state.public:
                break
        state.cards[1 - observer] = card

    def observation(self, state, action, observer):
        if state.cards[1] == NOT_DEALT:
            receiver = 0 if state.cards[0] == NOT_DEALT else 1
            return action if observer == receiver else HIDDEN
        return action

    def action_name(self, state, action):
        if to_move(self, state) == CHANCE:
            return f"deal {card_name(action)}"
        return ("Fold", "Call", "Raise")[action]

    def text_for(self, state, viewer):
        first, second, public = (name or "?" for name in names_seen(self, state, viewer))
        spoken = " | ".join(
            " ".join(("fold", "call", "raise")[int(a)] for a in state.actions[r, : int(state.spoken[r])]) for r in (0,
                                                                                                                    1)
        )
        said = spoken if any(state.spoken) else "nobody has spoken"
        return f"cards {first} {second}, public {public}, chips {int(state.chips[0])} {int(state.chips[1])}, {said}"

    def svg_for(self, state, viewer, dark=False):
        from ..drawing.hidden_drawing import draw_cards

        shown = [name and name[0] for name in names_seen(self, state, viewer)]
        rows = [(f"player {p}: {int(state.chips[p])} in", [shown[p]]) for p in (0, 1)]
        return draw_cards(self, [*rows, ("public", [shown[2]])], dark)


CARDS = 6
FOLD, CALL, RAISE = 0, 1, 2
MOST_RAISES = 2
NOT_DEALT = -1
NOBODY = -1
HIDDEN = CARDS  # the label of a card that another player gets

STATE = np.dtype(
    [
        ("cards", np.int8, (2,)),
        ("public", np.int8),
        ("chips", np.int8, (2,)),  # what each player has put in
        ("betting", np.int8),  # 0 or 1; 2 when both are over
        ("turn", np.int8),
        ("raises", np.int8),  # in this round
        ("calls", np.int8),  # in a row in this round: two calls, or one after a raise, end it
        ("folded", np.int8),  # a player, or NOBODY
        ("spoken", np.int8, (2,)),  # actions in each round
        ("actions", np.int8, (2, 4)),
    ],
    align=True,
)


@helper
def speak(state, action):
    """The player to move folds, calls or raises; the round ends when both have called or a raise is called."""
    player = int(state.turn)
    betting = int(state.betting)
    state.actions[betting, int(state.spoken[betting])] = action
    state.spoken[betting] += 1
    state.turn = 1 - player
    if action == FOLD:
        state.folded = player
        return
    state.chips[player] = state.chips[1 - player]
    if action == RAISE:
        state.chips[player] += 2 * (betting + 1)
        state.raises += 1
        state.calls = 0
        return
    state.calls += 1
    if state.calls == 2 or state.raises > 0:
        state.betting = betting + 1
        state.turn = 0
        state.raises = 0
        state.calls = 0


@helper
def strength(state, player):
    """A pair with the public card beats every rank."""
    rank = int(state.cards[player]) // 2
    return rank + CARDS if rank == int(state.public) // 2 else rank


def card_name(card) -> str:
    """Rank and one of the two cards of it: Ja, Jb, Qa, ..."""
    return "JQK"[int(card) // 2] + "ab"[int(card) % 2]


def names_seen(game, state, viewer) -> list:
    """The names of both cards and the public one, None for one that is not dealt or that the viewer cannot see."""
    open_to_all = viewer is None or to_move(game, state) == TERMINAL
    own = [card_name(c) if c != NOT_DEALT and (open_to_all or p == viewer) else None for p, c in enumerate(state.cards)]
    return [*own, None if state.public == NOT_DEALT else card_name(state.public)]

GAMES = {"leduc_poker": "LeducPoker"}
