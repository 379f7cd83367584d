"""Fast random games of Spades."""

from mcts_lab.engine.bits import bit, count_bits, lowest_bit
from mcts_lab.game import AnyGame

from ..playing_cards import NO_CARDS, SPADE_CARDS, SUITS, random_card, suit_of
from . import scoring
from .rules import (
    DECKS,
    FREE,
    OVER,
    PLAYING,
    STANDARD,
    any_turn,
    end_deal,
    next_deal,
    take_turn,
)


class SpadesPlayout(AnyGame):
    """The random playout of Spades."""

    __slots__ = ()

    def playout(self, state, rng, scratch):
        plays = 0
        while state.phase != OVER:
            while state.phase < PLAYING or (state.phase == PLAYING and state.down > 0):
                take_turn(self, state, any_turn(self, state, rng))
                plays += 1
            if state.phase == PLAYING:
                plays += random_tricks(self, state, rng)
            if self.match and not scoring.match_over(self, state):
                next_deal(self, state, rng)
        return plays


def random_tricks(game, state, rng):
    """Play the rest of the deal at random from the lead to a trick; return the number of plays.

    The final state is the same as with `take_turn`, except that the cards of the tricks are not stored.
    """
    hands = state.hands
    leader = int(state.turn)
    free = game.break_rule == FREE or (game.break_rule == STANDARD and state.broken != 0)
    left = count_bits(hands[leader])
    plays = 4 * left
    while left > 1:
        hand = hands[leader]
        if not free:
            others = hand & ~SPADE_CARDS
            if others != NO_CARDS:
                hand = others
        card = random_card(hand, rng)
        hands[leader] ^= bit(card)
        leader = finish_trick(hands, leader, bit(card), SUITS[suit_of(card)], rng)
        state.tricks[leader] += 1
        left -= 1
        if not free and game.break_rule == STANDARD:
            free = spades_gone(game, hands)
    # the last card of each hand needs no random choice
    led = SUITS[suit_of(lowest_bit(hands[leader]))] | SPADE_CARDS
    best = hands[leader]
    winner = leader
    for seat in range(4):
        if hands[seat] & led > best:
            best = hands[seat]
            winner = seat
    hands[:] = 0
    state.tricks[winner] += 1
    state.turn = winner
    state.winner = winner
    end_deal(game, state)
    return plays


def spades_gone(game, hands):
    """Return whether at least one spade has been played; then spades are broken."""
    return (hands[0] | hands[1] | hands[2] | hands[3]) & SPADE_CARDS != DECKS[game.trumps] & SPADE_CARDS


def finish_trick(hands, leader, best, led, rng):
    """Play three random replies to the card `best` of suit `led`; return the winner."""
    counting = led | SPADE_CARDS
    winner = leader
    for i in range(1, 4):
        seat = (leader + i) & 3
        hand = hands[seat]
        following = hand & led
        one = bit(random_card(following if following != NO_CARDS else hand, rng))
        hands[seat] = hand ^ one
        if one & counting > best:
            best = one
            winner = seat
    return winner
