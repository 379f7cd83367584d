"""AlphaZero in miniature: the network and its training, its search, and self-play."""


import math

import numpy as np
import pytest

from mcts_lab import textbook
from mcts_lab.learning.two_heads import Examples, fit, heads, loss_and_gradient, untrained


def random_examples(rows=20, seed=1):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(4), rows).astype(np.float32)
    return Examples(rng.normal(size=(rows, 32)).astype(np.float32), shares, rng.random(rows).astype(np.float32))


# -- the network -------------------------------------------------------------------------------------------------------


def test_an_untrained_network_knows_nothing():
    values, chances = heads(untrained(32, 4, (6, 5), seed=3)(random_examples().inputs))
    assert (values == 0.5).all() and chances == pytest.approx(0.25)


def test_training_lowers_the_loss_and_is_repeatable():
    model, examples = untrained(32, 4, (24,), seed=0), random_examples(200)
    trained = fit(model, examples, epochs=60, seed=2, rate=0.01, batch=50)
    before, after_it = (loss_and_gradient(list(one.layers()), examples)[0] for one in (model, trained))
    entropy = -(examples.shares * np.log(examples.shares)).sum(axis=1).mean()
    assert after_it - entropy < 0.3 * (before - entropy)
    assert (fit(model, examples, 60, seed=2, rate=0.01, batch=50).numbers == trained.numbers).all()
    assert (fit(model, examples, 60, seed=3, rate=0.01, batch=50).numbers != trained.numbers).any()


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
