"""Sets of cards as 60-bit words with four bits for each rank, and fast operations on them.

A *mask* has at most one bit for each rank, the lowest of the four.
"""

import numpy as np

from mcts_lab.engine.bits import count_bits, drop_lowest, lowest_bit
from mcts_lab.engine.random import below

from .moves import DEUCE, RANKS, word_of

EMPTY = np.uint64(0)
ONE = np.uint64(1)
EACH = np.uint64(word_of(range(RANKS)))  # one card of every rank
GUARD = np.uint64(8 * word_of(range(RANKS)))  # the highest bit of every rank, which no count uses
CHAINED = np.uint64(word_of(range(DEUCE)))  # 3 to A, the ranks that may be in a chain
JOKERS = np.uint64(word_of((13, 14)))
DECK = np.uint64(4 * word_of(range(DEUCE + 1)) + word_of((13, 14)))
BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
HALVES = np.uint64(0x00FF00FF00FF00FF)

U1, U2, U4, U8, U16, U32 = (np.uint64(n) for n in (1, 2, 4, 8, 16, 32))


def fits(hand, word):
    """Return whether `hand` contains the cards of `word`. If a card is missing, the subtraction clears a guard bit."""
    return (((hand | GUARD) - word) & GUARD) == GUARD


def size(hand):
    """Return the number of cards of a hand."""
    pairs = (hand & BYTES) + ((hand >> U4) & BYTES)
    fours = (pairs & HALVES) + ((pairs >> U8) & HALVES)
    eights = fours + (fours >> U16)
    return np.int64((eights + (eights >> U32)) & np.uint64(0xFF))


def count(hand, rank):
    """Return the number of cards of one rank."""
    return np.int64((hand >> np.uint64(4 * rank)) & np.uint64(15))


def card(rank):
    """Return the word of one card."""
    return ONE << np.uint64(4 * rank)


def holding1(hand):
    """Return the mask of the ranks with at least one card."""
    return (hand | (hand >> U1) | (hand >> U2)) & EACH


def holding2(hand):
    """Return the mask of the ranks with at least two cards."""
    return ((hand >> U1) | (hand >> U2)) & EACH


def holding3(hand):
    """Return the mask of the ranks with at least three cards."""
    return ((hand & (hand >> U1)) | (hand >> U2)) & EACH


def holding4(hand):
    """Return the mask of the ranks with four cards."""
    return (hand >> U2) & EACH


def above(rank):
    """Return the mask of all ranks above `rank`."""
    return EACH << np.uint64(4 * rank + 4)


def runs(mask, length):
    """Return the ranks of the mask at which `length` consecutive ranks from 3 to A begin."""
    mask = mask & CHAINED
    found = mask
    for i in range(1, length):
        found &= mask >> np.uint64(4 * i)
    return found


def longer(starts):
    """Return the starts of runs with one rank more than the runs that begin at `starts`."""
    return starts & (starts >> U4)


def rank_of(mask):
    """Return the lowest rank of a non-empty mask."""
    return lowest_bit(mask) >> 2


def nth_rank(mask, n):
    """Return the n-th rank of a mask, counting from 0."""
    for _ in range(n):
        mask = drop_lowest(mask)
    return lowest_bit(mask) >> 2


def at_most(hand, other):
    """Return the cards that are in both hands."""
    kept = EMPTY
    left = holding1(hand) & holding1(other)
    while left != EMPTY:
        r = rank_of(left)
        kept += np.uint64(min(count(hand, r), count(other, r))) << np.uint64(4 * r)
        left = drop_lowest(left)
    return kept


def lacking(wanted, hand):
    """Return the cards of `wanted` that are not in `hand`."""
    return wanted - at_most(wanted, hand)


def draw(rng, cards, n):
    """Return `n` random cards; every subset is equally likely [Knuth, The Art of Computer Programming, 3.4.2, S]."""
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
    """Return the number of different ranks."""
    return count_bits(holding1(hand))
