"""Short searches begin interpreted while another process compiles them, and find the same."""

import json
import os
import pickle
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from mcts_lab.engine.generic import Entry, compiler
from mcts_lab.game import start
from mcts_lab.games import connect_four, tic_tac_toe
from mcts_lab.search import UCB1, UCT, Search
from mcts_lab.search.mcts import early
from mcts_lab.search.mcts.interpreted import InterpretedMemory
from mcts_lab.search.mcts.memory import Memory

pytestmark = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed, or compiling is off")

EMPTY = """
import json, pickle, sys
import numpy as np
from mcts_lab.game import start
from mcts_lab.games import connect_four
from mcts_lab.search import UCT, Search
game = connect_four()
search = Search(game, start(game), UCT(), seed=7)
kinds = []
while not kinds or (search.plan.helper is not None and len(kinds) < 2000):
    search.run(300)
    kinds.append(type(search.memory).__name__)
search.run(300)
kinds.append(type(search.memory).__name__)
other = Search(game, start(game), UCT(), seed=7, compiled=True)
for _ in kinds:
    other.run(300)
print(json.dumps([kinds, bool(np.array_equal(search.nodes, other.nodes)), len(other.nodes)]))
"""


def test_a_search_with_an_empty_cache_begins_interpreted_and_goes_on_compiled(tmp_path):
    done = subprocess.run([sys.executable, "-c", EMPTY], capture_output=True, text=True, check=True, timeout=600,
                          env={**os.environ, "MCTS_LAB_CACHE": str(tmp_path), "MCTS_LAB_HELPERS": "1",
                               "PYTHONPATH": os.pathsep.join(sys.path)})
    kinds, equal, nodes = json.loads(done.stdout)
    assert kinds[0] == "InterpretedMemory" and kinds[-1] == "Memory" and equal and nodes > 600


@pytest.fixture
def nothing_kept(monkeypatch):
    """As if no code were there, and a helper might make it."""
    monkeypatch.setenv("MCTS_LAB_HELPERS", "1")
    monkeypatch.setattr(Entry, "is_to_be_made", lambda entry, *args: True)
    monkeypatch.setattr(early, "_helper", None)


def begun(game, method, **options):
    """A search that has made its first iteration."""
    search = Search(game, start(game), method, seed=1, **options)
    search.run(1)
    return search


def ended():
    """End the helper that was started last."""
    early._helper.kill()
    early._helper.wait()
    early._helper.stdin.close()


def same(one, game, method, *budgets):
    other = Search(game, start(game), method, seed=1, compiled=True)
    for budget in budgets:
        other.run(budget)
    return np.array_equal(one.nodes, other.nodes)


def test_a_helper_that_fails_leaves_the_work_here(nothing_kept, monkeypatch):
    monkeypatch.setattr(early, "START", "raise SystemExit(1)")
    game, method = connect_four(), UCT(UCB1(0.611))
    search = begun(game, method)
    assert isinstance(search.memory, InterpretedMemory)
    early._helper.wait()
    early._helper.stdin.close()
    search.run(50)
    assert type(search.memory) is Memory and search.plan.helper is None and same(search, game, method, 1, 50)


def test_what_is_asked_at_length_or_by_the_clock_is_compiled_at_once(nothing_kept, monkeypatch):
    monkeypatch.setattr(early, "START", "import time; time.sleep(600)")
    game, method = connect_four(), UCT(UCB1(0.612))
    search = begun(game, method)
    search.run(20, calls=10**6)
    again = pickle.loads(pickle.dumps(search))
    assert isinstance(search.memory, InterpretedMemory) and isinstance(again.memory, InterpretedMemory)
    again.run(20)  # a copy knows nothing of a helper
    assert type(again.memory) is Memory
    search.run(early.SHORT["iterations"] + 1)
    assert type(search.memory) is Memory and same(search, game, method, 1, 20, early.SHORT["iterations"] + 1)
    ended()
    monkeypatch.setattr(early, "python", None)  # none is asked for
    for budget in ({"seconds": 0.01}, {"iterations": 10, "seconds": 5.0}, {"calls": early.SHORT["calls"] + 1}):
        search = Search(game, start(game), UCT(UCB1(0.613)), seed=1)
        search.run(**budget)
        assert type(search.memory) is Memory


class Own(NamedTuple):
    """A leaf of a person's own."""

    def evaluate(self, game, state, memory) -> int:
        memory.rewards[:] = 0.5
        return 0


@pytest.mark.parametrize("helpers, options, method", [
    ("0", {}, UCT(UCB1(0.614))), ("1", {"compiled": True}, UCT(UCB1(0.615))), ("1", {}, UCT(leaf=Own()))])
def test_no_helper_where_none_may_be_or_none_could_know_what_to_compile(
        nothing_kept, monkeypatch, helpers, options, method):
    monkeypatch.setenv("MCTS_LAB_HELPERS", helpers)
    monkeypatch.setattr(early, "python", None)
    assert type(begun(tic_tac_toe(), method, **options).memory) is Memory


def test_one_helper_at_a_time(nothing_kept, monkeypatch):
    monkeypatch.setattr(early, "START", "import time; time.sleep(600)")
    begun(connect_four(), UCT(UCB1(0.616)))
    monkeypatch.setattr(early, "python", None)
    assert type(begun(connect_four(), UCT(UCB1(0.617))).memory) is Memory
    ended()


def test_a_helper_ends_with_the_process_that_started_it():
    from mcts_lab.engine.processes import python

    process = python(early.START)
    process.stdin.close()
    assert process.wait(120) != 0  # nothing to read

    process = python(early.START)
    early._tell(process.stdin, pickle.dumps((tic_tac_toe(), start(tic_tac_toe()), UCT(UCB1(0.618)), False)))
    process.stdin.close()
    assert process.wait(120) == 0
