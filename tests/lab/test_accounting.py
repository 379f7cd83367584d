"""What a search says of itself is what it did: calls, seconds, iterations, and where ties go."""

import io
import itertools
import re
import threading
import time

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine import announce
from mcts_lab.engine.announce import announced
from mcts_lab.engine.generic import compiler
from mcts_lab.game import start
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.search import (
    PIMC,
    PUCT,
    UCB1,
    UCT,
    HeuristicPrior,
    Leaf,
    LimitedPlayout,
    OpenLoop,
    Search,
    SingleObserver,
)
from mcts_lab.search.mcts.budget import MOST_ITERATIONS
from mcts_lab.search.mcts.memory import ITERATIONS
from mcts_lab.search.mcts.nodes import PLAY_OUT, PROVEN, ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.minimax import exact
from mcts_lab.search.minimax.alpha_beta import AlphaBeta

TTT = games.tic_tac_toe()


class Counted:
    """Take one, two or three counters; who takes the last one wins, but one alone is a draw. It counts its plays."""

    players, actions, branching, length, outcomes, perfect_information = 2, 4, 3, 9, (-1.0, 0.0, 1.0), True

    def __init__(self):
        self.plays = 0

    def start(self):
        return 9, 0, 0

    def to_move(self, state):
        return state[1] if state[0] else None

    def legal(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, n):
        self.plays += 1
        return state[0] - n, 1 - state[1], n

    def payoff(self, state, player):
        return 0 if state[2] == 1 else -1 if state[1] == player else 1

    def heuristic(self, state, player):
        return 0.1 * state[0] if state[1] == player else -0.1 * state[0]

    def determinize(self, state, observer, random):
        return state


@pytest.mark.parametrize("method", [
    UCT(), UCT(solver=True), UCT(leaf=LimitedPlayout(2)), UCT(tree=OpenLoop()), UCT(tree=SingleObserver()),
    UCT(selection=PUCT(), prior=HeuristicPrior()), UCT(solver=True, fpu=0.5),
], ids=str)
def test_calls_are_the_plays_that_were_made(method):
    """Also where an iteration ends in a proven node, which makes none below it."""
    game = as_game(Counted())
    search = Search(game, start(game), method, seed=1, compiled=False, trace=True)
    ended_proven = 0
    for _ in range(150):
        search.step()
        assert search.calls == game.plain.plays
        last = search.trace_events[search.trace_events["phase"] == PLAY_OUT][-1]
        ended_proven += bool(last["visits_before"] > 0 and search.nodes[last["node"]].status & PROVEN)
    assert ended_proven > 0 or not method.solver


class Even(Leaf):
    """A leaf rule: everything is worth half a win."""

    def evaluate(self, game, state, memory):
        memory.rewards[:] = 0.5
        return 0


@pytest.mark.parametrize("tree", [OpenLoop(), SingleObserver()], ids=lambda tree: type(tree).__name__)
def test_a_tie_with_first_play_urgency_goes_to_what_is_new(tree):
    def tried(fpu):
        method = UCT(tree=tree, selection=UCB1(0.0), leaf=Even(), fpu=fpu)
        search = Search(TTT, start(TTT), method, seed=1, compiled=False)
        search.run(5)
        return len(children_of(search.nodes, ROOT))

    assert [tried(fpu) for fpu in (0.51, 0.5, 0.49)] == [5, 5, 1]


# -- seconds -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", [
    lambda: UCT().search(TTT, start(TTT), seconds=0.25, seed=1, compiled=False),
    lambda: PIMC(trees=2).search(TTT, start(TTT), iterations=10, seed=1, compiled=False),
    lambda: AlphaBeta(depth=2, iterative=True).search(TTT, start(TTT), seconds=0.25, compiled=False),
], ids=["uct", "pimc", "alpha-beta"])
def test_compiling_comes_before_the_clock(monkeypatch, search):
    """Machine code that takes half a second to make takes nothing off a budget of less."""
    def slowly(make):
        def slow(*arguments, **options):
            spent = time.process_time()
            while time.process_time() - spent < 0.5:
                pass
            return make(*arguments, **options)
        return slow

    monkeypatch.setattr(Search, "_loop", slowly(Search._loop))
    monkeypatch.setattr(Search, "compile", slowly(Search.compile))
    monkeypatch.setattr(exact, "machine_for", slowly(exact.machine_for))
    began = time.perf_counter()
    result = search()
    assert time.perf_counter() - began - result.seconds >= 0.5


@pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")
def test_the_machine_code_is_ready_before_anything_is_counted():
    search = Search(TTT, start(TTT), UCT(selection=UCB1(0.9)), seed=1)
    assert search.compile() is search
    assert search.seconds == 0.0 and search.iterations == 0 and search.calls == 0
    fresh = Search(TTT, start(TTT), UCT(selection=UCB1(0.9)), seed=1)
    assert np.array_equal(search.memory.rng, fresh.memory.rng)


def test_the_line_moves_for_as_long_as_it_takes(monkeypatch):
    counted = threading.Event()

    class Screen(io.StringIO):
        def write(self, text):
            super().write(text)
            if len(re.findall(r"\d+ s", self.getvalue())) >= 3:
                counted.set()

    screen, now = Screen(), itertools.count(10.0)
    monkeypatch.setattr(announce, "SOON", 0.01)
    monkeypatch.setattr(announce, "watched", lambda: True)
    monkeypatch.setattr(announce.sys, "stderr", screen)
    monkeypatch.setattr(announce.time, "perf_counter", lambda: next(now))
    with announced("Spades for this search"):
        assert counted.wait(60)
    lines = screen.getvalue().split("\r")[1:]
    assert all(re.fullmatch(r"compiling Spades for this search: \d+ s\n?", line) for line in lines)
    assert len(set(lines)) >= 3 and screen.getvalue().endswith("\n")


def test_what_a_tree_cannot_count_is_said_beforehand(caplog):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    search.run(10)
    search.memory.counters[ITERATIONS] = MOST_ITERATIONS - 5
    for ask in (search.run, search.step):
        with pytest.raises(ValueError, match="ask for at most 5 more"):
            ask(6)
    assert search.iterations == MOST_ITERATIONS - 5
    search.run(calls=1000)
    assert search.iterations == MOST_ITERATIONS and "counts at most 2,147,483,647" in caplog.text
    caplog.clear()
    with pytest.raises(ValueError, match="start another search"):
        search.run(calls=1)
    assert not caplog.records
