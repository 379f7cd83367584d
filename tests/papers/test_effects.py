"""What parts of a search are worth, as it was played: who was stronger, and in how much of the other's time."""

import numpy as np
import pytest

from mcts_lab import UCT, after, games, start
from mcts_lab.engine.random import stream
from mcts_lab.search import AbsolutePruning
from mcts_papers.studies.effects import ARMS, effects, regrets, strength


@pytest.fixture(scope="module")
def stored():
    return strength().set_index("match")


def test_rave_wins_in_hex_in_the_same_time(stored):
    for name in ("RAVE Hex 9 9", "RAVE Hex 11 11"):
        row = stored.loc[name]
        assert row["points"] >= 0.85 and row["games"] == 200 and row["time"] <= 1.0


def test_playouts_that_learn_win_in_breakthrough(stored):
    for part in ("MAST", "last good reply"):
        assert stored.loc[f"{part} Breakthrough 6 6", "points_low"] > 0.5


def test_rules_for_bandits_lose_less_than_ucb1():
    found = regrets().set_index(["bandit", "rule"])
    for bandit in ARMS:
        for rule in ("KL-UCB", "Thompson"):
            assert found.loc[(bandit, rule), "regret_high"] < found.loc[(bandit, "UCB1"), "regret_low"]


def test_a_search_stops_once_no_other_action_can_become_the_most_visited():
    game = games.connect_four()
    state = start(game)
    for seed in range(5):
        whole, stopped = (UCT(pruning=pruning).search(game, state, iterations=400, seed=seed, compiled=False)
                          for pruning in (AbsolutePruning(), AbsolutePruning(stop=True)))
        assert stopped.action == whole.action and stopped.iterations <= whole.iterations
    position = after(game, after(game, state, 3), 3)
    assert UCT(pruning=AbsolutePruning(stop=True)).search(game, position, iterations=2000, seed=1).iterations < 2000


def test_each_match_is_stored_whole(stored):
    assert list(stored.index) == [effect.name for effect in effects()] and (stored["games"] == 200).all()


@pytest.mark.parametrize("game", [games.hex(5), games.hex(11), games.tic_tac_toe()])
def test_all_actions_that_were_played_are_those_played_one_by_one(game):
    state, out = start(game, 1), np.full(game.facts().actions, 7, np.float32)
    game.playout(state, stream(3), np.empty(game.facts().branching, np.int32))
    for player in (0, 1):
        game.all_played(state, player, out)
        assert out.tolist() == [float(game.played(state, player, action)) for action in range(len(out))]
        assert out.sum() > 0
