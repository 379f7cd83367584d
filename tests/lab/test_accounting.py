"""What a search says of itself is what it did: calls, seconds, iterations, and where ties go."""

import io
import itertools
import logging
import re
import threading
import time

import numpy as np
import pytest

from mcts_lab import AlphaBeta, as_game, games, start
from mcts_lab.engine import announce
from mcts_lab.engine.announce import announced
from mcts_lab.engine.generic import compiler
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
from mcts_lab.search.mcts import running
from mcts_lab.search.mcts.budget import MOST_ITERATIONS
from mcts_lab.search.mcts.memory import ITERATIONS
from mcts_lab.search.mcts.nodes import PLAY_OUT, PROVEN, ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.minimax import exact

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


def test_seconds_are_those_of_the_wall_clock(monkeypatch):
    """A clock that is told when to go on: each iteration takes a second, whatever searches."""
    from mcts_lab.search.mcts import pimc, running

    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(time, "process_time", lambda: -1e6 * now[0])
    assert all(module.time is time for module in (pimc, running))
    loop = Search._loop

    def slow(search, interpreted=False):
        def timed(*arguments):
            now[0] += arguments[5]  # iterations
            loop(search)(*arguments)

        return timed

    monkeypatch.setattr(Search, "_loop", slow)
    for method in (UCT(), PIMC(trees=4)):
        now[0] = 0.0
        assert method.search(TTT, start(TTT), iterations=20, seed=1, compiled=False).seconds == 20.0


@pytest.mark.parametrize("watched", [True, False])
def test_what_takes_long_is_told_on_the_screen_or_else_in_the_log(monkeypatch, caplog, capsys, watched):
    said = threading.Event()
    monkeypatch.setattr(announce, "SOON", 0.01)
    monkeypatch.setattr(announce, "watched", lambda: said.set() or watched)
    with caplog.at_level(logging.INFO, "mcts_lab"), announced("Spades for this search"):
        assert said.wait(60)
    told = re.sub(r"\rcompiling Spades for this search: \d s", "*", capsys.readouterr().err)
    assert told.strip("*") == watched * "\n" and ("*" in told) == watched
    assert [record.getMessage() for record in caplog.records] == [
        "compiling Spades for this search: it takes some seconds the first time"] * (not watched)


def test_compiled_code_is_first_asked_for_one_iteration_and_then_for_what_takes_a_moment(monkeypatch):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    search.compiled, asked, clock = True, [], [0.0]

    def slow(tree, game, parts, root, memory, work, calls, spare):  # twenty milliseconds an iteration
        asked.append(work)
        clock[0] += 0.02 * work
        tree.run_iterations(game, parts, root, memory, work, calls, spare)

    monkeypatch.setattr(search, "_loop", lambda interpreted: slow)
    monkeypatch.setattr(running.time, "perf_counter", lambda: clock[0])
    search.run(30)
    assert asked[0] == 1 and max(asked) == round(running.PIECE_SECONDS / 0.02) and sum(asked) == 30
    asked.clear()
    monkeypatch.setattr(running.time, "perf_counter", lambda: 0.0)
    search.run(1_000)
    assert len(asked) <= 3  # where iterations are short, nearly all of them in one go
