"""Where neither a thread nor a process can be started, as in a browser: work is done at once, or refused in words."""

import importlib.util
import logging
import sys
from types import SimpleNamespace

import pytest

from mcts_lab import games
from mcts_lab.cli.table import Table
from mcts_lab.engine import announce, cache, distinct, generic, locks, release
from mcts_lab.engine.announce import announced
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.extras import lacking
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


@entry
def doubled(number):
    return 2 * number


def test_without_numba_compiled_code_is_refused_with_what_helps_there(no_thread, in_a_browser, monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    monkeypatch.setattr(generic, "compiler", generic._Compiler())
    with pytest.raises(release.Unusable, match="^Numba is not .* Do it on a computer ") as said:
        doubled(1, compiled=True)
    assert "pip install" not in str(said.value) and doubled(1, compiled=False) == 2


@pytest.mark.skipif(not compiler.available(), reason="needs Numba")
def test_in_a_browser_numba_is_used_where_it_is(in_a_browser):
    assert generic._Compiler().available() and release.compiling() is compiler.compiling


def test_a_missing_package_is_got_by_importing_it(in_a_browser):
    assert "Run a cell with 'import scipy'" in lacking("scipy.stats")


def test_what_needs_processes_is_refused_in_a_sentence(in_a_browser):
    with pytest.raises(RuntimeError, match="^Marking is not possible in a browser, .* Do it on a computer "):
        need_processes("Marking")


def test_elsewhere_processes_are_there():
    need_processes("Marking")


def test_the_only_process_and_user_needs_no_locks_of_the_system(in_a_browser, monkeypatch, tmp_path):
    for name in ("fcntl", "msvcrt", "grp", "pwd"):
        monkeypatch.setitem(sys.modules, name, None)
    again = importlib.util.spec_from_file_location("mcts_lab.engine.locks_there", locks.__file__)
    module = importlib.util.module_from_spec(again)
    again.loader.exec_module(module)
    taken = module.locks_in(tmp_path / "locks")
    assert taken.take(3) and not taken.take(3)
    taken.free(3)
    assert taken.take(3)
    tmp_path.chmod(0o777)
    assert cache.exposed(tmp_path) == ""


def test_a_game_at_a_terminal_goes_on(no_thread, monkeypatch, capsys):
    given = SimpleNamespace(seed=1, against="mcts", seat=1, ticks=None, typed=True, game="tic_tac_toe",
                            description=None, iterations=20)
    table = Table(games.tic_tac_toe(), given)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert table._search(0, table.state) in range(9)
    assert "thinks; a game's first search takes the longest" in capsys.readouterr().out


def test_parameters_are_found_where_annotations_are_made_when_they_are_asked_for(monkeypatch):
    """Python 3.14, which browsers have, keeps a function in the namespace of a class in place of the annotations."""
    monkeypatch.setattr(distinct, "sys", SimpleNamespace(version_info=(3, 14), _getframe=sys._getframe))
    monkeypatch.setitem(sys.modules, "annotationlib", SimpleNamespace(
        Format=SimpleNamespace(FORWARDREF=3), call_annotate_function=lambda make, form: make(form),
        get_annotate_from_class_namespace=lambda names: names.get("__annotate_func__")))

    def annotations(form):
        return {"rows": int, "columns": "int"}

    made = type(distinct.Distinct)("Board", (distinct.Distinct,), {"__annotate_func__": annotations, "columns": 7})
    assert tuple(made(6)) == (6, 7) and made._fields == ("rows", "columns") and made._field_defaults == {"columns": 7}
    assert made.__new__.__annotations__ == {"rows": int, "columns": "int"}
    plain = type(distinct.Distinct)("Plain", (made,), {"name": "plain"})
    assert tuple(plain(1, 2)) == (1, 2) and plain.name == "plain"
