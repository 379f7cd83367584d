"""A game in VGDL, put together."""

from .drawing import VgdlDrawing
from .rules import VgdlRules
from .words import VgdlWords


class Vgdl(VgdlWords, VgdlDrawing, VgdlRules):
    """A game in VGDL; make one with `vgdl` or `from_text`."""
