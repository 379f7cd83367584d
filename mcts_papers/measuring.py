"""How a claim is measured: a generator with the decorator `claim`, which is the registry of all of them.

    @claim("smith2021-deeper-wins", note="over starts")
    def deeper_wins(results):
        for depth, games in results["smith2021_games"].groupby("depth"):
            yield part(f"depth {depth}", share(games["won"]))

It gets the results of the paper's experiments and yields a `Part` for each number that decides, a `Beside` for each
that is reported but does not decide, and a `Note` for what a reader must know to compare. A text is what intervals do
not say; without one, a report says the parts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from .judging import Finding, Part, known

MEASURES: dict[str, Callable] = {}  # id of a claim -> function(results, budget) -> Finding


class Beside(NamedTuple):
    """A part that is reported beside what decides."""

    part: Part


class Note(str):
    """A sentence that a reader must know to compare."""


def claim(name: str, ways: Callable | None = None, note: str = "", **settings):
    """Return a decorator that registers a generator as the measure of the claim of that id.

    A generator may measure several claims: each has a decorator, with settings of its own.

    ways:      changes the function(results, budget) -> `Finding` of the claim, for example to add interpretations
    note:      a sentence that a reader must know to compare
    settings:  further arguments of the generator

    Raises ValueError where another generator measures that claim.
    """
    def registered(measure):
        @functools.wraps(measure)
        def measured(results, budget=None):
            return finding(measure(results, **settings), note)

        place = measure.__module__, measure.__qualname__
        if name in MEASURES and (MEASURES[name].__module__, MEASURES[name].__qualname__) != place:
            raise ValueError(f"{name} is already measured in {MEASURES[name].__module__}. Give each claim one measure.")
        MEASURES[name] = ways(measured) if ways else measured
        return measure
    return registered


def finding(found: Iterable, note: str = "") -> Finding:
    """Return the finding of what a measure yields. Parts are left out where none of them was measured."""
    of = {Part: [], Beside: [], Note: [], str: []}
    for one in found:
        of[type(one)].append(one)
    return Finding(known(of[Part]), "; ".join(of[str]), "", "; ".join(filter(None, (*of[Note], note))),
                   tuple(one.part for one in of[Beside]))


def untested(name: str, text: str, note: str = ""):
    """Register what is said of a claim that cannot be tested."""
    claim(name, note=note)(lambda results: [text])


def measured_by(module: ModuleType) -> dict[str, Callable]:
    """Return the measures of a paper's claims by their ids, which begin with the name of the package.

    module: the paper's module ``claims``, which registers them
    """
    of = module.__package__.rpartition(".")[2]
    return {name: measure for name, measure in MEASURES.items() if name.startswith(f"{of}-")}
