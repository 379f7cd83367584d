"""Editions of the notebooks: for students, for teachers, and assignments to hand in.

All are made from the notebooks as they are in the repository, so that there is one master of each.

student     the rest of a section is cleared below a question, so that it is predicted before it is run; no answers
instructor  answers are open, exercises are solved, and below each stands what people get wrong
assignment  nothing but a lesson's exercises, with the cell markers of nbgrader and no widgets, to be handed in
"""

import hashlib
import json
import re

from ..exercises.catalogue import exercises
from ..exercises.judging import IMPORTS, TODO
from ..jupyter import notebooks
from ..marking.feedback import PREDICTION

ANSWER = re.compile(r"\n*<details><summary>Answer</summary>(.*?)</details>", re.DOTALL)
QUESTION = "**Question.**"
SECTION = re.compile("^## ", re.MULTILINE)
WITHHELD = f"\n\n{PREDICTION} ..."


def student(notebook):
    """The student edition of a notebook; the argument is not changed.

    Code cells between a question and the next section lose their outputs, with what their widgets show; so do those of
    the next section, if the question stands just before its heading. Answers are replaced by a line to think about.
    Pictures above a section's first question stay.
    """
    edition = copied(notebook)
    asked = False
    for cell in edition.cells:
        if cell.cell_type == "markdown":
            asked = QUESTION in cell.source or asked and not SECTION.search(cell.source)
            cell.source = ANSWER.sub(WITHHELD, cell.source)
        elif asked:
            cell.outputs, cell.execution_count = [], None
    states = edition.metadata.get("widgets", {}).get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    shown, text = set(), json.dumps(edition.cells)
    while found := {name for name in states.keys() - shown if name in text}:
        shown |= found
        text = json.dumps([states[name] for name in found])
    for name in states.keys() - shown:
        del states[name]
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


def assignment(lesson, solved=False):
    """A notebook with a lesson's exercises to be handed in. Raises UnknownName for a lesson that there is not.

    solved: with answers, between marks at which nbgrader takes them out
    """
    from nbformat import v4

    def cell(made, name, **marks):
        made.metadata["nbgrader"] = {"schema_version": 3, "grade_id": name, "grade": False, "solution": False,
                                     "locked": True, "task": False, **marks}
        made.id = named(lesson, name)
        return made

    title = f"# Exercises to {lesson}\n\nReplace the dots, run the cells, save the notebook and hand it in."
    cells = [cell(v4.new_markdown_cell(title), "title"),
             cell(v4.new_code_cell(f"{IMPORTS}from mcts_course.exercises import exercise"), "imports")]
    for number, one in enumerate(exercises(lesson), 1):
        cells += [
            cell(v4.new_markdown_cell(f"## {number}. `{one.name}`\n\n{one.task}"), f"{one.name}_task"),
            cell(v4.new_code_cell(between_marks(one) if solved else one.stub()), one.name, solution=True, locked=False),
            cell(v4.new_code_cell(f'exercise("{one.name}").check({one.name})'), f"{one.name}_check"),
            cell(v4.new_code_cell(f'exercise("{one.name}").check({one.name}).points'), f"{one.name}_points",
                 grade=True, points=one.points),
        ]
    return v4.new_notebook(cells=cells, metadata={"kernelspec": notebooks.KERNEL})


def between_marks(one) -> str:
    """An exercise's answer, of which nbgrader keeps the signature and docstring when it makes an assignment."""
    begun = one.stub().splitlines()[:-1]
    answer = one.source().splitlines()[len(begun):]
    return "\n".join([*begun, "    ### BEGIN SOLUTION", *answer, "    ### END SOLUTION"])


def with_parameters(notebook, values):
    """The notebook with other values for its parameters: a cell that sets them after the one tagged `parameters`.

    values: dict from name to value, which must be plain. Raises ValueError for a name that is no parameter.
    """
    import nbformat

    edition = copied(notebook)
    place = next((i for i, cell in enumerate(edition.cells) if "parameters" in cell.metadata.get("tags", ())), None)
    if place is None:
        raise ValueError("This notebook has no parameters. Leave out the values.")
    known = re.findall(r"^(\w+) *=", edition.cells[place].source, re.MULTILINE)
    for name in values:
        if name not in known:
            raise ValueError(f"This notebook has no parameter {name!r}. Its parameters: {', '.join(known)}.")
    text = "\n".join(f"{name} = {value!r}" for name, value in values.items())
    cell = nbformat.v4.new_code_cell(text, id=named("parameters", text))
    cell.metadata["tags"] = ["injected-parameters"]
    edition.cells.insert(place + 1, cell)
    return edition


def copied(notebook):
    """A copy that shares nothing with the notebook."""
    import nbformat

    return nbformat.reads(nbformat.writes(notebook), as_version=4)


def named(*words) -> str:
    """An id for a cell, which stays the same as long as its words do."""
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]
