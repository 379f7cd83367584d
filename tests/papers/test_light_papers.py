"""Interpreted searches work on light objects in place of records."""



import pytest

from mcts_lab import games
from mcts_lab.engine.light import Light, light_class
from mcts_lab.search.light_states import light_states


@pytest.mark.parametrize("name", games.names())
def test_every_game_of_records_is_searched_on_light_objects(name):
    try:
        game = games.make(name)
    except (TypeError, ValueError, ImportError) as missing:
        pytest.skip(str(missing))
    if light_class(game.facts().dtype) is None:
        pytest.skip("its states are plain objects")
    assert isinstance(light_states(game, 1)[0], Light)
