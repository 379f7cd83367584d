"""Pages of marks: one page for each notebook that was handed in, and one page about the class and its mistakes."""

import contextlib
import hashlib
from collections import Counter
from pathlib import Path, PurePosixPath

from mcts_lab.views.templates import filled

from ..exercises.catalogue import exercises
from ..projects import NAMES, grader, parts_of
from ..sandboxes.apart import apart
from .grading import READING, asked_for, cells_of, defines

LONGEST = 200  # maximum number of bytes of a page's name
MOST = 20_000  # maximum number of letters shown of a cell
PREDICTION = "**What do you think?** Double-click here and write it down before you go on:"  # in the students' edition
PAGE, EMPTY = "## A page of explanation", "*Write your page here.*"  # in a project's notebook


def unused(folder) -> Path:
    """Return the path of a folder that is new or empty. Raises ValueError if it is not."""
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is not empty. Name a folder that is new or empty.")
    return folder


def write(marks, folder, handed_in=None, table=()) -> list[Path]:
    """Write `students/NAME.html` for each notebook, and `class.html`, into a new or empty folder; return the paths.

    handed_in: the folder of the notebooks, whose code and texts the pages show. None: neither is shown
    table:     the table of the class, with its heading as first row
    """
    folder = unused(folder)
    pages = {"class.html": of_class(marks, table)}
    for file in dict.fromkeys(mark.file for mark in marks):
        codes, texts = {}, []
        own = [mark for mark in marks if mark.file == file]
        if handed_in is not None:
            with contextlib.suppress(Exception):  # after any error, the marks are still shown
                codes, texts = apart(READING, shown, Path(handed_in) / file, [mark.exercise for mark in own])
        pages[f"students/{page_of(file)}"] = of_student(file, own, codes, texts)
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in pages]


def shown(_, path, names) -> tuple[dict, list]:
    """Return the code and the texts of a notebook that its page shows.

    The code is a dict from an exercise's name to the cell with its function. The texts are pairs (title, text).
    """
    cells, codes = cells_of(path), {}
    for name in filter(None, names):
        found = [cell for cell in cells["code"] if defines(cell, asked_for(name).function)]
        if found:
            codes[name] = found[0][:MOST]
    return codes, written(cells["markdown"])


def written(cells) -> list[tuple[str, str]]:
    """Return the texts that a student has written: predictions below questions, and the page of a project."""
    found, page = [], False
    for cell in cells:
        asked, mark, said = cell.partition(PREDICTION)
        if mark and said.strip(" .\n"):
            found.append((asked.strip()[-300:], said.strip()[:MOST]))
        if page and cell.startswith("## "):
            page = False
        elif page and cell.strip() != EMPTY:
            found.append(("Page of explanation", cell[:MOST]))
        page = page or PAGE in cell
    return found


def page_of(file) -> str:
    """Return the path of a notebook's page, or a checksum if its own path is too long, unsafe or ambiguous."""
    path = PurePosixPath(file)
    plain = path.suffix == ".ipynb" and "\\" not in file and not any(
        part == ".." or part.endswith(".html") or len(part.encode()) > LONGEST for part in path.parts)
    return str(path.with_suffix(".html")) if plain else f"{hashlib.sha256(file.encode()).hexdigest()[:16]}.html"


def of_student(file, marks, codes=(), texts=()) -> str:
    """Return the page of one notebook."""
    return filled(__package__, "student.html", title=file, marks=marks, codes=dict(codes), texts=texts)


def of_class(marks, table=()) -> str:
    """Return the page of a class: for each exercise, how many notebooks have each result and each mistake."""
    counts = {mark.exercise: Counter() for mark in marks}
    for mark in marks:
        counts[mark.exercise][mark.status, mark.mistake] += 1
    hints = {(one.name, mistake.answer.__name__): mistake.hint for one in exercises() for mistake in one.mistakes} | {
        (part.name, mistake): hint for name in NAMES for part in parts_of(name)
        for mistake, hint in getattr(grader(name), "MISTAKES", {}).items()}
    return filled(__package__, "class.html", exercises=counts, hints=hints, table=list(table))
