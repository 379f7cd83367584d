"""What parts of a search are worth, as it was played: who was stronger, and in how much of the other's time."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.experiments.effects import EFFECTS, strength
from mcts_lab.game import all_played, facts, played, playout, start


@pytest.fixture(scope="module")
def stored():
    return strength().set_index("match")


def test_rave_wins_in_hex_in_the_same_time(stored):
    for name in ("RAVE Hex 9 9", "RAVE Hex 11 11"):
        row = stored.loc[name]
        assert row["points"] >= 0.85 and row["games"] == 200 and row["time"] <= 1.0


def test_each_match_is_stored_whole(stored):
    assert list(stored.index) == [effect.name for effect in EFFECTS] and (stored["games"] == 200).all()


@pytest.mark.parametrize("game", [games.hex(5), games.hex(11), games.tic_tac_toe()])
def test_all_actions_that_were_played_are_those_played_one_by_one(game):
    state, out = start(game, 1), np.full(facts(game).actions, 7, np.float32)
    playout(game, state, stream(3), np.empty(facts(game).branching, np.int32))
    for player in (0, 1):
        all_played(game, state, player, out)
        assert out.tolist() == [float(played(game, state, player, action)) for action in range(len(out))]
        assert out.sum() > 0
