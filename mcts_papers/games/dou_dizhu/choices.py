"""Find the moves that a hand can make: list all moves, or find the n-th move without a list.

`list_leads` and `list_replies` write the moves in a fixed order. `nth_lead` and `nth_reply` count the moves of each
category with a formula and search only the category with the wanted move, so uniformly random moves are fast.

steps: True for the two-step form, where a player chooses first a base and then its kickers.
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

AIRPLANES_WITH_KICKERS = ((m.G_AIRPLANE_SOLOS, 5), (m.G_AIRPLANE_PAIRS, 4))  # (group, maximum length)
MANY = 1 << 30  # more than the number of moves: with it, `nth_lead` only counts the moves


# ---------------------------------------------------------------------------------------------------------------------
# Kickers of one base


def kickers(hand, base, policy):
    """Return the number of a base's moves that the hand can make."""
    n = 0
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            n += 1
    return n


def nth_kicked(hand, base, policy, n):
    """Return the n-th of a base's moves that the hand can make, or -1 if there is none."""
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            if n == 0:
                return move
            n -= 1
    return -1


def list_kicked(hand, base, policy, out, n):
    """Append to ``out[:n]`` the moves of a base for which the hand has the cards; return the new length."""
    for move in range(m.BLOCK[base], m.BLOCK_END[base]):
        if m.POLICY[move] & policy and fits(hand, m.WORD[move]):
            out[n] = move
            n += 1
    return n


def choose2(n):
    """Return the number of pairs among n."""
    return n * (n - 1) // 2


def count_kicked(hand, base, policy, steps):
    """Return the number of a base's moves that the hand can make, in the two-step form at most 1."""
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
# All moves of one group whose main rank is in a mask


def list_mains(first, mains, out, n):
    """Append to ``out[:n]`` the moves with the main ranks in `mains`; return the new length.

    first: the move with main rank 0.
    """
    while mains != EMPTY:
        out[n] = first + rank_of(mains)
        n += 1
        mains = drop_lowest(mains)
    return n


@unit
def list_bases(hand, first_base, mains, policy, steps, out, n) -> int:
    """Append to ``out[:n]`` the bases of a group if `steps` is True, else all moves of the bases.

    Return the new length.
    """
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
    """Return the n-th move of a group with kickers; if there are only k moves, return ``~k``."""
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
    """Return the main ranks of the moves of a group that the hand can make if it has enough kickers."""
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
    """Write all moves that a hand can lead into `out` and return their number.

    quirk: True leaves out chains without kickers if the hand has four cards of their lowest rank, as OpenSpiel does.
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
    """Append to ``out[:n]`` all chains with at least `length` ranks that start in `mask`; return the new length."""
    starts = runs(mask, length)
    while starts != EMPTY:
        n = list_mains(m.FIRST[group + length], starts & chainable, out, n)
        starts, length = longer(starts), length + 1
    return n


@unit
def nth_lead(hand, policy, quads, quirk, steps, n) -> int:
    """Return the n-th move of `list_leads`; if there are only k moves, return ``~k``, a negative number."""
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
        # the kicker of a trio is a solo of any other rank, or a pair of any other rank held twice
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
    """Return the trio `main` with the n-th of the kickers in the mask that are not its own rank."""
    if steps:
        return m.MOVES + first_base + main
    kicker = nth_rank(mask & ~card(main), n)
    return first + main * each + kicker - (1 if kicker > main else 0)


def nth_chain(group, length, mask, chainable, n):
    """Return the n-th move of `list_chains`; if there are only k moves, return ``~k``."""
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
    """Return the n-th airplane (without kickers, with solos, with pairs); if there are only k, return ``~k``."""
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
    """Return the ranks of the bombs that beat `last`. With `quirk`, as in OpenSpiel, every bomb beats the rocket."""
    group = m.GROUP[last]
    four = holding4(hand)
    if group == m.G_BOMB:
        return four & above(m.MAIN[last])
    if group == m.G_ROCKET and not quirk:
        return EMPTY
    return four


def unbroken(hand, group, mains, quirk):
    """Return `mains`; with `quirk`, as in OpenSpiel, without chains whose lowest rank the hand holds four times."""
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
    """Return the n-th move of `list_replies`; if there are only k moves, return ``~k``, a negative number."""
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
