"""The project's games in VGDL, and games from files."""

from __future__ import annotations

import logging
from pathlib import Path

from mcts_lab.errors import nearest

from .building import build
from .game import Vgdl
from .reading import VgdlError

log = logging.getLogger("mcts_lab")

FOLDER = Path(__file__).parent / "descriptions"

SCORES = {  # the minimum score, and for each level the maximum score
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
LEVELS = 5  # levels of each game


def vgdl(description: str | Path = "zelda", level: int | str | Path = 0, nil: bool = False,
         low: float | None = None, high: float | None = None):
    """Return a single-player game in VGDL.

    description: the name of a game of the project (see `NAMES`), or a file with a description.

    level: the number of a level of the project's game, from 0 to 4, or a file with a level.

    nil: True adds an action that does nothing.

    low, high: lowest and highest score, for scaling payoffs; give both or neither. None: the known scores of the
    project's games; for other games an estimate from the description.

    `tables` has limits such as the number of sprites. A level above a limit is refused; a game that exceeds a limit
    ends, and its outcome says so.

    Raises VgdlError with the number of a line that cannot be read.
    """
    name = str(description)
    if name in SCORES:
        number = level_number(name, level)
        text = (FOLDER / f"{name}.txt").read_text("utf-8")
        if number is None:
            level_text = read(level, "level")
        else:
            level_text = (FOLDER / f"{name}_{number}.txt").read_text("utf-8")
            if low is None and high is None:
                low, high = SCORES[name][0], SCORES[name][1][number]
    else:
        if isinstance(level, int):
            raise VgdlError(f"{name!r} is not one of the project's games ({', '.join(NAMES)}). Give its level as a "
                            f"file.{near(name)}")
        text, level_text = read(description, "description"), read(level, "level")
    return made(text, level_text, nil, low, high, Path(name))


def from_text(description: str, level: str, nil: bool = False, low: float | None = None, high: float | None = None,
              title: str = "game"):
    """Return a game in VGDL from the texts of a description and a level; see `vgdl`."""
    return made(description, level, nil, low, high, Path(title))


def made(description, level, nil, low, high, path):
    """Return the game of two texts; log which parts of the description are ignored."""
    if (low is None) != (high is None):
        raise VgdlError("Only one of low and high was given. Give both, the lowest and the highest score, or neither.")
    scores = None if low is None else (float(low), float(high))
    tables, notes = build(description, level, nil, scores, path.stem)
    for note in notes:
        log.warning("%s: %s", path.name, note)
    return Vgdl(tables)


def level_number(name, level):
    """Return the number of a level of the project's game `name`, or None if `level` is a file."""
    if isinstance(level, bool) or not (isinstance(level, int) or str(level).isdecimal()):
        return None
    if not 0 <= int(level) < LEVELS:
        raise VgdlError(f"{name} has no level {level}. Choose one of 0 to {LEVELS - 1}.")
    return int(level)


def near(name) -> str:
    """Return a hint for a mistyped name."""
    found = nearest(name, NAMES)
    return f" Did you mean {found[0]!r}?" if found else ""


def read(path, what) -> str:
    """Return the text of a file, without a byte order mark. Raises VgdlError."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise VgdlError(f"The {what} {path} cannot be read: {error.strerror or error}.{near(str(path))}") from None
    except (UnicodeDecodeError, ValueError):
        raise VgdlError(f"The {what} {str(path)!r} is not a text file in UTF-8. Save it with this encoding.") from None
