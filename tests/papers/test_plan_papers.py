"""What a search owns: its plan, worked out once, and its memory, in which it searches one state after the other."""



import pytest

from mcts_lab import UCT, games
from mcts_lab.search import OpenLoop
from mcts_lab.search.mcts import plan
from mcts_lab.search.mcts.plan import Plan
from mcts_papers.hsu2020.one_sided import RangeOfNode


@pytest.mark.parametrize(("players", "shared"), [(2, 0.25), (3, 1.0)])
def test_the_sum_of_rewards_is_that_of_two_players(players, shared, monkeypatch):
    monkeypatch.setattr(plan, "reward_sum", lambda game: 0.25)
    assert Plan(games.pig(players=players), UCT(value=RangeOfNode(), tree=OpenLoop()), False).shared == shared
