"""Run an experiment: a list of independent tasks, on the processors of this machine or on a cluster.

Each task is stored as soon as it is finished, so a stopped run continues with the missing tasks. Runs of the same
experiment into the same folder share the tasks: each takes tasks that no other has begun (on a cluster, all of
them).
"""

from __future__ import annotations

import contextlib

from mcts_lab import __version__
from mcts_lab.matches.experiment import Experiment, fingerprints, tasks_of
from mcts_lab.matches.progress import counter

from .environment import environment
from .sharing import Alone, Shared
from .store import Header, Record, ResultsError, Store, rescue
from .stored import counting, frame_of
from .workers import Failure, RunError, finished, is_address


def run(experiment: Experiment, budget: str = "quick", workers: int | None = None, scheduler=None,
        progress=None, store=None, fresh: bool = False):
    """Compute the missing tasks of an experiment and return all its results (see `load`).

    ``frame.attrs["computed"]`` is the number of tasks that this run computed.

    Parameters
    ----------
    workers    number of processes on this machine; None: one for each processor; 1: only this process
    scheduler  address of a Dask cluster's scheduler, such as "10.0.0.1:8786", to run the tasks there instead; or a
               cluster or a client of Dask
    progress   called as ``progress(done, total)`` at the beginning and after each task; True: a progress bar
    store      a `Store` or a folder; None: the default folder; False: write nothing to the disk
    fresh      compute everything again (earlier results stay in the files, but no longer count)

    Raises ValueError (unknown budget), ResultsError (results cannot be read or written; its ``frame`` has all
    results that were computed) or RunError (a task failed, a package is missing, the cluster cannot be reached).
    Tasks finished before are stored.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"The number of workers must be at least 1, not {workers}.")
    if isinstance(scheduler, str) and not is_address(scheduler):
        raise RunError(f"{scheduler!r} is not the address of a Dask scheduler. Give an address such as "
                       "tcp://10.0.0.1:8786.")
    tasks = tasks_of(experiment, budget)
    prints = fingerprints(tasks)
    parameters = {task.key: task.parameters for task in tasks}
    records, writer = {}, None
    header = Header(experiment.name, budget, __version__, experiment.seed, environment())
    if store is not False:
        store = store if isinstance(store, Store) else Store(store)
        if not fresh:
            records = counting(store.read(experiment.name, budget), prints)
    missing = [task for task in tasks if task.key not in records]
    if store is not False and missing:
        writer = store.open(header)
    if progress is True:
        progress = counter("tasks", experiment.title or experiment.name)
    if progress is not None:
        progress(len(records), len(tasks))
    unsaved = []
    failure, computed = None, 0
    with contextlib.ExitStack() as stack:
        if hasattr(progress, "close"):
            stack.callback(progress.close)
        shared = Alone() if writer is None else stack.enter_context(contextlib.closing(
            Shared(store, writer, lambda found: counting(found, prints), fresh)))
        while missing and failure is None:
            done = finished(experiment.run_task, missing, workers, scheduler, shared.claim)
            with contextlib.closing(done):
                for key, outcome, seconds in done:
                    if isinstance(outcome, Failure):
                        raise RunError(f"Task {key!r} of {experiment.name} failed: {outcome.message.rstrip('.')}. "
                                       f"{kept(len(records), len(tasks), store)}") from Remote(outcome.trace)
                    record = Record(key, prints[key], parameters[key], outcome, seconds)
                    records[key] = record
                    computed += 1
                    try:
                        shared.keep(record)
                    except ResultsError as error:
                        failure = error
                        unsaved.append(record)
                        break
                    if progress is not None:
                        progress(len(records), len(tasks))
            if failure is None:
                missing = shared.left([task for task in missing if task.key not in records], records, lambda: (
                    progress is not None and progress(len(records), len(tasks))))
    if failure is not None:
        place = rescue(header, unsaved)
        there = f" The last finished task is in {place}: move that file to {store.folder / experiment.name}."
        error = ResultsError(f"{failure}{there if place else ''}")
        error.frame = frame_of(records, prints)
        raise error from None
    frame = frame_of(records, prints)
    frame.attrs["computed"] = computed
    return frame


def kept(done, total, store):
    if store is False:
        return f"{done} of {total} tasks were finished."
    return f"{done} of {total} tasks are stored. Run again to continue with the others."


class Remote(Exception):
    """The traceback of a worker, shown as the cause of a failure."""

    def __str__(self):
        return f"in the worker:\n{self.args[0]}"
