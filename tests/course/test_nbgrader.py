"""A course for nbgrader, from its source to marks and feedback, by nbgrader's own commands."""

import csv
import os
import sys

import pytest
from programs import python

from mcts_course.exercises import exercises
from mcts_lab import cli

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
LESSON = "01_minimax"


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    assert cli.main(["kit", str(folder), "--nbgrader", "trees"]) == 0
    return folder


def test_sources_have_answers_only_between_marks(course):
    for path in course.glob("source/*/*.ipynb"):
        nbformat.validate(nbformat.read(path, as_version=4))
    cells = {cell.metadata.nbgrader.grade_id: cell.source
             for cell in nbformat.read(course / f"source/{LESSON}/{LESSON}.ipynb", as_version=4).cells}
    for one in exercises(LESSON):
        head, answer = cells[one.name].split("    ### BEGIN SOLUTION\n")
        assert f"{head}{answer.removesuffix('    ### END SOLUTION')}".rstrip() == one.source()
    assert cli.main(["kit", str(course), "--nbgrader", "trees"]) == 1, "nothing is written over"


def nbgrader(course, *words):
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", "")])
    python("-m", "nbgrader", *words, folder=course, PATH=path)


def test_nbgrader_marks_right_answers_and_wrong_ones(course, rooms):
    pytest.importorskip("nbgrader", reason="needs nbgrader, which is in none of the extras: pip install nbgrader")
    nbgrader(course, "generate_assignment", LESSON)
    made = nbformat.read(course / f"release/{LESSON}/{LESSON}.ipynb", as_version=4)
    cells = {cell.metadata.nbgrader.grade_id: cell for cell in made.cells}
    for one in exercises(LESSON):
        assert cells[one.name].source == one.stub(), "the signature and docstring are there, and no answer"
        assert one.source().splitlines()[-1] not in nbformat.writes(made)
    answers = {
        "right": lambda one: one.source(),
        "wrong": lambda one: f"def {one.name}(*_):\n    return 0.5",
        "forged": lambda one: f"{one.name} = exercise('{one.name}').reference",
        "patched": lambda one: f"class Yes:\n    points = {one.points}\n    check = lambda self, answer: self\n"
                               f"exercise = lambda name: Yes()\ndef {one.name}(*_):\n    return 0.5",
        "nothing": lambda one: one.stub(),
    }
    for student, answer in answers.items():
        for one in exercises(LESSON):
            cells[one.name].source = answer(one)
        (course / "submitted" / student / LESSON).mkdir(parents=True)
        nbformat.write(made, course / "submitted" / student / LESSON / f"{LESSON}.ipynb")
    nbgrader(course, "autograde", LESSON)
    nbgrader(course, "generate_feedback", LESSON)
    nbgrader(course, "export")
    with open(course / "grades.csv", encoding="utf-8") as file:
        rows = {row["student_id"]: (float(row["score"]), float(row["max_score"])) for row in csv.DictReader(file)
                if row["assignment"] == LESSON}
    most = sum(one.points for one in exercises(LESSON))
    assert most >= 4 and rows == {student: (most if student == "right" else 0, most) for student in answers}
    page = (course / f"feedback/wrong/{LESSON}/{LESSON}.html").read_text(encoding="utf-8")
    assert "gives 0.5, but should give" in page
