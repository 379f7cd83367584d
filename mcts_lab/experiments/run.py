"""Run an experiment: a list of independent tasks, on this machine's processors or on a cluster.

Each task has a seed of its own that depends on the experiment's seed and the task's key and on nothing else, so the
rows are the same whatever the number of workers, whatever order they finish in, and whatever other tasks there are.
Every finished task is stored at once; a run that was stopped in any way continues with what is missing. Runs of the
same experiment into the same folder share the tasks, each taking what no other has begun (on a cluster: all of that).
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import hashlib
import itertools
import json
import logging
import multiprocessing
import sys
import time
import traceback
import urllib.parse
import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .. import __version__
from ..players import plain
from ..renamed import CODE, as_stored
from .environment import code_hash, environment, processors
from .match import keyed
from .store import Claims, Header, Record, ResultsError, Store, rescue

log = logging.getLogger("mcts_lab")

BUDGETS = ("quick", "standard", "paper")
WAIT_SECONDS = 0.3  # between looks whether another run has finished its tasks
SCHEDULER_SECONDS = 5  # how long to wait for a cluster's scheduler to answer
PROTOCOLS = ("tcp", "tls", "ws", "wss", "ucx")
RESTARTS = 3  # how often to start local workers again after one of them died


class RunError(RuntimeError):
    """An experiment cannot be run or finished; the message says why and what to do."""


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

    def code(self) -> str:
        """A hash of the two functions."""
        return code_hash(self.tasks, self.run_task)


class Status(NamedTuple):
    """How far an experiment is at a budget."""

    done: int  # tasks with a stored result
    total: int
    outdated: int  # of those done, how many were computed by other code of the experiment
    seconds: float  # processing time of those done, summed over workers


def tasks_of(experiment: Experiment, budget: str) -> list[Task]:
    """The experiment's tasks with their seeds. Raises ValueError for an unknown budget or keys that are not unique."""
    if budget not in experiment.budgets:
        raise ValueError(f"unknown budget {budget!r}: {experiment.name} has {', '.join(experiment.budgets)}")
    tasks = []
    for task in experiment.tasks(budget):
        seed = keyed(experiment.seed, task.key) if task.seed is None else task.seed
        tasks.append(task._replace(seed=seed, parameters=plain(task.parameters)))
    keys = [task.key for task in tasks]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the experiment {experiment.name} has two tasks with the key {twice!r}")
    return tasks


def fingerprint(task: Task) -> str:
    """A hash of the task's parameters, under the names that stored results use, and its seed."""
    try:
        data = json.dumps([as_stored(task.parameters), str(task.seed.entropy), task.seed.spawn_key], sort_keys=True)
    except TypeError as error:
        raise ValueError(f"the parameters of task {task.key!r} cannot be written as JSON: {error}") from None
    return hashlib.sha256(data.encode()).hexdigest()[:16]


def run(experiment: Experiment, budget: str = "quick", workers: int | None = None, scheduler: str | None = None,
        progress=None, store=None, fresh: bool = False):
    """Compute what is missing of an experiment and return all its results (see `load`).

    Parameters
    ----------
    workers    processes on this machine; None: one for each processor; 1: in this process
    scheduler  the address of a Dask cluster's scheduler, such as "10.0.0.1:8786", to run the tasks there instead
    progress   called as ``progress(done, total)`` at the beginning and after each task; True: a progress bar
    store      a `Store` or a folder; None: the default folder; False: keep nothing on disk
    fresh      compute everything again (earlier results stay in the files, but no longer count)

    Raises ValueError (unknown budget), ResultsError (results cannot be read or written; its ``frame`` holds all that
    was computed) or RunError (a task failed, a package is missing, the cluster is out of reach). Whatever was finished
    before is stored.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"the number of workers must be at least 1, not {workers}")
    if scheduler is not None and not _is_address(scheduler):
        raise RunError(f"{scheduler!r} is not the address of a Dask scheduler, which looks like tcp://10.0.0.1:8786")
    tasks = tasks_of(experiment, budget)
    prints = {task.key: fingerprint(task) for task in tasks}
    parameters = {task.key: task.parameters for task in tasks}
    records, writer = {}, None
    header = Header(experiment.name, budget, __version__, experiment.code(), experiment.seed, environment())
    if store is not False:
        store = store if isinstance(store, Store) else Store(store)
        if not fresh:
            records = _counting(store.read(experiment.name, budget), prints)
    missing = [task for task in tasks if task.key not in records]
    if store is not False and missing:
        writer = store.open(header)
    if progress is True:
        progress = bar(experiment.title or experiment.name)
    if progress is not None:
        progress(len(records), len(tasks))
    unsaved = []
    failure = None
    with contextlib.ExitStack() as stack:
        if hasattr(progress, "close"):
            stack.callback(progress.close)
        shared = _Alone() if writer is None else stack.enter_context(contextlib.closing(
            _Shared(store, writer, lambda found: _counting(found, prints), fresh)))
        while missing and failure is None:
            finished = _finished(experiment.run_task, missing, workers, scheduler, shared.claim)
            with contextlib.closing(finished):
                for key, outcome, seconds in finished:
                    if isinstance(outcome, Failure):
                        raise RunError(f"Task {key!r} of {experiment.name} failed: {outcome.message}. "
                                       f"{_kept(len(records), len(tasks), store)}") from _Remote(outcome.trace)
                    record = Record(key, prints[key], parameters[key], outcome, seconds, header.code)
                    records[key] = record
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
    return frame_of(records, prints)


class _Alone:
    """A run that keeps nothing on disk, and so shares nothing."""

    def claim(self, task):
        return True

    def keep(self, record):
        pass

    def left(self, tasks, records, tell):
        return tasks


class _Shared:
    """What this run has in common with others of the same experiment at the same budget into the same folder.

    `counting` picks of stored records those that count; with `fresh`, those that were there at the beginning do not.
    """

    def __init__(self, store, writer, counting, fresh):
        self.store, self.writer, self.counting = store, writer, counting
        self.claims = Claims(writer)
        self.close = self.claims.close
        self.size = self._size()
        self.stored = self.counting(self._read())
        self.old = self.stored if fresh else {}

    def _read(self):
        return self.store.read(self.writer.header.experiment, self.writer.header.budget)

    def _size(self):
        parts = self.store.parts(self.writer.header.experiment, self.writer.header.budget)
        return sum(part.stat().st_size for part in parts)

    def look(self):
        """The records of any run, without those that no longer count."""
        size = self._size()
        if size != self.size:
            self.size, self.stored = size, self.counting(self._read())
        return {key: record for key, record in self.stored.items() if self.old.get(key) != record}

    def claim(self, task) -> bool:
        """Whether this run is to compute a task: nobody else does or has."""
        if not self.claims.take(task.key):
            return False
        with contextlib.suppress(ResultsError, OSError):  # writing will tell
            if task.key in self.look():
                self.claims.give_back(task.key)
                return False
        return True

    def keep(self, record):
        """Store what this run has computed."""
        before = self._size()
        written = self.writer.append(record)
        if self.size == before and self._size() == before + written:
            self.size += written
            self.stored[record.key] = record
        self.claims.give_back(record.key)

    def left(self, tasks, records, tell):
        """The `tasks` to go on with, once there is one; what other runs have computed joins the `records`."""
        while tasks:
            known = len(records)
            found = self.look()
            records.update((task.key, found[task.key]) for task in tasks if task.key in found)
            tasks = [task for task in tasks if task.key not in records]
            if len(records) > known:
                tell()
            if any(self.claim(task) for task in tasks):
                return tasks
            if tasks:
                time.sleep(WAIT_SECONDS)
        return tasks


def load(experiment: Experiment | str, budget: str = "quick", store=None, partial: bool = False):
    """The stored results as a DataFrame, in the order of the tasks: one row for each row of each task.

    Columns: ``task``, the task's parameters that are single values, and the row's own. ``frame.attrs`` has the number
    of tasks ``done`` and of all there are (``total``). Given the `Experiment` and not only its name, only results of
    its present tasks count (by name alone, all do, sorted by key), and unless `partial`, ResultsError is raised if some
    are missing.
    """
    store = store if isinstance(store, Store) else Store(store)
    name = experiment if isinstance(experiment, str) else experiment.name
    records = store.read(name, budget)
    order = sorted(records)
    if not isinstance(experiment, str):
        prints = {task.key: fingerprint(task) for task in tasks_of(experiment, budget)}
        records, order = _counting(records, prints), list(prints)
    total = len(order)
    if not records or (len(records) < total and not partial):
        have = f"{len(records)} of {total} tasks" if records else "no results"
        raise ResultsError(f"There are {have} of {name} at budget {budget} in {store.folder}: compute them with "
                           f"mcts-lab run {name} --budget {budget}.")
    return frame_of(records, order)


def status(experiment: Experiment, budget: str = "quick", store=None) -> Status:
    """How much of an experiment is computed."""
    store = store if isinstance(store, Store) else Store(store)
    tasks = tasks_of(experiment, budget)
    records = _counting(store.read(experiment.name, budget), {task.key: fingerprint(task) for task in tasks})
    code = experiment.code()
    return Status(len(records), len(tasks), sum(CODE.get(r.code, r.code) != code for r in records.values()),
                  sum(r.seconds for r in records.values()))


def provenance(experiment: Experiment, budget: str = "quick", store=None) -> dict:
    """Where stored results come from: command, seed, budget, versions, number of tasks and rows; JSON-able."""
    store = store if isinstance(store, Store) else Store(store)
    headers = store.headers(experiment.name, budget)
    tasks = tasks_of(experiment, budget)
    records = _counting(store.read(experiment.name, budget), {task.key: fingerprint(task) for task in tasks})
    newest = headers[-1] if headers else None
    return {"command": f"mcts-lab run {experiment.name} --budget {budget}", "experiment": experiment.name,
            "budget": budget, "seed": experiment.seed, "tasks": len(records), "tasks_planned": len(tasks),
            "rows": sum(len(r.rows) for r in records.values()), "code": newest.code if newest else None,
            "environment": newest.environment if newest else None}


def frame_of(records, order):
    """Records by key as a DataFrame (see `load`), in the `order` of all the keys there should be."""
    import pandas as pd

    rows = []
    for record in (records[key] for key in order if key in records):
        single = {k: v for k, v in record.parameters.items() if not isinstance(v, (dict, list))}
        rows.extend({"task": record.key, **single, **row} for row in record.rows)
    frame = pd.DataFrame(rows)
    frame.attrs |= {"done": len(records), "total": len(order)}
    return frame


class bar:
    """A progress callback that draws a bar with the time left, in a terminal or a notebook; needs tqdm.

    `options` are those of ``tqdm``.
    """

    def __init__(self, title: str = "", **options):
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise RunError("A progress bar needs the package tqdm: pip install tqdm") from None
        self._make = lambda done, total: tqdm(total=total, initial=done, desc=title, unit="task", **options)
        self._drawn = None

    def __call__(self, done: int, total: int):
        if self._drawn is None:
            self._drawn = self._make(done, total)
        self._drawn.update(done - self._drawn.n)
        if done >= total:
            self.close()

    def close(self):
        """Leave the bar as it is."""
        if self._drawn is not None:
            self._drawn.close()


def _counting(records, prints):
    return {key: records[key] for key in prints if key in records and records[key].fingerprint == prints[key]}


def _kept(done, total, store):
    if store is False:
        return f"{done} of {total} tasks were finished."
    return f"{done} of {total} tasks are stored; run again to continue with the others."


class _Remote(Exception):
    """Shows the traceback of a worker as the cause of a failure."""

    def __str__(self):
        return f"in the worker:\n{self.args[0]}"


# --- where tasks run: generators of (key, rows or Failure, seconds) in order of finishing -----------------------------


class Failure(NamedTuple):
    """An exception of a task, as text: not every exception can travel between processes."""

    message: str
    trace: str


def perform(run_task, task):
    """Run one task in whatever process: its key, its rows as JSON would give them back (or a Failure), its seconds."""
    began = time.perf_counter()
    try:
        rows = json.loads(json.dumps(plain(list(run_task(task)))))
    except Exception as error:  # whatever it was, it is reported and stops the run
        what = str(error) or "no message"
        return task.key, Failure(f"{type(error).__name__}: {what}".rstrip("."), traceback.format_exc()), 0.0
    return task.key, rows, time.perf_counter() - began


def _finished(run_task, tasks, workers, scheduler, claim):
    """Run those of the `tasks` that ``claim(task)`` allows when their turn has come."""
    if scheduler is not None:
        return _on_cluster(run_task, tasks, scheduler, claim)
    workers = min(workers or processors(), len(tasks))
    if workers > 1 and session_types((run_task, tasks)):
        # new processes would not know what was defined in this one, but copies of it do
        if sys.platform in ("win32", "darwin"):
            log.warning("a game or rule is defined in this session, not in a file, so the tasks run in one process")
            workers = 1
        else:
            return _restarting(_in_copies, run_task, tasks, workers, claim)
    if workers <= 1:
        return _here(run_task, tasks, claim)
    return _restarting(_in_processes, run_task, tasks, workers, claim)


def session_types(*values) -> list[type]:
    """The classes among `values`, nested ones included, that a script or notebook defines and not a module."""
    found, todo = [], list(values)
    while todo:
        value = todo.pop()
        if type(value).__module__ == "__main__" and type(value) not in found:
            found.append(type(value))
        if isinstance(value, (tuple, list)):
            todo.extend(value)
        elif isinstance(value, dict):
            todo.extend(value.values())
        elif hasattr(value, "__dict__") and not isinstance(value, type):
            todo.extend(v for v in vars(value).values() if not callable(v))
        if hasattr(value, "func") and hasattr(value, "args"):  # a partial function
            todo.extend([*value.args, *value.keywords.values()])
    return found


def _restarting(engine, run_task, tasks, workers, claim):
    """Run the tasks with local processes; when one of them dies, start anew with what is left."""
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
                raise RunError(f"Worker processes keep dying (often for lack of memory): finished tasks are stored; "
                               f"try fewer than {workers} workers") from None
            log.warning("a worker process died; starting the workers again for the %d tasks left", len(left))


def _here(run_task, tasks, claim):
    for task in filter(claim, tasks):
        yield perform(run_task, task)


def _in_processes(run_task, tasks, workers, claim):
    try:
        import joblib
    except ImportError:
        raise RunError("Several workers need the package joblib: pip install joblib, or use one worker") from None
    parallel = joblib.Parallel(n_jobs=workers, backend="loky", return_as="generator_unordered", batch_size=1,
                               pre_dispatch=2 * workers)
    calls = (joblib.delayed(perform)(run_task, task) for task in filter(claim, tasks))
    with contextlib.closing(parallel(calls)) as finished:
        yield from finished


def _in_copies(run_task, tasks, workers, claim):
    context = multiprocessing.get_context("fork")
    with warnings.catch_warnings():
        # this process may have threads (a notebook's); the copies use nothing of theirs
        warnings.filterwarnings("ignore", category=DeprecationWarning, message=".*fork.*")
        pool = concurrent.futures.ProcessPoolExecutor(workers, context, _inherit, (run_task, tasks))
        try:
            waiting = (number for number, task in enumerate(tasks) if claim(task))
            running = set()
            while True:
                running |= {pool.submit(_perform_inherited, number)
                            for number in itertools.islice(waiting, 2 * workers - len(running))}
                if not running:
                    return
                done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


_inherited = []  # in a copied process: the function and the tasks, which it was born with


def _inherit(run_task, tasks):
    _inherited[:] = run_task, tasks


def _perform_inherited(number):
    run_task, tasks = _inherited
    return perform(run_task, tasks[number])


def _on_cluster(run_task, tasks, address, claim):
    try:
        import distributed
    except ImportError:
        raise RunError("Running on a cluster needs the package distributed: pip install 'dask[distributed]'") from None
    if types := session_types((run_task, tasks)):
        raise RunError(f"{types[0].__name__} is defined in this session, where the cluster's workers cannot see it: "
                       f"put it into a module that they can import")
    unreachable = RunError(f"No Dask scheduler answers at {address}: start one with 'dask scheduler', or check the "
                           f"address")
    with _silenced("distributed"):
        try:
            client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError):
            raise unreachable from None
        with client:
            if not client.nthreads():
                log.warning("the scheduler has no workers yet; waiting for some: 'dask worker %s'", address)
            futures = [client.submit(perform, run_task, task, pure=False) for task in filter(claim, tasks)]
            for future in distributed.as_completed(futures, loop=client.loop):
                try:
                    outcome = future.result()
                except (distributed.KilledWorker, concurrent.futures.CancelledError, OSError, TimeoutError):
                    raise RunError(f"The cluster at {address} lost its scheduler or several workers: finished tasks "
                                   f"are stored; run again to continue") from None
                except ImportError as error:
                    raise RunError(f"The cluster's workers lack something ({error}): install the same version of "
                                   f"mcts_lab there") from None
                future.release()
                yield outcome


def _is_address(text) -> bool:
    """Whether a text has the form of a scheduler's address: a client made with another leaves a mess behind."""
    try:
        parts = urllib.parse.urlsplit(text if "://" in text else f"tcp://{text}")
        return parts.scheme in PROTOCOLS and bool(parts.hostname) and bool(parts.port)
    except ValueError:  # no number, or none that a port can have
        return False


@contextlib.contextmanager
def _silenced(package):
    """Keep a package's loggers still: what goes wrong is said in our own words."""
    names = [name for name in logging.root.manager.loggerDict if name == package or name.startswith(f"{package}.")]
    levels = {logger: logger.level for logger in map(logging.getLogger, names)}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)
