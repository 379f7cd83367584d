"""Bit boards: the few machine operations that rules on 64-bit sets need.

A bit board is an unsigned 64-bit number. Python counts its bits with a method, compiled code with one instruction.
Masks in rules are ``np.uint64`` constants, because mixing signed and unsigned numbers means different things to NumPy
and to Numba.
"""

from __future__ import annotations

import numpy as np

from .generic import helper, instead, primitive

ONE = np.uint64(1)
_WORDS = [np.uint64(n) for n in range(64)]
_BITS = [np.uint64(1 << n) for n in range(64)]


@instead(lambda n: np.uint64(n))
def word(n):
    """``np.uint64(n)``, which takes the interpreter long; `n` is at least 0."""
    return _WORDS[n] if 0 <= n < 64 else np.uint64(n)


@primitive(lambda builder, word, false: word)
def signed(word):
    """The number `word`, below 2^63, as an ordinary whole number."""
    return int(word)


def promised(builder, word, false):
    """Tell LLVM that the highest bit of `word` is 0."""
    builder.assume(builder.icmp_signed(">=", word, word.type(0)))
    return word


@primitive(promised)
def not_negative(word):
    return int(word)


@instead(lambda n: not_negative(np.uint64(n)))
def natural(n):
    """`n`, a whole number that is never negative: machine code need not ask whether, as an index, it counts from the
    end. For inner loops; a negative one would read and write elsewhere in memory."""
    return int(n)


@primitive(lambda builder, word, false: builder.ctpop(word))
def count_bits(word):
    """How many bits of `word` are set."""
    return int(word).bit_count()


@primitive(lambda builder, word, false: builder.cttz(word, false))
def lowest_bit(word):
    """The index, 0 to 63, of the lowest set bit; `word` must not be 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


@instead(lambda index: ONE << np.uint64(index))
def bit(index):
    """The board with the one bit `index`, 0 to 63."""
    return _BITS[index] if 0 <= index < 64 else ONE << np.uint64(index)


@helper
def drop_lowest(word):
    """`word` without its lowest set bit; `word` must not be 0."""
    return word & (word - ONE)


@helper
def nth_bit(word, n):
    """The index of the n-th set bit, counting from 0."""
    for _ in range(n):
        word = drop_lowest(word)
    return lowest_bit(word)
