"""Sets of cards as 60-bit words, four bits per rank: the bit tricks that all rules use.

A *mask* has at most one bit per rank, the lowest of the four; ``holding(hand, k)`` is the mask of the ranks held at
least k times.
"""

import numpy as np

from mcts_lab.engine.bits import count_bits, drop_lowest, lowest_bit
from mcts_lab.engine.random import below

from .moves import DEUCE, RANKS, word_of

EMPTY = np.uint64(0)
ONE = np.uint64(1)
EACH = np.uint64(word_of(range(RANKS)))  # one of every rank
GUARD = np.uint64(8 * word_of(range(RANKS)))  # the bit that no count uses
CHAINED = np.uint64(word_of(range(DEUCE)))  # 3 to A, which chains are made of
JOKERS = np.uint64(word_of((13, 14)))
DECK = np.uint64(4 * word_of(range(DEUCE + 1)) + word_of((13, 14)))
BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
HALVES = np.uint64(0x00FF00FF00FF00FF)

U1, U2, U4, U8, U16, U32 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 32))


def fits(hand, word):
    """Return whether `hand` contains the cards of `word`: no rank may borrow from its guard bit."""
    return (((hand | GUARD) - word) & GUARD) == GUARD


def size(hand):
    """The number of cards of a hand."""
    pairs = (hand & BYTES) + ((hand >> U4) & BYTES)
    fours = (pairs & HALVES) + ((pairs >> U8) & HALVES)
    eights = fours + (fours >> U16)
    return np.int64((eights + (eights >> U32)) & np.uint64(0xFF))


def count(hand, rank):
    """The number of cards of one rank."""
    return np.int64((hand >> np.uint64(4 * rank)) & np.uint64(15))


def card(rank):
    """The word of one card."""
    return ONE << np.uint64(4 * rank)


def holding1(hand):
    """A bit for each rank of which the hand holds at least one card (in the rank's four bits, the lowest)."""
    return (hand | (hand >> U1) | (hand >> U2)) & EACH


def holding2(hand):
    """The same for at least two cards."""
    return ((hand >> U1) | (hand >> U2)) & EACH


def holding3(hand):
    """The same for at least three cards."""
    return ((hand & (hand >> U1)) | (hand >> U2)) & EACH


def holding4(hand):
    """The same for all four."""
    return (hand >> U2) & EACH


def above(rank):
    """The mask of all ranks above `rank`."""
    return EACH << np.uint64(4 * rank + 4)


def runs(mask, length):
    """The ranks at which `length` consecutive ranks of the mask, 3 to A, begin."""
    mask = mask & CHAINED
    found = mask
    for i in range(1, length):
        found &= mask >> np.uint64(4 * i)
    return found


def longer(starts):
    """The starts of the runs that are one longer than those starting at `starts`."""
    return starts & (starts >> U4)


def rank_of(mask):
    """The lowest rank of a mask that is not empty."""
    return lowest_bit(mask) >> 2


def nth_rank(mask, n):
    """The n-th rank of a mask, counting from 0."""
    for _ in range(n):
        mask = drop_lowest(mask)
    return lowest_bit(mask) >> 2


def at_most(hand, other):
    """Rank by rank the smaller of two counts."""
    kept = EMPTY
    left = holding1(hand) & holding1(other)
    while left != EMPTY:
        r = rank_of(left)
        kept += np.uint64(min(count(hand, r), count(other, r))) << np.uint64(4 * r)
        left = drop_lowest(left)
    return kept


def lacking(wanted, hand):
    """The cards of `wanted` that `hand` does not cover, rank by rank."""
    return wanted - at_most(wanted, hand)


def draw(rng, cards, n):
    """`n` of the cards, every subset equally likely [Knuth, The Art of Computer Programming, 3.4.2, algorithm S]."""
    drawn = EMPTY
    remaining = size(cards)
    left = holding1(cards)
    while n > 0:
        r = rank_of(left)
        left = drop_lowest(left)
        one = card(r)
        for _ in range(count(cards, r)):
            if below(rng, remaining) < n:
                drawn += one
                n -= 1
            remaining -= 1
    return drawn


def ranks_held(hand):
    """The number of different ranks."""
    return count_bits(holding1(hand))
