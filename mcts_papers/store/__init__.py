"""The store of results of `mcts_papers`: experiments are run here, and their rows are kept in ``data/results``.

`run` computes the tasks of an experiment that have no results yet; `Store` reads and writes their files. Both are the
same for all papers. The form of stored files must not change, because the results that ship with the project have it.
"""

from .run import run
from .store import ResultsError, Store
from .stored import Status, Stored, load, provenance, shown, status, stored
from .workers import RunError

__all__ = [
    "ResultsError", "RunError", "Status", "Store", "Stored", "load", "provenance", "run", "shown", "status", "stored",
]
