"""The studies: what parts of a search are worth, the ladder at equal time, pruning in known trees, value models."""

import numpy as np
import pytest

from mcts_lab import after, games, start
from mcts_lab.cli import main
from mcts_lab.engine.random import stream
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.players import RandomPlayer
from mcts_lab.search import UCT, AbsolutePruning, HardPruning
from mcts_papers.papagiannis2022 import value_model
from mcts_papers.papagiannis2022.forests import load_forest
from mcts_papers.papagiannis2022.players import DECKS
from mcts_papers.store.stored import load
from mcts_papers.studies import ladder
from mcts_papers.studies.branching import thrown_away
from mcts_papers.studies.self_play import Examples, examples


def test_a_search_stops_once_no_other_action_can_become_the_most_visited():
    game = games.connect_four()
    state = start(game)
    for seed in range(5):
        whole, stopped = (UCT(pruning=pruning).search(game, state, iterations=400, seed=seed, compiled=False)
                          for pruning in (AbsolutePruning(), AbsolutePruning(stop=True)))
        assert stopped.action == whole.action and stopped.iterations <= whole.iterations
    position = after(game, after(game, state, 3), 3)
    assert UCT(pruning=AbsolutePruning(stop=True)).search(game, position, iterations=2000, seed=1).iterations < 2000


@pytest.mark.parametrize("game", [games.hex(5), games.hex(11), games.tic_tac_toe()])
def test_all_actions_that_were_played_are_those_played_one_by_one(game):
    state, out = start(game, 1), np.full(game.facts().actions, 7, np.float32)
    game.playout(state, stream(3), np.empty(game.facts().branching, np.int32))
    for player in (0, 1):
        game.all_played(state, player, out)
        assert out.tolist() == [float(game.played(state, player, action)) for action in range(len(out))]
        assert out.sum() > 0


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize(("name", "game", "fits"), [
    ("RAVE", games.connect_four(), False), ("RAVE", games.hex(7), True), ("NST", games.breakthrough(8, 8), False),
    ("MAST", games.breakthrough(8, 8), True)])
def test_a_search_plays_where_the_game_says_all_it_asks_for(name, game, fits):
    assert ladder.fits(game, name) == fits
    title = next(title for title, one in ladder.GAMES.items() if one == game)
    assert ((title, name) in ladder.amounts()) == fits


@pytest.mark.all
def test_a_rung_is_worth_its_own_iterations():
    table = ladder.ladder(load(ladder.LADDER, "standard")).set_index(["game", "agent"])
    for n in (500, 1000, 2000):
        assert table.loc[("all", ladder.rung(n).name), "worth"] == pytest.approx(n)
    rungs = np.array([-300.0, -200.0, -100.0, 0.0, 100.0, 90.0, 300.0])
    assert ladder.worth(rungs, 50.0) == pytest.approx(1000 * 2**0.5)
    assert ladder.worth(rungs, -999.0) == pytest.approx(125) and ladder.worth(rungs, 999.0) == pytest.approx(8000)
    assert ladder.worth(rungs, 0.0) == pytest.approx(1000)


def test_a_heuristic_that_knows_throws_away_nothing_good_and_a_blind_one_does():
    method = {"hard": UCT(pruning=HardPruning(patience=10, least=2))}
    knowing = thrown_away(method, [UniformTree(branching=8, depth=3, ordered=True)], iterations=60)
    assert knowing["left_out"].tolist() == [0.75] and not knowing["best_left_out"].any()
    blind = thrown_away(method, [UniformTree(branching=8, depth=2, seed=seed) for seed in range(12)], iterations=60)
    assert 0 < blind["best_left_out"].sum() and np.isclose(blind["left_out"], 0.75).all()
    assert not (blind["best_left_out"] & blind["right"]).any()


GAME = games.connect_four(4, 4, 3)


def test_a_row_for_each_decision():
    found = examples(GAME, RandomPlayer(), 3, seed=5)
    assert found.inputs.shape == (len(found.payoffs), 32) and set(found.games) == {0, 1, 2}
    for game in range(3):
        rows = found.inputs[found.games == game]
        assert list(rows.sum(1)) == list(range(len(rows)))  # one disc more at each
        payoffs = found.payoffs[found.games == game]
        assert np.array_equal(payoffs[1:], -payoffs[:-1])  # of the player to move, who alternates
        assert payoffs[-1] in (0.0, 1.0)  # who moves last does not lose


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
