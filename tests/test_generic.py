"""One source, two speeds: dispatch, redefinition, the cache on disk, and life without Numba."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import mcts_lab
from mcts_lab.engine.generic import Missing, compiler, entry, generic, methods_of, unit
from mcts_lab.engine.random import below, stream, uniform

needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")


class Circle(NamedTuple):
    radius: float

    def area(self, scale):
        return 3.0 * self.radius * self.radius * scale


class Square(NamedTuple):
    side: float

    def area(self, scale):
        return self.side * self.side * scale


@methods_of(Square)
class Rhombus(NamedTuple):
    side: float
    height: float

    def corners(self):
        return 4


@methods_of(Rhombus, Circle)
class Disc(NamedTuple):
    radius: float


@generic
def area(shape, scale):
    """The area of a shape, enlarged."""
    raise Missing


@entry
def twice(shape, scale):
    return 2.0 * area(shape, scale)


def run(code, **environment):
    """What a new Python process prints, and what it says on stderr."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, **environment}, check=True, cwd=environment.get("PYTHONPATH"))
    return done.stdout.strip(), done.stderr


# -- yes and no --------------------------------------------------------------------------------------------------------


@needs_numba
@pytest.mark.parametrize(("said", "interpreted"), [
    ("1", True), ("yes", True), ("true", True), ("0", False), ("", False), ("false", False), ("No", False),
    (" off ", False),
])
def test_interpreting_is_switched_on_and_off(monkeypatch, said, interpreted):
    for name in ("MCTS_LAB_INTERPRET", "NUMBA_DISABLE_JIT"):
        with monkeypatch.context() as only:
            only.setenv(name, said)
            assert compiler.available() != interpreted


# -- dispatch ----------------------------------------------------------------------------------------------------------


def test_the_type_of_the_first_argument_decides():
    assert (area(Circle(2.0), 1.0), area(Square(2.0), 1.0)) == (12.0, 4.0)
    assert area.defines(Circle) and not area.defines(int)
    with pytest.raises(Missing):
        area(3, 1.0)


def test_a_class_takes_over_the_methods_of_others():
    assert area(Rhombus(2.0, 9.0), 1.0) == 4.0 and Rhombus(2.0, 9.0).height == 9.0
    assert area.implementation(Disc) is area.implementation(Square), "the first of several counts"
    assert Disc(1.0).corners() == 4 and Disc._fields == ("radius",)


@needs_numba
def test_compiled_code_takes_the_same_implementation():
    for shape in (Circle(2.0), Square(3.0)):
        assert twice(shape, 1.5) == twice(shape, 1.5, compiled=False)


@needs_numba
def test_defining_a_rule_again_takes_effect_at_once():
    assert twice(Square(3.0), 1.0) == 18.0
    before = area.implementation(Square)

    @area.register(Square)
    def square_area_rule(shape, scale):
        return 100.0 * shape.side

    try:
        assert twice(Square(3.0), 1.0) == 600.0 == twice(Square(3.0), 1.0, compiled=False)
    finally:
        area.register(Square)(before)
    assert twice(Square(3.0), 1.0) == 18.0


@needs_numba
def test_defining_a_class_again_takes_effect_at_once():
    """As when a notebook cell is run again."""
    cell = """
class Strip(NamedTuple):
    length: float

@area.register(Strip)
def _(shape, scale):
    return {factor} * shape.length
"""
    for factor in (1.0, 7.0):
        names = {"NamedTuple": NamedTuple, "area": area, "__name__": "__main__"}
        exec(cell.format(factor=factor), names)
        assert twice(names["Strip"](5.0), 1.0) == 10.0 * factor


@needs_numba
def test_a_unit_is_called_from_compiled_code():
    @unit
    def cube(x):
        return x * x * x

    @entry
    def cubes(n):
        total = 0
        for i in range(n):
            total += cube(i)
        return total

    assert cubes(5) == cubes(5, compiled=False) == 100


# -- the cache ---------------------------------------------------------------------------------------------------------

SEARCH = (
    "from mcts_lab import games; from mcts_lab.game import start; from mcts_lab.search import UCT;"
    "g = games.tic_tac_toe(); print(UCT().search(g, start(g), iterations=50, seed=1, compiled=True).visits)"
)


PERFT = (
    "from mcts_lab import games; from mcts_lab.game import start; from mcts_lab.perft import perft;"
    "g = games.nim(piles=(2, 3)); print(perft(g, start(g), 2, compiled=True))"
)


@needs_numba
def test_an_edited_rule_runs_although_compiled_code_was_kept(tmp_path):
    package = tmp_path / "mcts_lab"
    shutil.copytree(Path(mcts_lab.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    place = {"PYTHONPATH": str(tmp_path), "MCTS_LAB_CACHE": str(tmp_path / "cache")}
    assert run(PERFT, **place)[0] == "16"
    folders = set((tmp_path / "cache" / "compiled").iterdir())
    assert run(PERFT, **place)[0] == "16"
    assert set((tmp_path / "cache" / "compiled").iterdir()) == folders
    rules = package / "games" / "teaching" / "nim.py"
    source = rules.read_text()
    edited = source.replace("-= action // piles + 1", "= 0")
    assert edited != source
    rules.write_text(edited)
    assert int(run(PERFT, **place)[0]) < 16
    assert set((tmp_path / "cache" / "compiled").iterdir()) > folders


def test_without_numba_everything_runs_and_says_so_once():
    code = (
        "import sys; sys.modules['numba'] = None\nimport logging; logging.basicConfig(format='%(message)s')\n"
        + SEARCH.replace("compiled=True", "compiled=None") + "\n" + SEARCH.replace("compiled=True", "compiled=None")
    )
    out, said = run(code, MCTS_LAB_INTERPRET="")
    visits = out.splitlines()
    assert visits[0] == visits[1]
    assert said.count("Numba is not installed") == 1


def test_importing_the_package_imports_nothing_heavy():
    heavy = "numba pandas matplotlib scipy networkx joblib dask ipywidgets seaborn".split()
    listed = f"print([module for module in {heavy} if module in sys.modules])"
    out, _ = run(f"import sys, mcts_lab, mcts_lab.search, mcts_lab.games; {listed}")
    assert out == "[]"


# -- random numbers ----------------------------------------------------------------------------------------------------


def test_random_numbers_are_uniform():
    rng = stream(1)
    counts = np.bincount([below(rng, 7) for _ in range(7000)], minlength=7)
    assert len(counts) == 7 and abs(counts - 1000).max() < 4 * np.sqrt(1000)
    values = np.array([uniform(rng) for _ in range(5000)])
    assert 0 <= values.min() and values.max() < 1 and abs(values.mean() - 0.5) < 4 / np.sqrt(12 * 5000)
