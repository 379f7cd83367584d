"""Run an experiment: a list of independent tasks, on the processors of this machine.

Each task is stored as soon as it is finished, so a stopped run continues with the missing tasks. Runs of the same
experiment into the same folder, also on several machines, share the tasks: each takes tasks that no other has begun.
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
from .workers import Failure, RunError, finished


def run(experiment: Experiment, budget: str = "quick", workers: int | None = None, progress=None,
        store=None, fresh: bool = False):
    """Compute the missing tasks of an experiment and return all its results (see `load`).

    ``frame.attrs["computed"]`` is the number of tasks that this run computed.

    Parameters
    ----------
    workers    number of processes on this machine; None: one for each processor; 1: only this process
    progress   called as ``progress(done, total)`` at the beginning and after each task; True: a progress bar
    store      a `Store` or a folder; None: the default folder; False: write nothing to the disk
    fresh      compute everything again (earlier results stay in the files, but no longer count)

    Raises ValueError (unknown budget), ResultsError (results cannot be read or written; its ``frame`` has all results
    that were computed) or RunError (a task failed, a package is missing). Tasks finished before are stored.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"The number of workers must be at least 1, not {workers}.")
    tasks = tasks_of(experiment, budget)
    prints = fingerprints(tasks)
    parameters = {task.key: task.parameters for task in tasks}
    records, writer, computed = {}, None, 0
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
    with contextlib.ExitStack() as stack:
        if hasattr(progress, "close"):
            stack.callback(progress.close)
        shared = Alone() if writer is None else stack.enter_context(contextlib.closing(
            Shared(store, writer, lambda found: counting(found, prints), fresh)))
        while missing:
            with contextlib.closing(finished(experiment.run_task, missing, workers, shared.claim)) as done:
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
                        error = unstored(error, header, record, store)
                        error.frame = frame_of(records, prints)
                        raise error from None
                    if progress is not None:
                        progress(len(records), len(tasks))
            missing = shared.left([task for task in missing if task.key not in records], records, lambda: (
                progress is not None and progress(len(records), len(tasks))))
    frame = frame_of(records, prints)
    frame.attrs["computed"] = computed
    return frame


def unstored(error, header, record, store) -> ResultsError:
    """Return an error that also says where the record is that could not be stored."""
    place = rescue(header, record)
    there = f" The last finished task is in {place}: move that file to {store.folder / header.experiment}."
    return ResultsError(f"{error}{there if place else ''}")


def kept(done, total, store):
    if store is False:
        return f"{done} of {total} tasks were finished."
    return f"{done} of {total} tasks are stored. Run again to continue with the others."


class Remote(Exception):
    """The traceback of a worker, shown as the cause of a failure."""

    def __str__(self):
        return f"in the worker:\n{self.args[0]}"
