"""The names that can be taken from the package itself."""

import importlib
import subprocess
import sys

import pytest

import mcts_lab


@pytest.mark.parametrize("name", mcts_lab.__all__)
def test_a_name_of_the_package_is_that_of_its_module(name):
    place = mcts_lab.PLACES.get(name)
    wanted = getattr(importlib.import_module(f"mcts_lab.{place}"), name) if place else mcts_lab.games
    assert getattr(mcts_lab, name) is wanted and name in dir(mcts_lab)


def test_an_unknown_name_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        mcts_lab.nothing  # noqa: B018


def test_importing_the_package_imports_nothing_heavy():
    code = "import sys, mcts_lab; print([m for m in ('numpy', 'numba', 'matplotlib', 'pandas') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def after_start(action):
    game = mcts_lab.games.nim()
    return mcts_lab.after(game, mcts_lab.start(game), action)


@pytest.mark.parametrize(("call", "kind", "words"), [
    (lambda: mcts_lab.start("hex"), NotImplementedError, '"hex" is the name of a game, not the game'),
    (lambda: mcts_lab.start(mcts_lab.games.nim(), -1), ValueError, "A seed is a whole number of at least 0"),
    (lambda: mcts_lab.start(mcts_lab.games.nim(), 1.5), ValueError, "A seed is a whole number of at least 0"),
    (lambda: after_start(1.0), ValueError, "1.0 is not a legal action here"),
    (lambda: after_start("b2"), ValueError, "'b2' is not a legal action here"),
])
def test_a_slip_gets_a_sentence(call, kind, words):
    with pytest.raises(kind) as error:
        call()
    assert words in str(error.value) and "\n" not in str(error.value)
