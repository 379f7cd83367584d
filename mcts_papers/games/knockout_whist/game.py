"""The class of the game Knockout Whist."""

from .drawing import WhistDrawing
from .playout import WhistPlayout
from .rules import WhistRules
from .words import WhistWords


class KnockoutWhist(WhistWords, WhistDrawing, WhistPlayout, WhistRules):
    """The game Knockout Whist. Its parameters are numbers; `knockout_whist` takes words."""
