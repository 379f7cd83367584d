"""Replaying recordings of reference programs: `conform("hex", paths)` counts the steps checked and lists differences.

A game's *replayer* is a function ``replay(path, name) -> (steps, differences)`` for one file: the number of steps it
has checked, and a sentence for each difference. It raises ValueError with one sentence if the file is not such a
recording. Games of the OpenSpiel recordings share one replayer and differ by a small adapter, see
`mcts_lab.conformance.openspiel`.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import NamedTuple

from .files import ConformanceError

__all__ = ["ConformanceError", "Report", "conform", "names", "play_folder", "play_games"]

REPLAYERS = {
    # game: module in this folder with a function `replay(path, name)`
    "breakthrough": "openspiel",
    "connect_four": "openspiel",
    "dark_hex": "openspiel",
    "dou_dizhu": "openspiel",
    "hearthstone": "hearthstone",
    "hex": "openspiel",
    "knockout_whist": "knockout_whist",
    "kuhn_poker": "openspiel",
    "leduc_poker": "openspiel",
    "liars_dice": "openspiel",
    "nim": "openspiel",
    "othello": "openspiel",
    "phantom_ttt": "openspiel",
    "soccer": "soccer",
    "spades": "spades",
    "tic_tac_toe": "openspiel",
    "tribes": "tribes",
    "vgdl": "vgdl",
}

PLAYED = {  # game: module with a function `check_game(number)` -> (actions played, what does not hold or ""[, ...])
    "hearthstone": "hearthstone_invariants",
    "tribes": "tribes_invariants",
    "vgdl": "vgdl_mutations",
}


class Report(NamedTuple):
    """What a replay found."""

    game: str
    files: int
    steps: int  # checked
    differences: list  # sentences, each naming the file and the place in it


def names() -> list[str]:
    """The games that can be compared with recordings."""
    return sorted(REPLAYERS)


def conform(name, paths, progress=None, **options) -> Report:
    """Replay the recordings in `paths` with the game `name`.

    options: files that the replayer of this game takes, such as the description and the level of a game in VGDL.
    progress: called as ``progress(files_done, files, steps)`` after each file; None: not called.
    Raises ConformanceError, with one sentence, for a game without recordings or a file that is not one.
    """
    if name not in REPLAYERS:
        raise ConformanceError(f"there are no recordings to compare {name!r} with; there are for {', '.join(names())}")
    paths = [paths] if isinstance(paths, str | Path) else list(paths)
    if not paths:
        raise ConformanceError("name at least one recording to replay")
    replay = importlib.import_module(f"{__name__}.{REPLAYERS[name]}").replay
    steps = 0
    differences = []
    for done, path in enumerate(paths, 1):
        try:
            checked, found = replay(path, name, **options)
        except ConformanceError:
            raise
        except (OSError, ValueError) as error:
            raise ConformanceError(_sentence(path, error)) from None
        steps += checked
        differences += [f"{Path(path).name}: {difference}" for difference in found]
        if progress is not None:
            progress(done, len(paths), steps)
    return Report(name, len(paths), steps, differences)


def play_games(name, games, progress=None):
    """Play `games` games of the game `name` and check after each action what must always hold.

    Returns how many actions there were, and a sentence for each game in which something did not hold. progress: called
    as ``progress(games_done, games, actions)`` after each game; None: not called. Raises ConformanceError for a game
    without such checks.
    """
    if name not in PLAYED:
        raise ConformanceError(f"there is no list of what must always hold in {name!r}; there is for "
                               f"{', '.join(PLAYED)}")
    check_game = importlib.import_module(f"{__name__}.{PLAYED[name]}").check_game
    actions, broken = 0, []
    for number in range(games):
        played, sentence, *_ = check_game(number)
        actions += played
        if sentence:
            broken.append(sentence)
        if progress is not None:
            progress(number + 1, games, actions)
    return actions, broken


def play_folder(folder, progress=None):
    """Play all levels of all games in VGDL of a folder: (games, levels, cycles, sentences about what did not hold).

    progress: as for `play_games`. Raises ConformanceError for a folder without games.
    """
    return importlib.import_module(f"{__name__}.vgdl_invariants").check_folder(folder, progress=progress)


def _sentence(path, error):
    said = error.strerror or str(error) if isinstance(error, OSError) else str(error)
    return said if str(path) in said else f"{path}: {said}"
