"""A player of Spades with hand-written rules, as an opponent for searches and for informed playouts.

The player uses only information that the seat to move has: its own cards, the bids, the cards played, and suits that
other players are known not to hold. The rules were written for this project, because no published program describes
its rules.

A card is *boss* if all higher cards of its suit have been played or are in the player's hand. A nil is *alive* until
the player who bid it takes a trick. The *need* of a side is its contract minus its tricks.
"""

import numpy as np

from mcts_lab.engine.bits import bit, count_bits, lowest_bit
from mcts_lab.engine.distinct import Distinct
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream

from ..playing_cards import NO_CARDS, SPADE_CARDS, SUITS, highest_card, suit_of
from .rules import BID, BIDDING, DECKS, action_of, highest_bid, legal_cards

OFFSET = 0.65
NO_CARD = -1

ACE, KING, QUEEN, JACK, TEN, NINE, SIX = 12, 11, 10, 9, 8, 7, 4  # ranks


class RulePlayer(Distinct):
    """A player that bids and plays by rules. The bid is the expected tricks plus `offset`, rounded down."""

    offset: float = OFFSET
    name: str = "rules"

    def choose(self, game, state, seed):
        """Return the action of the seat to move."""
        return int(_choose(game, np.array([state], state.dtype), float(self.offset), stream(seed),
                           compiled=compiler.available()))

    def describe(self):
        return {"player": "spades rules", "name": self.name, "offset": self.offset}


@entry
def _choose(game, states, offset, rng):
    return rule_action_with(game, states[0], offset, rng)


def rule_action(game, state, rng):
    """Return the action that the rules choose for the seat to move."""
    return rule_action_with(game, state, OFFSET, rng)


def rule_action_with(game, state, offset, rng):
    """Return the action that the rules choose, with another `offset` for bids."""
    if state.phase == BIDDING:
        return BID + rule_bid(state.hands[int(state.turn)], highest_bid(game, state), offset)
    return action_of(card_to_play(game, state))


# ---------------------------------------------------------------------------------------------------------------------
# Bidding


def has(cards, card):
    """Return whether `card` is in the bit set `cards`."""
    return (cards >> np.uint64(card)) & np.uint64(1) != NO_CARDS


def expected_tricks(hand):
    """Return the expected number of tricks of a hand, from high cards, long spades and ruffs (tricks won by trumps)."""
    spades = hand & SPADE_CARDS
    trumps = count_bits(spades)
    top = count_bits(spades >> np.uint64(52))  # jokers and raised deuces
    total = 1.0 * top
    honours = top
    if has(hand, 39 + ACE):
        total += 1.0
        honours += 1
    if has(hand, 39 + KING):
        total += 1.0 if trumps > 1 else 0.6
        honours += 1
    if has(hand, 39 + QUEEN):
        total += 0.9 if trumps >= 3 else 0.4
        honours += 1
    if has(hand, 39 + JACK):
        total += 0.5 if trumps >= 4 else 0.2
        honours += 1
    beyond = max(0, trumps - 4)
    total += 0.8 * beyond
    small = max(0, trumps - honours - beyond)
    for suit in range(3):
        length = count_bits(hand & SUITS[suit])
        base = 13 * suit
        if has(hand, base + ACE):
            total += 0.7 if length > 5 else 1.0
        if has(hand, base + KING):
            if 2 <= length <= 4:
                total += 0.8
            elif 5 <= length <= 6:
                total += 0.5
            elif length == 1:
                total += 0.35
            else:
                total += 0.3
        if has(hand, base + QUEEN):
            if 3 <= length <= 4:
                total += 0.35
            elif length > 4:
                total += 0.15
    for length in range(3):  # ruffs, shortest suits first
        for suit in range(3):
            if count_bits(hand & SUITS[suit]) == length:
                if length == 0:
                    ruffs = min(2, small)
                    total += 0.8 * ruffs
                    small -= ruffs
                elif small > 0:
                    total += 0.6 if length == 1 else 0.25
                    small -= 1
    return total


def fit_for_nil(hand):
    """Return whether a hand has few and low spades, and low cards in other suits."""
    spades = hand & SPADE_CARDS
    if count_bits(spades) > 3 or spades >> np.uint64(39 + JACK) != NO_CARDS:
        return False
    for suit in range(3):
        cards = hand & SUITS[suit]
        for most in (SIX, NINE, JACK):
            if cards == NO_CARDS:
                break
            if lowest_bit(cards) - 13 * suit > most:
                return False
            cards &= cards - np.uint64(1)
    return True


def rule_bid(hand, most, offset):
    """Return a bid: nil for a hand with few tricks, otherwise the expected tricks plus `offset`, rounded down."""
    tricks = expected_tricks(hand)
    if most == 0 or (tricks <= 1.3 and fit_for_nil(hand)):
        return 0
    return min(most, max(1, int(np.floor(tricks + offset))))


# ---------------------------------------------------------------------------------------------------------------------
# Play: helper functions


def lowest(cards):
    """Return the card of lowest rank, a spade only if there is no other card."""
    best = NO_CARD
    rank = 99
    for suit in range(3):
        own = cards & SUITS[suit]
        if own != NO_CARDS and lowest_bit(own) - 13 * suit < rank:
            best = lowest_bit(own)
            rank = best - 13 * suit
    return best if best != NO_CARD else lowest_bit(cards)


def highest_side_card(cards):
    """Return the card of highest rank that is not a spade, or NO_CARD."""
    best = NO_CARD
    rank = -1
    for suit in range(3):
        own = cards & SUITS[suit]
        if own != NO_CARDS and highest_card(own) - 13 * suit > rank:
            best = highest_card(own)
            rank = best - 13 * suit
    return best


def is_boss(card, out):
    """Return whether no higher card of the suit is in the set `out`."""
    higher = ~((bit(card) << np.uint64(1)) - np.uint64(1))
    return out & SUITS[suit_of(card)] & higher == NO_CARDS


def nil_alive(state, seat):
    """Return whether `seat` bid nil and has not taken a trick yet."""
    return state.bids[seat] == 0 and state.tricks[seat] == 0


def throw_away(losing):
    """Return the highest card that is not a spade, or the highest spade if there are only spades."""
    card = highest_side_card(losing)
    return card if card != NO_CARD else highest_card(losing)


# ---------------------------------------------------------------------------------------------------------------------
# Play: the rules


def still_out(game, state):
    """Return the cards that the seat to move has not seen."""
    return DECKS[game.trumps] & ~(state.hands[int(state.turn)] | state.played)


def need_of(state, seat):
    """Return the tricks that a side still needs for its contract."""
    partner = (seat + 2) & 3
    return int(state.bids[seat]) + int(state.bids[partner]) - int(state.tricks[seat]) - int(state.tricks[partner])


def card_to_play(game, state):
    """Return the card that the rules choose. The first rule whose condition is true decides."""
    seat = int(state.turn)
    legal = legal_cards(game, state)
    if count_bits(legal) == 1:
        return lowest_bit(legal)
    out, need = still_out(game, state), need_of(state, seat)
    if state.down == 0:
        return card_to_lead(state, seat, legal, out, need)
    return card_to_follow(state, seat, legal, out, need)


def card_to_lead(state, seat, legal, out, need):
    """Return the first card of a trick."""
    partner = (seat + 2) & 3
    left = (seat + 1) & 3
    right = (seat + 3) & 3
    if nil_alive(state, seat):
        return lowest(legal)
    if nil_alive(state, partner):  # win the trick, so that the partner does not
        return throw_away(legal)
    if nil_alive(state, left) or nil_alive(state, right):  # make the opponent take the trick
        return lowest(legal)
    if need <= 0:
        return lowest(legal)
    shown = int(state.voids[left]) | int(state.voids[right])
    for suit in range(3):
        own = legal & SUITS[suit]
        if own != NO_CARDS and not (shown >> suit) & 1 and is_boss(highest_card(own), out):
            return highest_card(own)
    spades = legal & SPADE_CARDS
    if count_bits(spades) >= 3 and is_boss(highest_card(spades), out):
        return highest_card(spades)
    return low_from_side_suit(state.hands[seat], legal)


def low_from_side_suit(hand, legal):
    """Return a low card of the shortest side suit, to ruff later; without spades, of the longest side suit."""
    ruffing = hand & SPADE_CARDS != NO_CARDS
    chosen = NO_CARD
    length = 0
    for suit in range(3):
        n = count_bits(legal & SUITS[suit])
        if n > 0 and (chosen == NO_CARD or (n < length if ruffing else n > length)):
            chosen = lowest_bit(legal & SUITS[suit])
            length = n
    return chosen if chosen != NO_CARD else lowest_bit(legal)


def card_to_follow(state, seat, legal, out, need):
    """Return the second, third or last card of a trick."""
    partner = (seat + 2) & 3
    winner = int(state.winner)
    led = int(state.led)
    last = state.down == 3
    higher = ~((state.best << np.uint64(1)) - np.uint64(1))
    winning = legal & (SUITS[led] | SPADE_CARDS) & higher
    losing = legal ^ winning
    void = legal & SUITS[led] == NO_CARDS
    if nil_alive(state, seat):
        if losing != NO_CARDS:  # the highest spade that does not win, else another high card
            spades = losing & SPADE_CARDS
            return highest_card(spades) if spades != NO_CARDS else throw_away(losing)
        return highest_card(winning) if last else lowest(winning)
    if nil_alive(state, partner) and winner == partner and winning != NO_CARDS:
        return lowest(winning)
    if winner != partner and nil_alive(state, winner) and need <= 0 and losing != NO_CARDS:
        return throw_away(losing)
    if need <= 0:
        if losing != NO_CARDS:
            return throw_away(losing)
        return highest_card(winning) if last else lowest(winning)
    if winner == partner:
        ruffed = led != 3 and state.best & SPADE_CARDS != NO_CARDS
        if last or ruffed or is_boss(lowest_bit(state.best), out):
            return lowest(legal)
    if last:
        return lowest(winning) if winning != NO_CARDS else lowest(legal)
    if winning != NO_CARDS:
        if void:
            return lowest_bit(winning)  # the cheapest spade
        if is_boss(highest_card(winning), out):
            return highest_card(winning)
        if state.down == 2 and winner != partner:
            return highest_card(winning)
    return lowest(legal)
