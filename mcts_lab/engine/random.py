"""Random numbers that are the same interpreted and compiled, and cheap enough for a playout.

A stream is an array of two unsigned 64-bit words, the state of a xorshift generator [Marsaglia 2003, "Xorshift RNGs"]
with period 2^128 - 1 and the shifts of [Vigna 2014, "Further scramblings of Marsaglia's xorshift generators"], without
its sum of words. It uses shifts and exclusive-or alone, so no word ever overflows and the interpreter and compiled code
agree to the last bit. Streams come from ``numpy.random.SeedSequence``, which makes them independent.
"""

from __future__ import annotations

import numbers

import numpy as np

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


# the numbers of NumPy's seed sequence [O'Neill 2015, "Developing a seed_seq alternative"]
_32, _16, _LOW = np.uint64(32), np.uint64(16), np.uint64(0xFFFFFFFF)
_POOL, _POOL_STEP, _OUT, _OUT_STEP, _LEFT, _RIGHT = (np.uint64(n) for n in (
    0x43B0D7E5, 0x931E8875, 0x8B51F9DD, 0x58F38DED, 0xCA01F9DD, 0x4973F715))


@helper
def reseed(rng, seed, pool):
    """Make `rng` what ``stream(seed)`` returns, where that cannot be called; `pool` is room for four words."""
    step = _POOL
    for i in range(4):
        pool[i] = (seed >> _32 if i == 1 else seed & _LOW if i == 0 else np.uint64(0)) ^ step
        step = step * _POOL_STEP & _LOW
        pool[i] = pool[i] * step & _LOW
        pool[i] ^= pool[i] >> _16
    for source in range(4):
        for target in range(4):
            if source != target:
                word = pool[source] ^ step
                step = step * _POOL_STEP & _LOW
                word = word * step & _LOW
                word = (word ^ word >> _16) * _RIGHT & _LOW
                word = (pool[target] * _LEFT & _LOW) + (_LOW - word) + np.uint64(1) & _LOW
                pool[target] = word ^ word >> _16
    step = _OUT
    for i in range(4):
        word = pool[i] ^ step
        step = step * _OUT_STEP & _LOW
        word = word * step & _LOW
        pool[i] = word ^ word >> _16
    rng[0] = pool[0] | pool[1] << _32 | np.uint64(1)
    rng[1] = pool[2] | pool[3] << _32


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
