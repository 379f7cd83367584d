"""What others add in files of their own: in a package, or a game or a widget in this one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mcts_lab
from mcts_course.templates import HERE
from mcts_lab.declarations import OWN

pytestmark = pytest.mark.all

GAME = (HERE / "game" / "example.py.txt").read_text().replace("example", "subtract").replace("Example", "Subtract")
RULE = (HERE / "component" / "example.py.txt").read_text().replace("Example", "Recent")

USE = """
from mcts_lab import UCT, check_game, games, start
game = games.subtract(counters=7)
check_game(game, games=5)
assert "subtract" in games.names() and games.options("subtract") == {"counters": 10}
print(UCT().search(game, start(game), iterations=300, seed=1, compiled=False).action)
"""


PAPER = {
    "__init__.py": """
from pathlib import Path

from mcts_lab.matches import Experiment, Task
from mcts_papers.registry import Item, Paper, measured_by

from . import claims, shown


def tasks(budget):
    return [Task(f"{side}", {"side": side}) for side in (4, 6)]


def throw(task):
    rng = __import__("numpy").random.default_rng(task.seed)
    return [{"game": i, "thrown": int(rng.integers(task.parameters["side"]))} for i in range(40)]


PAPERS = {"dice2021": "PAPER"}
PAPER = Paper("dice2021", "Dice", "A. Dice (2021)", (Experiment("dice2021_throws", tasks, throw),),
              (Item("figure1", "figure", "Throws", "Bars.", shown.figure1, ("dice2021_throws",)),),
              measured_by(claims), Path(__file__).parent)
""",
    "claims.py": """
from mcts_lab.matches.statistics import mean
from mcts_papers.registry import claim
from mcts_papers.judging import part


@claim("dice2021-six-is-more")
def six_is_more(results):
    sides = results["dice2021_throws"].groupby("side")["thrown"]
    yield part("mean", mean(sides.get_group(6).to_numpy() - sides.get_group(4).to_numpy()))
""",
    "shown.py": """
from matplotlib.figure import Figure


def figure1(results, budget):
    figure = Figure()
    figure.add_subplot().bar(*zip(*results["dice2021_throws"]["thrown"].value_counts().items()))
    return figure
""",
    "claims.csv": """
id,paper,where,statement,how_tested,kind,endpoint,alternative,null,margin,combine,family
dice2021-six-is-more,dice2021,Section 1,Six sides give more,40 throws,replication,difference,greater,0,,,
""",
}


def installed(folder, name):
    """The folder of what a package manager writes of a package that is a plugin."""
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (place / "entry_points.txt").write_text(f"[mcts_lab.plugins]\n{name} = {name}\n")


def ran(code, folder):
    """What a program prints for which `folder` comes first."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": os.pathsep.join(
        [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


SHOWN = '''
from mcts_lab.games.drawing.svg import Drawing
from mcts_course.widgets.model import Frame, Model
from mcts_course.exercises.judging import Exercise, Mistake


class Squares(Model):
    """Squares of numbers, one a step."""

    title, slots = "Squares", {"square": "the square"}

    def __len__(self):
        return 5

    def frame(self, position):
        drawing = Drawing(80, 40, "A square", f"the square of {position}")
        drawing.text(10, 20, position**2)
        return Frame(f"{position} squared is {position**2}.", {"square": drawing.svg()})


def doubled(number):
    """Twice the number."""
    return 2 * number


def kept(number):
    return number


LESSON = "93_numbers"
EXERCISES = (Exercise(doubled, "Double it.", lambda rng: [(1,), (rng.randrange(2, 99),)], (Mistake(kept, "Twice."),),
                      ("Times 2.",)),)
'''
USE_WIDGET = """
import re
from mcts_course.widgets import WIDGETS, calls
model = WIDGETS["squares"].example()
assert "squares" in WIDGETS and "dial" in WIDGETS and re.match(calls(), "mine = Squares()")
assert "3 squared is 9" in model.save("squares.html").read_text()
print(model.seek(4).words)
"""
USE_EXERCISE = """
from mcts_course.exercises import exercise, exercises
[one] = exercises("93_numbers")
assert len(exercises()) > 20 and exercise(one.name).check(lambda number: number + number)
print(exercise("doubled").check(lambda number: number).reason)
"""
USE_RULE = """
from mcts_lab import cli, search
from mcts_lab.cli.duel import method_of
assert method_of("UCT(value=Recent(0.2))") == method_of("UCT(value=recent.Recent(weight=0.2))")
assert "Recent" in search.COMPONENTS
print(method_of("UCT(value=Recent())").value.weight)
"""
EXPERIMENT = '''
from mcts_lab.matches import Experiment, Task


def tasks(budget):
    return [Task(side, {"side": side}) for side in ("heads", "tails")]


def toss(task):
    return [{"side": task.parameters["side"]}]


COINS = Experiment("coins", tasks, toss, title="coins")
'''
USE_EXPERIMENT = """
from mcts_papers import registry as papers
from mcts_papers.store import run
assert papers.experiment("coins") is papers.experiment("coins:COINS") and "coins" in papers.experiments()
print(*run(papers.experiment("coins"), workers=1, store=False)["side"])
"""
THINGS = {  # kind: source of a module, what it declares, our folder, program, and what that prints
    "games": (GAME, "subtract:Subtract", "mcts_lab/games/teaching", USE, "3"),  # four are left: each move loses
    "widgets": (SHOWN, "squares:Squares", "mcts_course/widgets", USE_WIDGET, "4 squared is 16."),
    "exercises": (SHOWN, "squares", None, USE_EXERCISE, "Twice."),
    "components": (RULE, "recent:Recent", None, USE_RULE, "0.1"),
    "experiments": (EXPERIMENT, "coins:COINS", None, USE_EXPERIMENT, "heads tails"),
}


@pytest.mark.parametrize("kind", THINGS)
def test_what_another_package_declares_is_there_by_name_and_one_file_of_this_package_too(kind, tmp_path):
    source, made, folder, use, says = THINGS[kind]
    name, _, cls = made.partition(":")
    declared = f'{kind.upper()} = {{"{cls if kind == "components" else name}": "{cls}"}}' if cls else ""
    source = source if declared in source else f"{source}\n\n{declared}\n"
    other, this = tmp_path / "other", tmp_path / "this"
    other.mkdir()
    (other / f"{name}.py").write_text(source)
    installed(other, name)
    assert ran(use, other) == says.split()
    if folder:
        for top in OWN:
            shutil.copytree(Path(mcts_lab.__file__).parents[1] / top, this / top,
                            ignore=shutil.ignore_patterns("__pycache__"))
        (this / folder / f"{name}.py").write_text(source)
        assert ran(use, this) == says.split()


def test_a_paper_of_another_package_is_there_by_name(tmp_path, monkeypatch):
    for name, text in PAPER.items():
        (tmp_path / "dice2021").mkdir(exist_ok=True)
        (tmp_path / "dice2021" / name).write_text(text.lstrip())
    installed(tmp_path, "dice2021")
    for made in ("mcts_lab/__init__.py", "pyproject.toml"):  # a project, into which figures are written
        (tmp_path / "project" / made).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / made).touch()
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(tmp_path / "project"))
    code = "from mcts_lab.cli import main\nimport sys\nfor words in {}: assert main(words.split()) == 0"
    printed = " ".join(ran(code.format([
        "report dice2021", "run dice2021_throws --budget standard --workers 1", "report dice2021",
        "figures dice2021", "list papers"]), tmp_path))
    assert "UNDECIDED" in printed and "mcts-lab run dice2021_throws --budget standard" in printed
    assert printed.index("UNDECIDED") < printed.index("CONFIRMED")
    assert (tmp_path / "project" / "figures" / "dice2021" / "figure1.svg").is_file()
