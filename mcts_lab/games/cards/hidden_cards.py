"""Dealing the cards a player cannot see again: the determinizations of trick-taking games.

What is public is how many cards each hidden seat holds (its *room*) and which suits it is known not to hold (its
*voids*, a bit per suit). Three samplers draw the hidden hands:

`UNIFORM`  ignores voids: every way of dealing the unseen cards into the rooms is equally likely, as in the
           demonstration program of [Powley 2013];
`CHEAP`    respects voids: the cards that fit the fewest seats go first, each to a random seat that may take it,
           weighted by room, with a new start at a dead end. Fast, but not uniform when voids cross;
`EXACT`    respects voids, and every deal consistent with them is equally likely.

The exact sampler counts deals. Seats with the same voids are interchangeable and so are suits closed to the same
seats, so both are merged first: what is left are a few *kinds* of seats and *groups* of cards. It lists how many
cards of each group the kinds may hold, all but the last two kinds, for which the number of ways is one binomial
coefficient; draws one line of that list in proportion to its number of ways; and deals the cards within it at random.
With all voids alike nothing has to be listed at all.
"""

from __future__ import annotations

from math import comb

import numpy as np

from ...engine.bits import bit, count_bits, drop_lowest, lowest_bit
from ...engine.generic import helper
from ...engine.random import uniform
from ...engine.scratch import local_record
from .cards import NO_CARDS, SUITS, highest_card, random_subset

UNIFORM, CHEAP, EXACT = 0, 1, 2
SAMPLERS = {"uniform": UNIFORM, "cheap": CHEAP, "exact": EXACT}

_WAYS = np.array([[float(comb(n, k)) for k in range(57)] for n in range(57)])  # n choose k; exact below 2^53

_PLACES = np.dtype([("of", np.uint64, (8,))])  # of a seat, side by side in one word
_new_places = local_record(_PLACES)

_PLAN = np.dtype(
    [
        ("cards", np.uint64, (4,)),  # of each group
        ("piles", np.uint64, (8,)),  # the cards dealt to each kind of seat
        ("weight", np.float64, (29,)),  # the number of ways so far, for each variable of the odometer
        ("pattern", np.int64, (8,)),  # the voids of each kind
        ("room", np.int64, (8,)),  # how many cards each kind holds
        ("kind", np.int64, (8,)),  # of each seat
        ("open", np.int64, (4,)),  # a bit per kind that may hold the group
        ("count", np.int64, (4,)),  # cards of each group not given to a kind yet
        ("left", np.int64, (8,)),  # room of each kind not filled yet
        ("low", np.int64, (32,)),  # variable 4 * kind + group: least, greatest and present number of cards
        ("high", np.int64, (32,)),
        ("split", np.int64, (32,)),
    ],
    align=True,
)
_new_plan = local_record(_PLAN)


@helper
def redeal(hands, hidden, unseen, voids, sampler, rng):
    """Deal the `unseen` cards again among the `hidden` seats, each of which keeps its number of cards.

    hands: uint64[seats], changed in place; hidden: a bit per seat; unseen: as many cards as the hidden seats hold;
    voids: uint8[seats], a bit per suit a seat cannot hold; sampler: `UNIFORM`, `CHEAP` or `EXACT`.
    """
    if sampler != UNIFORM:
        closed = 0  # suits with cards left that some hidden seat cannot hold
        for suit in range(4):
            if unseen & SUITS[suit] != NO_CARDS:
                closed |= 1 << suit
        known = 0
        for seat in range(seat_count(hidden)):
            if (hidden >> seat) & 1 and hands[seat] != NO_CARDS:
                known |= int(voids[seat]) & closed
        if known:
            if sampler == CHEAP:
                deal_cheap(hands, hidden, unseen, voids, rng)
            else:
                deal_exact(hands, hidden, unseen, voids, rng)
            return
    deal_uniform(hands, hidden, unseen, rng)


@helper
def seat_count(hidden):
    """One more than the last hidden seat; compilers do not know it and so leave loops over seats as they are."""
    return highest_card(np.uint64(hidden)) + 1


@helper
def deal_uniform(hands, hidden, unseen, rng):
    """Deal without regard to voids."""
    left = np.uint64(hidden)  # (looping over set bits keeps compilers from writing the body out for every seat)
    while left != NO_CARDS:
        seat = lowest_bit(left)
        left = drop_lowest(left)
        cards = random_subset(unseen, count_bits(hands[seat]), rng)
        hands[seat] = cards
        unseen = unseen ^ cards


# ---------------------------------------------------------------------------------------------------------------------
# The cheap sampler


@helper
def deal_cheap(hands, hidden, unseen, voids, rng):
    """Suits that fit the fewest seats first, each card to a random seat in proportion to its free room."""
    seats = seat_count(hidden)
    slots = _new_places().of
    slots[:] = NO_CARDS
    used = 0
    for seat in range(seats):
        if (hidden >> seat) & 1:
            for _ in range(count_bits(hands[seat])):
                slots[seat] |= bit(used)
                used += 1
    while not _try_cheap(hands, hidden, unseen, voids, slots, rng):
        pass


@helper
def _try_cheap(hands, hidden, unseen, voids, slots, rng):
    """One attempt; False at a dead end."""
    seats = seat_count(hidden)
    free = NO_CARDS
    for seat in range(seats):
        if (hidden >> seat) & 1:
            free = free | slots[seat]
            hands[seat] = NO_CARDS
    done = 0
    while done != 15:
        suit = -1  # 1. the next suit: fewest seats that may hold it, then in the order of suits
        fewest = seats + 1
        for s in range(4):
            if not (done >> s) & 1:
                fitting = 0
                for seat in range(seats):
                    if (hidden >> seat) & 1 and not (int(voids[seat]) >> s) & 1:
                        fitting += 1
                if fitting < fewest:
                    fewest = fitting
                    suit = s
        done |= 1 << suit
        cards = unseen & SUITS[suit]
        places = NO_CARDS  # 2. the free places that may take it
        for seat in range(seats):
            if (hidden >> seat) & 1 and not (int(voids[seat]) >> suit) & 1:
                places = places | (slots[seat] & free)
        if count_bits(places) < count_bits(cards):
            return False
        chosen = random_subset(places, count_bits(cards), rng)
        free = free ^ chosen
        left = np.uint64(hidden)  # 3. its cards, at random, into the places drawn
        while left != NO_CARDS:
            seat = lowest_bit(left)
            left = drop_lowest(left)
            given = random_subset(cards, count_bits(chosen & slots[seat]), rng)
            hands[seat] = hands[seat] | given
            cards = cards ^ given
    return True


# ---------------------------------------------------------------------------------------------------------------------
# The exact sampler


@helper
def deal_exact(hands, hidden, unseen, voids, rng):
    """Every deal that respects the voids is equally likely."""
    plan = _new_plan()
    kinds = _sort_seats(hands, hidden, unseen, voids, plan)
    if kinds == 1:
        deal_uniform(hands, hidden, unseen, rng)
        return
    n_groups = _sort_suits(unseen, kinds, plan)
    if kinds > 2:
        total = _walk(kinds, n_groups, plan, np.inf)
        _walk(kinds, n_groups, plan, uniform(rng) * total * (1.0 - 1e-15))
    # 1. deal to kinds of seats
    plan.piles[:] = NO_CARDS
    for kind in range(kinds - 2):
        for g in range(n_groups):
            given = random_subset(plan.cards[g], plan.split[4 * kind + g], rng)
            plan.piles[kind] |= given
            plan.cards[g] ^= given
    last = kinds - 1
    shared = NO_CARDS
    for g in range(n_groups):
        if not (plan.open[g] >> last) & 1:
            plan.piles[last - 1] |= plan.cards[g]
        elif (plan.open[g] >> (last - 1)) & 1:
            shared = shared | plan.cards[g]
        else:
            plan.piles[last] |= plan.cards[g]
    given = random_subset(shared, plan.room[last - 1] - count_bits(plan.piles[last - 1]), rng)
    plan.piles[last - 1] |= given
    plan.piles[last] |= shared ^ given
    # 2. and from there to the seats
    left = np.uint64(hidden)
    while left != NO_CARDS:
        seat = lowest_bit(left)
        left = drop_lowest(left)
        kind = plan.kind[seat]
        given = random_subset(plan.piles[kind], count_bits(hands[seat]), rng)
        hands[seat] = given
        plan.piles[kind] ^= given


@helper
def count_ways(hands, hidden, unseen, voids):
    """How many deals respect the voids, as a float (exact below 2^53)."""
    plan = _new_plan()
    kinds = _sort_seats(hands, hidden, unseen, voids, plan)
    ways = 1.0
    if kinds > 1:
        ways = _walk(kinds, _sort_suits(unseen, kinds, plan), plan, np.inf)
    elif kinds == 1 and plan.pattern[0] != 0:
        ways = 0.0
    for kind in range(kinds):
        room = plan.room[kind]
        for seat in range(seat_count(hidden)):
            if (hidden >> seat) & 1 and plan.kind[seat] == kind:
                size = count_bits(hands[seat])
                ways *= _WAYS[room, size]
                room -= size
    return ways


@helper
def _sort_seats(hands, hidden, unseen, voids, plan):
    """Merge seats with the same voids into kinds, those with the most voids first; return their number.

    Fills `pattern` and `room` for each kind and `kind` for each hidden seat. Seats without cards are left out.
    """
    present = 0
    for suit in range(4):
        if unseen & SUITS[suit] != NO_CARDS:
            present |= 1 << suit
    kinds = 0
    many = 5
    while many > 0:
        many -= 1
        for seat in range(seat_count(hidden)):
            if not (hidden >> seat) & 1:
                continue
            pattern = int(voids[seat]) & present
            if count_bits(np.uint64(pattern)) != many:
                continue
            kind = 0
            while kind < kinds and plan.pattern[kind] != pattern:
                kind += 1
            size = count_bits(hands[seat])
            if kind == kinds:
                if size == 0:
                    plan.kind[seat] = 0
                    continue
                plan.pattern[kind] = pattern
                plan.room[kind] = 0
                kinds += 1
            plan.kind[seat] = kind
            plan.room[kind] += size
    return kinds


@helper
def _sort_suits(unseen, kinds, plan):
    """Merge suits open to the same kinds into groups; return their number. Fills `open` and `count`."""
    n = 0
    for suit in range(4):
        cards = unseen & SUITS[suit]
        if cards == NO_CARDS:
            continue
        takers = 0
        for kind in range(kinds):
            if not (plan.pattern[kind] >> suit) & 1:
                takers |= 1 << kind
        g = 0
        while g < n and plan.open[g] != takers:
            g += 1
        if g == n:
            plan.cards[g] = NO_CARDS
            plan.open[g] = takers
            n += 1
        plan.cards[g] |= cards
        plan.count[g] = count_bits(plan.cards[g])
    return n


@helper
def _walk(kinds, n_groups, plan, target):
    """Go through all ways to split the groups over the kinds but the last two, adding up numbers of deals.

    Stops as soon as the sum exceeds `target`, leaving that split in `split`; returns the sum. An odometer: variable
    4 * kind + group counts the cards of the group that go to the kind.
    """
    if kinds == 2:
        return _last_two(kinds, n_groups, plan)
    for kind in range(kinds):
        plan.left[kind] = plan.room[kind]
    total = 0.0
    end = kinds - 2
    kind = 0
    g = 0
    plan.weight[0] = 1.0
    _open_variable(0, 0, n_groups, plan)
    while kind >= 0:
        i = 4 * kind + g
        value = plan.split[i]
        if value >= plan.low[i]:  # take the present value back
            plan.count[g] += value
            plan.left[kind] += value
        value += 1
        plan.split[i] = value
        if value > plan.high[i]:
            g -= 1
            if g < 0:
                g = n_groups - 1
                kind -= 1
            continue
        step = kind * n_groups + g
        plan.weight[step + 1] = plan.weight[step] * _WAYS[plan.count[g], value]
        plan.count[g] -= value
        plan.left[kind] -= value
        if g + 1 < n_groups:
            g += 1
            _open_variable(kind, g, n_groups, plan)
        elif kind + 1 < end:
            g = 0
            kind += 1
            _open_variable(kind, g, n_groups, plan)
        else:
            total += plan.weight[step + 1] * _last_two(kinds, n_groups, plan)
            if total > target:
                return total
    return total


@helper
def _open_variable(kind, g, n_groups, plan):
    """Set the range of one variable of the odometer and put it just below."""
    later = 0
    for h in range(g + 1, n_groups):
        if (plan.open[h] >> kind) & 1:
            later += plan.count[h]
    own = plan.count[g] if (plan.open[g] >> kind) & 1 else 0
    left = plan.left[kind]
    low = left - later if left > later else 0
    i = 4 * kind + g
    plan.low[i] = low
    plan.high[i] = own if own < left else left
    plan.split[i] = low - 1


@helper
def _last_two(kinds, n_groups, plan):
    """In how many ways the cards left over fall to the last two kinds."""
    last = kinds - 1
    forced = 0
    shared = 0
    for g in range(n_groups):
        count = plan.count[g]
        if count == 0:
            continue
        first_open = (plan.open[g] >> (last - 1)) & 1
        if (plan.open[g] >> last) & 1:
            if first_open:
                shared += count
        elif first_open:
            forced += count
        else:
            return 0.0
    need = plan.room[last - 1] - forced
    if need < 0 or need > shared:
        return 0.0
    return _WAYS[shared, need]


# ---------------------------------------------------------------------------------------------------------------------
# Counting by another route, in whole numbers of any size


def number_of_deals(suit_sizes, rooms, voids) -> int:
    """How many ways there are to deal unseen cards into rooms.

    Parameters: `suit_sizes` holds how many unseen cards each of the four suits has; `rooms` how many cards each hidden
    seat holds; `voids` a bit mask per seat of the suits it cannot hold. The count goes suit by suit: a split (m_q) of u
    cards has u! / prod m_q! ways, times the ways for the rest in what room is left.

    Raises ValueError if the cards do not fill the rooms exactly.
    """
    if sum(suit_sizes) != sum(rooms):
        raise ValueError(f"{sum(suit_sizes)} unseen cards cannot fill rooms for {sum(rooms)}: the numbers must agree")
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
