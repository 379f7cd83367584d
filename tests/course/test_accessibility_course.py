"""Whoever sees badly, sees colours differently or uses no mouse gets the same: names, contrast, colours, keyboard.

What a keyboard does is tested in a browser: `tests/course/test_browser.py`, `tests/course/test_jupyterlab.py`.
"""


import re
import xml.etree.ElementTree as ET

import pytest
from test_accessibility import LEAST, NAMESPACE, faint_text

from mcts_course.website.game_pages import some_state
from mcts_course.widgets import WIDGETS
from mcts_course.widgets.play import Play
from mcts_course.widgets.stage import source
from mcts_lab import RandomPlayer, games
from mcts_lab.games.drawing.svg import contrast
from mcts_lab.views import svg_colours as pictures

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
        drawn = game.svg(some_state(game))
    except NotImplementedError:
        pytest.skip("this game has no picture")
    assert_named(drawn)


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
        drawn = game.svg(some_state(game), dark)
    except NotImplementedError:
        pytest.skip("this game has no picture")
    assert faint_text(drawn, dark) == []


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
