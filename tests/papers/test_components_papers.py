"""Components are ordinary classes: they inherit, and what is wrong with one is said in one sentence."""



import numpy as np
import pytest
from test_components import visits

from mcts_lab.search import (
    Leaf,
)
from mcts_papers.papagiannis2022.mixed_leaves import Blend


def test_two_of_one_class_with_arrays_of_other_sizes_are_refused():
    class Sized(Leaf):
        size: int = 3

        def search_arrays(self, facts):
            return {"room": np.zeros(self.size)}

        def evaluate(self, game, state, memory):
            memory.rewards[:] = 0.5
            return 0

    assert visits(False, leaf=Blend(Sized(), Sized()))
    with pytest.raises(ValueError, match="^Two Sized in one search share arrays of different sizes. Give"):
        visits(False, leaf=Blend(Sized(), Sized(4)))
