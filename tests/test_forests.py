"""Boosted trees as arrays: what XGBoost says, in compiled searches and in files."""

import zipfile

import numpy as np
import pytest

from mcts_lab.engine.generic import entry
from mcts_lab.game import start
from mcts_lab.games import connect_four
from mcts_lab.learning.forests import BRANCH, Forest, fit_forest, from_xgboost, load_forest, log_odds, save_forest
from mcts_lab.learning.models import answer
from mcts_lab.learning.networks import ModelError
from mcts_lab.search import UCT, ModelValue


def forest_by_hand():
    """Two trees of two inputs: 1 or -2 by whether x0 < 3, and 0.5 or (4 or 8 by whether x0 < 1) by whether x1 < 0."""
    rows = [(0, 3.0, 1), (-1, 1.0, 0), (-1, -2.0, 0), (1, 0.0, 4), (-1, 0.5, 0), (0, 1.0, 6), (-1, 4.0, 0),
            (-1, 8.0, 0)]
    return Forest(2, 0.25, np.array([0, 3], np.int32), np.array(rows, np.dtype((np.record, BRANCH))))


@pytest.mark.parametrize(("x", "odds"), [((2.9, -1), 1.75), ((3.0, -1), -1.25), ((0.0, 0.0), 5.25), ((1.0, 1), 9.25)])
def test_trees_compare_and_add(x, odds):
    x = np.array(x, np.float32)
    y = np.zeros(2, np.float32)
    answer(forest_by_hand(), x, y)
    assert log_odds(forest_by_hand(), x) == odds and y[0] == np.float32(1 / (1 + np.exp(-odds))) and y[1] == 0


@entry
def odds_into(forest, rows, out):
    for i in range(len(rows)):
        out[i] = log_odds(forest, rows[i])


@pytest.fixture(scope="module")
def trained():
    pytest.importorskip("xgboost", reason="XGBoost is not installed")
    rng = np.random.default_rng(1)
    x = rng.integers(-3, 12, (900, 6)).astype(np.float32)
    y = (x[:, 0] + x[:, 1] * (x[:, 2] > 4) + rng.normal(0, 2, 900) > 6).astype(float)
    return *fit_forest(x[:600], y[:600], (x[600:], y[600:]), seed=3, trees=40), x


def test_a_forest_says_what_xgboost_says_to_the_last_bit(trained):
    import xgboost

    forest, booster, x = trained
    theirs = booster.predict(xgboost.DMatrix(x[:200]), output_margin=True)
    ours = np.zeros(200)
    odds_into(forest, x[:200], ours, compiled=False)
    assert len(forest.roots) > 5 and np.array_equal(ours.astype(np.float32), theirs)
    y = np.zeros(1, np.float32)
    said = []
    for row in x[:200]:
        answer(forest, row, y)
        said.append(y[0])
    assert np.abs(np.array(said) - booster.predict(xgboost.DMatrix(x[:200]))).max() < 2e-7
    assert np.abs(forest(x[:200]) - booster.predict(xgboost.DMatrix(x[:200]))).max() < 2e-7


@pytest.mark.compiled
def test_compiled_forests_say_the_same():
    x = np.random.default_rng(2).normal(1, 2, (50, 2)).astype(np.float32)
    found = np.zeros((2, 50))
    for row, compiled in zip(found, (True, False), strict=True):
        odds_into(forest_by_hand(), x, row, compiled=compiled)
    assert np.array_equal(*found)


def test_only_two_classes_are_taken_over():
    xgboost = pytest.importorskip("xgboost", reason="XGBoost is not installed")
    x = np.random.default_rng(0).normal(size=(30, 2))
    booster = xgboost.train({"objective": "reg:squarederror"}, xgboost.DMatrix(x, x[:, 0]), 2)
    with pytest.raises(ValueError, match="two classes"):
        from_xgboost(booster)


def test_files_keep_forests(tmp_path):
    save_forest(tmp_path / "f.npz", forest_by_hand(), {"seed": 7})
    forest, about = load_forest(tmp_path / "f.npz")
    assert about == {"seed": 7} and forest.inputs == 2 and forest.base == 0.25
    assert np.array_equal(forest.branches, forest_by_hand().branches)


def test_a_forest_is_written_as_a_whole_or_not_at_all(tmp_path, monkeypatch):
    def stopped(file, **arrays):
        file.write(b"half of it")
        raise KeyboardInterrupt

    save_forest(tmp_path / "f.npz", forest_by_hand(), {"seed": 7})
    monkeypatch.setattr(np, "savez_compressed", stopped)
    with pytest.raises(KeyboardInterrupt):
        save_forest(tmp_path / "f.npz", forest_by_hand(), {"seed": 8})
    assert load_forest(tmp_path / "f.npz")[1] == {"seed": 7}
    assert [path.name for path in tmp_path.iterdir()] == ["f.npz"]


ROOT = np.array([1, 0, 0, 4, 0, 7, 0, 0], np.int32)  # where the second way is one too far
DAMAGE = [
    {"forest_version": np.int64(9)}, {"below": np.zeros(8, np.int32)}, {"below": ROOT},
    {"feature": np.array([0, -1, -1, 5, -1, 0, -1, -1], np.int32)}, {"roots": np.array([9], np.int32)},
    {"threshold": np.full(8, np.nan, np.float32)}, {"threshold": np.zeros(3, np.float32)}, {"about": np.array("{")},
    {"about": np.array("[1]")}, {"inputs": np.float64(np.inf)},
    {"below": np.full(8, 2**31 - 1, np.int32)},  # one further is below 0 in 32 bits
    lambda path: path.unlink(), lambda path: path.write_bytes(b"trees"), lambda path: np.savez(path, x=np.zeros(2)),
    lambda path: np.save(path.open("wb"), np.zeros(2)),
    lambda path: zipfile.ZipFile(path, "w").writestr("forest_version", b"1"),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_files_are_refused_in_a_sentence(tmp_path, damage):
    path = tmp_path / "f.npz"
    save_forest(path, forest_by_hand(), {})
    damage(path) if callable(damage) else np.savez(path, **dict(np.load(path)) | damage)
    with pytest.raises(ModelError, match="^[^\n]*f.npz[^\n]*$"):
        load_forest(path)


def test_whatever_bytes_are_changed_a_file_is_read_or_refused(tmp_path):
    path, rng = tmp_path / "f.npz", np.random.default_rng(1)
    save_forest(path, forest_by_hand(), {"seed": 7})
    whole, refused = np.frombuffer(path.read_bytes(), np.uint8), 0
    for _ in range(200):
        changed = whole.copy()
        changed[rng.integers(len(whole), size=rng.choice([1, 3, 20]))] = rng.integers(256)
        path.write_bytes(changed.tobytes())
        try:
            load_forest(path)
        except ModelError:
            refused += 1
    assert refused > 100


def test_a_forest_judges_leaves():
    """A tree that looks at one cell: who has a disc there wins, and else the opponent."""
    game = connect_four(4, 4, 3)
    rows = [(0, 0.5, 1), (-1, -9.0, 0), (-1, 9.0, 0)]
    forest = Forest(32, 0.0, np.array([0], np.int32), np.array(rows, np.dtype((np.record, BRANCH))))
    found = UCT(leaf=ModelValue(forest, certain=True)).search(game, start(game), iterations=4, compiled=False)
    # after each first move the other player is to move, who has no disc there yet
    assert set(found.values.values()) == {1.0}
