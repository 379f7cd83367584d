"""Docstrings of public names: the first line is a sentence, each parameter is described, and each example runs."""

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
from mcts_lab.players import Decision, RulePlayer
from mcts_lab.search.mcts.components import TYPES, Component
from mcts_lab.search.minimax import exact
from mcts_lab.search.minimax.expectiminimax import Expectiminimax

LAB = "mcts_lab."  # the beginning of its modules' names
NAMES = {"infinity": math.inf, "sqrt": math.sqrt, **vars(search), **vars(duel)}  # in the words for defaults
OF_RECIPES = (duel.Duel, duel.Hypotheses, duel.duel, statistics.Interval, statistics.Test, statistics.proportion,
              statistics.score, statistics.paired, statistics.elo, cross_table, perft, exact.Result, Expectiminimax,
              Finding, Report, compiled_form)  # what recipes use besides
BASES = {*TYPES.values(), Component, AnyGame}  # whose methods are described; those of other classes do the same
BARE = {*BASES, mcts_lab.Game, mcts_lab.Distinct, search.Result, exact.Result,
        search.Seen, game.Facts, Decision, duel.Duel, statistics.Interval, statistics.Test, Finding, Report,
        Hints, Appearance, search.PruningNetworks, search.ModelValue, search.ModelPrior,  # these need a trained model
        RulePlayer}  # needs a game of another package


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


def sections(made) -> dict:
    """Return the lines of a docstring below each heading; the text before the first one is below ""."""
    found, heading, lines = {"": []}, "", inspect.getdoc(made).splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if re.fullmatch("-{3,}", below):
            heading = line
            found[heading] = []
        elif not re.fullmatch("-{3,}", line):
            found[heading].append(line)
    return found


def described(made) -> dict:
    """Return the type and the description of each parameter that a docstring names."""
    found, names, there = {}, [], sections(made)
    for line in there.get("Parameters", []) + there.get("Attributes", []):
        if line.strip() and not line.startswith(" "):
            name, _, kind = line.partition(" : ")
            names = name.replace("*", "").split(", ")
            found |= {name: [kind, ""] for name in names}
        else:
            for name in names:
                found[name][1] += f"{line.strip()} "
    return found


def parameters(made) -> list:
    """Return the parameters of a function or class, without ``self``."""
    if inspect.isclass(made) and issubclass(made, BaseException):
        return []
    return [one for one in inspect.signature(made).parameters.values() if one.name != "self"]


PUBLIC = public()


@pytest.mark.parametrize("name", PUBLIC)
def test_the_first_line_says_what_it_is(name):
    first, *rest = inspect.getdoc(PUBLIC[name]).splitlines()
    assert first[0].isupper() and first.endswith(".") and not (rest and rest[0]), first
    assert all(line.count("``") % 2 == 0 for line in rest), "the website reads quoted code line by line"
    assert "[" not in first.replace("[0, 1]", ""), "references have a section of their own"


@pytest.mark.parametrize("name", PUBLIC)
def test_each_parameter_is_described(name):
    found = described(PUBLIC[name])
    for one in parameters(PUBLIC[name]):
        assert one.name in found, f"{one.name} is not described"
        kind, text = found[one.name]
        assert text.strip(), f"{one.name} has no description"
        if one.kind in (one.VAR_KEYWORD, one.VAR_POSITIONAL):
            continue
        words, _, default = kind.partition(", default ")
        assert words, f"{one.name} has no type"
        if one.default is one.empty:
            assert not default, f"{one.name} has no default"
        else:
            assert eval(default, dict(NAMES)) == one.default, f"{one.name}: {default!r} is not {one.default!r}"


@pytest.mark.parametrize("name", PUBLIC)
def test_no_parameter_is_described_that_is_not_there(name):
    wrong = set(described(PUBLIC[name])) - {one.name for one in parameters(PUBLIC[name])}
    assert not {one for one in wrong if not hasattr(PUBLIC[name], one)}


@pytest.mark.parametrize("name", [name for name, made in PUBLIC.items() if ">>>" in inspect.getdoc(made)])
def test_its_example_runs(name, monkeypatch):
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    monkeypatch.setattr(mcts_lab.games.GAMES, "added", {})  # an example registers a game
    example = doctest.DocTestParser().get_doctest(inspect.getdoc(PUBLIC[name]), {}, name, None, 0)
    said = []
    assert not doctest.DocTestRunner().run(example, out=said.append).failed, "".join(said)


def test_most_have_an_example():
    lacking = [name for name, made in PUBLIC.items() if ">>>" not in inspect.getdoc(made) and made not in BARE
               and name.count(".") < 2 and not (inspect.isclass(made) and issubclass(made, BaseException))
               and not name.startswith("game.")]
    assert not lacking
