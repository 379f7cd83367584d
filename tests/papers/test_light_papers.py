"""Interpreted searches work on light objects in place of records: the same numbers, the same trees, nothing lost."""



import pytest

from mcts_lab import games
from mcts_lab.engine.light import Light, light_class
from mcts_lab.search.light_states import light_states, same_in_light

BIG = ("tribes", "vgdl", "hearthstone")


@pytest.mark.parametrize("name", games.names())
def test_every_game_goes_the_same_way_on_light_objects(name):
    try:
        game = games.make(name)
    except (TypeError, ValueError, ImportError) as missing:
        pytest.skip(str(missing))
    if light_class(game.facts().dtype) is None:
        pytest.skip("its states are plain objects")
    assert isinstance(light_states(game, 1)[0], Light)
    assert same_in_light(game, plays=20 if name in BIG else 60)
