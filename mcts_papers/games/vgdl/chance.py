"""Random draws of the rules, and tapes: recorded draws in place of random ones.

A stream is an array of two words (see `mcts_lab.engine.random`). A longer array of the same type is a *tape*: word 0
counts the draws made, word 1 those that were not of the recorded kind, and each draw has two more words, its kind and
its result. Kinds are the number of choices of a whole number, `FLOAT` and `DOUBLE`; the result of a real draw counts
units of 2^-53. A tape that has run out gives zeros and counts on.
"""

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.engine.random import below, uniform

FLOAT = 1 << 40
DOUBLE = 1 << 41


@unit
def from_tape(rng, kind) -> int:
    """The next result of the tape."""
    place = 2 + 2 * np.int64(rng[0])
    rng[0] += np.uint64(1)
    if place >= len(rng):
        return np.int64(0)
    if np.int64(rng[place]) != kind:
        rng[1] += np.uint64(1)
    return np.int64(rng[place + 1])


def draw_below(rng, n):
    """A whole number from 0 to n - 1."""
    return below(rng, n) if len(rng) == 2 else from_tape(rng, n)


def draw_float(rng):
    """A number in [0, 1), recorded as a short one."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, FLOAT) * 1.1102230246251565e-16


def draw_double(rng):
    """A number in [0, 1), recorded as a long one."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, DOUBLE) * 1.1102230246251565e-16
