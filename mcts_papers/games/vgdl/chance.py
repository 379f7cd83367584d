"""Random numbers for the rules, and tapes: recorded numbers in place of random ones.

A random stream is an array of two words (see `mcts_lab.engine.random`). A longer array of the same type is a *tape*.
Word 0 of a tape is the number of draws so far. Word 1 counts the draws whose kind differs from the recorded kind. Then
follow two words for each recorded draw: its kind and its result. The kind of a whole number is the number of its
possible values. The kinds `FLOAT` and `DOUBLE` are numbers in [0, 1), whose results are stored in units of 2^-53. After
the last recorded draw, a tape returns zeros.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below, uniform

FLOAT = 1 << 40
DOUBLE = 1 << 41


@unit
def from_tape(rng, kind) -> int:
    """Return the next result of the tape."""
    place = 2 + 2 * np.int64(rng[0])
    rng[0] += np.uint64(1)
    if place >= len(rng):
        return np.int64(0)
    if np.int64(rng[place]) != kind:
        rng[1] += np.uint64(1)
    return np.int64(rng[place + 1])


def draw_below(rng, n):
    """Return a random whole number from 0 to n - 1."""
    return below(rng, n) if len(rng) == 2 else from_tape(rng, n)


def draw_float(rng):
    """Return a random number in [0, 1), of the kind `FLOAT`."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, FLOAT) * 1.1102230246251565e-16


def draw_double(rng):
    """Return a random number in [0, 1), of the kind `DOUBLE`."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, DOUBLE) * 1.1102230246251565e-16
