"""A run of a search within a budget. It is divided into short pieces, so that it can report progress and be stopped.
"""

import logging
import time

import numpy as np

from ...checking import NOTHING_LISTED, check_finite, refuse_rules
from ...game import LONGEST
from .budget import MOST_ITERATIONS, check_amount
from .memory import BROKEN, CALLS, ENDLESS, ITERATIONS, NO_ACTIONS, SETTLED, TARGET, TOO_LONG, TOO_MANY, WAITING
from .result import is_proven

log = logging.getLogger("mcts_lab")

PIECE_SECONDS = 0.1  # number of seconds after which compiled code returns to Python
INTERPRETED_PIECE = 20  # iterations in the first piece; compiled it is one, because iterations of big games may be slow
GROWTH = 1000  # a piece has at most this number of times as many iterations as the piece before
ENDLESS_CALLS = np.iinfo(np.int64).max


class StopSearch(KeyboardInterrupt):
    """Raise this exception in a `progress` callback to end a search. The search then returns its result so far.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import StopSearch
    >>> def stop(done, of):
    ...     if done >= 20:
    ...         raise StopSearch
    >>> game = games.tic_tac_toe()
    >>> UCT().search(game, start(game), iterations=100_000, seed=1, progress=stop).iterations < 100_000
    True
    """


PROMISES = {  # messages for errors in rules, which contradict the facts of their game
    TOO_LONG: "a game went on after {fact.length} plays, the most that Facts.length allows",
    TOO_MANY: "legal listed more actions than the {fact.branching} that Facts.branching allows",
    NO_ACTIONS: NOTHING_LISTED,
    ENDLESS: f"a random game was not over after {LONGEST:,} plays",
}


def check_promises(memory, fact):
    """Raise WrongRules if the rules of the game have contradicted its facts."""
    broken = int(memory.counters[BROKEN])
    if broken:
        refuse_rules(fact, PROMISES[broken].format(fact=fact))
    check_finite(fact, memory.root_total)


class Run:
    """A run of a search within a `Budget`, which is counted from now.

    progress, target: see `Search.run`. Raises ValueError if the tree cannot store so many more visits.
    """

    def __init__(self, search, budget, progress, target):
        counters = self.counters = search._memory.counters
        self.search, self.budget, self.progress = search, budget, progress
        self.first, self.first_calls = int(counters[ITERATIONS]), int(counters[CALLS])
        room = MOST_ITERATIONS - self.first
        if room < (budget.iterations or 1):
            raise ValueError(f"A tree counts at most {MOST_ITERATIONS:,} iterations, and this tree has {self.first:,}: "
                             + (f"ask for at most {room:,} more." if room else "start another search."))
        self.last = MOST_ITERATIONS if budget.iterations is None else self.first + budget.iterations
        self.last_calls = ENDLESS_CALLS if budget.calls is None else self.first_calls + budget.calls
        counters[TARGET] = self.last if target is None else check_amount("iterations", target)
        counters[SETTLED] = 0

    def start(self, piece):
        """Start the clock. piece: number of iterations that are expected to take at most a tenth of a second."""
        self.began = time.perf_counter()
        self.piece = piece

    @property
    def done(self) -> int:
        return int(self.counters[ITERATIONS])

    def next_piece(self) -> int:
        """Return the number of iterations to make next, or 0 if the run is over.

        At least one iteration is made, so that there is a result. An iteration that is interrupted by a lack of memory
        is always finished.
        """
        done, search, seconds = self.done, self.search, self.budget.seconds
        self.passed = time.perf_counter() - self.began
        if not self.counters[WAITING]:
            if done >= self.last or self.counters[CALLS] >= self.last_calls or is_proven(search._memory):
                return 0
            if self.counters[SETTLED] or (search._stopped and done):
                return 0
            if seconds is not None and self.passed >= seconds and done > self.first:
                return 0
        if self.progress is not None:
            try:
                self._show()
            except StopSearch:
                search.stop()
        self.before, self.clock = done, time.perf_counter()  # reading the clock of processor time takes much longer
        return max(1, min(self.piece, self.last - done))

    def look(self, work) -> float:
        """Return the duration in seconds of a piece of `work` iterations, and adapt the size of the next piece."""
        spent = time.perf_counter() - self.clock
        goal = PIECE_SECONDS
        if self.budget.seconds is not None:
            goal = min(goal, max(0.001, (self.budget.seconds - self.passed) / 4))
        if self.done - self.before == work:
            self.piece = max(1, int(work * min(GROWTH, goal / max(spent, 1e-6))))
        return spent

    def untimed(self, function, *arguments):
        """Call a function that may compile, without including its time in the run. Return its result."""
        before = time.perf_counter()
        answer = function(*arguments)
        taken = time.perf_counter() - before
        self.began, self.clock = self.began + taken, self.clock + taken
        return answer

    def end(self):
        """Report the end of the run."""
        self.passed = time.perf_counter() - self.began
        if self.done == MOST_ITERATIONS and self.budget.iterations is None:
            log.warning("the search ended early: a tree counts at most %s iterations", f"{MOST_ITERATIONS:,}")
        if self.progress is not None and not self.search._stopped:
            self._show()

    def _show(self):
        """Call `progress` with (done, of), in the first unit for which there is a budget."""
        spent = {"iterations": self.done - self.first, "calls": int(self.counters[CALLS]) - self.first_calls,
                 "seconds": self.passed}
        unit = self.budget.unit
        self.progress(spent[unit], getattr(self.budget, unit))
