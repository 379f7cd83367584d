"""A clock that ticks in a thread, for games that do not wait."""

from __future__ import annotations

import threading


class Clock:
    """Calls `tick` so many times a second until it is stopped, or `tick` answers False."""

    def __init__(self, tick, rate):
        self._tick, self._pause = tick, 1.0 / rate
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self):
        """Begin; returns the clock."""
        self._thread.start()
        return self

    def stop(self):
        """No tick begins after this."""
        self._stopped.set()

    @property
    def running(self) -> bool:
        """Whether it ticks."""
        return self._thread.is_alive() and not self._stopped.is_set()

    def wait(self, seconds=10.0) -> bool:
        """Until the last tick is over, at most so long; whether it is."""
        if self._thread is not threading.current_thread():
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self):
        while not self._stopped.wait(self._pause):
            if self._tick() is False:
                self._stopped.set()
