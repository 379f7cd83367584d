"""The rule player's advice to a search of Spades: ratings of bids and cards, and what to avoid.

To avoid is what looks foolish, above all to a partner [Powley 2013]: to overtake a partner whose trick is safe, to win
with a dearer card than needed, to throw a sure trick away, to endanger a nil. Only what the seat to move knows counts.
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
    """What the rule player tells a search."""

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
        """1 for what the rules would do and cards as good as that, 0 for what to avoid, values between for the rest."""
        if self.advised_against(state, action):
            return 0.0
        if state.phase == BIDDING:
            bid = rule_bid(state.hands[int(state.turn)], highest_bid(self, state), OFFSET)
            return max(0.1, 1.0 - abs(action - BID - bid) / 4.0)
        card, best = card_of(action), card_to_play(self, state)
        return 1.0 if suit_of(card) == suit_of(best) and touching(card, best, still_out(self, state)) else 0.5


def touching(card, other, out):
    """Return whether no card that is out lies between two cards of a suit, which are as good as each other then."""
    low, high = min(card, other), max(card, other)
    return (bit(high) - bit(low)) & out == NO_CARDS


def foolish_lead(game, state, card):
    """With a nil to keep, a sure winner; else a high card that can be beaten, with a lower one of its suit."""
    seat = int(state.turn)
    out = still_out(game, state)
    if nil_alive(state, seat):
        return is_boss(card, out)
    suit = suit_of(card)
    if suit == 3 or card - 13 * suit < JACK or is_boss(card, out):
        return False
    return not touching(card, lowest_bit(state.hands[seat] & SUITS[suit]), out)


def foolish_reply(game, state, card):
    """Playing second, third or last to a trick; in each case the first that fits."""
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
    if nil_alive(state, partner):  # cover it
        return winner == partner and not wins
    if winner == partner:
        ruffed = state.led != 3 and state.best & SPADE_CARDS != NO_CARDS
        if last or ruffed or is_boss(lowest_bit(state.best), out):
            return wins
        return False
    if nil_alive(state, winner) and need <= 0:  # let the bidder have it
        return wins
    if wins:
        cheapest = lowest_bit(winning & SUITS[suit_of(card)])
        return last and need > 0 and not touching(card, cheapest, out)
    return need > 0 and is_boss(card, out)
