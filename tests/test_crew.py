"""Processes that compile units beside this one: the same code, whatever happens to them."""

import os
import signal
import subprocess
import sys
import time

import pytest

from mcts_lab.engine import crew as crews
from mcts_lab.engine.crew import BEGUN, DONE, Crew, helpers_allowed
from mcts_lab.engine.generic import compiler, unit
from mcts_lab.games.dou_dizhu.rule_player import split, turns

needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed, or compiling is off")


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as file:  # who has ended and was not asked after is a zombie
        return file.read().rpartition(")")[2].split()[0] != "Z"


@unit
def outside(x) -> int:
    return 2 * x


@needs_numba
def test_helpers_compile_what_is_offered_and_what_they_meet_on_the_way(monkeypatch, tmp_path):
    from numba import types

    from mcts_lab.engine import cache, compiling

    monkeypatch.setenv("MCTS_LAB_CACHE", str(tmp_path))
    monkeypatch.setattr(crews, "PLENTY", 1)
    monkeypatch.setattr(compiler, "generation", 0)  # whatever other tests have defined
    hand = (types.uint64,)
    met = compiling.Need("first", turns, hand, types.int64)
    with Crew(allowed=1) as crew:
        monkeypatch.setattr(compiling, "_crew", crew)
        compiling._offer(met)
        assert crew._helpers
        compiling._offer(compiling.Need("second", outside, (types.int64,), types.int64))
        with crew._changed:
            assert crew._changed.wait_for(lambda: len(crew._state) > 1 and set(crew._state.values()) == {DONE}, 120)
        assert cache.on_disk(compiling._unit(turns, hand), hand)
        assert cache.on_disk(compiling._unit(split, hand + (types.int64,) * 3), hand + (types.int64,) * 3)
        assert crew._state.keys() == {"first", compiling._need(split, hand + (types.int64,) * 3, types.int64).name}
        helper = crew._helpers[0]
    assert helper.poll() is not None


@pytest.mark.parametrize("start", ["raise SystemExit", "print('nonsense', flush=True); input()"])
def test_without_its_helpers_a_process_does_everything_itself(monkeypatch, start):
    monkeypatch.setattr(crews, "START", start)
    with Crew(allowed=2) as crew:
        for name in "abcde":
            crew.offer(name, name.encode())
        left = list("abcde")
        while left:
            name, payload = crew.next(left)
            assert payload is None
            crew.finished(name)
            left.remove(name)
        assert len(crew._helpers) >= 1


def test_what_helpers_met_is_done_by_whoever_is_free():
    crew = Crew(allowed=1)
    crew._state |= {"asked": BEGUN}
    crew.offer("met", b"what to know")
    assert crew.next(["asked"]) == ("met", b"what to know") and crew._state["met"] == BEGUN
    crew.finished("asked")
    assert crew.next(["asked", "met"]) == ("asked", None)
    crew.offer("met", b"again")
    assert not crew._payloads and not crew._helpers


def test_how_many_may_help(monkeypatch):
    monkeypatch.delenv("MCTS_LAB_HELPERS", raising=False)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0}, raising=False)
    assert helpers_allowed() == 0
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2}, raising=False)
    assert helpers_allowed() == 2
    monkeypatch.setattr(crews.multiprocessing, "parent_process", lambda: "an experiment")
    assert helpers_allowed() == 0
    monkeypatch.setenv("MCTS_LAB_HELPERS", "5")
    assert helpers_allowed() == 5
    monkeypatch.setenv("MCTS_LAB_HELPERS", "many")
    with pytest.raises(ValueError, match="number of processes"):
        helpers_allowed()


LEADER = """
import signal, sys, time
from mcts_lab.engine import crew as crews
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have switched it off
crews.PLENTY = 1
with crews.Crew(allowed=1) as crew:
    crew.offer("one", b"")
    print(crew._helpers[0].pid, flush=True)
    time.sleep(600)
"""


@needs_numba
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="looks at /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_helpers_end_with_the_process_they_help(how):
    leader = subprocess.Popen([sys.executable, "-c", LEADER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    helper = int(leader.stdout.readline())
    leader.send_signal(how)
    leader.wait(60)
    until = time.monotonic() + 60
    while is_running(helper) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(helper)
