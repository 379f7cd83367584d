"""An agent that thinks in a thread, is looked at meanwhile, and can be stopped."""

import inspect
import time

from mcts_lab.game import copy
from mcts_lab.host import Worker
from mcts_lab.search.mcts.running import StopSearch

REFRESH = 0.2  # seconds between two looks at a running search


class Thinker:
    """Runs the turns of agents, at once or in the background, one after the other.

    changed:  called when something has changed by itself
    lock:     held while something is changed
    """

    def __init__(self, changed, lock):
        self.changed, self.lock = changed, lock
        self.busy, self.error, self.thread = False, "", None
        self._turn = 0  # grows when what runs is of no interest any more
        self._search, self._stopped = None, False  # the search that runs, and whether it has been asked to stop

    def run(self, work, background):
        """Call ``work(wanted)``, in a thread or at once; ``wanted()`` tells whether its answer is still of interest.

        Where no thread can be started, what has changed so far is shown, and it is over when this returns.
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
        """Let the search come to its end with what it has found so far."""
        self._stopped = True
        if self._search is not None:
            self._search.stop()

    def cancel(self):
        """Give up what runs."""
        with self.lock:
            self._turn += 1
            self.stop()
            self.busy, self._search, self.error = False, None, ""

    def wait(self, seconds=60.0) -> bool:
        """Wait until nothing runs, at most so long; return whether that is so."""
        if self.thread is not None:
            self.thread.join(seconds)
        return not self.busy

    def search(self, agent, game, state, seed, look):
        """Return the result of an agent's search; of one that grows a tree, `look` gets results while it runs."""
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
        """Progress of a search that cannot be looked at."""
        if self._stopped:
            raise StopSearch
