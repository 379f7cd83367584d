"""Stored results computed again: are the rows the same?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .experiment import Experiment, Task, tasks_of
from .results import stored
from .store import Record
from .workers import Failure, RunError, perform

TIME = "seconds"  # how columns of measured times begin


class Drawn(NamedTuple):
    """A stored task that is to be computed again."""

    experiment: Experiment
    task: Task
    record: Record


class Audit(NamedTuple):
    """One stored task computed again."""

    experiment: str
    task: str
    rows: int
    differ: tuple  # names of the columns in which a row differs; ("rows",) if there are more or fewer rows
    seconds: float  # of now


def sample(experiments: Sequence[Experiment], tasks: int, budget: str = "standard", seed: int = 0,
           store=None) -> list[Drawn]:
    """Some stored tasks, drawn at random: one of each experiment, in random order, then a second of each, and so on.

    So an experiment of few tasks is looked at as often as one of many. Fewer than asked for if no more are stored.
    """
    rng = np.random.default_rng(seed)
    pools = []
    for experiment in experiments:
        records = stored(experiment, budget, store).records if budget in experiment.budgets else {}
        if records:
            known = [task for task in tasks_of(experiment, budget) if task.key in records]
            pools.append([Drawn(experiment, known[i], records[known[i].key]) for i in rng.permutation(len(known))])
    pools = [pools[i] for i in rng.permutation(len(pools))]
    rounds = max(map(len, pools), default=0)
    return [pool[i] for i in range(rounds) for pool in pools if i < len(pool)][:tasks]


def again(drawn: Drawn) -> Audit:
    """Compute a stored task again and compare all its rows, measured times apart. Raises RunError if it fails."""
    experiment, task, record = drawn
    _, rows, seconds = perform(experiment.run_task, task)
    if isinstance(rows, Failure):
        raise RunError(f"Task {task.key!r} of {experiment.name} failed: {rows.message}.")
    return Audit(experiment.name, task.key, len(record.rows), differences(record.rows, rows, experiment.timing),
                 seconds)


def differences(before: Sequence[dict], now: Sequence[dict], timing: Sequence[str] = ()) -> tuple:
    """The columns in which rows differ, in their order; ("rows",) if there are more or fewer rows.

    Times are never the same twice: columns of `timing`, and those called "seconds...", are not compared.
    """
    if len(before) != len(now):
        return ("rows",)
    columns = dict.fromkeys(name for row in (*before, *now) for name in row)
    return tuple(name for name in columns if name not in timing and not name.startswith(TIME) and any(
        json.dumps(one.get(name)) != json.dumps(other.get(name)) for one, other in zip(before, now, strict=True)))
