"""Alpha-beta against OpenSpiel's C++ AlphaBetaSearch: nodes per second on the same searches, in one process.

OpenSpiel's Python package contains the C++ search but gives Python no way to call it, so a bridge of a few lines is
compiled on the spot, which needs a C++ compiler. Both sides search the same trees in the same order; the
number of nodes is counted once by our search, and is the same for both because both cut off at alpha >= beta.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from .. import games
from ..game import start
from ..search.alpha_beta import AlphaBeta
from ..search.evaluation import Even


class Row(NamedTuple):
    game: str
    depth: int | None  # None: the whole game
    nodes: int
    ours: float  # nodes per second of processor time
    theirs: float
    ratio: float


CASES = (("tic_tac_toe", None), ("connect_four", 7), ("connect_four", 9))
UNDO = ("tic_tac_toe",)  # OpenSpiel's games that can undo an action, which its search prefers
WHOLE = 1000  # a depth that no game here reaches


def compare_alpha_beta(cases=CASES, rounds: int = 5, seconds: float = 0.3) -> list[Row]:
    """One `Row` per (game, depth): the median of `rounds` measurements of about `seconds` each, both sides in turn.

    Raises ImportError if OpenSpiel is missing and RuntimeError if its search cannot be called on this machine.
    """
    bridge = openspiel_bridge()
    return [_compare(bridge, name, depth, rounds, seconds) for name, depth in cases]


def _compare(bridge, name, depth, rounds, seconds):
    game = games.make(name)
    state = start(game)
    method = AlphaBeta(depth=depth, evaluation=Even())
    found = method.search(game, state)

    def ours(repeats):
        began = time.process_time()
        for _ in range(repeats):
            method.search(game, state)
        return time.process_time() - began

    def theirs(repeats):
        return bridge(name, depth or WHOLE, undo, repeats, found.value)

    # OpenSpiel can copy states, or undo actions where the game allows it; it is given the way that is faster
    undo = name in UNDO
    speeds = {}
    repeats = {side: _repeats(side, seconds) for side in (ours, theirs)}
    for _ in range(rounds):
        for side in (ours, theirs):
            speeds.setdefault(side, []).append(repeats[side] * found.nodes / side(repeats[side]))
    a, b = (statistics.median(speeds[side]) for side in (ours, theirs))
    return Row(name, depth, found.nodes, a, b, a / b)


def _repeats(side, seconds):
    """How many searches take about `seconds`."""
    n = 1
    while (took := side(n)) < seconds / 10:
        n *= 2
    return max(1, round(n * seconds / took))


def openspiel_bridge():
    """A function (game, depth, undo, repeats, value) -> processor seconds that calls OpenSpiel's C++ search."""
    try:
        import pyspiel
    except ImportError:
        raise ImportError("OpenSpiel is not installed, so there is nothing to compare with: "
                          "pip install open_spiel") from None
    library = _build(Path(pyspiel.__file__))
    library.AlphaBetaSeconds.restype = ctypes.c_double

    def call(name, depth, undo, repeats, value):
        answer = ctypes.c_double()
        took = library.AlphaBetaSeconds(name.encode(), depth, ctypes.c_bool(undo), repeats, ctypes.byref(answer))
        if took < float("inf") and answer.value != value:
            raise RuntimeError(f"OpenSpiel finds the value {answer.value} for {name}, this search finds {value}")
        return took

    return call


def _build(extension: Path):
    """Compile the bridge against OpenSpiel's extension and load it."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    if compiler is None:
        raise RuntimeError("calling OpenSpiel's C++ search needs a C++ compiler: install g++, or set CXX")
    source = Path(__file__).with_name("alpha_beta.cc")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "bridge.so"
        command = [compiler, "-O2", "-std=c++17", "-shared", "-fPIC", str(source), "-o", str(target),
                   f"-L{extension.parent}", f"-l:{extension.name}", f"-Wl,-rpath,{extension.parent}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"the bridge to OpenSpiel's C++ search does not compile: {done.stderr.strip()[-500:]}")
        try:
            return ctypes.CDLL(str(target))
        except OSError as error:
            raise RuntimeError(f"this build of OpenSpiel does not offer its C++ search: {error}") from None
