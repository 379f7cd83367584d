"""How much parts of a search cost: the rows of ``mcts-lab bench --against mean`` and ``--against bare``."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median

from . import games
from .game import start
from .speed import rate

BORDA = (("connect_four", {}), ("sums", {"outcomes": 100}))
ITERATIONS = 10_000
OFF = ("connect_four", "tic_tac_toe", "breakthrough")


def against_mean(rounds: int = 9) -> list[dict]:
    """Iterations per second with the Borda score and with the mean, measured in turns; ``ratio`` is mean / Borda."""
    from .search import UCT, Borda

    rows = []
    for name, options in BORDA:
        game = games.make(name, **options)
        rows.append(_row(name, "borda", _work(game, UCT(value=Borda())), _work(game, UCT()), rounds))
    return rows


def against_bare(rounds: int = 9) -> list[dict]:
    """Iterations per second of plain UCT, and of a copy of the package from whose search loop the code for traces, the
    solver and its proofs was cut out; ``ratio`` is bare / ours, the cost of options that are off.
    """
    from .search import UCT

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        bare = _bare_copy(Path(folder))
        for name in OFF:
            search = importlib.import_module(f"{bare}.search")
            make = importlib.import_module(f"{bare}.games").make
            rows.append(_row(name, "options off", _work(games.make(name), UCT()),
                             _work(make(name), search.UCT(), importlib.import_module(f"{bare}.game").start), rounds))
    return rows


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


def _bare_copy(folder: Path) -> str:
    """Copy the package, cut, under another name that can be imported; returns the name."""
    name = "mcts_bare"
    shutil.copytree(Path(__file__).parent, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    loop = folder / name / "search" / "uct.py"
    source, whole = loop.read_text("utf-8"), loop.read_text("utf-8")
    source = re.sub(r"^( +)(record|recorded_after)\(.*\)$", r"\1pass", source, flags=re.M)
    source = re.sub(r"if uct\.solver and [^\n]*:\n", "if False:\n", source)
    source = source.replace(" and not nodes[node].status & PROVEN:", ":")
    source = source.replace("if nodes[node].status & PROVEN and node != ROOT:", "if False:")
    source = source.replace("if memory.counters[CALLS] >= calls or memory.nodes[ROOT].status & PROVEN:", "if False:")
    if source == whole:
        raise RuntimeError("The search loop has changed, so that nothing was cut out of its copy.")
    loop.write_text(source, "utf-8")
    sys.path.insert(0, str(folder))
    try:
        importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
    return name
