"""Games of plain Python objects and of OpenSpiel: the same questions, the same searches, clear refusals."""


from __future__ import annotations

import pytest
from test_plain_games import needs_openspiel

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import after, copy, start


@needs_openspiel
def test_hidden_information_is_redrawn_where_openspiel_can():

    game = games.openspiel("kuhn_poker")
    state = start(game)
    for card in (0, 1):
        state = after(game, state, card)
    seen = set()
    for seed in range(20):
        world = copy(game, state)
        game.determinize(world, 0, stream(seed))
        seen.add(game.text(world))
    assert len(seen) == 2 and all(world.startswith("0") for world in seen)  # own card kept, the other re-drawn
    whole = games.openspiel("spades")
    with pytest.raises(ValueError, match="cannot sample the hidden information"):
        whole.determinize(start(whole), 0, stream(1))
