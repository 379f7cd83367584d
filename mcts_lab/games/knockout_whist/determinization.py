"""Knockout Whist as a player may imagine it: the cards that he cannot see are dealt again."""

from __future__ import annotations

from ...engine.bits import bit
from ...game import determinize, observation, public_observation
from ..cards.cards import PACK
from ..cards.hidden_cards import redeal
from .rules import NOTHING, STOCK, KnockoutWhist

observation.register(KnockoutWhist)(public_observation)


@determinize.register(KnockoutWhist)
def knockout_whist_determinize(game, state, observer, rng):
    """Deal the other hands, dead ones included, and the stock again."""
    unseen = PACK & ~(state.hands[observer] | state.played)
    if state.turned != NOTHING:
        unseen &= ~bit(int(state.turned))
    hidden = (((1 << game.players) - 1) | (1 << STOCK)) & ~(1 << observer)
    redeal(state.hands, hidden, unseen, state.voids, game.sampler, rng)
