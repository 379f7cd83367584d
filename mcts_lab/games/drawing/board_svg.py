"""Drawing boards as SVG: a small canvas with colours for light and dark backgrounds.

One unit is one cell of the board. Colours have the names of their roles, so that a game says what it draws, and
`Canvas` knows how that looks. Pieces of the two players differ in lightness as well as in hue, for readers who do not
see colours apart. Only plain elements are used, which `mcts_lab.views.plots.board` can paint into a figure.
"""

from __future__ import annotations

from html import escape

from . import named

UNIT = 48  # pixels
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"

LIGHT = {
    "paper": "#ffffff",  # behind everything
    "ink": "#3b4252",  # labels
    "grid": "#9aa5b4",
    "cell": "#eef1f5",
    "shade": "#d8dee7",  # every other cell of a chequered board
    "frame": "#3d6fb4",  # the body of a Connect Four board
    "felt": "#3f8f6b",  # the cloth of an Othello board
    "felt line": "#2b6b4e",
    "first": "#d55e00",  # vermilion
    "first edge": "#8f3f00",
    "second": "#f0c23b",  # yellow
    "second edge": "#a67c00",
    "cool": "#0072b2",  # blue
    "cool edge": "#004c78",
    "black": "#23272f",
    "black edge": "#000000",
    "white": "#fafafa",
    "white edge": "#7c8593",
    "hole": "#f6f8fb",
    "dark ink": "#000000",  # on what is too bright for white
}
DARK = LIGHT | {
    "paper": "#14181f",
    "ink": "#d5dbe5",
    "grid": "#5a6575",
    "cell": "#2f3845",
    "shade": "#465265",
    "frame": "#2b5590",
    "felt": "#2c6b50",
    "felt line": "#1d4a37",
    "first": "#d94f10",
    "first edge": "#ffb27d",
    "cool": "#3a9bdc",
    "cool edge": "#9fd3f7",
    "black": "#0b0d11",
    "black edge": "#8b95a5",
    "hole": "#14181f",
}


def area(x, y, width=1.0, height=1.0) -> tuple:
    """A rectangle of a board in the units of its picture; (x, y) is its left upper corner in cells."""
    return round(x * UNIT, 2), round(y * UNIT, 2), round(width * UNIT, 2), round(height * UNIT, 2)


class Canvas:
    """A picture of `width` by `height` cells under construction; `svg` is the finished document.

    x goes right and y goes down. Every fill and line is the name of a colour; None draws none.
    """

    def __init__(self, width, height, title, dark=False):
        self.colours = DARK if dark else LIGHT
        w, h = width * UNIT, height * UNIT
        told, about = named(title)
        self.parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:g} {h:g}" width="{w:g}" '
                      f'height="{h:g}" {told}>', about]
        self.rectangle(0, 0, width, height, "paper")

    def look(self, fill, line, thick):
        """Fill and outline as attributes; colours by name, None for none."""
        words = f'fill="{self.colours[fill] if fill else "none"}"'
        if line:
            words += f' stroke="{self.colours[line]}" stroke-width="{thick * UNIT:.4g}"'
        return words

    def ink_on(self, fill) -> str:
        """The colour of words on `fill`: "white" or "dark ink", whichever can be read better."""
        def light(name):
            parts = (int(self.colours[name][i: i + 2], 16) / 255 for i in (1, 3, 5))
            r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
            return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05  # relative luminance [WCAG 2.1]

        return "white" if light("white") * light("dark ink") > light(fill) ** 2 else "dark ink"

    def rectangle(self, x, y, width, height, fill, line=None, thick=0.03, corner=0.0):
        """A rectangle with its left upper corner at (x, y)."""
        rounded = f' rx="{corner * UNIT:.4g}"' if corner else ""
        self.parts.append(
            f'<rect x="{x * UNIT:.5g}" y="{y * UNIT:.5g}" width="{width * UNIT:.5g}" height="{height * UNIT:.5g}"'
            f"{rounded} {self.look(fill, line, thick)}/>"
        )

    def disc(self, x, y, radius, fill, line=None, thick=0.05):
        """A disc around (x, y)."""
        self.parts.append(
            f'<circle cx="{x * UNIT:.5g}" cy="{y * UNIT:.5g}" r="{radius * UNIT:.4g}" {self.look(fill, line, thick)}/>'
        )

    def polygon(self, points, fill, line=None, thick=0.03):
        """A polygon through the points."""
        places = " ".join(f"{x * UNIT:.5g},{y * UNIT:.5g}" for x, y in points)
        self.parts.append(f'<polygon points="{places}" stroke-linejoin="round" {self.look(fill, line, thick)}/>')

    def line(self, x, y, to_x, to_y, colour, thick=0.03):
        """A straight line with round ends."""
        self.parts.append(
            f'<line x1="{x * UNIT:.5g}" y1="{y * UNIT:.5g}" x2="{to_x * UNIT:.5g}" y2="{to_y * UNIT:.5g}" '
            f'stroke-linecap="round" {self.look(None, colour, thick)}/>'
        )

    def label(self, x, y, words, colour="ink", size=0.34, bold=False):
        """Words centred at (x, y)."""
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x * UNIT:.5g}" y="{y * UNIT:.5g}" font-family="{FONT}" font-size="{size * UNIT:.4g}"{weight} '
            f'text-anchor="middle" dominant-baseline="central" {self.look(colour, None, 0)}>{escape(str(words))}</text>'
        )

    def stone(self, x, y, kind, radius=0.38):
        """A round piece of the kind "black", "white", "first", "second" or "cool"."""
        self.disc(x, y, radius, kind, f"{kind} edge")

    def cross(self, x, y, colour, radius=0.28, thick=0.13):
        """A mark of two diagonals."""
        self.line(x - radius, y - radius, x + radius, y + radius, colour, thick)
        self.line(x - radius, y + radius, x + radius, y - radius, colour, thick)

    def ring(self, x, y, colour, radius=0.3, thick=0.13):
        """A circle without filling."""
        self.disc(x, y, radius, None, colour, thick)

    def svg(self) -> str:
        """The picture."""
        return "\n".join([*self.parts, "</svg>"])
