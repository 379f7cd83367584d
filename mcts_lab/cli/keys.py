"""Single keys from a terminal, without Enter, and a game steered by them."""

from __future__ import annotations

import contextlib
import os
import select
import sys
import time

NAMES = {"A": "ArrowUp", "B": "ArrowDown", "C": "ArrowRight", "D": "ArrowLeft"}  # of ESC [ A and ESC O A
WINDOWS = {"H": "ArrowUp", "P": "ArrowDown", "M": "ArrowRight", "K": "ArrowLeft"}  # after a first "\\xe0" or "\\0"
CLEAR, TOP, REST, LINE = "\x1b[2J", "\x1b[H", "\x1b[J", "\x1b[K"  # screen, cursor, below the cursor, rest of a line
SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "space"}


@contextlib.contextmanager
def keyboard():
    """Within it, `pressed` gets single keys; the terminal is as before afterwards, whatever happens."""
    try:
        import termios
        import tty
    except ImportError:  # Windows
        yield
        return
    source = sys.stdin.fileno()
    before = termios.tcgetattr(source)
    try:
        tty.setcbreak(source)
        yield
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)


def pressed(seconds=None):
    """The next key, as browsers name it; None if none is pressed for so long (None: wait), "quit" at the end of input.
    """
    if os.name == "nt":
        return _pressed_windows(seconds)
    source = sys.stdin.fileno()
    if not select.select([source], [], [], seconds)[0]:
        return None
    first = os.read(source, 1).decode("latin-1")
    if first != "\x1b":
        return first or "quit"
    if not select.select([source], [], [], 0.05)[0]:
        return "Escape"
    second = os.read(source, 1)
    if second not in (b"[", b"O"):
        return "Escape"
    return NAMES.get(os.read(source, 1).decode("latin-1"), "Escape")


def _pressed_windows(seconds):
    import msvcrt

    until = None if seconds is None else time.monotonic() + seconds
    while not msvcrt.kbhit():
        if until is not None and time.monotonic() >= until:
            return None
        time.sleep(0.005)
    key = msvcrt.getwch()
    return WINDOWS.get(msvcrt.getwch(), "Escape") if key in ("\x00", "\xe0") else key


def steer(game, state, seeds, rate=0):
    """A person plays a game for one with the keys of `mcts_lab.game.steering`, until it is over or left with q.

    seeds: a function that gives a seed for each play. rate: ticks a second of a game that does not wait; 0: it waits
    for a key. Returns the last state, and whether the game is over.
    """
    from ..engine.random import stream
    from ..game import TERMINAL, action_name, copy, legal_actions, play, steering, text, to_move

    keys, state = steering(game), copy(game, state)
    named = ", ".join(f"{SIGNS.get(key, key)} {action_name(game, state, action)}" for key, action in keys.items()
                      if key and action in legal_actions(game, state))
    help = f"{named}; q leaves; p {'waits' if rate else 'goes on in real time'}"
    print(CLEAR, end="")
    with keyboard():
        last, due = "", time.monotonic()
        while True:
            lines = f"{text(game, state)}\n{last}\n{help}".splitlines()
            print(TOP + "".join(f"{line}{LINE}\n" for line in lines) + REST, end="", flush=True)
            if to_move(game, state) == TERMINAL:
                return state, True
            due = max(due + 1 / rate, time.monotonic()) if rate else None
            action = None
            while action is None:
                key = pressed(max(0.0, due - time.monotonic()) if rate else None)
                if key in ("q", "quit", "\x04"):
                    return state, False
                if key == "p" and "" in keys:
                    rate, due = (0, None) if rate else (8, time.monotonic())
                    help = f"{named}; q leaves; p {'waits' if rate else 'goes on in real time'}"
                    break
                if key is None:
                    action = keys[""]
                elif keys.get(key) in legal_actions(game, state):
                    action = keys[key]
                    if rate:  # the tick comes when it is due
                        time.sleep(max(0.0, due - time.monotonic()))
            if action is not None:
                last = str(action_name(game, state, action))
                play(game, state, action, stream(seeds()))  # doing nothing need not be among what is legal
