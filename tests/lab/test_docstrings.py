"""Docstrings of public names: each parameter is described, with its default, and each example runs."""

import doctest
import importlib
import inspect
import math
import re

import pytest

import mcts_lab
from mcts_lab import game, search
from mcts_lab.appearance import Appearance
from mcts_lab.checking import Finding, Report
from mcts_lab.game import AnyGame
from mcts_lab.games.adapters.compiled_form import compiled_form
from mcts_lab.hints import Hints
from mcts_lab.matches import duel, statistics
from mcts_lab.matches.tournament import cross_table
from mcts_lab.perft import perft
from mcts_lab.search.mcts.components import TYPES, Component
from mcts_lab.search.minimax import exact
from mcts_lab.search.minimax.expectiminimax import Expectiminimax

LAB = "mcts_lab."  # the beginning of its modules' names
NAMES = {"infinity": math.inf, "sqrt": math.sqrt, **vars(search), **vars(duel)}  # in the words for defaults
OF_RECIPES = (duel.Duel, duel.Hypotheses, duel.duel, statistics.Interval, statistics.Test, statistics.proportion,
              statistics.score, statistics.paired, statistics.elo, cross_table, perft, exact.Result, Expectiminimax,
              Finding, Report, compiled_form)  # what recipes use besides
BASES = {*TYPES.values(), Component, AnyGame}  # whose methods are described; those of other classes do the same


def public() -> dict:
    """Return all public classes and functions by their names, and the methods of classes that people call."""
    found = {f"mcts_lab.{name}": getattr(mcts_lab, name) for name in mcts_lab.__all__}
    for module in ("search", "games", "players", "matches"):
        there = importlib.import_module(LAB + module)
        found |= {f"{module}.{name}": getattr(there, name) for name in there.__all__}
    found |= {f"game.{name}": made for name, made in vars(game).items() if is_of(made, game.__name__, name)}
    there = mcts_lab.games.GAMES
    found |= {f"games.{name}": there[name] for name, place in there.places.items() if place[0].startswith(LAB)}
    found |= {f"{made.__module__.rpartition('.')[2]}.{made.__name__}": made for made in OF_RECIPES}
    found = {name: made for name, made in found.items() if inspect.isclass(made) or inspect.isfunction(made)}
    once = {id(made): name for name, made in reversed(found.items())}
    found = {name: found[name] for name in reversed(once.values())}
    found |= {"game.Hints": Hints, "game.Appearance": Appearance}
    for name, made in list(found.items()):
        if inspect.isclass(made) and (made in BASES or not issubclass(made, (Component, AnyGame))):
            found |= {f"{name}.{method}": function for method, function in vars(made).items()
                      if is_of(function, made.__module__, method)}
    return found


def is_of(made, module, name) -> bool:
    """Return whether a function or class is public and defined in a module."""
    return not name.startswith("_") and callable(made) and getattr(made, "__module__", "") == module


def parameters(made) -> list:
    """Return the parameters of a function or class, without ``self``."""
    if inspect.isclass(made) and issubclass(made, BaseException):
        return []
    return [one for one in inspect.signature(made).parameters.values() if one.name != "self"]


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_each_parameter_is_described_with_its_default(name):
    words = inspect.getdoc(PUBLIC[name])
    for one in parameters(PUBLIC[name]):
        if one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
            assert f"*{one.name}" in words, f"{one.name} is not described"
            continue
        found = re.search(rf"^(?:\w+, )*{one.name}(?:, \w+)* : (.+?)(?:, default (.+))?\n    ", words, re.MULTILINE)
        assert found, f"{one.name} is not described"
        if one.default is one.empty:
            assert not found[2], f"{one.name} has no default"
        else:
            assert eval(found[2], dict(NAMES)) == one.default, f"{one.name}: {found[2]!r} is not {one.default!r}"


@pytest.mark.parametrize("name", [name for name, made in PUBLIC.items() if ">>>" in inspect.getdoc(made)])
def test_its_example_runs(name, monkeypatch):
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    monkeypatch.setattr(mcts_lab.games.GAMES, "added", {})  # an example registers a game
    example = doctest.DocTestParser().get_doctest(inspect.getdoc(PUBLIC[name]), {}, name, None, 0)
    said = []
    assert not doctest.DocTestRunner().run(example, out=said.append).failed, "".join(said)
