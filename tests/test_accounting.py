"""What a search says of itself is what it did: calls, seconds, iterations, and where ties go."""

import contextlib
import logging
import time
from typing import NamedTuple

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.engine import announce, durations
from mcts_lab.engine.announce import announced
from mcts_lab.engine.generic import compiler
from mcts_lab.game import legal_actions, start
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.search import (
    PIMC,
    PUCT,
    UCB1,
    UCT,
    HeuristicPrior,
    LimitedPlayout,
    OpenLoop,
    Search,
    SingleObserver,
    UCB1Tuned,
    UniformPrior,
)
from mcts_lab.search.mcts import running
from mcts_lab.search.mcts.checks import MOST_ITERATIONS
from mcts_lab.search.mcts.loop import run_iterations
from mcts_lab.search.mcts.memory import ITERATIONS
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.tree import PLAY_OUT, PROVEN, ROOT
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
    UCT(), UCT(solver=True), UCT(leaf=LimitedPlayout(2)), UCT(world=OpenLoop()), UCT(world=SingleObserver()),
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


class Even(NamedTuple):
    """A leaf rule: everything is worth half a win."""

    def evaluate(self, game, state, memory):
        memory.rewards[:] = 0.5
        return 0


@pytest.mark.parametrize("world", [OpenLoop(), SingleObserver()], ids=lambda world: type(world).__name__)
def test_a_tie_with_first_play_urgency_goes_to_what_is_new(world):
    def tried(fpu):
        method = UCT(world=world, selection=UCB1(0.0), leaf=Even(), fpu=fpu)
        search = Search(TTT, start(TTT), method, seed=1, compiled=False)
        search.run(5)
        return len(children_of(search.nodes, ROOT))

    assert [tried(fpu) for fpu in (0.51, 0.5, 0.49)] == [5, 5, 1]


# -- seconds -----------------------------------------------------------------------------------------------------------


def test_compiling_comes_before_the_clock(monkeypatch):
    """Machine code that takes half a second to make takes nothing off a budget of less."""
    search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)
    loop = search._loop()

    def slow():
        spent = time.process_time()
        while time.process_time() - spent < 0.5:
            pass
        return loop

    monkeypatch.setattr(search, "_loop", slow)
    began = time.perf_counter()
    result = search.run(seconds=0.25)
    assert time.perf_counter() - began - result.seconds >= 0.5 and result.iterations > 1


def test_an_ensemble_does_not_count_compiling(monkeypatch):
    game = games.coin_in_a_box()
    state = start(game, 0)
    while len(legal_actions(game, state)) == 0:
        raise AssertionError
    from mcts_lab.game import CHANCE, after, to_move

    if to_move(game, state) == CHANCE:
        state = after(game, state, legal_actions(game, state)[0])
    compile_ = Search.compile

    def slow(search):
        spent = time.process_time()
        while time.process_time() - spent < 0.5:
            pass
        return compile_(search)

    monkeypatch.setattr(Search, "compile", slow)
    assert PIMC(trees=2).search(game, state, iterations=10, seed=0, compiled=False).seconds < 0.5


def test_seconds_are_those_of_the_wall_clock(monkeypatch):
    """A clock that is told when to go on: each iteration takes a second, whatever searches."""
    from mcts_lab.search.mcts import parallel, pimc, running

    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(time, "process_time", lambda: -1e6 * now[0])
    assert all(module.time is time for module in (parallel, pimc, running))
    loop = Search._loop

    def slow(search):
        def timed(*arguments):
            now[0] += arguments[4]
            loop(search)(*arguments)

        return timed

    monkeypatch.setattr(Search, "_loop", slow)
    for method in (UCT(), PIMC(trees=4)):
        now[0] = 0.0
        assert method.search(TTT, start(TTT), iterations=20, seed=1, compiled=False).seconds == 20.0


@pytest.mark.parametrize(("parallel", "compiled"), [
    ("root", False), pytest.param("tree", True, marks=pytest.mark.compiled)])
def test_threads_do_not_add_up_their_seconds(parallel, compiled):
    options = {"workers": 4, "parallel": parallel, "compiled": compiled}
    UCT().search(TTT, start(TTT), iterations=4, seed=1, **options)
    began = time.perf_counter()
    found = UCT().search(TTT, start(TTT), iterations=40_000 if compiled else 400, seed=1, **options)
    assert 0.0 < found.seconds <= time.perf_counter() - began


@pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")
def test_the_machine_code_is_ready_before_anything_is_counted():
    search = Search(TTT, start(TTT), UCT(selection=UCB1(0.9)), seed=1)
    assert search.compile() is search
    assert search.seconds == 0.0 and search.iterations == 0 and search.calls == 0
    fresh = Search(TTT, start(TTT), UCT(selection=UCB1(0.9)), seed=1)
    assert np.array_equal(search.memory.rng, fresh.memory.rng)


def test_only_what_takes_long_is_announced_elsewhere_as_information(monkeypatch, caplog, capsys):
    monkeypatch.setattr(announce, "SOON", 0.05)
    monkeypatch.setattr(announce, "watched", lambda: False)
    with caplog.at_level(logging.INFO, "mcts_lab"):
        with announced("Spades for this search"):
            pass
        assert not caplog.records
        with announced("Spades for this search"):
            announce.expect(14.2)
            time.sleep(0.3)
            announce.note(known={"a": "legal", "b": "play"}, done="a")
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [
        ("INFO", "compiling Spades for this search, once: about 15 s")
    ]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("fails, last", [(False, "compiled Spades in 0 s"), (True, "stopped compiling Spades in 0 s")])
def test_who_watches_sees_one_line_that_says_what_is_compiled(monkeypatch, capsys, fails, last):
    monkeypatch.setattr(announce, "SOON", 0.05)
    monkeypatch.setattr(announce, "watched", lambda: True)
    with contextlib.suppress(KeyboardInterrupt), announced("Spades"):
        announce.note(known={"a": "legal"}, begun="a")
        time.sleep(0.3)
        announce.note(known={"b": "play", "c": "determinize"}, begun="c")
        announce.note(done="a")
        announce.note(done="c", begun="b")
        announce.note(begun="a")  # read from disk: it is done already
        if fails:
            raise KeyboardInterrupt
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and said.endswith("\n")
    assert [line.strip() for line in said.split("\r")] == [
        "", "compiling Spades, once", "compiling Spades, once (1 of 3 done; determinize)",
        "compiling Spades, once (2 of 3 done; play)", last]
    shown = ""
    for line in said.rstrip("\n").split("\r"):
        assert len(line) >= len(shown)  # nothing of the line before is left
        shown = line.rstrip()


def test_nobody_is_told_of_what_is_there_at_once(monkeypatch, capsys):
    monkeypatch.setattr(announce, "watched", lambda: True)
    with announced("Spades"):
        announce.note(known={"a": "legal"}, begun="a", done="a")
    assert capsys.readouterr().err == ""


def test_how_long_it_takes_is_learned_from_how_long_it_took(monkeypatch, tmp_path):
    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path))
    (tmp_path / "compiled").mkdir()
    function, hex_, breakthrough = run_iterations.default, type(games.hex()), type(games.breakthrough())
    usual, tuned = {UCT, UCB1}, {UCT, UCB1Tuned}

    def guess(game, parts):
        return durations.expected(function, game, {game, *parts})

    before = guess(hex_, usual), guess(hex_, tuned), guess(breakthrough, usual)
    assert min(before) > 0.5 and durations.is_first(function, hex_)
    durations.remember(function, hex_, {hex_, *usual}, 3 * before[0])
    assert durations.is_first(function, breakthrough) and not durations.is_first(function, hex_)
    assert guess(hex_, usual) == pytest.approx(3 * before[0], abs=0.01)  # as last time
    assert guess(hex_, tuned) < before[1]  # the rules are there
    assert guess(breakthrough, usual) > before[2]  # it takes longer here
    for broken in ("", "[]", '{"rates": {"search": 0, "rules": "many"}, "functions": []}'):
        (tmp_path / "compiled" / "durations.json").write_text(broken)
        assert (guess(hex_, usual), guess(hex_, tuned), guess(breakthrough, usual)) == before
    (tmp_path / "compiled" / "durations.json").unlink()
    (tmp_path / "compiled").rmdir()
    durations.remember(function, hex_, {hex_, *usual}, 1.0)  # where nothing can be kept
    assert guess(hex_, usual) == before[0]


def test_an_exact_search_does_not_count_compiling(monkeypatch):
    from mcts_lab.search.minimax import exact

    prepare = exact.machine_for

    def slow(*args, **kinds):
        spent = time.perf_counter()
        while time.perf_counter() - spent < 0.5:
            pass
        return prepare(*args, **kinds)

    monkeypatch.setattr(exact, "machine_for", slow)
    method = AlphaBeta(depth=2, iterative=True)
    began = time.perf_counter()
    result = method.search(TTT, start(TTT), seconds=0.25, compiled=False)
    assert time.perf_counter() - began - result.seconds >= 0.5


def test_priors_of_a_reused_tree_are_kept():
    search = Search(TTT, start(TTT), UCT(selection=PUCT(), prior=UniformPrior()), seed=1, compiled=False)
    search.run(200)
    search.play_on(4)
    assert search.memory.priors[children_of(search.nodes, ROOT)] == pytest.approx([1 / 8] * 8)


def test_compiled_code_is_first_asked_for_one_iteration_and_then_for_what_takes_a_moment(monkeypatch):
    search = Search(TTT, start(TTT), seed=1, compiled=False)
    search.compiled, search.plan.chunk, asked, clock = True, 1, [], [0.0]

    def slow(world, game, parts, root, memory, work, calls, spare):  # twenty milliseconds an iteration
        asked.append(work)
        clock[0] += 0.02 * work
        run_iterations(world, game, parts, root, memory, work, calls, spare)

    monkeypatch.setattr(search, "_loop", lambda: slow)
    monkeypatch.setattr(running.time, "perf_counter", lambda: clock[0])
    search.run(30)
    assert asked[0] == 1 and max(asked) == round(running.CHUNK_SECONDS / 0.02) and sum(asked) == 30
    asked.clear()
    monkeypatch.setattr(running.time, "perf_counter", lambda: 0.0)
    search.run(1_000)
    assert len(asked) <= 3  # where iterations are short, nearly all of them in one go


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


def test_nothing_is_said_of_a_budget_that_was_used_up(caplog):
    game = games.tic_tac_toe()
    UCT().search(game, start(game), calls=50, seed=1, compiled=False)
    assert not caplog.records
