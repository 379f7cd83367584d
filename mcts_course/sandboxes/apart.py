"""A call in a process of its own, which is ended when it takes too long: what it reads may keep it busy."""

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
MEMORY = 2 << 30  # bytes that it may take, besides what it begins with
DEATH_SIGNAL = 1  # of prctl
PROCESSES = multiprocessing.get_context("fork" if COPIED else "spawn")


class Ended(EOFError):
    """A process is over; the text says why."""


def apart(seconds, work, *arguments, answer=None):
    """Return `work(ask, *arguments)`, which is called in a process of its own.

    seconds:  within which it returns or asks, and within which it does so after an answer
    work:     a function of a module
    answer:   called here with what `ask` is called with there, which returns the answer

    Raises TimeoutError if that time is over, Ended if the process has ended otherwise than by returning, RuntimeError
    for an exception in it, or ValueError if it is one.
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
            ours.send(json.dumps(answer(*data)))  # no class comes in from a submission
    finally:
        process.kill()
        process.join()
        ours.close()


def begin(pipe, parent, work, *arguments):
    """Do the work: what the new process begins with. It has limits, and ends with its parent."""
    def ask(*data):
        pipe.send(("asked", data))
        return json.loads(pipe.recv())

    with contextlib.suppress(AttributeError, OSError):  # there are none on Windows, and fewer on macOS
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
