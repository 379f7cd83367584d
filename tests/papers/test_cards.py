"""Cards as bits, the samplers of hidden hands, and short playouts."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from positions import walk
from scipy.stats import chi2

from mcts_lab.engine.bits import count_bits
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, copy, legal_actions
from mcts_papers.games.hidden_cards import CHEAP, EXACT, redeal
from mcts_papers.games.knockout_whist import KnockoutWhist, pagat
from mcts_papers.games.playing_cards import (
    SUITS,
    cards_of,
    check_deal,
    mask_of,
    parse_card,
    parse_hand,
    random_card,
    random_subset,
    suit_of,
)
from mcts_papers.games.spades import spades

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


def test_the_cheap_sampler_is_biased_when_voids_cross():
    n = 20000
    cells = deals(cards_of(parse_hand(CROSSED[0])), *CROSSED[1:])
    counts = drawn(CROSSED, CHEAP, n, 5)
    assert len(cells) == 5
    assert set(counts) == set(cells)
    shares = sorted(counts[c] / n for c in cells)
    assert shares == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 4, 1 / 4], abs=0.012)
    assert p_value(counts, cells) < 1e-9


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


@pytest.mark.parametrize("sampler", [EXACT, CHEAP])
@pytest.mark.parametrize("game", [
    KnockoutWhist(4), KnockoutWhist(7), pagat(4), spades(), spades(break_rule="never"), spades(trumps="jokers_deuces")],
    ids=str)
def test_no_world_contradicts_what_the_observer_knows(game, sampler):
    game, rng = game._replace(sampler=sampler), stream(8)
    for seed in range(2):
        for state in list(walk(game, seed))[:-1:2]:  # the first lead among them
            for observer in {game.to_move(state), 1}:
                world = copy(game, state)
                game.determinize(world, observer, rng)
                assert known(world, observer) == known(state, observer)
                assert int(np.bitwise_or.reduce(world.hands)) == int(np.bitwise_or.reduce(state.hands))
                for seat in range(game.facts().players):
                    for suit in range(4):
                        if int(world.voids[seat]) >> suit & 1:
                            assert not world.hands[seat] & SUITS[suit]
                assert game.to_move(world) == game.to_move(state) and legal_actions(game, world)


# -- playouts ----------------------------------------------------------------------------------------------------------


@entry
def played_out(game, roots, states, rng, n, whole, sums, scratch):
    """Random games from the root, by `playout` or action by action: sums of the payoffs and of their squares."""
    for _ in range(n):
        states[0] = roots[0]
        if whole:
            while game.to_move(states[0]) != TERMINAL:
                game.play(states[0], game.random_action(states[0], rng, scratch), rng)
        else:
            game.playout(states[0], rng, scratch)
        for player in range(len(sums)):
            payoff = game.payoff(states[0], player)
            sums[player, 0] += payoff
            sums[player, 1] += payoff * payoff


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "seed", "plays"), [
    (KnockoutWhist(3), 2, 4), (spades(), 5, 4), (spades(break_rule="never"), 5, 9)], ids=str)
def test_short_playouts_have_the_distribution_of_whole_games(game, seed, plays):
    n, means = 40_000, []
    root = list(walk(game, seed, plays))[-1]
    for whole in (False, True):
        sums = np.zeros((game.facts().players, 2))
        played_out(game, np.array([root], root.dtype), game.new_states(1), stream(1 + whole), n, whole, sums,
                   np.empty(16, np.int32))
        means.append(sums / n)
    errors = np.sqrt(2 * means[1][:, 1] / n)
    assert (np.abs(means[0] - means[1])[:, 0] < 4.5 * errors).all()
