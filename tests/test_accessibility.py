"""Whoever sees badly, sees colours differently or uses no mouse gets the same: names, contrast, colours, keyboard.

What a keyboard does is tested in a browser: `tests/test_browser.py`, `tests/test_jupyterlab.py`.
"""

import itertools
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.colors import to_rgb

from mcts_lab import games
from mcts_lab.book.games import some_state
from mcts_lab.game import after, start, svg
from mcts_lab.games.drawing.svg import Drawing, contrast, linear
from mcts_lab.players import RandomPlayer
from mcts_lab.views.plots.style import DARK, LIGHT, theme, value_colours
from mcts_lab.views.widgets import WIDGETS
from mcts_lab.views.widgets import svg as pictures
from mcts_lab.views.widgets.play import Play
from mcts_lab.views.widgets.stage import source

NAMESPACE = "{http://www.w3.org/2000/svg}"
LEAST = 4.5  # contrast of text [WCAG 2.1, criterion 1.4.3]
BLINDNESS = {  # what is left of linear RGB without one kind of cone [Machado, Oliveira & Fernandes 2009, Table 1]
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


MODELS = {name: made.example for name, made in WIDGETS.items()} | {
    "cards": lambda: Play(games.spades(), RandomPlayer(), seed=1)}


@pytest.fixture(scope="module", params=MODELS)
def frames(request):
    """The first, a middle and the last frame of each widget."""
    model = MODELS[request.param]()
    return [model.frame(position) for position in sorted({0, len(model) // 2, len(model)})]


# -- names -------------------------------------------------------------------------------------------------------------


def assert_named(picture):
    root = ET.fromstring(pictures.one(picture))
    told = [root.findtext(f"{NAMESPACE}{tag}") for tag in ("title", "desc")]
    assert root.get("role") == "img" and root.get("aria-label"), picture[:200]
    assert told[0] and told[1] and len(told[1]) > 8, picture[:300]


def test_pictures_of_widgets_have_role_title_and_description(frames):
    for frame in frames:
        assert frame.words and frame.parts
        for picture in frame.parts.values():
            assert_named(picture)


@pytest.mark.parametrize("name", games.names())
def test_pictures_of_games_have_role_title_and_description(name):
    game = games.make(name)
    try:
        drawn = svg(game, some_state(game))
    except NotImplementedError:
        pytest.skip("this game has no picture")
    assert_named(drawn)


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


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_of_widgets_can_be_read(frames, dark):
    for frame in frames:
        for slot, picture in frame.parts.items():
            assert faint_text(picture, dark) == [], slot


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", games.names())
def test_text_of_games_can_be_read(name, dark):
    game = games.make(name)
    try:
        drawn = svg(game, some_state(game), dark)
    except NotImplementedError:
        pytest.skip("this game has no picture")
    assert faint_text(drawn, dark) == []


def test_faint_text_is_found():
    drawing = Drawing(100, 40, "Faint", "a faint word")
    drawing.rectangle(0, 0, 100, 40, "#dddddd")
    drawing.text(10, 20, "faint", "#cccccc")
    drawing.text(10, 20, "plain", "#000000")
    assert [words for words, *_ in faint_text(drawing.svg(), False)] == ["faint"]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_of_the_stage_can_be_read(dark):
    """Every rule of the style sheet with a colour, on its own background or on those it may stand on."""
    rules = re.findall(r"([^{}]+){([^{}]*)}", pictures.one(source("stage.css"), dark))
    stage = next(body for where, body in rules if where.strip() == ".lab")
    paper = re.search(r"background: +(#\w+)", stage)[1]
    seen = 0
    for where, body in rules:
        ink = re.search(r"(?<![-\w])color: +(#\w{6})", body)
        own = re.search(r"(?<![-\w])background: +(#\w{6})", body)
        if ink or own:
            seen += 1
            colour = ink[1] if ink else re.search(r"(?<![-\w])color: +(#\w{6})", stage)[1]
            assert contrast(colour, own[1] if own else paper) >= LEAST, where
    assert seen >= 6


def at_night(colour):
    """What a dark page makes of a colour in a picture for light ones [Filter Effects 1, feColorMatrix hueRotate]."""
    from mcts_lab.views.plots import style

    share = float(re.fullmatch(r"invert\((.*)\) hue-rotate\(180deg\)", style.NIGHT)[1])
    rgb = share - np.array(to_rgb(colour)) * (2 * share - 1)
    turned = np.array([[-0.574, 1.430, 0.144], [0.426, 0.430, 0.144], [0.426, 1.430, -0.856]]) @ rgb
    return tuple(np.clip(turned, 0, 1))


def test_figures_for_light_pages_can_be_read_on_dark_ones():
    paper = at_night(LIGHT.background)
    assert max(paper) < 0.1 and contrast(at_night(LIGHT.text), paper) >= 10
    assert contrast(at_night("#595959"), paper) >= LEAST
    for colour in LIGHT.cycle[:6]:
        assert contrast(at_night(colour), paper) >= 3  # [WCAG 2.1, criterion 1.4.11]
    from importlib.resources import files

    from mcts_lab.views.plots import style

    gallery = files("mcts_lab.papers.reporting").joinpath("pages.css").read_text(encoding="utf-8")
    assert f"filter: {style.NIGHT}" in gallery and f"filter: {style.NIGHT}" in style.FOLLOWS


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


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_good_and_bad_values_differ_for_everybody(dark, blindness):
    scale = value_colours(dark)
    low, middle, high = (seen(scale(share)[:3], blindness) for share in (0.0, 0.5, 1.0))
    assert min(np.linalg.norm(low - high), np.linalg.norm(low - middle), np.linalg.norm(middle - high)) >= 25
    shades = [seen(scale(share)[:3], blindness) for share in np.linspace(0, 1, 21)]
    away = [np.linalg.norm(shade - middle) for shade in shades]
    assert all(np.diff(away[:11]) < 0) and all(np.diff(away[10:]) > 0)  # further from the middle looks further


@pytest.mark.parametrize("blindness", [None, *BLINDNESS])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_players_of_connect_four_differ_for_everybody(dark, blindness):
    game = games.connect_four()
    state = start(game)
    empty = set(re.findall('<circle[^>]* fill="(#\\w{6})"', svg(game, state, dark)))
    for column in (0, 1):
        state = after(game, state, column)
    discs = set(re.findall('<circle[^>]* fill="(#\\w{6})"', svg(game, state, dark))) - empty
    assert len(discs) == 2
    assert min(np.linalg.norm(seen(a, blindness) - seen(b, blindness))
               for a, b in itertools.combinations([*discs, *empty], 2)) >= 20
