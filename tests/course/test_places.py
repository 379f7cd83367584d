"""Where a result is to be written is looked at before the work, and what is there stays until the work is done."""

import os

import pytest

from mcts_lab import cli
from mcts_lab.engine.whole_files import writable, write_whole

COMMANDS = [  # a command, and the function that does its work; {} is a place that cannot be written
    ("train uniform --out {}/x.npz", "mcts_papers.papagiannis2022.pruning_models.make_model"),
    ("train uniform --keep-data {}/rows --out x.npz", "mcts_papers.papagiannis2022.pruning_models.data_set"),
    ("train value --out {}/x.npz", "mcts_papers.papagiannis2022.value_model.make_value_model"),
    ("train value --keep-data {}/rows --out x.npz", "mcts_papers.papagiannis2022.value_model.make_value_model"),
    ("train alphazero --out {}/x.npz", "mcts_papers.studies.alphazero.generations"),
    ("report runnels2023 --page {}/x.html", "mcts_papers.reporting.compare.compare_all"),
    ("figures runnels2023/table1 --out {}", "mcts_papers.reporting.results.Results.read"),
    ("play tic_tac_toe --page {}/x.html", "mcts_course.web.page.play_page"),
    ("questions ucb1 --page {}/x.html", "mcts_course.quizzes.quiz.Quiz"),
]


@pytest.mark.parametrize(("command", "work"), COMMANDS, ids=[command for command, _ in COMMANDS])
@pytest.mark.parametrize("place", ["file", "{}" + "n" * 300], ids=["file", "long"])
def test_what_cannot_be_written_is_said_before_the_work(tmp_path, monkeypatch, capsys, command, work, place):
    begun = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(work, lambda *_, **__: begun.append(1))
    (tmp_path / "file").write_text("mine")
    words = command.format(place.format("folder/")).split()
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert said.startswith("mcts-lab: ") and "Unexpected" not in said and said.count("\n") == 1
    assert not begun and (tmp_path / "file").read_text() == "mine"


def test_work_that_fails_leaves_what_there_was(tmp_path, monkeypatch, capsys):
    def fails(*_, **__):
        raise ValueError("nothing was learnt")

    monkeypatch.setattr("mcts_papers.papagiannis2022.pruning_models.make_model", fails)
    (tmp_path / "old.npz").write_text("an older model")
    for name in ("old.npz", "new.npz"):
        assert cli.main(["train", "uniform", "--out", str(tmp_path / name)]) == 1
        assert "nothing was learnt" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["old.npz"] and (tmp_path / "old.npz").read_text() == "an older model"


def test_a_place_that_can_be_written_is_left_as_it_is(tmp_path):
    (tmp_path / "there").write_text("mine")
    assert writable(tmp_path / "there").read_text() == "mine"
    assert not writable(tmp_path / "folder" / "new").exists()
    for wrong in (tmp_path, tmp_path / "folder", "/dev/null"):
        with pytest.raises(ValueError, match="is not a file. Name another file"):
            writable(wrong)
    with pytest.raises(OSError):
        writable(tmp_path / "there" / "below")
    write_whole(tmp_path / "there", "another\ntext")
    assert (tmp_path / "there").read_bytes() == b"another\ntext" and sorted(os.listdir(tmp_path)) == ["folder", "there"]
