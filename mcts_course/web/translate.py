"""From Python to JavaScript, for what pages show of a game: pictures, names, places to click.

`Translation` follows names from a few functions to all that these use, functions, classes and constants, and writes
each as JavaScript for `python.js`. It knows the part of Python in which drawings are written. What it does not know
it refuses by name, and tests compare the texts that both make.
"""

from __future__ import annotations

import ast
import base64
import builtins
import difflib
import functools
import heapq
import html
import importlib
import inspect
import json
import logging
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
from mcts_lab.engine.distinct import Distinct, overrides
from mcts_lab.game import AnyGame
from mcts_lab.search.mcts.components import Component

from .memory_layout import table

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
RESERVED = {"var", "let", "const", "function", "new", "this", "switch", "case", "default", "void", "typeof", "delete",
            "do", "enum", "export", "extends", "super", "throw", "catch", "null", "true", "false", "py", "arguments",
            "eval", "static", "public", "private", "protected", "package", "interface", "instanceof", "debugger"}


DATA = (bool, int, float, str, tuple, list, dict)
LruCache = type(lru_cache(len))


class Untranslatable(ValueError):
    """Something that a page cannot have."""


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
        raise Untranslatable(f"a page cannot have {wanted}, a {type(value).__name__}")

    def written_anew(self, function) -> str:
        """A function as an expression, also where something else stands for it."""
        return Function(self, function).text()

    def number(self, value) -> str:
        """A literal that keeps apart 1.0 and 1, which JavaScript does not, for tables of default values."""
        whole = isinstance(value, float) and value.is_integer()
        return f"Object({self.literal(value)})" if whole else self.literal(value)

    def instance(self, value) -> str:
        """An object of a class as an expression, with its fields as they are."""
        fields = [f"{name}: {self.literal(field, name)}" for name, field in vars(value).items()
                  if name not in getattr(value, "made_anew", ())]
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


def plain(name) -> str:
    return "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in name)


def constant(value) -> str:
    """A number or text as JavaScript; bytes are a text with a letter for each."""
    value = value.decode("latin-1") if isinstance(value, bytes) else value
    if isinstance(value, np.uint64):
        return f"{int(value)}n"
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return f"{value}n"
    return json.dumps(value).replace("<", "\\u003c") if isinstance(value, str) else json.dumps(value)


class Function(ast.NodeVisitor):
    """One function of Python as JavaScript. `visit` gives the text of an expression or a statement."""

    def __init__(self, translation, function):
        function = inspect.unwrap(function)
        self.translation, self.function = translation, function
        try:
            source = textwrap.dedent(inspect.getsource(function))
            tree = ast.parse(source if not source.startswith((".", ",")) else f"({source})")
        except (OSError, SyntaxError) as error:
            raise Untranslatable(f"the source of {function.__qualname__} cannot be read") from error
        found = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.Lambda))]
        self.node = next((node for node in found if getattr(node, "name", "<lambda>") == function.__name__
                          and (not isinstance(node, ast.Lambda) or is_code_of(node, function))), None)
        if self.node is None:
            raise Untranslatable(f"the source of {function.__qualname__} cannot be read")
        closure = inspect.getclosurevars(function)
        self.outer = {**closure.builtins, **closure.globals, **closure.nonlocals}
        self.scopes = []
        self.count = 0

    def text(self) -> str:
        return self.made(self.node, self.function.__defaults__ or ())

    def refuse(self, node, what):
        line = self.function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        raise Untranslatable(f"a page cannot have {what}: {self.function.__module__}.{self.function.__qualname__}, "
                             f"line {line}")

    # -- functions --

    def made(self, node, defaults=None):
        """A function, a nested one or a lambda."""
        if node.args.vararg or node.args.kwarg:
            self.refuse(node, "a function with any number of arguments")
        names = [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]
        if defaults is None or node.args.kwonlyargs:
            defaults = [self.visit(one) for one in (*node.args.defaults, *filter(None, node.args.kw_defaults))]
        else:
            defaults = [self.translation.literal(one, "default") for one in defaults]
        body = node.body if isinstance(node.body, list) else [ast.Return(node.body)]
        self.scopes.append(set(names))
        own = assigned(body)
        self.scopes[-1] |= own
        lines = "\n".join(filter(None, map(self.visit, body)))
        if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for part in body for one in walk_own(part)):
            lines = f"const $found = [];\n{lines}\nreturn $found;"
        self.scopes.pop()
        declared = f"let {', '.join(map(self.local, sorted(own - set(names))))};\n" if own - set(names) else ""
        return (f"py.call({json.dumps(' '.join(names))}, [{', '.join(defaults)}], "
                f"({', '.join(map(self.local, names))}) => {{\n{declared}{lines}\n}})")

    def local(self, name):
        return f"{name}_" if name in RESERVED else name

    def visit_FunctionDef(self, node):
        return f"{self.local(node.name)} = {self.made(node)};"

    def visit_Lambda(self, node):
        return self.made(node)

    def visit_Yield(self, node):
        return f"$found.push({self.visit(node.value)})"

    def visit_YieldFrom(self, node):
        return f"$found.push(...py.all({self.visit(node.value)}))"

    # -- statements --

    def block(self, body):
        return "{\n" + "\n".join(filter(None, map(self.visit, body))) + "\n}"

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return ""  # a docstring
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            logger = self.static_name(node.value.func.value)
            if isinstance(logger, logging.Logger):
                return ""  # what is logged stays in Python
        return f"{self.visit(node.value)};"

    def static_name(self, node):
        """What a name outside of the function stands for; None for any other expression."""
        if isinstance(node, ast.Name) and not any(node.id in scope for scope in self.scopes):
            return self.outer.get(node.id, self.function.__globals__.get(node.id))
        return None

    def visit_Try(self, node):
        if node.finalbody or node.orelse or len(node.handlers) != 1:
            self.refuse(node, "try with more than one except")
        (handler,) = node.handlers
        begin = f"{self.local(handler.name)} = $error;\n" if handler.name else ""
        return f"try {self.block(node.body)} catch ($error) {{\n{begin}{self.block(handler.body)}\n}}"

    def visit_Return(self, node):
        return f"return {self.visit(node.value) if node.value else 'null'};"

    def visit_Pass(self, node):
        return ""

    def visit_Break(self, node):
        return "break;"

    def visit_Continue(self, node):
        return "continue;"

    def visit_If(self, node):
        other = f" else {self.block(node.orelse)}" if node.orelse else ""
        return f"if ({self.truth(node.test)}) {self.block(node.body)}{other}"

    def visit_While(self, node):
        if node.orelse:
            self.refuse(node, "else after a loop")
        return f"while ({self.truth(node.test)}) {self.block(node.body)}"

    def visit_For(self, node):
        if node.orelse:
            self.refuse(node, "else after a loop")
        return f"for ({self.pattern(node.target)} of py.each({self.visit(node.iter)})) {self.block(node.body)}"

    def visit_ImportFrom(self, node):
        package = self.function.__globals__["__package__"]
        module = importlib.import_module("." * node.level + (node.module or ""), package)
        for alias in node.names:
            self.outer[alias.asname or alias.name] = getattr(module, alias.name)
        return ""

    def visit_Raise(self, node):
        if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1:
            return f"py.fail({self.visit(node.exc.args[0])});"
        return f"py.fail({json.dumps(ast.unparse(node.exc) if node.exc else 'again')});"

    def visit_Assert(self, node):
        return ""

    def visit_Assign(self, node):
        if len(node.targets) == 1 and not isinstance(node.targets[0], ast.Subscript):
            return self.store(node.targets[0], self.visit(node.value))
        self.count += 1
        value = f"$value{self.count}"
        stores = "\n".join(self.store(target, value) for target in node.targets)
        return f"const {value} = {self.visit(node.value)};\n{stores}"

    def visit_AnnAssign(self, node):
        return self.store(node.target, self.visit(node.value)) if node.value else ""

    def visit_AugAssign(self, node):
        # a list that is added to stays the same one, as in Python
        reading = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node.target)
        value, more = self.visit(reading), self.visit(node.value)
        if isinstance(node.op, ast.Add):
            changed = f"py.added({value}, {more})"
        else:
            changed = f"py.ops.{type(node.op).__name__}({value}, {more})"
        return self.store(node.target, changed)

    def store(self, target, value):
        """Assign a JavaScript expression."""
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            ends = (self.visit(end) if end else "null" for end in (target.slice.lower, target.slice.upper))
            return f"py.fill({self.visit(target.value)}, {', '.join(ends)}, {value});"
        if isinstance(target, ast.Subscript):
            return f"py.put({self.visit(target.value)}, {self.visit(target.slice)}, {value});"
        if isinstance(target, ast.Tuple) and any(isinstance(part, ast.Subscript) for part in target.elts):
            self.count += 1
            parts = f"$parts{self.count}"
            lines = [self.store(part, f"{parts}[{i}]") for i, part in enumerate(target.elts)]
            return "\n".join([f"const {parts} = py.all({value});", *lines])
        return f"{self.pattern(target)} = {value};"

    def pattern(self, target) -> str:
        """What stands on the left of an assignment in JavaScript: a name, or a list of such."""
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = ("" if getattr(part, "id", None) == "_" else self.pattern(part) for part in target.elts)
            return f"[{', '.join(parts)}]"
        if isinstance(target, ast.Starred):
            return f"...{self.pattern(target.value)}"
        if isinstance(target, ast.Attribute):
            return f"{self.visit(target.value)}.{target.attr}"
        if isinstance(target, ast.Name):
            return self.local(target.id)
        return self.refuse(target, f"an assignment to {ast.unparse(target)}")

    # -- expressions --

    def visit_Constant(self, node):
        if isinstance(node.value, complex) or node.value is Ellipsis:
            self.refuse(node, repr(node.value))
        return constant(node.value)

    def visit_Name(self, node):
        if any(node.id in scope for scope in self.scopes):
            return self.local(node.id)
        return self.translation.reference(self.found(node, node.id), node.id)

    def found(self, node, name):
        if name in self.outer:
            return self.outer[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        return self.refuse(node, f"the name {name}")

    def visit_Attribute(self, node):
        if node.attr == "__name__" and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "type":
            return f"{self.visit(node.value.args[0])}.type"
        thing = self.static(node)
        if thing is not None:
            return self.translation.reference(thing[0], node.attr)
        if node.attr in ("shape", "dtype", "T"):
            self.refuse(node, f"{node.attr} of an array")
        self.translation.ask(node.attr)
        return f"{self.visit(node.value)}.{node.attr}"

    def static(self, node):
        """(what an attribute of a module or class is,), or None for those of values."""
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or any(node.id in scope for scope in self.scopes):
            return None
        thing = self.found(node, node.id)
        if not isinstance(thing, (ModuleType, type)):
            return None
        for name in reversed(names):
            if not isinstance(thing, (ModuleType, type)):
                return None
            thing = getattr(thing, name)
        return (thing,)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return f"py.fun.isinstance({self.visit(node.args[0])}, {json.dumps(self.classes_of(node.args[1]))})"
        if self.static_name(node.func) is overrides:
            (method,) = self.static(node.args[1])
            defined = [name for name, cls in self.translation.classes.items()
                       if hasattr(cls, method.__name__) and overrides(cls, method)]
            return f"{json.dumps(defined)}.includes({self.visit(node.args[0])}.type)"
        args = [self.visit(arg) for arg in node.args]
        keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]  # zip's, which checks lengths
        if keywords:
            named = ", ".join(f"{keyword.arg}: {self.visit(keyword.value)}" if keyword.arg
                              else f"...py.named({self.visit(keyword.value)})" for keyword in keywords)
            args.append(f"new py.Keywords({{{named}}})")
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "super()":
            above = getattr(super(self.outer["__class__"], self.outer["__class__"]), node.func.attr)
            this = self.visit(ast.Name(self.node.args.args[0].arg))
            return f"{self.translation.reference(above, node.func.attr)}({', '.join([this, *args])})"
        if isinstance(node.func, ast.Attribute) and self.static(node.func) is None:
            if isinstance(node.func.value, ast.Name) and node.func.value.id in ("self", "game"):
                self.translation.ask_method(node.func.attr)
            else:
                self.translation.ask_method(node.func.attr, Component)
            self.translation.ask(node.func.attr)
            return f"py.method({', '.join([self.visit(node.func.value), json.dumps(node.func.attr), *args])})"
        made = self.static_name(node.func)
        if isinstance(made, type) and not issubclass(made, tuple):
            self.translation.ask("__init__")
        return f"{self.visit(node.func)}({', '.join(args)})"

    def classes_of(self, node):
        """The names of the classes that `isinstance` is asked about."""
        if isinstance(node, ast.Tuple):
            return [name for part in node.elts for name in self.classes_of(part)]
        (thing,) = self.static(node) or (self.found(node, node.id),)
        return [one.__name__ for one in (thing if isinstance(thing, tuple) else (thing,))]

    def visit_Starred(self, node):
        return f"...py.all({self.visit(node.value)})"

    def visit_BinOp(self, node):
        return f"py.ops.{type(node.op).__name__}({self.visit(node.left)}, {self.visit(node.right)})"

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        inner = self.visit(node.operand)
        if isinstance(node.op, ast.Invert):
            return f"py.ops.Invert({inner})"
        return f"(-{inner})" if isinstance(node.op, ast.USub) else inner

    def truth(self, node) -> str:
        """What JavaScript takes as true where Python takes `node` as true."""
        if isinstance(node, ast.BoolOp):
            return self.joined(node, self.truth)
        return self.visit(node) if says_whether(node) else f"py.truth({self.visit(node)})"

    def joined(self, node, made):
        """`and` or `or` of what `made` gives for each part."""
        return (" && " if isinstance(node.op, ast.And) else " || ").join(map(made, node.values)).join("()")

    def visit_BoolOp(self, node):
        if all(map(says_whether, node.values[:-1])):
            return self.joined(node, self.visit)
        *front, last = map(self.visit, node.values)
        for part in reversed(front):
            then, other = (last, "$v") if isinstance(node.op, ast.And) else ("$v", last)
            last = f"(($v) => py.truth($v) ? {then} : {other})({part})"
        return last

    def visit_Compare(self, node):
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            parts.append(f"py.ops.{type(op).__name__}({self.visit(left)}, {self.visit(right)})")
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def visit_IfExp(self, node):
        return f"({self.truth(node.test)} ? {self.visit(node.body)} : {self.visit(node.orelse)})"

    def visit_Subscript(self, node):
        if isinstance(node.slice, ast.Tuple) and isinstance(node.slice.elts[-1], ast.Slice):
            *front, last = node.slice.elts
            return self.visit(ast.Subscript(ast.Subscript(node.value, ast.Tuple(front)), last))
        if isinstance(node.slice, ast.Slice):
            ends = (self.visit(end) if end else "null" for end in (node.slice.lower, node.slice.upper, node.slice.step))
            return f"py.slice({self.visit(node.value)}, {', '.join(ends)})"
        return f"py.get({self.visit(node.value)}, {self.visit(node.slice)})"

    def visit_Tuple(self, node):
        return f"[{', '.join(map(self.visit, node.elts))}]"

    visit_List = visit_Tuple

    def visit_Set(self, node):
        return f"new py.PySet([{', '.join(map(self.visit, node.elts))}])"

    def visit_Dict(self, node):
        if all(isinstance(key, ast.Constant) for key in node.keys):
            return dictionary(dict(zip(map(self.visit, node.keys), map(self.visit, node.values), strict=True)))
        rows = (f"[{self.visit(key)}, {self.visit(value)}]" if key else f"...{self.visit(value)}.pairs()"
                for key, value in zip(node.keys, node.values, strict=True))
        return f"new py.Dict([{', '.join(rows)}])"

    def visit_JoinedStr(self, node):
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(constant(part.value))
                continue
            value = self.visit(part.value)
            if part.conversion == ord("r"):
                value = f"py.fun.repr({value})"
            spec = f", {self.visit(part.format_spec)}" if part.format_spec else ""
            parts.append(f"py.format({value}{spec})" if spec else f"py.str({value})")
        return " + ".join(parts).join("()") if len(parts) > 1 else "".join(parts) or '""'

    def visit_NamedExpr(self, node):
        return f"({self.local(node.target.id)} = {self.visit(node.value)})"

    def comprehension(self, node, result):
        """The array of results, one for each turn."""
        first, *rest = node.generators
        lists = self.visit(first.iter)  # outside of the new scope
        self.scopes.append(set(assigned_by(first.target)))
        turn = self.pattern(first.target)
        wanted = " && ".join(map(self.truth, first.ifs))
        if rest:
            inner = self.comprehension(type(node)(**{**dict(ast.iter_fields(node)), "generators": rest}), result)
        else:
            inner = f"[{result()}]" if wanted else f"({result()})"
        self.scopes.pop()
        way = "flatMap" if rest or wanted else "map"
        return f"py.all({lists}).{way}(({turn}) => {f'{wanted} ? {inner} : []' if wanted else inner})"

    def visit_ListComp(self, node):
        return self.comprehension(node, lambda: self.visit(node.elt))

    visit_GeneratorExp = visit_ListComp

    def visit_SetComp(self, node):
        return f"new py.PySet({self.comprehension(node, lambda: self.visit(node.elt))})"

    def visit_DictComp(self, node):
        return f"new py.Dict({self.comprehension(node, lambda: f'[{self.visit(node.key)}, {self.visit(node.value)}]')})"

    def generic_visit(self, node):
        self.refuse(node, type(node).__name__)


def dictionary(rows) -> str:
    """A dict of constants, from a dict of JavaScript for keys to JavaScript for values."""
    if rows and all(re.fullmatch(r'"[a-zA-Z][^"\\\\]*"', key) for key in rows):
        known = (f"{key[1:-1] if key[1:-1].isidentifier() else key}: {value}" for key, value in rows.items())
        return f"py.dict({{{', '.join(known)}}})"
    return f"new py.Dict([{', '.join(f'[{key}, {value}]' for key, value in rows.items())}])"


def says_whether(node) -> bool:
    """Whether an expression is True or False and nothing else."""
    return isinstance(node, ast.Compare) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def is_code_of(node, function) -> bool:
    """Whether a lambda in a line is that function."""
    code = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval").co_consts[0]
    return (code.co_code, code.co_names, code.co_varnames) == tuple(
        getattr(function.__code__, name) for name in ("co_code", "co_names", "co_varnames"))


def walk_own(node):
    """A node and what is in it, without the inside of nested functions and comprehensions."""
    yield node
    if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for inner in ast.iter_child_nodes(node):
            yield from walk_own(inner)


def assigned(body) -> set:
    """The names that statements assign to."""
    found = set()
    for node in (node for part in body for node in walk_own(part)):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def assigned_by(target):
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]
