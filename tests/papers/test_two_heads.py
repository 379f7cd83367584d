"""A network with a value and a policy, and its training."""

import numpy as np
import pytest

from mcts_papers.two_heads import Examples, fit, heads, loss_and_gradient, untrained


def random_examples(rows=20, seed=1):
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.ones(4), rows).astype(np.float32)
    return Examples(rng.normal(size=(rows, 32)).astype(np.float32), shares, rng.random(rows).astype(np.float32))


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
