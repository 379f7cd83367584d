"""Experiments: matches, tournaments and sweeps as lists of independent tasks, run in parallel, stored at once."""

from .experiment import BUDGETS, Experiment, Task
from .match import arrangements, by_seat, play_game, play_match, spawned, tally
from .progress import counter
from .results import Status, Stored, load, provenance, status, stored
from .run import run
from .store import ResultsError, Store
from .sweep import grid, sweep
from .tournament import Fixture, fixtures, round_robin
from .workers import RunError

__all__ = [
    "BUDGETS", "Experiment", "Fixture", "ResultsError", "RunError", "Status", "Store", "Stored", "Task", "arrangements",
    "by_seat", "counter", "fixtures", "grid", "load", "play_game", "play_match", "provenance", "round_robin", "run",
    "spawned", "status", "stored", "sweep", "tally",
]
