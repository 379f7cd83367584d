"""Where neither a thread nor a process can be started, as in a browser: work is done at once, or refused in words,
and compiled functions are there as modules.
"""

import importlib.util
import pickle
import sys

import numpy as np
import pytest

from mcts_lab import UCT, AlphaBeta, Search, games, start
from mcts_lab.engine import cache, generic, locks, modules, release
from mcts_lab.engine.bundle import Bundle
from mcts_lab.engine.generic import compiler, entry, kind
from mcts_lab.games.boards.tic_tac_toe import TicTacToe
from mcts_lab.host import Worker, need_processes
from mcts_lab.search.mcts.loop import loop_of
from mcts_lab.search.minimax import negamax


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


def test_what_needs_processes_is_refused_in_a_sentence(in_a_browser):
    with pytest.raises(RuntimeError, match="^Marking is not possible in a browser, .* Do it on a computer "):
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


# -- functions that are there as modules -------------------------------------------------------------------------------


class Backwards(TicTacToe):
    """A student's own rule: who has three in a row loses."""

    def payoff(self, state, player):
        return -TicTacToe.payoff(self, state, player)


@pytest.fixture
def used(monkeypatch):
    """The keys of the modules that run: there seems to be one for everything that has a key, and no Numba."""
    ran = []

    def code(function, kinds):
        key = modules.key_of(function, kinds)
        return key and (lambda *args: ran.append(key) or function(*args))

    monkeypatch.setattr(compiler, "available", lambda: False)
    monkeypatch.setattr(modules, "index", lambda: {"some": {}})
    monkeypatch.setattr(modules, "code", code)
    for one in (loop_of(UCT().tree), negamax.begin, negamax.advance):  # which look up nothing twice
        monkeypatch.setattr(one, "_compiled", {})
    return ran


def visits(game, **options):
    return Search(game, start(game), UCT(), seed=1, **options).run(200).visits


def test_a_module_runs_in_place_of_machine_code(used):
    found = visits(TicTacToe())
    assert used and found == visits(TicTacToe(), compiled=False)
    used.clear()
    game = games.nim(piles=(1, 2))  # no other test has looked up its functions
    assert AlphaBeta().search(game, start(game)).value == 1 and used


def test_a_students_changed_rule_runs_and_no_module(used, caplog):
    game = Backwards()
    modules.say_interpreted.cache_clear()
    assert visits(game) == visits(game, compiled=False) != visits(TicTacToe(), compiled=False)
    assert not used and not Search(game, start(game), UCT(), seed=1).compiled
    assert caplog.text.count("Searches of Tic-tac-toe run interpreted in this browser") == 1


def test_what_was_changed_has_no_key(monkeypatch):
    def key(game):
        return modules.key_of(visits, (kind(game),))

    monkeypatch.setattr(visits, "__module__", "mcts_lab.perft")
    known = key(games.tic_tac_toe())
    assert known == key(games.tic_tac_toe()) != key(games.nim()) is not None
    assert key(Backwards()) is None
    with monkeypatch.context() as patch:
        patch.setattr(modules, "hash_of", lambda found, python: "other sources")
        assert key(games.tic_tac_toe()) not in (known, None)
    monkeypatch.setattr(TicTacToe, "payoff", lambda self, state, player: 0.0)
    assert key(games.tic_tac_toe()) is None


class Pair(Bundle):
    FIELDS = __slots__ = ("one", "two")


def test_arrays_are_laid_out_and_taken_back():
    state = np.zeros(1, [("a", "i4"), ("b", "f8", 2)])
    few, many, fixed = np.arange(3), np.arange(10_000.0).reshape(100, 100), np.arange(2)
    fixed.flags.writeable = False
    laid = modules.Laid(4096)
    words = list(laid.words((few, many, Pair(one=few, two=many), state[0], fixed, None, True, 5, np.int32(6), -0.5)))
    assert words[4] == "4096" and words[:4] == ["0", "0", "i3", "i8"]
    assert int(words[11]) == 4096 + modules.BLOCK and list(laid.large) == [int(words[11])]  # behind three, for `few`
    assert words[-5:] == ["0", "1", "i5", "6", "-0.5"]
    block = laid.block()
    assert block[:24].view(np.int64).tolist() == [0, 1, 2]
    at = int(words[16]) - 4096  # of the pair: where its arrays are, and their lengths
    assert block[at:at + 40].view(np.int64).tolist() == [4096, 3, int(words[11]), 100, 100]
    block[:] = 1
    laid.back(block)
    assert few.tolist() == [0x0101010101010101] * 3 and state["a"][0] == 0x01010101 and fixed.tolist() == [0, 1]
    assert np.shares_memory(modules.as_bytes(many), many)
    with pytest.raises(TypeError, match="^Compiled code takes only records that are rows of an array.$"):
        list(laid.words((pickle.loads(pickle.dumps(state[0])),)))
