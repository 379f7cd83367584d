"""Cards as bits, and the samplers of hidden hands."""


from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import chi2

from mcts_lab.engine.bits import count_bits
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_papers.games import hidden_cards
from mcts_papers.games.hidden_cards import CHEAP, EXACT, redeal
from mcts_papers.games.playing_cards import (
    PACK,
    SUITS,
    bit,
    bits_up_to,
    cards_of,
    check_deal,
    highest_card,
    mask_of,
    nth_card,
    parse_card,
    parse_hand,
    random_card,
    random_subset,
    select_bit,
    suit_of,
    trick_value,
)

# cards, rooms, voids (a bit per suit): small layouts with every kind of knowledge; a crossed pair comes first
CROSSED = ("C2 D2 S2 S3", (2, 1, 1), (1, 2, 0))
LAYOUTS = [
    CROSSED,
    ("C2 C3 D2 D3 H2", (2, 2, 1), (0, 0, 0)),
    ("C2 C3 D2 D3 H2", (2, 2, 1), (1, 0, 0)),
    ("C2 D2 D3 H2 H3", (2, 2, 1), (1, 1, 0)),
    ("C2 C3 D2 D3 H2 S2", (2, 2, 2), (1, 2, 4)),
    ("C2 C3 D2 D3 H2 S2", (2, 2, 2), (3, 4, 8)),
    ("C2 D2 D3 H2 S2 S3", (1, 2, 1, 2), (1, 2, 12, 0)),
    ("C2 D2 D3 H2 S2 S3", (1, 1, 2, 1, 1), (1, 2, 4, 8, 0)),
]


def deals(cards, rooms, voids):
    """Every deal that respects the voids, as tuples of sets."""
    found = []
    for owners in product(range(len(rooms)), repeat=len(cards)):
        if all(owners.count(q) == room for q, room in enumerate(rooms)) and not any(
                voids[q] >> suit_of(c) & 1 for q, c in zip(owners, cards, strict=True)):
            found.append(tuple(int(mask_of(c for c, q in zip(cards, owners, strict=True) if q == seat))
                               for seat in range(len(rooms))))
    return found


def prepared(layout):
    """A layout as the arrays `redeal` takes, with some hands of the right sizes."""
    text, rooms, voids = layout
    cards = cards_of(parse_hand(text))
    hands = np.zeros(len(rooms), np.uint64)
    first = 0
    for seat, room in enumerate(rooms):
        hands[seat] = mask_of(cards[first:first + room])
        first += room
    return cards, hands, (1 << len(rooms)) - 1, mask_of(cards), np.array(voids, np.uint8)


@entry
def draw(hands, hidden, unseen, voids, sampler, rng, out):
    for i in range(len(out)):
        redeal(hands, hidden, unseen, voids, sampler, rng)
        for seat in range(len(hands)):
            out[i, seat] = hands[seat]


@entry
def ways(hands, seats, unseen, voids):
    """The number of deals that respect the voids, as the exact sampler counts them."""
    plan = hidden_cards._new_plan()
    kinds = hidden_cards._sort_seats(hands, seats, unseen, voids, plan)
    ways = 1.0
    if kinds > 1:
        ways = hidden_cards._walk(kinds, hidden_cards._sort_suits(unseen, kinds, plan), plan, np.inf)
    elif kinds == 1 and plan.pattern[0] != 0:
        ways = 0.0
    for kind in range(kinds):
        room = plan.room[kind]
        for seat in range(hidden_cards.seat_count(seats)):
            if (seats >> seat) & 1 and plan.kind[seat] == kind:
                size = count_bits(hands[seat])
                ways *= hidden_cards._WAYS[room, size]
                room -= size
    return ways


def number_of_deals(suit_sizes, rooms, voids) -> int:
    """The number of ways to deal suits of these sizes into rooms, suit by suit: a split (m_q) of u cards has
    u! / prod m_q! ways, times the ways for the rest in what room is left."""
    known = {}

    def ways(suit, rooms):
        if suit == 4:
            return 1
        if (suit, rooms) not in known:
            known[suit, rooms] = sum(
                count * ways(suit + 1, tuple(r - m for r, m in zip(rooms, split, strict=True)))
                for split, count in splits(suit, suit_sizes[suit], rooms)
            )
        return known[suit, rooms]

    def splits(suit, cards, rooms, seat=0):
        if seat == len(rooms):
            if cards == 0:
                yield (), 1
            return
        most = 0 if voids[seat] >> suit & 1 else min(cards, rooms[seat])
        for m in range(most + 1):
            for rest, count in splits(suit, cards - m, rooms, seat + 1):
                yield (m, *rest), comb(cards, m) * count

    return ways(0, tuple(int(r) for r in rooms))


def drawn(layout, sampler, n, seed, compiled=None):
    compiled = compiler.available() if compiled is None else compiled
    cards, hands, hidden, unseen, voids = prepared(layout)
    out = np.zeros((n, len(hands)), np.uint64)
    draw(hands, hidden, unseen, voids, sampler, stream(seed), out, compiled=compiled)
    return Counter(tuple(int(h) for h in row) for row in out)


def p_value(counts, cells):
    n = sum(counts.values())
    expected = n / len(cells)
    return chi2.sf(sum((counts[c] - expected) ** 2 / expected for c in cells), len(cells) - 1)


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_the_exact_sampler_is_uniform_over_all_deals(layout):
    cells = deals(cards_of(parse_hand(layout[0])), layout[1], layout[2])
    few = not compiler.available() and len(cells) > 60  # interpreted, so many deals would take minutes
    n = 200 if few else (200 if compiler.available() else 20) * len(cells)
    counts = drawn(layout, EXACT, n, 11)
    assert set(counts) <= set(cells)
    assert few or p_value(counts, cells) > 1e-3


def test_counts_agree_on_a_whole_pack():
    hands = np.array([mask_of(range(13 * q, 13 * q + 13)) for q in range(4)], np.uint64)
    for voids in ([0, 0, 0, 0], [0, 0, 1, 2], [0, 1, 2, 4], [0, 12, 1, 2]):
        exact = number_of_deals([0, 13, 13, 13], [13, 13, 13], voids[1:])
        ours = ways(hands, 0b1110, PACK & ~hands[0], np.array(voids, np.uint8), compiled=False)
        assert ours == pytest.approx(exact, rel=1e-12)


def test_the_cheap_sampler_is_biased_when_voids_cross():
    n = 20000
    cells = deals(cards_of(parse_hand(CROSSED[0])), *CROSSED[1:])
    counts = drawn(CROSSED, CHEAP, n, 5)
    assert len(cells) == 5
    assert set(counts) == set(cells)
    shares = sorted(counts[c] / n for c in cells)
    assert shares == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 4, 1 / 4], abs=0.012)
    assert p_value(counts, cells) < 1e-9


def test_selecting_bits():
    rng = np.random.default_rng(1)
    for _ in range(200):
        word = np.uint64(rng.integers(1, 1 << 56))
        listed = cards_of(word)
        assert [int(nth_card(word, n)) for n in range(len(listed))] == listed
        assert int(select_bit(word, bits_up_to(word), 0)) == listed[0]
        assert highest_card(word) == listed[-1]
    for card in range(56):
        assert highest_card(bit(card)) == highest_card(bit(card) | bit(0)) == card


def test_random_cards_and_subsets_are_uniform():
    cards = parse_hand("C2 C9 D5 HA S2 S3 SA")
    rng = stream(4)
    single = Counter(int(random_card(cards, rng)) for _ in range(1400))
    assert p_value(single, cards_of(cards)) > 1e-3
    for size in (2, 5):
        subsets = Counter(int(random_subset(cards, size, rng)) for _ in range(2100))
        assert len(subsets) == 21
        assert all(count_bits(np.uint64(s)) == size and not s & ~int(cards) for s in subsets)
        assert p_value(subsets, list(subsets)) > 1e-3
    assert random_subset(cards, 0, rng) == 0
    assert random_subset(cards, 7, rng) == cards


def test_trumps_beat_the_suit_led_and_that_beats_the_rest():
    led, trumps = SUITS[2], SUITS[0]
    order = ["S A", "H 2", "H A", "C 2", "C A"]
    values = [trick_value(parse_card(c.replace(" ", "")), led, trumps) for c in order]
    assert values == sorted(values)
    assert values[0] == 0
    assert len(set(values)) == 5


@pytest.mark.parametrize("written", ["SA", "AS", "a♠", " sa "])
def test_cards_are_read_as_people_write_them(written):
    assert parse_card(written) == 51


@pytest.mark.parametrize("call", [
    lambda: parse_card("1S"), lambda: parse_card(""), lambda: parse_hand("SA SA"), lambda: parse_hand([99]),
    lambda: check_deal([parse_hand("SA"), parse_hand("SA")]), lambda: check_deal([np.uint64(1 << 53)])])
def test_what_is_not_a_card_or_a_deal_is_refused_in_one_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{10,}$"):
        call()


# -- worlds ------------------------------------------------------------------------------------------------------------


def known(state, observer):
    """All that `observer` can see of a state, with how many cards the others hold."""
    seen = [state[name].tobytes() for name in set(state.dtype.names) - {"hands"}]
    return [*seen, *map(count_bits, state.hands), int(state.hands[observer])]
