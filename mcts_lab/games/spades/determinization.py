"""Spades as a player may imagine it: what it sees of an action, and dealing again what it cannot see."""

from __future__ import annotations

from ...game import determinize, observation
from ..cards.cards import NO_CARDS
from ..cards.hidden_cards import redeal
from .rules import DECKS, FACE_DOWN, PASSING, PLAYING, TWO_OF_CLUBS, Spades, opening_card


@determinize.register(Spades)
def spades_determinize(game, state, observer, rng):
    """Deal again what `observer` cannot see: other hands, without the cards it passed, and its own before it looks."""
    partner = (observer + 2) & 3
    given = state.passed[observer] & state.hands[partner]
    unseen = DECKS[game.trumps] & ~(state.played | given)
    hidden = 0xF
    if (int(state.looked) >> observer) & 1:
        hidden ^= 1 << observer
        unseen &= ~state.hands[observer]
    state.hands[partner] ^= given
    leader = int(state.turn)
    pinned = NO_CARDS  # the leader of the first trick is known to hold the opening card
    if game.first_lead == TWO_OF_CLUBS and state.phase == PLAYING and state.played == NO_CARDS and leader != observer:
        pinned = opening_card(game) & unseen
        state.hands[leader] ^= pinned
        unseen ^= pinned
    redeal(state.hands, hidden, unseen, state.voids, game.sampler, rng)
    state.hands[partner] |= given
    state.hands[leader] |= pinned


@observation.register(Spades)
def spades_observation(game, state, action, observer):
    if state.phase == PASSING and (observer & 1) != (int(state.turn) & 1):
        return FACE_DOWN
    return action
