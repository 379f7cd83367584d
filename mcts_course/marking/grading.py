"""Mark assignments: run a notebook's functions in a separate process, and judge their results here.

The notebook's process gets test cases, some of them random, and returns data. It does not know the right answers,
and it cannot send a mark.
"""

import contextlib
import csv
import hashlib
import io
import itertools
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..exercises.catalogue import declared, find
from ..exercises.judging import EXCEPTION, OPEN, REFUSED, Verdict, source_of
from ..projects import NAMES, find_part, parts_of
from ..sandboxes import handed_in
from ..sandboxes.answering import packed, unpacked
from ..sandboxes.apart import Ended, apart
from ..sandboxes.handed_in import content, name_of, plain
from ..sandboxes.sandbox import IN_ALL, SECONDS

SYNTAX, LATE, ENDED, UNREADABLE = "syntax error", "out of time", "process ended", "unreadable"
LARGEST = 50 << 20  # maximum number of bytes of a notebook, and of the files beside it
MANY = 1000  # maximum number of files beside a notebook
READING, JUDGING = 20.0, 20.0  # time limits to read a notebook, and to judge an answer
FORMULA = "=+@'\\-\uff0b\uff0d\uff1d\uff20"  # first characters of a spreadsheet's formula, or an escaped one


class Mark(NamedTuple):
    """The mark of one exercise in one notebook."""

    file: str
    exercise: str
    points: int
    possible: int
    status: str
    reason: str
    mistake: str = ""  # the name of a known mistake
    notebook: str = ""  # a checksum of the file


def grade(folder, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, progress=None, known=(),
          numbers=None) -> Iterator[list[Mark]]:
    """Yield the marks of each notebook in `folder` and its subfolders, as soon as it is graded.

    sandbox:    the `Sandbox` in which the notebooks run
    seed:       seed of the random test cases
    seconds:    time limit for one cell, or one function
    in_all:     time limit for a whole notebook
    progress:   called with each file name before the file is run; None: not called
    known:      dict from the name of a graded file to its checksum; these files are skipped
    numbers:    dict from a file name to the student's number, which chooses a variant; other notebooks use the number
                that they contain

    If a notebook cannot be graded, its mark gives the reason. Raises ValueError if there is no folder, if it has no
    notebook, or if a file's checksum is not the known one.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(f"There is no folder {folder}. Name the folder with the notebooks.")
    found = handed_in.notebooks(folder)
    if not found:
        raise ValueError(f"There are no notebooks in {folder}. Put the students' .ipynb files there.")
    waiting = []
    for path, wrong in found:
        name = name_of(path.relative_to(folder))
        digest, wrong = ("", wrong) if wrong else checksum(path)
        if name not in known:
            waiting.append((path, name, digest, wrong))
        elif known[name] != digest:
            raise ValueError(f"{name} has changed since it was graded. Remove its lines from the marks, or write the "
                             "marks to another file.")
    for path, name, digest, wrong in waiting:
        if progress is not None:
            progress(name)
        alone = path.parent != folder and sum(one.parent == path.parent for one, _ in found) == 1
        try:
            verdicts = ([unreadable(wrong)] if wrong else
                        grade_notebook(path, sandbox, seed, seconds, in_all, files_beside(path) if alone else (),
                                       (numbers or {}).get(name)))
        except Exception as error:  # one notebook must not stop the marking of others
            text = plain(f"grading it failed: {type(error).__name__}: {error}")
            verdicts = [Verdict("", "not checked", text, 0, 0)]
        yield [Mark(name, one.exercise, one.points, one.possible, one.status, one.reason, one.mistake, digest)
               for one in verdicts]


def unreadable(wrong) -> Verdict:
    """Return the verdict on a file that is not a notebook."""
    return Verdict("", UNREADABLE, plain(f"not a notebook: {wrong}"), 0, 0)


def files_beside(path) -> list[Path]:
    """Return the other files in a notebook's folder, without notebooks and links, up to limits of number and size."""
    found = [one for one in sorted(path.parent.iterdir())
             if one.is_file() and not one.is_symlink() and one.suffix != ".ipynb"][:MANY]
    sizes = itertools.accumulate(one.stat().st_size for one in found)
    return [one for one, size in zip(found, sizes, strict=True) if size <= LARGEST]


def checksum(path) -> tuple[str, str]:
    """Return a checksum of 16 digits for a file's content, and ""; if it cannot be read, "" and the reason."""
    try:
        return hashlib.sha256(content(path, LARGEST)).hexdigest()[:16], ""
    except OSError as error:
        return "", f"it cannot be read: {error.strerror}"
    except ValueError as error:
        return "", str(error)


def lines(rows) -> str:
    """Return rows as lines of a CSV file; text that a spreadsheet would take for a formula is escaped."""
    text = io.StringIO()
    csv.writer(text).writerows([re.sub(rf"^(?=[{FORMULA}])", "'", str(one)) for one in row] for row in rows)
    return text.getvalue()


def read_marks(path) -> list[Mark]:
    """Return the marks in a file. Raises ValueError if the file is not a complete file of marks."""
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not text.endswith("\n") or tuple(rows[0]) != Mark._fields or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"{path} is not a file of marks written by 'mcts-lab grade', or its last line is incomplete. "
                         "Name another file with --out.")
    rows = [[re.sub(rf"^'(?=[{FORMULA}])", "", one) for one in row] for row in rows[1:]]
    return [mark._replace(points=int(mark.points), possible=int(mark.possible)) for mark in map(Mark._make, rows)]


def grade_notebook(path, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, beside=(), student=None) -> list[Verdict]:
    """Return the verdicts on one notebook: one for each exercise in the lessons to which it belongs.

    beside:  files in the notebook's folder that it may read
    student: see `judged_cells`
    """
    try:
        found = judged_cells(Path(path), sandbox, seed, seconds, in_all, beside, student)
        return found or [Verdict("", "empty", "there is no exercise of this course in it", 0, 0)]
    except ValueError as error:
        return [unreadable(error)]


def cells_of(path) -> dict[str, list[str]]:
    """Return the texts of a notebook's "code" and "markdown" cells. Raises ValueError if it is not a notebook."""
    import nbformat

    try:
        notebook = nbformat.reads(content(path, LARGEST).decode("utf-8-sig"), as_version=4)
        return {kind: [str(cell.source) for cell in notebook.cells if cell.cell_type == kind]
                for kind in ("code", "markdown")}
    except Exception as error:  # nbformat raises exceptions of many classes
        raise ValueError(str(error).strip().partition("\n")[0] or type(error).__name__) from None


def judged_cells(source, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, beside=(), student=None) -> list[Verdict]:
    """Return the verdicts on cells: one for each exercise in the lessons to which they belong.

    source:  the path of a notebook, or a list of cells
    student: the number that chooses the variant of a project. None: the number in the cells, or else 0

    If a cell or a function ends its process or the judge's process, or takes too long, marking starts again without
    it. Raises ValueError if there are no cells, or if the notebook cannot be read in time.
    """
    declared()  # imported here, once for all processes
    try:
        cells, asked, number = apart(READING, read, source)
    except (TimeoutError, Ended) as error:
        raise ValueError(str(error)) from None
    number = number if student is None else student
    cases = {name: asked_for(name).prepared(random.Random(f"{seed} {name}"), number) for name in asked}
    end, found, troubles = time.monotonic() + in_all, {}, {}

    def tell(order, most=seconds):
        return answerer.told(order, min(most, end - time.monotonic()))

    while len(found) < len(asked) and time.monotonic() < end:
        at = None
        try:
            with sandbox.room(beside) as answerer:
                for at, cell in enumerate(cells):
                    if troubles.get(at, ("",))[0] not in (LATE, ENDED):
                        troubles[at] = trouble_of(tell({"cell": cell}))
                for at in (name for name in asked if name not in found):
                    found[at] = apart(min(JUDGING, 2.0 * seconds), judge, at, cases[at], cells, troubles, answer=tell)
        except (TimeoutError, Ended) as error:
            trouble = (ENDED if isinstance(error, Ended) else LATE), plain(error)
            if at is None:
                raise RuntimeError(trouble[1]) from None
            if isinstance(at, int):
                troubles[at] = trouble
            elif time.monotonic() < end:
                found[at] = Verdict(at, *trouble, 0, asked[at])
    late = LATE, f"the notebook takes over {in_all:g} seconds"
    return [found.get(name, Verdict(name, *late, 0, possible)) for name, possible in asked.items()]


def read(_, source) -> tuple[list, dict, int]:
    """Return the cells, a dict from each exercise in them to its points, and the number assigned to `student`.

    source: the path of a notebook, or a list of cells
    """
    cells = cells_of(source)["code"] if isinstance(source, Path) else source
    number = re.search(r"^student *= *(\d{1,18})\b", "\n".join(cells), re.MULTILINE)
    return cells, {one.name: one.points for one in asked_in(cells)}, int(number[1]) if number else 0


def asked_for(name):
    """Return the part of a project, or the exercise, with this name. Raises UnknownName if there is none."""
    return find_part(name) or find(name)


def judge(ask, name, cases, cells, troubles) -> Verdict:
    """Return the verdict on an exercise.

    ask:      sends an order to the submission's process and returns the reply
    troubles: dict from the index of a cell to its (status, reason)
    """
    one = asked_for(name)
    order = {"function": one.function, "name": one.ask and one.ask.__name__, "ask": one.ask and source_of(one.ask)}

    def answers(some, *most):
        """Return the results of some cases; None if there is no function. See `Exercise.answers`."""
        reply = ask({**order, "cases": packed(some)}, *most)
        return None if reply is None else [unpacked(result) for result in reply]

    try:
        return verdict(one, cases, one.answers(cases, answers), cells, troubles)
    except Exception:  # the reply is not a list of results
        return one.verdict(UNREADABLE, "What it sends cannot be read.")


def asked_in(cells) -> list:
    """Return the parts of the projects that cells name, or all exercises of each lesson that occurs in the cells."""
    projects = [name for name in NAMES if any(re.search(rf"""\bProject\( *["']{name}["']""", cell) for cell in cells)]
    if projects:
        return [one for name in projects for one in parts_of(name)]
    return [one for lesson in declared().values() if any(
        one.name in cell and re.search(rf"""\bdef {one.name}\b|["']{one.name}["']""", cell)
        for one in lesson for cell in cells) for one in lesson]


def verdict(one, cases, results, cells, troubles) -> Verdict:
    """Return the verdict on an exercise, from its results or, without results, from the cells.

    results:  list of results; None if there is no function
    troubles: dict from the index of a cell to its (status, reason)
    """
    if results is not None:
        return one.judged(cases, results)
    first = [place for place, cell in enumerate(cells) if defines(cell, one.function)]
    for place in (*first, *range(len(cells))):
        status, reason = troubles.get(place, ("", ""))
        if status and reason != f"NameError: name '{one.function}' is not defined":
            return one.verdict(status, f"Cell {place + 1}: {reason}")
    return one.verdict(OPEN, f"There is no function {one.function}.")


def defines(cell, name) -> bool:
    """Return whether a cell seems to define or import a name; each line is checked with fast patterns."""
    return name in cell and any(
        re.search(rf"\bdef +{name}\b|\b{name} *=", line) or re.search(rf"\b{name}\b", line.partition("import")[2])
        for line in cell.split("\n") if name in line)


def trouble_of(reply) -> tuple[str, str]:
    """Return the status and reason in the reply to a cell; both are "" for a cell without an error."""
    if reply is None:
        return "", ""
    with contextlib.suppress(Exception):
        kind, message = unpacked({"Raised": reply["Raised"]})
        status = {"SyntaxError": SYNTAX, "IndentationError": SYNTAX, "TabError": SYNTAX, "Refused": REFUSED}
        return status.get(kind, EXCEPTION), plain(f"{kind}: {message}")
    return UNREADABLE, "what it sends cannot be read"
