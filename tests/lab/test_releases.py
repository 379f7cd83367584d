"""Releases of Numba: those that were tested compile searches, with any other everything runs interpreted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mcts_lab.engine import release

ROOT = Path(release.__file__).parents[2]
OTHER = "0.71.0"
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
@pytest.mark.compiled
def test_another_release_runs_interpreted_and_one_sentence_says_how_to_install_a_tested_one():
    printed, said = searched(OTHER)
    sentence = (f"This package was tested with Numba {release.TESTED}, but Numba {OTHER} is installed, so searches run "
                f"interpreted, about a hundred times slower. Install it with: {release.INSTALL}")
    assert printed == "False" and said[0] == sentence and said.count(sentence) == 1
    assert said[-1].endswith(f"Unusable: {sentence}")  # where somebody insists


@pytest.mark.release
@pytest.mark.compiled
def test_every_tested_release_compiles():
    assert searched(f"{release.TESTED}.99") == ("True", [])


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
