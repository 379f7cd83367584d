"""Running a module outside of a page, in Node or in wasmtime, and comparing what it finds with the native search.

    python tests/wasm_hosts.py connect_four othello

searches from 20 positions with 3 budgets and 2 seeds by every method that pages offer, and compares visits, numbers of
nodes and plays, the whole tree byte for byte, the random stream and, in Node, the chosen action.
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
from mcts_lab.search.mcts.memory import BROKEN, CALLS, NODES, TARGET
from mcts_lab.search.mcts.search import Search
from mcts_lab.web.layout import TABLES


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
                            memory.rng.tobytes(), result.action))
    return found


def answer(visits, nodes, calls, tree, rng, action) -> dict:
    return {"visits": [list(map(int, pair)) for pair in visits], "nodes": int(nodes), "calls": int(calls),
            "tree": hashlib.sha256(tree).hexdigest(), "rng": rng.hex(), "action": int(action)}


# -- in Node -----------------------------------------------------------------------------------------------------------


def in_node(made, todo) -> list[dict]:
    """What Node finds by the code that pages have. Raises FileNotFoundError where there is none."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node is not installed")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copy(Path(__file__).with_name("wasm_node.js"), place)
        (place / "live.js").write_text(files("mcts_lab.web").joinpath("live.js").read_text("utf-8"), "utf-8")
        (place / "module.wasm").write_bytes(made.wasm)
        (place / "manifest.json").write_text(json.dumps(made.manifest), "utf-8")
        (place / "tasks.json").write_text(json.dumps([task._asdict() for task in todo]), "utf-8")
        ran = subprocess.run([node, "wasm_node.js"], cwd=folder, capture_output=True, text=True)
    if ran.returncode:
        raise RuntimeError(f"node says: {ran.stderr.strip()}")
    return json.loads(ran.stdout)


# -- in wasmtime -------------------------------------------------------------------------------------------------------


def in_wasmtime(made, todo) -> list[dict]:
    """What wasmtime finds. Raises ImportError where it is not installed."""
    host = Wasmtime(made)
    return [host.answer(task) for task in todo]


class Wasmtime:
    """A module in wasmtime: the memory of a search laid out as its manifest says."""

    PAGE, STACK = 1 << 16, 1 << 18

    def __init__(self, made):
        import wasmtime as w

        self.made, self.manifest = made, made.manifest
        self.store = store = w.Store(w.Engine())
        module = w.Module(store.engine, made.wasm)
        self.top = -(-(made.manifest["end"] + self.STACK) // 16) * 16
        self.memory = w.Memory(store, w.MemoryType(w.Limits(-(-self.top // self.PAGE), None)))
        pointer = w.Global(store, w.GlobalType(w.ValType.i32(), True), w.Val.i32(self.top))
        known = {"__linear_memory": self.memory, "__stack_pointer": pointer}
        self.exports = w.Instance(store, module, [known[imported.name] for imported in module.imports]).exports(store)
        self.returned, self.problem = self.room(64), self.room(16)
        self.game = self.words(self.manifest["game"])

    def room(self, size) -> int:
        at = self.top
        self.top += -(-max(size, 1) // 16) * 16
        missing = -(-self.top // self.PAGE) - self.memory.size(self.store)
        if missing > 0:
            self.memory.grow(self.store, missing)
        return at

    def put(self, content, at) -> int:
        self.memory.write(self.store, content, at)
        return at

    def array(self, at, shape, dtype):
        """A view of memory, valid until it grows."""
        dtype = np.dtype(dtype)
        size = int(np.prod(shape)) * dtype.itemsize
        return np.ctypeslib.as_array(self.memory.data_ptr(self.store), (at + size,))[at:].view(dtype).reshape(shape)

    def words(self, rows) -> list:
        """Numbers as arguments."""
        found = []
        for row in rows:
            if row["kind"] == "array":
                content = base64.b64decode(row["bytes"])
                found += self.described(self.put(content, self.room(len(content))), row["shape"], row["itemsize"])
            else:
                found.append({"float": float}.get(row["kind"], int)(row["value"]))
        return found

    @staticmethod
    def described(at, shape, itemsize) -> list:
        """An array as compiled code gets it."""
        strides = [itemsize * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        return [0, 0, int(np.prod(shape)), itemsize, at, *shape, *strides]

    def call(self, name, *args):
        if self.exports[name](self.store, self.returned, self.problem, *args):
            raise RuntimeError(f"{name} has failed")

    def answer(self, task) -> dict:
        begun, method = self.top, self.manifest["methods"][task.method]
        rows, at = {}, []
        most = (task.iterations + 4) * (self.manifest["branching"] + 1) + method["spare"][0]
        for row in method["arrays"]:
            shape = list(row["shape"])
            if row["grows"] == "nodes":
                shape[0] = most
            elif row["grows"] == "states":
                shape[0] += task.iterations * self.manifest["branching"] if shape[0] else 0
            place = self.room(int(np.prod(shape)) * row["itemsize"])
            if "bytes" in row:
                self.put(base64.b64decode(row["bytes"]), place)
            rows[row["name"]] = place, shape
            at += [place, *shape]
        for name in TABLES:
            self.array(rows[name][0], rows[name][1], np.float64)[:] = 0
        self.call("tables", *(word for name in TABLES for word in self.described(*rows[name], 8)))
        block = self.put(np.array(at, np.int64).tobytes(), self.room(8 * len(at)))
        root = self.put(base64.b64decode(task.state), self.room(self.manifest["state"]["size"]))
        self.put(stream(task.seed).tobytes(), rows["rng"][0])
        world, parts = self.words(method["world"]), self.words(method["parts"])
        self.call(method["plant"], *self.game, *parts, root, block, self.manifest["length"])
        counters = self.array(*rows["counters"], np.int64)
        counters[TARGET] = task.iterations
        self.call(method["search"], *world, *self.game, *parts, root, block, task.iterations, (1 << 63) - 1,
                  *method["spare"])
        counters = self.array(*rows["counters"], np.int64)
        if counters[BROKEN]:
            raise RuntimeError(f"the rules are wrong: {counters[BROKEN]}")
        nodes = self.array(rows["nodes"][0], (int(counters[NODES]), 8), np.int32)
        visits, child = [], int(nodes[0, 4])
        while child >= 0:
            visits.append((nodes[child, 6], nodes[child, 2]))
            child = int(nodes[child, 5])
        found = answer(visits, counters[NODES], counters[CALLS], nodes.tobytes(),
                       self.array(*rows["rng"], np.uint64).tobytes(), -1)
        del found["action"]  # wasmtime is for the searches alone; the final choice is made by the page's code
        self.array(begun, (self.top - begun,), np.uint8)[:] = 0
        self.top = begun
        return found


# -- the command -------------------------------------------------------------------------------------------------------


def same(natively, elsewhere) -> bool:
    """Whether another host has found the same, as far as it says what it has found."""
    return all(natively[name] == value for name, value in elsewhere.items())


def main():
    """Compare games, one line for each method and host; the exit status is 1 where something differs."""
    import argparse
    import sys
    import time

    from mcts_lab import games
    from mcts_lab.web import wasm
    from mcts_lab.web.offers import offers

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="+", help="names of games")
    parser.add_argument("--methods", nargs="+", help="by the names of `offers` (default: all)")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--budgets", type=int, nargs="+", default=[1, 200, 3000], help="iterations")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--hosts", nargs="+", choices=HOSTS, default=list(HOSTS))
    arguments, wrong = parser.parse_args(), 0
    for name in arguments.games:
        game = games.make(name)
        methods = {label: method for label, method in offers(game).items() if label in (arguments.methods or [label])}
        began = time.perf_counter()
        made = wasm(game, methods)
        print(f"{name}: {len(made.wasm):,} bytes in {time.perf_counter() - began:.1f} s", flush=True)
        todo = tasks(game, methods, arguments.positions, arguments.budgets, arguments.seeds)
        expected = natively(game, methods, todo)
        for host in arguments.hosts:
            equal = [same(*pair) for pair in zip(expected, HOSTS[host](made, todo), strict=True)]
            wrong += len(equal) - sum(equal)
            for label in methods:
                rows = [one for task, one in zip(todo, equal, strict=True) if task.method == label]
                print(f"{name:16} {label:16} {host:9} {sum(rows):4} of {len(rows)} the same", flush=True)
    sys.exit(wrong > 0)


HOSTS = {"node": in_node, "wasmtime": in_wasmtime}

if __name__ == "__main__":
    main()
