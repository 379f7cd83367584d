"""The class of a game in VGDL."""

from .drawing import VgdlDrawing
from .rules import VgdlRules
from .words import VgdlWords


class Vgdl(VgdlWords, VgdlDrawing, VgdlRules):
    """A game in VGDL. Make it with `vgdl` or `from_text`."""
