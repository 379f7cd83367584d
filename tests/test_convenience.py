"""The names that can be taken from the package itself."""

import importlib

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
