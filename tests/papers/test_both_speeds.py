"""Searches that are no UCT find the same compiled and interpreted (UCT with each of its parts: test_combinations)."""

import numpy as np
import pytest

from mcts_lab import games, start
from mcts_lab.search import GRAVE, RAVE, UCT, LimitedPlayout, OpenLoop
from mcts_papers.evolution import RHEA
from mcts_papers.joppen2019.best_first import BestFirst
from mcts_papers.joppen2019.solo import play_solo

GAPS = games.gaps()


class Known(type(GAPS)):
    """Gaps in which it is said which positions are the same."""

    def key(self, state):
        return np.uint64(int(state.place) * 64 + int(state.moves))


SEARCHES = {
    "evolution": (RHEA(length=5), games.connect_four(rows=5, columns=7)),
    "best first": (BestFirst(), Known(*GAPS)),
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", SEARCHES)
def test_both_speeds_find_the_same(name):
    method, game = SEARCHES[name]
    one, other = (method.search(game, start(game, 0), calls=300, seed=2, compiled=speed) for speed in (False, True))
    assert (one.plan, one.calls, one.value) == (other.plan, other.calls, other.value)


@pytest.mark.sampled(3, others="all")
@pytest.mark.compiled
@pytest.mark.parametrize("rule", [RAVE(), GRAVE(ref=10, tables=20)], ids=lambda rule: type(rule).__name__)
def test_means_that_are_nearly_equal_are_told_apart_alike(rule):
    game, method = games.hex(7), UCT(rule, fpu=1.0)
    for seed in range(3):
        one, other = (method.search(game, start(game), iterations=400, seed=seed, compiled=speed)
                      for speed in (False, True))
        assert one.visits == other.visits


@pytest.mark.all
@pytest.mark.compiled
def test_both_speeds_play_the_same_game_in_one_stretch():
    method = UCT(tree=OpenLoop(), leaf=LimitedPlayout(3))
    assert play_solo(GAPS, method, calls=300, seed=1, moves=4, compiled=False) == play_solo(
        GAPS, method, calls=300, seed=1, moves=4, compiled=True)
