"""Playing cards as bits: a set of cards is one 64-bit number.

Card ``13 * suit + rank`` is a bit, with suits clubs, diamonds, hearts, spades and ranks from two to ace, so that bits
0 to 51 are the pack. Bits 52 to 55 belong to the spades as well and lie above the ace; rules with jokers or high
deuces use them. Higher bits of a suit are higher cards, which makes "the best card of this set" its highest bit.

Drawing a random card, a random hand of a given size and the winner of a trick are each a few machine operations.
"""

from __future__ import annotations

import numpy as np

from ...engine.bits import bit, count_bits, lowest_bit
from ...engine.generic import helper
from ...engine.random import below, next_word

SUIT_LETTERS = "CDHS"
RANK_LETTERS = "23456789TJQKA"
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3

NO_CARDS = np.uint64(0)
PACK = np.uint64((1 << 52) - 1)
SUITS = np.array([0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFFF << 39], np.uint64)  # the cards of each suit
SPADE_CARDS = np.uint64(0x1FFFF << 39)

EXTRA_NAMES = ("2D", "2S", "LJ", "BJ")  # bits 52 to 55: deuces made top trumps, the little and the big joker


# ---------------------------------------------------------------------------------------------------------------------
# The n-th card of a set, a random card, a random subset

_PAIRS = np.uint64(0x5555555555555555)
_NIBBLES = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_LOW = np.uint64(0x0101010101010101)
_HIGH = np.uint64(0x8080808080808080)
_BYTE = np.uint64(0xFF)

# _SELECT[8 * byte + n] is the index of the n-th set bit of a byte
_SELECT = np.array([([i for i in range(8) if byte >> i & 1] + [0] * 8)[:8] for byte in range(256)], np.int64).ravel()


@helper
def bits_up_to(word):
    """Eight bytes, of which byte i counts the bits set in bytes 0 to i of `word`."""
    s = word - ((word >> np.uint64(1)) & _PAIRS)
    s = (s & _NIBBLES) + ((s >> np.uint64(2)) & _NIBBLES)
    s = (s + (s >> np.uint64(4))) & _BYTES
    s = s + (s << np.uint64(8))
    s = s + (s << np.uint64(16))
    return s + (s << np.uint64(32))


@helper
def select_bit(word, sums, n):
    """The index of the n-th set bit of `word`, from 0, without a loop; `sums` is ``bits_up_to(word)``.

    The bytes whose running count does not exceed n lie wholly below the bit [Vigna 2008, "Broadword Implementation of
    Rank/Select Queries"].
    """
    below_it = ((np.uint64(n) * _LOW | _HIGH) - sums) & _HIGH
    place = np.uint64(8 * count_bits(below_it))
    before = ((sums << np.uint64(8)) >> place) & _BYTE
    byte = (word >> place) & _BYTE
    return np.int64(place) + _SELECT[8 * np.int64(byte) + np.int64(n) - np.int64(before)]


@helper
def nth_card(cards, n):
    """The n-th card of a set, from 0 and from the lowest bit; n must be less than the number of cards."""
    return select_bit(cards, bits_up_to(cards), n)


@helper
def random_card(cards, rng):
    """A uniformly random card of a set that is not empty."""
    sums = bits_up_to(cards)
    return select_bit(cards, sums, below(rng, np.int64(sums >> np.uint64(56))))


@helper
def random_subset(cards, k, rng):
    """A uniformly random set of `k` of the cards.

    Every card is taken with about the right chance k/n at once, by combining random words with "and" and "or" as the
    binary digits of the chance say. By symmetry every set of the size that comes out is then equally likely, and stays
    so while random cards are added or removed until the size is right.
    """
    n = count_bits(cards)
    if k >= n:
        return cards
    taken = NO_CARDS
    if k > 3:
        share = (32 * k + n // 2) // n
        if share > 31:
            share = 31
        digit = lowest_bit(np.uint64(share))  # of five binary digits, from the last one that is 1
        taken = next_word(rng)
        while digit < 4:
            digit += 1
            word = next_word(rng)
            taken = taken | word if (share >> digit) & 1 else taken & word
        taken = taken & cards
    size = count_bits(taken)
    while size > k:
        taken = taken ^ bit(random_card(taken, rng))
        size -= 1
    while size < k:
        taken = taken | bit(random_card(cards ^ taken, rng))
        size += 1
    return taken


# ---------------------------------------------------------------------------------------------------------------------
# Suits and tricks


@helper
def suit_of(card):
    """The suit of a card, 0 to 3; bits 52 and above are spades."""
    suit = card // 13
    return suit if suit < 3 else 3


@helper
def highest_card(cards):
    """The highest bit of a set that is not empty; the best card if the set is of one suit."""
    below_it = cards
    below_it = below_it | (below_it >> np.uint64(1))
    below_it = below_it | (below_it >> np.uint64(2))
    below_it = below_it | (below_it >> np.uint64(4))
    below_it = below_it | (below_it >> np.uint64(8))
    below_it = below_it | (below_it >> np.uint64(16))
    below_it = below_it | (below_it >> np.uint64(32))
    return count_bits(below_it) - 1


@helper
def trick_value(card, led, trumps):
    """A number by which cards of a trick compare: trumps, then the suit led, then everything else as 0.

    `led` and `trumps` are the sets of cards of these suits.
    """
    one = bit(card)
    value = one & (led | trumps)
    if one & trumps:
        value = value | bit(60)
    return value


# ---------------------------------------------------------------------------------------------------------------------
# What people read and write


def cards_of(mask) -> list[int]:
    """The cards of a set as a list, lowest bit first."""
    mask = int(mask)
    return [i for i in range(64) if mask >> i & 1]


def mask_of(cards) -> np.uint64:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return np.uint64(mask)


def card_name(card) -> str:
    """A card in two letters, suit first, such as ``SA`` or ``DT``; extra trumps as in `EXTRA_NAMES`."""
    card = int(card)
    return EXTRA_NAMES[card - 52] if card >= 52 else SUIT_LETTERS[card // 13] + RANK_LETTERS[card % 13]


def parse_card(text: str) -> int:
    """The card a person wrote: rank and suit in either order, ``10`` for the ten, signs such as ♠ or letters.

    Raises ValueError if it is not a card.
    """
    plain = text.strip().upper().replace("10", "T")
    for sign, letter in zip("♣♦♥♠♧♢♡♤", SUIT_LETTERS * 2, strict=True):
        plain = plain.replace(sign, letter)
    if len(plain) == 2:
        for suit, rank in (plain, plain[::-1]):
            if suit in SUIT_LETTERS and rank in RANK_LETTERS:
                return 13 * SUIT_LETTERS.index(suit) + RANK_LETTERS.index(rank)
    raise ValueError(f"{text!r} is not a card: write a suit of CDHS and a rank of 2-9 T J Q K A, such as SA")


def parse_hand(cards) -> np.uint64:
    """A set of cards from names (a list, or a string with spaces or commas), card numbers, or a mixture.

    Raises ValueError for what is not a card and for a card given twice.
    """
    if isinstance(cards, np.unsignedinteger):
        return np.uint64(cards)
    if isinstance(cards, str):
        cards = cards.replace(",", " ").split()
    mask = 0
    for card in cards:
        index = parse_card(card) if isinstance(card, str) else int(card)
        if not 0 <= index < 56:
            raise ValueError(f"{card} is not a card: cards are numbered 0 to 51, 13 * suit + rank")
        if mask >> index & 1:
            raise ValueError(f"the card {card_name(index)} is given twice in one hand")
        mask |= 1 << index
    return np.uint64(mask)


def check_deal(hands, deck=PACK):
    """Raise ValueError if some card is in two hands or not in the deck. `hands` is a list of sets."""
    seen = 0
    for hand in hands:
        hand = int(hand)
        if hand & ~int(deck):
            raise ValueError(f"the card {card_name(cards_of(hand & ~int(deck))[0])} is not in the deck of this game")
        if hand & seen:
            raise ValueError(f"the card {card_name(cards_of(hand & seen)[0])} is dealt twice: each is in one place")
        seen |= hand


def hand_text(mask) -> str:
    """A hand by suits, spades first and high cards first, such as ``S AK4  H -  D T2  C 9``."""
    rows = []
    for suit in (3, 2, 1, 0):
        cards = cards_of(np.uint64(mask) & SUITS[suit])[::-1]
        ranks = "".join(f"({EXTRA_NAMES[c - 52]})" if c >= 52 else RANK_LETTERS[c % 13] for c in cards)
        rows.append(f"{SUIT_LETTERS[suit]} {ranks or '-'}")
    return "  ".join(rows)


def hidden_text(mask) -> str:
    """A hand that is not shown, such as ``13 cards``."""
    size = count_bits(mask)
    return "1 card" if size == 1 else f"{size} cards"
