"""Compute stored tasks again and check that the rows are the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mcts_lab.matches.experiment import Experiment, Task, tasks_of

from .store import Record, Store
from .stored import shown, stored
from .workers import Failure, RunError, perform

TIME = "seconds"  # names of columns of measured times begin with this


class Drawn(NamedTuple):
    """A stored task that is to be computed again."""

    experiment: Experiment
    task: Task
    record: Record


class Audit(NamedTuple):
    """The outcome of computing one stored task again."""

    experiment: str
    task: str
    rows: int
    differ: tuple  # names of the columns in which a row differs; ("rows",) if there are more or fewer rows
    seconds: float  # processing time of the new computation


def sample(experiments: Sequence[Experiment], tasks: int, budget: str | None = None, seed: int = 0,
           store=None) -> list[Drawn]:
    """Return a random sample of stored tasks, without repetition, or all if fewer are stored.

    The probability of a task is proportional to its number of rows. So a task on which many numbers depend is more
    likely to be sampled. A task that needs a folder of levels is left out if this folder was not given (`left_out`).

    budget: budget of the tasks; None: the budget whose results the figures show
    """
    pool = [drawn for drawn in kept(experiments, budget, store) if not lacks_levels(drawn.task)]
    weights = np.array([len(drawn.record.rows) or 1 for drawn in pool], float)
    chosen = np.random.default_rng(seed).choice(len(pool), min(tasks, len(pool)), replace=False,
                                                p=weights / weights.sum()) if pool else ()
    return [pool[i] for i in chosen]


def left_out(experiments: Sequence[Experiment], budget: str | None = None, store=None) -> dict[str, int]:
    """Return how many stored tasks of each experiment cannot be computed again without a folder of levels."""
    return dict(Counter(drawn.experiment.name for drawn in kept(experiments, budget, store)
                        if lacks_levels(drawn.task)))


def kept(experiments, budget, store):
    """Yield all stored tasks of some experiments."""
    for experiment in experiments:
        at = budget or shown(experiment, store)
        records = stored(experiment, at, store).records if at in experiment.budgets else {}
        yield from (Drawn(experiment, task, records[task.key]) for task in tasks_of(experiment, at)
                    if task.key in records)


def lacks_levels(task) -> bool:
    """Return whether a task needs levels from a folder that was not given."""
    return isinstance(task.work, str) and task.work == ""


def machines(experiments: Sequence[Experiment], budget: str | None = None, store=None) -> list[str]:
    """Return the versions and systems with which the stored results of some experiments were computed, each once."""
    store = store if isinstance(store, Store) else Store(store)
    headers = [header for one in experiments for header in store.headers(one.name, budget or shown(one, store))]
    return sorted({machine(header.environment) for header in headers if header.environment})


def machine(about: dict) -> str:
    """Return the versions and the system in an `environment.environment` as text."""
    return f"Python {about['python']}, NumPy {about['numpy']}, Numba {about['numba']}, {about['system']}"


def again(drawn: Drawn) -> Audit:
    """Compute a stored task again and compare all its rows, except measured times. Raises RunError if the task fails.
    """
    experiment, task, record = drawn
    _, rows, seconds = perform(experiment.run_task, task)
    if isinstance(rows, Failure):
        raise RunError(f"Task {task.key!r} of {experiment.name} failed: {rows.message.rstrip('.')}.")
    return Audit(experiment.name, task.key, len(record.rows), differences(record.rows, rows, experiment.timing),
                 seconds)


def differences(before: Sequence[dict], now: Sequence[dict], timing: Sequence[str] = ()) -> tuple:
    """Return the columns in which rows differ, in their order; ("rows",) if there are more or fewer rows.

    Measured times are never equal, so their columns are not compared. These are the columns in `timing` and those whose
    names begin with "seconds".
    """
    if len(before) != len(now):
        return ("rows",)
    columns = dict.fromkeys(name for row in (*before, *now) for name in row)
    return tuple(name for name in columns if name not in timing and not name.startswith(TIME) and any(
        json.dumps(one.get(name)) != json.dumps(other.get(name)) for one, other in zip(before, now, strict=True)))
