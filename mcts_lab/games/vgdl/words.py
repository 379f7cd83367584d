"""States as text: one letter a cell."""

from __future__ import annotations

from ...game import text
from .rules import Vgdl


def name_of(tables, kind) -> str:
    """The name of a sprite type."""
    return bytes(tables.kinds[kind].name).rstrip(b"\0").decode("utf-8", "replace")


def title(game) -> str:
    """The title of a game."""
    return bytes(game.tables[0].title).rstrip(b"\0").decode("utf-8", "replace") or "A game in VGDL"


@text.register(Vgdl)
def vgdl_text(game, state):
    return str(int(state.score))
