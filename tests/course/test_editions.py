"""Editions of the notebooks, and folders for a class."""

import json
import re

import pytest

from mcts_course.exercises import exercises
from mcts_course.exercises.catalogue import declared, find
from mcts_course.jupyter import notebooks
from mcts_course.kits import editions, kit
from mcts_lab import cli

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
v4 = nbformat.v4


def output(text):
    return v4.new_output("execute_result", {"text/plain": text}, execution_count=1)


@pytest.fixture
def lesson():
    stub = find("ucb1").stub() + '\n\n\nexercise("ucb1").check(ucb1)'
    return v4.new_notebook(cells=[
        v4.new_markdown_cell("# A lesson\n\nSome text."),
        v4.new_code_cell("seed = 1\ngame = 'nim'", metadata={"tags": ["parameters"]}),
        v4.new_code_cell("1 + 1", outputs=[output("2")], execution_count=1),
        v4.new_markdown_cell("**Question.** How much?\n\n"
                             "<details><summary>Answer</summary>A lot, and\nmore.</details>"),
        v4.new_code_cell("2 + 2", outputs=[output("4")], execution_count=2),
        v4.new_markdown_cell("So it is.\n\n## Another section"),
        v4.new_code_cell(stub, outputs=[output("...")], execution_count=3),
    ])


def test_students_predict_before_they_see(lesson):
    edition = editions.student(lesson)
    assert [len(cell.outputs) for cell in edition.cells if cell.cell_type == "code"] == [0, 1, 0, 1]
    text = nbformat.writes(edition)
    assert "A lot" not in text and "What do you think?" in text and "How much?" in text
    assert "A lot" in nbformat.writes(lesson), "the notebook itself stays as it was"


def test_nothing_below_a_question_is_given_away():
    """Neither by an output of the same section nor by the state of a widget; pictures elsewhere stay."""
    questions = given_away = pictures = 0
    for master in notebooks.masters():
        edition = editions.student(nbformat.read(notebooks.made(master), as_version=4))
        asked = False
        for cell in edition.cells:
            if cell.cell_type == "markdown":
                questions += cell.source.count("**Question.**")
                asked = asked and "\n## " not in f"\n{cell.source}" or "**Question.**" in cell.source
            else:
                given_away += asked and bool(cell.outputs)
                pictures += bool(cell.outputs)
        text, widgets = json.dumps(edition.cells), edition.metadata.get("widgets", {})
        states = widgets.get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
        linked = text + json.dumps(states)
        given_away += sum(linked.count(name) < 2 for name in states)
    assert questions > 100 and given_away == 0
    assert pictures > 50


def test_teachers_see_answers_solutions_and_mistakes(lesson):
    edition = editions.instructor(lesson)
    text = "\n".join(cell.source for cell in edition.cells)
    assert "**Answer.** A lot, and\nmore." in text and "<details>" not in text
    assert find("ucb1").source() in text and "your code here" not in text
    assert all(mistake.hint in text for mistake in find("ucb1").mistakes)
    nbformat.validate(edition)


@pytest.mark.parametrize("name", declared())
def test_assignments_hold_stubs_and_no_widgets(name):
    made = editions.assignment(name)
    nbformat.validate(made)
    text = "\n".join(cell.source for cell in made.cells)
    assert all(one.stub() in text and one.task in text for one in exercises(name)) and "widgets" not in text
    solved = "\n".join(cell.source for cell in editions.instructor(made).cells)
    assert all(one.source() in solved for one in exercises(name))
    marks = {cell.metadata.nbgrader.grade_id: cell.metadata.nbgrader for cell in made.cells}
    assert len(marks) == len(made.cells)
    assert sum(mark.get("points", 0) for mark in marks.values()) == sum(one.points for one in exercises(name))
    assert all(marks[one.name].solution and not marks[one.name].locked for one in exercises(name))


def test_the_kit_overwrites_nothing(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="new or empty"):
        kit.write_kit(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_kits_for_students_and_teachers(tmp_path, capsys):
    assert cli.main(["kit", str(tmp_path / "students")]) == 0
    assert cli.main(["kit", str(tmp_path / "teachers"), "--instructor"]) == 0
    assert "begin with" in capsys.readouterr().out
    names = [master.stem for master in notebooks.masters()]
    for edition in ("students", "teachers"):
        assert all((tmp_path / edition / f"{name}.ipynb").is_file() for name in names)
        assert (tmp_path / edition / "README.md").read_text().count("| 0") >= 5
    students, teachers = ("".join(path.read_text() for path in (tmp_path / edition).rglob("*.ipynb"))
                          for edition in ("students", "teachers"))
    assert "**Answer.**" in teachers and "**Answer.**" not in students and "<summary>Answer" not in students
    assert all(json.dumps(one.source())[1:-1] not in students for one in exercises())


def test_no_link_of_a_kit_leads_nowhere(tmp_path):
    links = 0
    for path in kit.write_kit(tmp_path / "kit"):
        if path.suffix in (".ipynb", ".md") and "figures" not in path.parts:
            text = path.read_text() if path.suffix == ".md" else "\n".join(
                cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown")
            for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", text):
                links += 1
                assert (path.parent / target).is_file(), f"{path.name}: {target}"
    assert links > 100


def test_a_notebook_is_found_by_its_name_or_number():
    assert notebooks.find("02") == notebooks.find("02_bandits") == notebooks.find("02_bandits.ipynb")
    assert notebooks.find("P1").name == "P1_runnels.ipynb"
    with pytest.raises(KeyError, match="There is no notebook '2'. Choose one of 00_play"):
        notebooks.find("2")


@pytest.mark.parametrize("master", [*notebooks.masters(), *notebooks.projects()], ids=lambda path: path.stem)
def test_code_fits_the_screen(master):
    cells = [cell for cell in notebooks.cells(master).cells if cell.cell_type == "code"]
    assert [line for cell in cells for line in cell.source.splitlines() if len(line) > 88] == []
