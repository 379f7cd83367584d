"""The game Spades, put together."""

from .advice import SpadesAdvice
from .playout import SpadesPlayout
from .rules import SpadesRules
from .words import SpadesWords


class Spades(SpadesWords, SpadesAdvice, SpadesPlayout, SpadesRules):
    """Parameters, as numbers; the function `mcts_papers.games.spades.spades` takes words and explains them."""
