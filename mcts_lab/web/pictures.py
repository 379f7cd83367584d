"""Pictures, names and places to click of a game as JavaScript, from the same Python."""

from __future__ import annotations

from ..game import action_name, areas, facts, highlights, outcome, svg_for, text_for
from .translate import Translation

SHOWN = {"svg": svg_for, "text": text_for, "name": action_name, "areas": areas, "highlights": highlights,
         "outcome": outcome}


def pictures(game, more=None) -> str:
    """JavaScript that defines `labPictures`: functions of the names in `SHOWN`, with the game as their first argument,
    and ``game`` itself. Raises Untranslatable, by name, for what a page cannot have.

    more: dict from names to further functions and classes
    """
    translation = Translation(classes_in(game))
    names = {name: translation.name(thing) for name, thing in (SHOWN | (more or {})).items()}
    made = translation.literal(game, facts(game).title)
    rows = ", ".join(f"{name}: {function}" for name, function in names.items())
    return f"const labPictures = (() => {{\n{translation.source()}\nreturn {{{rows}, game: {made}}};\n}})();\n"


def classes_in(game) -> list:
    """The classes of the game and of the named tuples within."""
    found = [type(game)]
    for part in game:
        if hasattr(part, "_fields"):
            found += classes_in(part)
    return found
