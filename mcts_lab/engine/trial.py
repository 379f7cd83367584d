"""A small search that uses whatever searches use of Numba, to see whether it is the same compiled and interpreted."""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from .bits import count_bits
from .bundle import Bundle
from .generic import Missing, compiler, entry, generic, helper, unit
from .random import below, stream
from .scratch import local_record

STONES = 12
_heap = local_record([("left", np.int64)])


class Heap(NamedTuple):
    """Two players take stones in turn, up to `most`; the one who takes the last wins."""

    most: int = 3


class Table(Bundle):
    """How often a move was tried with so many stones left, and how often it won."""

    FIELDS = ("tried", "won")


@generic
def moves(game, left) -> int:
    """The number of legal moves."""
    raise Missing


@moves.register(Heap)
def heap_moves(game, left):
    return min(game.most, left)


@generic(apart=True)
def wins(game, left, rng) -> int:
    """1 if the player to move wins a game played at random, else 0."""
    raise Missing


@wins.register(Heap)
def heap_wins(game, left, rng):
    heap, mine = _heap(), 1
    heap.left = left
    while heap.left > 0:
        heap.left -= 1 + below(rng, moves(game, heap.left))
        mine = 1 - mine
    return 1 - mine


@unit
def value(table, left, move) -> float:
    """The share of games won by a move; what was never tried comes first."""
    tried = table.tried[left, move]
    return table.won[left, move] / tried if tried > 0 else 2.0


@helper
def best(game, table, left):
    """The best move in the table."""
    chosen = 0
    for move in range(moves(game, left)):
        if value(table, left, move) > value(table, left, chosen):
            chosen = move
    return chosen


@entry
def search(game, table, rng, iterations):
    """Try moves and note how random games go on; how many bits the numbers of stones left had together."""
    total = 0
    for _ in range(iterations):
        left = 1 + below(rng, STONES)
        move = best(game, table, left)
        table.tried[left, move] += 1
        table.won[left, move] += 1 - wins(game, left - 1 - move, rng)
        total += count_bits(np.uint64(left))
    return total


def run():
    """Search both ways; the process ends with 0 if they are the same."""
    found = []
    for compiled in (True, False):
        table = Table(tried=np.zeros((STONES + 1, 3), np.int64), won=np.zeros((STONES + 1, 3), np.int64))
        found.append((search(Heap(), table, stream(1), 500, compiled=compiled), table.tried.tolist(),
                      table.won.tolist()))
    compiler.forget()
    sys.exit(found[0] != found[1])
