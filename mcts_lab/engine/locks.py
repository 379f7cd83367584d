"""Locks between processes, which end with their holder, however it ends.

A lock is a number: one byte of a file, which the operating system locks for a process. So any number of things, such
as the tasks of an experiment, need one small file, and nothing is left behind that somebody would have to clear away.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import threading
import time
from pathlib import Path

HIGHEST = 2**30  # numbers of locks are below this, which every system can lock


def number_of(name: str) -> int:
    """The number of the lock for whatever has this name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") % HIGHEST


def locks_in(path) -> Locks:
    """The locks in a file, for everybody in this process."""
    return _locks_in(os.path.abspath(path))


@functools.cache
def _locks_in(path):
    return Locks(path)


class Locks:
    """The locks in one file, which is made when the first is taken: see `locks_in`.

    A process needs one object for a file, and holds its locks as long as it keeps the object. Every method raises
    OSError if the file cannot be written.
    """

    def __init__(self, path):
        self.path = Path(path)
        self._mutex = threading.Lock()
        self._forget()

    def _forget(self):
        self._file, self._held, self._process = None, set(), os.getpid()

    def take(self, number: int) -> bool:
        """Take a lock; False if another process, or another part of this one, holds it."""
        with self._mutex:
            if self._process != os.getpid():  # a copy of the process that took them, which holds nothing itself
                self._forget()
            if number in self._held:
                return False
            if self._file is None:
                self._file = open(self.path, "ab")
            taken = _take(self._file, number)
            if taken:
                self._held.add(number)
            else:
                self._close_if_unused()
            return taken

    def free(self, number: int):
        """Give a lock back; nothing happens if it is not held."""
        with self._mutex:
            if number in self._held and self._process == os.getpid():
                _free(self._file, number)
                self._held.discard(number)
                self._close_if_unused()

    def _close_if_unused(self):
        if not self._held:
            self._file.close()
            self._file = None

    def wait(self, number: int, seconds: float, every: float = 0.05) -> bool:
        """Take a lock, waiting at most so many seconds for its holder; False if that was not enough."""
        until = time.monotonic() + seconds
        while not self.take(number):
            if time.monotonic() >= until:
                return False
            time.sleep(every)
        return True

    @contextlib.contextmanager
    def held(self, number: int):
        """Hold a lock, waiting for it as long as it takes."""
        self.wait(number, float("inf"), every=0.005)
        try:
            yield
        finally:
            self.free(number)


try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    def _take(file, number):
        file.seek(number)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

    def _free(file, number):
        file.seek(number)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:

    def _take(file, number):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def _free(file, number):
        fcntl.lockf(file, fcntl.LOCK_UN, 1, number)
