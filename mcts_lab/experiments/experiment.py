"""What an experiment is: independent tasks, each with a key, parameters and a seed of its own.

A task's seed depends on the experiment's seed and the task's key and on nothing else, so the rows are the same whatever
the number of workers, whatever order they finish in, and whatever other tasks there are.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..engine.random import sequence
from ..players import plain
from .match import keyed

BUDGETS = ("quick", "standard", "paper")


class Task(NamedTuple):
    """One independent piece of an experiment, a second to a few minutes long.

    `key` names it within the experiment; results are sorted by it. `parameters` is JSON-able: what makes this task
    differ from the others. A stored result counts only if it was computed with equal parameters and seed. `work` holds
    whatever else `run_task` needs (games, players) and is not stored. `seed` is filled in by `run`, unless given.
    """

    key: str
    parameters: dict
    work: object = None
    seed: np.random.SeedSequence | None = None


class Experiment(NamedTuple):
    """What to compute.

    `tasks(budget)` lists the tasks for "quick", "standard" or "paper"; `run_task(task)` returns a task's rows, a list
    of flat dicts. Both must be importable functions or values (a function of a notebook works too).
    """

    name: str  # small letters, digits, _ and -
    tasks: Callable[[str], list]
    run_task: Callable[[Task], list]
    seed: int = 0
    title: str = ""
    budgets: tuple = BUDGETS
    timing: tuple = ()  # columns of the rows that hold measured times, besides those called "seconds..."
    work: Callable | None = None  # work(parameters) -> (kind, amount) of a task, to estimate how long it takes
    levels: Callable | None = None  # levels(folder) -> the Experiment on the levels in a folder; None: it has no levels


def tasks_of(experiment: Experiment, budget: str) -> list[Task]:
    """The experiment's tasks with their seeds. Raises ValueError for an unknown budget or keys that are not unique."""
    if budget not in experiment.budgets:
        raise ValueError(f"unknown budget {budget!r}: {experiment.name} has {', '.join(experiment.budgets)}")
    tasks, once, root = [], Once(plain), sequence(experiment.seed)
    for task in experiment.tasks(budget):
        seed = keyed(root, task.key) if task.seed is None else task.seed
        parameters = {str(name): once(value) for name, value in task.parameters.items()}
        tasks.append(task._replace(seed=seed, parameters=parameters))
    keys = [task.key for task in tasks]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the experiment {experiment.name} has two tasks with the key {twice!r}")
    return tasks


class Once:
    """A function that is asked once about each object, because tasks share most of their parameters."""

    def __init__(self, function):
        self.function, self.known = function, {}

    def __call__(self, value):
        which = (type(value), value) if isinstance(value, (str, int)) else id(value)
        found = self.known.get(which)
        if found is None:
            found = self.known[which] = (value, self.function(value))  # kept, so that no other gets its id
        return found[1]


_sorted = json.JSONEncoder(sort_keys=True).encode


def fingerprints(tasks) -> dict[str, str]:
    """The fingerprint of each task by its key."""
    once = Once(_sorted)
    return {task.key: fingerprint(task, once) for task in tasks}


def fingerprint(task: Task, written=_sorted) -> str:
    """Return a hash of the task's parameters and its seed; `written` makes a parameter JSON."""
    try:
        parameters = ", ".join(f"{json.dumps(name)}: {written(task.parameters[name])}"
                               for name in sorted(task.parameters))
    except TypeError as error:
        raise ValueError(f"the parameters of task {task.key!r} cannot be written as JSON: {error}") from None
    seed = f"{json.dumps(str(task.seed.entropy))}, {json.dumps(task.seed.spawn_key)}"
    return hashlib.sha256(f"[{{{parameters}}}, {seed}]".encode()).hexdigest()[:16]
