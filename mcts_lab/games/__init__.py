"""The games, by name: `make("hex", size=7)`, or as attributes: ``games.hex(size=7)``.

A module declares its games in one line, ``GAMES = {"hex": "hex_board"}``: each name, and the class (or a function that
chooses among classes) whose parameters are the game's options. The line is read; the module is imported when one of its
games is first asked for. Other packages declare theirs as entry points of the group ``mcts_lab.games``.

Because ``games.hex`` is the constructor, take other names from its module: ``from mcts_lab.games.boards.hex import``.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import math
import numbers
import sys
from types import ModuleType

import numpy as np

from ..declarations import Declared
from ..errors import UnknownName, instead

ADAPTERS = {
    # constructors of games that have names of their own
    "openspiel": ("adapters.openspiel", "openspiel"),
}


class UnknownGame(UnknownName):
    """No game has this name."""


class BadOption(ValueError):
    """The game has no such option, or not with this value."""


GAMES = Declared(__name__, "GAMES", "game", UnknownGame)


def names() -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return list(GAMES)


def options(name) -> dict:
    """The options of a game and their default values. Raises UnknownGame."""
    return {p.name: p.default for p in inspect.signature(GAMES[name]).parameters.values()}


def make(name, *values, **chosen):
    """The game `name` with some options chosen, the rest at their defaults.

    Raises UnknownGame, or BadOption for an option the game does not have or a value it cannot take.
    """
    from ..game import facts

    constructor = GAMES[name]
    known = options(name)
    for option in chosen:
        if option not in known:
            what = instead(option, known) if known else "it has none"
            raise BadOption(f"{name} has no option {option!r}; {what}")
    try:
        signature = inspect.signature(constructor)
        given = signature.bind(*values, **chosen)
    except TypeError as error:
        raise BadOption(f"{name}: {error}") from None
    for option, value in given.arguments.items():
        several = "|" in str(signature.parameters[option].annotation)  # kinds, which the constructor tells apart
        wrong = "" if several else _unlike(value, known[option])
        if wrong:
            raise BadOption(f"{name}: {option} must be {wrong}, not {value!r}")
        if isinstance(known[option], tuple) and isinstance(value, (list, np.ndarray)):
            given.arguments[option] = tuple(value)
    try:
        game = constructor(*given.args, **given.kwargs)
        facts(game)  # says what is wrong with values out of range
    except (ValueError, TypeError) as error:
        raise BadOption(f"{name}: {error}") from None
    return game


def _unlike(value, default) -> str:
    """Return in words what the value of an option must be if it is not of the kind of its default, else ""."""
    truth = isinstance(value, (bool, np.bool_))
    if isinstance(default, bool):
        return "" if truth or value in (0, 1) else "true or false"
    if isinstance(default, int) or (default is None and isinstance(value, numbers.Real)):
        return "" if isinstance(value, numbers.Integral) and not truth else "a whole number"
    if isinstance(default, float):
        return "" if isinstance(value, numbers.Real) and not truth and math.isfinite(value) else "a number"
    if isinstance(default, tuple) and not isinstance(value, str):  # a text is for the game to read
        if not isinstance(value, (tuple, list, np.ndarray)):
            return "a list"
        wrong = (_unlike(part, default[0]) for part in value) if default else ()
        return next((f"a list, each entry of it {words}" for words in wrong if words), "")
    return ""


@functools.cache
def _constructor(name):
    """`make` for one game, with that game's own signature and description."""
    made = GAMES[name]

    def construct(*values, **chosen):
        return make(name, *values, **chosen)

    construct.__name__ = construct.__qualname__ = name
    construct.__doc__ = made.__doc__
    construct.__signature__ = inspect.signature(made)
    return construct


class _Package(ModuleType):
    """This package, whose attributes with a game's name are constructors.

    Importing a submodule sets an attribute of the package, which would hide the constructor of the same name.
    """

    def __setattr__(self, name, value):
        if not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __getattr__(self, name):
        if name in GAMES:
            return _constructor(name)
        if name in ADAPTERS:
            module, attribute = ADAPTERS[name]
            return getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
        if f"{__name__}.{name}" in sys.modules:
            return sys.modules[f"{__name__}.{name}"]
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

    def __dir__(self):
        return sorted({*super().__dir__(), *GAMES, *ADAPTERS})


sys.modules[__name__].__class__ = _Package
