"""Single keys from a terminal, without Enter, and a game steered by them."""

from __future__ import annotations

import math
import time

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys

NAMES = {Keys.Up: "ArrowUp", Keys.Down: "ArrowDown", Keys.Right: "ArrowRight", Keys.Left: "ArrowLeft",
         Keys.ControlD: "q"}
CLEAR, TOP, REST, LINE = "\x1b[2J", "\x1b[H", "\x1b[J", "\x1b[K"  # screen, cursor, below the cursor, rest of a line
SIGNS = {"ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", " ": "space"}
PAUSE = 0.01  # seconds between two looks at the keyboard


def pressed(source, waiting, seconds=math.inf):
    """Return the next key, as browsers name it: None if none is pressed for so long, "q" at the end of the input.

    `waiting`: keys that were read and not returned yet.
    """
    end = time.monotonic() + seconds
    while not waiting:
        waiting += source.read_keys()
        if not waiting:
            if source.closed:
                return "q"
            if time.monotonic() >= end:
                return None
            time.sleep(PAUSE)
    key = waiting.pop(0).key
    if key == Keys.ControlC:
        raise KeyboardInterrupt
    return NAMES.get(key, key)


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
    source, waiting = create_input(), []
    with source.raw_mode():
        last, due = "", time.monotonic()
        while True:
            lines = f"{text(game, state)}\n{last}\n{help}".splitlines()
            print(TOP + "".join(f"{line}{LINE}\n" for line in lines) + REST, end="", flush=True)
            if to_move(game, state) == TERMINAL:
                return state, True
            due = max(due + 1 / rate, time.monotonic()) if rate else None
            action = None
            while action is None:
                key = pressed(source, waiting, max(0.0, due - time.monotonic()) if rate else math.inf)
                if key == "q":
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
