"""Interactive parts without a browser: what a model shows, what a click or a key does, what is exported."""


import xml.etree.ElementTree as ET

import pytest

from mcts_lab import PIMC, UCT, after, games, start
from mcts_lab.search.mcts.running import StopSearch
from mcts_lab.views import svg_colours as pictures

# -- pictures ----------------------------------------------------------------------------------------------------------


def test_a_picture_follows_the_theme():
    game = games.connect_four()
    state = after(game, start(game), 3)
    light, dark = game.svg(state), game.svg(state, True)
    both = pictures.themed(light, dark)
    assert "light-dark(" in both and pictures.one(both) == light and pictures.one(both, True) == dark
    assert pictures.themed(light, dark.replace("<circle", "<ellipse", 1)) == light  # not the same picture
    ET.fromstring(both)


@pytest.mark.parametrize("method", [UCT(), PIMC(trees=50, method=UCT())], ids=str)
def test_progress_ends_a_search_with_what_it_has_found(method):
    game = games.tic_tac_toe()
    calls = []

    def stop_at_third(done, of):
        calls.append(done)
        if len(calls) == 3:
            raise StopSearch

    result = method.search(game, start(game), iterations=20_000, seed=1, compiled=False, progress=stop_at_third)
    assert 0 < result.iterations < 20_000 and result.iterations == sum(result.visits.values()) and len(calls) == 3


def test_a_search_stopped_at_once_has_an_answer_all_the_same():
    def stop(done, of):
        raise StopSearch

    game = games.tic_tac_toe()
    result = UCT().search(game, start(game), iterations=10**7, seed=1, compiled=False, progress=stop)
    assert 0 < result.iterations == sum(result.visits.values()) < 10**6
