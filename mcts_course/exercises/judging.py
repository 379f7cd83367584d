"""What an exercise is, and how an answer to it is judged.

A student's function is run on the exercise's cases, here or in a process of its own, and what comes of it is compared
with what comes of the reference answer. That need not be the value returned: `ask` can note leaves that were looked at,
or the state of a tree afterwards. Where the answer is wrong, it is compared with the known mistakes as well: a mistake
that behaves in the same way in every case names the bug.
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


class Verdict(NamedTuple):
    """What is said of an answer; true if it is right."""

    exercise: str
    status: str  # such as RIGHT
    reason: str
    points: int  # that it earns
    possible: int
    mistake: str = ""  # the name of a known one

    def __bool__(self):
        return self.status == RIGHT

    def __repr__(self):
        return f"{self.exercise}: {self.status}. {self.reason}".rstrip()

    def _repr_html_(self):
        sign, edge = {RIGHT: ("✔", "#009E73"), OPEN: ("…", "#888888")}.get(self.status, ("✘", "#D55E00"))
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

    The name of the `reference` is the exercise's. Its signature and docstring are what students begin with. Cases, and
    what comes of them, are plain data: numbers, texts, and lists, tuples and dicts of them.
    """

    reference: Callable
    task: str  # what is to be done, in Markdown
    cases: Callable[[random.Random], list]  # gives tuples of arguments: some that never change, and some drawn
    mistakes: tuple  # of `Mistake`
    hints: tuple  # from general to particular
    ask: Callable = None  # ask(function, *arguments): what comes of it; its source is all that it needs.
    #                       None: what the function returns
    judge: Callable = None  # judge(what came of it, *arguments): what is compared, if not that itself
    points: int = 1

    @property
    def name(self) -> str:
        """The exercise's name, and that of the function to be written."""
        return self.reference.__name__

    @property
    def function(self) -> str:
        """The name of the function to be written."""
        return self.name

    def check(self, answer) -> Verdict:
        """Judge a function by cases that never change."""
        if not callable(answer):
            return self.verdict(WRONG, f"Give the function itself: check({self.name}), not what it returns.")
        cases = self.cases(random.Random(0))
        return self.judged(cases, self.found(answer, cases))

    def prepared(self, rng, student=0) -> list:
        """Return cases, after whatever takes long the first time that an answer is judged. They are the same for all
        students; those of a project are not."""
        return self.cases(rng)

    def answers(self, cases, tell):
        """Return what comes of the cases of a function that answers elsewhere; None if there is no such function.

        tell: called with a list of cases, gives a list of what comes of them, or None; a second argument is the seconds
              that this may take, if fewer than usual
        """
        return tell(cases)

    def found(self, answer, cases) -> list:
        """Return what comes of a function of ours in these cases."""
        return self.answers(cases, lambda some, seconds=None: [called(answer, self.ask, case) for case in some])

    def judged(self, cases, found) -> Verdict:
        """Judge what came of these cases."""
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
        """A verdict on an answer to this exercise."""
        return Verdict(self.name, status, plain(reason), self.points if status == RIGHT else 0, self.points)

    def results(self, answer, cases) -> list:
        """What is compared of an answer of ours in each case."""
        return [self.compared(one, case) for one, case in zip(self.found(answer, cases), cases, strict=True)]

    def compared(self, found, case):
        """What is compared of what came of a case; that itself, if it is nothing that could be judged."""
        if self.judge is None or found is None or isinstance(found, Raised):
            return found
        try:
            return self.judge(found, *case)
        except Exception:  # whatever a student's function gives
            return found

    def hint(self, number=1) -> Text:
        """One of the hints, counted from 1."""
        if not 1 <= number <= len(self.hints):
            return Text(f"There are {len(self.hints)} hints: hint(1) to hint({len(self.hints)}).")
        more = f" (There is another: `hint({number + 1})`.)" if number < len(self.hints) else ""
        return Text(self.hints[number - 1] + more)

    def source(self) -> str:
        """The reference answer as text."""
        return source_of(self.reference)

    def stub(self) -> str:
        """What students begin with: the reference answer's signature and docstring."""
        source = self.source()
        [function] = ast.parse(source).body
        return "\n".join([*source.splitlines()[:function.body[0].end_lineno], f"    {TODO}"])


def source_of(function) -> str:
    """Return a function's source, as it stands on its own."""
    return textwrap.dedent(inspect.getsource(function)).rstrip()


def same(one, other) -> bool:
    """Whether two results are equal, numbers to within rounding. Exceptions are equal if they are of one kind."""
    if isinstance(one, (Raised, Other)) or isinstance(other, (Raised, Other)):
        return type(one) is type(other) and one[0] == other[0]
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        if max(abs(one), abs(other)) > 1e300:  # an int may be too great for a float
            return one == other
        return one == other or math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(one) is type(other) and one == other


def shown(value, width=70) -> str:
    """A value as text, not too long."""
    text = f"{value:.4g}" if isinstance(value, float) else repr(value)
    return text if len(text) <= width else f"{text[: width - 1]}…"
