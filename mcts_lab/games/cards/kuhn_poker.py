"""Kuhn poker: three cards, two players, one bet [Kuhn 1950, "A simplified two-person poker"].

Each player puts in 1 and gets one of the cards J, Q, K (0, 1, 2). Player 0 speaks first. A bet costs 1; after a bet the
other one calls or folds; after two passes, or a call, the higher card takes the pot. With best play player 0 loses 1/18
a hand.

The two deals are chance turns, whose outcome only the receiver sees.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import CHANCE, TERMINAL, Facts, svg_for, text_for, to_move


class KuhnPoker(NamedTuple):
    """Kuhn poker has no options."""


CARDS = 3
PASS, BET = 0, 1
NOT_DEALT = -1
HIDDEN = CARDS  # the label of a card that somebody else gets

STATE = np.dtype(
    [
        ("cards", np.int8, (2,)),
        ("spoken", np.int8),  # actions so far
        ("actions", np.int8, (3,)),  # PASS or BET
    ],
    align=True,
)


@rules.facts.register(KuhnPoker)
def kuhn_poker_facts(game):
    return Facts(
        name="kuhn_poker", title="Kuhn poker", players=2, actions=CARDS, branching=CARDS, length=5, low=-2.0, high=2.0,
        outcomes=(-2.0, -1.0, 1.0, 2.0), dtype=STATE, deterministic=False, perfect_information=False,
    )


@rules.reset.register(KuhnPoker)
def kuhn_poker_reset(game, state, rng):
    fill(state.cards, NOT_DEALT)
    fill(state.actions, 0)
    state.spoken = 0


@rules.to_move.register(KuhnPoker)
def kuhn_poker_to_move(game, state):
    if state.cards[1] == NOT_DEALT:
        return CHANCE
    spoken = int(state.spoken)
    if spoken >= 2 and not (spoken == 2 and state.actions[0] == PASS and state.actions[1] == BET):
        return TERMINAL
    return spoken % 2


@rules.legal.register(KuhnPoker)
def kuhn_poker_legal(game, state, out):
    turn = to_move(game, state)
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


@rules.play.register(KuhnPoker)
def kuhn_poker_play(game, state, action, rng):
    if state.cards[0] == NOT_DEALT:
        state.cards[0] = action
    elif state.cards[1] == NOT_DEALT:
        state.cards[1] = action
    else:
        state.actions[int(state.spoken)] = action
        state.spoken += 1


@helper
def chips(state, player):
    """What a player has put in."""
    n = 1
    for i in range(int(state.spoken)):
        if i % 2 == player and state.actions[i] == BET:
            n += 1
    return n


@rules.payoff.register(KuhnPoker)
def kuhn_poker_payoff(game, state, player):
    mine, theirs = chips(state, player), chips(state, 1 - player)
    if mine != theirs:  # the one who put in less has folded
        return float(theirs) if mine > theirs else -float(mine)
    return float(mine) if state.cards[player] > state.cards[1 - player] else -float(mine)


@rules.determinize.register(KuhnPoker)
def kuhn_poker_determinize(game, state, observer, rng):
    """Give the opponent one of the two cards that the observer does not hold."""
    if state.cards[1 - observer] == NOT_DEALT or to_move(game, state) == TERMINAL:
        return
    if state.cards[observer] == NOT_DEALT:
        state.cards[1 - observer] = below(rng, CARDS)
        return
    card = below(rng, CARDS - 1)
    state.cards[1 - observer] = card + (1 if card >= state.cards[observer] else 0)


@rules.observation.register(KuhnPoker)
def kuhn_poker_observation(game, state, action, observer):
    if to_move(game, state) == CHANCE:
        receiver = 0 if state.cards[0] == NOT_DEALT else 1
        return action if observer == receiver else HIDDEN
    return action


@rules.action_name.register(KuhnPoker)
def kuhn_poker_action_name(game, state, action):
    if to_move(game, state) == CHANCE:
        return f"deal {'JQK'[action]}"
    facing_bet = any(int(a) == BET for a in state.actions[: int(state.spoken)])
    return ("fold", "call")[action] if facing_bet else ("check", "bet")[action]


def names_seen(game, state, viewer) -> list:
    """The cards' names, None for one that is not dealt or that the viewer cannot see."""
    open_to_all = viewer is None or to_move(game, state) == TERMINAL
    seen = [c != NOT_DEALT and (open_to_all or p == viewer) for p, c in enumerate(state.cards)]
    return ["JQK"[int(c)] if shown else None for c, shown in zip(state.cards, seen, strict=True)]


@rules.text.register(KuhnPoker)
def kuhn_poker_text(game, state):
    return text_for(game, state, None)


@rules.text_for.register(KuhnPoker)
def kuhn_poker_text_for(game, state, viewer):
    cards = " ".join(name or "?" for name in names_seen(game, state, viewer))
    spoken = " ".join(("pass", "bet")[int(a)] for a in state.actions[: int(state.spoken)])
    return f"cards {cards}, chips {chips(state, 0)} {chips(state, 1)}, {spoken or 'nobody has spoken'}"


@rules.svg.register(KuhnPoker)
def kuhn_poker_svg(game, state, dark=False):
    return svg_for(game, state, None, dark)


@rules.svg_for.register(KuhnPoker)
def kuhn_poker_svg_for(game, state, viewer, dark=False):
    from ..drawing.hidden_drawing import draw_cards

    held = names_seen(game, state, viewer)
    rows = [(f"player {p}: {chips(state, p)} in", [held[p]]) for p in (0, 1)]
    return draw_cards(game, rows, dark)
