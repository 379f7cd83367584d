"""How long an experiment will take, from how long stored tasks took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from .experiment import BUDGETS, Experiment, tasks_of
from .results import stored
from .store import Store


class Estimate(NamedTuple):
    """What is expected of the tasks that are still missing."""

    tasks: int  # missing
    seconds: float  # of one processor, all together
    known: int  # stored tasks from which that was worked out

    def hours(self, workers: int) -> float:
        """Hours with so many processes."""
        return self.seconds / max(1, min(workers, self.tasks)) / 3600

    def words(self, workers: int) -> str:
        """The estimate as a sentence."""
        hours = self.hours(workers)
        time = f"{hours:,.1f} hours" if hours >= 1 else f"{60 * hours:,.0f} minutes" if hours >= 1 / 60 else "a minute"
        return (f"about {time} for {self.tasks:,} tasks with {workers} process{'' if workers == 1 else 'es'}, by the "
                f"time that {self.known:,} stored tasks took")


def estimate(experiment: Experiment, budget: str, store=None, others: Sequence[Experiment] = ()) -> Estimate | None:
    """How long what is missing of an experiment will take; None if nothing is known.

    An experiment with a function `work` says how much each task is, and of what kind: what is stored of any budget
    counts, and of those `others` that have the same function. Without it a task is expected to take as long as the
    stored ones of the same budget. A kind of which nothing is known takes as long as the average one.
    """
    store = store if isinstance(store, Store) else Store(store)
    done, wanted = stored(experiment, budget, store).records, tasks_of(experiment, budget)
    missing = [task for task in wanted if task.key not in done]
    work, found = work_of(experiment), []
    for other in (experiment, *(one for one in others if one.work is experiment.work and one.name != experiment.name)):
        for level in BUDGETS if experiment.work else (budget,):
            if level in other.budgets and (other is experiment or experiment.work):
                found += [(*work(record.parameters), record.seconds)
                          for record in stored(other, level, store).records.values()]
    took = pace(found)
    if took is None:
        return None
    seconds = sum(took(*work(task.parameters)) for task in missing)
    return Estimate(len(missing), seconds, len(found))


def work_of(experiment):
    """The function that says of which kind and how much a task is: every task one, unless the experiment knows."""
    return experiment.work or (lambda parameters: ("", 1.0))


def pace(found):
    """A function from a task's kind and amount to seconds, by (kind, amount, seconds) of others; None for none of them.

    A kind of which nothing is known takes as long as the average one.
    """
    spent, amount = {}, {}
    for kind, much, seconds in found:
        spent[kind] = spent.get(kind, 0.0) + seconds
        amount[kind] = amount.get(kind, 0.0) + much
    if not sum(amount.values()):
        return None
    average = sum(spent.values()) / sum(amount.values())
    return lambda kind, much: much * (spent[kind] / amount[kind] if amount.get(kind) else average)


class Remaining:
    """How long a run still takes by the clock, from what its tasks took; asked again and again while it goes on.

    Parameters: the experiment, all its `tasks`, the `records` that are there, to which the run adds, and the number of
    `processes`; None: as many as have been at work so far.
    """

    def __init__(self, experiment: Experiment, tasks, records, processes: int | None):
        work = work_of(experiment)
        self.tasks = {task.key: work(task.parameters) for task in tasks}
        self.records, self.processes, self.began = records, processes, time.monotonic()
        self.new = set(self.tasks) - set(records)

    def __call__(self) -> float | None:
        """Seconds; None if nothing is known.

        What this run has done counts; for kinds of which it has done nothing, what is known of them before, as much
        slower or quicker as the run was in those that it has done.
        """
        new, old = [], []
        for key, record in self.records.items():
            (new if key in self.new else old).append((*self.tasks[key], record.seconds))
        before, kinds = pace(old), {kind for kind, _, _ in new}
        took = pace(new) or before
        if took is None:
            return None
        expected = sum(before(kind, much) for kind, much, _ in new) if before else 0.0
        today = sum(seconds for _, _, seconds in new) / expected if expected else 1.0
        missing = [took(kind, much) if kind in kinds or before is None else today * before(kind, much)
                   for key, (kind, much) in self.tasks.items() if key not in self.records]
        processes = self.processes or sum(seconds for *_, seconds in new) / (time.monotonic() - self.began)
        return max(sum(missing) / processes, max(missing, default=0.0)) if processes else None
