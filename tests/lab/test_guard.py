"""A search among threads, interrupts and errors: its tree adds up or begins anew, and the others learn of it."""

import copy
import itertools
import os
import signal
import sys
import threading
import time

import pytest
from positions import play_on

from mcts_lab import games, start
from mcts_lab.search import MAST, UCT, Borda, OpenLoop, Search


def interrupted_at(line):
    """A function for `sys.settrace` that interrupts at so many lines of the package from now."""
    lines = itertools.count(1)

    def local(frame, event, argument):
        if event == "line" and next(lines) == line:
            sys.settrace(None)
            raise KeyboardInterrupt
        return local

    return lambda frame, event, argument: local if "mcts_lab" in frame.f_code.co_filename else None


FOUR = games.connect_four()
BUSY = r"\AThis search is still running[^\n]*\.\Z"
METHODS = [UCT(), UCT(solver=True), UCT(value=Borda()), UCT(leaf=MAST()), UCT(tree=OpenLoop())]
speeds = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])


class Take:
    """Take one to three of nine; `happens` is called at every play."""

    perfect_information = True
    happens = staticmethod(lambda: None)

    def start(self):
        return 9, 0

    def to_move(self, state):
        return state[1] if state[0] else None

    def legal(self, state):
        return [n for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, n):
        self.happens()
        return state[0] - n, 1 - state[1]

    def payoff(self, state, player):
        return -1 if state[1] == player else 1


def adds_up(search) -> bool:
    """Whether visits and links agree."""
    nodes = search.nodes
    below = {}
    for child in range(1, len(nodes)):
        below.setdefault(int(nodes[child].parent), []).append(child)
    for node in range(len(nodes)):
        chain, child = [], int(nodes[node].first_child)
        while child >= 0:
            chain.append(child)
            child = int(nodes[child].next_sibling)
        if sorted(chain) != below.get(node, []) or len(chain) != nodes[node].children:
            return False
    visits = sum(int(nodes[child].visits) for child in below.get(0, []))
    return search.iterations == nodes[0].visits == visits


def at(number, what):
    """A function that calls ``what()`` when it is called for the `number`-th time."""
    calls = itertools.count(1)
    return lambda: what() if next(calls) == number else None


@pytest.fixture(autouse=True)
def interruptible():
    """Ctrl-C is heard, also where whoever started the tests has let it be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


# -- threads -----------------------------------------------------------------------------------------------------------


@speeds
def test_another_thread_is_told_that_a_search_is_running(compiled):
    search = Search(FOUR, start(FOUR), UCT(), seed=1, compiled=compiled)
    there, going_on = threading.Event(), threading.Event()

    def look(done, of):
        if done >= 100:
            there.set()
            going_on.wait(60)

    running = threading.Thread(target=search.run, args=(500,), kwargs={"progress": look})
    running.start()
    assert there.wait(60)
    for refused in (lambda: search.run(10), search.step, search.result, search.compile,
                    lambda: search.tree, lambda: search.nodes, lambda: search.memory, lambda: search.trace_events,
                    lambda: play_on(search, 3), lambda: search.follow([], start(FOUR)),
                    lambda: search.restart(start(FOUR)), lambda: copy.copy(search)):
        with pytest.raises(RuntimeError, match=BUSY):
            refused()
    assert 100 <= search.iterations <= 500 and search.calls > 0 and not search.full
    assert "iterations" in repr(search)
    going_on.set()
    running.join(60)
    assert not running.is_alive()
    assert search.iterations == 500 and adds_up(search)
    assert search.run(10).iterations == 510


def test_a_search_does_not_run_within_itself_but_may_be_looked_at():
    search, seen = Search(FOUR, start(FOUR), UCT(), seed=1, compiled=False), []

    def look(done, of):
        if done:
            seen.append(search.result().iterations)
            assert adds_up(search) and len(search.tree.nodes) == len(search.nodes)
            with pytest.raises(RuntimeError, match=BUSY):
                search.run(1)

    search.run(60, progress=look)
    assert seen[-1] == 60


# -- interrupts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_an_interrupt_waits_for_the_end_of_the_iteration(method):
    for number in (1, 2, 5, 30, 61):
        search = Search(Take(), (9, 0), method, seed=3)
        search.run(20)
        search.game.plain.happens = at(number, interrupt)
        with pytest.raises(KeyboardInterrupt):
            search.run(10_000)
        assert 20 < search.iterations < 120 and adds_up(search)
        before = search.result().iterations
        assert search.run(30).iterations == before + 30 and adds_up(search)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_interrupt_does_not_wait_and_the_search_begins_anew():
    search = Search(Take(), (9, 0), UCT(), seed=3)
    search.run(20)

    def for_ever():
        while True:
            interrupt()

    search.game.plain.happens = at(5, for_ever)
    with pytest.raises(KeyboardInterrupt):
        search.run(100)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert search.iterations == 0 and adds_up(search)
    with pytest.raises(ValueError, match="has not run yet"):
        search.result()
    assert search.run(30).iterations == 30 and adds_up(search)


@pytest.mark.parametrize("method", METHODS, ids=str)
def test_an_error_in_the_rules_begins_the_search_anew(method):
    search = Search(Take(), (9, 0), method, seed=3)
    search.run(20)
    search.game.plain.happens = at(7, lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        search.run(100)
    assert adds_up(search) and search.run(30).iterations == 30 and adds_up(search)


# -- a search that another thread ends ---------------------------------------------------------------------------------


def test_a_search_in_another_thread_can_be_stopped():
    search = Search(FOUR, start(FOUR), UCT(), seed=1, compiled=False)
    running = threading.Thread(target=search.run, args=(10**7,))
    running.start()
    while search.iterations < 40:
        time.sleep(0.01)
    search.stop()
    running.join(60)
    assert not running.is_alive()
    assert sum(search.result().visits.values()) == search.iterations == search.nodes[0].visits


@pytest.fixture
def running():
    """Start `search.run` in a thread that waits in its progress after a hundred iterations; a function that ends it."""
    going_on, threads = threading.Event(), []

    def begin(search):
        there = threading.Event()

        def look(done, of):
            if done >= 100:
                there.set()
                going_on.wait(60)

        threads.append(threading.Thread(target=search.run, args=(500,), kwargs={"progress": look}))
        threads[-1].start()
        assert there.wait(60)

    def end():
        going_on.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()

    yield begin, end
    end()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of processes on this system")
def test_a_fork_goes_on_without_the_thread_that_searched(running):
    begin, end = running
    search = Search(FOUR, start(FOUR), UCT(), seed=1, compiled=False)
    begin(search)
    child = os.fork()
    if child == 0:
        right = False
        try:
            search.run(20)
            right = adds_up(search)
        finally:
            os._exit(0 if right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("work", [
    lambda search: search.run(3), lambda search: play_on(search, 1).run(1),
    lambda search: search.restart(search.root[0]), copy.copy], ids=["run", "play_on", "restart", "copy"])
@pytest.mark.parametrize("method", [UCT(), UCT(leaf=MAST(), tree=OpenLoop())], ids=str)
def test_after_an_interrupt_at_any_line_a_tree_adds_up(method, work):
    """Also where no signal is: an error of memory, or another thread's exception, may come at any line as well."""
    interrupts = 0
    traced = sys.gettrace()
    for line in [*range(1, 120, 3), *range(120, 1500, 97)]:
        search = Search(Take(), (9, 0), method, seed=3)
        search.run(30)
        sys.settrace(interrupted_at(line))
        try:
            work(search)
        except KeyboardInterrupt:
            interrupts += 1
        finally:
            sys.settrace(traced)
        with pytest.raises(KeyboardInterrupt):  # the next one is heard
            interrupt()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        assert adds_up(search), line
        search.run(20)
        assert adds_up(search) and search.result().visits, line
        other = threading.Thread(target=search.run, args=(5,))
        other.start()
        other.join(60)
        assert not other.is_alive() and adds_up(search), line
    assert interrupts > 20
