"""The first package works, and its tests pass, where the folders of the other two are not there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("mcts_lab", "tests", "benchmarks")
OTHERS = ("mcts_papers", "mcts_course")


@pytest.fixture
def alone(tmp_path):
    """A copy of the project without the other packages and their tests, and how Python is told to see no other."""
    left_out = shutil.ignore_patterns("__pycache__", "papers", "course")
    for path in ROOT.iterdir():
        if path.name in COPIED:
            shutil.copytree(path, tmp_path / path.name, ignore=left_out)
        elif path.is_file():
            shutil.copy(path, tmp_path)
        elif not path.name.startswith(".") and path.name not in OTHERS:
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / "sitecustomize.py").write_text(  # an editable installation puts the project itself on the path
        f"import sys\nsys.path[:] = [one for one in sys.path if one.rstrip('/') != {str(ROOT)!r}]\n")

    def ran(*arguments):
        return subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True,
                              env=os.environ | {"PYTHONPATH": str(tmp_path)})

    there = ran("-c", f"from importlib.util import find_spec; print(*filter(find_spec, {OTHERS}))").stdout.strip()
    if there:
        pytest.skip(f"{there} is installed apart from this folder")
    return ran


SEARCHES = """
from mcts_lab import UCT, games, start
for name in games.names():
    game = games.make(name)
    if game.facts().perfect_information and game.facts().deterministic:
        UCT().search(game, start(game, 1), iterations=5, seed=1, compiled=False)
"""


@pytest.mark.all
def test_its_games_searches_and_commands_are_there(alone):
    done = alone("-m", "mcts_lab", "--help")
    assert done.returncode == 0 and "play" in done.stdout and "report" not in done.stdout
    done = alone("-c", SEARCHES)
    assert done.returncode == 0, done.stderr


@pytest.mark.release
def test_its_tests_pass(alone):
    done = alone("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not all and not release", "tests/lab")
    assert done.returncode == 0, done.stdout[-5000:]
