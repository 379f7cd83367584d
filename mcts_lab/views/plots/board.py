"""A game's own SVG picture inside a matplotlib figure.

Games draw themselves once, as SVG (`mcts_lab.game.svg`). This reads the part of SVG that such drawings use: rectangles,
circles, ellipses, lines, polygons, paths and text, groups, reuse, nested pictures, transforms and simple style classes.
Anything else is left out.
"""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET

import numpy as np
from matplotlib.colors import is_color_like
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

from ...game import facts, svg
from . import style

_NUMBER = re.compile(r"[-+]?(?:\d*\.\d+|\d+\.?)(?:[eE][-+]?\d+)?")
_FLAG = re.compile("[01]")
_STEP = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_INHERITED = {"fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "dominant-baseline",
              "fill-opacity", "stroke-opacity", "stroke-linecap", "color"}


def figure(game, state, size=4.0, dark=False, alt=None):
    """The picture of a position as a figure. size: its longer side in inches; alt: None: the position as text."""
    from ...game import text

    words = alt or f"{facts(game).title}: {text(game, state)}"
    source = ET.fromstring(svg(game, state, dark))
    _, _, width, height = view(source)
    scale = size / max(width, height)
    with style.figure(words, (width * scale, height * scale), dark) as fig:
        fig.set_layout_engine("none")
        ax = fig.add_axes((0, 0, 1, 1))
        ax.set(xlim=(0, width * scale), ylim=(0, height * scale))
        ax.axis("off")
        paint(ax, source, (width * scale / 2, height * scale / 2), size)
    return fig


def board(ax, game, state, centre, size, dark=False):
    """Draw a position into axes whose unit is an inch; nothing if it is unknown.

    centre: of the picture; size: its longer side.
    """
    if game is None or state is None:
        return
    try:
        source = ET.fromstring(svg(game, state, dark))
    except (NotImplementedError, ET.ParseError):  # a game that cannot draw itself
        return
    paint(ax, source, centre, size)


def shape(source) -> tuple[float, float]:
    """Width and height of an SVG picture, in its own units; zeros for something that is none."""
    try:
        return tuple(view(ET.fromstring(source))[2:])
    except ET.ParseError:
        return 0.0, 0.0


def paint(ax, source, centre, size, zorder=5):
    """Paint a parsed SVG element into axes whose unit is an inch, fitted into a square around `centre`."""
    x, y, width, height = view(source)
    scale = size / max(width, height)
    place = placed(x + width / 2, y + height / 2, scale, 0.0).translate(*centre)
    painter(ax, source, zorder).group(source, place, {})


def placed(x, y, scale, top):
    """The transformation from SVG units to axes whose unit is an inch: (x, y) comes to (0, top), and y goes up."""
    return Affine2D().translate(-x, -y).scale(scale, -scale).translate(0.0, top)


def painter(ax, source, zorder=5):
    """Who paints elements of a parsed SVG picture: knows its named elements and its style classes."""
    named = {e.get("id"): e for e in source.iter() if e.get("id")}
    classes = {}
    for element in source.iter():
        if tag(element) == "style":
            for names, body in re.findall(r"([^{}]+)\{([^{}]*)\}", element.text or ""):
                for name in names.split(","):
                    classes.setdefault(name.strip(), {}).update(_declarations(body))
    return Painter(ax, named, classes, zorder)


class Painter:
    """Paints elements into axes; see `painter`."""

    def __init__(self, ax, named, classes, zorder):
        self.ax, self.named, self.classes, self.zorder = ax, named, classes, zorder

    def group(self, element, place, inherited):
        look = self.look(element, inherited)
        for child in element:
            self.element(child, place, look)

    def look(self, element, inherited):
        own = {k: v for k, v in inherited.items() if k in _INHERITED}
        opacity = inherited.get("all-opacity", 1.0)
        own.update(element.attrib)
        own.update(self.classes.get(tag(element), {}))
        for name in element.get("class", "").split():
            own.update(self.classes.get("." + name, {}))
        own.update(_declarations(element.get("style", "")))
        own["all-opacity"] = opacity * float(own.pop("opacity", 1.0))
        return own

    def element(self, element, place, inherited):
        kind = tag(element)
        if kind in ("defs", "title", "desc", "style", "symbol", "clipPath", "mask", "marker", "metadata", ""):
            return
        place = _transform(element.get("transform", "")) + place
        look = self.look(element, inherited)
        if look.get("display") == "none":
            return
        if kind in ("g", "a"):
            self.group(element, place, inherited)
        elif kind == "svg":
            x, y, width, height = view(element)
            across, tall = _length(element.get("width"), width), _length(element.get("height"), height)
            scale = min(across / width, tall / height)
            corner = _length(element.get("x")), _length(element.get("y"))
            inner = Affine2D().translate(-x, -y).scale(scale).translate(*corner)
            self.group(element, inner + place, inherited)
        elif kind == "use":
            target = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
            found = self.named.get(target.lstrip("#"))
            if found is not None:
                moved = Affine2D().translate(_length(element.get("x")), _length(element.get("y"))) + place
                if tag(found) == "symbol":
                    self.group(found, moved, look)
                else:
                    self.element(found, moved, look)
        elif kind == "text":
            self.text(element, place, look)
        else:
            outline = _outline(kind, element)
            if outline is not None:
                self.shape(outline.transformed(place), place, look, filled=kind != "line")

    def shape(self, outline, place, look, filled):
        fill = _colour(look.get("fill", "black"), look, "fill-opacity") if filled else None
        stroke = _colour(look.get("stroke", "none"), look, "stroke-opacity")
        thick = _length(look.get("stroke-width"), 1.0) * _scale(place) * 72.0
        if fill is None and stroke is None:
            return
        # neighbours share an edge: equal to the last digit, it comes to the same pixel for both
        outline = Path(np.round(outline.vertices, 9), outline.codes)
        self.ax.add_patch(PathPatch(outline, fc=fill or "none", ec=stroke or "none", lw=thick if stroke else 0.0,
                                    zorder=self.zorder, clip_on=False, joinstyle="miter",
                                    capstyle="round" if look.get("stroke-linecap") == "round" else "butt"))

    def text(self, element, place, look):
        words = "".join(element.itertext()).strip()
        fill = _colour(look.get("fill", "black"), look, "fill-opacity")
        if not words or fill is None:
            return
        at = place.transform((_length(element.get("x")), _length(element.get("y"))))
        side = {"middle": "center", "end": "right"}.get(look.get("text-anchor"), "left")
        centred = look.get("dominant-baseline") in ("central", "middle")
        heavy = str(look.get("font-weight", "normal")) in ("bold", "bolder", "600", "700", "800", "900")
        self.ax.text(*at, words, ha=side, va="center" if centred else "baseline", color=fill, zorder=self.zorder,
                     fontsize=_length(look.get("font-size"), 16.0) * _scale(place) * 72.0,
                     fontweight="bold" if heavy else "normal", fontfamily="DejaVu Sans", parse_math=False)


def tag(element):
    """The name of an element without its name space; "" for a comment."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _declarations(body):
    pairs = (part.split(":", 1) for part in body.split(";") if ":" in part)
    return {key.strip(): value.strip() for key, value in pairs}


def _length(text, default=0.0):
    found = _NUMBER.match(text.strip()) if text and not text.strip().endswith("%") else None
    return float(found.group()) if found else default


def view(element):
    """What an SVG element shows: left, top, width, height in its own units."""
    numbers = [float(n) for n in _NUMBER.findall(element.get("viewBox", ""))]
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return numbers
    return [0.0, 0.0, _length(element.get("width"), 100.0), _length(element.get("height"), 100.0)]


def _scale(place):
    return math.sqrt(abs(np.linalg.det(place.get_matrix()[:2, :2])))


def _colour(name, look, opacity):
    if name == "currentColor":
        name = look.get("color", "black")
    if name in ("none", "transparent", ""):
        return None
    if name.startswith("rgb"):
        values = [float(n) for n in _NUMBER.findall(name)]
        name = tuple(v / 255.0 for v in values[:3])
    elif not is_color_like(name):
        name = "#888888"  # gradients and patterns
    return name, look["all-opacity"] * float(look.get(opacity, 1.0))


def _transform(text):
    place = Affine2D()
    for name, body in reversed(re.findall(r"(\w+)\s*\(([^)]*)\)", text)):
        n = [float(v) for v in _NUMBER.findall(body)]
        if name == "translate":
            place = place.translate(n[0], n[1] if len(n) > 1 else 0.0)
        elif name == "scale":
            place = place.scale(n[0], n[1] if len(n) > 1 else n[0])
        elif name == "rotate":
            place = place.rotate_deg_around(n[1], n[2], n[0]) if len(n) == 3 else place.rotate_deg(n[0])
        elif name == "matrix":
            place = place + Affine2D.from_values(*n)
    return place


def _outline(tag, element):
    def number(name, default=0.0):
        return _length(element.get(name), default)

    if tag == "rect":
        w, h = number("width"), number("height")
        r = min(number("rx", number("ry")), w / 2, h / 2)
        return _rounded(number("x"), number("y"), w, h, r) if w > 0 and h > 0 else None
    if tag in ("circle", "ellipse"):
        rx, ry = number("r", number("rx")), number("r", number("ry"))
        return Path.circle().transformed(Affine2D().scale(rx, ry).translate(number("cx"), number("cy")))
    if tag == "line":
        return Path([(number("x1"), number("y1")), (number("x2"), number("y2"))])
    if tag in ("polygon", "polyline"):
        points = np.array([float(n) for n in _NUMBER.findall(element.get("points", ""))]).reshape(-1, 2)
        if len(points) == 0:
            return None
        return Path([*points, points[0]], closed=True) if tag == "polygon" else Path(points)
    if tag == "path":
        return _path(element.get("d", ""))
    return None


def _rounded(x, y, w, h, r):
    if r <= 0:
        return Path([(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)], closed=True)
    d = (f"M{x + r} {y}H{x + w - r}A{r} {r} 0 0 1 {x + w} {y + r}V{y + h - r}A{r} {r} 0 0 1 {x + w - r} {y + h}"
         f"H{x + r}A{r} {r} 0 0 1 {x} {y + h - r}V{y + r}A{r} {r} 0 0 1 {x + r} {y}Z")
    return _path(d)


def _path(d):
    """SVG path data as a matplotlib path."""
    points, codes = [], []
    here = begin = last = np.zeros(2)
    previous = ""

    def add(code, *more):
        points.extend(more)
        codes.extend([code] * len(more))

    for letter, body in _STEP.findall(d):
        kind, n = letter.upper(), _numbers(body, letter in "aA")
        size = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}[kind]
        if kind == "Z":
            add(Path.CLOSEPOLY, begin)
            here, previous = begin, "Z"
            continue
        for i in range(0, len(n) - size + 1, size):
            base = here if letter.islower() else np.zeros(2)
            v = n[i: i + size]
            if kind == "M":
                here = base + v
                add(Path.MOVETO if i == 0 else Path.LINETO, here)
                begin = here if i == 0 else begin
            elif kind in "LHV":
                target = base + v if kind == "L" else np.array(
                    [base[0] + v[0], here[1]] if kind == "H" else [here[0], base[1] + v[0]])
                add(Path.LINETO, target)
                here = target
            elif kind in "CS":
                first = base + v[:2] if kind == "C" else (2 * here - last if previous in "CS" and previous else here)
                last, here = base + v[-4:-2], base + v[-2:]
                add(Path.CURVE4, first, last, here)
            elif kind in "QT":
                last = base + v[:2] if kind == "Q" else (2 * here - last if previous in "QT" and previous else here)
                here = base + v[-2:]
                add(Path.CURVE3, last, here)
            else:
                add(Path.LINETO, *_arc(here, base + v[5:], *v[:5]))
                here = base + v[5:]
            previous = kind
    return Path(points, codes) if points else None


def _numbers(body, arc):
    if not arc:
        return np.array([float(n) for n in _NUMBER.findall(body)])
    numbers, at = [], 0
    while True:
        # the two flags of an arc are one digit each and may stand without separators
        found = (_FLAG if len(numbers) % 7 in (3, 4) else _NUMBER).search(body, at)
        if found is None:
            return np.array(numbers)
        numbers.append(float(found.group()))
        at = found.end()


def _arc(a, b, rx, ry, turned, large, sweep, steps=24):
    """Points of an elliptical arc, from SVG's end points to its centre [SVG 2, B.2.4]."""
    if rx == 0 or ry == 0 or np.allclose(a, b):
        return [b]
    rx, ry = abs(rx), abs(ry)
    phi = math.radians(turned)
    turn = np.array([[math.cos(phi), math.sin(phi)], [-math.sin(phi), math.cos(phi)]])
    x, y = turn @ ((a - b) / 2)
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    inside = max(0.0, (rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2) / ((rx * y) ** 2 + (ry * x) ** 2)
    cx, cy = np.array([rx * y / ry, -ry * x / rx]) * math.sqrt(inside) * (1 if bool(large) != bool(sweep) else -1)
    begin, end = math.atan2((y - cy) / ry, (x - cx) / rx), math.atan2((-y - cy) / ry, (-x - cx) / rx)
    if sweep and end < begin:
        end += 2 * math.pi
    if not sweep and end > begin:
        end -= 2 * math.pi
    angles = np.linspace(begin, end, steps + 1)[1:]
    points = np.column_stack([rx * np.cos(angles) + cx, ry * np.sin(angles) + cy]) @ turn + (a + b) / 2
    return [*points[:-1], b]
