"""Games steered with keys: in a terminal, at one's own pace and in real time."""

import contextlib
import os
import select
import subprocess
import sys
import time

import pytest

from mcts_lab import games
from mcts_papers.games.vgdl import vgdl

ZELDA = vgdl("zelda")
PATIENCE = 180.0  # seconds after which what should happen did not


def until(happened):
    """Wait for something that another thread or process does."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def test_keys_stand_for_actions():
    keys = ZELDA.steering()
    names = {key: ZELDA.action_name(None, action) for key, action in keys.items()}
    assert names == {"ArrowLeft": "LEFT", "ArrowRight": "RIGHT", "ArrowUp": "UP", "ArrowDown": "DOWN", " ": "USE",
                     "": "NIL"}
    assert {"ArrowRight", "ArrowUp", ""} <= set(games.gaps().steering())
    assert games.connect_four().steering() == {}


def test_the_terminal_takes_arrow_keys_and_real_time():
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "mcts_lab", "play", "zelda", "--seed", "1"]
    game = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs,
                            env={**os.environ, "MCTS_LAB_INTERPRET": "1"})
    os.close(theirs)
    shown = bytearray()

    def says(words):
        def look():
            if select.select([ours], [], [], 0)[0]:
                with contextlib.suppress(OSError):  # the other end is closed
                    shown.extend(os.read(ours, 65536))
            return words in shown.decode("utf-8", "replace")

        until(look)
        shown.clear()

    try:
        says("\nFind the key, then the door.")
        os.write(ours, b"\x1b[D")
        says("\nLEFT\x1b")
        os.write(ours, b"p")
        says("\nNIL\x1b")
        os.write(ours, b"\x1b[B")
        says("\nDOWN\x1b")
        os.write(ours, b"q")
        says("Left.")
        assert game.wait(PATIENCE) == 0
    finally:
        game.kill()
        game.wait()
        os.close(ours)
