"""Pictures on pages, with their sizes: what stands below a picture stays where it is while the picture loads, so a link
to it lands there."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from PIL import Image

from mcts_lab.views import svg_colours as svg
from mcts_lab.views.templates import Html

POINT = 96 / 72  # pixels
LEGIBLE = 11  # pixels that text is high on a phone, where a wide picture is scrolled
FONT = re.compile(r'font(?:-size)?(?::|=")\s*(?:(?:bold|italic|\d{3})\s+)*([\d.]+)(?:px)?\b')


def size(path) -> tuple[int, int]:
    """Return the width and height of a picture, SVG or not, in whole pixels of CSS."""
    path = Path(path)
    if path.suffix == ".svg":
        drawn = path.read_text(encoding="utf-8")
        unit = POINT if svg.own(drawn, "width").endswith("pt") else 1.0
        width, height = (round(unit * side) for side in svg.size(drawn))
        return width, height
    with Image.open(path) as picture:
        return picture.size


def legible(path) -> int:
    """Return the width in pixels at which the smallest text of an SVG picture is `LEGIBLE`; 0 without any text."""
    path = Path(path)
    drawn = path.read_text(encoding="utf-8") if path.suffix == ".svg" else ""
    fonts = [float(found) for found in FONT.findall(drawn)]
    return round(svg.size(drawn)[0] * LEGIBLE / min(fonts)) if fonts else 0


def img(folder, place, alt, lazy=False) -> Html:
    """Return the HTML of a picture.

    folder: of the page; place: of the file, from there
    alt:    what it shows, in words
    lazy:   True loads it once it is near what is seen
    """
    width, height = size(Path(folder) / place)
    later = ' loading="lazy"' if lazy else ""
    least = legible(Path(folder) / place)
    look = f' style="--legible: {least}px"' if least else ""
    return Html(f'<img src="{place}" width="{width}" height="{height}"{later}{look} alt="{escape(alt)}">')
