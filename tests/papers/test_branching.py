"""What pruning throws away, in trees where it is known."""

import numpy as np

from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.search import UCT, HardPruning
from mcts_papers.studies.branching import thrown_away


def test_a_heuristic_that_knows_throws_away_nothing_good_and_a_blind_one_does():
    method = {"hard": UCT(pruning=HardPruning(patience=10, least=2))}
    knowing = thrown_away(method, [UniformTree(branching=8, depth=3, ordered=True)], iterations=60)
    assert knowing["left_out"].tolist() == [0.75] and not knowing["best_left_out"].any()
    blind = thrown_away(method, [UniformTree(branching=8, depth=2, seed=seed) for seed in range(12)], iterations=60)
    assert 0 < blind["best_left_out"].sum() and np.isclose(blind["left_out"], 0.75).all()
    assert not (blind["best_left_out"] & blind["right"]).any()
