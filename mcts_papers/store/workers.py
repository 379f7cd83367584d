"""The ways to run tasks: in this process, in new processes, or in copies of this process.

Each way is a generator of (key, rows or a `Failure`, seconds), in the order in which tasks finish.
"""

import concurrent.futures
import contextlib
import itertools
import json
import logging
import multiprocessing
import sys
import time
import traceback
import types
import warnings
from typing import NamedTuple

from mcts_lab.engine.warm_up import compiled_first
from mcts_lab.players import plain
from mcts_papers.processes import processes_for, side_by_side, uninterrupted_children

from .environment import processors

log = logging.getLogger("mcts_lab")

RESTARTS = 3  # how often to start local workers again after one of them died


class RunError(RuntimeError):
    """An experiment cannot be run or finished. The message says why and what to do."""


class Failure(NamedTuple):
    """An exception of a task, as text, because some exceptions cannot be sent between processes."""

    message: str
    trace: str


def perform(run_task, task):
    """Run one task in any process. Return its key, its rows (or a `Failure`), and its processing time in seconds.

    The rows are written to JSON and read again, so they are equal to stored rows.
    """
    began = time.perf_counter()
    try:
        with compiled_first():
            rows = json.loads(json.dumps(plain(list(run_task(task)))))
    except Exception as error:  # every error is reported and stops the run
        what = str(error) or "no message"
        return task.key, Failure(f"{type(error).__name__}: {what}".rstrip("."), traceback.format_exc()), 0.0
    return task.key, rows, time.perf_counter() - began


def finished(run_task, tasks, workers, claim):
    """Run the `tasks`. Before a task begins, ``claim(task)`` is called; if it returns False, the task is left out."""
    workers = min(processes_for(workers, processors()), len(tasks))
    if workers > 1 and session_types((run_task, tasks)):
        # classes and functions that were defined in this process exist in its copies (forks), but not in new processes
        if sys.platform in ("win32", "darwin"):
            log.warning("a game, rule or function is defined in this session, not in a file, so the tasks run in one "
                        "process")
            workers = 1
        else:
            return restarting(in_copies, run_task, tasks, workers, claim)
    if workers <= 1:
        return here(run_task, tasks, claim)
    return restarting(in_processes, run_task, tasks, workers, claim)


def session_types(*values) -> list:
    """Return the classes and functions that occur in `values` and are defined in a script or notebook.

    Values inside other values count too.
    """
    found, todo = [], list(values)
    while todo:
        value = todo.pop()
        made = value if isinstance(value, types.FunctionType) else type(value)
        if made.__module__ == "__main__" and made not in found:
            found.append(made)
        if isinstance(value, (tuple, list)):
            todo.extend(value)
        elif isinstance(value, dict):
            todo.extend(value.values())
        elif hasattr(value, "__dict__") and not isinstance(value, type):
            todo.extend(v for v in vars(value).values() if not callable(v))
        if hasattr(value, "func") and hasattr(value, "args"):  # a partial function
            todo.extend([*value.args, *value.keywords.values()])
    return found


def restarting(engine, run_task, tasks, workers, claim):
    """Run the tasks with local processes. If a process dies, start new processes for the remaining tasks."""
    left = {task.key: task for task in tasks}
    for attempt in range(RESTARTS + 1):
        try:
            with contextlib.closing(engine(run_task, list(left.values()), workers, claim)) as finished:
                for outcome in finished:
                    del left[outcome[0]]
                    yield outcome
            return
        except concurrent.futures.BrokenExecutor:
            if attempt == RESTARTS:
                raise RunError("Worker processes stopped again and again, often for lack of memory. Finished tasks are "
                               f"stored. Try fewer than {workers} workers.") from None
            log.warning("a worker process died; starting the workers again for the %d tasks left", len(left))


def here(run_task, tasks, claim):
    for task in filter(claim, tasks):
        yield perform(run_task, task)


def in_processes(run_task, tasks, workers, claim):
    try:
        import joblib
    except ImportError:
        raise RunError("Several workers need the package joblib. Install it with pip install joblib, or use one "
                       "worker.") from None
    calls = (joblib.delayed(perform)(run_task, task) for task in filter(claim, tasks))
    with contextlib.closing(side_by_side(calls, workers, unordered=True, backend="loky", batch_size=1,
                                         pre_dispatch=2 * workers)) as finished:
        yield from finished


def in_copies(run_task, tasks, workers, claim):
    context, others = multiprocessing.get_context("fork"), multiprocessing.active_children()
    with warnings.catch_warnings():
        # a notebook's process may have other threads, but the copies use nothing that belongs to these threads
        warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork.*")
        pool = concurrent.futures.ProcessPoolExecutor(workers, context, inherit, (run_task, tasks))
        try:
            waiting = (number for number, task in enumerate(tasks) if claim(task))
            running = set()
            while True:
                with uninterrupted_children():
                    running |= {pool.submit(performinherited, number)
                                for number in itertools.islice(waiting, 2 * workers - len(running))}
                if not running:
                    return
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BaseException:  # also Ctrl-C, which does not reach the copies
            for process in set(multiprocessing.active_children()) - set(others):
                process.kill()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


inherited = []  # in a copied process: the function and the tasks at the time of the copy


def inherit(run_task, tasks):
    inherited[:] = run_task, tasks


def performinherited(number):
    run_task, tasks = inherited
    return perform(run_task, tasks[number])
