"""Call a function in a separate process, and end the process if it takes too long."""

import contextlib
import ctypes
import json
import multiprocessing
import os
import signal
import sys

from .answering import limit

COPIED = sys.platform == "linux"  # a new process is a copy of this one
BEGIN = 0.0 if COPIED else 60.0  # seconds in which a new Python imports this package
MEMORY = 2 << 30  # bytes that the process may allocate after its start
DEATH_SIGNAL = 1  # an option of prctl
PROCESSES = multiprocessing.get_context("fork" if COPIED else "spawn")


class Ended(EOFError):
    """Raised if a process has ended; the text gives the reason."""


def apart(seconds, work, *arguments, answer=None):
    """Return the result of `work(ask, *arguments)`, which is called in a separate process.

    seconds:  time limit until the process returns or asks, and again after each answer
    work:     a function defined in a module
    answer:   called in this process with the arguments of `ask`, which returns its result

    Raises TimeoutError after the time limit, Ended if the process has ended without returning, ValueError if the
    function raised one, and RuntimeError for any other exception.
    """
    ours, theirs = PROCESSES.Pipe()
    process = PROCESSES.Process(target=begin, args=(theirs, os.getpid(), work, *arguments), daemon=True)
    process.start()
    theirs.close()
    try:
        while True:
            if not ours.poll(BEGIN + seconds):
                raise TimeoutError("The submission cannot be graded, because it takes too long.")
            try:
                word, data = ours.recv()
            except (ConnectionError, EOFError):
                raise Ended("The submission cannot be graded, because it takes too much memory or ends the grading "
                            "process.") from None
            if word == "returned":
                return data
            if word == "raised":
                raise data
            ours.send(json.dumps(answer(*data)))  # as JSON, so that no class comes from a submission
    finally:
        process.kill()
        process.join()
        ours.close()


def begin(pipe, parent, work, *arguments):
    """Call the function in the new process, with limits, and so that this process ends when its parent ends."""
    def ask(*data):
        pipe.send(("asked", data))
        return json.loads(pipe.recv())

    with contextlib.suppress(AttributeError, OSError):  # Windows has none of these, macOS some
        os.setsid()  # Ctrl-C is for the parent
        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL)
        with open("/proc/self/statm", encoding="ascii") as file:
            limit({"RLIMIT_AS": int(file.read().split()[0]) * os.sysconf("SC_PAGESIZE") + MEMORY})
        if os.getppid() != parent:
            return
    try:
        pipe.send(("returned", work(ask, *arguments)))
    except ValueError as error:
        pipe.send(("raised", ValueError(str(error)[:1000])))
    except Exception as error:
        pipe.send(("raised", RuntimeError(f"{type(error).__name__}: {error}"[:1000])))
