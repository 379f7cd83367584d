"""Figures: layouts do not overlap, counts add up, everything says what it shows."""


import base64
import re
import xml.etree.ElementTree as ET
from html import escape

import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from test_plots import pixels

from mcts_lab import games
from mcts_lab.game import start
from mcts_lab.position import Position
from mcts_lab.views.plots import board

# -- pictures of positions ---------------------------------------------------------------------------------------------


def test_every_board_game_has_a_picture():
    for name in ("tic_tac_toe", "connect_four", "breakthrough", "othello", "hex", "nim", "soccer"):
        game = games.make(name)
        light, dark = (pixels(board.figure(game, start(game, 1), 2.0, dark=d)) for d in (False, True))
        assert len(np.unique(light.reshape(-1, 4), axis=0)) > 3, name
        assert light.shape == dark.shape and (light != dark).any(), name


def test_the_felt_of_a_card_table_is_drawn():
    game = games.spades()
    image = pixels(board.figure(game, start(game, 1), 3.0))
    felt = image[image.shape[0] // 2, image.shape[1] // 2]
    assert tuple(felt) != (255, 255, 255, 255) and (image == felt).all(axis=-1).mean() > 0.4


@pytest.mark.parametrize("name", ["spades", "connect_four", "gaps"])
def test_a_position_in_a_notebook_has_words_and_both_themes(name):
    game = games.make(name)
    state = start(game, 0)
    shown = Position(game, state, viewer=0)
    assert len(shown.alt) > 10 and shown._repr_mimebundle_()["text/plain"] == shown.alt
    assert repr(shown) == game.text_for(state, 0)
    assert set(DisplayFormatter().format(shown)[0]) == {"text/plain", "text/html"}  # an SVG has no words
    drawn = base64.b64decode(re.search('base64,([^"]+)"', shown._repr_html_())[1]).decode()
    assert "light-dark(" in drawn
    ET.fromstring(drawn)  # an image that is not well-formed is not shown
    assert f'alt="{escape(shown.alt)}"' in shown._repr_html_()
    assert Position(game, state, alt="A start").alt == "A start"
