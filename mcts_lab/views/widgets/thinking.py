"""Work that goes on in a thread while a notebook stays alive, with a button that ends it early."""

from __future__ import annotations

import sys
import threading

import ipywidgets

from ...search.mcts.running import StopSearch
from .parts import button


class Thinking:
    """Runs a search beside the notebook, and stops it on request.

    background: whether work runs in a thread; None: where a notebook is there to go on meanwhile.

    Compiled code runs without the interpreter's lock, so the notebook answers at once; interpreted code shares it.
    """

    def __init__(self, background=None):
        self.background = "ipykernel" in sys.modules if background is None else background
        self.words = ipywidgets.HTML()
        self.stop_button = button("stop", "end the search with what it has found so far", self.stop)
        self.widget = ipywidgets.HBox([self.stop_button, self.words])
        self._wanted = threading.Event()  # whether it is to stop
        self._thread = None
        self._rest()

    @property
    def busy(self) -> bool:
        """Whether work goes on in the background."""
        return self._thread is not None and self._thread.is_alive()

    def run(self, work):
        """Call ``work()``, which hands `progress` to what it searches with; in the background it returns at once."""
        self._wanted.clear()
        self.stop_button.disabled = False
        self.widget.layout.display = None if self.background else "none"
        if not self.background:
            self._work(work)
        else:
            self._thread = threading.Thread(target=self._work, args=(work,), daemon=True)
            self._thread.start()

    def stop(self):
        """Let the search come to its end; at once, if it makes progress known."""
        self._wanted.set()
        self.stop_button.disabled = True

    def wait(self, seconds=None) -> bool:
        """Wait for what goes on in the background, at most so long; whether it is over."""
        if self.busy and self._thread is not threading.current_thread():
            self._thread.join(seconds)
        return not self.busy

    def progress(self, done, of=None):
        """The callback for searches. Raises `StopSearch` if the search is to stop."""
        if self._wanted.is_set():
            raise StopSearch
        self.words.value = f"thinking: {done / of:.0%}" if of else f"thinking: {done:,}"

    def _work(self, work):
        try:
            work()
        finally:
            self._rest()

    def _rest(self):
        self.words.value = ""
        self.widget.layout.display = "none"
