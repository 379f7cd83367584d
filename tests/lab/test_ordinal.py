"""Searches by order: O-MCTS on rewards that are not known beforehand."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcts_lab import start
from mcts_lab.games.teaching.bandit import Bandit
from mcts_lab.search import (
    UCT,
    Borda,
    OpenLoop,
    Search,
)
from mcts_lab.search.mcts import ordinal
from mcts_lab.search.mcts.memory import MET
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.reuse import children_of


def fed(value, rewards):
    """A search whose root's children, in the order of the mapping's keys, have got these rewards, given in turns."""
    arms = Bandit(tuple(np.full(len(rewards), 0.5)))
    with patch.object(ordinal, "FEW", 0):  # as if the rewards were not known
        search = Search(arms, start(arms, 0), UCT(value=value, tree=OpenLoop()), seed=0, compiled=False)
    search.run(len(rewards))  # makes the children
    memory = search.memory
    for child in children_of(memory.nodes, ROOT):
        memory.nodes[child].visits = 0
        value.init_node(child, memory)
    value.init_node(ROOT, memory)
    memory.counters[MET] = 0
    queues = [list(r) for r in rewards]
    while any(queues):
        for child, queue in zip(children_of(memory.nodes, ROOT), queues, strict=True):
            if queue:
                value.update(ROOT, child, queue.pop(0), memory)
                memory.nodes[child].visits += 1
    return [value.estimate(ROOT, child, memory) for child in children_of(memory.nodes, ROOT)]


def beats(a, b):
    a, b = np.array(a)[:, None], np.array(b)[None, :]
    return np.mean((a > b) + (a == b) / 2)


REWARDS = st.lists(st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.5, 0.9, 1.0]), min_size=1, max_size=9),
                   min_size=2, max_size=5)


def test_the_example_of_the_paper():
    a, b = fed(Borda(), [(0.1, 1.0, 0.1), (0.3, 0.35, 0.25)])
    assert (a, b) == (pytest.approx(1 / 3), pytest.approx(2 / 3))


@settings(max_examples=40, deadline=None)
@given(REWARDS)
def test_borda_scores_are_those_of_the_definition_and_sum_to_half_the_actions(rewards):
    scores = fed(Borda(), rewards)
    for i, mine in enumerate(rewards):
        assert scores[i] == pytest.approx(np.mean([beats(mine, other) for j, other in enumerate(rewards) if j != i]),
                                         abs=2.0**-24)
    assert sum(scores) == pytest.approx(len(rewards) / 2)
