"""A crew: processes that compile units beside this one, each on a core of its own.

Numba compiles one function at a time in a process. What a search needs becomes known while it is compiled: whenever a
unit is met, it is offered to the crew; a helper compiles it into the cache on disk and says which units it met on the
way; this process compiles what nobody has begun, and reads from disk what the others have done. So with a crew or
without it the same code is made, and whatever happens to a helper, the work is done here.

Helpers are plain processes that read from a pipe and end when it does, also if this process is killed. They import
this package and nothing of the program that uses it. Starting one costs about a second of processor time, so there is
none for small games, none on a single core, and none in the worker processes of an experiment, whose cores are busy.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading

from .generic import PACKAGE

FREE, BEGUN, DONE = "free", "begun", "done"
PLENTY = 2  # units a helper must find waiting to be worth its start
MOST = 7  # helpers; more find nothing to do, even in large games
START = f"from {__name__} import serve; serve()"


def helpers_allowed() -> int:
    """How many helpers there may be: the other cores this process may use, unless MCTS_LAB_HELPERS says how many."""
    chosen = os.environ.get("MCTS_LAB_HELPERS", "")
    if chosen:
        if not chosen.isdecimal():
            raise ValueError(f"MCTS_LAB_HELPERS is the number of processes that may help to compile, from 0 on, "
                             f"not {chosen!r}")
        return int(chosen)
    if multiprocessing.parent_process() is not None or not sys.executable:
        return 0
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(MOST, cores - 1)


class Crew:
    """The helpers for one compilation; a context, at whose end they end.

    A **job** has the name of the unit's cell and a payload, what a helper needs to know, as bytes.
    """

    def __init__(self, allowed: int | None = None):
        self.allowed = helpers_allowed() if allowed is None else allowed
        self._state = {}  # name: FREE, BEGUN or DONE
        self._payloads = {}  # name: payload, of jobs that are free
        self._changed = threading.Condition()
        self._helpers = []
        self._closed = False

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for process in self._helpers:
            process.kill()  # nothing that is needed is left to do; files are written as a whole or not at all
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()

    def offer(self, name, payload):
        """Let a helper compile this, if it is not known yet."""
        if not self.allowed:
            return
        with self._changed:
            if name in self._state:
                return
            self._state[name], self._payloads[name] = FREE, payload
            waiting = list(self._state.values()).count(FREE)
            more = len(self._helpers) < self.allowed and waiting >= PLENTY and not self._closed
            self._changed.notify_all()
        if more:
            self._start()

    def next(self, names):
        """What to do now, of the units `names` that are needed: a name of these, or the payload of another job.

        First what is done, or nobody else will do; then what nobody has begun; if all is begun, wait.
        """
        with self._changed:
            while True:
                for wanted in (DONE, None):
                    for name in names:
                        if self._state.get(name) == wanted:
                            return name, None
                free = next((name for name in names if self._state[name] == FREE), None)
                if free is not None:
                    self._take(free)
                    return free, None
                free = next(iter(self._payloads), None)
                if free is not None:
                    return free, self._take(free)
                self._changed.wait(0.2)

    def _take(self, name):
        self._state[name] = BEGUN
        return self._payloads.pop(name)

    def finished(self, name):
        """A unit is there, whoever compiled it."""
        with self._changed:
            self._payloads.pop(name, None)
            self._state[name] = DONE
            self._changed.notify_all()

    def _start(self):
        """One more helper, and a thread that talks to it."""
        paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths, "MCTS_LAB_HELPERS": "0"},
            )
        except OSError:
            self.allowed = 0
            return
        self._helpers.append(process)
        threading.Thread(target=self._talk, args=(process,), name="mcts_lab helper", daemon=True).start()

    def _talk(self, process):
        """Give the helper job after job."""
        name = None
        try:
            while True:
                with self._changed:
                    while not self._payloads and not self._closed:
                        self._changed.wait()
                    if self._closed:
                        return
                    name = next(iter(self._payloads))
                    payload = self._take(name)
                _send(process.stdin, payload)
                while (met := pickle.load(process.stdout)) is not None:
                    self.offer(*met)
                self.finished(name)
        except Exception:  # the helper is gone, or speaks nonsense: its job is everybody's again
            with self._changed:
                if name is not None:
                    self._state[name] = DONE  # for all it did: whoever needs it looks, and compiles it if need be
                self.allowed = 0
                self._changed.notify_all()


def _send(pipe, message):
    pickle.dump(message, pipe)
    pipe.flush()


# -- in a helper -------------------------------------------------------------------------------------------------------


def serve():
    """Compile what standard input asks for, until it ends; for each job, tell what was met, and at its end None."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this process is asked, and ends it
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what anybody prints must not end up among the replies
    from .generic import compiler

    compiling = compiler.compiling
    jobs = queue.SimpleQueue()
    threading.Thread(target=_read_jobs, args=(jobs,), daemon=True).start()
    compiling.meet = lambda *job: _send(replies, job)
    while True:
        modules, need = pickle.loads(jobs.get())
        for module in modules:
            if module.partition(".")[0] == PACKAGE:
                importlib.import_module(module)
        # whatever goes wrong here goes wrong again in the process that asked, and is told there
        with contextlib.suppress(Exception):
            compiling.compile_need(pickle.loads(need))
        _send(replies, None)


def _read_jobs(jobs):
    """Pass on jobs; end the process, whatever it is doing, when nobody is left to ask for anything."""
    try:
        while True:
            jobs.put(pickle.load(sys.stdin.buffer))
    except Exception:
        os._exit(0)
