"""The class of the game Hearthstone."""

from .drawing import HearthstoneDrawing
from .player import HearthstonePlayer
from .rules import HearthstoneRules
from .setup import HearthstoneSetup
from .words import HearthstoneWords


class Hearthstone(HearthstoneWords, HearthstoneDrawing, HearthstonePlayer, HearthstoneSetup, HearthstoneRules):
    """The game Hearthstone. `mcts_papers.games.hearthstone.hearthstone` takes words and explains the options."""
