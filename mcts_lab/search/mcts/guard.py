"""What keeps the tree of a search whole: one thread at a time works on it, and an interrupt waits until it adds up.

Work that is broken off all the same, by a second interrupt or by an error in a game's rules, may leave a tree that does
not add up. It is `broken` then, and the search starts anew when it is next asked for anything.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading

from .memory import SETTLED

BUSY = "This search is still running. Wait until it has ended, or end it with stop()."
INTERRUPTED = 2  # `counters[SETTLED]` of a search that is to end after this iteration, whatever its answer


class Guard:
    """Who works on a search.

    broken: whether a piece of work was begun and not ended.
    holder: there while a thread works on the search: the number of the thread, and the frame of the method.
    """

    def __init__(self):
        self.broken = False

    def claim(self, frame):
        """Note which thread works on the search. Raises RuntimeError, in one sentence, if one does already."""
        mine = threading.get_ident(), frame
        while (holder := vars(self).setdefault("holder", mine)) is not mine:  # in one step, undivided among threads
            with _takes_over:
                if _works(holder):
                    raise RuntimeError(BUSY)
                if vars(self).get("holder") is holder:
                    self.holder = mine

    def busy(self) -> bool:
        """Whether a thread works on the search."""
        holder = vars(self).get("holder")
        return holder is not None and _works(holder)

    def look(self):
        """Raise RuntimeError, in one sentence, if another thread works on the search, or this one within a piece."""
        holder = vars(self).get("holder")
        if holder is not None and (self.broken or holder[0] != threading.get_ident()) and _works(holder):
            raise RuntimeError(BUSY)

    @contextlib.contextmanager
    def alone(self, search):
        """A context for the body of a method of `search` that works on its tree. It raises RuntimeError, in one
        sentence, while another call of such a method is running, and begins with an empty tree where work was broken
        off."""
        self.claim(sys._getframe(2))  # the frame of the method: this one's and that of `contextmanager` come between
        try:
            if self.broken:
                search._begin_anew()
            yield
        finally:
            vars(self).pop("holder", None)

    def piece(self, counters) -> Piece:
        """A context for a piece of work that must not be broken off; counters: of the search's memory."""
        return Piece(self, counters)


def _works(holder) -> bool:
    """Whether the method that has claimed the search is running; in a fork of the process only one thread is."""
    thread, method = holder
    frame = sys._current_frames().get(thread)
    while frame is not None and frame is not method:
        frame = frame.f_back
    return frame is not None


_takes_over = threading.Lock()


class Uninterrupted:
    """A context within which the first interrupt (Ctrl-C) is only noted, and raised at its end; a second one is not.

    counters: of a search that is to end after its iteration then; None: there is none.
    """

    def __init__(self, counters=None):
        self.counters = counters
        self.noted = self.before = None

    def __enter__(self):
        self.frame = sys._getframe(1)
        if threading.current_thread() is threading.main_thread():  # no other gets signals
            before = signal.getsignal(signal.SIGINT)
            if callable(before):
                self.before = before
                with contextlib.suppress(ValueError):  # an interpreter within another gets none
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
        """What is called on an interrupt."""
        inner = frame
        while inner is not None and inner is not self.frame:
            inner = inner.f_back
        if inner is None or self.noted is not None:  # the context is over, or somebody has waited long enough
            signal.signal(number, self.before)
            self.before(number, frame)
            return
        self.noted = number, frame
        if self.counters is not None and not self.counters[SETTLED]:
            self.counters[SETTLED] = INTERRUPTED


class Piece(Uninterrupted):
    """A piece of work on a tree."""

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
