"""Mutated descriptions and levels: each must give a game that can be played, or one sentence with a line number.

``mcts-lab conform vgdl --games 5000`` makes so many from the project's own.
"""

from __future__ import annotations

import random
import re
import string

from ..engine.random import below, stream
from ..game import TERMINAL, legal_actions, play, start, text, to_move
from ..games.vgdl.building import build
from ..games.vgdl.library import FOLDER, LEVELS, NAMES
from ..games.vgdl.reading import VgdlError
from ..games.vgdl.rules import Vgdl

TICKS = 5  # of random play in a mutated game, interpreted, so that a wrong number is an error and no wrong memory
SENTENCE = re.compile(r"line \d+( of the level)?: [^\n]*\Z")
NOTE = re.compile(r"line \d+[^\n]*\Z")


def check_game(number):
    """(ticks played, what was wrong, if anything) of one mutation. 0 ticks: it was refused with a sentence."""
    name = f"mutation {number}"
    description, level = texts(number)
    try:
        tables, notes = build(description, level)
    except VgdlError as error:
        return 0, "" if SENTENCE.match(str(error)) else f"{name}: refused without a line: {error}"
    except Exception as error:
        return 0, f"{name}: reading it raises {type(error).__name__}: {error}"
    if not all(NOTE.match(note) for note in notes):
        return 0, f"{name}: a note without a line: {notes}"
    try:
        return played(Vgdl(tables), number), ""
    except Exception as error:
        return 0, f"{name}: playing it raises {type(error).__name__}: {error}"


def played(game, seed):
    """Play some ticks at random, and write the last position; the number of ticks, at least 1."""
    state, rng, ticks = start(game, seed), stream(seed), 0
    while ticks < TICKS and to_move(game, state) != TERMINAL:
        actions = legal_actions(game, state)
        play(game, state, actions[int(below(rng, len(actions)))], rng)
        ticks += 1
    text(game, state)
    return max(ticks, 1)


def texts(number):
    """The description and the level of a mutation."""
    rng = random.Random(number)
    name = rng.choice(NAMES)
    description = (FOLDER / f"{name}.txt").read_text("utf-8")
    level = (FOLDER / f"{name}_{rng.randrange(LEVELS)}.txt").read_text("utf-8")
    if rng.random() < 0.8:
        return mutated(rng, description), level
    return description, mutated(rng, level)


def mutated(rng, words):
    """A text with some of its lines, words or characters changed."""
    lines = words.split("\n")
    for _ in range(rng.randint(1, 4)):
        i = rng.randrange(len(lines))
        what = rng.randrange(8)
        if what == 0:
            del lines[i]
        elif what == 1:
            lines.insert(i, rng.choice(lines))
        elif what == 2:
            lines[i] = " " * rng.randrange(12) + lines[i].lstrip()
        elif what == 3 and lines[i]:
            j = rng.randrange(len(lines[i]))
            lines[i] = lines[i][:j] + rng.choice(string.printable + "äß\0") + lines[i][j + 1:]
        elif what == 4:
            parts = lines[i].split(" ")
            rng.shuffle(parts)
            lines[i] = " ".join(parts)
        elif what == 5:
            lines[i] = lines[i].replace("=", rng.choice(("", "==", "=-", "=9" * 9, "=.", "=1e9", "=nan", "=TRUE")))
        elif what == 6:
            other = rng.choice(lines).split() or [""]
            lines[i] += " " + rng.choice(other)
        else:
            lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        lines = lines or [""]
    return "\n".join(lines)
