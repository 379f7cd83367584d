"""Saying that something is being compiled: once, where somebody is watching, and only if it takes long enough."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import contextmanager

log = logging.getLogger("mcts_lab")

SOON = 1.5  # seconds; code that comes from disk is there sooner, and nobody needs to be told


@contextmanager
def announced(what: str, expected: str = ""):
    """Log "compiling `what`, once: `expected`" if the block takes longer than `SOON`.

    In a notebook or terminal as a warning, which is shown without further ado; elsewhere as information.
    """
    sentence = f"compiling {what}, once" + (f": {expected}" if expected else "")
    timer = threading.Timer(SOON, log.log, (logging.WARNING if watched() else logging.INFO, sentence))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def watched() -> bool:
    """Whether a person is likely to see what is logged: in a terminal or a notebook."""
    return "ipykernel" in sys.modules or bool(getattr(sys.stderr, "isatty", bool)())
