"""Whoever sees badly or sees colours differently gets the same: contrast, colours, and pictures for both themes.

What a keyboard does is tested in a browser: `tests/course/test_browser.py`, `tests/course/test_jupyterlab.py`.
"""

import itertools
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from mcts_lab import after, games, start
from mcts_lab.games.drawing.svg import Drawing, contrast, linear
from mcts_lab.views import svg_colours as pictures
from mcts_lab.views.plots.style import DARK, LIGHT, theme

NAMESPACE = "{http://www.w3.org/2000/svg}"
LEAST = 4.5  # contrast of text [WCAG 2.1, criterion 1.4.3]
BLINDNESS = {  # what is left of linear RGB without one kind of cone [Machado, Oliveira & Fernandes 2009, Table 1]
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


# -- contrast ----------------------------------------------------------------------------------------------------------


def number(element, name):
    """A length of a shape; "100%" is more than anything."""
    return float(element.get(name, "0").replace("%", "00"))


def corners(element):
    """The box that a shape fills, and the shape itself where it is a polygon."""
    tag = element.tag.removeprefix(NAMESPACE)
    if tag == "rect":
        x, y = number(element, "x"), number(element, "y")
        return x, y, x + number(element, "width"), y + number(element, "height")
    if tag == "circle":  # the square within it
        x, y, r = (number(element, part) for part in ("cx", "cy", "r"))
        return x - 0.7 * r, y - 0.7 * r, x + 0.7 * r, y + 0.7 * r
    return None


def inside(points, x, y):
    """Whether a point lies in a polygon."""
    odd = False
    for (a, b), (c, d) in zip(points, points[1:] + points[:1], strict=True):
        if (b > y) != (d > y) and x < (c - a) * (y - b) / (d - b) + a:
            odd = not odd
    return odd


def faint_text(picture, dark):
    """The texts of a picture whose contrast with what is painted under them is too low.

    Groups that are moved are left out, as it is not known where their shapes come to lie.
    """
    root = ET.fromstring(pictures.one(picture, dark))
    painted, found = [], []

    def ground(x, y):
        colour = np.array(to_rgb(theme(dark).background))
        for element in painted:
            box = corners(element)
            if box is None:
                points = [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]
                hit = inside(points, x, y)
            else:
                hit = box[0] <= x <= box[2] and box[1] <= y <= box[3]
            if hit:
                share = float(element.get("opacity", 1)) * float(element.get("fill-opacity", 1))
                colour = (1 - share) * colour + share * np.array(to_rgb(element.get("fill")))
        return colour

    def go(element):
        for child in element:
            tag = child.tag.removeprefix(NAMESPACE)
            if child.get("transform") or tag in ("defs", "title", "desc"):
                continue
            fill = child.get("fill", "")
            if tag in ("rect", "circle") and fill.startswith("#") or tag == "polygon" and fill.startswith("#"):
                painted.append(child)
            elif tag == "text" and fill.startswith("#") and (child.text or "").strip():
                wide = len(child.text) * float(child.get("font-size", 13)) * 0.55
                x = number(child, "x") + {"middle": 0, "end": -wide / 2}.get(child.get("text-anchor"), wide / 2)
                under = ground(x, number(child, "y"))
                ratio = contrast(to_rgb(fill), under)
                if ratio < LEAST:
                    found.append((child.text, fill, round(float(ratio), 2)))
            go(child)

    go(root)
    return found


def test_faint_text_is_found():
    drawing = Drawing(100, 40, "Faint", "a faint word")
    drawing.rectangle(0, 0, 100, 40, "#dddddd")
    drawing.text(10, 20, "faint", "#cccccc")
    drawing.text(10, 20, "plain", "#000000")
    assert [words for words, *_ in faint_text(drawing.svg(), False)] == ["faint"]


# -- colours -----------------------------------------------------------------------------------------------------------


def lab(rgb):
    """CIE L*a*b* of linear RGB under daylight (D65)."""
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ rgb
    t = xyz / (0.9505, 1.0, 1.089)
    f = np.where(t > (6 / 29) ** 3, np.cbrt(t), t / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def seen(colour, blindness=None):
    rgb = np.array(linear(to_rgb(colour)))
    return lab(np.clip(np.array(BLINDNESS[blindness]) @ rgb, 0, 1) if blindness else rgb)


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_series_differ_for_everybody(look, blindness):
    """Each two of the first four colours by far more than can just be told (about 2), all of them told apart."""
    colours = [seen(colour, blindness) for colour in look.cycle]
    far = [np.linalg.norm(a - b) for a, b in itertools.combinations(colours[:4], 2)]
    assert min(far) >= 15
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(colours, 2)) >= 4


def test_a_picture_follows_the_theme():
    game = games.connect_four()
    state = after(game, start(game), 3)
    light, dark = game.svg(state), game.svg(state, True)
    both = pictures.themed(light, dark)
    assert "light-dark(" in both and pictures.one(both) == light and pictures.one(both, True) == dark
    assert pictures.themed(light, dark.replace("<circle", "<ellipse", 1)) == light  # not the same picture
    ET.fromstring(both)
