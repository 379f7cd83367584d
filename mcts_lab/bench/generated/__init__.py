"""Games with as many lines of rules as wanted, to see how compiling grows with them.

``mcts_lab.bench.generated.lines_2000`` is a module that is written when it is imported, so every process can import
it. Its game, ``Lines()``, has dense rules of 2,000 lines: units of fifty lines with branches, loops and arithmetic on
the cells of a board, all carried out at each play. They mean nothing, and no two of them are equal.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import re
import sys

UNIT = 50  # lines
HEAD = '''
from typing import NamedTuple

import numpy as np

from mcts_lab.engine.generic import unit
from mcts_lab.game import TERMINAL, Facts, facts, legal, payoff, play, reset, to_move

DTYPE = np.dtype([("cells", np.int16, (64,)), ("sums", np.int32, (2,)), ("plays", np.int32)], align=True)


class Lines(NamedTuple):
    apart = ("play",)

    plays: int = 40


@facts.register(Lines)
def lines_facts(game):
    return Facts("lines", "Lines", 2, 20, 20, game.plays, -1.0, 1.0, DTYPE)


@reset.register(Lines)
def lines_reset(game, state, rng):
    state.plays = 0
    state.sums[:] = 0
    for i in range(64):
        state.cells[i] = i * i % 23


@to_move.register(Lines)
def lines_to_move(game, state):
    return TERMINAL if state.plays >= game.plays else int(state.plays) % 2


@legal.register(Lines)
def lines_legal(game, state, out):
    n = 0
    for action in range(20 if state.plays < game.plays else 0):
        if n == 0 or state.cells[action] % 3:
            out[n] = action
            n += 1
    return n


@payoff.register(Lines)
def lines_payoff(game, state, player):
    first = float(np.sign(state.sums[0] - state.sums[1]))
    return first if player == 0 else -first
'''


def source(lines: int) -> str:
    """The text of the module with so many lines of rules, at least `UNIT`."""
    count = max(1, lines // UNIT)
    units = "".join(f"\n\n@unit\ndef rule_{k}(state, action) -> int:\n{_rule(k)}" for k in range(count))
    calls = "".join(f"    total += rule_{k}(state, action)\n" for k in range(count))
    return (f"{HEAD}{units}\n\n@play.register(Lines)\ndef lines_play(game, state, action, rng):\n    total = 0\n{calls}"
            f"    state.sums[total & 1] += 1\n    state.plays += 1\n")


def _rule(k) -> str:
    """The body of one unit: `UNIT` lines with its last."""
    text = ["    found = 0"]
    for i in range((UNIT - 2) // 8):
        a, b, c = (7 * k + 3 * i) % 61 + 1, (5 * k + 11 * i) % 53 + 2, (3 * k + 2 * i) % 7 + 2
        text += [f"    here = int(state.cells[(action * {c} + {a}) % 64])",
                 f"    if here > {b} and action % {c} != {i % c}:",
                 f"        for j in range({c}, {c + 4}):",
                 f"            there = int(state.cells[(here + j * {a}) % 64])",
                 f"            state.cells[(there + {b}) % 64] = (there * {c} + here + j) % 97",
                 f"        found += here ^ {a}",
                 f"    elif here % {c} == {i % c}:",
                 f"        state.sums[(here + {k}) % 2] += {c}"]
    return "\n".join([*text, "    return found\n"])


class _Writer(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the modules ``lines_...`` of this package."""

    def find_spec(self, name, path=None, target=None):
        if re.fullmatch(re.escape(__name__) + r"\.lines_[1-9]\d*", name):
            return importlib.util.spec_from_loader(name, self)
        return None

    def exec_module(self, module):
        exec(compile(source(int(module.__name__.rpartition("_")[2])), f"<{module.__name__}>", "exec"), module.__dict__)


sys.meta_path.append(_Writer())
