"""Fast random games of Knockout Whist."""

import numpy as np

from mcts_lab.engine.bits import bit, count_bits
from mcts_lab.engine.random import below
from mcts_lab.game import AnyGame

from ..playing_cards import NO_CARDS, PACK, SUITS, random_card, random_subset, suit_of, trick_value
from .rules import OVER, RANDOM, TRICK, WINNER, next_seat, random_rest


class WhistPlayout(AnyGame):
    """The random playout of Knockout Whist."""

    __slots__ = ()

    def playout(self, state, rng, scratch):
        if self.horizon == TRICK or self.dogs_life or self.trump != RANDOM or self.leader != WINNER:
            return random_rest(self, state, rng, False)
        plays = random_rest(self, state, rng, True)
        return plays if state.phase == OVER else plays + short_rest(self, state, rng)


def short_rest(game, state, rng):
    """Play the game to the end at random from the lead to a trick; return the number of plays.

    The game must have the rules of the demonstration program. For each round, the function stores only the seats that
    take a trick and the winner of the last trick. It does not deal dead hands and the stock.
    """
    plays = 0
    hands = state.hands
    alive = int(state.alive)
    seats = count_bits(np.uint64(alive))
    trumps = SUITS[int(state.trump)]
    leader = int(state.turn)
    size = int(state.round_cards)
    left = int(state.left)
    took = 0
    for seat in range(game.players):
        if state.taken[seat] > 0:
            took |= 1 << seat
    while True:
        while left > 0:
            seat = leader
            card = random_card(hands[seat], rng)
            hands[seat] ^= bit(card)
            led = SUITS[suit_of(card)]
            best = trick_value(card, led, trumps)
            for _ in range(seats - 1):
                seat = next_seat(alive, seat)
                hand = hands[seat]
                following = hand & led
                card = random_card(following if following != NO_CARDS else hand, rng)
                hands[seat] = hand ^ bit(card)
                value = trick_value(card, led, trumps)
                if value > best:
                    best = value
                    leader = seat
            took |= 1 << leader
            plays += seats
            left -= 1
        alive &= took
        seats = count_bits(np.uint64(alive))
        size -= 1
        if seats == 1 or size == 0:
            break
        deck = PACK
        for seat in range(game.players):
            if (alive >> seat) & 1:
                cards = random_subset(deck, size, rng)
                hands[seat] = cards
                deck = deck ^ cards
        trumps = SUITS[below(rng, 4)]
        left = size
        took = 0
    state.alive = alive
    state.winner = leader
    state.round_cards = 0
    state.phase = OVER
    hands[:] = 0
    return plays
