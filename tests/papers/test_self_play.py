"""Examples from self-play, and the value model that learns from them."""

import numpy as np
import pytest

from mcts_lab.cli import main
from mcts_lab.games import connect_four
from mcts_lab.players import RandomPlayer
from mcts_papers.papagiannis2022 import value_model
from mcts_papers.papagiannis2022.forests import load_forest
from mcts_papers.papagiannis2022.players import DECKS
from mcts_papers.studies.self_play import Examples, examples, together

GAME = connect_four(4, 4, 3)


def test_a_row_for_each_decision():
    found = examples(GAME, RandomPlayer(), 3, seed=5)
    assert found.inputs.shape == (len(found.payoffs), 32) and set(found.games) == {0, 1, 2}
    for game in range(3):
        rows = found.inputs[found.games == game]
        assert list(rows.sum(1)) == list(range(len(rows)))  # one disc more at each
        payoffs = found.payoffs[found.games == game]
        assert np.array_equal(payoffs[1:], -payoffs[:-1])  # of the player to move, who alternates
        assert payoffs[-1] in (0.0, 1.0)  # who moves last does not lose


def test_a_game_does_not_depend_on_others():
    whole = examples(GAME, RandomPlayer(), 4, seed=5)
    parts = together([examples(GAME, RandomPlayer(), 2, seed=5), examples(GAME, RandomPlayer(), 2, seed=5, first=2)])
    assert all(np.array_equal(a, b) for a, b in zip(whole, parts, strict=True))


def made_up(deck, games, iterations, seed, workers, folder, first=0):
    """States of which those with more health than the opponent win, mostly."""
    rng = np.random.default_rng([DECKS.index(deck), first])
    inputs = rng.integers(0, 30, (20 * games, 42)).astype(np.float32)
    won = inputs[:, 2] - inputs[:, 24] + rng.normal(0, 3, len(inputs)) > 0
    return Examples(inputs, won.astype(float), np.zeros(len(inputs), np.int32), np.repeat(first + np.arange(games), 20))


def test_a_value_model_is_made_and_judged_by_games_held_out(tmp_path, monkeypatch, capsys):
    pytest.importorskip("xgboost", reason="XGBoost is not installed")
    monkeypatch.setattr(value_model, "training_games", made_up)
    path = tmp_path / "value.npz"
    assert main(["train", "value", "--games", "20", "--iterations", "7", "--out", str(path)]) == 0
    assert "area under the curve" in capsys.readouterr().out
    forest, about = load_forest(path)
    assert forest.inputs == 42 and about["games"] == 20 and about["iterations"] == 7 and about["seed"] == 2022
    assert about["rows"] == 3 * 16 * 20 and about["held_out"]["rows"] == 3 * 20 * 20
    assert about["held_out"]["games"] == 60
    assert about["held_out"]["accuracy"] > 0.75 and about["held_out"]["area"] > 0.85
