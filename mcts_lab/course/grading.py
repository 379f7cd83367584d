"""Marks for assignments: what a notebook's functions answer in a process of their own is judged here.

The notebook's process gets cases, some of them drawn for this marking, and gives back data. It knows no answers, and
nothing that it prints or sends is a mark.
"""

from __future__ import annotations

import csv
import hashlib
import io
import random
import re
import time
from pathlib import Path
from typing import NamedTuple

from .answering import packed, unpacked
from .catalogue import declared
from .judging import EXCEPTION, OPEN, REFUSED, Verdict, source_of
from .sandbox import IN_ALL, SECONDS, Ended

SYNTAX, LATE, ENDED, UNREADABLE = "syntax error", "out of time", "process ended", "unreadable"
LARGEST = 50 << 20  # bytes of a notebook, and of a file beside it


class Mark(NamedTuple):
    """What one exercise in one notebook is worth."""

    file: str
    exercise: str
    points: int
    possible: int
    status: str
    reason: str
    mistake: str = ""  # the name of a known one
    notebook: str = ""  # a checksum of the file


def grade(folder, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, progress=None, known=None, marked=None) -> list[Mark]:
    """Return the marks of all notebooks in `folder` and below, in order of their names.

    sandbox:    what they run in
    seed:       of the cases that are drawn: the same seed, the same cases
    seconds:    that one cell, or one function, may take
    in_all:     seconds that a whole notebook may take
    progress:   called with each file before it is run; None: not called
    known:      checksums of files that have their marks already, by name, which are left out
    marked:     called with the list of marks of each notebook as soon as they are there; None: not called

    A notebook that cannot be graded, whatever the reason, gets a mark that says so.
    Raises ValueError if there is no folder, or no notebook in it, or if a file's checksum is not the known one.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    files = sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    if not files:
        raise ValueError(f"there is no notebook in {folder}: put what students handed in there, as .ipynb files")
    waiting = []
    for path in files:
        name, digest = path.relative_to(folder).as_posix(), checksum(path)
        if not known or name not in known:
            waiting.append((path, name, digest))
        elif known[name] != digest:
            raise ValueError(f"{name} has changed since it was marked: remove its lines from the marks, or write the "
                             "marks to another file")
    marks = []
    for path, name, digest in waiting:
        if progress is not None:
            progress(name)
        beside = () if path.parent == folder else files_beside(path)
        try:
            found = grade_notebook(path, sandbox, seed, seconds, in_all, beside)
        except Exception as error:  # one notebook, whatever it does, costs no other its marks
            found = [Mark(name, "", 0, 0, "not checked", f"grading it failed: {type(error).__name__}: {error}")]
        found = [mark._replace(file=name, notebook=digest) for mark in found]
        marks += found
        if marked is not None:
            marked(found)
    return marks


def files_beside(path) -> list[Path]:
    """Return the files that lie in a notebook's own folder, without notebooks, links, and what is very large."""
    return [one for one in path.parent.iterdir() if one.is_file() and not one.is_symlink() and one.suffix != ".ipynb"
            and one.stat().st_size < LARGEST]


def checksum(path) -> str:
    """Return 16 digits that change with a file's content; none if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def lines(rows) -> str:
    """Return rows as lines of a CSV file; no text begins as a formula of a spreadsheet does."""
    text = io.StringIO()
    csv.writer(text).writerows([re.sub(r"^(?=[=+\-@\t])", "'", str(one)) for one in row] for row in rows)
    return text.getvalue()


def read_marks(path) -> list[Mark]:
    """Return the marks in a file. Raises ValueError if it is no such file."""
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not text.endswith("\n") or tuple(rows[0]) != Mark._fields or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"{path} is no file of marks, or its last line is cut off: name another file with --out")
    rows = [[re.sub(r"^'(?=[=+\-@\t])", "", one) for one in row] for row in rows[1:]]
    return [mark._replace(points=int(mark.points), possible=int(mark.possible)) for mark in map(Mark._make, rows)]


def grade_notebook(path, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, beside=()) -> list[Mark]:
    """Return the marks of one notebook: one for each exercise of the lessons of which it has any.

    beside: files that it finds in its folder
    """
    import nbformat

    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError(f"it has over {LARGEST >> 20} megabytes")
        cells = [str(cell.source) for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        return [Mark(path.name, "", 0, 0, UNREADABLE, f"not a notebook: {error}".splitlines()[0])]
    found = judged_cells(cells, sandbox, seed, seconds, in_all, beside)
    if not found:
        return [Mark(path.name, "", 0, 0, "empty", "there is no exercise of this course in it")]
    return [Mark(path.name, one.exercise, one.points, one.possible, one.status, one.reason, one.mistake)
            for one in found]


def judged_cells(cells, sandbox, seed, seconds=SECONDS, in_all=IN_ALL, beside=()) -> list[Verdict]:
    """Return the verdicts on cells: one on each exercise of the lessons of which they have any."""
    asked = [one for lesson in declared().values() if any(
        re.search(rf"""\bdef {one.name}\b|["']{one.name}["']""", cell) for one in lesson for cell in cells)
        for one in lesson]
    cases = {one.name: one.cases(random.Random(f"{seed} {one.name}")) for one in asked}
    return verdicts(cells, asked, cases, lambda: sandbox.room(beside), seconds, in_all)


def verdicts(cells, asked, cases, room, seconds, in_all) -> list[Verdict]:
    """Return the verdict on each exercise that is asked.

    A cell or function that ends its process, or takes too long, is left out when the notebook is run again.
    """
    found, troubles, skipped, end = {}, {}, set(), time.monotonic() + in_all

    def asker(answerer, one):
        """Return what asks for a function's answers to cases; see `Exercise.answers`."""
        order = {"function": one.name, "name": one.ask and one.ask.__name__, "ask": one.ask and source_of(one.ask)}

        def tell(some, most=seconds):
            try:
                reply = answerer.told({**order, "cases": packed(some)}, min(most, end - time.monotonic()))
            except TimeoutError:
                raise TimeoutError(f"it takes over {most} seconds") from None
            return reply and unpacked(reply)

        return tell

    while len(found) < len(asked):
        at = None
        try:
            with room() as answerer:
                for at in (place for place in range(len(cells)) if place not in skipped):
                    troubles[at] = answerer.told({"cell": cells[at]}, min(seconds, end - time.monotonic()))
                for one in (one for one in asked if one.name not in found):
                    at = one.name
                    try:
                        found[at] = one.answers(cases[at], asker(answerer, one))
                    except (ValueError, TypeError, AttributeError, RecursionError):  # it is no list of results
                        found[at] = (UNREADABLE, "What it sends cannot be read.")
        except (TimeoutError, Ended) as error:
            if at is None:
                raise
            trouble = ((ENDED, str(error)) if isinstance(error, Ended)
                       else (LATE, str(error) or f"it takes over {seconds} seconds"))
            if isinstance(at, int):
                skipped.add(at)
                troubles[at] = trouble
            else:
                found[at] = trouble
            if time.monotonic() >= end:
                found = {one.name: (LATE, f"the notebook takes over {in_all} seconds") for one in asked} | found
    return [verdict(one, cases[one.name], found[one.name], cells, troubles) for one in asked]


def verdict(one, cases, reply, cells, troubles) -> Verdict:
    """Return the verdict on a reply: what came of the cases, a pair of status and reason, or None for no function."""
    if isinstance(reply, tuple):
        return one.verdict(*reply)
    if reply is not None:
        try:
            return one.judged(cases, reply)
        except (ValueError, TypeError, AttributeError, RecursionError):  # it is no list of results
            return one.verdict(UNREADABLE, "What it sends cannot be read.")
    asks = re.compile(rf"\bdef +{one.name}\b|\b{one.name} *=|\bimport\b.*\b{one.name}\b")
    for place in (*(place for place, cell in enumerate(cells) if asks.search(cell)), *range(len(cells))):
        status, reason = trouble_of(troubles.get(place))
        if status and reason != f"NameError: name '{one.name}' is not defined":
            return one.verdict(status, f"Cell {place + 1}: {reason}")
    return one.verdict(OPEN, f"There is no function {one.name}.")


def trouble_of(reply) -> tuple[str, str]:
    """Return the status and reason of a cell's reply; nothing for a cell without trouble."""
    if reply is None or isinstance(reply, tuple):
        return reply or ("", "")
    try:
        raised = unpacked(reply)
        status = {"SyntaxError": SYNTAX, "IndentationError": SYNTAX, "TabError": SYNTAX, "Refused": REFUSED}
        return status.get(raised.kind, EXCEPTION), f"{raised.kind}: {raised.message}"
    except (ValueError, TypeError, AttributeError, RecursionError):
        return UNREADABLE, "what it sends cannot be read"
