"""The game Knockout Whist, put together."""

from .drawing import WhistDrawing
from .playout import WhistPlayout
from .rules import WhistRules
from .words import WhistWords


class KnockoutWhist(WhistWords, WhistDrawing, WhistPlayout, WhistRules):
    """Parameters (numbers as in `knockout_whist`, which takes words)."""
