"""Runs of one experiment into one folder share its tasks, each taking what no other has begun."""

from __future__ import annotations

import contextlib
import time

from .store import Claims, ResultsError

WAIT_SECONDS = 0.3  # between looks whether another run has finished its tasks


class Alone:
    """A run that keeps nothing on disk, and so shares nothing."""

    def claim(self, task):
        return True

    def keep(self, record):
        pass

    def left(self, tasks, records, tell):
        return tasks


class Shared:
    """What this run has in common with others of the same experiment at the same budget into the same folder.

    `counting` picks of stored records those that count; with `fresh`, those that were there at the beginning do not.
    """

    def __init__(self, store, writer, counting, fresh):
        self.store, self.writer, self.counting = store, writer, counting
        self.claims = Claims(writer)
        self.close = self.claims.close
        self.size = self._size()
        self.stored = self.counting(self._read())
        self.old = self.stored if fresh else {}

    def _read(self):
        return self.store.read(self.writer.header.experiment, self.writer.header.budget)

    def _size(self):
        parts = self.store.parts(self.writer.header.experiment, self.writer.header.budget)
        return sum(part.stat().st_size for part in parts)

    def look(self):
        """The records of any run, without those that no longer count."""
        size = self._size()
        if size != self.size:
            self.size, self.stored = size, self.counting(self._read())
        return {key: record for key, record in self.stored.items() if self.old.get(key) != record}

    def claim(self, task) -> bool:
        """Whether this run is to compute a task: nobody else does or has."""
        if not self.claims.take(task.key):
            return False
        with contextlib.suppress(ResultsError, OSError):  # writing will tell
            if task.key in self.look():
                self.claims.give_back(task.key)
                return False
        return True

    def keep(self, record):
        """Store what this run has computed."""
        before = self._size()
        written = self.writer.append(record)
        if self.size == before and self._size() == before + written:
            self.size += written
            self.stored[record.key] = record
        self.claims.give_back(record.key)

    def left(self, tasks, records, tell):
        """The `tasks` to go on with, once there is one; what other runs have computed joins the `records`."""
        while tasks:
            known = len(records)
            found = self.look()
            records.update((task.key, found[task.key]) for task in tasks if task.key in found)
            tasks = [task for task in tasks if task.key not in records]
            if len(records) > known:
                tell()
            if any(self.claim(task) for task in tasks):
                return tasks
            if tasks:
                time.sleep(WAIT_SECONDS)
        return tasks
