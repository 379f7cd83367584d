"""Marks for what students hand in: right ones, whatever a submission does, with pages of feedback."""

import contextlib
import csv
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import hostile
import pytest

from mcts_course.exercises import exercises
from mcts_course.jupyter import notebooks
from mcts_course.kits import editions
from mcts_course.marking import feedback, grading
from mcts_course.sandboxes import handed_in, sandbox
from mcts_course.sandboxes.answering import packed, unpacked
from mcts_lab import cli

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
import hostile_class  # noqa: E402

v4, ROOT = nbformat.v4, Path(__file__).parents[2]


v4 = nbformat.v4


@pytest.mark.all
@pytest.mark.parametrize("one", [one for one in hostile.SUBMISSIONS if not one.slow], ids=lambda one: one.name)
def test_hostile_submissions_get_what_they_have_earned(one, rooms, tmp_path):
    """The others, which wait for limits, are marked by `python tests/hostile.py`."""
    marks, untouched = hostile.marked(one, rooms, tmp_path, sandbox.SECONDS, sandbox.IN_ALL)
    assert hostile.points_of(marks) == one.points
    assert marks["ucb1"].status == one.status and untouched


@pytest.mark.all
def test_every_right_answer_is_right_in_a_room_without_answers(rooms):
    """Each on its own, so that one cannot hide another's fault; the imports are those of an assignment."""
    from mcts_course.exercises.judging import IMPORTS

    with rooms.room() as answerer:
        assert answerer.told({"cell": IMPORTS}, 60) is None
        for one in exercises():
            assert answerer.told({"cell": one.source()}, 60) is None
            cases = one.cases(random.Random(5))
            order = {"function": one.name, "name": one.ask and one.ask.__name__,
                     "ask": one.ask and grading.source_of(one.ask)}
            found = one.answers(cases, lambda some, most=60: unpacked(
                answerer.told({**order, "cases": packed(some)}, most)))  # noqa: B023
            assert one.judged(cases, found), one.name


def test_a_lesson_can_be_handed_in_as_it_is(rooms):
    """Its first cell runs; names with answers in them are refused where they are used."""
    with rooms.room() as answerer:
        assert answerer.told({"cell": "from mcts_course.lesson import *\nlegal_actions, exercise"}, 60) is None
        for use in ("one_rule(1, 2, 3)", "textbook.uct", "garden()"):
            assert "Refused" in str(answerer.told({"cell": use}, 60)), use


@pytest.mark.all
def test_an_agent_is_marked_by_its_games(rooms):
    """They are played here: what it patches in its own process wins nothing, and a late move is the end."""
    agents = {
        "wrong": "import mcts_lab.game as g\ng.payoff = lambda *_: 1.0\n"
                 "def beat_uct(game, state, rng): return g.legal_actions(game, state)[0]",
        "out of time": "import time\nfrom mcts_lab.game import legal_actions\nmoves = []\n"
                       "def beat_uct(game, state, rng):\n    moves.append(1)\n    time.sleep(60 * (len(moves) > 1))\n"
                       "    return legal_actions(game, state)[0]",
        "process ended": "import os\ndef beat_uct(game, state, rng): os._exit(0)",
        "refused": "def beat_uct(game, state, rng):\n    from mcts_lab.textbook import uct"}
    for status, source in agents.items():
        found = {one.exercise: one for one in grading.judged_cells([source], rooms, "seed")}["beat_uct"]
        assert (found.status, found.points) == (status, 0), found


@pytest.mark.parametrize("made", ['{"tuple": ["right", ""]}', '{"Raised": ["right"]}', '"right"', "5", "true",
                                  pytest.param("[" * 900 + "]" * 900, id="deep")])
def test_a_reply_is_a_list_of_results_and_no_verdict(rooms, made):
    found = grading.judged_cells([hostile.FORGED.format(made=repr(made))], rooms, "seed")
    assert [one.status for one in found if one.exercise == "ucb1"] == ["unreadable"]
    assert not any(one.points for one in found)


@pytest.mark.all
def test_what_keeps_the_judge_busy_costs_only_itself(rooms, monkeypatch):
    monkeypatch.setattr(grading, "JUDGING", 3.0)
    right = [one for one in exercises("04_your_game") if one.name != "with_a_hole"]
    cells = [f"def with_a_hole(description):\n    return {hostile_class.BREEDING!r}", *(one.source() for one in right)]
    found = {one.exercise: one for one in grading.judged_cells(cells, rooms, "seed")}
    assert found["with_a_hole"].status == "out of time" and "graded" in found["with_a_hole"].reason
    assert all(found[one.name] for one in right)


def ends(*_):
    os._exit(1)


def test_a_judge_that_is_ended_or_fails_costs_no_other_notebook_its_marks(rooms, monkeypatch):
    one, cells = exercises(hostile.LESSONS[0])[0], [hostile.UCB1]
    monkeypatch.setattr(grading, "verdict", ends)
    found = next(mark for mark in grading.judged_cells(cells, rooms, "seed") if mark.exercise == one.name)
    assert (found.exercise, found.status, found.points, found.possible) == (one.name, "process ended", 0, one.points)
    monkeypatch.setattr(grading, "cells_of", ends)
    assert grading.grade_notebook("a.ipynb", rooms, "seed")[0].status == "unreadable"
    monkeypatch.setattr(grading, "asked_in", lambda cells: 1 / 0)
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        grading.judged_cells(cells, rooms, "seed")


def test_patterns_take_no_long_time_for_a_line(monkeypatch):
    """The number of letters that a pattern looks at grows as the line does."""
    assert grading.defines("x = 1\nfrom a import b, ucb1", "ucb1") and grading.defines("def  ucb1(x):", "ucb1")
    assert grading.defines("ucb1 = 3", "ucb1") and not grading.defines("print(ucb1)", "ucb1")
    assert not grading.defines("import ucb1_too\nucb1_too = 1", "ucb1")
    assert not grading.defines("#" + " import" * 200_000 + "\n'ucb1'", "ucb1")
    assert grading.defines("#" + " import" * 200_000 + " ucb1", "ucb1")


def test_only_plain_files_are_submissions(rooms, tmp_path):
    for name in ("anna", "ben", "carla", "dora"):
        (tmp_path / "in" / name).mkdir(parents=True)
    notebook = v4.new_notebook(cells=[v4.new_code_cell(f"import math\n{hostile.UCB1}")])
    nbformat.write(notebook, tmp_path / "in/anna/a.ipynb")
    nbformat.write(notebook, tmp_path / "solved.ipynb")
    (tmp_path / "in/ben/a.ipynb").symlink_to("../anna/a.ipynb")
    (tmp_path / "in/carla/a.ipynb").symlink_to("../../solved.ipynb")
    (tmp_path / "in/carla/all").symlink_to("../anna")
    (tmp_path / "in/dora/zero.ipynb").symlink_to("/dev/zero")
    (tmp_path / "in/dora/folder.ipynb").mkdir()
    os.mkfifo(tmp_path / "in/dora/pipe.ipynb")
    with open(tmp_path / "in/dora/hole.ipynb", "wb") as file:
        file.truncate(1 << 40)
    marks = {mark.file: mark for some in grading.grade(tmp_path / "in", rooms, "seed") for mark in some
             if mark.exercise in ("", "ucb1")}
    assert marks.pop("anna/a.ipynb").points == 1
    assert {name: mark.reason.removeprefix("not a notebook: it ") for name, mark in marks.items()} == {
        **dict.fromkeys(("ben/a.ipynb", "carla/a.ipynb", "carla/all", "dora/zero.ipynb"),
                        "is a link, and no plain file"),
        "dora/folder.ipynb": "is a folder, and no plain file", "dora/pipe.ipynb": "is a pipe, and no plain file",
        "dora/hole.ipynb": "has over 50 megabytes"}
    assert not any(mark.points for mark in marks.values())


def test_files_beside_are_a_students_own(rooms, tmp_path):
    """In a folder with two notebooks they might be another's."""
    for name in ("a", "b"):
        cell = v4.new_code_cell(f"import os\nassert not os.path.exists('math.py')\nimport math\n{hostile.UCB1}")
        nbformat.write(v4.new_notebook(cells=[cell]), tmp_path / f"{name}.ipynb")
    (tmp_path / "math.py").write_text("1 / 0")
    (tmp_path / "both").mkdir()
    for path in list(tmp_path.glob("*.*")):
        path.rename(tmp_path / "both" / path.name)
    assert [marks[0].points for marks in grading.grade(tmp_path, rooms, "seed")] == [1, 1]


def test_a_second_run_into_the_same_marks_is_refused(tmp_path, monkeypatch, capsys):
    hand_in, out = tmp_path / "in", tmp_path / "marks.csv"
    hand_in.mkdir()
    (hand_in / "a.ipynb").write_text("a")
    words = ["grade", str(hand_in), "--out", str(out), "--continue"]
    for name in ("__init__", "__exit__"):
        monkeypatch.setattr(sandbox.Sandbox, name, lambda *_: None)
    second = []

    def meanwhile(path, *_):
        second.append(cli.main(words))
        return [grading.Mark("", "chosen", 1, 1, "right", "")]

    monkeypatch.setattr(grading, "grade_notebook", meanwhile)
    assert cli.main(words) == 0 and second == [1]
    assert f"Another run writes to {out}" in capsys.readouterr().err
    assert [mark.file for mark in grading.read_marks(out)] == ["a.ipynb"]
    assert cli.main(words) == 0 and second == [1], "nothing is left to be done"


@pytest.mark.release
def test_a_scaled_down_hostile_class(rooms, tmp_path):
    """The whole one is marked by `python tests/hostile_class.py`."""
    ways = ["sends a verdict", "raises half a letter", "raises a class with a long name", "a pipe", "asks for keys",
            "a name that is not UTF-8", "a quoted formula as a name", "kills its process", "a link to the class"]
    made = hostile_class.make(tmp_path / "in", 15, ways)
    hostile_class.grade(tmp_path / "in", tmp_path / "marks.csv", 1, "--feedback", str(tmp_path / "pages"))
    assert set(ways) < set(made.values()) and not hostile_class.wrong(made, hostile_class.rows(tmp_path / "marks.csv"))
    assert len(list((tmp_path / "pages/students").rglob("*.html"))) == len(made)


def test_an_exercise_that_was_taken_out_counts(rooms, tmp_path):
    made = editions.assignment("03_tree")
    made.cells = [cell for cell in made.cells if "back_up" not in cell.source]
    nbformat.write(made, tmp_path / "a.ipynb")
    marks = grading.grade_notebook(tmp_path / "a.ipynb", rooms, "seed")
    assert [mark.possible for mark in marks] == [2, 3, 3] and sum(mark.points for mark in marks) == 0


def test_a_notebook_finds_the_files_of_its_own_folder_and_no_notebook(rooms, tmp_path):
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "table.txt").write_text(name)
        source = "import os\nassert open('table.txt').read() == 'ada' and not [x for x in os.listdir() if 'ipynb' in x]"
        nbformat.write(answered(hostile.LESSONS[0], {"ucb1": f"{source}\n{hostile.UCB1}"}), tmp_path / name / "a.ipynb")
    (tmp_path / "ada" / "link.txt").symlink_to(tmp_path / "bob" / "table.txt")
    assert [one.name for one in grading.files_beside(tmp_path / "ada" / "a.ipynb")] == ["table.txt"]
    marks = {some[0].file: some[0] for some in grading.grade(tmp_path, rooms, "seed")}
    assert all(mark.exercise == "ucb1" for mark in marks.values())
    assert [marks[f"{name}/a.ipynb"].status for name in ("ada", "bob")] == ["right", "exception"]


@pytest.mark.parametrize("engine", ["docker", "podman"])
def test_the_command_of_a_container(engine, tmp_path, monkeypatch):
    """None is started: what is tested is what it would be started with."""
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: f"/usr/bin/{name}" if name == engine else None)
    process = SimpleNamespace(told=lambda *_: None)
    monkeypatch.setattr(sandbox.Sandbox, "room", lambda self: contextlib.nullcontext(process))
    with sandbox.Sandbox(megabytes=500, container="course:1") as made:
        begun = made.begun(tmp_path)
        assert made.kind == "container" and begun["container"][:2] == [engine, "kill"]
        command = begun["command"]
        assert command[:3] == [engine, "run", "--rm"] and command[-5] == "course:1"
        assert {"--network=none", "--read-only", "--cap-drop=ALL", "--pids-limit=8", f"--memory={500 << 20}",
                f"--volume={tmp_path}:/handed_in:ro", "--security-opt=no-new-privileges"} <= set(command)
        assert f"--name={begun['container'][2]}" in command and begun["container"][2] == tmp_path.name
        places = [made.folder / "package" / name for name in (
            "mcts_lab/textbook", *(f"mcts_course/{room}" for room in ("exercises", "lessons", "questions", "kits")))]
        text = "".join(path.read_text() for place in places for path in place.rglob("*.py"))
        assert "def ucb1" not in text and "EXERCISES" not in text


def test_where_no_container_can_be_had_it_is_said(monkeypatch):
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    with pytest.raises(ValueError, match="Neither podman nor docker"):
        sandbox.Sandbox(container="course:1")
    with pytest.raises(ValueError, match=r"Install bubblewrap 0.8 or newer .*, or name .*--container; --unsafe"):
        sandbox.Sandbox()


def test_pages_of_feedback(tmp_path):
    mistake = exercises(hostile.LESSONS[0])[0].mistakes[0]
    marks = [grading.Mark("a.ipynb", "ucb1", 1, 1, "right", ""),
             grading.Mark("b/b.ipynb", "ucb1", 0, 1, "wrong", mistake.hint, mistake.answer.__name__),
             grading.Mark("c.ipynb", "ucb1", 0, 1, "exception", "<script>alert(1)</script>"),
             grading.Mark("d.ipynb", "", 0, 0, "unreadable", "not a notebook")]
    feedback.write(marks, tmp_path / "pages")
    pages = tmp_path / "pages"
    text = {path.relative_to(pages).as_posix(): path.read_text() for path in pages.rglob("*.html")}
    assert set(text) == {"class.html", "students/a.html", "students/b/b.html", "students/c.html", "students/d.html"}
    assert "1 of 1 points" in text["students/a.html"] and mistake.answer.__name__ not in text["students/b/b.html"]
    assert "<script>" not in "".join(text.values()) and "&lt;script&gt;" in text["students/c.html"]
    assert mistake.answer.__name__.replace("_", " ") in text["class.html"] and "width:33%" in text["class.html"]
    with pytest.raises(ValueError, match="new or empty"):
        feedback.write(marks, tmp_path / "pages")


def test_no_text_in_a_file_of_marks_is_a_formula(tmp_path):
    names = ["=a.ipynb", "'=a.ipynb", "''=a.ipynb", "'a.ipynb", "a.ipynb", "+a", "\uff1da", *(
        handed_in.name_of(name) for name in ("\t=a", "\n=a", "\r=a", "\u202e=a", "\udcfc=a", "\\udcfc=a"))]
    marks = [grading.Mark(name, "ucb1", 0, 1, "exception", "=HYPERLINK(1)") for name in names]
    assert len(set(names)) == len(names)
    (tmp_path / "marks.csv").write_text(grading.lines([grading.Mark._fields, *marks]), encoding="utf-8")
    text = (tmp_path / "marks.csv").read_text(encoding="utf-8")
    assert "'=HYPERLINK" in text and not re.search(r"(^|,)\"?[=+\-@\uff1d\t\r]", text, re.MULTILINE)
    assert text.count("\n") == len(names) + 1 and grading.read_marks(tmp_path / "marks.csv") == marks


def test_every_notebook_has_a_page_of_its_own(tmp_path):
    files = ["a.ipynb", "a.html/a.ipynb", "b", "b.ipynb", "c/../a.ipynb", "d" * 400 + ".ipynb", "e\\xfc.ipynb"]
    written = feedback.write([grading.Mark(file, "", 0, 0, "unreadable", "") for file in files], tmp_path / "pages")
    assert len(set(written)) == len(files) + 1 and all(path.is_file() for path in written)
    assert {path.resolve().parents[len(path.relative_to(tmp_path).parts) - 1] for path in written} == {tmp_path}


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


@pytest.mark.all
def test_marks_with_reasons(tmp_path, capsys, rooms):
    hand_in = tmp_path / "handed in"
    hand_in.mkdir()
    right = {one.name: one.source() for one in exercises("03_tree")}
    wrong = {**right, "tree_minimax": right["tree_minimax"].replace(">= least", "> least")}
    endless = {**right, "tree_minimax": "def tree_minimax(node, least):\n    while True:\n        pass"}
    for name, answers, before in (("a", right, ""), ("b", wrong, "1 / 0"), ("c", endless, ""), ("d", {}, "")):
        nbformat.write(answered("03_tree", answers, before), hand_in / f"{name}.ipynb")
    (hand_in / "e.ipynb").write_text("not a notebook")
    out = tmp_path / "marks.csv"
    pages = tmp_path / "pages"
    assert cli.main(["grade", str(hand_in), "--out", str(out), "--seconds", "6", "--feedback", str(pages)]) == 0
    rows = {(row["file"], row["exercise"]): row for row in csv.DictReader(out.open(encoding="utf-8"))}
    first, second = ({name: row for (name, exercise), row in rows.items() if exercise == wanted}
                     for wanted in ("back_up", "tree_minimax"))
    assert (first["a.ipynb"]["points"], second["a.ipynb"]["points"]) == ("2", "3")
    assert second["b.ipynb"]["status"] == "wrong" and "with exactly `least` visits" in second["b.ipynb"]["reason"]
    assert first["b.ipynb"]["points"] == "2", "an error elsewhere costs nothing"
    assert second["c.ipynb"]["points"] == "0" and "6 seconds" in second["c.ipynb"]["reason"]
    assert first["c.ipynb"]["points"] == "2", "an endless answer costs only itself"
    assert {found["d.ipynb"]["status"] for found in (first, second)} == {"not answered yet"}
    assert second["b.ipynb"]["mistake"] == "more_than_least"
    assert "with exactly" in (pages / "class.html").read_text()
    assert rows["e.ipynb", ""]["status"] == "unreadable"
    assert "a.ipynb: 8 of 8 points" in capsys.readouterr().out
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 1, "marks are never overwritten"


STOPPED = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off
from mcts_lab import cli
sys.exit(cli.main(["grade", *sys.argv[1:]]))
"""


@pytest.mark.all
@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("stop", ["SIGINT", "SIGKILL"])
def test_a_run_that_is_stopped_has_written_the_marks_so_far_and_can_go_on(tmp_path, capsys, stop, rooms):
    hand_in, out = tmp_path / "handed in", tmp_path / "marks.csv"
    hand_in.mkdir()
    right = {one.name: one.source() for one in exercises("03_tree")}
    endless = f"import subprocess\nsubprocess.run(['sleep', '{hostile.SLEEP}'])"
    nbformat.write(answered("03_tree", right), hand_in / "a.ipynb")
    nbformat.write(answered("03_tree", {}, endless), hand_in / "b.ipynb")
    command = [str(hand_in), "--out", str(out), "--continue"]
    process = subprocess.Popen([sys.executable, "-c", STOPPED, *command], stderr=subprocess.PIPE, text=True,
                               stdout=subprocess.DEVNULL, env=os.environ | {"PYTHONPATH": notebooks.PACKAGE})
    try:
        while not any("sleep" in line for line in hostile.left_over()) and process.poll() is None:
            time.sleep(0.05)
        process.send_signal(getattr(signal, stop))
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    written = out.read_text(encoding="utf-8")
    assert [(row["file"], row["status"]) for row in csv.DictReader(written.splitlines())] == [("a.ipynb", "right")] * 3
    if stop == "SIGINT":
        assert process.returncode == 130 and "mcts-lab: Stopped" in said and "Traceback" not in said
    deadline = time.monotonic() + 60
    while hostile.left_over() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not hostile.left_over(), "what it had started is gone"

    nbformat.write(answered("03_tree", right), hand_in / "b.ipynb")
    assert cli.main(["grade", *command]) == 0
    assert out.read_text(encoding="utf-8").startswith(written)
    assert [row["file"] for row in csv.DictReader(out.open(encoding="utf-8"))] == ["a.ipynb"] * 3 + ["b.ipynb"] * 3
    assert "a.ipynb" not in capsys.readouterr().out, "what was marked is not graded again"


def test_one_notebook_that_cannot_be_graded_costs_no_other_its_marks(tmp_path, monkeypatch, rooms):
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


@pytest.mark.all
def test_marks_that_are_there_are_not_written_over(tmp_path, monkeypatch, capsys, rooms):
    monkeypatch.setattr(grading, "grade_notebook", lambda path, *_: [grading.Mark("", "chosen", 1, 1, "right", "")])
    hand_in, out = tmp_path / "handed in", tmp_path / "marks.csv"
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 1 and not out.exists(), "there is no such folder"
    hand_in.mkdir()
    (hand_in / "a.ipynb").write_text("one")
    assert cli.main(["grade", str(hand_in), "--out", str(out)]) == 0
    for content, arguments, said in (
            ("one", [], "Add --continue"), ("another", ["--continue"], "a.ipynb has changed since it was graded")):
        before = out.read_text(encoding="utf-8")
        (hand_in / "a.ipynb").write_text(content)
        assert cli.main(["grade", str(hand_in), "--out", str(out), *arguments]) == 1
        assert said in capsys.readouterr().err and out.read_text(encoding="utf-8") == before
    for content in ("", "name,points\nAda,3\n", before[:-5]):
        out.write_text(content, encoding="utf-8")
        assert cli.main(["grade", str(hand_in), "--out", str(out), "--continue"]) == 1
        assert "not a file of marks written" in capsys.readouterr().err and out.read_text(encoding="utf-8") == content


def test_what_cannot_be_graded_is_said(tmp_path):
    with pytest.raises(ValueError, match="There is no folder"):
        next(grading.grade(tmp_path / "nowhere", None, ""))
    with pytest.raises(ValueError, match="There are no notebooks"):
        next(grading.grade(tmp_path, None, ""))
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("1")]), tmp_path / "a.ipynb")
    assert [mark.status for [mark] in grading.grade(tmp_path, None, "")] == ["empty"]


def test_each_promise_to_teachers_names_tests_that_exist():
    text = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ") and "`test_" in row and "::" in row]
    assert len(rows) >= 10
    for row in rows:
        at = None
        for file, name in re.findall(r"`(?:(test_\w+)\.py::)?(test_\w+)`", row):
            file = at = file or at
            texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob(f"{file}*.py")]
            assert any(f"def {name}(" in text for text in texts), name
