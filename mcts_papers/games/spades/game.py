"""The class of the game Spades."""

from .advice import SpadesAdvice
from .playout import SpadesPlayout
from .rules import SpadesRules
from .words import SpadesWords


class Spades(SpadesWords, SpadesAdvice, SpadesPlayout, SpadesRules):
    """The game Spades. Its parameters are numbers; `mcts_papers.games.spades.spades` takes words and explains them."""
