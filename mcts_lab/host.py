"""Limits of the system on which Python runs. In a browser, no thread and no process can be started.

Only this module checks where Python runs. The module `release` decides whether searches are compiled.
"""

import contextlib
import sys
import threading

AT_HOME = "Do it on a computer with mcts_lab installed."  # advice in a browser


def in_browser() -> bool:
    """Return whether Python runs in a browser (Pyodide)."""
    return sys.platform == "emscripten"


def need_processes(what: str, advice=AT_HOME):
    """Raise RuntimeError if Python runs in a browser. what: the subject of the message."""
    if in_browser():
        raise RuntimeError(f"{what} is not possible in a browser, which starts no other processes. {advice}")


class Worker(threading.Thread):
    """A thread that runs a function, as in ``Worker(work, *arguments).start()``. It ends when the program ends.

    If no thread can be started, the method `start` runs the function itself.

    instead:  function that `start` calls in this case instead of the work; None: the work itself
    """

    def __init__(self, work, *arguments, instead=None):
        super().__init__(target=work, args=arguments, daemon=True)
        self._instead = instead

    def start(self):
        """Start the work in a thread, or do it now if no thread can be started."""
        with contextlib.suppress(RuntimeError):
            if not in_browser():
                super().start()
        if self.ident is None:
            (self._instead or self.run)()

    def join(self, timeout=None):
        """Wait until the thread has ended, at most `timeout` seconds."""
        if self.ident is not None:
            super().join(timeout)
