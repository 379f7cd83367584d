"""Which source files compiled code is made of, and a hash of them.

A function's machine code is made of the files of the function, of the classes that occur in its arguments and of the
rules that were defined for these, and of all that those files import, except inside functions.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from pathlib import Path

from .generic import CONTRIBUTORS, PACKAGE

ROOT = Path(__file__).parents[1]
IMPORT = re.compile(r"^from (\.*)([\w.]*) import ([^#\n(]+|\([^)]*\))", re.MULTILINE)


def key_of(function, classes) -> str:
    """A hash of the sources that machine code of `function` for arguments with these classes is made of."""
    return hash_of(modules_of(function, classes))


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
