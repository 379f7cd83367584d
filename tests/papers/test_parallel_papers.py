"""Trees side by side: the same answer from the same seed, sums over the trees, stopping."""




from test_parallel import GAME, STATE

from mcts_lab import UCT, Search
from mcts_lab.engine.random import sequence
from mcts_lab.search import UCB1, Borda, MostVisits
from mcts_lab.search.mcts.nodes import ROOT
from mcts_papers.ties import MeanBreaksTies


def test_ties_between_trees_go_to_what_they_take_to_be_worth_more():
    differ = 0
    for seed in range(40):
        method = UCT(value=Borda(), selection=UCB1(0.3))
        found, by_mean = (method._replace(final=final).search(GAME, STATE, iterations=60, seed=seed, workers=2,
                                                              compiled=False)
                          for final in (MostVisits(), MeanBreaksTies()))
        trees = [Search(GAME, STATE, method, seed=child, compiled=False) for child in sequence(seed).spawn(2)]
        answers = [tree.run(30) for tree in trees]
        worths = {action: sum(answer.visits[action] * Borda().estimate(ROOT, place + 1, tree.memory)
                              for tree, answer in zip(trees, answers, strict=True)
                              for place in range(7) if tree.nodes[place + 1].action == action) / n
                  for action, n in found.visits.items()}
        assert found.action == max(found.visits, key=lambda a, f=found, w=worths: (f.visits[a], w[a]))
        assert by_mean.action == max(found.visits, key=lambda a, f=found: (f.visits[a], f.values[a]))
        differ += found.action != by_mean.action
    assert differ > 0
