"""Releases of Numba: those that were tested compile searches, with any other everything runs interpreted."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from mcts_lab.engine import release
from mcts_lab.engine.generic import compiler

ROOT = Path(release.__file__).parents[2]
OTHER = "0.71.0"
needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba cannot be used")

SEARCH = """
import logging
logging.basicConfig(format="%(message)s")
import numba
numba.__version__ = {version!r}
from mcts_lab import UCT, games, start
from mcts_lab.engine.generic import compiler
print(compiler.available())
if not compiler.available():
    for name in ("nim", "tic_tac_toe"):
        game = games.make(name)
        one, other = (UCT().search(game, start(game), iterations=60, seed=1, compiled=said) for said in (None, False))
        assert one.visits == other.visits
    UCT().search(game, start(game), iterations=60, seed=1, compiled=True)
"""


def searched(version):
    """What a program prints, and says, with such a release of Numba."""
    done = subprocess.run([sys.executable, "-c", SEARCH.format(version=version)], cwd=ROOT, capture_output=True,
                          text=True, timeout=600, env={**os.environ, "PYTHONPATH": str(ROOT), "MCTS_LAB_INTERPRET": ""})
    return done.stdout.strip(), done.stderr.strip().splitlines()


@pytest.mark.release
@needs_numba
def test_another_release_runs_interpreted_and_one_sentence_says_how_to_install_a_tested_one():
    printed, said = searched(OTHER)
    sentence = (f"This package was tested with Numba {release.TESTED}, but Numba {OTHER} is installed, so searches run "
                f"interpreted, about a hundred times slower. Install it with: {release.INSTALL}")
    assert printed == "False" and said[0] == sentence and said.count(sentence) == 1
    assert said[-1].endswith(f"Unusable: {sentence}")  # where somebody insists


@pytest.mark.release
@needs_numba
def test_every_tested_release_compiles():
    assert searched(f"{release.TESTED}.99") == ("True", [])


def test_installers_take_what_was_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = map(Requirement, project["dependencies"])
    [numba] = [one.specifier for one in asked if one.name == "numba"]
    [conda] = re.findall(r"- numba(\S+)", (ROOT / "environment.yml").read_text())
    [pinned] = re.findall(r"^numba==(\S+)", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert SpecifierSet(conda) == numba
    assert all(version in numba for version in (f"{release.TESTED}.0", f"{release.TESTED}.9", pinned))
    major, minor = map(int, release.TESTED.split("."))
    assert not any(f"{major}.{other}.0" in numba for other in (minor - 1, minor + 1))


def test_a_numba_that_cannot_be_imported_is_not_called_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(release.Unusable, match="^Numba is not installed, so searches run interpreted"):
        release.compiling()
    monkeypatch.delitem(sys.modules, "numba")

    def refuse(name, *rest):
        if name == "numba":
            raise ImportError("Numba needs NumPy 2.4 or less")
        return None

    monkeypatch.setattr("importlib._bootstrap_external.PathFinder.find_spec", refuse)
    with pytest.raises(release.Unusable, match=r"^Numba cannot be imported \(Numba needs NumPy 2.4 or less\), so"):
        release.compiling()
