"""The rows of ``python -m benchmarks``: they measure the same work on both sides."""


import random

import pytest

from benchmarks import limit, openspiel, strength
from benchmarks import rows as speed
from mcts_lab import UCT, games
from mcts_lab.game import TERMINAL, after, legal_actions, start


def test_every_row_has_a_game_and_a_unit():
    pytest.importorskip("mcts_papers", reason="some rows are of its games")
    for row in speed.ROWS:
        assert row.game in games.names() and row.method in speed.UNITS
        games.make(row.game, **row.options)
        assert row.other.partition("(")[0] in ("", row.game), "a ratio compares searches of the same game"


def test_both_sides_search_the_same_kind_of_position():
    pyspiel = pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    for row in speed.ROWS:
        if row.other and row.method != "ismcts":
            theirs = pyspiel.load_game(row.other).new_initial_state()
            game = games.make(row.game, **row.options)
            assert len(theirs.legal_actions()) == len(legal_actions(game, start(game, 0)))
        elif row.other:
            state = speed._their_start(pyspiel.load_game(row.other), row.other_opening)
            assert not state.is_chance_node()
            assert len(state.legal_actions()) > 1


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


def test_alpha_beta_in_cpp_finds_the_value():
    pytest.importorskip("pyspiel", reason="needs OpenSpiel")
    try:
        value = openspiel.alpha_beta("tic_tac_toe", 9, True, 1)
    except openspiel.Unavailable as error:
        pytest.skip(str(error))
    assert value == 0.0
    # the first player of Nim (1, 2) wins, the one of Nim (2, 2) loses; misere play does not matter to either
    for piles, expected in (("1;2", 1.0), ("2;2", -1.0)):
        assert openspiel.alpha_beta(f"nim(pile_sizes={piles})", 9, False, 1) == expected
    with pytest.raises(openspiel.Unavailable, match="refuses"):
        openspiel.alpha_beta("connect_four", 1, True, 1)
