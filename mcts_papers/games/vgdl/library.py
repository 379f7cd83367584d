"""The games that come with the project, and games from files."""

from __future__ import annotations

import logging
from pathlib import Path

from mcts_lab.errors import nearest

from .building import build
from .game import Vgdl
from .reading import VgdlError

log = logging.getLogger("mcts_lab")

FOLDER = Path(__file__).parent / "descriptions"

SCORES = {  # the least score, and the greatest that play can reach, by level
    "aliens": (-1, (87, 87, 87, 46, 76)),
    "boulderchase": (-1, (40, 40, 40, 40, 40)),
    "chase": (-1, (7, 8, 15, 8, 12)),
    "jaws": (0, (1102, 1102, 1078, 1149, 1102)),
    "surround": (0, (166, 167, 170, 173, 162)),
    "whackamole": (-5, (115, 115, 115, 52, 31)),
    "zelda": (-1, (8, 8, 8, 10, 8)),
}
NAMES = tuple(SCORES)
DESCRIBED = {
    "aliens": "vgdl", "boulderchase": "vgdl", "chase": "vgdl", "jaws": "vgdl", "surround": "vgdl", "whackamole": "vgdl",
    "zelda": "vgdl",
}
LEVELS = 5  # of each


def vgdl(description: str | Path = "zelda", level: int | str | Path = 0, nil: bool = False,
         low: float | None = None, high: float | None = None):
    """A game in VGDL, for one player.

    description: the name of a game of the project (see `NAMES`), or a file with a description.
    level: the number of a level of such a game, from 0 to 4, or a file with a level.
    nil: whether doing nothing is among the actions.
    low, high: the least and the greatest score, between which payoffs are scaled; None: what the project knows of its
    own games, else a guess from the scores in the description.

    The language is that of the games on a grid for one player. There is room for so many sprites and so on as `tables`
    says: a level that needs more is refused, and a game that comes to need more ends there, which its outcome says.

    Raises VgdlError, one sentence with the line number, for what cannot be read.
    """
    name = str(description)
    scores = None
    if name in SCORES:
        number = level_number(name, level)
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        if number is not None:
            scores = (SCORES[name][0], SCORES[name][1][number])
            level_text = (FOLDER / f"{name}_{number}.txt").read_text("utf-8")
        else:
            level_text = read(level, "level")
    else:
        if isinstance(level, int):
            raise VgdlError(f"{name!r} is not one of the project's games ({', '.join(NAMES)}). Give its level as a "
                            f"file.{near(name)}")
        text, level_text = read(description, "description"), read(level, "level")
    if low is not None or high is not None:
        low = scores[0] if low is None and scores else low
        high = scores[1] if high is None and scores else high
        if low is None or high is None:
            raise VgdlError("Only one of low and high was given. Give both, the lowest and the highest score, or "
                            "neither.")
        scores = (low, high)
    return made(text, level_text, nil, scores, Path(name))


def from_text(description: str, level: str, nil: bool = False, low: float | None = None, high: float | None = None,
              title: str = "game"):
    """A game in VGDL from two texts, a description and a level; see `vgdl`."""
    if (low is None) != (high is None):
        raise VgdlError("Only one of low and high was given. Give both, the lowest and the highest score, or neither.")
    return made(description, level, nil, None if low is None else (low, high), Path(title))


def made(description, level, nil, scores, path):
    """The game of two texts; what its description says in vain is logged, with the name of the path."""
    tables, notes = build(description, level, nil, scores and tuple(map(float, scores)), path.stem)
    for note in notes:
        log.warning("%s: %s", path.name, note)
    return Vgdl(tables)


def level_number(name, level):
    """The number of a level of the project's game `name`, or None if it is a file."""
    if isinstance(level, bool) or not (isinstance(level, int) or str(level).isdecimal()):
        return None
    if not 0 <= int(level) < LEVELS:
        raise VgdlError(f"{name} has no level {level}. Choose one of 0 to {LEVELS - 1}.")
    return int(level)


def near(name) -> str:
    """A hint for a mistyped name."""
    found = nearest(name, NAMES)
    return f" Did you mean {found[0]!r}?" if found else ""


def read(path, what) -> str:
    """The text of a file, without the mark of byte order that some editors put before it. Raises VgdlError."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise VgdlError(f"The {what} {path} cannot be read: {error.strerror or error}.{near(str(path))}") from None
    except (UnicodeDecodeError, ValueError):
        raise VgdlError(f"The {what} {str(path)!r} is not a text file in UTF-8. Save it with this encoding.") from None
