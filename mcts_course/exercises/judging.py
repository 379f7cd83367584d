"""Exercises, and how their answers are judged.

A student's function is run on the exercise's cases, here or in a separate process, and its results are compared
with those of the reference answer. The result need not be the value returned: `ask` can return, for example, the
leaves visited. Wrong results are compared with those of known mistakes: a mistake with the same results in all
cases is named.
"""

import ast
import html
import inspect
import math
import random
import textwrap
from collections.abc import Callable
from typing import NamedTuple

from mcts_lab.textbook import changed

from ..sandboxes.answering import Other, Raised, called
from ..sandboxes.handed_in import plain

RIGHT, WRONG, OPEN = "right", "wrong", "not answered yet"
EXCEPTION, REFUSED = "exception", "refused"
TOLERANCE = 1e-9
TODO = "...  # your code here"
IMPORTS = """import math
import random
from math import inf

from mcts_lab.game import CHANCE, TERMINAL, after, heuristic, legal_actions
"""  # imports that solutions need


class Mistake(NamedTuple):
    """A wrong answer that students give, and a hint about it."""

    answer: Callable
    hint: str


def mistaken(name, function, *edits):
    """Return a wrong answer: a copy of a function in which parts (old, new) of its source are replaced."""
    made = changed(function, *edits)
    made.__name__ = name
    return made


class Verdict(NamedTuple):
    """The verdict on an answer; its truth value is True if the answer is right."""

    exercise: str
    status: str  # such as RIGHT
    reason: str
    points: int  # points earned
    possible: int
    mistake: str = ""  # the name of a known mistake

    def __bool__(self):
        return self.status == RIGHT

    def __repr__(self):
        return f"{self.exercise}: {self.status}. {self.reason}".rstrip()

    def _repr_html_(self):
        sign, edge = {RIGHT: ("✔", "#009E73"), OPEN: ("…", "#888888")}.get(self.status, ("✘", "#D55E00"))
        return (f'<p role="status" style="border-left:4px solid {edge};padding-left:.6em">{sign} <b>{self.exercise}: '
                f"{self.status}.</b> {html.escape(self.reason)}</p>")


class Text(str):
    """Text that a notebook shows without quotation marks."""

    def __repr__(self):
        return str(self)

    def _repr_markdown_(self):
        return str(self)


class Exercise(NamedTuple):
    """A task for which students write a function.

    The exercise has the name of the `reference`. Students begin with its signature and docstring. Cases and results
    are plain data: numbers, texts, and lists, tuples and dicts of them.
    """

    reference: Callable
    task: str  # the task in Markdown
    cases: Callable[[random.Random], list]  # returns tuples of arguments, some fixed, some random
    mistakes: tuple  # of `Mistake`
    hints: tuple  # from general to specific
    ask: Callable = None  # ask(function, *arguments) returns the result; works without its module.
    #                       None: the result is the value that the function returns
    judge: Callable = None  # judge(result, *arguments) returns what is compared; None: the result
    points: int = 1

    @property
    def name(self) -> str:
        """Return the exercise's name, which is also the name of the function to write."""
        return self.reference.__name__

    @property
    def function(self) -> str:
        """Return the name of the function to write."""
        return self.name

    def check(self, answer) -> Verdict:
        """Judge a function by cases that never change."""
        if not callable(answer):
            return self.verdict(WRONG, f"Give the function itself: check({self.name}), not what it returns.")
        cases = self.cases(random.Random(0))
        return self.judged(cases, self.found(answer, cases))

    def prepared(self, rng, student=0) -> list:
        """Return cases, and do slow preparations first. In a project, the cases depend on the student."""
        return self.cases(rng)

    def answers(self, cases, tell):
        """Return the results of a function in another process; None if there is no such function.

        tell: function of a list of cases that returns a list of results, or None; its second argument is a shorter time
              limit in seconds
        """
        return tell(cases)

    def found(self, answer, cases) -> list:
        """Return the results of a function in this process."""
        return self.answers(cases, lambda some, seconds=None: [called(answer, self.ask, case) for case in some])

    def judged(self, cases, found) -> Verdict:
        """Judge the results of these cases."""
        if all(one is None or one == Raised("NotImplementedError") for one in found):
            return self.verdict(OPEN, f"Replace the dots in {self.name} by your code.")
        refused = next((one for one in found if isinstance(one, Raised) and one.kind == "Refused"), None)
        if refused:
            return self.verdict(REFUSED, refused.message)
        found = [self.compared(one, case) for one, case in zip(found, cases, strict=True)]
        wanted = self.results(self.reference, cases)
        if same(found, wanted):
            return self.verdict(RIGHT, "")
        for mistake in self.mistakes:
            if all(same(one, self.compared(called(mistake.answer, self.ask, case), case))
                   for one, case in zip(found, cases, strict=True)):
                return self.verdict(WRONG, mistake.hint)._replace(mistake=mistake.answer.__name__)
        case, one, other = next(row for row in zip(cases, found, wanted, strict=True) if not same(row[1], row[2]))
        call = f"{self.name}({', '.join(shown(argument) for argument in case)})"
        if isinstance(one, Raised):
            return self.verdict(EXCEPTION, f"{call} stops with {one.kind}: {one.message}")
        what = "gives" if self.ask is None else "leads to"
        return self.verdict(WRONG, f"{call} {what} {shown(one)}, but should give {shown(other)}.")

    def verdict(self, status, reason):
        """Return a verdict on an answer to this exercise."""
        return Verdict(self.name, status, plain(reason), self.points if status == RIGHT else 0, self.points)

    def results(self, answer, cases) -> list:
        """Return, for each case, what is compared of a trusted answer."""
        return [self.compared(one, case) for one, case in zip(self.found(answer, cases), cases, strict=True)]

    def compared(self, found, case):
        """Return the part of a result that is compared; a result that `judge` cannot take is returned unchanged."""
        if self.judge is None or found is None or isinstance(found, Raised):
            return found
        try:
            return self.judge(found, *case)
        except Exception:  # a student's function can return anything
            return found

    def hint(self, number=1) -> Text:
        """Return one of the hints, counted from 1."""
        if not 1 <= number <= len(self.hints):
            return Text(f"There are {len(self.hints)} hints: hint(1) to hint({len(self.hints)}).")
        more = f" (There is another: `hint({number + 1})`.)" if number < len(self.hints) else ""
        return Text(self.hints[number - 1] + more)

    def source(self) -> str:
        """Return the source of the reference answer."""
        return source_of(self.reference)

    def stub(self) -> str:
        """Return the code with which students begin: the reference answer's signature and docstring."""
        source = self.source()
        [function] = ast.parse(source).body
        return "\n".join([*source.splitlines()[:function.body[0].end_lineno], f"    {TODO}"])


def source_of(function) -> str:
    """Return a function's source without indentation."""
    return textwrap.dedent(inspect.getsource(function)).rstrip()


def same(one, other) -> bool:
    """Return whether two results are equal, numbers up to rounding, and exceptions by their class names."""
    if isinstance(one, (Raised, Other)) or isinstance(other, (Raised, Other)):
        return type(one) is type(other) and one[0] == other[0]
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        if max(abs(one), abs(other)) > 1e300:  # an int may be too large for a float
            return one == other
        return one == other or math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(one) is type(other) and one == other


def shown(value, width=70) -> str:
    """Return a value as text, shortened to `width`."""
    text = f"{value:.4g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= width else f"{text[: width - 1]}…"
