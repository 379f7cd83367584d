"""Compiled code: units and their cells, bundles, what is compiled again and what is not."""


import numpy as np
import pytest

from mcts_lab import UCT, games, start
from mcts_lab.engine.bundle import Bundle, narrow
from mcts_lab.engine.generic import compiler, entry, helper, kind, unit
from mcts_lab.engine.refusals import CannotCompile
from mcts_lab.engine.sources import key_of
from mcts_lab.search import UCB1, MixMax

needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed, or compiling is off")


class Board(Bundle):
    FIELDS = __slots__ = ("cells", "table", "extra")


slim = narrow("extra")


@unit
def twice(x) -> int:
    return 2 * x


@unit
def thrice(x):
    return 3.0 * x


@helper
def corner(board):
    return board.cells[0] + board.table[1, 1]


@entry
def total(board, x):
    board.cells[1] += twice(x)
    return corner(slim(board)) + board.cells[1] + thrice(x) + board.extra[0][1] + len(board.extra[1])


def board(n=3):
    return Board(cells=np.arange(float(n)), table=np.arange(4).reshape(2, 2), extra=(np.ones(n), np.zeros(2)))


@needs_numba
def test_units_and_bundles_work_as_in_python():
    one, other = board(), board()
    assert total(one, 4) == total(other, 4, compiled=False) == 0 + 3 + 9 + 12 + 1 + 2
    assert np.array_equal(one.cells, other.cells)
    one.replace(cells=np.arange(9.0) + 1)
    assert total(one, 1) == 1 + 3 + 4 + 3 + 1 + 2


def test_arrays_of_another_size_need_no_other_code():
    assert board(3).__kind__() == board(5).__kind__() and kind((1, 2.0)) == kind((3, 4.0)) != kind((1, 2))
    assert board().__kind__() != Board(cells=np.arange(3), table=np.zeros((2, 2)), extra=()).__kind__()


@needs_numba
def test_a_variant_shares_the_units_of_its_stages(monkeypatch):
    from mcts_lab.engine import compiling

    made = []
    whole = compiling._compile_unit
    monkeypatch.setattr(compiling, "_compile_unit", lambda *args: made.append(args[0].__name__) or whole(*args))
    game = games.nim(piles=(1,) * 9)  # no other test has a game of this type

    def search(method):
        made.clear()
        method.search(game, start(game), iterations=5, seed=1)
        return made

    assert search(UCT()) == ["evaluate"]
    assert search(UCT(value=MixMax(), selection=UCB1(0.3))) == []


def test_the_key_of_code_depends_on_what_it_is_made_of():
    from mcts_lab.engine.sources import _imports
    from mcts_lab.search.mcts.loop import run_iterations

    nim, hex_board = (frozenset({type(games.make(name))}) for name in ("nim", "hex"))
    assert key_of(run_iterations.default, nim) != key_of(run_iterations.default, hex_board)
    assert "mcts_lab.engine.generic" in _imports("mcts_lab.search.mcts.loop")
    assert not any("plots" in name or "papers" in name for name in _imports("mcts_lab.search.mcts.search"))


@pytest.mark.compiled
def test_what_cannot_be_compiled_is_said_in_one_sentence():
    @helper
    def copied(rows):
        rows[1] = rows[0]
        return rows[1, 0]

    @entry
    def whole(rows):
        return copied(rows)

    with pytest.raises(CannotCompile, match=r"makes a new array.*\(test_compiling.py, line \d+\).*compiled=False"):
        whole(np.zeros((2, 3)))
    assert whole(np.ones((2, 3)), compiled=False) == 1
