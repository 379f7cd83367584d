"""Searches of a module in wasmtime, a package for Python, so that tests need no other program.

Memory and arguments are laid out a second time here, from the manifest alone.
"""

from __future__ import annotations

import base64
import math
import zlib

import numpy as np
from wasmtime import (
    Func,
    Global,
    GlobalType,
    Instance,
    Limits,
    Memory,
    MemoryType,
    Module,
    Store,
    Table,
    TableType,
    Val,
    ValType,
)

from mcts_lab.engine.random import stream
from mcts_lab.search.mcts.memory import CALLS, NODES, TARGET
from mcts_lab.search.mcts.tree import NODE

STACK, PAGES, PAGE = 1 << 18, 4096, 1 << 16
ROOM = {"nodes": 200_000, "states": 2000, "events": 0, "": 0}  # rows of what grows
OUTSIDE = {"fmod": math.fmod, "floor": lambda x: float(math.floor(x)), "ceil": lambda x: float(math.ceil(x)),
           "trunc": lambda x: float(math.trunc(x))}


class Game:
    """A module's searches. Trees have room for a few thousand iterations from the start, so that nothing grows."""

    def __init__(self, made):
        self.manifest, self.store = made.manifest, Store()
        self.top = -(-self.manifest["end"] // 16) * 16 + STACK
        module = Module(self.store.engine, made.wasm)
        self.memory = Memory(self.store, MemoryType(Limits(PAGES, None)))
        known = {"__linear_memory": self.memory,
                 "__indirect_function_table": Table(self.store, TableType(ValType.funcref(), Limits(64, None)), None),
                 "__stack_pointer": Global(self.store, GlobalType(ValType.i32(), True), Val.i32(self.top))}
        known |= {one.name: Func(self.store, one.type, OUTSIDE[one.name]) for one in module.imports
                  if one.name in OUTSIDE}
        instance = Instance(self.store, module, [known[one.name] for one in module.imports])
        self.code = instance.exports(self.store)
        self.answer, self.problem = self.room(64), self.room(16)
        self.game = self.words(self.manifest["game"])
        self.methods = {name: self.begun(method) for name, method in self.manifest["methods"].items()}

    def room(self, size):
        at, self.top = self.top, self.top + -(-max(size, 1) // 16) * 16
        missing = -(-self.top // PAGE) - self.memory.size(self.store)
        if missing > 0:
            self.memory.grow(self.store, missing)
        return at

    def put(self, data, at):
        self.memory.write(self.store, data, at)
        return at

    def read(self, at, dtype, n=1):
        return np.frombuffer(self.memory.read(self.store, at, at + n * np.dtype(dtype).itemsize), dtype)

    def array(self, at, shape, itemsize):
        strides = [itemsize * math.prod(shape[axis + 1:]) for axis in range(len(shape))]
        return [0, 0, math.prod(shape), itemsize, at, *shape, *strides]

    def words(self, rows):
        found = []
        for row in rows:
            if row["kind"] == "array":
                data = zlib.decompress(base64.b64decode(row["bytes"]))
                found += self.array(self.put(data, self.room(len(data))), row["shape"], row["itemsize"])
            else:
                found.append(float(row["value"]) if row["kind"] == "float" else int(row["value"]))
        return found

    def call(self, name, *args):
        assert self.code[name](self.store, self.answer, self.problem, *args) == 0, name

    def begun(self, method):
        """A search's arrays, and where they are described."""
        arrays = {}
        for row in method["arrays"]:
            room = 0 if row["grows"] == "states" and not method["spare"][2] else ROOM[row["grows"]]
            shape = [max(row["shape"][0], room), *row["shape"][1:]]
            at = self.room(row["itemsize"] * math.prod(shape))
            if "bytes" in row:
                self.put(zlib.decompress(base64.b64decode(row["bytes"])), at)
            arrays.setdefault(row["name"], (at, shape, row["itemsize"]))
            arrays.setdefault("all", []).extend([at, *shape])
        self.call("tables", *(word for name in ("root_logs", "inverse_roots") for word in self.array(*arrays[name])))
        block = self.put(np.array(arrays["all"], np.int64).tobytes(), self.room(8 * len(arrays["all"])))
        words = (self.words(method[part]) for part in ("world", "parts", "final"))
        return method, arrays, block, *words, self.room(self.manifest["state"]["size"])

    def search(self, name, state, seed, iterations):
        """Visits of the root's children, numbers of nodes and calls, the tree, the random stream, the action."""
        method, arrays, block, world, parts, final, root = self.methods[name]
        for name in ("priors", "proven"):
            at, shape, itemsize = arrays[name]
            self.put(bytes(itemsize * math.prod(shape)), at)
        self.put(base64.b64decode(state), root)
        self.put(stream(seed).tobytes(), arrays["rng"][0])
        self.call(method["plant"], *self.game, *parts, root, block, self.manifest["length"])
        counters = arrays["counters"][0]
        self.put(np.int64(iterations).tobytes(), counters + 8 * TARGET)
        self.call(method["search"], *world, *self.game, *parts, root, block, iterations, 2**63 - 1, *method["spare"])
        used, calls = (int(self.read(counters + 8 * i, np.int64)[0]) for i in (NODES, CALLS))
        tree = self.read(arrays["nodes"][0], NODE, used)
        children, child = [], int(tree["first_child"][0])
        while child >= 0:
            children.append(child)
            child = int(tree["next_sibling"][child])
        scores = self.array(self.answer + 24, [5], 8)

        def merit(child):
            self.call(method["score"], *final, child, block, *scores)
            return self.read(self.answer + 24, np.float64, 5).tolist()

        best = max(children, key=merit)
        return ([(tree["action"][child], tree["visits"][child]) for child in children], used, calls,
                tree.tobytes(), self.read(arrays["rng"][0], np.uint64, 2).tobytes(), tree["action"][best])
