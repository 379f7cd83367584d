"""Real-time games on a grid, described in VGDL: `vgdl("zelda")`, or `vgdl("my_game.txt", "my_level.txt")`.

`reading`, `description` and `building` turn a description and a level into `tables`; `cycle` is the engine, with
`board`, `movement`, `sprites` and `effects`; `rules` makes a game of it; `words` and `drawing` show it.
"""

from .library import vgdl
from .reading import VgdlError
from .rules import Vgdl, rewarded, score_of

__all__ = ["Vgdl", "VgdlError", "rewarded", "score_of", "vgdl"]

GAMES = {"vgdl": "vgdl"}
