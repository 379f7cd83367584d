"""Compiled functions that a browser has as modules: which one is taken, and that changed code never runs as it was."""

import pickle

import numpy as np
import pytest

from mcts_lab import UCT, AlphaBeta, Search, games, start
from mcts_lab.engine import modules
from mcts_lab.engine.bundle import Bundle
from mcts_lab.engine.generic import compiler, kind
from mcts_lab.games.boards.tic_tac_toe import TicTacToe
from mcts_lab.search.mcts.loop import loop_of
from mcts_lab.search.minimax import negamax


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
    for entry in (loop_of(UCT().tree), negamax.begin, negamax.advance):  # which look up nothing twice
        monkeypatch.setattr(entry, "_compiled", {})
    return ran


def visits(game, **options):
    return Search(game, start(game), UCT(), seed=1, **options).run(200).visits


def test_a_module_runs_in_place_of_machine_code(used):
    found = visits(TicTacToe())
    assert used and found == visits(TicTacToe(), compiled=False)
    used.clear()
    result = AlphaBeta().search(TicTacToe(), start(TicTacToe()))
    assert used and result.value == 0


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


def test_kinds_are_told_apart_in_words():
    kinds = [1, 1.0, True, None, np.zeros(2), np.zeros((2, 2)), np.zeros(2, np.int32), np.zeros(4)[::2], (1, 2),
             (1, (2,)), np.zeros(1, [("a", "i4"), ("b", "f8", 3)]), np.zeros(1, [("a", "i4"), ("b", "f8", 2)]),
             np.zeros(1, [("a", "i4"), ("c", "f8", 3)]), np.zeros(1, [("a", "i4")])[0]]
    assert len({modules.described(kind(one)) for one in kinds}) == len(kinds)


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
