"""Tribes: `tables` hold the numbers, `state` the record and the actions, `rules` is the game.

`levels` makes maps; `holdings`, `networks`, `buildings`, `cities`, `combat`, `movement` and `turns` are the rules by
subject; `choices` lists the legal actions and `play` carries them out; `observe` is what a player is shown, `value`
how searches judge a state, `rule_player` the hand-written player; `words` and `drawing` show it to people.
"""

from . import advice, drawing, words  # noqa: F401  register how the game shows itself and what its rules tell a search
from .observe import observe, show
from .rules import Tribes, searched, set_up, tribes
from .value import progress

__all__ = ["Tribes", "observe", "progress", "searched", "set_up", "show", "tribes"]

GAMES = {"tribes": "tribes"}
