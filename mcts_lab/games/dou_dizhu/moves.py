"""Every move of Dou Di Zhu, numbered: one table of words, groups and main ranks.

**Cards.** Suits never matter, so a set of cards is a 60-bit word with four bits per rank, 3 lowest (rank 0), 2 next to
highest (12), then the black joker (13) and the red one (14). No count exceeds 4, so bit 3 of every rank is free.

**Moves.** A *group* is a category with a length, such as "solo chain of 6": what must be followed by the same group. A
move is a group, a *main rank* that must be beaten, and its cards. The numbers 0 to 26056 are OpenSpiel's; quads with
kickers, which OpenSpiel leaves out, follow, and then the *bases* of the two-step form, where a player first
chooses ``333444 + solos`` and then which solos.

Within one base the kickers are ordered by their word, so the highest rank counts first.

**Kickers.** Airplanes with solos and quads with solos differ between programs; `POLICY` has a bit for each policy that
allows the move:

=========== =========================================================================================
`OPENSPIEL` equal solos up to three of a rank, never both jokers, never a rank of the chain
`RLCARD`    the same, but no three equal solos (3 to A) that would lengthen the chain
`DISTINCT`  all kickers of different ranks, and not both jokers
=========== =========================================================================================

RLCard's 27 472 moves are its moves here without the three bids.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import numpy as np

RANKS = 15
ACE, DEUCE, BLACK_JOKER, RED_JOKER = 11, 12, 13, 14
LETTERS = "3456789TJQKA2"
SYMBOLS = (*LETTERS, "(BWJ)", "(CJ)")

OPENSPIEL, RLCARD, DISTINCT = 1, 2, 4
POLICIES = {"openspiel": OPENSPIEL, "rlcard": RLCARD, "distinct": DISTINCT}

PASS = 0
BIDS = 4  # ids 0 to 3 are pass and the three bids; in the auction 0 is also pass

CATEGORIES = (
    "pass", "solo", "solo chain", "pair", "pair chain", "trio", "trio + solo", "trio + pair", "airplane",
    "airplane + solos", "airplane + pairs", "bomb", "rocket", "quad + solos", "quad + pairs",
)
(NOTHING, SOLO, SOLO_CHAIN, PAIR, PAIR_CHAIN, TRIO, TRIO_SOLO, TRIO_PAIR, AIRPLANE, AIRPLANE_SOLOS, AIRPLANE_PAIRS,
 BOMB, ROCKET, QUAD_SOLOS, QUAD_PAIRS) = range(len(CATEGORIES))


def word_of(ranks) -> int:
    """The word of the cards whose ranks are listed."""
    return sum(1 << 4 * r for r in ranks)


def ranks_of(word) -> list[int]:
    """The ranks of the cards in a word, ascending."""
    word = int(word)
    return [r for r in range(RANKS) for _ in range(word >> 4 * r & 15)]


def cards_text(word) -> str:
    """The cards of a word, ascending: ``3999``, ``5(BWJ)``."""
    return "".join(SYMBOLS[r] for r in ranks_of(word))


def _chain(start, length, copies):
    return range(start, start + length), sum(copies << 4 * r for r in range(start, start + length))


def _solo_kickers(chain, n):
    """The words of `n` solo kickers outside `chain`, ascending, each with the policies that allow it."""
    others = [r for r in range(RANKS) if r not in chain]
    lengthening = {chain[0] - 1, chain[-1] + 1} if len(chain) > 1 else set()
    found = []
    for ranks in combinations_with_replacement(others, n):
        most = max(ranks.count(r) for r in ranks)
        jokers = ranks.count(BLACK_JOKER) + ranks.count(RED_JOKER)
        if most > 3 or jokers > 1:
            continue
        policies = OPENSPIEL
        if not any(ranks.count(r) == 3 and r <= ACE for r in lengthening):
            policies |= RLCARD
        if most == 1:
            policies |= DISTINCT
        found.append((word_of(ranks), policies))
    return sorted(found)


def _pair_kickers(chain, n):
    others = [r for r in range(DEUCE + 1) if r not in chain]
    return sorted((2 * word_of(ranks), OPENSPIEL | RLCARD | DISTINCT) for ranks in combinations(others, n))


def _build():
    """All moves in order, and all bases: what the arrays below are made of."""
    everyone = OPENSPIEL | RLCARD | DISTINCT
    groups = [(NOTHING, 0)]
    moves = [(0, 0, 0, everyone)] * BIDS  # (word, group, main, policies)
    bases = []  # (word, group, main, first move, end)

    def plain(category, length, copies, mains):
        groups.append((category, length))
        moves.extend((_chain(m, length, copies)[1], len(groups) - 1, m, everyone) for m in mains)

    def chains(category, lengths, copies):
        for length in lengths:
            plain(category, length, copies, range(DEUCE - length + 1))

    def kicked(category, length, copies, mains, kickers, each):
        groups.append((category, length))
        for main in mains:
            chain, word = _chain(main, length, copies)
            first = len(moves)
            moves.extend((word + extra, len(groups) - 1, main, policies) for extra, policies in kickers(chain, each))
            bases.append((word, len(groups) - 1, main, first, len(moves)))

    plain(SOLO, 1, 1, range(RANKS))
    chains(SOLO_CHAIN, range(5, 13), 1)
    plain(PAIR, 1, 2, range(DEUCE + 1))
    chains(PAIR_CHAIN, range(3, 11), 2)
    plain(TRIO, 1, 3, range(DEUCE + 1))
    kicked(TRIO_SOLO, 1, 3, range(DEUCE + 1), _solo_kickers, 1)
    kicked(TRIO_PAIR, 1, 3, range(DEUCE + 1), _pair_kickers, 1)
    chains(AIRPLANE, range(2, 7), 3)
    for length in range(2, 6):
        kicked(AIRPLANE_SOLOS, length, 3, range(DEUCE - length + 1), _solo_kickers, length)
    for length in range(2, 5):
        kicked(AIRPLANE_PAIRS, length, 3, range(DEUCE - length + 1), _pair_kickers, length)
    plain(BOMB, 1, 4, range(DEUCE + 1))
    groups.append((ROCKET, 1))
    moves.append((word_of((BLACK_JOKER, RED_JOKER)), len(groups) - 1, BLACK_JOKER, everyone))
    kicked(QUAD_SOLOS, 1, 4, range(DEUCE + 1), _solo_kickers, 2)
    kicked(QUAD_PAIRS, 1, 4, range(DEUCE + 1), _pair_kickers, 2)
    return groups, moves, bases


_groups, _moves, _bases = _build()

MOVES = len(_moves)  # final moves; the base with number b has the id MOVES + b
IDS = MOVES + len(_bases)
OPENSPIEL_IDS = next(i for i, (_, g, _, _) in enumerate(_moves) if _groups[g][0] == QUAD_SOLOS)

WORD = np.array([w for w, *_ in _moves] + [w for w, *_ in _bases], np.uint64)  # of a move, or of a base
GROUP = np.array([g for _, g, *_ in _moves] + [g for _, g, *_ in _bases], np.int64)
MAIN = np.array([m for _, _, m, _ in _moves] + [m for _, _, m, *_ in _bases], np.int64)
POLICY = np.array([p for *_, p in _moves] + [0] * len(_bases), np.int64)

CATEGORY = np.array([c for c, _ in _groups], np.int64)  # of a group
LENGTH = np.array([n for _, n in _groups], np.int64)
FIRST = np.array([[m[1] for m in _moves].index(g) for g in range(len(_groups))], np.int64)  # first move of a group
KICKED = np.array([int(any(b[1] == g for b in _bases)) for g in range(len(_groups))], np.int64)
FIRST_BASE = np.array(
    [next((i for i, b in enumerate(_bases) if b[1] == g), 0) for g in range(len(_groups))], np.int64
)  # of a kicked group: the base with main rank 0

BLOCK = np.array([b[3] for b in _bases], np.int64)  # first move of a base
BLOCK_END = np.array([b[4] for b in _bases], np.int64)

_at = {key: i for i, key in enumerate(_groups)}
G_SOLO, G_PAIR, G_TRIO, G_BOMB, G_ROCKET = (_at[c, 1] for c in (SOLO, PAIR, TRIO, BOMB, ROCKET))
G_TRIO_SOLO, G_TRIO_PAIR, G_QUAD_SOLOS, G_QUAD_PAIRS = (
    _at[c, 1] for c in (TRIO_SOLO, TRIO_PAIR, QUAD_SOLOS, QUAD_PAIRS)
)
# the group of the chain with n links is this plus n
G_SOLO_CHAIN, G_PAIR_CHAIN, G_AIRPLANE = _at[SOLO_CHAIN, 5] - 5, _at[PAIR_CHAIN, 3] - 3, _at[AIRPLANE, 2] - 2
G_AIRPLANE_SOLOS, G_AIRPLANE_PAIRS = _at[AIRPLANE_SOLOS, 2] - 2, _at[AIRPLANE_PAIRS, 2] - 2

B_TRIO_SOLO, B_TRIO_PAIR, B_QUAD_SOLOS, B_QUAD_PAIRS = (
    int(FIRST_BASE[g]) for g in (G_TRIO_SOLO, G_TRIO_PAIR, G_QUAD_SOLOS, G_QUAD_PAIRS)
)
I_SOLO, I_PAIR, I_TRIO, I_BOMB, I_ROCKET = (int(FIRST[g]) for g in (G_SOLO, G_PAIR, G_TRIO, G_BOMB, G_ROCKET))
I_TRIO_SOLO, I_TRIO_PAIR = int(FIRST[G_TRIO_SOLO]), int(FIRST[G_TRIO_PAIR])
SOLO_KICKERS, PAIR_KICKERS = RANKS - 1, DEUCE  # kickers of one trio


def move_text(move) -> str:
    """A move's cards as OpenSpiel prints them: ``3999``, ``333444-5A``; a base shows what is still to come."""
    word, group = WORD[move], GROUP[move]
    category = CATEGORY[group]
    if move >= MOVES:
        kind = "pair" if category in (TRIO_PAIR, AIRPLANE_PAIRS, QUAD_PAIRS) else "solo"
        n = 2 if category in (QUAD_SOLOS, QUAD_PAIRS) else int(LENGTH[group])
        return f"{cards_text(word)}+{kind}" + ("s" if n > 1 else "")
    if category == NOTHING:
        return "Pass" if move == PASS else f"Bid {move}"
    if category in (AIRPLANE_SOLOS, AIRPLANE_PAIRS, QUAD_SOLOS, QUAD_PAIRS):
        base = int(WORD[MOVES + base_of(move)])
        return f"{cards_text(base)}-{cards_text(int(word) - base)}"
    return cards_text(word)


def base_of(move) -> int:
    """The number of the base of a move with kickers."""
    return int(FIRST_BASE[GROUP[move]] + MAIN[move])
