"""What an exercise is, and how an answer to it is judged.

A student's function is run on the exercise's cases and compared with the reference answer. What is compared need not be
the value returned: `observe` can count leaves that were looked at, or the state of a tree afterwards. Where the answer
is wrong, it is compared with the known mistakes as well: a mistake that behaves in the same way in every case names the
bug.
"""

from __future__ import annotations

import ast
import copy
import html
import inspect
import math
import textwrap
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..textbook import changed

RIGHT, WRONG, OPEN = "right", "wrong", "not answered yet"
TOLERANCE = 1e-9
TODO = "...  # your code here"
IMPORTS = """import math
import random
from math import inf

from mcts_lab.game import CHANCE, TERMINAL, after, heuristic, legal_actions, payoff, to_move
"""  # what solutions need besides their arguments


class Mistake(NamedTuple):
    """A wrong answer that people give, and what to say about it."""

    answer: Callable
    hint: str


def mistaken(name, function, *edits):
    """Return a wrong answer: a copy of a textbook function in which parts (old, new) of its source are replaced."""
    made = changed(function, *edits)
    made.__name__ = name
    return made


class Raised(NamedTuple):
    """In place of what a function returns: that it raised an exception."""

    kind: str
    message: str = ""


class Verdict(NamedTuple):
    """What is said of an answer; true if it is right."""

    exercise: str
    status: str  # RIGHT, WRONG or OPEN
    reason: str
    points: int  # that it earns
    possible: int

    def __bool__(self):
        return self.status == RIGHT

    def __repr__(self):
        return f"{self.exercise}: {self.status}. {self.reason}".rstrip()

    def _repr_html_(self):
        sign = {RIGHT: "✔", WRONG: "✘", OPEN: "…"}[self.status]
        edge = {RIGHT: "#009E73", WRONG: "#D55E00", OPEN: "#888888"}[self.status]
        return (f'<p role="status" style="border-left:4px solid {edge};padding-left:.6em">{sign} <b>{self.exercise}: '
                f"{self.status}.</b> {html.escape(self.reason)}</p>")


class Text(str):
    """Words that a notebook shows as they are, without quotation marks."""

    def __repr__(self):
        return str(self)

    def _repr_markdown_(self):
        return str(self)


class Exercise(NamedTuple):
    """A task for which a function is to be written.

    The name of the `reference` is the exercise's. Its signature and docstring are what students begin with.
    """

    reference: Callable
    task: str  # what is to be done, in Markdown
    cases: Callable[[], list]  # gives tuples of arguments
    mistakes: tuple  # of `Mistake`
    hints: tuple  # from general to particular
    observe: Callable = None  # observe(function, *arguments): what is compared; None: what the function returns
    points: int = 1

    @property
    def name(self) -> str:
        """The exercise's name, and that of the function to be written."""
        return self.reference.__name__

    def check(self, answer) -> Verdict:
        """Judge a function."""
        if not callable(answer):
            return self.verdict(WRONG, f"Give the function itself: check({self.name}), not what it returns.")
        cases = self.cases()
        found = [self.observed(answer, case) for case in cases]
        if all(one is None or one == Raised("NotImplementedError") for one in found):
            return self.verdict(OPEN, f"Replace the dots in {self.name} by your code.")
        wanted = [self.observed(self.reference, case) for case in cases]
        if same(found, wanted):
            return self.verdict(RIGHT, "")
        for mistake in self.mistakes:
            if same(found, [self.observed(mistake.answer, case) for case in cases]):
                return self.verdict(WRONG, mistake.hint)
        case, one, other = next(row for row in zip(cases, found, wanted, strict=True) if not same(row[1], row[2]))
        called = f"{self.name}({', '.join(shown(argument) for argument in case)})"
        if isinstance(one, Raised):
            return self.verdict(WRONG, f"{called} stops with {one.kind}: {one.message}")
        what = "gives" if self.observe is None else "leads to"
        return self.verdict(WRONG, f"{called} {what} {shown(one)}, but should give {shown(other)}.")

    def verdict(self, status, reason):
        """A verdict on an answer to this exercise."""
        return Verdict(self.name, status, reason, self.points if status == RIGHT else 0, self.points)

    def observed(self, answer, case):
        """What is compared of an answer in a case; the arguments are copies, as it may change them."""
        arguments = copy.deepcopy(case)
        try:
            return answer(*arguments) if self.observe is None else self.observe(answer, *arguments)
        except NotImplementedError:
            return Raised("NotImplementedError")
        except Exception as error:  # whatever a student's function does, it is told and goes on
            return Raised(type(error).__name__, str(error))

    def hint(self, number=1) -> Text:
        """One of the hints, counted from 1."""
        if not 1 <= number <= len(self.hints):
            return Text(f"There are {len(self.hints)} hints: hint(1) to hint({len(self.hints)}).")
        more = f" (There is another: `hint({number + 1})`.)" if number < len(self.hints) else ""
        return Text(self.hints[number - 1] + more)

    def solution(self) -> Text:
        """The reference answer."""
        return Text(f"```python\n{self.source()}\n```")

    def source(self) -> str:
        """The reference answer as text."""
        return textwrap.dedent(inspect.getsource(self.reference)).rstrip()

    def stub(self) -> str:
        """What students begin with: the reference answer's signature and docstring."""
        source = self.source()
        [function] = ast.parse(source).body
        return "\n".join([*source.splitlines()[:function.body[0].end_lineno], f"    {TODO}"])


def same(one, other) -> bool:
    """Whether two results are equal, numbers to within rounding. Exceptions are equal if they are of one kind."""
    if isinstance(one, Raised) or isinstance(other, Raised):
        return isinstance(one, Raised) and isinstance(other, Raised) and one.kind == other.kind
    if isinstance(one, (np.ndarray, np.generic)) or isinstance(other, (np.ndarray, np.generic)):
        one, other = (x.tolist() if isinstance(x, (np.ndarray, np.generic)) else x for x in (one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other or math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(one) is type(other) and bool(one == other)


def shown(value, width=70) -> str:
    """A value as text, not too long."""
    text = f"{value:.4g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= width else f"{text[: width - 1]}…"
