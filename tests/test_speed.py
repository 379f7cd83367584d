"""The rows of ``python -m benchmarks``: they measure the same work on both sides."""

import json

import pytest

from benchmarks import openspiel
from benchmarks import rows as speed
from benchmarks.__main__ import main
from mcts_lab import games
from mcts_lab.game import legal_actions, start


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
    (1, ["hex", "--matches"], "name no game"),
    (1, ["--count", "hxe"], "did you mean 'hex'?"),
    (1, ["--before", "HEAD"], "add --count"),
    (1, ["--count", "--before", "no-such-commit"], "no-such-commit"),
])
def test_a_line_that_cannot_be_followed_is_refused_in_a_sentence(status, arguments, said, capsys):
    assert main(arguments) == status
    [sentence] = capsys.readouterr().err.splitlines()
    assert sentence.startswith("python -m benchmarks: ") and said in sentence
