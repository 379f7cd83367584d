"""Processes that compute something for this one."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def python(code, stdout=subprocess.DEVNULL, **settings):
    """Start a process that runs `code` with this package as it is here, and reads from a pipe. Raises OSError.

    settings: environment variables. MCTS_LAB_HELPERS is 0 if it is not among them.
    """
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code], stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": paths, "MCTS_LAB_HELPERS": "0", **settings},
    )


def side_by_side(calls, workers, unordered=False, **options):
    """The results of `calls`, joblib's delayed ones, made by so many processes through joblib, in their order.

    workers: -1 for one on each processor. unordered: as they come. options: of ``joblib.Parallel``.
    """
    import joblib

    kind = "generator_unordered" if unordered else "generator"
    with uninterrupted_children():
        results = joblib.Parallel(n_jobs=workers, return_as=kind, **options)(calls)
    with contextlib.closing(results):
        yield from results


def shared(function, values, workers) -> list:
    """The results of `function` for each of `values`, in their order; this process works as one of the workers."""
    from joblib.externals.loky import get_reusable_executor

    turns, found = itertools.count(), {}

    def work(call):
        while (place := next(turns)) < len(values):
            found[place] = call(values[place])

    others = get_reusable_executor(workers - 1)
    with ThreadPoolExecutor(workers - 1) as threads:
        with uninterrupted_children():
            waiting = [threads.submit(work, lambda value: others.submit(function, value).result())
                       for _ in range(workers - 1)]
        work(function)
        for one in waiting:
            one.result()
    others.shutdown(wait=False, kill_workers=True)  # left to itself, the end of this process would wait for theirs
    return [found[place] for place in range(len(values))]


@contextlib.contextmanager
def uninterrupted_children():
    """Processes started within the block do not hear Ctrl-C, which a terminal sends to all: this one ends them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # else it is started within the block, and lets the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
