"""A search in C++ that can do nothing but plain UCT on Connect Four: the limit that ours is measured against."""

from __future__ import annotations

import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from statistics import median

from mcts_lab import games
from mcts_lab.game import start

from .rows import rate

ITERATIONS = (1_000, 10_000, 100_000, 1_000_000)


class Unavailable(RuntimeError):
    """There is no C++ compiler that could build the search."""


def against_limit(rounds: int = 5) -> list[dict]:
    """Iterations per second of processor time at several budgets, whole searches from the first to the last line of
    Python; ``theirs`` is the bare search in C++, measured in turns, ``ratio`` ours / theirs.
    """
    from mcts_lab.search import UCT

    game = games.make("connect_four")
    state, bare = start(game), library()
    rows = []
    for iterations in ITERATIONS:
        def ours(n=iterations):
            UCT().search(game, state, iterations=n, seed=0)
            return n

        def theirs(n=iterations):
            repeats = max(1, ITERATIONS[-1] // 10 // n)
            bare.Search(n, repeats, 1)
            return n * repeats

        ours(), theirs()
        pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
        rows.append({
            "game": "connect_four", "method": f"{iterations:,} iterations", "unit": "iterations", "remark": "",
            "ours": median(p[0] for p in pairs), "theirs": median(p[1] for p in pairs),
            "ratio": median(p[0] / p[1] for p in pairs),
        })
    return rows


@functools.cache
def library():
    """The search, compiled on the spot for this processor. Raises `Unavailable`."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    if compiler is None:
        raise Unavailable("the limit is measured with a C++ compiler: install g++, or set CXX")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "limit.so"
        command = [compiler, "-O3", "-march=native", "-std=c++17", "-shared", "-fPIC",
                   str(Path(__file__).with_suffix(".cc")), "-o", str(target)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Unavailable(f"the search in C++ does not compile: {done.stderr.strip()[-300:]}")
        found = ctypes.CDLL(str(target))
    found.Search.argtypes, found.Search.restype = [ctypes.c_int, ctypes.c_int, ctypes.c_uint64], ctypes.c_int
    return found
