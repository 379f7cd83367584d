"""The game Hearthstone, put together."""

from .drawing import HearthstoneDrawing
from .player import HearthstonePlayer
from .rules import HearthstoneRules
from .setup import HearthstoneSetup
from .words import HearthstoneWords


class Hearthstone(HearthstoneWords, HearthstoneDrawing, HearthstonePlayer, HearthstoneSetup, HearthstoneRules):
    """Parameters; the function `mcts_papers.games.hearthstone.hearthstone` takes words and explains them."""
