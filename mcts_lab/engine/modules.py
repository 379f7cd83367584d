"""Compiled functions as WebAssembly modules, for Python in a browser, which has no compiler.

One folder contains the modules. Its file ``index.json`` has a row for each module, by the key of the module, and
``KEY.wasm`` is the module. The key depends on the name of the function, the kinds of its arguments, and all sources of
the function. So old code never runs after the sources have changed. A function has no key if it uses a class or
function from outside of this project. `mcts_course.lite` writes the modules.

A module has its own memory. Before a call, the arrays are copied into this memory, and after the call they are copied
back.
"""

import functools
import hashlib
import json
import logging
from pathlib import Path

import numpy as np

from ..host import AT_HOME
from .bundle import Bundle, flat
from .generic import PLAIN, is_outside
from .settings import is_on
from .sources import hash_of, modules_of, strangers_in

log = logging.getLogger("mcts_lab")
FOLDER = Path(__file__).with_name("recorded")
RETURNED = {"none": None, "int64": np.int64, "uint64": np.uint64, "float64": np.float64, "bool": np.bool_}
WORD = 8  # number of bytes of a word, and of each number that a function may return
SMALL, BLOCK = 1 << 14, 1 << 20  # maximum number of bytes of a small array, and of all small arrays together
STACK = 1 << 18  # number of bytes before the copied data, for the module's own data and its stack
GLUE = """(wasm, base) => {
  const page = 65536, memory = new WebAssembly.Memory({initial: Math.ceil(base / page)});
  const stack = new WebAssembly.Global({value: "i32", mutable: true}, base);
  const table = new WebAssembly.Table({element: "anyfunc", initial: 64});
  const env = {__linear_memory: memory, __indirect_function_table: table, __stack_pointer: stack,
    floor: Math.floor, ceil: Math.ceil, trunc: Math.trunc, fmod: (a, b) => a % b};
  const code = new WebAssembly.Instance(new WebAssembly.Module(wasm), {env}).exports;
  return (words, places, ...things) => { // of bytes, and their addresses
    const all = places.split(" ").map((place, i) => ({at: Number(place), held: things[i].getBuffer("u8")}));
    try {
      const lacks = Math.max(...all.map(({at, held}) => at + held.data.length)) - memory.buffer.byteLength;
      if (lacks > 0) memory.grow(Math.ceil(lacks / page));
      for (const {at, held} of all) new Uint8Array(memory.buffer, at).set(held.data);
      const number = (word) => word[0] === "i" ? BigInt(word.slice(1)) : Number(word);
      const failed = code.run(...words.split(" ").map(number));
      for (const {at, held} of all) held.data.set(new Uint8Array(memory.buffer, at, held.data.length));
      return failed;
    } finally {
      for (const {held} of all) held.release();
      stack.value = base; // what a broken call has left there
    }
  };
}"""


@functools.cache
def index() -> dict:
    """Return the rows of all modules, as a dict from keys to the name, the return type, and the end of the data."""
    place = FOLDER / "index.json"
    return json.loads(place.read_text("utf-8")) if place.is_file() else {}


def usable() -> bool:
    """Return whether there are modules and they may be used."""
    return bool(index()) and not is_on("MCTS_LAB_INTERPRET")


@functools.cache
def say_interpreted(title):
    """Log once for each game that its searches run interpreted, because there is no module for its code."""
    log.warning("Searches of %s run interpreted in this browser, about a hundred times slower, because their code was "
                "not prepared. %s", title, AT_HOME)


def key_of(function, kinds) -> str | None:
    """Return the key of a function for arguments of these kinds (see `generic.kind`). It is the same on every computer.

    Return None if the function uses a class or function that is defined outside of this project or was replaced.
    """
    classes = frozenset(classes_in(kinds))
    if any(is_outside(one) or "<locals>" in one.__qualname__ for one in (function, *classes)) or strangers_in(classes):
        return None
    sources = hash_of(modules_of(function, classes), "")
    text = f"{function.__module__}.{function.__qualname__} {described(kinds)} {sources}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def classes_in(kinds):
    """Yield the classes in `kinds`, except those of numbers, arrays and tuples."""
    for one in kinds:
        if isinstance(one, tuple):
            yield from classes_in(one)
        elif isinstance(one, type) and one not in PLAIN and one is not tuple and not issubclass(
                one, (np.generic, np.ndarray)):
            yield one


def described(kind) -> str:
    """Return a kind as a text that is the same on every computer."""
    if isinstance(kind, tuple):
        return f"({' '.join(map(described, kind))})"
    if isinstance(kind, np.dtype):
        fields = (f"{name} {at} {described(field)}" for name, (field, at, *_) in (kind.fields or {}).items())
        if kind.subdtype:
            return f"{described(kind.base)}{kind.shape}"
        return f"{{{' '.join(fields)}}}{kind.itemsize}" if kind.fields else kind.str
    return f"{kind.__module__}.{kind.__qualname__}" if isinstance(kind, type) else repr(kind)


def code(function, kinds):
    """Return a function that calls the WebAssembly module made from `function` for arguments of these kinds.

    None if there is no such module.
    """
    key = key_of(function, kinds)
    return _module(key) if key in index() else None


@functools.cache
def _module(key):
    return Module(index()[key], (FOLDER / f"{key}.wasm").read_bytes())


class Module:
    """A compiled function in a module. row: the row of the module in `index`."""

    def __init__(self, row, wasm):
        from pyodide.code import run_js
        from pyodide.ffi import to_js

        self.name, self.returns = row["name"], RETURNED[row["returns"]]
        self.base = -(-row["end"] // WORD) * WORD + STACK
        self._run = run_js(GLUE)(to_js(wasm), self.base)

    def __call__(self, *args):
        laid = Laid(self.base)
        words = [str(laid.take(WORD)), str(laid.take(WORD)), *laid.words(args)]
        block = laid.block()
        places = " ".join(map(str, [self.base, *laid.large]))
        if self._run(" ".join(words), places, block, *map(as_bytes, laid.large.values())):
            raise RuntimeError(f"The compiled function {self.name} failed.")
        laid.back(block)
        return None if self.returns is None else block[: self.returns().itemsize].view(self.returns)[0].item()


def as_bytes(array):
    """Return an array as bytes. If its elements are contiguous, the bytes use the same memory."""
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


class Laid:
    """The places in a module's memory to which the arrays of a call are copied.

    Small arrays are in one block, which begins at `base`. Large arrays come after the block; `large` is a dict from
    addresses to these arrays.
    """

    def __init__(self, base):
        self.base, self.size, self.top = base, 0, base + BLOCK
        self.large, self._small, self._known = {}, [], {}

    def take(self, size) -> int:
        """Return the address of `size` free bytes of the block."""
        found, self.size = self.base + self.size, self.size + -(-size // WORD) * WORD
        return found

    def words(self, value):
        """Yield a value in the form for compiled code. Numbers are texts, and 64-bit integers begin with an i."""
        if value is None:
            yield "0"
        elif isinstance(value, tuple):
            for one in value:
                yield from self.words(one)
        elif isinstance(value, Bundle):
            words = [number for array in flat([getattr(value, name) for name in value.FIELDS])
                     if isinstance(array, np.ndarray) for number in (self.place(array), *array.shape)]
            yield str(self.place(np.array(words, np.int64)))
        elif isinstance(value, np.ndarray):
            strides = [value.itemsize * int(np.prod(value.shape[axis + 1:])) for axis in range(value.ndim)]
            yield from ("0", "0", f"i{value.size}", f"i{value.itemsize}", str(self.place(value)))
            yield from (f"i{number}" for number in (*value.shape, *strides))
        elif isinstance(value, np.void):
            if value.base is None:  # NumPy would not change an array field of such a record
                raise TypeError("Compiled code takes only records that are rows of an array.")
            yield str(self.place(value))
        elif isinstance(value, (bool, np.bool_)):
            yield str(int(value))
        elif isinstance(value, (float, np.floating)):
            yield repr(float(value)).replace("inf", "Infinity").replace("nan", "NaN")
        else:
            yield f"i{int(value)}" if getattr(value, "itemsize", WORD) == WORD else str(int(value))

    def place(self, thing) -> int:
        """Return the address of an array or a record in the module's memory. The same memory has the same address."""
        where = thing.__array_interface__["data"][0], thing.nbytes
        if where not in self._known or not thing.nbytes:
            if isinstance(thing, np.ndarray) and (thing.nbytes > SMALL or self.size + thing.nbytes > BLOCK):
                self.large[self.top] = thing
                address, self.top = self.top, self.top + -(-thing.nbytes // WORD) * WORD
            else:
                address = self.take(thing.nbytes)
                self._small.append((address - self.base, thing))
            self._known[where] = address, thing
        return self._known[where][0]

    def block(self):
        """Return the bytes of the block."""
        found = np.zeros(self.size, np.uint8)
        for at, thing in self._small:
            found[at: at + thing.nbytes] = np.frombuffer(thing.tobytes(), np.uint8)
        return found

    def back(self, block):
        """Copy what a call has written into the block back to the arrays."""
        for at, thing in self._small:
            new = block[at: at + thing.nbytes].view(thing.dtype)
            if isinstance(thing, np.void):
                for name in thing.dtype.names:
                    thing[name] = new[0][name]
            elif thing.flags.writeable and thing.nbytes:
                thing[...] = new.reshape(thing.shape)
