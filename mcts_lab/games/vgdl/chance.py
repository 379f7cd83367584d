"""Random draws of the rules, and tapes: recorded draws in place of random ones.

A stream is an array of two words (see `mcts_lab.engine.random`). A longer array of the same type is a *tape*: word 0
counts the draws made, word 1 those that were not of the recorded kind, and each draw has two more words, its kind and
its result. Kinds are the number of choices of a whole number, `FLOAT` and `DOUBLE`; the result of a real draw counts
units of 2^-53. A tape that has run out gives zeros and counts on.
"""

from __future__ import annotations

import numpy as np

from ...engine.generic import helper, unit
from ...engine.random import below, uniform

FLOAT = 1 << 40
DOUBLE = 1 << 41


def tape(draws) -> np.ndarray:
    """A tape of draws as recordings write them: [n, v] below n, an integer in units of 2^-24, a string for a double."""
    words = [0, 0]
    for draw in draws:
        if isinstance(draw, list):
            words += [int(draw[0]), int(draw[1])]
        elif isinstance(draw, str):
            words += [DOUBLE, int(float(draw) * 2.0**53)]
        else:
            words += [FLOAT, int(draw) << 29]
    if len(words) == 2:
        words += [0, 0]  # longer than a stream
    return np.array(words, np.uint64)


def faults(words, draws) -> str:
    """What is wrong with the use of a tape of so many draws: "" if all were made, and of their kinds."""
    made, wrong = int(words[0]), int(words[1])
    if made != draws:
        return f"{made} random draws, {draws} in the recording"
    return f"{wrong} random draws of another kind than in the recording" if wrong else ""


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


@helper
def draw_below(rng, n):
    """A whole number from 0 to n - 1."""
    return below(rng, n) if len(rng) == 2 else from_tape(rng, n)


@helper
def draw_float(rng):
    """A number in [0, 1), recorded as a short one."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, FLOAT) * 1.1102230246251565e-16


@helper
def draw_double(rng):
    """A number in [0, 1), recorded as a long one."""
    return uniform(rng) if len(rng) == 2 else from_tape(rng, DOUBLE) * 1.1102230246251565e-16
