"""Which source files compiled code is made of, and a hash of them.

A function's machine code is made of the files of the function, of the classes that occur in its arguments and of the
rules that were defined for these, and of all that those files import, except inside functions. What others define is
told apart by what stands in their modules: the code of functions and the values of names, which may come from data.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import numpy as np

from .generic import CONTRIBUTORS, PACKAGE, is_outside

ROOT = Path(__file__).parents[1]
IMPORT = re.compile(r"^from (\.*)([\w.]*) import ([^#\n(]+|\([^)]*\))", re.MULTILINE)


def key_of(function, classes) -> str | None:
    """A hash of what machine code of `function` for arguments with these classes is made of; None if that is defined in
    a session, so that another process cannot tell whether it has the same."""
    outsiders = sorted(filter(is_outside, (function, *classes)), key=lambda one: (one.__module__, one.__qualname__))
    theirs = Live()
    if not theirs.take(outsiders):
        return None
    ours = hash_of(modules_of(function, classes) | theirs.ours)
    return ours + theirs.digest.hexdigest() if outsiders else ours


class Live:
    """A hash of what others have defined, and of all that it reaches by the names in its modules.

    ours: the modules of this package that it reaches. Of packages that were installed and are not those of the things
    asked for, the version counts and what is taken from them by name.
    """

    def __init__(self):
        self.digest, self.ours, self._seen, self._tops = hashlib.sha256(), set(), set(), set()

    def take(self, things) -> bool:
        """Add classes and functions; whether another process can find the same ones by their names."""
        self._tops |= {one.__module__.partition(".")[0] for one in things}
        return all(map(self._add, things))

    def _add(self, value, name="") -> bool:
        self.digest.update(f"\n{name} {type(value).__name__} ".encode())
        if isinstance(value, (FunctionType, type, ModuleType, list, dict)):
            if id(value) in self._seen:
                return True
            self._seen.add(id(value))
        value = getattr(value, "py_func", value)  # of what Numba compiles
        value = getattr(value, "__func__", value)  # of static methods and those of a class
        if isinstance(value, (FunctionType, type)):
            self.digest.update(f"{value.__module__}.{value.__qualname__}".encode())
            if isinstance(value, FunctionType):
                self._add_code(value.__code__)
            return self._add_home(value)
        if isinstance(value, ModuleType):
            return self._add_module(value)
        if isinstance(value, CodeType):
            self._add_code(value)
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self.digest.update(f"{value.dtype} {value.shape} ".encode() + value.tobytes())
        elif isinstance(value, dict):
            return all([self._add(one, repr(key)) for key, one in value.items()])
        elif isinstance(value, (tuple, list)):
            return all([self._add(one) for one in value])
        elif isinstance(value, (set, frozenset)):
            self.digest.update(repr(sorted(map(repr, value))).encode())
        elif isinstance(value, (int, float, complex, str, bytes, np.generic, np.dtype, type(None))):
            self.digest.update(repr(value).encode())
        return True

    def _add_code(self, code):
        self.digest.update(code.co_code + repr((code.co_names, code.co_varnames, code.co_freevars)).encode())
        for value in code.co_consts:
            self._add(value)

    def _add_home(self, thing) -> bool:
        """Add where a class or function is defined, and what a class is made of."""
        home = sys.modules.get(thing.__module__)
        if home is None or "<locals>" in thing.__qualname__ and thing.__module__.partition(".")[0] in self._tops:
            return False
        if not self._add_module(home) or not self._is_theirs(home):
            return home.__name__ != "__main__"
        parts = []
        if isinstance(thing, type):
            parts = [*vars(thing).items(), *(("base", base) for base in thing.__mro__[1:])]
            parts += [("rules", sys.modules[name]) for name in sorted(CONTRIBUTORS.get(thing, ()))]
        else:
            parts = [("defaults", thing.__defaults__)]
        return all([self._add(value, name) for name, value in parts if not name.startswith("__")])

    def _add_module(self, module) -> bool:
        name = module.__name__
        if name.partition(".")[0] == PACKAGE:
            self.ours.add(name)
            return True
        if not self._is_theirs(module):
            version = getattr(sys.modules.get(name.partition(".")[0]), "__version__", "")
            self.digest.update(f"{name} {version}".encode())
            return True
        if name == "__main__" or getattr(module, "__file__", None) is None:
            return False
        if id(module) in self._seen:
            return True
        self._seen.add(id(module))
        return all([self._add(value, key) for key, value in list(vars(module).items()) if not key.startswith("__")])

    def _is_theirs(self, module) -> bool:
        """Whether a module is the user's: neither Python's, nor installed apart from the things asked for."""
        top = module.__name__.partition(".")[0]
        if top == "__main__" or top in self._tops - {PACKAGE}:
            return True
        if top == PACKAGE or top in sys.stdlib_module_names:
            return False
        return not {"site-packages", "dist-packages"} & set(Path(getattr(module, "__file__", None) or "").parts)


def modules_of(function, classes) -> frozenset:
    """The modules of this package with the function, the classes and the rules that were defined for these."""
    modules = {function.__module__}
    for cls in classes:
        for base in cls.__mro__:
            modules |= {base.__module__} | CONTRIBUTORS.get(base, set())
    return frozenset(name for name in modules if name.partition(".")[0] == PACKAGE)


def made_of(modules) -> set:
    """These modules and all that they import."""
    seen, left = set(), set(modules)
    while left:
        name = left.pop()
        seen.add(name)
        left |= _imports(name) - seen
    return seen


@functools.cache
def hash_of(modules) -> str:
    """A hash of the sources of some modules and of all that they import."""
    digest = hashlib.sha256(sys.version.encode())
    for name in sorted(made_of(modules)):
        file = _file(name)
        if file is not None:
            digest.update(f"\n{name}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def _file(name) -> Path | None:
    """The source file of a module of this package; None if there is no such module."""
    place = ROOT.joinpath(*name.split(".")[1:])
    for file in (place / "__init__.py", place.with_suffix(".py")):
        if file.is_file():
            return file
    return None


@functools.cache
def _imports(name) -> set:
    """The modules of this package that a module imports when it is imported itself."""
    file = _file(name)
    if file is None:
        return set()
    package = name.split(".") if file.name == "__init__.py" else name.split(".")[:-1]
    found = set()
    for dots, path, things in IMPORT.findall(file.read_text("utf-8")):
        if dots:
            base = package[: len(package) - len(dots) + 1] + ([path] if path else [])
        elif path.partition(".")[0] == PACKAGE:
            base = path.split(".")
        else:
            continue
        found.add(".".join(base))
        found |= {".".join([*base, thing.split(" as ")[0].strip(" ()\n")]) for thing in things.split(",")}
    return {module for module in found if _file(module) is not None}
