"""Work in a process of its own, which is ended when it is not heard of in time: what it reads may keep it busy."""

from __future__ import annotations

import contextlib
import ctypes
import json
import multiprocessing
import os
import signal
import sys

BEGIN = 60.0  # seconds until the first message, in which a new Python may have to import this package
MEMORY, LARGEST = 2 << 30, 1 << 20  # bytes that it may take, besides what it begins with; bytes of a message
DEATH_SIGNAL = 1  # of prctl
DONE, REFUSED, FAILED = "done", "refused", "failed"
PROCESSES = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def apart(work, *arguments):
    """Yield the messages of `work(send, *arguments)`, which runs in a process of its own: pairs of a word and data.

    work:  a function of a module. It calls `send(word, data, seconds)` with data that JSON can hold, and with the time
           within which its next message comes, or its end

    Raises TimeoutError if that time is over, EOFError if the process has ended otherwise than by returning, and
    RuntimeError for an exception in it, or ValueError if it is one.
    """
    ours, theirs = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=begin, args=(work, theirs, os.getpid(), *arguments), daemon=True)
    process.start()
    theirs.close()
    word, seconds = None, BEGIN
    try:
        while word != DONE:
            if not ours.poll(max(0.0, seconds)):
                raise TimeoutError
            word, data, seconds = json.loads(ours.recv_bytes(LARGEST))
            if word in (REFUSED, FAILED):
                raise (ValueError if word == REFUSED else RuntimeError)(data)
            yield word, data
    finally:
        process.kill()
        process.join()
        ours.close()


def begin(work, pipe, parent, *arguments):
    """Do the work: what the new process begins with. It has limits, and ends with its parent."""
    def send(word, data, seconds):
        pipe.send_bytes(json.dumps([word, data, seconds]).encode())

    with contextlib.suppress(ImportError, AttributeError, OSError):  # there are none on Windows, and fewer on macOS
        os.setsid()  # Ctrl-C is for the parent
        import resource

        ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL)
        with open("/proc/self/statm", encoding="ascii") as file:
            most = int(file.read().split()[0]) * resource.getpagesize() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
        if os.getppid() != parent:
            return
    try:
        work(send, *arguments)
        send(DONE, None, 0)
    except ValueError as error:
        send(REFUSED, str(error)[:1000], 0)
    except Exception as error:
        send(FAILED, f"{type(error).__name__}: {error}"[:1000], 0)
