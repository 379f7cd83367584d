"""What the system below Python lacks: in a browser no thread and no process can be started.

Only this module asks where Python runs. Whether searches are compiled is another question: see `release`.
"""

import contextlib
import sys
import threading

AT_HOME = "Do it on a computer with mcts_lab installed."  # what is said in a browser


def in_browser() -> bool:
    """Return whether this is Python in a browser, as Pyodide has it."""
    return sys.platform == "emscripten"


def need_processes(what: str, advice=AT_HOME):
    """Raise RuntimeError in a browser. what: the subject of the sentence."""
    if in_browser():
        raise RuntimeError(f"{what} is not possible in a browser, which starts no other processes. {advice}")


class Worker(threading.Thread):
    """A thread that does some work, such as ``Worker(work, *arguments).start()``, and ends with the program. Where no
    thread can be started, `start` returns when the work is done.

    instead:  what is called in place of the work where no thread can be started; None: the work itself
    """

    def __init__(self, work, *arguments, instead=None):
        super().__init__(target=work, args=arguments, daemon=True)
        self._instead = instead

    def start(self):
        """Begin the work."""
        with contextlib.suppress(RuntimeError):
            if not in_browser():
                super().start()
        if self.ident is None:
            (self._instead or self.run)()

    def join(self, timeout=None):
        """Wait until a thread that was started is over, at most so many seconds."""
        if self.ident is not None:
            super().join(timeout)
