"""Where neither a thread nor a process can be started, as in a browser: work is done at once, or refused in words."""

import logging
import sys
from types import SimpleNamespace

import pytest

from mcts_lab import games
from mcts_lab.cli.table import Table
from mcts_lab.engine import announce
from mcts_lab.engine.announce import announced
from mcts_lab.host import Worker, need_processes


def test_work_is_over_when_it_has_begun(no_thread):
    done = []
    worker = Worker(done.append, 1)
    worker.start()
    worker.join()
    assert done == [1] and not worker.is_alive()
    Worker(done.append, 2, instead=lambda: done.append(3)).start()
    assert done == [1, 3]
    with pytest.raises(ZeroDivisionError):
        Worker(lambda: 1 / 0).start()


def test_elsewhere_work_is_done_in_a_thread():
    done = []
    worker = Worker(lambda: done.append(worker.ident), instead=lambda: done.append(None))
    worker.start()
    worker.join(60)
    assert done == [worker.ident] and done[0] and worker.daemon


@pytest.mark.parametrize("watched", [True, False])
def test_what_is_compiled_is_told_at_once(no_thread, monkeypatch, caplog, capsys, watched):
    monkeypatch.setattr(announce, "watched", lambda: watched)
    with caplog.at_level(logging.INFO, "mcts_lab"), announced("Spades for this search"):
        before = capsys.readouterr().err
    assert before == "\rcompiling Spades for this search" * watched and capsys.readouterr().err == "\n" * watched
    assert [record.getMessage() for record in caplog.records] == [
        "compiling Spades for this search: it takes some seconds the first time"] * (not watched)


def test_what_needs_processes_is_refused_in_a_sentence(in_a_browser):
    with pytest.raises(RuntimeError, match="^Marking cannot be done in a browser, .*: do it on a computer "):
        need_processes("Marking")


def test_elsewhere_processes_are_there():
    need_processes("Marking")


def test_a_game_at_a_terminal_goes_on(no_thread, monkeypatch, capsys):
    given = SimpleNamespace(seed=1, against="mcts", seat=1, ticks=None, typed=True, game="tic_tac_toe",
                            description=None, iterations=20)
    table = Table(games.tic_tac_toe(), given)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert table._search(0, table.state) in range(9)
    assert "thinks; a game's first search takes the longest" in capsys.readouterr().out
