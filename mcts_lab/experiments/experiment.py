"""What an experiment is: independent tasks, each with a key, parameters and a seed of its own.

A task's seed depends on the experiment's seed and the task's key and on nothing else, so the rows are the same whatever
the number of workers, whatever order they finish in, and whatever other tasks there are.
"""

from __future__ import annotations

import hashlib
import inspect
import json
from collections.abc import Callable
from functools import partial
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
    of flat dicts. Both must be importable functions or values (a function of a notebook works too). Keyword-only
    parameters of `tasks` are the experiment's settings: see `with_settings`.
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


# --- settings ---------------------------------------------------------------------------------------------------------


def by_budget(quick, standard, paper=None) -> dict:
    """Return the values of a setting at each budget; without `paper`, that of `standard`."""
    return dict(zip(BUDGETS, (quick, standard, standard if paper is None else paper), strict=True))


def at(setting, budget: str):
    """Return the value of a setting at a budget; a dict has one for each."""
    return setting[budget] if isinstance(setting, dict) else setting


def settings_of(experiment: Experiment) -> dict:
    """Return what can be set of an experiment: name -> default, which is a dict if it depends on the budget."""
    return keywords(experiment.tasks)


def keywords(function) -> dict:
    """The keyword-only parameters of a function with their defaults; a partial one hands on those of its arguments."""
    if not isinstance(function, partial):
        parameters = inspect.signature(function).parameters.values() if inspect.isfunction(function) else ()
        return {one.name: one.default for one in parameters if one.kind is one.KEYWORD_ONLY}
    found = {}
    for one in (function.func, *function.args):
        found |= keywords(one) if callable(one) else {}
    return {name: function.keywords.get(name, default) for name, default in found.items()}


def with_settings(experiment: Experiment, values: dict) -> Experiment:
    """Return the experiment with other values of some settings. Raises ValueError that says what can be set.

    A list may hold any numbers, and those words that are in a default.
    """
    known = settings_of(experiment)
    for name in values:
        if name not in known:
            raise ValueError(f"{experiment.name} has no setting {name!r}; " + (
                f"it has {', '.join(known)}" if known else "none of its settings can be changed"))
    fitted = {name: fitting(f"{name} of {experiment.name}", value, known[name]) for name, value in values.items()}
    return experiment._replace(tasks=partial(experiment.tasks, **fitted))


def fitting(name, value, default):
    """Return `value` in the form of a setting's default. Raises ValueError if it cannot have it."""
    defaults = list(default.values()) if isinstance(default, dict) else [default]
    several = isinstance(defaults[0], tuple)
    items = [item for one in defaults for item in (one if several else (one,))]
    if several:
        value = tuple(value) if isinstance(value, (list, tuple)) else (value,)
        if not value:
            raise ValueError(f"{name} needs one value at least")
        return tuple(fitting_item(name, one, items) for one in value)
    return fitting_item(name, value, items)


def fitting_item(name, value, items):
    """Return one value in the form of the known `items`."""
    kind = type(items[0])
    if kind is str:
        if value not in items:
            raise ValueError(f"{name} cannot be {value!r}; choose from {', '.join(dict.fromkeys(items))}")
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else int):
        raise ValueError(f"{name} must be {'a number' if kind is float else 'a whole number'}, not {value!r}")
    if kind is not float and value < 1:
        raise ValueError(f"{name} must be at least 1, not {value}")
    return kind(value) if kind is float else value


# --- fingerprints -----------------------------------------------------------------------------------------------------


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
