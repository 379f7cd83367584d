"""Colours and sizes of the small SVG pictures in widgets, which fit light and dark pages.

Every colour is written as CSS's ``light-dark(for light, for dark)``, so a picture has the theme of its page. `one`
chooses one of the two colours for files and for images of pixels. Lengths are pixels.
"""

import math
import re
from itertools import zip_longest

from matplotlib.colors import to_hex

from ..games.drawing.svg import ink_on
from .plots.style import DARK, LIGHT, value_colours
from .tree_layout import LETTER

PAIR = re.compile(r"light-dark\(([^,()]*),([^,()]*)\)")
HEX = re.compile(r"(#[0-9a-fA-F]{6})\b")
ROOT = re.compile(r"""<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")


def both(light, dark) -> str:
    """Return a CSS colour that is `light` on light pages and `dark` on dark pages."""
    return light if light.lower() == dark.lower() else f"light-dark({light.lower()},{dark.lower()})"


def cycle(i) -> str:
    """Return the `i`-th colour of the cycle of series."""
    return both(LIGHT.cycle[i % len(LIGHT.cycle)], DARK.cycle[i % len(DARK.cycle)])


PAPER, TEXT, FAINT = (both(getattr(LIGHT, role), getattr(DARK, role)) for role in ("background", "text", "faint"))
SOFT = both("#595959", "#b4bac1")  # less important text, but still readable
GRID = both("#d9d9d9", "#3a3f45")
ACCENT = cycle(2)
SHADE = both("#eef1f5", "#262b31")  # background of a group
WARN = both("#b34700", "#ff8a3c")  # text of a warning
_SCALES = tuple([to_hex(colour) for colour in value_colours(dark)(range(256))] for dark in (False, True))


def value_look(reward) -> tuple[str, str]:
    """Return the fill and text colours of a box for a mean reward in [0, 1], or those of the background for NaN."""
    if math.isnan(reward):
        return PAPER, TEXT
    light, dark = [scale[min(max(int(256 * reward), 0), 255)] for scale in _SCALES]
    return both(light, dark), both(ink_on(light), ink_on(dark))


def one(svg, dark=False) -> str:
    """Return the picture with only the colours for light pages, or only those for dark pages."""
    return PAIR.sub(lambda found: found.group(2 if dark else 1), svg)


def themed(light, dark) -> str:
    """Return one picture for both themes, from two pictures that differ only in their colours. If they also differ in
    other ways, return `light`."""
    if not dark or light == dark:
        return light
    a, b = HEX.split(light), HEX.split(dark)
    if len(a) != len(b) or a[::2] != b[::2]:
        return light
    return "".join(x if i % 2 == 0 else both(x, y) for i, (x, y) in enumerate(zip_longest(a, b)))


def own(drawn, name) -> str:
    """Return the value of an attribute of the root element of a picture, or "" if the attribute is missing."""
    return next((said[1:-1] for known, said in ATTRIBUTE.findall(ROOT.search(drawn)[0]) if known == name), "")


def rooted(drawn, name, value) -> str:
    """Return the picture with this attribute in its root element."""
    tag = ROOT.search(drawn)[0]
    others = [f" {known}={said}" for known, said in ATTRIBUTE.findall(tag) if known != name]
    value = value.replace('"', "&quot;")
    return drawn.replace(tag, f'<svg {name}="{value}"{"".join(others)}{"/>" if tag.endswith("/>") else ">"}', 1)


def size(drawn) -> list[float]:
    """Return the width and height of a picture from its `viewBox`."""
    return [float(side) for side in re.split(r"[\s,]+", own(drawn, "viewBox").strip())][2:]


def width_of(words, size=13.0) -> float:
    """Return the approximate width of a line of text in pixels."""
    return len(str(words)) * LETTER * size


def fitted(words, room, size=13.0) -> str:
    """Return `words`, shortened so that their width is at most `room`."""
    words = str(words)
    most = max(int(room / (LETTER * size)), 1)
    return words if len(words) <= most else words[: most - 1] + "…"
