"""The rows of ``python -m benchmarks``: they measure the same work on both sides."""

import json

import numpy as np
import pytest

from benchmarks import mctspy, models, openspiel
from benchmarks import rows as speed
from benchmarks.__main__ import main
from mcts_lab import games
from mcts_lab.game import TERMINAL, after, for_search, legal_actions, payoff, start, to_move
from mcts_lab.search import Evaluate


def test_every_row_has_a_game_and_a_unit():
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


@pytest.mark.parametrize("name", mctspy.POSITIONS)
def test_the_games_that_mctspy_gets_are_ours(name):
    game = games.make(name)
    rng = np.random.default_rng(7)
    for _ in range(40):
        state, position = start(game, 0), mctspy.POSITIONS[name]()
        while not position.is_game_over():
            player = 0 if position.next_to_move == 1 else 1
            assert to_move(game, state) == player and position.get_legal_actions() == legal_actions(game, state)
            action = int(rng.choice(position.get_legal_actions()))
            state, position = after(game, state, action), position.move(action)
        assert to_move(game, state) == TERMINAL and payoff(game, state, 0) == position.game_result


def test_what_models_add_is_measured_on_the_same_tree():
    game = games.make("hearthstone", deck="shaman")
    state = models.in_the_middle(game)
    assert len(legal_actions(game, state)) >= models.ACTIONS and state.turn >= models.TURN
    (_, plain), (_, prunes), (_, asks), _ = models.methods()
    grown = [method._replace(leaf=Evaluate()).search(for_search(game), state, iterations=300, seed=0, compiled=False)
             for method in (plain, asks, prunes)]
    visits = [found.search.nodes["visits"] for found in grown]
    assert np.array_equal(visits[0], visits[1]) and not np.array_equal(visits[0], visits[2])


def test_rows_as_json(capsys, monkeypatch):
    monkeypatch.setattr(speed, "SECONDS", 0.0)
    monkeypatch.setattr(speed, "ROWS", tuple(row._replace(playouts=1) for row in speed.ROWS))
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")
    assert main(["soccer", "--rounds", "1", "--json"]) == 0
    row = json.loads(capsys.readouterr().out)[0]
    assert row["unit"] == "plays" and row["ours"] > 0 and row["ratio"] is None


@pytest.mark.parametrize(("status", "arguments", "said"), [
    (2, ["--against", "openspeil"], "did you mean 'openspiel'?"),
    (1, ["hxe"], "did you mean 'hex'?"),
    (1, ["soccer", "--against", "mean"], "measures games of its own"),
])
def test_a_line_that_cannot_be_followed_is_refused_in_a_sentence(status, arguments, said, capsys):
    assert main(arguments) == status
    [sentence] = capsys.readouterr().err.splitlines()
    assert sentence.startswith("python -m benchmarks: ") and said in sentence
