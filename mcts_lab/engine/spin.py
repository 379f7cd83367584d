"""A lock for compiled code, which runs in several threads without the interpreter's lock.

It is one 64-bit word: 0 if it is free. Waiting means looking again, so it suits what is over in a microsecond.
"""

from __future__ import annotations

from .generic import helper, primitive


def _exchange(builder, address, false):
    """One atomic exchange: nothing that follows is done before it."""
    word = address.type
    return builder.atomic_rmw("xchg", builder.inttoptr(address, word.as_pointer()), word(1), "acquire")


def _release(builder, address, false):
    """One atomic store: all that stands before it is done by then."""
    word = address.type
    builder.store_atomic(word(0), builder.inttoptr(address, word.as_pointer()), "release", 8)
    return word(0)


@primitive(_exchange)
def seize(address):
    """Close the lock at `address`; what it was: 0 if the caller has it now. Interpreted, threads take turns anyway."""
    return 0


@primitive(_release)
def release(address):
    """Open the lock at `address`."""
    return 0


@helper
def wait_for(address):
    """Close the lock at `address` as soon as it is free."""
    while seize(address) != 0:
        pass
