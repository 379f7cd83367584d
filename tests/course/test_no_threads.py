"""Widgets where no thread can be started, as in a browser: opponents answer at once."""

from mcts_course.widgets import thinker
from mcts_course.widgets.play import Play
from mcts_course.widgets.stage import stage_of
from mcts_lab import UCT, games
from mcts_lab.players import ScriptedPlayer, SearchPlayer

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


def test_a_review_and_true_values_are_there_at_once(no_thread):
    theirs = iter((4, 0, 3, 6))
    table = Play(games.tic_tac_toe(), ScriptedPlayer(lambda game, state, seed: next(theirs), "script"), seat=1, seed=1)
    shown = stage_of(table)
    for square in (1, 8, 5):
        table.choose(square)
    table.review(iterations=30, seconds=None)
    assert table.reviewed.complete and not table.busy and "course" in shown.frame["parts"]


def test_in_real_time_asyncio_ticks(no_thread):
    async def played():
        table = Play(games.gaps(moves=3), seed=1)
        shown = stage_of(table)
        shown.receive({"press": "clock"})
        assert table.ticking and table.actions == []  # the page stays alive
        table.pause()
        made = len(table.actions)
        table.real_time(rate=500)
        while table.ticking:
            await asyncio.sleep(0.001)
        return table, shown, made

    table, shown, made = asyncio.run(played())
    assert made == 0 and len(table.actions) == 3 and "over" in shown.frame["words"]


def test_without_a_loop_there_is_no_real_time(no_thread):
    table = Play(games.gaps(moves=3), seed=1)
    shown = stage_of(table)
    shown.receive({"press": "clock"})
    assert "play it at your own pace" in shown.frame["words"] and not table.ticking
    shown.receive({"press": next(one["id"] for one in shown.frame["buttons"] if one["id"].startswith("move:"))})
    assert len(table.actions) == 1
