"""When code is compiled: only after some iterations were run interpreted, because most first searches are short.

A function runs interpreted at first if its machine code is neither in memory nor on disk. Interpreted and compiled
code compute the same results, so this changes only the time.
"""

import contextlib
import contextvars
import math
import time

from .settings import is_on

ITERATIONS, SECONDS = 2000, 3.0  # code is compiled when one of these limits of interpreted running is reached
LOOK = 1.0  # number of seconds between two checks

_first = contextvars.ContextVar("compiled first", default=False)


class WarmUp:
    """The number of iterations, and of seconds, that were run interpreted instead of with one piece of machine code."""

    def __init__(self):
        self.iterations, self.seconds = 0, 0.0
        self._looked = -math.inf

    def looks(self) -> bool:
        """Return whether to check now if another process has made the code. It returns True at most once a second."""
        before, now = self._looked, time.monotonic()
        if now - before < LOOK:
            return False
        self._looked = now
        return True

    def left(self) -> int:
        """Return the number of iterations until the code should be compiled, or 0 if it should be compiled now."""
        return 0 if self.seconds >= SECONDS else max(0, ITERATIONS - self.iterations)

    def count(self, iterations, seconds):
        """Add iterations and seconds that were run interpreted."""
        self.iterations += iterations
        self.seconds += seconds


def compiles_first() -> bool:
    """Return whether to compile before the first iteration: inside `compiled_first`, or with MCTS_LAB_COMPILE_FIRST."""
    return _first.get() or is_on("MCTS_LAB_COMPILE_FIRST")


@contextlib.contextmanager
def compiled_first():
    """Compile before the first iteration inside the block. Use it for searches that are timed or long."""
    before = _first.set(True)
    try:
        yield
    finally:
        _first.reset(before)
