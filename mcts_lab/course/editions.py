"""Editions of the notebooks: for students, for teachers, and assignments to hand in.

All are made from the notebooks as they are in the repository, so that there is one master of each.

student     what stands below a question is cleared, so that it is predicted before it is run; answers are left out
instructor  answers are open, exercises are solved, and below each stands what people get wrong
assignment  nothing but a lesson's exercises, with the cell markers of nbgrader and no widgets, to be handed in
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from ..project import notebooks, paths
from .catalogue import LESSONS, exercises
from .judging import TODO

ANSWER = re.compile(r"\n*<details><summary>Answer</summary>(.*?)</details>", re.DOTALL)
QUESTION = "**Question.**"
CHECKOUT = "mcts_lab_files"  # the folder into which notebooks elsewhere fetch this project
WITHHELD = "\n\n*(What do you think? Write it down before you go on.)*"


def student(notebook):
    """The student edition of a notebook; the argument is not changed.

    Code cells between a question and the next text lose their outputs, answers are replaced by a line to think about.
    """
    edition = copied(notebook)
    asked = False
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            asked = QUESTION in cell.source
            cell.source = ANSWER.sub(WITHHELD, cell.source)
        elif asked:
            cell.outputs, cell.execution_count = [], None
    return edition


def instructor(notebook):
    """The instructor's edition: answers open, exercises solved, and the mistakes that the checks know."""
    import nbformat

    edition = copied(notebook)
    cells = []
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            cell.source = ANSWER.sub(lambda found: f"\n\n**Answer.** {found[1].strip()}", cell.source)
        cells.append(cell)
        for one in exercises() if cell.cell_type == "code" and TODO in cell.source else ():
            if one.stub() not in cell.source:
                continue
            cell.source = cell.source.replace(one.stub(), one.source())
            cell.outputs, cell.execution_count = [], None
            cells.append(nbformat.v4.new_markdown_cell(mistakes(one), id=named("mistakes", one.name)))
    edition.cells = cells
    return edition


def mistakes(one) -> str:
    """What people get wrong in an exercise, in Markdown."""
    rows = "\n".join(f"* `{mistake.answer.__name__}`: {mistake.hint}" for mistake in one.mistakes)
    return f"*For teachers.* The check names these mistakes:\n\n{rows}"


def assignment(lesson):
    """A notebook with a lesson's exercises to be handed in. Raises UnknownName for a lesson that there is not."""
    from nbformat import v4

    def cell(made, name, **marks):
        made.metadata["nbgrader"] = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False,
                                     "locked": True, "task": False, **marks}
        made.id = named(lesson, name)
        return made

    title = f"# Exercises to {lesson}\n\nReplace the dots, run the cells, save the notebook and hand it in."
    cells = [cell(v4.new_markdown_cell(title), "title"),
             cell(v4.new_code_cell("import math\nimport random\n\nfrom mcts_lab.course import exercise"), "imports")]
    for number, one in enumerate(exercises(lesson), 1):
        cells += [
            cell(v4.new_markdown_cell(f"## {number}. `{one.name}`\n\n{one.task}"), f"{one.name}_task"),
            cell(v4.new_code_cell(one.stub()), one.name, solution=True, locked=False),
            cell(v4.new_code_cell(f'exercise("{one.name}").check({one.name})'), f"{one.name}_check"),
            cell(v4.new_code_cell(f'exercise("{one.name}").check({one.name}).points'), f"{one.name}_points",
                 grade=True, points=one.points),
        ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def slides(notebook):
    """The notebook as slides: each section begins one, and what follows it lies below, step by step."""
    edition = copied(notebook)
    for cell in edition.cells:
        heading = cell.cell_type == "markdown" and re.match("#{1,2} ", cell.source)
        cell.metadata["slideshow"] = {"slide_type": "slide" if heading else "subslide"}
    return edition


def slides_page(notebook) -> str:
    """The slides as a page for a browser, which fetches reveal.js from the network when it is shown."""
    from nbconvert import SlidesExporter

    page, _ = SlidesExporter(exclude_input_prompt=True, exclude_output_prompt=True).from_notebook_node(slides(notebook))
    return page


def with_parameters(notebook, values):
    """The notebook with other values for its parameters: a cell that sets them after the one tagged `parameters`.

    values: dict from name to value, which must be plain. Raises ValueError for a name that is no parameter.
    """
    import nbformat

    edition = copied(notebook)
    place = next((i for i, cell in enumerate(edition.cells) if "parameters" in cell.metadata.get("tags", ())), None)
    if place is None:
        raise ValueError("this notebook has no parameters")
    known = re.findall(r"^(\w+) *=", edition.cells[place].source, re.MULTILINE)
    for name in values:
        if name not in known:
            raise ValueError(f"this notebook has no parameter {name!r}: it has {', '.join(known)}")
    text = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    cell = nbformat.v4.new_code_cell(text, id=named("parameters", text))
    cell.metadata["tags"] = ["injected-parameters"]
    edition.cells.insert(place + 1, cell)
    return edition


def setting_up(source):
    """The first cell of a notebook for machines without this package, such as Colab's: it fetches it from `source`.

    Where the package is installed the cell does nothing.
    """
    from nbformat import v4

    text = (
        "import importlib.util\nimport sys\n\n"
        'if importlib.util.find_spec("mcts_lab") is None:  # it takes a minute, once\n'
        f"    !git clone --quiet --depth 1 {source} {CHECKOUT}\n"
        f'    %pip install --quiet --constraint {CHECKOUT}/constraints.txt --editable "{CHECKOUT}[notebooks]"\n'
        f'    sys.path.insert(0, "{CHECKOUT}")')
    cell = v4.new_code_cell(text, id=named("setting up", source))
    cell.metadata["tags"] = ["set-up"]
    return cell


def buttons(address, name) -> str:
    """Links that open a notebook of the repository OWNER/NAME on GitHub in Colab and in Binder, in Markdown."""
    colab = f"https://colab.research.google.com/github/{address}/blob/HEAD/{name}.ipynb"
    binder = f"https://mybinder.org/v2/gh/{address}/HEAD?labpath={name}.ipynb"
    return f"[Colab]({colab}) [Binder]({binder})"


def write_kit(folder, for_teachers=False, with_slides=False, source=None, address=None) -> list[Path]:
    """Write the students' folder, or the teachers', into `folder`, which must be new or empty; the files written.

    Students get their edition of every notebook, the assignments, and a page that says how to begin. Teachers get their
    edition, the assignments with the solutions, and the students' folder beside them to compare with.

    with_slides:  slides too
    source:       where Git finds this project; then each notebook begins with a cell that fetches it where it is
                  missing, and there is what Binder needs. None: no such cells
    address:      OWNER/NAME of the repository on GitHub in which the folder will lie; then its page has links that open
                  each notebook in Colab and Binder. None: no links

    Raises ValueError if there is something in `folder` already, or if there is an address without a source.
    """
    import nbformat

    if address and not source:
        raise ValueError("links to Colab and Binder need notebooks that fetch this project: say where it is (source)")
    if address and not re.fullmatch(r"[\w.-]+/[\w.-]+", address):
        raise ValueError(f"{address!r} is not the OWNER/NAME of a repository on GitHub")
    folder = Path(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"there is something in {folder} already: name a folder that is new or empty")
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

    for master in notebooks.masters():
        made = nbformat.read(master.with_suffix(".ipynb"), as_version=4)
        edition = instructor(made) if for_teachers else student(made)
        write_notebook(f"{master.stem}.ipynb", edition)
        if with_slides:
            write(f"slides/{master.stem}.html", slides_page(made))
    for lesson in LESSONS:
        made = assignment(lesson)
        write_notebook(f"assignments/{lesson}.ipynb", copied(made))
        if for_teachers:
            write_notebook(f"solutions/{lesson}.ipynb", instructor(made))
    if source:
        write(".binder/requirements.txt", f"mcts_lab[notebooks] @ git+{source}\n")
        write(".binder/runtime.txt", "python-3.11\n")
        write(".binder/postBuild", f"set -e\ngit clone --quiet --depth 1 {source} {CHECKOUT}\n"
                                   f"python -m pip install --no-deps --editable {CHECKOUT}\n")
    write("README.md", begin_here(for_teachers, address))
    return written


def begin_here(for_teachers, address=None) -> str:
    """The page that a kit begins with."""
    table = notebooks.contents()
    names = [(row, row.notebook.removesuffix(".ipynb")) for row in table.itertuples()]
    rows = "\n".join(f"| {name} | {row.title} | {row.minutes} |{f' {buttons(address, name)} |' if address else ''}"
                     for row, name in names)
    more = (" in the browser |", "---|") if address else ("", "")
    teachers = ("\nThis is the teachers' edition: answers are open, exercises are solved, and below each stands what "
                "people get wrong.\n`mcts-lab grade FOLDER` marks the assignments that students hand in.\n"
                if for_teachers else
                "\nWhat stands below a question is empty: predict, then run. `exercise(\"name\").hint()` helps.\n")
    return (f"# How programs find good moves\n{teachers}\nStart JupyterLab in this folder and open "
            f"`00_start_here.ipynb`.\n\n| notebook | | minutes |{more[0]}\n|---|---|---|{more[1]}\n{rows}\n\n"
            "Assignments are in `assignments/`.\n")


def copied(notebook):
    """A copy that shares nothing with the notebook."""
    import nbformat

    return nbformat.reads(nbformat.writes(notebook), as_version=4)


def named(*words) -> str:
    """An id for a cell, which stays the same as long as its words do."""
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]


def find(name) -> Path:
    """The notebook of this name in the repository. Raises ValueError if there is none."""
    path = paths.root() / "notebooks" / f"{Path(name).stem}.ipynb"
    if not path.is_file():
        raise ValueError(f"there is no notebook {Path(name).stem!r}; there are "
                         f"{', '.join(master.stem for master in notebooks.masters())}")
    return path
