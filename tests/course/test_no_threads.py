"""Widgets where no thread can be started, as in a browser: opponents answer at once."""

from mcts_course.widgets import thinker
from mcts_course.widgets.play import Play
from mcts_course.widgets.stage import stage_of
from mcts_lab import UCT, games
from mcts_lab.players import SearchPlayer

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
