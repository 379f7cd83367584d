"""Advice of the rule player to a search of Spades: ratings of bids and cards, and cards to avoid.

The cards to avoid look foolish, above all to a partner [Powley 2013]. Such a card takes a trick that the partner would
win anyway, wins with a higher card than needed, wastes a sure trick, or endangers a nil. The advice uses only
information that the player to move has.
"""

import numpy as np

from mcts_lab.engine.bits import bit, lowest_bit
from mcts_lab.hints import Hints

from ..playing_cards import NO_CARDS, SPADE_CARDS, SUITS, suit_of
from .player import (
    JACK,
    OFFSET,
    card_to_play,
    is_boss,
    need_of,
    nil_alive,
    rule_action_with,
    rule_bid,
    still_out,
)
from .rules import BID, BIDDING, card_of, highest_bid, legal_cards


class SpadesAdvice(Hints):
    """Ratings of actions by hand-written rules."""

    __slots__ = ()

    def rule_action(self, state, rng, scratch):
        return rule_action_with(self, state, OFFSET, 0)

    def advised_against(self, state, action):
        if state.phase == BIDDING:
            hand = state.hands[int(state.turn)]
            bid = rule_bid(hand, highest_bid(self, state), OFFSET)
            tricks = action - BID
            return bid > 0 if tricks == 0 else abs(tricks - bid) > 2
        if state.down == 0:
            return foolish_lead(self, state, card_of(action))
        return foolish_reply(self, state, card_of(action))

    def advice(self, state, action):
        """Return a rating from 0 to 1: 0 is an action to avoid, 1 is the rule player's choice or an equal card."""
        if self.advised_against(state, action):
            return 0.0
        if state.phase == BIDDING:
            bid = rule_bid(state.hands[int(state.turn)], highest_bid(self, state), OFFSET)
            return max(0.1, 1.0 - abs(action - BID - bid) / 4.0)
        card, best = card_of(action), card_to_play(self, state)
        return 1.0 if suit_of(card) == suit_of(best) and touching(card, best, still_out(self, state)) else 0.5


def touching(card, other, out):
    """Return whether no card of `out`, the cards not seen yet, lies between two cards of a suit.

    Such cards are equally good.
    """
    low, high = min(card, other), max(card, other)
    return (bit(high) - bit(low)) & out == NO_CARDS


def foolish_lead(game, state, card):
    """Return whether a lead looks foolish.

    A player with a nil to keep should not lead a sure winner. Others should not lead a high card that can be beaten,
    if they have a lower one.
    """
    seat = int(state.turn)
    out = still_out(game, state)
    if nil_alive(state, seat):
        return is_boss(card, out)
    suit = suit_of(card)
    if suit == 3 or card - 13 * suit < JACK or is_boss(card, out):
        return False
    return not touching(card, lowest_bit(state.hands[seat] & SUITS[suit]), out)


def foolish_reply(game, state, card):
    """Return whether a reply to a card looks foolish. The first condition below that is true decides."""
    seat = int(state.turn)
    partner = (seat + 2) & 3
    winner = int(state.winner)
    out = still_out(game, state)
    legal = legal_cards(game, state)
    need = need_of(state, seat)
    higher = ~((state.best << np.uint64(1)) - np.uint64(1))
    winning = legal & (SUITS[int(state.led)] | SPADE_CARDS) & higher
    wins = bit(card) & winning != NO_CARDS
    last = state.down == 3
    if nil_alive(state, seat):
        return wins
    if nil_alive(state, partner):  # take the trick, so that the partner does not
        return winner == partner and not wins
    if winner == partner:
        ruffed = state.led != 3 and state.best & SPADE_CARDS != NO_CARDS
        if last or ruffed or is_boss(lowest_bit(state.best), out):
            return wins
        return False
    if nil_alive(state, winner) and need <= 0:  # let the opponent who bid nil take the trick
        return wins
    if wins:
        cheapest = lowest_bit(winning & SUITS[suit_of(card)])
        return last and need > 0 and not touching(card, cheapest, out)
    return need > 0 and is_boss(card, out)
