"""Cards as bits, and the samplers of hidden hands."""



import numpy as np
import pytest
from positions import walk
from test_cards import known

from mcts_lab.engine.random import stream
from mcts_lab.game import copy, legal_actions
from mcts_papers.games.hidden_cards import CHEAP, EXACT
from mcts_papers.games.knockout_whist import KnockoutWhist, pagat
from mcts_papers.games.playing_cards import (
    SUITS,
)
from mcts_papers.games.spades import spades


@pytest.mark.parametrize("sampler", [EXACT, CHEAP])
@pytest.mark.parametrize("game", [
    KnockoutWhist(4), KnockoutWhist(7), pagat(4), spades(), spades(break_rule="never"), spades(trumps="jokers_deuces")],
    ids=str)
def test_no_world_contradicts_what_the_observer_knows(game, sampler):
    game, rng = game._replace(sampler=sampler), stream(8)
    for seed in range(2):
        for state in list(walk(game, seed))[:-1:2]:  # the first lead among them
            for observer in {game.to_move(state), 1}:
                world = copy(game, state)
                game.determinize(world, observer, rng)
                assert known(world, observer) == known(state, observer)
                assert int(np.bitwise_or.reduce(world.hands)) == int(np.bitwise_or.reduce(state.hands))
                for seat in range(game.facts().players):
                    for suit in range(4):
                        if int(world.voids[seat]) >> suit & 1:
                            assert not world.hands[seat] & SUITS[suit]
                assert game.to_move(world) == game.to_move(state) and legal_actions(game, world)
