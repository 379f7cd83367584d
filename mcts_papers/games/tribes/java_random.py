"""Java's linear congruential generator [java.util.Random], in two halves in a draft's field `random`."""

import numpy as np

# the generator has 48 bits in two halves, so that products have at most 64 bits
MULTIPLIER, INCREMENT = 0x5DEECE66D, 0xB
HALF = 24
HALF_MASK = (1 << HALF) - 1


def seed_java(draft, seed):
    """Start the generator as ``new Random(seed)`` does."""
    draft.random[0] = ((seed >> HALF) ^ (MULTIPLIER >> HALF)) & HALF_MASK
    draft.random[1] = (seed ^ MULTIPLIER) & HALF_MASK


def next_bits(draft, bits):
    """Return the next `bits` random bits, at most 32."""
    low = np.int64(draft.random[1]) * MULTIPLIER + INCREMENT
    high = np.int64(draft.random[0]) * MULTIPLIER + (low >> HALF)
    draft.random[1] = low & HALF_MASK
    draft.random[0] = high & HALF_MASK
    return (((high & HALF_MASK) << HALF) | (low & HALF_MASK)) >> (48 - bits)


def next_double(draft):
    """Return a random number in [0, 1)."""
    high = next_bits(draft, 26)
    return float((high << 27) + next_bits(draft, 27)) * 2.0**-53


def next_below(draft, n):
    """Return a random integer from 0 to n - 1."""
    return int(next_double(draft) * n)
