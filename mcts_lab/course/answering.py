"""The process in which a submission runs: it runs cells and answers cases, and knows neither answers nor judges.

Orders and replies are lines of JSON on the streams that the process begins with, which it keeps to itself: what a
submission prints goes nowhere. The file is run as a script and needs nothing but IPython.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from typing import NamedTuple

MOST = 4 << 20  # bytes of a line


class Raised(NamedTuple):
    """In place of what a function returns: that it raised an exception."""

    kind: str
    message: str = ""


class Other(NamedTuple):
    """In place of what is no plain data: how it was written."""

    text: str


def packed(value):
    """Return a value as JSON can hold it; what is neither a number nor a text nor a collection of them becomes text."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (Raised, Other)):
        return {type(value).__name__: list(value)}
    if isinstance(value, (list, tuple)):
        return [packed(one) for one in value] if isinstance(value, list) else {"tuple": [packed(one) for one in value]}
    if isinstance(value, dict):
        return {"dict": [[packed(key), packed(one)] for key, one in value.items()]}
    if hasattr(value, "tolist"):  # NumPy's arrays and numbers
        return packed(value.tolist())
    return {"Other": [repr(value)[:200]]}


def unpacked(data):
    """Return the value of what `packed` has made. Raises ValueError, TypeError or RecursionError for anything else."""
    if isinstance(data, list):
        return [unpacked(one) for one in data]
    if not isinstance(data, dict):
        return data
    [(kind, parts)] = data.items()
    if kind == "dict":
        return {unpacked(key): unpacked(one) for key, one in parts}
    if kind == "tuple":
        return tuple(map(unpacked, parts))
    if kind not in ("Raised", "Other"):
        raise ValueError(f"there is no kind {kind!r} of data")
    return {"Raised": Raised, "Other": Other}[kind](*map(str, parts))


def called(function, ask, case):
    """Return what comes of a function in a case: what `ask(function, *case)` returns, or that it raised an exception.

    ask: None: the function itself is called with the case's arguments
    """
    try:
        arguments = unpacked(packed(case))  # copies, as the function may change them
        found = function(*arguments) if ask is None else ask(function, *arguments)
        return unpacked(json.loads(json.dumps(packed(found))))  # plain data, whatever classes it came in
    except Exception as error:
        return told(error)


def told(error) -> Raised:
    """Return what is said of an exception, with the line if it is one of syntax."""
    text = f"{error.msg} (line {error.lineno})" if isinstance(error, SyntaxError) else str(error)
    return Raised(type(error).__name__, text[:500])


def limit(limits):
    """Lower the limits of this process and those it starts, where the system has them."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for name, most in limits.items():
        resource.setrlimit(getattr(resource, name), (most, most))


def run(shell, source):
    """Run a cell; what it raised, or None."""
    try:
        done = shell.run_cell(source, silent=True)
        error = done.error_before_exec or done.error_in_exec
    except BaseException as wrong:  # an exit is no way out
        error = wrong
    return None if error is None else packed(told(error))


def main(handed_in=None):
    """Obey orders from the standard input until it ends; `handed_in` is a folder whose files are copied here."""
    orders, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    for name in os.listdir(handed_in) if handed_in else ():
        shutil.copyfile(os.path.join(handed_in, name), name)
    limit(json.loads(orders.readline()))
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    HistoryManager.enabled = False
    shell = InteractiveShell.instance()
    reply = None
    while True:
        replies.write(json.dumps(reply).encode() + b"\n")
        replies.flush()
        line = orders.readline()
        if not line:
            return
        order = json.loads(line)
        if "cell" in order:
            reply = run(shell, order["cell"])
            continue
        function, room = shell.user_ns.get(order["function"]), {}
        exec(order["ask"] or "", room)
        ask = room.get(order["name"])
        cases = unpacked(order["cases"]) if callable(function) else ()
        reply = [packed(called(function, ask, case)) for case in cases] or None


if __name__ == "__main__":
    main(*sys.argv[1:])
