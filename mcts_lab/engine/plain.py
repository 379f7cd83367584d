"""What Numba is told if its inside is not the one that `compiling` knows: the same, by its documented interface alone.

Every search is compiled as a whole in each process, without units and without a cache on disk: it begins later, and
builds the same tree.
"""

from __future__ import annotations

import numba
from numba import types
from numba.extending import lower_builtin, overload, type_callable

from .refusals import refusing, title_of

stale = False  # whether rules were defined again since they were compiled: only the interpreter knows the new ones
_begun = False


def inline(function, choose):
    """Compile calls of `function`; ``choose(*types)`` is the function that does the work, or None."""
    overload(function, strict=False)(choose)


def call_apart(function, choose, default=None):
    """The same for what would be a unit; ``choose(subject)`` is the function, or None."""
    inline(function, lambda *kinds: choose(kinds[0] if kinds else None))


def instruction(function, emit, takes, gives):
    """Compile calls of `function`, of one 64-bit number, as one instruction; `takes` and `gives` name the types."""
    taken, result = getattr(types, takes), getattr(types, gives)

    @type_callable(function)
    def kind(context):
        return lambda word: result if word == taken else None

    @lower_builtin(function, taken)
    def build(context, builder, signature, arguments):
        return emit(builder, arguments[0], context.get_constant(types.boolean, False))


def forget():
    """Let nothing compiled so far be used again."""
    global stale
    stale = _begun


def compile_entry(function, args, allocates):
    """Machine code of `function` for arguments like `args`, as a function that Python can call."""
    global _begun
    _begun = True
    kinds = tuple(map(numba.typeof, args))
    with refusing(title_of(function, kinds)):
        return numba.njit(error_model="numpy", nogil=True)(function).compile(kinds)
