"""Marks for assignments: each notebook is run in a process of its own, with limits, and its answers are checked.

A notebook holds what its author wants it to hold: run the notebooks of people you do not trust in a container.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import secrets
from pathlib import Path
from typing import NamedTuple

from ..project.notebooks import QUIET, run_client
from .catalogue import exercises
from .judging import OPEN

SECONDS, MEGABYTES = 60, 2000  # for a cell, and for a whole notebook


class Mark(NamedTuple):
    """What one exercise in one notebook is worth."""

    file: str
    exercise: str
    points: int
    possible: int
    status: str
    reason: str
    notebook: str = ""  # a checksum of the file


def grade(folder, seconds=SECONDS, megabytes=MEGABYTES, progress=None, known=None, marked=None) -> list[Mark]:
    """The marks of all notebooks in `folder` and below, in order of their names.

    seconds:    that one cell may take
    megabytes:  of memory that a notebook may use, where the system can limit it
    progress:   called with each file before it is run; None: not called
    known:      checksums of files that have their marks already, by name, which are left out (see `read_marks`)
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
        try:
            found = grade_notebook(path, seconds, megabytes)
        except Exception as error:  # one notebook, whatever it does, costs no other its marks
            found = [Mark(name, "", 0, 0, "not checked", f"grading it failed: {type(error).__name__}: {error}")]
        found = [mark._replace(file=name, notebook=digest) for mark in found]
        marks += found
        if marked is not None:
            marked(found)
    return marks


def checksum(path) -> str:
    """Return 16 digits that change with a file's content; none if it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    except OSError:
        return ""


def lines(rows) -> str:
    """Return rows as lines of a CSV file."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def read_marks(path) -> dict[str, str]:
    """Return the checksums of the notebooks in a file of marks, by name. Raises ValueError if it is no such file."""
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    rows = list(csv.reader(io.StringIO(text, newline="")))
    if not text.endswith("\n") or tuple(rows[0]) != Mark._fields or any(len(row) != len(rows[0]) for row in rows):
        raise ValueError(f"{path} is no file of marks, or its last line is cut off: name another file with --out")
    return {mark.file: mark.notebook for mark in map(Mark._make, rows[1:])}


def grade_notebook(path, seconds=SECONDS, megabytes=MEGABYTES) -> list[Mark]:
    """The marks of one notebook: one for each exercise that it has a cell for."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    path = Path(path)
    try:
        notebook = nbformat.read(path, as_version=4)
        source = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    except (OSError, ValueError, KeyError, AttributeError) as error:
        return [Mark(path.name, "", 0, 0, "unreadable", f"not a notebook: {error}".splitlines()[0])]
    asked = [one for one in exercises() if f"def {one.name}(" in source or f'exercise("{one.name}")' in source]
    if not asked:
        return [Mark(path.name, "", 0, 0, "empty", "there is no exercise of this course in it")]
    sign = secrets.token_hex(16)  # so that nothing the notebook prints is taken for a mark
    notebook.cells.insert(0, nbformat.v4.new_code_cell(
        f"import mcts_lab.course.grading as _limits\n_limits.limit({int(megabytes)})"))
    first = len(notebook.cells)
    for one in asked:
        notebook.cells.append(nbformat.v4.new_code_cell(
            f"import mcts_lab.course.grading as _marks\n_marks.tell({sign!r}, {one.name!r}, globals())"))
    client = NotebookClient(notebook, timeout=seconds, kernel_name="python3", allow_errors=True,
                            interrupt_on_timeout=True, extra_arguments=list(QUIET),
                            resources={"metadata": {"path": str(path.parent)}})
    problem = f"its check takes over {seconds} seconds, or uses over {megabytes} megabytes"
    try:
        run_client(client)
    except (CellTimeoutError, DeadKernelError):
        problem = f"the notebook was ended: a cell takes over {seconds} seconds or over {megabytes} megabytes"
    marks = []
    for one, cell in zip(asked, notebook.cells[first:], strict=True):
        told = [output.text for output in cell.get("outputs", ()) if output.output_type == "stream"]
        found = [line[len(sign):] for text in told for line in text.splitlines() if line.startswith(sign)]
        marks.append(Mark(path.name, *json.loads(found[-1])) if found else
                     Mark(path.name, one.name, 0, one.points, "not checked", problem))
    return marks


def limit(megabytes):
    """In the notebook's process: refuse memory beyond this, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def tell(sign, name, room):
    """In the notebook's process: print what is to be said of an answer in `room`, the notebook's names."""
    one = {one.name: one for one in exercises()}[name]
    verdict = one.check(room[name]) if name in room else one.verdict(OPEN, f"There is no function {name}.")
    print("\n" + sign + json.dumps((name, verdict.points, verdict.possible, verdict.status, verdict.reason)))
