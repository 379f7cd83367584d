"""A folder of notebooks for a class: editions, assignments, slides, and files for Colab and Binder."""

import re
import shutil
from pathlib import Path

from mcts_lab import __version__
from mcts_lab.views.templates import filled
from mcts_papers import paths

from ..exercises.catalogue import declared
from ..jupyter import notebooks
from ..marking.feedback import unused
from .editions import assignment, copied, instructor, named, student

REPORT = re.compile(r"\[([Tt]he report)\]\(\.\./(figures/[^)]*)\)")  # links of lessons to the verdicts
CHECKOUT = "mcts_lab_files"  # folder into which a notebook clones this project


def setting_up(source):
    """Return a notebook's first cell for machines without this package, such as Colab's; it installs from `source`.

    If the package is installed, the cell does nothing. It requires no versions, so the notebook's own packages stay
    unchanged.
    """
    from nbformat import v4

    text = (
        "import importlib.util\nimport sys\n\n"
        'if importlib.util.find_spec("mcts_lab") is None:  # it takes a minute, once\n'
        f"    !git clone --quiet --depth 1 {source} {CHECKOUT}\n"
        f'    %pip install --quiet --editable "{CHECKOUT}[viz]" anywidget\n'
        f'    sys.path.insert(0, "{CHECKOUT}")')
    cell = v4.new_code_cell(text, id=named("setting up", source))
    cell.metadata["tags"] = ["set-up"]
    return cell


def write_kit(folder, for_teachers=False, with_slides=False, source=None, address=None) -> list[Path]:
    """Write the students' or the teachers' folder, which must be new or empty; return the files written.

    Students get their edition of every notebook, the projects, the assignments, the glossary, the figures with the
    report if they exist, and a page that explains how to begin. Teachers get their edition, and also the solutions.

    with_slides:  True: the page mentions the slides, which `website.slides.write` makes; only for teachers
    source:       Git address of this project; each notebook then begins with a cell that installs the project if it is
                  missing, and there are files for Binder. None: neither
    address:      OWNER/NAME of the GitHub repository for the folder; its page then has links that open each notebook
                  in Colab and Binder. None: no links

    Raises ValueError if `folder` is not empty, for an address without a source, and for slides for students.
    """
    import nbformat

    if with_slides and not for_teachers:
        raise ValueError("Slides contain the answers, so they are not for students. Add --instructor, or leave out "
                         "--slides.")
    if address and not source:
        raise ValueError("On Colab and Binder, the notebooks must first install this project. Give the address of its "
                         "Git repository with --source.")
    if address and not re.fullmatch(r"[\w.-]+/[\w.-]+", address):
        raise ValueError(f"{address!r} is not a repository on GitHub. Write it as OWNER/NAME.")
    folder = unused(folder)
    written = []

    def write(name, text):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)

    def write_notebook(name, notebook):
        if source:
            notebook.cells.insert(1, setting_up(source))
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
    if source:
        write(".binder/requirements.txt", f"mcts_lab[lab] @ git+{source}\n")
        write(".binder/runtime.txt", "python-3.11\n")
        write(".binder/postBuild", f"set -e\ngit clone --quiet --depth 1 {source} {CHECKOUT}\n"
                                   f"python -m pip install --no-deps --editable {CHECKOUT}\n")
    write("glossary.md", notebooks.glossary().read_text(encoding="utf-8"))
    write("README.md", filled(__package__, "begin_here.md", for_teachers=for_teachers, address=address, source=source,
                              with_slides=with_slides, version=__version__, table=notebooks.contents().itertuples()))
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
