"""A search whose machine code is not there begins interpreted and goes on compiled, with the same tree."""

import functools
import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from mcts_lab import RandomPlayer, SearchPlayer, games, start
from mcts_lab.engine import warm_up
from mcts_lab.engine.generic import Entry, compiler
from mcts_lab.engine.refusals import CannotCompile
from mcts_lab.matches import play_match
from mcts_lab.search import UCT, Leaf, Search
from mcts_lab.search.mcts import batch, loop, plan, running
from mcts_lab.search.mcts.memory import Memory

FOUR = games.connect_four()

EMPTY = """
import json
import numpy as np
from mcts_lab import UCT, Search, games, start
game = games.connect_four()
search = Search(game, start(game), UCT(), seed=7)
kinds = []
for _ in range(8):
    search.run(300)
    kinds.append(type(search.memory).__name__)
other = Search(game, start(game), UCT(), seed=7, compiled=True)
other.run(2400)
print(json.dumps([kinds, search.nodes.tobytes() == other.nodes.tobytes(), len(other.nodes)]))
"""


@pytest.mark.all
def test_with_an_empty_cache_a_search_is_compiled_after_its_first_iterations(tmp_path):
    def searched():
        done = subprocess.run([sys.executable, "-c", EMPTY], capture_output=True, text=True, timeout=600,
                              env={**os.environ, "MCTS_LAB_CACHE": str(tmp_path), "MCTS_LAB_COMPILE_FIRST": "",
                                   "PYTHONPATH": os.pathsep.join(sys.path)})
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    kinds, equal, nodes = searched()
    assert kinds[0] == "InterpretedMemory" and kinds[-1] == "Memory" and equal and nodes > 600
    assert sorted(set(kinds)) == kinds[::7]
    assert searched() == [["Memory"] * 8, True, nodes]  # what the first process has kept


@pytest.fixture
def nothing_there(monkeypatch):
    """As if no machine code of a search were here or on disk."""
    monkeypatch.setenv("MCTS_LAB_COMPILE_FIRST", "0")
    monkeypatch.setattr(warm_up, "SECONDS", math.inf)  # however busy the machine is
    monkeypatch.setattr(loop, "_entry", functools.cache(lambda function: Entry(function, allocates=False)))
    monkeypatch.setattr(compiler.compiling, "is_on_disk", lambda *about: False)
    monkeypatch.setattr(plan, "_plan", functools.lru_cache(plan._plan.__wrapped__))


def begun(game=FOUR, method=UCT(), iterations=1, **options):  # noqa: B008 - a value, never changed
    """A search that has made its first iterations."""
    search = Search(game, start(game, 3), method, seed=1, **options)
    search.run(iterations)
    return search


def is_compiled(search) -> bool:
    return search.plan._code is not None


def same(search, *budgets):
    """Whether a search found what one that is compiled from the start finds with these budgets."""
    other = Search(search.game, search.root[0], search.method, seed=1, compiled=True, trace=search.plan.trace)
    for budget in budgets:
        other.run(**budget)
    return (search.nodes.tobytes() == other.nodes.tobytes() and search.result().visits == other.result().visits
            and np.array_equal(search.memory.rng, other.memory.rng)
            and search.trace_events.tobytes() == other.trace_events.tobytes())


def test_seconds_of_interpreted_search_count_and_those_of_compiling_do_not(nothing_there, monkeypatch):
    """An iteration takes 0.1 seconds interpreted and 0.001 compiled, and compiling takes 50."""
    now, made = [0.0], []
    code, of = Entry.code, Search._loop

    def slowly(one, *arguments, **options):
        now[0] += 50.0
        made.append(one)
        return code(one, *arguments, **options)

    def timed(search, interpreted=False):
        found = of(search, interpreted)

        def run(*arguments):
            found(*arguments)
            now[0] += arguments[5] * (0.1 if interpreted else 0.001)

        return run

    monkeypatch.setattr(warm_up, "SECONDS", 3.0)
    monkeypatch.setattr(running.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(Entry, "code", slowly)
    monkeypatch.setattr(Search, "_loop", timed)
    search = Search(FOUR, start(FOUR), UCT(), seed=1)
    result = search.run(seconds=4.0)
    assert len(made) == 1 and 4.0 <= search.seconds < 4.3 and search.seconds == pytest.approx(result.seconds)
    assert 30 + 700 < search.iterations <= 50 + 1010
    again = Search(FOUR, start(FOUR), UCT(), seed=1)
    again.run(seconds=1.0)
    assert len(made) == 1 and again.iterations > 900


def test_where_compiling_is_broken_off_or_fails_the_tree_is_kept(nothing_there, monkeypatch):
    monkeypatch.setattr(warm_up, "ITERATIONS", 20)
    search = begun(iterations=10)
    for error in (KeyboardInterrupt, CannotCompile("this rule"), KeyboardInterrupt):
        with monkeypatch.context() as patched, pytest.raises(type(error) if isinstance(error, Exception) else error):
            def fails(*about, error=error):
                raise error

            patched.setattr(compiler.compiling, "compile_entry", fails)
            search.run(40)
        assert search.iterations == 20 and search.result().iterations == 20
    search.run(30)
    assert is_compiled(search) and same(search, {"iterations": 50})


@pytest.mark.parametrize("budget, options, first", [
    ({"seconds": 0.001}, {}, True), ({"iterations": 3}, {"timed": True}, True),
    ({"iterations": 3}, {"moves": True}, True), ({"iterations": 3}, {}, False)])
def test_a_match_by_the_clock_is_compiled_first(nothing_there, monkeypatch, budget, options, first):
    monkeypatch.setattr(batch, "WORTH", math.inf)  # no moves in one batch, whatever was played before
    game = games.tic_tac_toe()
    play_match(game, [SearchPlayer(UCT(), **budget), RandomPlayer()], 1, seed=1, **options)
    assert (Search(game, start(game), UCT())._warm_up() is None) == first


class Own(Leaf):
    """A leaf of a person's own."""

    worth: float = 0.5

    def evaluate(self, game, state, memory) -> int:
        assert isinstance(memory.nodes, np.ndarray)  # what only arrays allow
        memory.rewards[:] = self.worth
        return 0


def test_parts_from_outside_begin_interpreted_as_well(nothing_there, monkeypatch):
    monkeypatch.setattr(warm_up, "ITERATIONS", 20)
    search = begun(method=UCT(leaf=Own()), iterations=10)
    assert not is_compiled(search) and type(search.memory) is Memory
