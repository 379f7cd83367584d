"""Questions on the source of the textbook's functions: fill a gap, find the bug, put the lines in order.

Wrong lines come from the exercises' mistakes and the bug lab's bugs, so each has an explanation.
"""

import ast
import functools
import inspect
from typing import NamedTuple

from mcts_lab import textbook
from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.views.svg_colours import ACCENT, FAINT, PAPER, SHADE, SOFT, TEXT, width_of

from ..exercises.catalogue import find
from ..widgets.bugs import BUGS
from ..widgets.model import Question
from .kind import Item, Kind, Posed, Unclear, made, plain

EXERCISES = ("minimax", "alpha_beta")
ROW, INDENT, SIZE, LONGEST = 28.0, 9.0, 13, 16  # LONGEST: lines; others: pixels
FEWEST = 4  # minimum number of lines to put in order


class Wrong(NamedTuple):
    """A wrong line that replaces a line of a function."""

    name: str  # name of the function
    at: int  # index of the line
    line: str  # the wrong line
    hint: str


def lines_of(function) -> list[str]:
    """Return the lines of a function's source, without its docstring."""
    source = inspect.getsource(function)
    [made_of] = ast.parse(source).body
    lines, begin = source.splitlines(), made_of.body[0]
    documented = isinstance(begin, ast.Expr) and isinstance(begin.value, ast.Constant)
    return [line for number, line in enumerate(lines, 1)
            if not (documented and begin.lineno <= number <= begin.end_lineno) and line.strip()]


@functools.cache
def known() -> tuple[Wrong, ...]:
    """Return the wrong lines of all functions that are short enough to be shown as a whole."""
    changes = [(find(name).reference, one.answer, plain(one.hint)) for name in EXERCISES
               for one in find(name).mistakes]
    for bug in BUGS.values():
        changes += [(getattr(textbook, name), textbook.changed(getattr(textbook, name), *edits),
                     f"{bug.called[0].upper()}{bug.called[1:]}: {bug.meaning}.") for name, edits in bug.edits.items()]
    found = []
    for function, other, hint in changes:
        before, after = lines_of(function), lines_of(other)
        differ = [i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]]
        if len(before) == len(after) <= LONGEST and len(differ) == 1:
            found.append(Wrong(function.__name__, differ[0], after[differ[0]], hint))
    return tuple(found)


def code(rows, title, lit=(), placed=0) -> tuple[str, list]:
    """Draw lines of code; return the picture and the rectangle of each line.

    lit:     indices of the lines to ring
    placed:  number of lines at the top that are already in order; the other lines are shown as boxes
    """
    wide = max(INDENT * (len(row) - len(row.lstrip())) + width_of(row.strip(), SIZE) for row in rows) + 44
    gap = 14.0 if 0 < placed < len(rows) else 0.0
    drawing = Drawing(wide + 8, ROW * len(rows) + gap + 8, title, " / ".join(row.strip() for row in rows))
    areas = []
    for i, row in enumerate(rows):
        y = 4 + ROW * i + (gap if i >= placed else 0.0)
        areas.append((4.0, y, wide, ROW - 2))
        drawing.rectangle(4, y, wide, ROW - 2, SHADE if i < placed else PAPER, ACCENT if i in lit else FAINT,
                          3 if i in lit else 1, 4)
        drawing.text(10, y + ROW / 2 - 1, str(i + 1), SOFT, 11)
        drawing.text(36 + INDENT * (len(row) - len(row.lstrip())), y + ROW / 2 - 1, row.strip(), TEXT, SIZE)
    return drawing.svg(), areas


class Gap(Kind):
    """Questions: which line is missing in a function?"""

    name, title, lesson = "gap", "the missing line", "03"

    def run(self, rng):
        one = rng.choice(known())
        rows, places = lines_of(getattr(textbook, one.name)), [other for other in known()
                                                               if (other.name, other.at) == (one.name, one.at)]
        right = rows[one.at]
        open_rows = [*rows[:one.at], right[:len(right) - len(right.lstrip())] + "?", *rows[one.at + 1:]]
        picture, solved = code(open_rows, one.name, (one.at,))[0], code(rows, one.name, (one.at,))[0]
        return [made(rng, Posed(f"Which line is missing in {one.name}?", picture, solved,
                                f"It is: {right.strip()}"), right.strip(),
                     {other.line.strip(): other.hint for other in places})]


class Bug(Kind):
    """Questions: which line of a function is wrong?"""

    name, title, lesson = "bug", "the line with the bug", "05"

    def run(self, rng):
        one = rng.choice(known())
        right = lines_of(getattr(textbook, one.name))
        rows = [*right[:one.at], one.line, *right[one.at + 1:]]
        picture, areas = code(rows, one.name)
        names = [f"line {i + 1}" for i in range(len(rows))]
        return [Item(Question(f"One line of this {one.name} is wrong. Which?", tuple(names), (one.at,),
                              ("",) * len(rows), tuple(zip(names, areas, strict=True))),
                     picture, code(right, one.name, (one.at,))[0],
                     f"Line {one.at + 1} should be: {right[one.at].strip()} ({one.hint})")]


class Order(Kind):
    """Questions: put the lines of a function in order, one after the other; some of the offered lines are wrong."""

    name, title, lesson, number = "order_lines", "lines in their order", "03", 1

    def run(self, rng):
        name = rng.choice(sorted({one.name for one in known()}))
        rows, wrong = lines_of(getattr(textbook, name)), {}
        if len(rows) < FEWEST:
            raise Unclear
        for one in known():
            if one.name == name and len(wrong) < 2:
                wrong[one.line] = one.hint
        left = [*rows, *wrong]
        rng.shuffle(left)
        return [self.step(name, rows, i, left, wrong) for i in range(len(rows))]

    def step(self, name, rows, i, left, wrong):
        """Return the question about line `i`, and remove this line from `left`."""
        picture, areas = code([*rows[:i], *left], name, placed=i)
        names = tuple(f"line {i + 1 + j}" for j in range(len(left)))
        right = tuple(j for j, line in enumerate(left) if line == rows[i])
        notes = tuple(wrong.get(line, "") for line in left)
        del left[right[0]]
        solved = code([*rows[:i + 1], *left], name, (i,), i + 1)[0]
        return Item(Question(f"Put together {name}. Which line comes next?", names, right, notes,
                             tuple(zip(names, areas[i:], strict=True))), picture, solved,
                    f"Next comes: {rows[i].strip()}")


KINDS = (Gap(), Bug(), Order())
