"""Editions of the notebooks: for students, for teachers, and assignments to hand in.

All are made from the notebooks in the repository, so that there is only one master of each.

student     without answers; code below a question has no outputs, so that students predict them before they run it
instructor  with answers, solved exercises, and the mistakes that people make
assignment  only a lesson's exercises, with nbgrader's cell markers and without widgets
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
    """Return the student edition of a notebook; the argument is not changed.

    Code cells between a question and the next section lose their outputs, including their widgets' states; if the
    question is just before a section's heading, so do the cells of that section. Answers are replaced by a request
    to write down a prediction. Outputs above a section's first question stay.
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
    """Return the instructor's edition: with answers, solved exercises, and the mistakes that the checks know."""
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
    """Return the known mistakes in an exercise, in Markdown."""
    rows = "\n".join(f"* `{mistake.answer.__name__}`: {mistake.hint}" for mistake in one.mistakes)
    return f"*For teachers.* The check names these mistakes:\n\n{rows}"


def assignment(lesson, solved=False):
    """Return a notebook with a lesson's exercises to hand in. Raises UnknownName if there is no such lesson.

    solved: True includes the answers. Comments around each answer tell nbgrader what to remove for students
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
    """Return an exercise's answer, in which marks enclose the part that nbgrader removes to make an assignment."""
    begun = one.stub().splitlines()[:-1]
    answer = one.source().splitlines()[len(begun):]
    return "\n".join([*begun, "    ### BEGIN SOLUTION", *answer, "    ### END SOLUTION"])


def copied(notebook):
    """Return a deep copy of a notebook."""
    import nbformat

    return nbformat.reads(nbformat.writes(notebook), as_version=4)


def named(*words) -> str:
    """Return an id for a cell. It depends only on `words`."""
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:12]
