"""Instructions that fixed searches take: the rows of ``python -m benchmarks --count``.

They are counted by Valgrind, so other programs do not disturb them and a change of one per cent shows. The same
searches can be counted in an older commit of this repository. This file is run, too, by a process of its own, in which
``mcts_lab`` may be that of another commit; so nothing of the package is imported at the top.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = {  # (game, method): iterations of a search; what the second half of them takes is told
    ("connect_four", "UCT"): 10_000,
    ("connect_four", "MCTS-Solver"): 10_000,
    ("connect_four", "Borda"): 10_000,
    ("hex", "UCT"): 4_000,
    ("hex", "RAVE"): 2_000,
    ("othello", "UCT"): 2_000,
    ("spades", "SO-ISMCTS"): 2_000,
    ("zelda", "open loop"): 2_000,
}

SWITCH = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(const char *name) { CALLGRIND_DUMP_STATS_AT(name); CALLGRIND_STOP_INSTRUMENTATION; }
"""


class Unavailable(RuntimeError):
    """Something that counting needs is not there."""


def counts(games=(), before=None):
    """A dict for each of `ROWS` whose game is named (none named: all): ``game``, ``method``, ``iteration``, the
    instructions of an iteration, and ``search``, those of a whole search of one iteration; if `before` names a commit,
    ``iteration_before``, ``search_before`` (None where it had no such method) and ``ratio``, that of the instructions
    of an iteration, now over then.

    Raises Unavailable without Valgrind or a C compiler, and ValueError if there is no such commit.
    """
    rows = [row for row in ROWS if not games or row[0] in games]
    here = Path(__file__).resolve().parent.parent
    then = {}
    with tempfile.TemporaryDirectory() as folder:
        if before:
            tree = Path(folder, "tree")
            added = subprocess.run(["git", "-C", str(here), "worktree", "add", "--detach", str(tree), before],
                                   capture_output=True, text=True)
            if added.returncode:
                raise ValueError(f"--before {before}: {added.stderr.strip().splitlines()[-1]}")
            try:
                then = _counted(rows, tree, Path(folder, "then"))
            finally:
                subprocess.run(["git", "-C", str(here), "worktree", "remove", "--force", str(tree)], check=False)
        now = _counted(rows, here, Path(folder, "now"))
    for row in rows:
        iteration, search = now[row]
        found = {"game": row[0], "method": row[1], "iteration": iteration, "search": search}
        if before:
            old = then.get(row, (None, None))
            found |= {"iteration_before": old[0], "search_before": old[1],
                      "ratio": iteration / old[0] if old[0] else None}
        yield found


def _counted(rows, tree, folder) -> dict:
    """For each row that the package in `tree` can search: instructions of an iteration, and of a search of one."""
    folder.mkdir()
    switch = _switch(folder)
    command = [sys.executable, "-P", __file__, switch, *("/".join(row) for row in rows)]
    place = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0", **_processor()}
    counter = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder / 'count'}"]
    for under in ([], counter):  # the first time, code is compiled and kept
        done = subprocess.run([*under, *command], env=place, cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"Counting in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    totals = {}
    for path in folder.glob("count.*"):
        text = path.read_text()
        name = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.MULTILINE)
        if name:
            game, method, iterations = name[1].split("/")
            total = int(re.search(r"^totals: (\d+)", text, re.MULTILINE)[1])
            place = totals.setdefault((game, method), {})
            place[int(iterations)] = min(total, place.get(int(iterations), total))
    found = {}
    for row, total in totals.items():
        most = max(total)
        iteration = (total[most] - total[most // 2]) / (most - most // 2)
        found[row] = iteration, total[1]
    return found


def _switch(folder) -> str:
    """A library, compiled on the spot, that tells Valgrind from where to where to count; its path."""
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")
    if compiler is None or shutil.which("valgrind") is None:
        raise Unavailable("instructions are counted with Valgrind and a C compiler: install both, or set CC")
    source, target = folder / "switch.c", folder / "switch.so"
    source.write_text(SWITCH)
    done = subprocess.run([compiler, "-O1", "-shared", "-fPIC", source, "-o", target], capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f"Valgrind's header is missing, or does not compile: {done.stderr.strip()[-300:]}")
    return str(target)


def _processor() -> dict:
    """Settings with which Numba compiles the same code under Valgrind, which does not know every instruction."""
    import llvmlite.binding as llvm

    from mcts_lab.engine.level import level

    machine = llvm.get_process_triple().partition("-")[0]
    return {"NUMBA_CPU_NAME": level(machine, llvm.get_host_cpu_features()) or "generic", "NUMBA_CPU_FEATURES": ""}


def _searched(game, method):
    """The game of a row, a state of it to search, and the search. Raises AttributeError if the package has none."""
    from mcts_lab import games, search
    from mcts_lab.game import after, legal_actions, start

    game = games.make("vgdl", description=game) if game == "zelda" else games.make(game)
    state = start(game, 0)
    if method == "SO-ISMCTS":
        for _ in range(4):  # bids
            state = after(game, state, legal_actions(game, state)[3], 0)
    make = {
        "UCT": lambda: search.UCT(),
        "MCTS-Solver": lambda: search.UCT(solver=True),
        "Borda": lambda: search.UCT(value=search.Borda()),
        "RAVE": lambda: search.UCT(selection=search.RAVE()),
        "SO-ISMCTS": lambda: search.UCT(selection=search.UCB1(0.7), world=search.SingleObserver()),
        "open loop": lambda: search.UCT(world=search.OpenLoop(), leaf=search.LimitedPlayout(10)),
    }[method]
    return game, state, make()


def measure(switch, rows):
    """Make the searches of some rows, under Valgrind or not."""
    import ctypes

    from mcts_lab.search.mcts import running

    running.CHUNK_SECONDS = 1e9  # a search is not made in pieces, whose number would depend on the clock
    library = ctypes.CDLL(switch)
    for name in rows:
        row = tuple(name.split("/"))
        try:
            game, state, method = _searched(*row)
        except AttributeError:
            continue
        most = ROWS[row]
        for iterations in (most, most // 2, 1):  # compiled, and with memory at hand
            method.search(game, state, iterations=iterations, seed=0)
        for iterations in (most, most // 2, 1) * 2:
            library.begin()
            method.search(game, state, iterations=iterations, seed=0)
            library.end(f"{name}/{iterations}".encode())


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2:])
