"""A folder of notebooks for a class: editions, assignments, slides, and files for Colab and Binder."""

import re
import shutil
from pathlib import Path

from mcts_lab import __version__
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


def buttons(address, name) -> str:
    """Return links in Markdown that open a notebook of the GitHub repository OWNER/NAME in Colab and in Binder."""
    colab = f"https://colab.research.google.com/github/{address}/blob/HEAD/{name}.ipynb"
    binder = f"https://mybinder.org/v2/gh/{address}/HEAD?labpath={name}.ipynb"
    return f"[Colab]({colab}) [Binder]({binder})"


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
    write("README.md", begin_here(for_teachers, address, with_slides, source))
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


INSTALL = """
## Install it

You need Python 3.11 or newer and 1.5 GB of disk. In a terminal, in this folder:

```
python3 -m venv .venv
.venv/bin/python -m pip install {package}
.venv/bin/mcts-lab lab .
```

On Windows, write `.venv\\Scripts` in place of `.venv/bin`, and `py` in place of `python3`. {where}The last line starts
JupyterLab and opens `00_play.ipynb`; type it again on another day. To run a cell, press Shift+Enter.

## Where it works

| program | tried |
|---|---|
| JupyterLab 4 | yes: every lesson is run in it |
| Jupyter Notebook 7 | the first lesson, by hand: its cells run and its board plays |
| VS Code | not tried |
| Google Colab | not tried |
| JupyterHub | not tried |
"""


def begin_here(for_teachers, address=None, with_slides=False, source=None) -> str:
    """Return the README page of a kit."""
    table = notebooks.contents()
    names = [(row, row.notebook.removesuffix(".ipynb")) for row in table.itertuples()]
    rows = "\n".join(f"| {name} | {row.title} | {row.minutes} |{f' {buttons(address, name)} |' if address else ''}"
                     for row, name in names)
    more = (" in the browser |", "---|") if address else ("", "")
    teachers = ("\nThis is the teachers' edition: answers are open, exercises are solved, and below each stands what "
                "people get wrong.\n`mcts-lab grade FOLDER` marks the assignments that students hand in.\n"
                if for_teachers else
                "\nWhat stands below a question is empty: predict, then run. `exercise(\"name\").hint()` helps.\n")
    install = INSTALL.format(
        package=f'"mcts_lab[lab,learning] @ git+{source}"' if source else '"./FILE.whl[lab,learning]"',
        where="" if source else f"`FILE.whl` is the file `mcts_lab-{__version__}-py3-none-any.whl`, which your teacher "
                                "gives you; put it into this folder. ")
    return (f"# How programs find good moves\n{teachers}{install}\n## The lessons\n\n"
            f"| notebook | | minutes |{more[0]}\n|---|---|---|{more[1]}\n{rows}\n\n"
            "Assignments are in `assignments/`, and four projects of some days each in `projects/`.\n"
            + ("Slides are in `slides/`: open one in a browser and press the arrow keys, and `n` for the notes of the "
               "speaker; no network is needed.\n"
               if with_slides else ""))
