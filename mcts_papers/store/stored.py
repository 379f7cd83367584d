"""Read the stored results of an experiment: its rows as a table, its progress, and a description of its computation."""

from __future__ import annotations

import math
from typing import NamedTuple

from mcts_lab.errors import instead
from mcts_lab.matches.experiment import Experiment, fingerprints, tasks_of

from .store import ResultsError, Store, as_table


class Status(NamedTuple):
    """The progress of an experiment at a budget."""

    done: int  # tasks with a stored result
    total: int
    seconds: float  # processing time of the tasks done, summed over workers


class Stored(NamedTuple):
    """The stored records of an experiment at a budget. Only records of its present tasks are here."""

    records: dict  # key -> Record
    prints: dict  # key -> fingerprint, of all tasks, in their order
    given: set  # names of the tasks' parameters

    def status(self) -> Status:
        """Return how many tasks are done."""
        return Status(len(self.records), len(self.prints), sum(r.seconds for r in self.records.values()))

    def frame(self):
        """Return the rows as a DataFrame; see `load`."""
        return frame_of(self.records, self.prints)


def stored(experiment: Experiment, budget: str = "quick", store=None) -> Stored:
    """Return the stored records of an experiment's present tasks."""
    store = store if isinstance(store, Store) else Store(store)
    tasks = tasks_of(experiment, budget)
    prints = fingerprints(tasks)
    return Stored(counting(store.read(experiment.name, budget), prints), prints,
                  {name for task in tasks for name in task.parameters})


def shown(experiment: Experiment, store=None, read=None) -> str:
    """Return the budget whose results the figures show: "paper" if all its tasks are stored, else "standard".

    If the experiment does not have these budgets, return its last budget.

    read: function that replaces `stored`, for example one that reads each file only once
    """
    store = store if isinstance(store, Store) else Store(store)
    if "paper" in experiment.budgets and store.parts(experiment.name, "paper"):  # without files, do not make the tasks
        done, total, _ = read(experiment, "paper").status() if read else status(experiment, "paper", store)
        if done == total:
            return "paper"
    return "standard" if "standard" in experiment.budgets else experiment.budgets[-1]


def load(experiment: Experiment | str, budget: str = "quick", store=None, partial: bool = False):
    """Return the stored results as a DataFrame: one row for each row of each task, in the order of the tasks.

    The columns are ``task``, the parameters of the task that are single values, and the columns of the task's rows.
    ``frame.attrs["done"]`` is the number of finished tasks, and ``frame.attrs["total"]`` the number of all tasks.

    experiment: an `Experiment`; then only results of its present tasks count. If it is a name, all results count,
    sorted by key. partial: False raises ResultsError if results are missing.
    """
    store = store if isinstance(store, Store) else Store(store)
    name = experiment if isinstance(experiment, str) else experiment.name
    if isinstance(experiment, str):
        records = store.read(name, budget)
        order = sorted(records)
    else:
        records, order, _ = stored(experiment, budget, store)
    total = len(order)
    if not records or (len(records) < total and not partial):
        if not records and isinstance(experiment, str) and name not in (known := store.names()):
            raise ResultsError(f"No results of an experiment {name!r} are stored in {store.folder}. "
                               f"{instead(name, known)}")
        have = f"Only {len(records)} of {total} tasks" if records else "No results"
        raise ResultsError(f"{have} of {name} at budget {budget} are stored in {store.folder}. Compute them with: "
                           f"mcts-lab run {name} --budget {budget}")
    return frame_of(records, order)


def status(experiment: Experiment, budget: str = "quick", store=None) -> Status:
    """Return how many tasks of an experiment are done."""
    return stored(experiment, budget, store).status()


def provenance(experiment: Experiment, budget: str = "quick", store=None) -> dict:
    """Return a description of stored results for JSON: command, seed, budget, versions, numbers of tasks and rows."""
    store = store if isinstance(store, Store) else Store(store)
    headers = store.headers(experiment.name, budget)
    records, tasks, _ = stored(experiment, budget, store)
    newest = headers[-1] if headers else None
    return {"command": f"mcts-lab run {experiment.name} --budget {budget}", "experiment": experiment.name,
            "budget": budget, "seed": experiment.seed, "tasks": len(records), "tasks_planned": len(tasks),
            "rows": sum(len(r.rows) for r in records.values()),
            "environment": newest.environment if newest else None}


def frame_of(records, order):
    """Return records as a DataFrame (see `load`). records: {key: record}. order: the keys of all tasks, in order."""
    import pandas as pd

    columns, total = {}, 0
    for record in (records[key] for key in order if key in records):
        count = len(record.rows)
        single = {k: v for k, v in record.parameters.items() if not isinstance(v, (dict, list))}
        own = {k: (v,) * count for k, v in {"task": record.key, **single}.items()} | as_table(record.rows).columns()
        for name in own:
            if name not in columns:
                columns[name] = [math.nan] * total
        for name, values in columns.items():
            values.extend(own[name] if name in own else [math.nan] * count)
        total += count
    frame = pd.DataFrame(columns)
    frame.attrs |= {"done": len(records), "total": len(order)}
    return frame


def counting(records, prints):
    """Return the `records` that were computed with the parameters and seed that the tasks have now."""
    return {key: records[key] for key in prints if key in records and records[key].fingerprint == prints[key]}
