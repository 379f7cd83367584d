"""Read descriptions: turn the text into a tree of lines, and words into values."""

from __future__ import annotations

import re
from typing import NamedTuple

from mcts_lab.errors import ended, instead

from .vocabulary import COLOURS, DIRECTIONS

LARGEST = 2**31 - 1


class VgdlError(ValueError):
    """A description or a level cannot be read. The message names the line."""


class Line(NamedTuple):
    """A line of a description, with the lines indented below it."""

    number: int  # number of the line, from 1
    indent: int
    words: list
    children: list


class Option(NamedTuple):
    """An option ``key=value`` of a line."""

    line: int
    text: str


def refuse(line, sentence):
    raise VgdlError(f"Line {line}: {ended(sentence)}")


def shown(word) -> str:
    """Return a word in quotation marks for a message."""
    return repr(word if len(word) <= 40 else word[:37] + "...")


def tree(text) -> Line:
    """Return the first line of a description with all other lines below it. A tab is one column of indentation.

    Raises VgdlError if the text is empty or if another line is not indented.
    """
    root, path = None, []
    for number, raw in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        content = raw.partition("#")[0].rstrip()
        words = content.split()
        if not words:
            continue
        line = Line(number, len(content) - len(content.lstrip()), words, [])
        while path and path[-1].indent >= line.indent:
            path.pop()
        if path:
            path[-1].children.append(line)
        elif root is None:
            root = line
        else:
            refuse(number, f"{shown(words[0])} is not indented, but only the first line, with the name of the game "
                           "class, may begin at the left. Indent it")
        path.append(line)
    if root is None:
        raise VgdlError("Line 1: the description is empty. Begin it with a line such as BasicGame.")
    return root


def options_of(words, line) -> dict:
    """Return the options among the words of a line."""
    found = {}
    for word in words:
        key, equals, text = word.partition("=")
        if equals:
            if not key or not text:
                refuse(line, f"{shown(word)} is not an option. Write it as name=value without spaces")
            found[key] = Option(line, text)
    return found


def split(line) -> tuple[list, list]:
    """Return the words before and after the ``>`` of a line."""
    if ">" not in line.words:
        refuse(line.number, f"the line that begins with {shown(line.words[0])} has no '>'. Add it, with a space on "
                            "each side")
    at = line.words.index(">")
    return line.words[:at], line.words[at + 1:]


def is_whole(text) -> bool:
    """Return whether a text is a whole number that fits into the tables."""
    return bool(re.fullmatch(r"[+-]?[0-9]{1,10}", text)) and abs(int(text)) <= LARGEST


def convert(key, text):
    """Return the value of a text: a direction, a colour, a number, a truth value, or the text itself."""
    if text in DIRECTIONS:
        return DIRECTIONS[text]
    if text in COLOURS:
        return text
    if key not in ("scoreChange", "scoreChangeIfKilled"):
        if is_whole(text):
            return int(text)
        if re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?", text):
            return float(text)
    if text.lower() in ("true", "false") and key not in ("win", "hidden", "invisible"):
        return text.lower() == "true"
    return text


def fit(key, option, default, notes):
    """Return the value of an option. If its kind does not fit the default, add a note and return the default.

    An option that must be True or False raises an error instead, because to ignore it could reverse its meaning.
    """
    value = convert(key, option.text)
    if key in ("orientation", "spawnorientation"):
        if isinstance(value, tuple):
            return value
        wanted = "UP, DOWN, LEFT, RIGHT or NONE"
    elif isinstance(default, bool):
        return truth(key, option)
    elif isinstance(default, int):
        if is_whole(option.text):
            return value
        wanted = "a whole number"
    elif isinstance(default, float):
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        wanted = "a number"
    else:
        if isinstance(value, str):
            return value
        wanted = "a name"
    notes.append(f"Line {option.line}: {key}={shown(option.text)[1:-1]} is ignored, because {key} is {wanted}.")
    return default


def truth(key, option) -> bool:
    """Return the truth value of an option. In a list with a value for each player, the first counts."""
    values = option.text.lower().split(",")
    if any(value not in ("true", "false") for value in values):
        refuse(option.line, f"{key}={shown(option.text)[1:-1]} is neither True nor False. "
                            f"{instead(option.text.capitalize(), ('True', 'False'))}")
    return values[0] == "true"


def score(key, option) -> int:
    """Return a change of the score. In a list with a number for each player, the first counts."""
    text = option.text.partition(",")[0]
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        refuse(option.line, f"{key}={shown(option.text)[1:-1]} is not a whole number. Write a number such as 5")
    return int(text)
