"""Experiments and the project's folder where no process can be started, as in a browser."""

import pytest

from mcts_lab.matches import Experiment, Task
from mcts_papers import paths
from mcts_papers.processes import processes_for, side_by_side
from mcts_papers.store import run, workers


def doubled(task):
    return [{"twice": 2 * task.parameters["i"]}]


FOUR = Experiment("four", lambda budget: [Task(f"t{i}", {"i": i}) for i in range(4)], doubled, seed=4)


def test_by_itself_a_run_takes_one_process(in_a_browser, monkeypatch, tmp_path):
    monkeypatch.setattr(workers, "processors", lambda: 8)
    monkeypatch.setattr(workers, "in_processes", None)
    assert list(run(FOUR, store=tmp_path)["twice"]) == [0, 2, 4, 6]
    assert processes_for(None, 8) == processes_for(-1, -1) == processes_for(1, 8) == 1


def test_several_workers_are_refused_in_a_sentence(in_a_browser, tmp_path):
    with pytest.raises(RuntimeError, match="^[^\n]* is not possible in a browser, [^\n]*$"):
        run(FOUR, store=tmp_path, workers=2)


def test_calls_side_by_side_are_made_in_this_process(in_a_browser):
    joblib = pytest.importorskip("joblib")
    made = []
    calls = [joblib.delayed(made.append)(i) for i in range(3)]
    assert list(side_by_side(calls, -1)) == [None] * 3 and made == [0, 1, 2]
    with pytest.raises(RuntimeError, match="^Work by 2 processes .* Take one worker.$"):
        list(side_by_side(calls, 2))


def test_elsewhere_there_are_as_many_as_are_asked_for():
    assert [processes_for(asked, 8) for asked in (None, -1, 1, 3)] == [8, -1, 1, 3]


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The package as if it were installed, with its copy of the data."""
    shipped = tmp_path / "site-packages" / "mcts_papers" / "shipped"
    (shipped / "data").mkdir(parents=True)
    (tmp_path / "drive").mkdir()
    monkeypatch.setattr(paths, "__file__", str(shipped.parent / "paths.py"))
    monkeypatch.setattr(paths, "SHIPPED", shipped)
    monkeypatch.delenv("MCTS_LAB_PROJECT", raising=False)
    monkeypatch.chdir(tmp_path / "drive")
    return shipped


def test_in_a_browser_the_installed_package_is_the_project(in_a_browser, installed, monkeypatch):
    assert paths.root() == installed and paths.data() == installed / "data"
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(installed))
    assert paths.root() == installed and paths.lessons() == installed / "notebooks"


def test_elsewhere_the_installed_package_is_only_read(installed, monkeypatch):
    assert paths.data() == installed / "data"
    with pytest.raises(paths.OutsideProject, match="Write a folder with them by 'mcts-lab lessons FOLDER'"):
        paths.root()
    monkeypatch.setenv("MCTS_LAB_PROJECT", str(installed))
    with pytest.raises(paths.OutsideProject, match="neither a checkout"):
        paths.root()
