"""Names of modules before there were three packages: whoever asks for one is told the present one."""

import importlib

import pytest

import mcts_lab
from mcts_lab.declarations import OWN
from mcts_lab.moved import NAMES, now


@pytest.mark.parametrize("name, new", [("mcts_lab.papers.hsu2020.claims", "mcts_papers.hsu2020.claims"),
                                       ("mcts_lab.views.widgets.dial", "mcts_course.widgets.dial"),
                                       ("mcts_lab.experiments.match", "mcts_lab.matches.match")])
def test_a_module_follows_its_folder(name, new):
    assert now(name) == new


@pytest.mark.parametrize("name", ["papers", "experiments", "course"])
def test_an_attribute_of_old_tells_the_new_one(name):
    with pytest.raises(AttributeError, match=f"mcts_lab.{name} has a new name. Import mcts_"):
        getattr(mcts_lab, name)


@pytest.mark.parametrize("old, new", [("trace", "replay"), ("layout", "tree_layout"), ("words", "captions")])
def test_a_file_that_was_renamed_is_named_by_its_folder(old, new):
    with pytest.raises(AttributeError, match=f"mcts_lab.views.{old} has a new name. Import mcts_lab.views.{new}"):
        getattr(mcts_lab.views, old)


def test_names_that_are_there_are_not_old():
    assert not now("mcts_lab") and not now("mcts_lab.search.mcts.loop") and not now("numpy.random")


def test_new_names_are_there():
    for new in {name for one in NAMES.values() for name in one.split(" and ")}:
        try:
            importlib.import_module(new)
        except ModuleNotFoundError as error:  # an optional package may be missing, and so may be our others
            assert error.name.partition(".")[0] != "mcts_lab" and (error.name in OWN or error.name.count(".") == 0)
