"""The class of the game Tribes, and a function that makes the game."""

import numbers

import numpy as np

from . import tables as t
from .drawing import TribesDrawing
from .rules import ANY_LEVEL, TribesRules
from .state import NONE, TRIBES_MOST
from .words import TribesWords

SIZES = {2: 11, 3: 14, 4: 16}  # players -> size of the map
MODES = {"capitals": t.CAPITALS, "score": t.SCORE}


class Tribes(TribesWords, TribesDrawing, TribesRules):
    """The game Tribes. Make it with `tribes`."""


def tribes(players: tuple | str | int = ("xin-xi", "imperius"), mode="capitals", size=None, level=None, model=False):
    """Return a game of Tribes with the given options.

    players: names of two to four different tribes ("xin-xi", "imperius", "bardur", "oumaji"), or their number. The
    map decides the seats: they are in the order of the capitals from top to bottom. mode: "capitals" or "score".
    size: size of the map, 8 to 16; None: 11 for two tribes, 14 for three, 16 for four. level: seed of the map; None:
    a random map for each game. model: True gives the forward model of the original's searches.

    Raises ValueError for an unknown value.
    """
    known = [name.lower() for name in t.TRIBES]
    if not isinstance(players, (str, tuple, list, np.ndarray)):
        players = known[:players] if isinstance(players, numbers.Integral) and 2 <= players <= TRIBES_MOST else ()
    if isinstance(players, str):
        players = [name.strip() for name in players.replace("+", ",").split(",")]
    players = [str(name).lower() for name in players]
    if not 2 <= len(players) <= TRIBES_MOST or len(set(players)) < len(players) or not set(players) <= set(known):
        raise ValueError(f"players must be a list of two to four different tribes ({', '.join(known)}), or a number of "
                         "players from 2 to 4.")
    if mode not in MODES:
        raise ValueError(f"mode must be one of {', '.join(MODES)}, not {mode!r}.")
    kinds = tuple(known.index(name) for name in players) + (NONE,) * (TRIBES_MOST - len(players))
    model = bool(model)
    return Tribes(
        SIZES[len(players)] if size is None else size, len(players), kinds, MODES[mode],
        ANY_LEVEL if level is None else level, model, model, model, model,
    )
