"""Widgets where no thread can be started, as in a browser: opponents answer at once."""

from mcts_course.widgets import thinker
from mcts_course.widgets.play import Play
from mcts_course.widgets.stage import stage_of
from mcts_lab import UCT, games
from mcts_lab.players import RandomPlayer, ScriptedPlayer, SearchPlayer

OPPONENT = SearchPlayer(UCT(), iterations=60, compiled=False)


def test_an_opponent_has_answered_when_a_click_is_over(no_thread, monkeypatch):
    monkeypatch.setattr(thinker, "REFRESH", 0.0)
    table, seen = Play(games.connect_four(), OPPONENT, seed=1), []
    shown = stage_of(table)
    table.watchers.append(lambda: seen.append((shown.frame["busy"], "mind" in shown.frame["parts"])))
    shown.receive({"press": "move:3"})
    assert len(table.actions) == 2 and not table.busy and shown.frame["words"].endswith("Your turn.")
    assert table.wait() and not shown.frame["wrong"] and "mind" in shown.frame["parts"]
    assert seen[0] == (True, False) and seen[-1] == (False, True)  # the person's move is shown before the search
    assert (True, True) in seen  # and its counts while it runs
    shown.seat = 1
    assert shown.frame["words"].startswith("You are o.") and len(table.actions) == 1 and table.seat == shown.seat == 1
    shown.receive({"press": "new"})
    assert len(table.actions) == 1 and not shown.frame["busy"]


def test_the_answer_is_that_of_a_thread(no_thread):
    one, other = (Play(games.connect_four(), OPPONENT, seed=1, background=how) for how in (True, False))
    for table in (one, other):
        table.choose(3)
    assert one.actions == other.actions and len(one.actions) == 2


def test_failing_opponents_are_said(no_thread):
    def fail(game, state, seed):
        raise RuntimeError("out of ideas")

    table = Play(games.tic_tac_toe(), ScriptedPlayer(fail, "broken"), seed=3)
    shown = stage_of(table)
    shown.receive({"press": "move:0"})
    assert "out of ideas" in shown.frame["words"] and not table.busy
    shown.receive({"press": "undo"})
    assert table.actions == [] and "out of ideas" not in shown.frame["words"]


def test_a_review_is_there_at_once(no_thread):
    theirs = iter((4, 0, 3, 6))
    table = Play(games.tic_tac_toe(), ScriptedPlayer(lambda game, state, seed: next(theirs), "script"), seat=1, seed=1)
    shown = stage_of(table)
    for square in (1, 8, 5):
        table.choose(square)
    table.review(iterations=30, seconds=None)
    assert table.reviewed.complete and not table.busy and "course" in shown.frame["parts"]


def test_opponents_without_a_search_play_too(no_thread):
    table = Play(games.knockout_whist(players=2), RandomPlayer(), seed=1, background=True)
    while "over" not in table.current.words:
        table.choose(next(int(one.id.partition(":")[2]) for one in table.current.buttons if one.id[:5] == "move:"))
    assert not table.busy and not table.thinker.error
