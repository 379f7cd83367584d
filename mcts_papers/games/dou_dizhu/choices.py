"""The moves that a hand can make: all of them in a list, or the n-th one without listing.

`list_leads` and `list_replies` write move numbers in a fixed order. `nth_lead` and `nth_reply` go through the same
categories, but count each one with a formula and only look inside the one that holds the wanted move, which is what
makes exactly uniform random play cheap. A test compares the two.

``steps`` asks for the two-step form: a base stands for all its moves.
"""

from mcts_lab.engine.bits import count_bits, drop_lowest
from mcts_lab.engine.generic import unit

from . import moves as m
from .hands import (
    EMPTY,
    JOKERS,
    above,
    card,
    fits,
    holding1,
    holding2,
    holding3,
    holding4,
    longer,
    nth_rank,
    rank_of,
    runs,
)

AIRPLANES_WITH_KICKERS = ((m.G_AIRPLANE_SOLOS, 5), (m.G_AIRPLANE_PAIRS, 4))  # groups, and the longest of each
MANY = 1 << 30  # more than there are moves: asks `nth_lead` for the count alone


# ---------------------------------------------------------------------------------------------------------------------
# Kickers of one base


def kickers(hand, base, policy):
    """The number of moves of a base that the hand can make."""
    n = 0
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            n += 1
    return n


def nth_kicked(hand, base, policy, n):
    """The n-th move of a base that the hand can make, or -1 if there are not so many."""
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            if n == 0:
                return move
            n -= 1
    return -1


def list_kicked(hand, base, policy, out, n):
    """Append the moves that `base` makes with the kickers in the hand to ``out[:n]``; the new length."""
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            out[n] = move
            n += 1
    return n


def choose2(n):
    """The number of pairs among n."""
    return n * (n - 1) // 2


def count_kicked(hand, base, policy, steps):
    """The number of moves behind a base: 0 or 1 in the two-step form."""
    group = m.GROUP[m.MOVES + base]
    category = m.CATEGORY[group]
    solos = count_bits(holding1(hand))
    pairs = count_bits(holding2(hand))
    if category == m.TRIO_SOLO:
        n = solos - 1
    elif category == m.TRIO_PAIR:
        n = pairs - 1
    elif category == m.QUAD_PAIRS:
        n = choose2(pairs - 1)
    elif category == m.QUAD_SOLOS:
        n = choose2(solos - 1)
        if policy != m.DISTINCT:
            n += pairs - 1
        if hand & JOKERS == JOKERS:
            n -= 1
    elif steps:
        return 1 if nth_kicked(hand, base, policy, 0) >= 0 else 0
    else:
        return kickers(hand, base, policy)
    return min(n, 1) if steps else n


# ---------------------------------------------------------------------------------------------------------------------
# All moves of one group with their main rank in a mask


def list_mains(first, mains, out, n):
    """Append a move of a group for each rank in `mains` to ``out[:n]``, `first` that of rank 0; the new length."""
    while mains != EMPTY:
        out[n] = first + rank_of(mains)
        n += 1
        mains = drop_lowest(mains)
    return n


@unit
def list_bases(hand, first_base, mains, policy, steps, out, n) -> int:
    """Append the bases of a group (or all their moves, unless `steps`) to ``out[:n]``; the new length."""
    while mains != EMPTY:
        base = first_base + rank_of(mains)
        mains = drop_lowest(mains)
        if not steps:
            n = list_kicked(hand, base, policy, out, n)
        elif count_kicked(hand, base, policy, True) > 0:
            out[n] = m.MOVES + base
            n += 1
    return n


@unit
def nth_of_bases(hand, first_base, mains, policy, steps, n) -> int:
    """As `nth_lead`, for the moves of one group with kickers."""
    total = 0
    while mains != EMPTY:
        base = first_base + rank_of(mains)
        mains = drop_lowest(mains)
        here = count_kicked(hand, base, policy, steps)
        if n < here:
            return m.MOVES + base if steps else nth_kicked(hand, base, policy, n)
        n -= here
        total += here
    return ~total


def mains_of(hand, group):
    """The main ranks with which the hand could make a move of the group, were there kickers enough."""
    category = m.CATEGORY[group]
    length = m.LENGTH[group]
    if category <= m.SOLO_CHAIN:
        mask = holding1(hand)
    elif category <= m.PAIR_CHAIN:
        mask = holding2(hand)
    elif category <= m.AIRPLANE_PAIRS:
        mask = holding3(hand)
    else:
        mask = holding4(hand)
    return runs(mask, length) if length > 1 else mask


# ---------------------------------------------------------------------------------------------------------------------
# Leading: anything but a pass


@unit
def list_leads(hand, policy, quads, quirk, steps, out) -> int:
    """Write all moves of a hand into `out` and return their number.

    `quirk` leaves out, as OpenSpiel does, chains without kickers whose lowest rank is held four times (see `unbroken`).
    """
    one, two, three, four = holding1(hand), holding2(hand), holding3(hand), holding4(hand)
    chainable = ~four if quirk else ~EMPTY
    n = list_mains(m.I_SOLO, one, out, 0)
    n = list_chains(m.G_SOLO_CHAIN, 5, one, chainable, out, n)
    n = list_mains(m.I_PAIR, two, out, n)
    n = list_chains(m.G_PAIR_CHAIN, 3, two, chainable, out, n)
    if three != EMPTY:
        n = list_mains(m.I_TRIO, three, out, n)
        n = list_bases(hand, m.B_TRIO_SOLO, three, policy, steps, out, n)
        n = list_bases(hand, m.B_TRIO_PAIR, three, policy, steps, out, n)
        n = list_chains(m.G_AIRPLANE, 2, three, chainable, out, n)
        for group, longest in AIRPLANES_WITH_KICKERS:
            starts, length = runs(three, 2), 2
            while starts != EMPTY and length <= longest:
                n = list_bases(hand, m.FIRST_BASE[group + length], starts, policy, steps, out, n)
                starts, length = longer(starts), length + 1
        n = list_mains(m.I_BOMB, four, out, n)
    if hand & JOKERS == JOKERS:
        out[n] = m.I_ROCKET
        n += 1
    if quads and four != EMPTY:
        n = list_bases(hand, m.B_QUAD_SOLOS, four, policy, steps, out, n)
        n = list_bases(hand, m.B_QUAD_PAIRS, four, policy, steps, out, n)
    return n


def list_chains(group, length, mask, chainable, out, n):
    """Append the chains of `length` and more that start at the ranks in `mask` to ``out[:n]``; the new length."""
    starts = runs(mask, length)
    while starts != EMPTY:
        n = list_mains(m.FIRST[group + length], starts & chainable, out, n)
        starts, length = longer(starts), length + 1
    return n


@unit
def nth_lead(hand, policy, quads, quirk, steps, n) -> int:
    """The n-th of the moves that `list_leads` lists; if there are fewer, ``~total``, a negative number."""
    one, two, three, four = holding1(hand), holding2(hand), holding3(hand), holding4(hand)
    chainable = ~four if quirk else ~EMPTY
    wanted = n
    solos = count_bits(one)
    if n < solos:
        return m.I_SOLO + nth_rank(one, n)
    n -= solos
    found = nth_chain(m.G_SOLO_CHAIN, 5, one, chainable, n)
    if found >= 0:
        return found
    n -= ~found
    pairs = count_bits(two)
    if n < pairs:
        return m.I_PAIR + nth_rank(two, n)
    n -= pairs
    found = nth_chain(m.G_PAIR_CHAIN, 3, two, chainable, n)
    if found >= 0:
        return found
    n -= ~found
    if three != EMPTY:
        trios = count_bits(three)
        if n < trios:
            return m.I_TRIO + nth_rank(three, n)
        n -= trios
        # a trio takes any other rank as its solo, any other rank held twice as its pair
        each = min(solos - 1, 1) if steps else solos - 1
        if n < trios * each:
            main = nth_rank(three, n // each)
            return nth_trio(one, main, n % each, steps, m.B_TRIO_SOLO, m.I_TRIO_SOLO, m.SOLO_KICKERS)
        n -= trios * each
        each = min(pairs - 1, 1) if steps else pairs - 1
        if n < trios * each:
            main = nth_rank(three, n // each)
            return nth_trio(two, main, n % each, steps, m.B_TRIO_PAIR, m.I_TRIO_PAIR, m.PAIR_KICKERS)
        n -= trios * each
        airplanes = runs(three, 2)
        if airplanes != EMPTY:
            found = nth_airplane(hand, airplanes, chainable, policy, steps, n)
            if found >= 0:
                return found
            n -= ~found
        bombs = count_bits(four)
        if n < bombs:
            return m.I_BOMB + nth_rank(four, n)
        n -= bombs
    if hand & JOKERS == JOKERS:
        if n == 0:
            return m.I_ROCKET
        n -= 1
    if quads and four != EMPTY:
        for first_base in (m.B_QUAD_SOLOS, m.B_QUAD_PAIRS):
            found = nth_of_bases(hand, first_base, four, policy, steps, n)
            if found >= 0:
                return found
            n -= ~found
    return ~(wanted - n)


def nth_trio(mask, main, n, steps, first_base, first, each):
    """Trio `main` with the n-th of the kicker ranks in the mask other than its own."""
    if steps:
        return m.MOVES + first_base + main
    kicker = nth_rank(mask & ~card(main), n)
    return first + main * each + kicker - (1 if kicker > main else 0)


def nth_chain(group, length, mask, chainable, n):
    """The n-th of the moves of `list_chains`, or ``~their number`` if there are not so many."""
    total = 0
    starts = runs(mask, length)
    while starts != EMPTY:
        here = count_bits(starts & chainable)
        if n < here:
            return m.FIRST[group + length] + nth_rank(starts & chainable, n)
        n -= here
        total += here
        starts, length = longer(starts), length + 1
    return ~total


@unit
def nth_airplane(hand, pairs_of_trios, chainable, policy, steps, n) -> int:
    """The n-th airplane without, with single and with paired kickers, or ``~their number`` if there are not so many."""
    wanted = n
    found = nth_chain(m.G_AIRPLANE, 2, holding3(hand), chainable, n)
    if found >= 0:
        return found
    n -= ~found
    for group, longest in AIRPLANES_WITH_KICKERS:
        starts, length = pairs_of_trios, 2
        while starts != EMPTY and length <= longest:
            found = nth_of_bases(hand, m.FIRST_BASE[group + length], starts, policy, steps, n)
            if found >= 0:
                return found
            n -= ~found
            starts, length = longer(starts), length + 1
    return ~(wanted - n)


# ---------------------------------------------------------------------------------------------------------------------
# Replying: a pass, the same group with a higher main rank, a bomb, or the rocket


def beating_bombs(hand, last, quirk):
    """The ranks of the bombs that beat `last`; `quirk` offers, as OpenSpiel does, all of them over the rocket."""
    group = m.GROUP[last]
    four = holding4(hand)
    if group == m.G_BOMB:
        return four & above(m.MAIN[last])
    if group == m.G_ROCKET and not quirk:
        return EMPTY
    return four


def unbroken(hand, group, mains, quirk):
    """The main ranks without those of chains that, as in OpenSpiel, may not break four of a kind at their low end."""
    return mains & ~holding4(hand) if quirk and m.LENGTH[group] > 1 else mains


@unit
def list_replies(hand, last, policy, quirk, steps, out) -> int:
    """Write the moves that may follow `last` into `out`, a pass first, and return their number."""
    out[0] = m.PASS
    n = 1
    group = m.GROUP[last]
    if group != m.G_BOMB and group != m.G_ROCKET:
        mains = mains_of(hand, group) & above(m.MAIN[last])
        if m.KICKED[group]:
            n = list_bases(hand, m.FIRST_BASE[group], mains, policy, steps, out, n)
        else:
            n = list_mains(m.FIRST[group], unbroken(hand, group, mains, quirk), out, n)
    n = list_mains(m.I_BOMB, beating_bombs(hand, last, quirk), out, n)
    if hand & JOKERS == JOKERS:
        out[n] = m.I_ROCKET
        n += 1
    return n


@unit
def nth_reply(hand, last, policy, quirk, steps, n) -> int:
    """The n-th of the moves that `list_replies` lists; if there are fewer, ``~total``, a negative number."""
    if n == 0:
        return m.PASS
    wanted = n
    n -= 1
    group = m.GROUP[last]
    if group != m.G_BOMB and group != m.G_ROCKET:
        mains = mains_of(hand, group) & above(m.MAIN[last])
        if m.KICKED[group]:
            found = nth_of_bases(hand, m.FIRST_BASE[group], mains, policy, steps, n)
            if found >= 0:
                return found
            n -= ~found
        else:
            mains = unbroken(hand, group, mains, quirk)
            here = count_bits(mains)
            if n < here:
                return m.FIRST[group] + nth_rank(mains, n)
            n -= here
    bombs = beating_bombs(hand, last, quirk)
    here = count_bits(bombs)
    if n < here:
        return m.I_BOMB + nth_rank(bombs, n)
    n -= here
    if hand & JOKERS == JOKERS:
        if n == 0:
            return m.I_ROCKET
        n -= 1
    return ~(wanted - n)
