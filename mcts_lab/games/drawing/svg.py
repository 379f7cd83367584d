"""SVG pictures under construction, and how well colours can be told apart.

Only plain elements are used, which `mcts_lab.views.plots.board` can paint into a figure.
"""

from __future__ import annotations

from html import escape

from . import named

INK = "light-dark(#1a1a1a,#ececec)"  # for light and for dark pages, see `mcts_lab.views.widgets.svg`
FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"


class Drawing:
    """A picture under construction; `svg` is the finished document. x goes right and y goes down.

    width, height:  in units
    title:          what it is
    words:          what it shows, for those who cannot see it; "": the title says it
    unit:           pixels of a unit
    colours:        dict from names to colours; what is not in it stands for itself. None draws nothing
    thick:          of lines, unless said otherwise
    """

    def __init__(self, width, height, title, words="", unit=1.0, colours=None, thick=1.0):
        self.size, self.unit, self.colours, self.thick = (width, height), unit, colours or {}, thick
        self.told, about = named(f"{title}. {words}" if words else title, title if words else "")
        self.parts = [about]

    def colour(self, name) -> str:
        """Return the colour of that name."""
        return self.colours.get(name, name)

    def _at(self, **lengths) -> str:
        return " ".join(f'{name.replace("_", "-")}="{value * self.unit:.5g}"' for name, value in lengths.items())

    def _look(self, fill, line=None, thick=None, dashed=False, opacity=1) -> str:
        words = f' fill="{self.colour(fill) if fill else "none"}"'
        if line:
            thick = (self.thick if thick is None else thick) * self.unit
            words += f' stroke="{self.colour(line)}" stroke-width="{thick:.4g}"'
            words += ' stroke-dasharray="4 3"' if dashed else ""
        return words + (f' opacity="{opacity:g}"' if opacity != 1 else "")

    def rectangle(self, x, y, width, height, fill=None, line=None, thick=None, corner=0.0, dashed=False, opacity=1):
        """A rectangle with its left upper corner at (x, y)."""
        place = self._at(x=x, y=y, width=max(width, 0), height=max(height, 0), **({"rx": corner} if corner else {}))
        self.parts.append(f"<rect {place}{self._look(fill, line, thick, dashed, opacity)}/>")

    def disc(self, x, y, radius, fill=None, line=None, thick=None):
        """A disc around (x, y)."""
        self.parts.append(f"<circle {self._at(cx=x, cy=y, r=radius)}{self._look(fill, line, thick)}/>")

    def polygon(self, points, fill=None, line=None, thick=None, opacity=1):
        """A polygon through the points."""
        places = " ".join(f"{x * self.unit:.5g},{y * self.unit:.5g}" for x, y in points)
        look = self._look(fill, line, thick, opacity=opacity)
        self.parts.append(f'<polygon points="{places}" stroke-linejoin="round"{look}/>')

    def line(self, x, y, to_x, to_y, colour=INK, thick=None, dashed=False):
        """A straight line."""
        ends = "" if dashed else ' stroke-linecap="round"'
        look = self._look(None, colour, thick, dashed)
        self.parts.append(f"<line {self._at(x1=x, y1=y, x2=to_x, y2=to_y)}{ends}{look}/>")

    def path(self, steps, fill=None, line=None, thick=None, dashed=False, opacity=1):
        """A path in SVG's own words, in pixels."""
        self.parts.append(f'<path d="{steps}"{self._look(fill, line, thick, dashed, opacity)}/>')

    def curve(self, points, colour, thick=2.0, dashed=False):
        """A line through points in pixels."""
        if len(points) > 1:
            self.path("M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points), line=colour, thick=thick, dashed=dashed)

    def text(self, x, y, said, colour=INK, size=13, anchor="start", bold=False, italic=False):
        """A line of text, vertically centred at y."""
        weight = ' font-weight="bold"' if bold else ""
        slope = ' font-style="italic"' if italic else ""
        self.parts.append(f'<text {self._at(x=x, y=y, font_size=size)} text-anchor="{anchor}" '
                          f'dominant-baseline="central"{weight}{slope}{self._look(colour)}>{escape(str(said))}</text>')

    def svg(self) -> str:
        """Return the picture."""
        width, height = (f"{side * self.unit:g}" for side in self.size)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
                f'height="{height}" {self.told} font-family="{FONT}">' + "".join(self.parts) + "</svg>")


def linear(colour) -> list[float]:
    """Return linear RGB of an sRGB colour, "#rrggbb" or three numbers from 0 to 1."""
    parts = [int(colour[i: i + 2], 16) / 255 for i in (1, 3, 5)] if isinstance(colour, str) else colour
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one, other) -> float:
    """Return the contrast of two colours, from 1 to 21, by their relative luminance [WCAG 2.1]."""
    dark, light = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in (linear(one), linear(other)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(colour, inks=("#FFFFFF", "#000000")) -> str:
    """Return the ink that is easiest to read on `colour`."""
    return max(inks, key=lambda ink: contrast(ink, colour))
