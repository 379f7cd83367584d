"""The rows of ``python -m benchmarks`` measure the same work on both sides, and those of ``--compile`` from nothing."""

import json
import random

import pytest

from benchmarks import compile_times as bench
from benchmarks import limit, strength
from mcts_lab import UCT, games
from mcts_lab.game import TERMINAL, after, legal_actions, start


@pytest.mark.parametrize("name", strength.MATCHES)
def test_both_programs_number_the_actions_of_a_match_alike(name):
    pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    game, other, _ = strength.MATCHES[name]
    state, theirs, rng = start(game, 0), pyspiel.load_game(other).new_initial_state(), random.Random(7)
    while not theirs.is_terminal():
        assert sorted(legal_actions(game, state)) == theirs.legal_actions()
        action = rng.choice(theirs.legal_actions())
        state = after(game, state, action)
        theirs.apply_action(action)
    assert game.to_move(state) == TERMINAL and [game.payoff(state, player) for player in (0, 1)] == theirs.returns()


def test_a_match_against_openspiels_search_has_points_and_times():
    pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    (row,) = strength.strength(["tic_tac_toe"], 4)
    assert row["games"] == 4 and row["low"] <= row["points"] <= row["high"] and row["time"] > 0 and row["ours"] > 1


@pytest.mark.parametrize("place", range(len(limit.GAMES)))
def test_the_limit_in_cpp_grows_the_same_trees(place):
    """The nodes of a tree tell: another number of legal actions, or other chances to win, and it has more or fewer."""
    try:
        theirs = [limit.library().Search(place, 200, 1, seed) for seed in range(5)]
    except limit.Unavailable as error:
        pytest.skip(str(error))
    name, options = list(limit.GAMES.items())[place]
    game = games.make(name, **options)
    ours = [UCT().search(game, start(game), iterations=200, seed=seed, compiled=False).nodes for seed in range(5)]
    assert sum(theirs) == pytest.approx(sum(ours), rel=0.1)


# -- the times of compiling --------------------------------------------------------------------------------------------


@pytest.mark.all
@pytest.mark.compiled
def test_a_row_is_measured_from_nothing(tmp_path):
    found = bench._in_a_process(json.dumps(["tic_tac_toe", {}, {}]), str(tmp_path))
    assert set(found) == {"cold", "variant", "size", "agents"} and found["agents"] is None
    assert all(processor > 0 and clock > 0 for processor, clock in (found["cold"], found["variant"]))
    assert found["size"][0] < found["variant"][0]  # nothing is compiled
