"""The class of the game discrete soccer."""

from .drawing import SoccerDrawing
from .rules import SoccerRules
from .words import SoccerWords


class Soccer(SoccerWords, SoccerDrawing, SoccerRules):
    """Discrete soccer. The function `mcts_papers.games.soccer.soccer` takes the evaluation's options as words."""
