"""How much parts of a search cost: the rows of ``mcts-lab bench --against mean`` and ``--against bare``."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean, median

from .. import games
from ..game import start
from .rows import rate

BORDA = (("connect_four", {}), ("sums", {"outcomes": 100}))
ITERATIONS = 10_000
OURS, BARE = __name__.partition(".")[0], "mcts_bare"
OFF = ("connect_four", "tic_tac_toe", "breakthrough")


def against_mean(rounds: int = 9) -> list[dict]:
    """Iterations per second with the Borda score and with the mean, measured in turns; ``ratio`` is mean / Borda."""
    from ..search import UCT, Borda

    rows = []
    for name, options in BORDA:
        game = games.make(name, **options)
        rows.append(_row(name, "borda", _work(game, UCT(value=Borda())), _work(game, UCT()), rounds))
    return rows


def against_bare(rounds: int = 9) -> list[dict]:
    """Iterations per second of plain UCT, and of a copy of the package from whose search loop the code for traces, the
    solver and its proofs was cut out; ``ratio`` is bare / ours, the cost of options that are off.

    Of two packages in one process the one loaded first is the faster, whichever it is. So two processes load them in
    either order, and the geometric mean counts.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        _bare_copy(Path(folder))
        for name in OFF:
            found = [_in_a_process(Path(folder), name, order, rounds) for order in ((OURS, BARE), (BARE, OURS))]
            rows.append({
                "game": name, "method": "options off", "unit": "iterations", "remark": "",
                "ours": geometric_mean(rates[OURS] for rates, _ in found),
                "theirs": geometric_mean(rates[BARE] for rates, _ in found),
                "ratio": geometric_mean(ratio for _, ratio in found),
            })
    return rows


def _in_a_process(folder, name, order, rounds):
    """Rates of both packages, loaded in this order into one new process, and the median ratio bare / ours."""
    path = os.pathsep.join([str(Path(__file__).parents[2]), str(folder)])
    work = f"internal.pair({name!r}, {order!r}, {rounds})"
    code = f"import json; from {OURS}.bench import internal; print(json.dumps({work}))"
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True,
                          text=True)
    if done.returncode:
        raise RuntimeError(f"The measurement in a process of its own failed: {done.stderr.strip().splitlines()[-1]}")
    return json.loads(done.stdout)


def pair(name, order, rounds):
    """What `_in_a_process` returns, measured here."""
    works = {}
    for package in order:
        search, make, begin = (importlib.import_module(f"{package}.{part}") for part in ("search", "games", "game"))
        works[package] = _work(make.make(name), search.UCT(), begin.start)
        works[package]()  # compiles
    rates = [{package: rate(work) for package, work in works.items()} for _ in range(rounds)]
    return ({package: median(r[package] for r in rates) for package in order}, median(r[BARE] / r[OURS] for r in rates))


def _row(game, method, ours, theirs, rounds):
    ours(), theirs()  # compiles
    pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
    return {
        "game": game, "method": method, "unit": "iterations", "ours": median(p[0] for p in pairs),
        "theirs": median(p[1] for p in pairs), "ratio": median(p[1] / p[0] for p in pairs), "remark": "",
    }


def _work(game, method, start=start):
    state = start(game, 0)

    def work():
        method.search(game, state, iterations=ITERATIONS, seed=0)
        return ITERATIONS

    return work


def _bare_copy(folder: Path):
    """Copy the package, cut, under another name into `folder`."""
    shutil.copytree(Path(__file__).parents[1], folder / BARE, ignore=shutil.ignore_patterns("__pycache__"))
    loop = folder / BARE / "search" / "mcts" / "uct.py"
    whole = loop.read_text("utf-8")
    cut = re.sub(r"^( +)(record|recorded_after)\(.*\)$", r"\1pass", whole, flags=re.M)
    cut = re.sub(r"if uct\.solver and [^\n]*:\n", "if False:\n", cut)
    cut = cut.replace(" and not nodes[node].status & PROVEN:", ":")
    cut = cut.replace("if nodes[node].status & PROVEN and node != ROOT:", "if False:")
    if cut == whole:
        raise RuntimeError("The search loop has changed, so that nothing was cut out of its copy.")
    loop.write_text(cut, "utf-8")
