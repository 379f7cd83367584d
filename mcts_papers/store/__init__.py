"""Experiments are run here, and their results are stored."""

from .run import run
from .store import ResultsError, Store
from .stored import Status, Stored, load, provenance, shown, status, stored
from .workers import RunError

__all__ = [
    "ResultsError", "RunError", "Status", "Store", "Stored", "load", "provenance", "run", "shown", "status", "stored",
]
