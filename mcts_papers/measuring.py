"""Measures of claims: each is a generator with the decorator `claim`, which registers it.

    @claim("smith2021-deeper-wins", note="over starts")
    def deeper_wins(results):
        for depth, games in results["smith2021_games"].groupby("depth"):
            yield part(f"depth {depth}", share(games["won"]))

The generator gets the results of the paper's experiments. It yields a `Part` for each number that decides the
verdict, a `Beside` for each number that is only reported, and a `Note` with facts that a reader needs to compare the
numbers. It may also yield a text with numbers that the intervals do not show. Without a text, the report describes
the parts.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from .judging import Finding, Part, known

MEASURES: dict[str, Callable] = {}  # id of a claim -> function(results, budget) -> Finding


class Beside(NamedTuple):
    """A part that is reported but does not decide the verdict."""

    part: Part


class Note(str):
    """A sentence that a reader must know to compare the numbers."""


def claim(name: str, ways: Callable | None = None, note: str = "", **settings):
    """Return a decorator that registers a generator as the measure of a claim. name: id of the claim.

    A generator may measure several claims: give it one decorator for each claim, with separate settings.

    ways:      changes the claim's function(results, budget) -> `Finding`, for example to add interpretations
    note:      a sentence that a reader must know to compare the numbers
    settings:  further arguments of the generator

    Raises ValueError if another generator already measures the claim.
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
    """Return the finding from all that a measure yields. If none of its parts was measured, the finding has no parts.
    """
    of = {Part: [], Beside: [], Note: [], str: []}
    for one in found:
        of[type(one)].append(one)
    return Finding(known(of[Part]), "; ".join(of[str]), "", "; ".join(filter(None, (*of[Note], note))),
                   tuple(one.part for one in of[Beside]))


def untested(name: str, text: str, note: str = ""):
    """Register the text about a claim that cannot be tested."""
    claim(name, note=note)(lambda results: [text])


def measured_by(module: ModuleType) -> dict[str, Callable]:
    """Return the measures of a paper's claims, by the claims' ids. Each id begins with the name of the paper's
    package.

    module: the paper's module ``claims``, which registers the measures
    """
    of = module.__package__.rpartition(".")[2]
    return {name: measure for name, measure in MEASURES.items() if name.startswith(f"{of}-")}
