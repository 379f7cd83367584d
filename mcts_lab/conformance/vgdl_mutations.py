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
STRANGE = string.printable + "äß\0\ufeff"
VALUES = ("0", "-1", "1", "0.5", "-0.1", "1e9", "1e99", "999999999", "9" * 30, "nan", "inf", "-", "0x1", "٣", "True",
          "False", "UP", "NONE", "avatar", "wall", "avatar,wall", ",", "=")
SENTENCE = re.compile(r"line \d+( of the level)?: [^\n]*\Z")
NOTE = re.compile(r"line \d+[^\n]*\Z")


def check_game(number, ticks=TICKS):
    """(ticks played, what was wrong, if anything) of one mutation. 0 ticks: it was refused with a sentence.

    ticks: how long it is played; 0: it is only read, and counts as 1 if it is a game.
    """
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
        return played(Vgdl(tables), number, ticks) if ticks else 1, ""
    except Exception as error:
        return 0, f"{name}: playing it raises {type(error).__name__}: {error}"


def played(game, seed, most):
    """Play some ticks at random, and write the last position; the number of ticks, at least 1."""
    state, rng, ticks = start(game, seed), stream(seed), 0
    while ticks < most and to_move(game, state) != TERMINAL:
        actions = legal_actions(game, state)
        play(game, state, actions[int(below(rng, len(actions)))], rng)
        ticks += 1
    text(game, state)
    return max(ticks, 1)


def texts(number):
    """The description and the level of a mutation."""
    rng = random.Random(number)
    description, level = texts_of(rng)
    change = rng.choice(CHANGES)
    if change is level_changed:
        return description, change(rng, level)
    return change(rng, description), level


def texts_of(rng):
    """The description and the level of one of the project's games."""
    name = rng.choice(NAMES)
    return ((FOLDER / f"{name}.txt").read_text("utf-8"),
            (FOLDER / f"{name}_{rng.randrange(LEVELS)}.txt").read_text("utf-8"))


def misspelt(rng, line):
    """A line with another character in place of one of its own."""
    i = rng.randrange(len(line))
    return line[:i] + rng.choice(STRANGE) + line[i + 1:]


def words_changed(rng, text):
    """A text with some of its lines, words or characters changed."""
    lines = text.split("\n")
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
            lines[i] = misspelt(rng, lines[i])
        elif what == 4:
            parts = lines[i].split(" ")
            rng.shuffle(parts)
            lines[i] = " ".join(parts)
        elif what == 5:
            lines[i] = lines[i].replace("=", rng.choice(("", "==", "=-", "=.", "=TRUE", "= ")))
        elif what == 6:
            other = rng.choice(lines).split() or [""]
            lines[i] += " " + rng.choice(other)
        else:
            lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        lines = lines or [""]
    return "\n".join(lines)


def spliced(rng, text):
    """The beginning of a description and the end of another, cut anywhere, or between the same two sections."""
    other = texts_of(rng)[0]
    section = rng.choice(("LevelMapping", "InteractionSet", "TerminationSet", ""))
    if section:
        return text[: text.index(section)] + other[other.index(section):]
    ours, theirs = text.split("\n"), other.split("\n")
    return "\n".join(ours[: rng.randrange(len(ours))] + theirs[rng.randrange(len(theirs)):])


def numbers_changed(rng, text):
    """A description with other values of some options, some of which are numbers."""
    share = rng.choice((0.1, 0.5))
    return re.sub(r"=[^ \n]+", lambda found: f"={rng.choice(VALUES)}" if rng.random() < share else found[0], text)


def indented(rng, text):
    """A description with tabs and blanks in place of each other, and other ends of lines."""
    step = rng.randint(1, 4)
    text = "\n".join(re.sub(" " * step, lambda _: "\t" if rng.random() < 0.5 else " ", line)
                     for line in text.split("\n"))
    return text.replace("\n", rng.choice(("\n", "\r\n", "\r", "\n\n")))


def level_changed(rng, text):
    """A level with some of its lines or characters changed, or that of another game."""
    lines = text.rstrip("\n").split("\n")
    for _ in range(rng.randint(1, 4)):
        i = rng.randrange(len(lines))
        what = rng.randrange(7)
        if what == 0:
            del lines[i]
        elif what == 1:
            lines[i: i] = [lines[i]] * rng.choice((1, 100))
        elif what == 2:
            lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        elif what == 3:
            lines[i] += rng.choice((lines[i], " ", "A", "." * 5000))
        elif what == 4:
            lines = [line.replace(rng.choice(line or " "), rng.choice(STRANGE)) for line in lines]
        elif what == 5:
            lines[i: i] = texts_of(rng)[1].split("\n")
        elif lines[i]:
            lines[i] = misspelt(rng, lines[i])
        lines = lines or [""]
    return rng.choice(("\n", "\r\n")).join(lines)


CHANGES = (words_changed, words_changed, spliced, numbers_changed, indented, level_changed)
