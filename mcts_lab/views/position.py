"""A position in a notebook: the game's own picture, with words for those who cannot see it."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from ..game import facts, svg_for, text_for
from .plots.style import DARK_PAGES, image
from .widgets.svg import themed

FOLLOWS = (f"<style>.lab-position {{ max-width: 100%; color-scheme: light; }} "
           f"{', '.join(f'{page} .lab-position' for page in DARK_PAGES)} {{ color-scheme: dark; }} "
           '@media (prefers-color-scheme: dark) { body[data-theme="auto"] .lab-position { color-scheme: dark; } }'
           "</style>")


class Position:
    """A state of a game as a notebook shows it; it follows the notebook's theme.

    viewer: the player who looks at it, who does not see what is hidden; None: the whole truth
    alt:    what it shows, in words; None: what the picture says of itself, or else the state as text

    The picture is an image inside HTML: notebooks show an SVG picture alone without its words, and not at all as long
    as it is not trusted. Raises Missing, which is a NotImplementedError, for a game without a picture.
    """

    def __init__(self, game, state, viewer=None, alt=None):
        light, dark = (svg_for(game, state, viewer, night) for night in (False, True))
        self.svg = themed(light, dark).replace(">", "><style>:root { color-scheme: light dark; }</style>", 1)
        said = ET.fromstring(light).findtext("{*}desc")
        self.alt = alt or said or f"{facts(game).title}: {text_for(game, state, viewer)}"

    def _repr_html_(self):
        return FOLLOWS + image(self.svg.encode(), self.alt, "svg+xml", ' class="lab-position"')

    def __repr__(self):
        return self.alt
