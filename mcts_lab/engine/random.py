"""Random numbers that are the same interpreted and compiled, and cheap enough for a playout.

A stream is an array of two unsigned 64-bit words, the state of a xorshift generator [Marsaglia 2003, "Xorshift RNGs"]
with period 2^128 - 1 and the shifts of [Vigna 2014, "Further scramblings of Marsaglia's xorshift generators"], without
its sum of words. It uses shifts and exclusive-or alone, so no word ever overflows and the interpreter and compiled code
agree to the last bit. Streams come from ``numpy.random.SeedSequence``, which makes them independent.
"""

from __future__ import annotations

import math
import numbers

import numpy as np

from .arithmetic import log
from .bits import signed
from .generic import helper

# how far words are shifted; constants, because the interpreter takes long to make such numbers
_11, _17, _23, _26, _33 = (np.uint64(n) for n in (11, 17, 23, 26, 33))


def sequence(seed) -> np.random.SeedSequence:
    """The ``SeedSequence`` of a whole number of at least 0, of None (an unpredictable one), or itself.

    Raises ValueError for anything else.
    """
    if isinstance(seed, np.random.SeedSequence):
        return seed
    whole = isinstance(seed, numbers.Integral) and not isinstance(seed, bool)
    if seed is not None and not (whole and seed >= 0):
        raise ValueError(f"A seed is a whole number of at least 0, or None for an unpredictable one, not {seed!r}.")
    return np.random.SeedSequence(seed)


def stream(seed) -> np.ndarray:
    """A new stream from a whole number of at least 0, a ``SeedSequence``, or None for an unpredictable one."""
    words = sequence(seed).generate_state(2, np.uint64)
    words[0] |= np.uint64(1)  # the all-zero state would stay zero
    return words


@helper
def next_word(rng):
    """The next 64 random bits of the stream."""
    t = rng[0]
    s = rng[1]
    rng[0] = s
    t ^= t << _23
    t ^= t >> _17
    t ^= s ^ (s >> _26)
    rng[1] = t
    return t


@helper
def below(rng, n):
    """A random integer in 0 .. n-1, for 1 <= n < 2^31."""
    return (signed(next_word(rng) >> _33) * n) >> 31


@helper
def uniform(rng):
    """A random number in [0, 1)."""
    return signed(next_word(rng) >> _11) * 1.1102230246251565e-16


@helper
def normal(rng):
    """A random number of the standard normal distribution, by the polar method [Marsaglia & Bray 1964]."""
    square = 0.0
    x = 0.0
    while not 0.0 < square < 1.0:
        x, y = 2.0 * uniform(rng) - 1.0, 2.0 * uniform(rng) - 1.0
        square = x * x + y * y
    return x * math.sqrt(-2.0 * log(square) / square)
