"""The measurements of Tribes beside its original: what is measured is what is meant."""

import pytest

from benchmarks import java_tribes
from mcts_lab.game import facts, legal_actions


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    monkeypatch.setenv("MCTS_LAB_INTERPRET", "1")


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(java_tribes, "CALLS", 12)
    monkeypatch.setattr(java_tribes, "METHODS", {
        name: java_tribes.METHODS[name] for name in ("default MCTS", "RHEA", "widening")})
    monkeypatch.setattr("benchmarks.rows.SECONDS", 0.0)


def test_positions_are_those_of_a_turn():
    for game, state in java_tribes.midgame(1, 2):
        assert state.tick == 1 and not state.over and len(legal_actions(game, state)) > 1
        inside, seen = java_tribes.shown(game, state)
        assert inside.viewer == state.turn and seen.stars[1 - state.turn] == 0 and facts(inside).length > 0


def test_rows_have_their_ratio_where_the_original_has_a_figure(small):
    rows = {row["method"]: row for row in java_tribes.against_java(1, 1, (5,))}
    assert set(rows) == {"calls", "copies", "default MCTS, turn 5", "RHEA, turn 5", "widening, turn 5"}
    for name, row in rows.items():
        assert row["ours"] > 0
        assert (row["theirs"] is None) == name.startswith("widening")
        assert row["ratio"] is None or row["ratio"] == pytest.approx(row["ours"] / row["theirs"])
    assert rows["default MCTS, turn 5"]["theirs"] == pytest.approx(1000 / 64)
    assert "MB" in rows["widening, turn 5"]["remark"]
