"""Small SVG pictures for the interactive parts, light and dark in one.

Every colour is written as CSS's ``light-dark(for light, for dark)``, so a picture follows the theme of the page it
stands in by itself. `one` picks one of the two, for files and for painting. Lengths are pixels, y grows downwards.
Only plain elements are used, which `mcts_lab.views.plots.board` can paint.
"""

from __future__ import annotations

import re
from html import escape
from itertools import zip_longest

import numpy as np
from matplotlib.colors import to_hex

from ..layout import LETTER
from ..plots.style import DARK, LIGHT, ink_on, value_colours

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
PAIR = re.compile(r"light-dark\(([^,()]*),([^,()]*)\)")
HEX = re.compile(r"(#[0-9a-fA-F]{6})\b")


def both(light, dark) -> str:
    """A colour that is `light` on light and `dark` on dark backgrounds."""
    return light if light.lower() == dark.lower() else f"light-dark({light.lower()},{dark.lower()})"


def cycle(i) -> str:
    """The `i`-th colour of series."""
    return both(LIGHT.cycle[i % len(LIGHT.cycle)], DARK.cycle[i % len(DARK.cycle)])


PAPER, TEXT, FAINT = (both(getattr(LIGHT, role), getattr(DARK, role)) for role in ("background", "text", "faint"))
SOFT = both("#595959", "#b4bac1")  # text that stands back, and can still be read
GRID = both("#d9d9d9", "#3a3f45")
ACCENT = cycle(2)
SHADE = both("#eef1f5", "#262b31")  # behind what belongs together
WARN = both("#b34700", "#ff8a3c")  # text that warns
_SCALES = value_colours(False), value_colours(True)


def value_look(reward) -> tuple[str, str]:
    """Fill and ink of a box for a mean reward in [0, 1]; those of the paper where there is none."""
    if np.isnan(reward):
        return PAPER, TEXT
    light, dark = (to_hex(scale(float(reward))) for scale in _SCALES)
    return both(light, dark), both(ink_on(light), ink_on(dark))


def one(svg, dark=False) -> str:
    """The picture for one kind of background."""
    return PAIR.sub(lambda found: found.group(2 if dark else 1), svg)


def themed(light, dark) -> str:
    """One picture from two that differ in colours alone; `light` itself where they differ otherwise."""
    if not dark or light == dark:
        return light
    a, b = HEX.split(light), HEX.split(dark)
    if len(a) != len(b) or a[::2] != b[::2]:
        return light
    return "".join(x if i % 2 == 0 else both(x, y) for i, (x, y) in enumerate(zip_longest(a, b)))


def width_of(words, size=13.0) -> float:
    """About how wide a line of text is."""
    return len(str(words)) * LETTER * size


def fitted(words, room, size=13.0) -> str:
    """`words`, cut where they would be wider than `room`."""
    words = str(words)
    most = max(int(room / (LETTER * size)), 1)
    return words if len(words) <= most else words[: most - 1] + "…"


class Drawing:
    """A picture under construction.

    title: what it is; words: what it shows, for those who cannot see it.
    """

    def __init__(self, width, height, title, words=""):
        self.size = width, height
        self.title, self.words = title, words
        self.parts = []

    def rectangle(self, x, y, width, height, fill="none", line=None, thick=1.0, corner=0.0, dashed=False, opacity=1):
        rounded = f' rx="{corner:g}"' if corner else ""
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{max(height, 0):.1f}"'
                          f'{rounded}{_look(fill, line, thick, dashed, opacity)}/>')

    def circle(self, x, y, radius, fill="none", line=None, thick=1.0):
        self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"{_look(fill, line, thick)}/>')

    def line(self, x, y, to_x, to_y, colour=TEXT, thick=1.0, dashed=False):
        self.parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"'
                          f'{_look(None, colour, thick, dashed)}/>')

    def path(self, steps, fill="none", line=None, thick=1.0, dashed=False, opacity=1):
        self.parts.append(f'<path d="{steps}"{_look(fill, line, thick, dashed, opacity)}/>')

    def polygon(self, points, fill="none", line=None, thick=1.0, opacity=1):
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{places}"{_look(fill, line, thick, opacity=opacity)}/>')

    def curve(self, points, colour, thick=2.0, dashed=False):
        """A line through `points`."""
        if len(points) > 1:
            self.path("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points), line=colour, thick=thick, dashed=dashed)

    def text(self, x, y, said, colour=TEXT, size=13, anchor="start", bold=False, italic=False):
        """A line of text, vertically centred at y."""
        weight = ' font-weight="bold"' if bold else ""
        slope = ' font-style="italic"' if italic else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}"'
                          f' dominant-baseline="central"{weight}{slope} fill="{colour}">{escape(str(said))}</text>')

    def svg(self) -> str:
        """The picture, with its title and description for screen readers."""
        width, height = self.size
        label = escape(f"{self.title}. {self.words}" if self.words else self.title, quote=True)
        about = f"<title>{escape(self.title)}</title>" + (f"<desc>{escape(self.words)}</desc>" if self.words else "")
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}"'
                f' height="{height:.0f}" role="img" aria-label="{label}" font-family="{FONT}">{about}'
                + "".join(self.parts) + "</svg>")


def _look(fill, line, thick, dashed=False, opacity=1):
    words = f' fill="{fill}"' if fill else ""
    if line:
        words += f' stroke="{line}" stroke-width="{thick:g}"' + (' stroke-dasharray="4 3"' if dashed else "")
    return words + (f' opacity="{opacity:g}"' if opacity != 1 else "")
