"""Position keys: 64-bit numbers that tell positions apart in a transposition table.

Small positions fit into 64 bits and get an injective key, which `scramble` spreads over all bits. Larger ones combine
one random word for each (piece, square) by exclusive or [Zobrist 1970, "A new hashing method with application for game
playing"]. Both use shifts and exclusive-or alone, which mean the same interpreted and compiled.
"""

from __future__ import annotations

import numpy as np

from ..generic import helper

CELLS = 1024  # the largest board with words of its own for every square

ZOBRIST = np.random.SeedSequence(1970).generate_state(2 * CELLS, np.uint64).reshape(2, CELLS)  # [player, square]
SECOND = np.uint64(0x9E3779B97F4A7C15)  # set apart positions that differ in the player to move alone


@helper
def scramble(word):
    """A one-to-one map of 64-bit words whose low bits depend on all bits of `word`."""
    for _ in range(2):
        word ^= word << np.uint64(13)
        word ^= word >> np.uint64(7)
        word ^= word << np.uint64(17)
        word ^= word >> np.uint64(29)
    return word
