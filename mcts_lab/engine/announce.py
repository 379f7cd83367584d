"""Saying that something is being compiled: where somebody is watching, only if it takes long enough, in one line.

    compiling Spades for this search, once: about 15 s
    compiling Spades for this search, once: about 15 s (2 of 6 done; spades determinize, spades play)
    compiled Spades for this search in 13 s

Each line takes the place of the one before. Elsewhere the first of them is logged as information.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from contextlib import contextmanager

log = logging.getLogger("mcts_lab")

SOON = 1.5  # seconds; code that comes from disk is there sooner, and nobody needs to be told
WIDTH = 100  # characters of a line

_under_way = []  # announcements, the innermost last


class _Announcement:
    """One line. Whatever is compiled has a key and a name; several things may be compiled at the same time."""

    def __init__(self, what):
        self.what = what
        self.expected = ""
        self.names, self.begun, self.done = {}, [], set()
        self.text = ""  # what the line says now
        self.over = False
        self.lock = threading.Lock()

    def sentence(self) -> str:
        text = f"compiling {self.what}, once" + (f": {self.expected}" if self.expected else "")
        if self.done and len(self.names) > 1:
            text += f" ({len(self.done)} of {len(self.names)} done"
            text += f"; {', '.join(self.names.get(key, '...') for key in self.begun)})" if self.begun else ")"
        return text

    def appear(self):
        """Say it for the first time."""
        with self.lock:
            if self.over:
                return
            if watched():
                self._write(self.sentence())
            else:
                log.info("%s", self.sentence())

    def note(self, *, known=(), begun=None, done=None):
        with self.lock:
            self.names |= known
            if begun is not None and begun not in self.begun and begun not in self.done:
                self.begun.append(begun)
            if done is not None:
                self.done.add(done)
                self.begun = [key for key in self.begun if key != done]
            if self.text:
                self._write(self.sentence())

    def end(self, seconds, success):
        with self.lock:
            self.over = True
            if self.text:
                self._write(f"{'compiled' if success else 'stopped compiling'} {self.what} in {seconds:.0f} s", "\n")

    def _write(self, text, end=""):
        text = text if len(text) <= WIDTH else text[: WIDTH - 3] + "..."
        if text != self.text or end:
            sys.stderr.write("\r" + text.ljust(len(self.text)) + end)
            sys.stderr.flush()
            self.text = text


@contextmanager
def announced(what: str):
    """Say "compiling `what`, once" if the block takes longer than `SOON`, and what `expect` and `note` know of it."""
    announcement = _Announcement(what)
    timer = threading.Timer(SOON, announcement.appear)
    timer.daemon = True
    began, success = time.perf_counter(), False
    _under_way.append(announcement)
    timer.start()
    try:
        yield
        success = True
    finally:
        timer.cancel()
        _under_way.remove(announcement)
        announcement.end(time.perf_counter() - began, success)


def expect(seconds: float):
    """What is under way will take about so long."""
    for announcement in _under_way[-1:]:
        announcement.expected = f"about {_rounded(seconds)} s"


def note(*, known=(), begun=None, done=None):
    """Of what is under way: `known`, the names of things by key, are to be compiled; one is `begun`; one is `done`."""
    for announcement in _under_way[-1:]:
        announcement.note(known=dict(known), begun=begun, done=done)


def _rounded(seconds) -> int:
    """Whole seconds, from ten on only fives: nobody knows them better."""
    return max(1, round(seconds)) if seconds < 10 else 5 * round(seconds / 5)


def watched() -> bool:
    """Whether a person is likely to see what is said: in a terminal or a notebook."""
    return "ipykernel" in sys.modules or bool(getattr(sys.stderr, "isatty", bool)())
