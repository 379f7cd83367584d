"""How long an experiment will take, from how long stored tasks took."""

from __future__ import annotations

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
    work = experiment.work or (lambda parameters: ("", 1.0))
    spent, amount, known = {}, {}, 0
    for other in (experiment, *(one for one in others if one.work is experiment.work and one.name != experiment.name)):
        for level in BUDGETS if experiment.work else (budget,):
            if level in other.budgets and (other is experiment or experiment.work):
                for record in stored(other, level, store).records.values():
                    kind, much = work(record.parameters)
                    spent[kind] = spent.get(kind, 0.0) + record.seconds
                    amount[kind] = amount.get(kind, 0.0) + much
                    known += 1
    if not sum(amount.values()):
        return None
    average = sum(spent.values()) / sum(amount.values())
    rates = {kind: spent[kind] / amount[kind] for kind in spent if amount[kind]}
    seconds = 0.0
    for task in missing:
        kind, much = work(task.parameters)
        seconds += much * rates.get(kind, average)
    return Estimate(len(missing), seconds, known)
