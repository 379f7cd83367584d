"""Pages made from marks: one for each notebook that was handed in, and one of the class with its mistakes."""

import hashlib
from collections import Counter
from pathlib import Path, PurePosixPath

from mcts_lab.views.templates import filled

from ..exercises.catalogue import exercises

LONGEST = 200  # bytes of a page's name


def unused(folder) -> Path:
    """Return the path of a folder that is new or empty. Raises ValueError if it is not."""
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"there is something in {folder} already: name a folder that is new or empty")
    return folder


def write(marks, folder) -> list[Path]:
    """Write `students/NAME.html` for each notebook, and `class.html`, into a folder that is `unused`; their paths."""
    folder = unused(folder)
    pages = {"class.html": of_class(marks)}
    for file in dict.fromkeys(mark.file for mark in marks):
        pages[f"students/{page_of(file)}"] = of_student(file, [mark for mark in marks if mark.file == file])
    for name, text in pages.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in pages]


def page_of(file) -> str:
    """Return the path of a notebook's page: its own, or a number where that is too long or might be another's."""
    path = PurePosixPath(file)
    plain = path.suffix == ".ipynb" and "\\" not in file and not any(
        part == ".." or part.endswith(".html") or len(part.encode()) > LONGEST for part in path.parts)
    return str(path.with_suffix(".html")) if plain else f"{hashlib.sha256(file.encode()).hexdigest()[:16]}.html"


def of_student(file, marks) -> str:
    """Return the page of one notebook."""
    return filled(__package__, "student.html", title=file, marks=marks)


def of_class(marks) -> str:
    """Return the page of a class: how many notebooks have which result, and which mistake, for each exercise."""
    counts = {mark.exercise: Counter() for mark in marks}
    for mark in marks:
        counts[mark.exercise][mark.status, mark.mistake] += 1
    hints = {(one.name, mistake.answer.__name__): mistake.hint for one in exercises() for mistake in one.mistakes}
    return filled(__package__, "class.html", exercises=counts, hints=hints)
