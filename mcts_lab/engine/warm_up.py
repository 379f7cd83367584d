"""When machine code is made: once enough was run without it, because most first searches are short.

A function whose code is neither here nor on disk runs interpreted. Both speeds do the same, so when the code is made
changes nothing but the time.
"""

import contextlib
import contextvars
import math
import time

from .settings import is_on

ITERATIONS, SECONDS = 2000, 3.0  # that are run interpreted, whichever are used up first
LOOK = 1.0  # seconds

_first = contextvars.ContextVar("compiled first", default=False)


class WarmUp:
    """How much was run interpreted, by all that needs the same machine code."""

    def __init__(self):
        self.iterations, self.seconds = 0, 0.0
        self._looked = -math.inf

    def looks(self) -> bool:
        """Whether to look now if another process has made the code, which is worth it once a second."""
        before, now = self._looked, time.monotonic()
        if now - before < LOOK:
            return False
        self._looked = now
        return True

    def left(self) -> int:
        """How many iterations there are until the code is made; 0: it is to be made now."""
        return 0 if self.seconds >= SECONDS else max(0, ITERATIONS - self.iterations)

    def count(self, iterations, seconds):
        """Note that so much was run."""
        self.iterations += iterations
        self.seconds += seconds


def compiles_first() -> bool:
    """Whether code is made before the first iteration: within `compiled_first`, or with MCTS_LAB_COMPILE_FIRST."""
    return _first.get() or is_on("MCTS_LAB_COMPILE_FIRST")


@contextlib.contextmanager
def compiled_first():
    """Compile before the first iteration within the block, because what it does is timed or long."""
    before = _first.set(True)
    try:
        yield
    finally:
        _first.reset(before)
