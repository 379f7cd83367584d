"""A folder of notebooks for a class: editions, assignments and slides."""

import re
import shutil
from pathlib import Path

from mcts_lab import __version__
from mcts_lab.views.templates import filled
from mcts_papers import paths

from ..exercises.catalogue import declared
from ..jupyter import notebooks
from ..marking.feedback import unused
from .editions import assignment, copied, instructor, student

REPORT = re.compile(r"\[([Tt]he report)\]\(\.\./(figures/[^)]*)\)")  # links of lessons to the verdicts


def write_kit(folder, for_teachers=False, with_slides=False) -> list[Path]:
    """Write the students' or the teachers' folder, which must be new or empty; return the files written.

    Students get their edition of every notebook, the projects, the assignments, the glossary, the figures with the
    report if they exist, and a page that explains how to begin. Teachers get their edition, and also the solutions.

    with_slides:  True: the page mentions the slides, which `website.slides.write` makes; only for teachers

    Raises ValueError if `folder` is not empty, and for slides for students.
    """
    import nbformat

    if with_slides and not for_teachers:
        raise ValueError("Slides contain the answers, so they are not for students. Add --instructor, or leave out "
                         "--slides.")
    folder = unused(folder)
    written = []

    def write(name, text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)

    def write_notebook(name, notebook):
        write(name, nbformat.writes(notebook))

    figures = paths.figures()
    drawn = (figures / "report.html").is_file()
    if drawn:
        shutil.copytree(figures, folder / "figures")
        written += sorted(path for path in (folder / "figures").rglob("*") if path.is_file())
    for master in notebooks.masters():
        made = nbformat.read(notebooks.made(master), as_version=4)
        edition = instructor(made) if for_teachers else student(made)
        for cell in edition.cells:
            if cell.cell_type == "markdown":
                cell.source = REPORT.sub(r"[\1](\2)" if drawn else r"\1 (`mcts-lab report` writes it)", cell.source)
        write_notebook(f"{master.stem}.ipynb", edition)
    for master in notebooks.projects():
        write_notebook(f"{notebooks.PROJECTS}/{master.stem}.ipynb", nbformat.read(notebooks.made(master), as_version=4))
    for lesson in declared():
        made = assignment(lesson)
        write_notebook(f"assignments/{lesson}.ipynb", copied(made))
        if for_teachers:
            write_notebook(f"solutions/{lesson}.ipynb", instructor(made))
    write("glossary.md", notebooks.glossary().read_text(encoding="utf-8"))
    write("README.md", filled(__package__, "begin_here.md", for_teachers=for_teachers, with_slides=with_slides,
                              version=__version__, table=notebooks.contents().itertuples()))
    return written


def write_course(folder, name) -> list[Path]:
    """Write a course for nbgrader into `folder`, which must be new or empty; return the files written.

    name: name of the course
    """
    import nbformat

    folder = unused(folder)
    pages = {f"source/{lesson}/{lesson}.ipynb": nbformat.writes(assignment(lesson, solved=True))
             for lesson in declared()}
    pages["nbgrader_config.py"] = ("from mcts_course.marking.gradebook import configure\n\n"
                                   f"configure(get_config(), {name!r})  # noqa: F821\n")
    for place, text in pages.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_text(text, encoding="utf-8")
    return [folder / place for place in pages]
