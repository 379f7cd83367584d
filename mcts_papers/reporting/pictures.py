"""Pictures on pages, with their sizes.

Because the size is known, the text below a picture does not move while the picture loads. So a link to this text leads
to the right position.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from PIL import Image

from mcts_lab.views import svg_colours as svg
from mcts_lab.views.templates import Html

POINT = 96 / 72  # pixels
LEGIBLE = 11  # minimum height of text on a phone in pixels; a picture that is then too wide is scrolled
FONT = re.compile(r'font(?:-size)?(?::|=")\s*(?:(?:bold|italic|\d{3})\s+)*([\d.]+)(?:px)?\b')


def size(path) -> tuple[int, int]:
    """Return the width and height of a picture in whole CSS pixels."""
    path = Path(path)
    if path.suffix == ".svg":
        drawn = path.read_text(encoding="utf-8")
        unit = POINT if svg.own(drawn, "width").endswith("pt") else 1.0
        width, height = (round(unit * side) for side in svg.size(drawn))
        return width, height
    with Image.open(path) as picture:
        return picture.size


def legible(path) -> int:
    """Return the width in pixels at which the smallest text of an SVG picture has the height `LEGIBLE`.

    Return 0 if the picture has no text.
    """
    path = Path(path)
    drawn = path.read_text(encoding="utf-8") if path.suffix == ".svg" else ""
    fonts = [float(found) for found in FONT.findall(drawn)]
    return round(svg.size(drawn)[0] * LEGIBLE / min(fonts)) if fonts else 0


def img(folder, place, alt, lazy=False) -> Html:
    """Return the HTML of a picture.

    folder: folder of the page. place: path of the picture's file from this folder
    alt:    alternative text, which describes the picture
    lazy:   True loads the picture only when the reader scrolls near it
    """
    width, height = size(Path(folder) / place)
    later = ' loading="lazy"' if lazy else ""
    least = legible(Path(folder) / place)
    look = f' style="--legible: {least}px"' if least else ""
    return Html(f'<img src="{place}" width="{width}" height="{height}"{later}{look} alt="{escape(alt)}">')
