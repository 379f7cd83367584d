"""Running a module in Node and in browsers, and comparing what it finds with the native search.

    python tests/wasm_hosts.py connect_four othello vgdl:zelda --hosts node chromium firefox

searches from 20 positions with 3 budgets and 2 seeds by every method that pages offer, and compares visits, numbers of
nodes and plays, the whole tree byte for byte, the random stream, the chosen action and, but for wasmtime, the line of
play that is expected. Without names it takes all games.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import tempfile
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mcts_lab.engine.random import stream
from mcts_lab.game import copy, facts, play, sample_action, start, to_move
from mcts_lab.search.mcts.memory import NODES
from mcts_lab.search.mcts.search import Search
from mcts_lab.web.layout import coded as coded_bytes


class Task(NamedTuple):
    """A search to be made, and what it is to find."""

    method: str
    state: str  # base64 of the record
    seed: int
    iterations: int


def positions(game, n, seed=0) -> list:
    """`n` positions with a player to move, each after a random number of random plays from the start."""
    rng, found = stream(seed), []
    numbers = np.random.default_rng(seed)
    scratch = np.empty(facts(game).branching + 64, np.int32)
    while len(found) < n:
        state = start(game, int(numbers.integers(1 << 31)))
        passed = []
        while to_move(game, state) >= -1 and len(passed) < 200:
            if to_move(game, state) >= 0:
                passed.append(copy(game, state))
            play(game, state, sample_action(game, state, rng, scratch), rng)
        found.append(passed[int(numbers.integers(len(passed)))])
    return found


def tasks(game, methods, n, budgets, seeds) -> list[Task]:
    """Every method from `n` positions with every budget and seed."""
    return [Task(name, coded(state), seed, iterations) for name in methods for state in positions(game, n)
            for iterations in budgets for seed in seeds]


def coded(state) -> str:
    return base64.b64encode(np.asarray(state).tobytes()).decode()


def natively(game, methods, todo) -> list[dict]:
    """What the native search finds."""
    dtype = np.dtype((np.record, facts(game).dtype))
    found = []
    for task in todo:
        state = np.frombuffer(base64.b64decode(task.state), dtype).copy()[0]
        search = Search(game, state, methods[task.method], seed=task.seed, compiled=True)
        result = search.run(task.iterations)
        memory, used = search.memory, int(search.memory.counters[NODES])
        found.append(answer(list(result.visits.items()), used, result.calls, memory.nodes[:used].tobytes(),
                            memory.rng.tobytes(), result.action) | {"line": list(map(int, result.pv))})
    return found


def answer(visits, nodes, calls, tree, rng, action) -> dict:
    return {"visits": [list(map(int, pair)) for pair in visits], "nodes": int(nodes), "calls": int(calls),
            "tree": hashlib.sha256(tree).hexdigest(), "rng": rng.hex(), "action": int(action)}


def program(made, todo) -> str:
    """JavaScript that makes the searches by the code that pages have, with ``labTasks(DATA)`` as the promise of all."""
    data = {"module": coded_bytes(made.wasm), "manifest": made.manifest, "todo": [task._asdict() for task in todo]}
    live = files("mcts_lab.web").joinpath("live.js").read_text("utf-8").partition("\nif (typeof module")[0]
    tasks_code = Path(__file__).with_name("wasm_tasks.js").read_text("utf-8")
    return f"{live}\n{tasks_code}\nconst DATA = {json.dumps(data)};\n"


def in_node(made, todo) -> list[dict]:
    """What Node finds. Raises FileNotFoundError where there is none."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node is not installed")
    ask = "labTasks(DATA).then(console.log, (error) => { console.error(error); process.exit(1); });"
    ran = subprocess.run([node, "-"], input=program(made, todo) + ask, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(f"node says: {ran.stderr.strip()}")
    return json.loads(ran.stdout)


def page(made, todo, folder) -> str:
    """The address of a page that makes the searches, a file in `folder`."""
    place = Path(folder, "searches.html")
    place.write_text(f"<!DOCTYPE html><meta charset=utf-8><script>{program(made, todo)}</script>", "utf-8")
    return place.as_uri()


def in_chromium(made, todo) -> list[dict]:
    """What Chromium finds."""
    import chromium

    with tempfile.TemporaryDirectory() as folder, chromium.launched() as browser:
        tab = browser.new_page()
        tab.set_default_timeout(0)
        tab.goto(page(made, todo, folder))
        return json.loads(tab.evaluate("labTasks(DATA)"))


def in_firefox(made, todo) -> list[dict]:
    """What Firefox finds."""
    import firefox

    with tempfile.TemporaryDirectory() as folder, firefox.launched() as tab:
        tab.open(page(made, todo, folder))
        return json.loads(tab.value("labTasks(DATA)"))


def in_wasmtime(made, todo) -> list[dict]:
    """What wasmtime finds, a package for Python. Raises ImportError without it."""
    from wasm_in_python import Game

    game = Game(made)
    return [answer(*game.search(*task)) for task in todo]


HOSTS = {"wasmtime": in_wasmtime, "node": in_node, "chromium": in_chromium, "firefox": in_firefox}


# -- the command -------------------------------------------------------------------------------------------------------


def main():
    """Compare games, one line for each method; the exit status is 1 where something differs."""
    import argparse
    import sys
    import time

    from mcts_lab import games
    from mcts_lab.games.vgdl.library import NAMES
    from mcts_lab.web import wasm
    from mcts_lab.web.offers import offers

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="names of games; those in VGDL as vgdl:zelda (default: all)")
    parser.add_argument("--methods", nargs="+", help="by the names of `offers` (default: all)")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--budgets", type=int, nargs="+", default=[1, 200, 3000], help="iterations")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--hosts", nargs="+", choices=HOSTS, default=["node"])
    arguments, wrong = parser.parse_args(), 0
    every = [name for name in games.names() if name != "vgdl"] + [f"vgdl:{name}" for name in NAMES]
    for name in arguments.games or every:
        game = games.make(*name.split(":"))
        methods = {label: method for label, method in offers(game).items() if label in (arguments.methods or [label])}
        began = time.perf_counter()
        made = wasm(game, methods)
        print(f"{name}: {len(made.wasm):,} bytes in {time.perf_counter() - began:.1f} s", flush=True)
        todo = tasks(game, methods, arguments.positions, arguments.budgets, arguments.seeds)
        expected = natively(game, methods, todo)
        for host in arguments.hosts:
            equal = [one == one | other for one, other in zip(expected, HOSTS[host](made, todo), strict=True)]
            wrong += len(equal) - sum(equal)
            for label in methods:
                rows = [one for task, one in zip(todo, equal, strict=True) if task.method == label]
                print(f"{name:16} {label:16} {host:9} {sum(rows):4} of {len(rows)} the same", flush=True)
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
