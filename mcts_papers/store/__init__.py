"""The store of results of `mcts_papers`: it runs experiments and keeps their rows in ``data/results``.

`run` computes the tasks of an experiment that have no results yet. `Store` reads and writes the files of results.
All papers use the same store. Do not change the form of stored files, because the project's results have this
form.
"""

from .run import run
from .store import ResultsError, Store
from .stored import Status, Stored, load, provenance, shown, status, stored
from .workers import RunError

__all__ = [
    "ResultsError", "RunError", "Status", "Store", "Stored", "load", "provenance", "run", "shown", "status", "stored",
]
