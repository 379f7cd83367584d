"""What others add in files of their own: in a package, or a game or a widget in this one."""

import os
import shutil

import pytest
from programs import ROOT, python

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


def installed(folder, name):
    """The folder of what a package manager writes of a package that is a plugin."""
    place = folder / f"{name}-1.0.dist-info"
    place.mkdir()
    (place / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (place / "entry_points.txt").write_text(f"[mcts_lab.plugins]\n{name} = {name}\n")


def ran(code, folder):
    """What a program prints for which `folder` comes first."""
    return python("-c", code, folder=folder, PYTHONPATH=os.pathsep.join([str(folder), str(ROOT)])).split()


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
            shutil.copytree(ROOT / top, this / top,
                            ignore=shutil.ignore_patterns("__pycache__"))
        (this / folder / f"{name}.py").write_text(source)
        assert ran(use, this) == says.split()
