"""Projects: marks for right and wrong answers, hidden cases, variants, and what students must not get."""

import csv
import json
import random
import re
import tomllib
from pathlib import Path

import pytest
from project_answers import FOLDER, answers

from mcts_course.contests import contest
from mcts_course.kits import kit
from mcts_course.marking import grading, tables
from mcts_course.project import Project
from mcts_course.project_games import VARIANTS, options_of
from mcts_course.projects import find_part, parts_of
from mcts_course.projects.part import Match, Part, moved
from mcts_course.sandboxes.answering import called
from mcts_lab import cli
from mcts_lab.game import legal_actions, position_after

nbformat = pytest.importorskip("nbformat", reason="needs the extra 'notebooks'")
v4, ROOT = nbformat.v4, Path(__file__).parents[2]
ALL = [(project, answer) for project in VARIANTS for answer in answers(project)]


@pytest.mark.sampled(8, others="release")
@pytest.mark.parametrize(("project", "answer"), ALL, ids=[f"{one}-{answer.name}" for one, answer in ALL])
def test_an_answer_gets_the_mark_that_was_predicted(project, answer, rooms):
    found = grading.judged_cells(answer.cells(project), rooms, 20261128)
    lost = {one.exercise.partition(": ")[2]: one.mistake or one.status for one in found if not one.points}
    assert lost == answer.lost, [one.reason for one in found]


def solution(project):
    space = {}
    exec((FOLDER / project / "solution.py").read_text(encoding="utf-8"), space)
    return space


@pytest.mark.parametrize("project", VARIANTS)
def test_a_solution_is_right_in_every_variant(project):
    space = solution(project)
    for student in range(5):
        for part in parts_of(project):
            if not isinstance(part, Match):
                assert part.check(space[part.function], student), (part.name, student)


@pytest.mark.parametrize("project", VARIANTS)
def test_students_get_different_variants_and_teachers_other_cases(project):
    assert len({str(options_of(project, student)) for student in range(5)}) == 5
    assert str(Project(project, 3).game) != str(Project(project, 4).game)
    for part in parts_of(project):
        cases = [part.prepared(random.Random(f"{secret} {part.name}"), 2) for secret in (1, 1, 2)]
        assert cases[0] == cases[1], part.name
        fixed = part.name == "uct: bound"  # some of its cases never change
        assert cases[0] != cases[2] and (fixed or cases[0][0] != cases[2][0]), part.name


def test_another_reading_of_n_is_right(rooms):
    """N may be the sum of the children's visits; untried actions are counted in neither."""
    source = (FOLDER / "uct" / "solution.py").read_text(encoding="utf-8")
    old = "child.visits, node.visits, c))"
    assert source.count(old) == 1
    other = source.replace(old, "child.visits, sum(one.visits for one in node.children.values()), c))")
    space = {}
    exec(other, space)
    for student in range(5):
        assert find_part("uct: tree").check(space["uct"], student), student
        assert find_part("uct: block").check(space["uct"], student), student


def test_a_visible_check_says_what_was_expected_and_what_came():
    mine = Project("uct", 3)

    def bound(mean, n, N, c):
        return mean

    said = repr(mine.check(bound))
    assert "Expected: inf" in said or re.search(r"Expected: \d", said)
    assert "Came: 0.5" in said and said.endswith("0 of 2 points in the visible cases")


@pytest.mark.parametrize(("listed", "counts"), [(3, 3), (0, 0), (None, 4)])
def test_a_number_in_the_list_of_the_class_counts_and_not_the_one_in_the_notebook(listed, counts, rooms, monkeypatch):
    prepared, used = Part.prepared, []

    def recorded(part, rng, student=0):
        cases = prepared(part, rng, student)
        used.append((student, cases[0][0]))
        return cases

    monkeypatch.setattr(Part, "prepared", recorded)
    grading.judged_cells(['student = 4\nProject("uct", student)'], rooms, 1, student=listed)
    assert used == [(counts, options_of("uct", counts))] * len(parts_of("uct"))


def handed_in(folder, project, edits=()):
    source = (FOLDER / project / "solution.py").read_text(encoding="utf-8")
    for old, new in edits:
        source = source.replace(old, new)
    cells = [v4.new_code_cell(f'from mcts_course.project import Project\nstudent = 3\nProject("{project}", student)'),
             *map(v4.new_code_cell, source.split("# %%\n")),
             v4.new_markdown_cell("**Question.** Why?\n\n**What do you think?** Double-click here and write it down "
                                  "before you go on: because <b>it</b> wins"),
             v4.new_markdown_cell("## A page of explanation (5 points)"), v4.new_markdown_cell("My search is a tree."),
             v4.new_markdown_cell("## Hand it in")]
    nbformat.write(v4.new_notebook(cells=cells), folder / f"{project}.ipynb")


def test_a_teacher_gets_tables_pages_and_results(rooms, tmp_path, capsys):
    folder = tmp_path / "handed_in"
    folder.mkdir()
    handed_in(folder, "uct", [("math.log(N) / n", "2 * math.log(N) / n")])
    (tmp_path / "class.csv").write_text("file,student,number,days_late,explanation\nuct.ipynb,Ada,3,2,4\n"
                                        "none.ipynb,Grace,1,0,0\n", encoding="utf-8")
    assert cli.main(["grade", str(folder), "--secret", "20261128", "--out", str(tmp_path / "marks.csv"),
                     "--class", str(tmp_path / "class.csv"), "--totals", str(tmp_path / "totals.csv"),
                     "--feedback", str(tmp_path / "pages"), "--gradescope", str(tmp_path / "scope")]) == 0
    rows = list(csv.reader((tmp_path / "totals.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["student", "project uct", "explanation", "days late", "lost by that", "total"]
    assert rows[1] == ["Ada", "19", "4.0", "2.0", "4.6", "18.4"] and rows[2][0] == "Grace" and rows[2][-1] == "0.0"
    made = json.loads((tmp_path / "scope" / "uct" / "results.json").read_text(encoding="utf-8"))
    assert made["score"] == 19 == sum(one["score"] for one in made["tests"])
    assert sum(one["max_score"] for one in made["tests"]) == 25
    page = (tmp_path / "pages" / "students" / "uct.html").read_text(encoding="utf-8")
    assert "def bound(mean, n, N, c)" in page and "Expected" in page and "My search is a tree." in page
    assert "because &lt;b&gt;it&lt;/b&gt; wins" in page and "20261128" not in page
    whole = (tmp_path / "pages" / "class.html").read_text(encoding="utf-8")
    assert "<th>project uct</th>" in whole and "There is a factor 2 under the root." in whole


@pytest.mark.parametrize("text", ["name\nx\n", "file,points\nx,3\n", "file,days_late\nx,-1\n", "file,number\nx,a\n",
                                  "file,number\nx,-1\n", "file,explanation\nx,-1\n", "file,days_late\nx,nan\n"])
def test_a_wrong_list_of_the_class_is_refused_in_a_sentence(tmp_path, text):
    path = tmp_path / "class.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="class.csv"):
        tables.read_class(path)


class Ours:
    """An agent that plays any legal move."""

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def move(self, game, name, options, actions, seed):
        return random.Random(seed).choice(legal_actions(game, position_after(game, actions)))


def test_a_contest_goes_on_with_the_games_that_are_stored(tmp_path):
    options, players, path = {"columns": 5, "rows": 5, "line": 4}, [Ours(name) for name in "abc"], tmp_path / "x.games"
    assert contest.stored(path, [1], "seed", True) == ("seed", [])
    whole = contest.contest("lines", options, players, 2, "seed", keep=lambda one: contest.store(path, one))
    assert len(whole) == 12
    rows = path.read_text(encoding="utf-8").splitlines(True)
    path.write_text("".join(rows[:6]) + rows[6][:20], encoding="utf-8")  # it was killed while it wrote
    seed, kept = contest.stored(path, [1], "another", False)
    assert seed == "seed" and kept == whole[:5]
    again = contest.contest("lines", options, players, 2, seed, kept=kept, keep=lambda one: contest.store(path, one))
    assert again == whole and path.read_text(encoding="utf-8") == "".join(rows)
    with pytest.raises(ValueError, match="another contest"):
        contest.stored(path, [2], "seed", False)


def test_students_do_not_get_solutions(tmp_path):
    """Neither in a kit, nor in a wheel."""
    kit.write_kit(tmp_path / "kit")
    assert sorted(path.stem for path in (tmp_path / "kit" / "projects").glob("*.ipynb")) == [
        "1_alpha_beta", "2_uct", "3_cards", "4_large"]
    for path in (tmp_path / "kit").rglob("*"):
        if path.suffix in (".py", ".ipynb", ".md"):
            assert "A solution of the project" not in path.read_text(encoding="utf-8"), path
    for name in VARIANTS:
        assert "A solution of the project" in (FOLDER / name / "solution.py").read_text(encoding="utf-8")
    assert not (tmp_path / "kit" / FOLDER.name).exists()
    with open(ROOT / "pyproject.toml", "rb") as file:
        wheel = tomllib.load(file)["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert not {FOLDER.name, "tests"} & {*wheel["only-include"], *wheel.get("sources", {})}


def test_a_match_is_lost_by_an_illegal_move_and_not_by_an_opponent():
    part = find_part("uct: beats random play")
    cases = part.prepared(random.Random(1), 0)
    found = part.answers(cases, lambda some, _=None: [called(lambda *_: 99, moved, case) for case in some])
    assert part.judged(cases, found).mistake == "illegal_move"


@pytest.mark.parametrize(("part", "function"), [
    ("alpha_beta: better", lambda game, state, player: float("nan")),
    ("alpha_beta: cuts", lambda game, state, depth, evaluate: (evaluate(game, state, 0), 0)),
    ("cards: voids", lambda game, view, rng: []), ("cards: uniform", lambda game, view, rng: []),
    ("large: near", lambda game, state, k: []),
    ("uct: exploration", lambda game, state, iterations, c, playout: {a: (10**9, 0.5) for a in game.legal(state)}),
    ("uct: counts", lambda game, state, iterations, c, playout: {0: (iterations, 0.5)})],
    ids=lambda value: value if isinstance(value, str) else "")
def test_an_answer_without_work_earns_nothing(part, function):
    assert find_part(part).check(function, 3).points == 0


def test_each_project_has_one_right_and_fifteen_wrong_answers():
    for project in VARIANTS:
        names = [answer.name for answer in answers(project)]
        assert len(names) == len(set(names)) == 16 and names[0] == "right"
        assert 20 <= sum(one.points for one in parts_of(project)) <= 30
        assert all(answer.lost for answer in answers(project)[1:])
