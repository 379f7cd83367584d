"""The selection of AlphaZero."""

import math

from mcts_lab import textbook


def test_puct_weighs_belief_against_visits():
    node = textbook.PriorNode(None, 0)
    node.visits = 16
    node.children = [textbook.PriorNode(action, 0) for action in range(3)]
    for child, (visits, total, prior) in zip(node.children, [(10, 6.0, 0.5), (6, 3.0, 0.2), (0, 0.0, 0.3)],
                                             strict=True):
        child.visits, child.total, child.prior = visits, total, prior
    assert textbook.puct(node, c=0.0).action == 0  # the mean alone
    assert textbook.puct(node, c=1.0).action == 2  # 0.5 + 0.3 * 4
    assert textbook.puct(node, c=1.0, untried=-math.inf).action == 0  # 0.6 + 2 / 11 against 0.5 + 0.8 / 7
