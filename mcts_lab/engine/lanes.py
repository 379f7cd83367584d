"""Formulas on 64-bit words. Compiled code computes them for several directions at once, in one wide register."""

import functools

import numpy as np

from .generic import compiler


class Lanes:
    """A register with one word per direction, while machine code is written. Its operators make instructions of LLVM.
    """

    def __init__(self, builder, value):
        self.builder, self.value = builder, value

    def _instruction(name):
        return lambda self, other: Lanes(self.builder, getattr(self.builder, name)(self.value, other.value))

    __and__, __or__, __add__, __lshift__, __rshift__ = map(_instruction, ("and_", "or_", "add", "shl", "lshr"))


def where(test, word):
    """Return `word` where `test` is not 0, and 0 elsewhere."""
    if not isinstance(test, Lanes):
        return word if test else word ^ word
    nothing = test.value.type(None)
    there = test.builder.icmp_unsigned("!=", test.value, nothing)
    return Lanes(test.builder, test.builder.select(there, word.value, nothing))


def along(masks, steps):
    """Return a decorator for ``formula(mine, theirs, place, step)``. It makes a function of the first three arguments,
    which returns the union of the formula's results for all directions.

    masks: for each direction, the squares of `theirs` that may be inside of a line in this direction.
    steps: for each direction, the last argument of the formula.
    """
    def decorate(formula):
        pairs = [(np.uint64(mask), np.uint64(step)) for mask, step in zip(masks, steps, strict=True)]

        def union(mine, theirs, place):
            found = theirs ^ theirs
            for mask, step in pairs:
                found |= formula(mine, theirs & mask, place, step)
            return found

        compiler.tell(lambda compiling: compiling.inline(union, _compiled(formula, masks, steps)))
        return functools.update_wrapper(union, formula)

    return decorate


def _compiled(formula, masks, steps):
    """Return the function that compiled code calls in place of the decorated formula."""
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    lane, index = ir.IntType(64), ir.IntType(32)
    wide, first = ir.VectorType(lane, len(steps)), ir.VectorType(index, len(steps))(None)

    @intrinsic
    def code(typing, mine, theirs, place):
        def build(context, builder, signature, arguments):
            words = [builder.insert_element(wide(ir.Undefined), word, index(0)) for word in arguments]
            mine, theirs, place = (Lanes(builder, builder.shuffle_vector(word, word, first)) for word in words)
            mask, step = (Lanes(builder, wide([lane(n) for n in numbers])) for numbers in (masks, steps))
            found = formula(mine, theirs & mask, place, step).value
            return functools.reduce(builder.or_, [builder.extract_element(found, index(i)) for i in range(len(steps))])

        return types.uint64(types.uint64, types.uint64, types.uint64), build

    return lambda mine, theirs, place: code(mine, theirs, place)
