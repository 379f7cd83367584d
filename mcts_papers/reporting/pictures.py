"""Pictures on pages, with their sizes: what stands below a picture stays where it is while the picture loads, so a link
to it lands there."""

from __future__ import annotations

from html import escape
from pathlib import Path

from PIL import Image

from mcts_lab.views import svg_colours as svg
from mcts_lab.views.templates import Html

POINT = 96 / 72  # pixels


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


def img(folder, place, alt, lazy=False) -> Html:
    """Return the HTML of a picture.

    folder: of the page; place: of the file, from there
    alt:    what it shows, in words
    lazy:   True loads it once it is near what is seen
    """
    width, height = size(Path(folder) / place)
    later = ' loading="lazy"' if lazy else ""
    return Html(f'<img src="{place}" width="{width}" height="{height}"{later} alt="{escape(alt)}">')
