"""Saying that something is being compiled, where that takes long enough to be noticed."""

from __future__ import annotations

import logging
import sys
import threading
from contextlib import contextmanager

log = logging.getLogger("mcts_lab")

SOON = 1.5  # seconds; code that comes from disk is there sooner


@contextmanager
def announced(what: str):
    """Say that `what` is being compiled if the block takes longer than `SOON`: on the screen, or else in the log."""
    timer = threading.Timer(SOON, _say, [f"compiling {what}: it takes some seconds the first time"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(text):
    if watched():
        print(text, file=sys.stderr, flush=True)
    else:
        log.info("%s", text)


def watched() -> bool:
    """Return whether a person is likely to read standard error: in a terminal or a notebook."""
    return "ipykernel" in sys.modules or bool(getattr(sys.stderr, "isatty", bool)())
