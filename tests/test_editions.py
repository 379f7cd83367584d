"""Editions of the notebooks, folders for a class, and marks for what students hand in."""

import csv
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mcts_lab import cli
from mcts_lab.course import editions, exercise, exercises, grading, kit, slides
from mcts_lab.course.catalogue import LESSONS
from mcts_lab.project import notebooks

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
pytest.importorskip("nbclient", reason="needs the extra 'notebooks'")
v4 = nbformat.v4


def output(text):
    return v4.new_output("execute_result", {"text/plain": text}, execution_count=1)


@pytest.fixture
def lesson():
    stub = exercise("ucb1").stub() + '\n\n\nexercise("ucb1").check(ucb1)'
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
        edition = editions.student(nbformat.read(master.with_suffix(".ipynb"), as_version=4))
        asked = False
        for cell in edition.cells:
            if cell.cell_type == "markdown":
                parts = cell.source.split("\n## ")
                asked = asked and len(parts) == 1 and not cell.source.startswith("## ")
                questions += cell.source.count("**Question.**")
                asked = asked or "**Question.**" in parts[-1]
            else:
                given_away += asked and bool(cell.outputs)
                pictures += bool(cell.outputs)
        text, widgets = json.dumps(edition.cells), edition.metadata.get("widgets", {})
        states = widgets.get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
        linked = text + json.dumps(states)
        given_away += sum(linked.count(name) < 2 for name in states)
    assert questions > 100 and given_away == 0 and pictures > 50


def test_teachers_see_answers_solutions_and_mistakes(lesson):
    edition = editions.instructor(lesson)
    text = "\n".join(cell.source for cell in edition.cells)
    assert "**Answer.** A lot, and\nmore." in text and "<details>" not in text
    assert exercise("ucb1").source() in text and "your code here" not in text
    assert all(mistake.hint in text for mistake in exercise("ucb1").mistakes)
    nbformat.validate(edition)


def test_slides_show_what_is_said_together_and_answers_on_their_own(lesson):
    kinds = [cell.metadata.slideshow.slide_type for cell in slides.slides(lesson).cells]
    assert kinds == ["slide", "skip", "-", "subslide", "subslide", "subslide", "-"]
    assert slides.imports_only("import math\nfrom os import path")
    assert not slides.imports_only("import math\nmath.pi") and not slides.imports_only("%pip list")


def test_parameters_are_set_below_their_defaults(lesson):
    edition = editions.with_parameters(lesson, {"seed": 7})
    assert edition.cells[2].source == "seed = 7" and len(edition.cells) == len(lesson.cells) + 1
    with pytest.raises(ValueError, match="no parameter 'sed': it has seed, game"):
        editions.with_parameters(lesson, {"sed": 7})
    with pytest.raises(ValueError, match="has no parameters"):
        editions.with_parameters(v4.new_notebook(), {"seed": 7})


@pytest.mark.parametrize("name", LESSONS)
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


def test_notebooks_fetch_what_is_missing_and_only_that(tmp_path):
    """The first cell of a kit for Colab does nothing where the package is; else it clones, installs and finds it."""
    from IPython.core.interactiveshell import InteractiveShell

    cell = kit.setting_up("https://example.org/lab.git")
    shell = InteractiveShell()
    said = []
    shell.system = said.append
    shell.run_line_magic = lambda name, line, **options: said.append(f"%{name} {line}")
    plain = shell.transform_cell(cell.source)
    for there in (True, False):
        hidden = "" if there else "importlib.util.find_spec = lambda name: None\n"
        shell.run_cell(plain.replace("if importlib", f"{hidden}if importlib")).raise_error()
        assert (said == []) == there
    clone, install = said
    assert clone == "git clone --quiet --depth 1 https://example.org/lab.git mcts_lab_files"
    assert install.startswith("%pip install") and install.endswith('--editable "mcts_lab_files[notebooks]"')
    import sys

    assert sys.path.pop(0) == "mcts_lab_files"
    import importlib

    importlib.reload(importlib.util)


def test_a_kit_for_the_browser(tmp_path):
    written = kit.write_kit(tmp_path / "kit", source="https://example.org/lab.git", address="someone/course")
    for path in written:
        if path.suffix == ".ipynb":
            first = next(cell for cell in nbformat.read(path, 4).cells if cell.cell_type == "code")
            assert first.metadata["tags"] == ["set-up"] and first.outputs == []
    page = (tmp_path / "kit" / "README.md").read_text()
    assert "colab.research.google.com/github/someone/course/blob/HEAD/00_start_here.ipynb" in page
    assert "mybinder.org/v2/gh/someone/course/HEAD?labpath=00_start_here.ipynb" in page
    assert "git+https://example.org/lab.git" in (tmp_path / "kit" / ".binder" / "requirements.txt").read_text()
    for options, wrong in (({"address": "someone/course"}, "source"), ({"source": "x", "address": "course"}, "OWNER")):
        with pytest.raises(ValueError, match=wrong):
            kit.write_kit(tmp_path / "other", **options)


def test_the_minutes_that_lessons_state_are_those_of_what_they_hold():
    """By the rule of `minutes.PACE`; lessons for games and parts of one's own may take longer than their text."""
    import re

    from mcts_lab.course import minutes

    plan = (notebooks.paths.root() / "docs" / "teaching.md").read_text(encoding="utf-8")
    stated = notebooks.contents().set_index("notebook")["minutes"].astype(int)
    for master in notebooks.masters():
        counted, said = int(minutes.sections(master)["minutes"].sum()), int(stated[f"{master.stem}.ipynb"])
        assert said >= 0.75 * counted and (said <= 1.35 * counted or master.stem[0] == "9"), (master.stem, counted)
        assert re.search(rf"^\| {master.stem[:2]} [^|]*\| {said} \|", plan, re.MULTILINE), master.stem


# -- marks -------------------------------------------------------------------------------------------------------------


def answered(lesson, answers, before=""):
    """An assignment in which the named functions are replaced by other source."""
    made = editions.assignment(lesson)
    for cell in made.cells:
        name = cell.metadata.nbgrader.grade_id
        if name in answers:
            cell.source = answers[name]
    if before:
        made.cells.insert(1, v4.new_code_cell(before))
    return made


def test_marks_with_reasons(tmp_path, capsys):
    hand_in = tmp_path / "handed in"
    hand_in.mkdir()
    right = {one.name: one.source() for one in exercises("00_start_here")}
    wrong = {**right, "chosen": "def chosen(visits, means):\n    return max(means, key=means.get)"}
    endless = {**right, "chosen": "def chosen(visits, means):\n    while True:\n        pass"}
    for name, answers, before in (("a", right, ""), ("b", wrong, "1 / 0"), ("c", endless, ""), ("d", {}, "")):
        nbformat.write(answered("00_start_here", answers, before), hand_in / f"{name}.ipynb")
    (hand_in / "e.ipynb").write_text("not a notebook")
    out = tmp_path / "marks.csv"
    assert cli.main(["grade", str(hand_in), "--out", str(out), "--seconds", "6"]) == 0
    rows = {(row["file"], row["exercise"]): row for row in csv.DictReader(out.open(encoding="utf-8"))}
    assert rows["a.ipynb", "chosen"]["points"] == rows["a.ipynb", "payoff_of"]["points"] == "1"
    assert rows["b.ipynb", "chosen"]["status"] == "wrong" and "go by the visits" in rows["b.ipynb", "chosen"]["reason"]
    assert rows["b.ipynb", "payoff_of"]["points"] == "1", "an error elsewhere costs nothing"
    assert rows["c.ipynb", "chosen"]["points"] == "0" and "6 seconds" in rows["c.ipynb", "chosen"]["reason"]
    assert rows["c.ipynb", "payoff_of"]["points"] == "1", "an endless answer costs only itself"
    assert {rows["d.ipynb", name]["status"] for name in ("chosen", "payoff_of")} == {"not answered yet"}
    assert rows["e.ipynb", ""]["status"] == "unreadable"
    assert "a.ipynb: 2 of 2 points" in capsys.readouterr().out
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 1, "marks are never overwritten"


STOPPED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off
from mcts_lab import cli
sys.exit(cli.main(["grade", *sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize("stop", ["SIGINT", "SIGKILL"])
def test_a_run_that_is_stopped_has_written_the_marks_so_far_and_can_go_on(tmp_path, capsys, stop):
    hand_in, out, busy = tmp_path / "handed in", tmp_path / "marks.csv", tmp_path / "busy"
    hand_in.mkdir()
    right = {one.name: one.source() for one in exercises("00_start_here")}
    endless = f"import os, pathlib, time\npathlib.Path({str(busy)!r}).write_text(str(os.getpid()))\ntime.sleep(300)"
    nbformat.write(answered("00_start_here", right), hand_in / "a.ipynb")
    nbformat.write(answered("00_start_here", {}, endless), hand_in / "b.ipynb")
    command = [str(hand_in), "--out", str(out), "--continue"]
    process = subprocess.Popen([sys.executable, "-c", STOPPED, *command], stderr=subprocess.PIPE, text=True,
                               stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": notebooks.PACKAGE})
    try:
        while not (busy.exists() and busy.read_text()) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(getattr(signal, stop))
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    written = out.read_text(encoding="utf-8")
    assert [(row["file"], row["status"]) for row in csv.DictReader(written.splitlines())] == [("a.ipynb", "right")] * 2
    if stop == "SIGINT":
        assert process.returncode == 130 and "mcts-lab: stopped" in said and "Traceback" not in said
        with pytest.raises(ProcessLookupError):  # the kernel is gone
            os.kill(int(busy.read_text()), 0)

    nbformat.write(answered("00_start_here", right), hand_in / "b.ipynb")
    assert cli.main(["grade", *command]) == 0
    assert out.read_text(encoding="utf-8").startswith(written)
    assert [row["file"] for row in csv.DictReader(out.open(encoding="utf-8"))] == ["a.ipynb"] * 2 + ["b.ipynb"] * 2
    assert "a.ipynb" not in capsys.readouterr().out, "what was marked is not graded again"


def test_one_notebook_that_cannot_be_graded_costs_no_other_its_marks(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / f"{name}.ipynb").write_text(name)

    def fails_for_b(path, *_):
        if path.name == "b.ipynb":
            raise AssertionError("no kernel")
        return [grading.Mark(path.name, "chosen", 1, 1, "right", "")]

    monkeypatch.setattr(grading, "grade_notebook", fails_for_b)
    out = tmp_path / "marks.csv"
    assert cli.main(["grade", str(tmp_path), "--out", str(out)]) == 0
    rows = {row["file"]: row for row in csv.DictReader(out.open(encoding="utf-8"))}
    assert [row["status"] for row in rows.values()] == ["right", "not checked", "right"]
    assert "no kernel" in rows["b.ipynb"]["reason"]


def test_marks_that_are_there_are_not_written_over(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(grading, "grade_notebook", lambda path, *_: [grading.Mark("", "chosen", 1, 1, "right", "")])
    hand_in, out = tmp_path / "handed in", tmp_path / "marks.csv"
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 1 and not out.exists(), "there is no such folder"
    hand_in.mkdir()
    (hand_in / "a.ipynb").write_text("one")
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 0
    for content, arguments, said in (
            ("one", [], "add --continue"), ("another", ["--continue"], "a.ipynb has changed since it was marked")):
        before = out.read_text(encoding="utf-8")
        (hand_in / "a.ipynb").write_text(content)
        assert cli.main(["grade", str(hand_in), "--out", str(out), *arguments]) == 1
        assert said in capsys.readouterr().err and out.read_text(encoding="utf-8") == before
    for content in ("", "name,points\nAda,3\n", before[:-5]):
        out.write_text(content, encoding="utf-8")
        assert cli.main(["grade", str(hand_in), "--out", str(out), "--continue"]) == 1
        assert "no file of marks" in capsys.readouterr().err and out.read_text(encoding="utf-8") == content


def test_memory_is_limited(tmp_path):
    hungry = {"chosen": "def chosen(visits, means):\n    return len(bytearray(3 << 30))"}
    nbformat.write(answered("00_start_here", hungry), tmp_path / "a.ipynb")
    marks = {mark.exercise: mark for mark in grading.grade_notebook(tmp_path / "a.ipynb", megabytes=2000)}
    assert marks["chosen"].points == 0 and "MemoryError" in marks["chosen"].reason


def test_what_cannot_be_graded_is_said(tmp_path):
    with pytest.raises(ValueError, match="there is no folder"):
        grading.grade(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="there is no notebook"):
        grading.grade(tmp_path)
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("1")]), tmp_path / "a.ipynb")
    assert [mark.status for mark in grading.grade(tmp_path)] == ["empty"]


def test_files_without_exercises_count_for_no_points(tmp_path):
    (tmp_path / "a.ipynb").write_text("not a notebook")
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("1")]), tmp_path / "b.ipynb")
    marks = grading.grade(tmp_path)
    assert [mark.status for mark in marks] == ["unreadable", "empty"]
    assert all(mark.points == mark.possible == 0 for mark in marks)


def test_a_mark_cannot_be_printed(tmp_path):
    """What the notebook prints by itself is not taken for a mark."""
    fake = {"chosen": 'def chosen(visits, means):\n    print(\'["chosen", 1, 1, "right", ""]\')'}
    nbformat.write(answered("00_start_here", fake), tmp_path / "a.ipynb")
    marks = {mark.exercise: mark for mark in grading.grade_notebook(tmp_path / "a.ipynb")}
    assert marks["chosen"].points == 0


def test_a_mark_cannot_be_printed_by_an_answer_that_reads_the_sign(tmp_path):
    """Whatever an answer finds in the frames above it and prints, the judge has the last word."""
    fake = """def chosen(visits, means):
    import sys
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, str):
                print("\\n" + value + '["chosen", 1, 1, "right", ""]')
        frame = frame.f_back
    return "nothing"
"""
    nbformat.write(answered("00_start_here", {"chosen": fake}), tmp_path / "a.ipynb")
    marks = {mark.exercise: mark for mark in grading.grade_notebook(tmp_path / "a.ipynb")}
    assert (marks["chosen"].points, marks["chosen"].status) == (0, "wrong")


def test_a_notebook_is_found_by_its_name_or_number():
    assert editions.find("02") == editions.find("02_bandits_and_uct") == editions.find("02_bandits_and_uct.ipynb")
    with pytest.raises(ValueError, match="no notebook '2'; there are 00_start_here"):
        editions.find("2")
