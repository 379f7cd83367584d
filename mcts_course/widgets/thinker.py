"""Run an agent's search in a thread, show it while it runs, and stop it on request."""

import inspect
import time

from mcts_lab.game import copy
from mcts_lab.host import Worker
from mcts_lab.search.mcts.running import StopSearch

REFRESH = 0.2  # seconds between two updates from a running search


class Thinker:
    """A runner for the turns of agents, one after the other, either directly or in a thread.

    changed:  function that is called after every change made in a thread
    lock:     lock that is held during a change
    """

    def __init__(self, changed, lock):
        self.changed, self.lock = changed, lock
        self.busy, self.error, self.thread = False, "", None
        self._turn = 0  # increased when the running work is not needed any more
        self._search, self._stopped = None, False  # the running search; True if it has been asked to stop

    def run(self, work, background):
        """Call ``work(wanted)``, in a thread or directly; ``wanted()`` returns whether the result is still needed.

        If no thread can be started, the changes so far are shown, and the work is finished when this function
        returns.
        """
        self._turn += 1
        self._stopped = False
        turn = self._turn
        if not background:
            work(lambda: turn == self._turn)
            return
        self.busy = True
        self.thread = Worker(self._in_background, work, turn,
                             instead=lambda: (self.changed(), self._in_background(work, turn)))
        self.thread.start()

    def _in_background(self, work, turn):
        said = ""
        try:
            work(lambda: turn == self._turn)
        except StopSearch:
            said = "The search was stopped before it had an answer."
        except Exception as error:
            said = str(error) or type(error).__name__
        with self.lock:
            if turn == self._turn:
                self.busy, self._search, self.error = False, None, said
        self.changed()

    def stop(self):
        """Ask the search to stop and to return what it has found so far."""
        self._stopped = True
        if self._search is not None:
            self._search.stop()

    def cancel(self):
        """Stop the current work and ignore its result."""
        with self.lock:
            self._turn += 1
            self.stop()
            self.busy, self._search, self.error = False, None, ""

    def wait(self, seconds=60.0) -> bool:
        """Wait until nothing runs, or at most `seconds`; return whether nothing runs."""
        if self.thread is not None:
            self.thread.join(seconds)
        return not self.busy

    def search(self, agent, game, state, seed, look):
        """Return the result of an agent's search; for a tree search, call `look` with intermediate results."""
        method, budget = getattr(agent, "method", None), dict(getattr(agent, "budget", {}))
        if not hasattr(method, "selection") or not budget or "progress" in budget:
            tells = "progress" in inspect.signature(agent.search).parameters
            options = {"progress": self._go_on} if tells and self.busy else {}
            return agent.search(game.for_search(), state, seed, **options)
        from mcts_lab.search.mcts.search import Search

        search = Search(game.for_search(), copy(game, state), method, seed=seed, compiled=budget.pop("compiled", None))
        told = time.monotonic()

        def progress(done, of):
            nonlocal told
            if self.busy and done and time.monotonic() - told > REFRESH:
                told = time.monotonic()
                look(search.result())
                self.changed()

        self._search = search
        try:
            return search.run(**budget, progress=progress)
        finally:
            self._search = None

    def _go_on(self, *done):
        """Raise `StopSearch` if a search without intermediate results should stop."""
        if self._stopped:
            raise StopSearch
