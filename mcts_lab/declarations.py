"""Games and widgets by name: each module declares its own in one line, such as ``GAMES = {"hex": "hex_board"}``.

The line is read, not run: a module is imported when something that it declares is first asked for. Other packages
declare theirs as entry points; `add` is for one process, and ``MODULE:NAME`` names what is declared nowhere.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.metadata
import os
import pkgutil
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from .errors import UnknownName, no_attribute


def submodules(package):
    """Return ``__getattr__`` and ``__dir__`` for a package whose modules are imported when they are first asked for."""
    names = sorted(one.name for one in pkgutil.iter_modules(sys.modules[package].__path__))

    def get(name):
        if name in names:
            return importlib.import_module(f"{package}.{name}")
        raise no_attribute(package, name, names)

    return get, lambda: names


class Declared(Mapping):
    """Name -> the class or function that a module of a package declares, imported when asked for.

    package: name of the package
    word:    variable that a module declares in, such as "GAMES": a dict from names to names in the module
    unknown: error for a name that is not declared
    kind:    of thing, for that error
    also:    another room of the same top package whose modules declare such things; "": none
    group:   of entry points; "": the name of the top package and the last part of this one
    """

    def __init__(self, package, word, kind, unknown=UnknownName, also="", group=""):
        self.package, self.word, self.kind, self.unknown, self.also = package, word, kind, unknown, also
        parts = package.split(".")
        self.group = group or f"{parts[0]}.{parts[-1]}"

    @functools.cached_property
    def places(self) -> dict[str, tuple[str, str]]:
        """Return the module and the attribute of each name, in alphabetical order."""
        top, *rooms = self.package.split(".")
        found, folder = {}, Path(sys.modules[top].__file__).parent
        line = re.compile(rf"^{self.word} = (\{{.*\}})$", re.MULTILINE)
        for room in filter(None, (folder.joinpath(*rooms), self.also and folder / self.also)):
            for path in room.rglob("*.py"):
                declaration = line.search(path.read_text(encoding="utf-8"))
                if declaration:
                    parts = path.relative_to(folder).with_suffix("").parts
                    module = ".".join((top, *(parts[:-1] if parts[-1] == "__init__" else parts)))
                    found.update((name, (module, made)) for name, made in ast.literal_eval(declaration[1]).items())
        for point in importlib.metadata.entry_points(group=self.group):
            found.setdefault(point.name, (point.module, point.attr))
        return dict(sorted(found.items()))

    @functools.cached_property
    def added(self) -> dict:
        """What was added in this process, by name."""
        return {}

    def add(self, name, thing):
        """Let `name` stand for `thing`, in this process. Raises ValueError if the name is taken or none."""
        if not str(name).isidentifier():
            raise ValueError(f"{name!r} cannot be the name of a {self.kind}: use letters, digits and _")
        if name in self and self[name] is not thing:
            raise ValueError(f"there is a {self.kind} called {name!r} already: choose another name")
        self.added[name] = thing

    def __getitem__(self, name):
        if name in self.added:
            return self.added[name]
        if ":" in str(name):
            return found(self.kind, name)
        if name not in self.places:
            raise self.unknown(self.kind, name, self)
        module, attribute = self.places[name]
        return getattr(importlib.import_module(module), attribute)

    def __contains__(self, name):
        return name in self.places or name in self.added

    def __iter__(self):
        return iter(sorted({*self.places, *self.added}))

    def __len__(self):
        return len({*self.places, *self.added})


def found(kind, name):
    """Import what ``MODULE:NAME`` names, also from the current folder. Raises ValueError if it is not there."""
    module, _, attribute = name.partition(":")
    if not {"", os.getcwd()} & set(sys.path):  # the path of a command has the folder of the command instead
        sys.path.append(os.getcwd())
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"there is no {kind} {name!r} ({error}): give MODULE:NAME of a module that can be imported "
                         "here") from None
