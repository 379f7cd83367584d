"""Learned models that a compiled search asks: plain arrays, one generic function `answer`, nothing allocated.

A model maps a row of numbers about a state (`mcts_lab.game.features`) to a few numbers. What kind of model it is, is
its type; how large it is, is not, so that another network of any size compiles nothing.
"""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np

from ..engine.bits import natural
from ..engine.generic import Missing, generic
from ..engine.scratch import local_record

WIDEST = 1024  # numbers in the widest layer, inputs and outputs included

row_room = local_record(np.dtype([("values", np.float32, (WIDEST,))]))


@generic(apart=True)
def answer(model, x, y) -> None:
    """Write what `model` says of the inputs `x` into `y`, which has room for its outputs.

    x, y: float32, one-dimensional; more elements than there are inputs or outputs are left alone.
    """
    raise Missing


@generic
def sizes_of(model):
    """The numbers of (inputs, outputs) of a model. Not called from compiled code."""
    raise Missing


class Perceptron(NamedTuple):
    """A multilayer perceptron: inputs scaled to mean 0 and deviation 1, ReLU in hidden layers, linear outputs."""

    mean: np.ndarray  # float32[inputs]
    deviation: np.ndarray  # float32[inputs], none 0
    sizes: np.ndarray  # int64: inputs, hidden layers, outputs
    numbers: np.ndarray  # float32: for each layer its weights [from, to], row by row, and then its biases

    def __call__(self, inputs):
        """The outputs for rows of inputs: float32[rows, outputs]."""
        return forward((np.asarray(inputs, np.float32) - self.mean) / self.deviation, self.layers())

    def layers(self):
        """Weights and biases of each layer, as views."""
        at = 0
        for n, m in zip(self.sizes, self.sizes[1:], strict=False):
            yield self.numbers[at : at + n * m].reshape(n, m), self.numbers[at + n * m : at + n * m + m]
            at += (n + 1) * m

    def sizes_of(self):
        return int(self.sizes[0]), int(self.sizes[-1])

    def answer(self, x, y):
        first, second = row_room(), row_room()
        here, there = first.values, second.values
        inputs = int(self.sizes[0])
        for i in range(inputs):
            here[natural(i)] = (x[natural(i)] - self.mean[natural(i)]) / self.deviation[natural(i)]
        at = 0
        last = len(self.sizes) - 2
        for layer in range(last + 1):
            n, m = int(self.sizes[layer]), int(self.sizes[layer + 1])
            for j in range(m):
                there[natural(j)] = self.numbers[natural(at + n * m + j)]
            for i in range(n):
                value = here[natural(i)]
                if value != 0.0:
                    row = at + i * m
                    for j in range(m):
                        there[natural(j)] += value * self.numbers[natural(row + j)]
            if layer < last:
                for j in range(m):
                    there[natural(j)] = max(there[natural(j)], np.float32(0.0))
            at += (n + 1) * m
            here, there = there, here
        for j in range(int(self.sizes[last + 1])):
            y[j] = here[natural(j)]


def forward(x, layers):
    """Return the outputs for rows of scaled inputs: float32[rows, outputs]. layers: (weights, biases) of each."""
    *hidden, (weights, biases) = layers
    for some_weights, some_biases in hidden:
        x = np.maximum(x @ some_weights + some_biases, np.float32(0.0))
    return x @ weights + biases


def perceptron(mean, deviation, weights, biases) -> Perceptron:
    """A `Perceptron` from lists of arrays, weights[i] of shape (from, to). Raises ValueError if it is too wide."""
    sizes = np.array([len(weights[0]), *map(len, biases)], np.int64)
    if sizes.max() > WIDEST:
        raise ValueError(f"a layer of {sizes.max()} numbers is too wide for a search: {WIDEST} is the most")
    numbers = np.concatenate([part.ravel() for pair in zip(weights, biases, strict=True) for part in pair])
    deviation = np.asarray(deviation, np.float32)
    return Perceptron(np.asarray(mean, np.float32), np.where(deviation > 0, deviation, np.float32(1)), sizes,
                      np.asarray(numbers, np.float32))


# -- training ----------------------------------------------------------------------------------------------------------


def fit_values(inputs, labels, layers=(64, 32), seed=0, **options) -> Perceptron:
    """A network that estimates `labels`, numbers, from rows of `inputs`; trained by scikit-learn (squared error).

    layers: sizes of the hidden layers. options: of scikit-learn's `MLPRegressor`.
    """
    rows, mean, deviation = _scaled(inputs)
    learner = trained("MLPRegressor", rows, np.asarray(labels, np.float32), layers, seed, options)
    return perceptron(mean, deviation, learner.coefs_, learner.intercepts_)


def fit_choices(inputs, choices, actions, layers=(64, 32), seed=0, **options) -> Perceptron:
    """A network that gives each of so many `actions` the logarithm of its odds to be chosen, up to a constant.

    choices: the action chosen in each row of `inputs`; those never chosen get `NEVER`.
    options: of scikit-learn's `MLPClassifier`. Raises ValueError for fewer than three different choices.
    """
    rows, mean, deviation = _scaled(inputs)
    learner = trained("MLPClassifier", rows, np.asarray(choices), layers, seed, options)
    if len(learner.classes_) < 3:
        raise ValueError(f"a network of choices needs at least three different ones, not {len(learner.classes_)}")
    weights, biases = list(learner.coefs_), list(learner.intercepts_)
    wide = np.zeros((len(weights[-1]), actions))
    wide[:, learner.classes_] = weights[-1]
    bias = np.full(actions, NEVER)
    bias[learner.classes_] = biases[-1]
    return perceptron(mean, deviation, [*weights[:-1], wide], [*biases[:-1], bias])


NEVER = -30.0  # the logarithm of the odds of what was never chosen


def trained(kind, rows, labels, layers, seed, options):
    """A network of scikit-learn, trained by one thread; that it might be trained longer is no cause for a warning.

    Sums depend on how many threads share them, and training makes much of little. Raises ImportError with a sentence.
    """
    try:
        from sklearn import exceptions, neural_network
        from threadpoolctl import threadpool_limits  # comes with scikit-learn
    except ImportError:
        raise ImportError("training a network needs scikit-learn: pip install 'mcts_lab[learning]'") from None
    learner = getattr(neural_network, kind)(hidden_layer_sizes=layers, random_state=seed, **options)
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore", exceptions.ConvergenceWarning)
        return learner.fit(rows, labels)


def _scaled(inputs):
    """Rows with mean 0 and deviation 1, and what they had."""
    inputs = np.asarray(inputs, np.float32)
    mean, deviation = inputs.mean(0), inputs.std(0)
    deviation = np.where(deviation > 0, deviation, np.float32(1))
    return (inputs - mean) / deviation, mean, deviation
