"""From Python to JavaScript, for what pages show of a game: pictures, names, places to click.

`Translation` follows names from a few functions to all that these use, functions, classes and constants, and writes
each as JavaScript for `python.js`. It knows the part of Python in which drawings are written. What it does not know
it refuses by name, and tests compare the texts that both make.
"""

import base64
import builtins
import difflib
import functools
import heapq
import html
import inspect
import json
import math
import re
import sys
import textwrap
from functools import cached_property, lru_cache
from itertools import zip_longest
from types import BuiltinFunctionType, FunctionType, ModuleType
from xml.sax import saxutils

import numpy as np

from mcts_lab.appearance import listed
from mcts_lab.engine.distinct import Distinct
from mcts_lab.game import AnyGame

from .constants import Untranslatable, constant, dictionary, plain
from .memory_layout import table
from .statements import Function

BUILTINS = {"len", "range", "enumerate", "zip", "min", "max", "sum", "any", "all", "sorted", "reversed", "abs", "int",
            "float", "str", "repr", "bool", "list", "tuple", "set", "frozenset", "dict", "iter", "map", "filter",
            "next", "divmod", "round", "chr", "ord", "getattr", "setattr", "bytes"}
ELSEWHERE = {difflib.get_close_matches: "close_matches", re.fullmatch: "fullmatch", html.escape: "escape",
             html.unescape: "unescape", saxutils.escape: "markup", textwrap.wrap: "wrap", np.sum: "sum",
             re.sub: "resub", dict.fromkeys: "fromkeys", math.sqrt: "sqrt", math.floor: "floor", math.ceil: "ceil",
             math.isnan: "isnan", math.sin: "sin", math.cos: "cos", math.hypot: "hypot", math.atan2: "atan2",
             math.radians: "radians", math.pow: "pow", np.uint64: "uint64", re.split: "resplit",
             re.search: "research", re.findall: "findall", zip_longest: "zip_longest", lru_cache: "lru_cache",
             math.log: "log", math.log10: "log10", math.isclose: "isclose", math.isinf: "isinf",
             np.isfinite: "isfinite", heapq.heappush: "heappush", heapq.heappop: "heappop",
             listed: "listed"}
TYPES = {np.int8: "int", np.int16: "int", np.int32: "int", np.int64: "int", np.uint8: "int", np.uint16: "int",
         np.uint32: "int", np.float64: "float", np.float32: "float"}
LARGE = 256  # entries; from here on an array is packed
NOT_OURS = sys.stdlib_module_names | {"numpy"}

DATA = (bool, int, float, str, tuple, list, dict)
LruCache = type(lru_cache(len))


class Translation:
    """JavaScript of functions and of all that they use.

    classes: the classes of values whose methods are called, such as a game's
    hosts:   dict from functions to JavaScript that stands for them, such as what compiled code does
    asked:   the same for methods of games, by their names
    """

    def __init__(self, classes, hosts=None, asked=None):
        self.classes = {cls.__name__: cls for cls in classes}
        self.hosts = {id(one): expression for function, expression in (hosts or {}).items()
                      for one in (function, inspect.unwrap(function))}  # a function calls itself without its wrapper
        self.asked = asked or {}
        self.members = {}  # of classes that are no tuples: what is known of their methods, properties and constants
        self._plain = {}  # these classes
        self._asked = set()  # names of attributes that anything is asked for
        self.written = []  # definitions, in an order in which they can stand
        self.names = {}  # id of a thing: its name in JavaScript
        self.methods = {name: {} for name in self.classes}  # that are called on them: their names in JavaScript
        self.tables = []  # large arrays and those of records, packed: see `layout.table`
        self._kept = []  # so that an id stays that of one thing
        self._used = set()

    def source(self) -> str:
        """All definitions."""
        tables = (f"const METHODS_{name} = {{{', '.join(f'{m}: {f}' for m, f in rows.items())}}};"
                  for name, rows in self.methods.items())
        members = (f"const MEMBERS_{name} = {{{', '.join(f'{m}: {f}' for m, f in rows.items())}}};"
                   for name, rows in self.members.items())
        return "\n".join([*self.written, *tables, *members])

    def name(self, thing, wanted="value") -> str:
        """The JavaScript name of a function, class or constant, which is translated if need be."""
        if isinstance(thing, (bool, int, float, str, type(None), np.generic)):
            return constant(thing)
        if id(thing) in self.hosts:
            return self.hosts[id(thing)]
        thing = getattr(thing, "__wrapped__", thing)
        if id(thing) not in self.names and packs(thing):
            self.names[id(thing)] = f"TABLES[{len(self.tables)}]"
            self._kept.append(thing)
            self.tables.append(table(thing))
        if id(thing) not in self.names:
            wanted = getattr(thing, "__name__", wanted)
            found, n = f"{plain(wanted)}$", 1
            while found in self._used:
                found, n = f"{plain(wanted)}${n}", n + 1
            self._used.add(found)
            self.names[id(thing)] = found
            self._kept.append(thing)
            definition = self._definition(thing, wanted)
            self.written.append(f"const {found} = {definition};")
        return self.names[id(thing)]

    def _definition(self, thing, wanted):
        if isinstance(thing, FunctionType):
            return self._function(thing)
        if isinstance(thing, type):
            return self._class(thing)
        return self.literal(thing, wanted)

    def _function(self, function):
        return Function(self, function).text()

    def _class(self, cls):
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            fields = list(cls._fields)
            if cls.__name__ not in self.classes:
                self._on_demand(cls)
            defaults = [self.literal(value, "default") for value in cls._field_defaults.values()]
            above = [base.__name__ for base in cls.__mro__[1:] if base not in (tuple, object, Distinct)]
            shared = [f"$bases: {json.dumps(above)}"] if above else []
            shared += [f"{name}: {self.literal(value)}" for name in dir(cls) if name[0] != "_"
                      and isinstance(value := inspect.getattr_static(cls, name), (bool, int, float, str, tuple))]
            return (f"py.tuple({json.dumps(cls.__name__)}, {json.dumps(fields)}, [{', '.join(defaults)}], "
                    f"() => {'METHODS' if cls.__name__ in self.classes else 'MEMBERS'}_{cls.__name__}, "
                    f"{{{', '.join(shared)}}})")
        self._on_demand(cls)
        return f"py.type({json.dumps(cls.__name__)}, () => MEMBERS_{cls.__name__})"

    def _on_demand(self, cls):
        """From now on, and of what has been asked for so far, translate the members of a class."""
        self.members[cls.__name__], self._plain[cls.__name__] = {}, cls
        for name in sorted(self._asked):
            self._member(cls, name)

    def ask(self, name):
        """Translate what classes have under this name: it is asked of something, and perhaps of one of them."""
        if name not in self._asked:
            self._asked.add(name)
            for cls in list(self._plain.values()):
                self._member(cls, name)

    def _if_possible(self, make) -> str:
        """What `make` returns; where it is refused, a function that says so, for it may not be what is asked for."""
        kept = [dict(self.names), list(self.written), {one: dict(them) for one, them in self.members.items()},
                {one: dict(them) for one, them in self.methods.items()}, dict(self._plain), set(self._asked)]
        try:
            return make()
        except Untranslatable as refused:
            self.names, self.written, self.members, self.methods, self._plain, self._asked = kept
            return f"(() => py.fail({json.dumps(str(refused))}))"

    def _member(self, cls, name):
        rows, found = self.members[cls.__name__], inspect.getattr_static(cls, name, None)
        if name in rows or name in getattr(cls, "made_anew", ()) or of_tuples(cls, name):
            return
        whole = found.fget if isinstance(found, property) else getattr(found, "__wrapped__", found)
        if not isinstance(whole, (FunctionType, *DATA)) and id(found) not in self.hosts:
            return
        rows[name] = "null"  # it may ask for itself
        made = self._if_possible(lambda: self.literal(found) if isinstance(found, DATA) else self.name(
            found if id(found) in self.hosts else whole, name))
        self.members[cls.__name__][name] = (f"{{value: {made}}}" if isinstance(found, DATA) else
                      f"{{get: {made}}}" if isinstance(found, (property, cached_property)) else made)

    def literal(self, value, wanted="value") -> str:
        """A constant as an expression."""
        if isinstance(value, np.record):  # a game's state
            return f'host.state("{base64.b64encode(value.tobytes()).decode()}")'
        if packs(value):
            return self.name(value)
        if isinstance(value, np.ndarray):
            return self.literal(value.tolist() if value.dtype != np.uint64 else [np.uint64(v) for v in value.tolist()]
                                if value.ndim == 1 else [list(map(np.uint64, row)) for row in value.tolist()])
        if isinstance(value, (bool, int, float, str, bytes, type(None), np.generic)):
            return constant(value)
        if isinstance(value, dict):
            return dictionary({self.literal(key): self.number(one) for key, one in value.items()})
        if isinstance(value, (set, frozenset)):
            return f"new py.PySet([{', '.join(map(self.literal, sorted(value, key=str)))}])"
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return f"{self.name(type(value))}({', '.join(map(self.literal, value))})"
        if isinstance(value, (tuple, list)):
            return f"[{', '.join(map(self.literal, value))}]"
        if isinstance(value, LruCache):
            self.ask(value.__name__)
            return f"py.cached({json.dumps(value.__name__)})"
        if hasattr(value, "__dict__") and type(value).__module__.partition(".")[0] not in NOT_OURS:
            return self.instance(value)
        if isinstance(value, (FunctionType, type)):
            return self.reference(value)
        if isinstance(value, np.dtype):
            return "null"  # how states are stored is known to live.js
        if isinstance(value, re.Pattern) and value.flags == re.UNICODE:
            return f"new RegExp({json.dumps(value.pattern)}, 'u')"
        raise Untranslatable(f"{wanted} has the type {type(value).__name__}, which a page cannot contain")

    def written_anew(self, function) -> str:
        """A function as an expression, also where something else stands for it."""
        return Function(self, function).text()

    def number(self, value) -> str:
        """A literal that keeps apart 1.0 and 1, which JavaScript does not, for tables of default values."""
        whole = isinstance(value, float) and value.is_integer()
        return f"Object({self.literal(value)})" if whole else self.literal(value)

    def instance(self, value) -> str:
        """An object of a class as an expression, with its fields as they are."""
        left_out = (*getattr(value, "made_anew", ()), "_stage")  # the last one shows it in a notebook
        fields = [f"{name}: {self.literal(field, name)}" for name, field in vars(value).items() if name not in left_out]
        return f"{self.name(type(value))}.of({{{', '.join(fields)}}})"

    def reference(self, thing, wanted="value") -> str:
        """An expression for what a name in Python stands for."""
        if id(thing) in self.hosts:
            return self.hosts[id(thing)]
        if isinstance(thing, type) and thing in TYPES:
            return f"py.fun.{TYPES[thing]}"
        try:
            if thing in ELSEWHERE:
                return f"py.fun.{ELSEWHERE[thing]}"
        except TypeError:  # what has no hash is none of these
            pass
        known = getattr(thing, "__name__", "")
        if known in BUILTINS and getattr(builtins, known) is thing:
            self.ask(f"__{known}__")
            return f"py.fun.{known}"
        library = getattr(thing, "__module__", None) or ""
        if isinstance(thing, (BuiltinFunctionType, ModuleType)) or (
                isinstance(thing, (FunctionType, type)) and library.partition(".")[0] in NOT_OURS):
            raise Untranslatable(f"a page cannot have {known or wanted}")
        return self.name(thing, wanted)

    def ask_method(self, name, of=object):
        """Translate the method of that name of the classes that have one, among those derived from `of`, and of games
        where that is possible."""
        for label, cls in self.classes.items():
            method = inspect.getattr_static(cls, name, None)
            if not isinstance(method, FunctionType) or of_tuples(cls, name) or name in self.methods[label]:
                continue
            game = issubclass(cls, AnyGame)
            if game and name in self.asked:
                self.methods[label][name] = self.asked[name]
            elif issubclass(cls, of) or game:
                self.methods[label][name] = ""  # it may call itself
                perhaps = game and (not issubclass(cls, of) or method is getattr(AnyGame, name, None))
                make = functools.partial(self.name, method, name)
                self.methods[label][name] = self._if_possible(make) if perhaps else make()

    def method(self, name) -> str:
        """A function that calls the method of that name of its first argument, a game."""
        self.ask_method(name)
        return f"(game, ...more) => py.method(game, {json.dumps(name)}, ...more)"


def of_tuples(cls, name) -> bool:
    """Whether what a class has under this name is what all named tuples have, of which the page has its own."""
    home = next((base for base in cls.__mro__ if name in vars(base)), object)
    return issubclass(cls, tuple) and (home in (tuple, object, Distinct) or name in ("_replace", "_asdict", "_make"))


def packs(value) -> bool:
    """Whether a page has this array packed instead of written out."""
    return isinstance(value, np.ndarray) and bool(value.dtype.names or value.size >= LARGE)
