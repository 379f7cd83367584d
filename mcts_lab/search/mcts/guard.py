"""A guard for the tree of a search: only one thread works on the tree, and an interrupt waits until it is consistent.

A second interrupt, or an exception in a game's rules, can still stop the work and leave the tree inconsistent. The
guard then marks the search as `broken`, and the search begins with an empty tree when it is used again.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading

from .memory import SETTLED

BUSY = "This search is still running. Wait until it has ended, or end it with stop()."
INTERRUPTED = 2  # value of `counters[SETTLED]` if the search must end after the current iteration


class Guard:
    """The state of the work on a search.

    broken: whether work on the tree was begun and not finished.
    holder: the number of the thread that works on the search, and the frame of the method that does. The attribute
    does not exist while no thread works.
    """

    def __init__(self):
        self.broken = False

    def claim(self, frame):
        """Store that this thread works on the search. Raises RuntimeError if another method already works on it."""
        mine = threading.get_ident(), frame
        while (holder := vars(self).setdefault("holder", mine)) is not mine:  # `setdefault` is atomic
            with _takes_over:
                if _works(holder):
                    raise RuntimeError(BUSY)
                if vars(self).get("holder") is holder:
                    self.holder = mine

    def busy(self) -> bool:
        """Return whether a thread works on the search."""
        holder = vars(self).get("holder")
        return holder is not None and _works(holder)

    def look(self):
        """Raise RuntimeError if another thread works on the search, or this thread is inside a `Piece`."""
        holder = vars(self).get("holder")
        if holder is not None and (self.broken or holder[0] != threading.get_ident()) and _works(holder):
            raise RuntimeError(BUSY)

    @contextlib.contextmanager
    def alone(self, search):
        """Return a context for a method of `search` that works on its tree.

        Entering the context raises RuntimeError if such a method is already running. If the search is `broken`, it
        first gets an empty tree.
        """
        self.claim(sys._getframe(2))  # the method's frame, two frames up because of `contextmanager`
        try:
            if self.broken:
                search._begin_anew()
            yield
        finally:
            vars(self).pop("holder", None)

    def piece(self, counters) -> Piece:
        """Return a context for work that must not be interrupted. counters: the counters of the search's memory."""
        return Piece(self, counters)


def _works(holder) -> bool:
    """Return whether the method in `holder` is still running. In a process made by a fork, only one thread runs."""
    thread, method = holder
    frame = sys._current_frames().get(thread)
    while frame is not None and frame is not method:
        frame = frame.f_back
    return frame is not None


_takes_over = threading.Lock()


class Uninterrupted:
    """A context that delays the first interrupt (Ctrl-C) to its end. A second interrupt is not delayed.

    counters: the counters of a search that must end after its current iteration if there is an interrupt. None if no
    search is running.
    """

    def __init__(self, counters=None):
        self.counters = counters
        self.noted = self.before = None

    def __enter__(self):
        self.frame = sys._getframe(1)
        if threading.current_thread() is threading.main_thread():  # only the main thread gets signals
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self.before = before
                with contextlib.suppress(ValueError):  # a subinterpreter gets no signals
                    signal.signal(signal.SIGINT, self._note)

    def __exit__(self, kind, error, trace):
        if self.before is not None:
            with contextlib.suppress(ValueError):
                signal.signal(signal.SIGINT, self.before)
        if self.noted is not None:
            if self.counters is not None and self.counters[SETTLED] == INTERRUPTED:
                self.counters[SETTLED] = 0
            if kind is None or not issubclass(kind, KeyboardInterrupt):
                self.before(*self.noted)

    def _note(self, number, frame):
        """Handle an interrupt."""
        inner = frame
        while inner is not None and inner is not self.frame:
            inner = inner.f_back
        if inner is None or self.noted is not None:  # the context is over, or this is the second interrupt
            signal.signal(number, self.before)
            self.before(number, frame)
            return
        self.noted = number, frame
        if self.counters is not None and not self.counters[SETTLED]:
            self.counters[SETTLED] = INTERRUPTED


class Piece(Uninterrupted):
    """A context for work on a tree. It marks the search as `broken` until the work is finished."""

    def __init__(self, guard, counters):
        super().__init__(counters)
        self.guard = guard

    def __enter__(self):
        super().__enter__()
        self.frame = sys._getframe(1)
        self.guard.broken = True

    def __exit__(self, kind, error, trace):
        self.guard.broken = kind is not None
        super().__exit__(kind, error, trace)
