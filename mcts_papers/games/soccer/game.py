"""The game of discrete soccer, put together."""

from .drawing import SoccerDrawing
from .rules import SoccerRules
from .words import SoccerWords


class Soccer(SoccerWords, SoccerDrawing, SoccerRules):
    """The pitch, the length of a game and what it is worth; the function `mcts_papers.games.soccer.soccer` takes
    words."""
