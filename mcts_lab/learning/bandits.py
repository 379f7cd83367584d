"""Bandit problems from which the pruning networks learn [Papagiannis 2022, Section 4].

An arm pays 1 with its own probability, drawn from a distribution of rewards, and 0 otherwise. UCB1 with c = sqrt(2)
pulls each arm once and then the one with the largest mean + c sqrt(ln t / n). Two questions are asked of many such
problems of K arms after t pulls:

* *safety*: the worst rank by visits, 1 for the most visited, of the truly best arm in any of them. As many arms must
  be kept at least, so that the best one is not lost.
* *probability*: the share of them in which the best arm is the most visited.

Of arms visited equally often, all have the better rank, but only the first is the most visited one.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..engine.arithmetic import cos, log, power
from ..engine.generic import compiler, entry, generic, helper
from ..engine.processes import side_by_side
from ..engine.random import stream, uniform

ARMS = range(3, 51)  # of the data sets
SAFETY_PULLS = tuple(int(round(100 + 1400 * j / 97)) for j in range(98))
PROBABILITY_PULLS = tuple(range(10, 2001, 10))
RUNS = 1000
EXPLORATION = math.sqrt(2.0)


# -- distributions of rewards ------------------------------------------------------------------------------------------


@generic
def draw_mean(distribution, rng) -> float:
    """The mean reward of an arm, in [0, 1], drawn from the distribution."""
    raise NotImplementedError


class Uniform(NamedTuple):
    """All means are equally likely."""

    def draw_mean(self, rng):
        return uniform(rng)


class TwoPeaks(NamedTuple):
    """A mixture of two normal distributions, each cut off outside [0, 1] by drawing again.

    The defaults are another reading of the article's bimodal rewards, fitted to its probability network alone. A peak's
    mean may lie outside of [0, 1].
    low: the share of arms from the lower peak.
    """

    low: float = 0.63
    low_mean: float = 0.08
    low_deviation: float = 0.145
    high_mean: float = 1.07
    high_deviation: float = 0.14

    def draw_mean(self, rng):
        if uniform(rng) < self.low:
            return cut_normal(self.low_mean, self.low_deviation, rng)
        return cut_normal(self.high_mean, self.high_deviation, rng)


class TwoEnds(NamedTuple):
    """A mixture of two distributions, one highest at 0 and falling, Beta(1, b), and one highest at 1, Beta(a, 1).

    The article publishes neither form nor parameters of its bimodal rewards. The defaults are inferred: fitted to what
    its stored bimodal networks say, by `mcts_lab.papers.papagiannis2022.calibration`, and rounded.
    low: the share of arms from the lower one. falling: b, at least 1. rising: a, at least 1; 1: uniform.
    """

    low: float = 0.64
    falling: float = 5.0
    rising: float = 9.4

    def draw_mean(self, rng):
        if uniform(rng) < self.low:
            return 1.0 - power(uniform(rng), 1.0 / self.falling)
        return power(uniform(rng), 1.0 / self.rising)


class OnePeak(NamedTuple):
    """A normal distribution, cut off outside [0, 1] by drawing again."""

    mean: float = 0.5
    deviation: float = 0.15

    def draw_mean(self, rng):
        return cut_normal(self.mean, self.deviation, rng)


class Beta(NamedTuple):
    """A beta distribution: skewed where `a` and `b` differ, both at least 1."""

    a: float = 2.0
    b: float = 5.0

    def draw_mean(self, rng):
        x = gamma(self.a, rng)
        return x / (x + gamma(self.b, rng))


class Empirical(NamedTuple):
    """A measured distribution: quantiles 0 to 1 of means, at equal steps, straight between them. See `empirical`."""

    quantiles: np.ndarray  # float64, at least two, ascending

    def draw_mean(self, rng):
        place = uniform(rng) * (len(self.quantiles) - 1)
        i = int(place)
        below = self.quantiles[i]
        return below + (place - i) * (self.quantiles[i + 1] - below)


def empirical(means, quantiles=101) -> Empirical:
    """The distribution of some means, all in [0, 1], by so many quantiles. Raises ValueError for means out of range."""
    means = np.asarray(means, np.float64)
    if means.size < 2 or quantiles < 2 or not (means.min() >= 0.0 and means.max() <= 1.0):
        raise ValueError("a distribution of rewards is made from at least two means between 0 and 1, and two quantiles")
    return Empirical(np.quantile(means, np.linspace(0.0, 1.0, quantiles)))


@helper
def normal(rng):
    """A number from the standard normal distribution [Box & Muller 1958]."""
    return math.sqrt(-2.0 * log(1.0 - uniform(rng))) * cos(2.0 * math.pi * uniform(rng))


@helper
def cut_normal(mean, deviation, rng):
    value = mean + deviation * normal(rng)
    while value < 0.0 or value > 1.0:
        value = mean + deviation * normal(rng)
    return value


@helper
def gamma(shape, rng):
    """A number from the gamma distribution of a shape of at least 1 [Marsaglia & Tsang 2000]."""
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = normal(rng)
        v = (1.0 + c * x) ** 3
        if v > 0.0 and log(1.0 - uniform(rng)) < 0.5 * x * x + d - d * v + d * log(v):
            return d * v


DISTRIBUTIONS = {
    "uniform": Uniform(), "bimodal": TwoEnds(), "bimodal_normal": TwoPeaks(), "gaussian": OnePeak(),
    "beta": Beta(2.0, 2.0), "skewed": Beta(2.0, 5.0)}

# -- simulation --------------------------------------------------------------------------------------------------------


@entry
def simulate(distribution, arms, points, runs, rng, roots, inverse_roots, work, out):
    """Play `runs` problems and look at each after several numbers of pulls.

    Parameters
    ----------
    points: int64, the numbers of pulls in ascending order.
    roots: roots[t] is c sqrt(ln t). inverse_roots: inverse_roots[n] is 1 / sqrt(n).
    work: float64[4, arms], space for the arms.
    out: int64[2, points], receives the worst rank of the best arm, and how often it was the most visited.
    """
    means, values, widths, visits = work[0], work[1], work[2], work[3]
    out[:, :] = 0
    for _ in range(runs):
        best = 0
        for k in range(arms):
            means[k] = draw_mean(distribution, rng)
            if means[k] > means[best]:
                best = k
            visits[k] = 0.0
        at = 0
        for t in range(points[len(points) - 1]):
            chosen = 0
            if t < arms:
                chosen = t
                values[t] = 0.0
            else:
                root = roots[t]
                most = values[0] + root * widths[0]
                for k in range(1, arms):
                    bound = values[k] + root * widths[k]
                    if bound > most:
                        most = bound
                        chosen = k
            reward = 1.0 if uniform(rng) < means[chosen] else 0.0
            visits[chosen] += 1.0
            n = visits[chosen]
            values[chosen] += (reward - values[chosen]) / n
            widths[chosen] = inverse_roots[int(n)]
            if t + 1 == points[at]:
                rank = 1
                first = 0
                for k in range(arms):
                    if visits[k] > visits[best]:
                        rank += 1
                    if visits[k] > visits[first]:
                        first = k
                out[0, at] = max(out[0, at], rank)
                out[1, at] += first == best
                at += 1


def outcomes(distribution, arms, pulls, runs=RUNS, seed=None, repeats=1):
    """A row (worst rank of the best arm, share of problems in which it was the most visited) for each number of pulls.

    Parameters
    ----------
    distribution: of the arms' means, such as `Uniform()`. arms: how many, at least 1.
    pulls: numbers of them, ascending, at which the same problems are looked at. runs: how many problems.
    repeats: all is done so many times with other problems. The worst rank is the mean of the worst of `runs` problems
        each, which has the same expectation and less noise; the share is that of all problems. 1: once.

    Raises ValueError for numbers out of range.
    """
    points = np.array(pulls, np.int64)
    if min(arms, runs, repeats) < 1 or not len(points) or points[0] < 1 or np.any(np.diff(points) <= 0):
        raise ValueError(f"{arms} arms, pulls {pulls}, {runs} runs and {repeats} repeats: each must be at least 1, "
                         "and pulls ascending")
    t = np.arange(points[-1] + 2, dtype=np.float64)
    t[0] = 1.0
    roots, inverse_roots = EXPLORATION * np.sqrt(log(t)), 1.0 / np.sqrt(t)
    rng, work = stream(seed), np.zeros((4, arms))
    out, total = np.zeros((2, len(points)), np.int64), np.zeros((2, len(points)), np.int64)
    for _ in range(repeats):
        simulate(distribution, arms, points, runs, rng, roots, inverse_roots, work, out, compiled=compiler.available())
        total += out
    return [(int(worst) if repeats == 1 else float(worst / repeats), int(found) / (runs * repeats))
            for worst, found in total.T]


# -- data sets ---------------------------------------------------------------------------------------------------------


def rows_of_arms(distribution, arms, pulls, runs, seeds, repeats=1):
    """For one number of arms: a row (arms, pulls, worst rank, share found) for each number of pulls.

    There are as many batches of problems as `seeds`. Neighbouring numbers of pulls are looked at in different ones.
    """
    rows = {}
    for batch, seed in enumerate(seeds):
        points = pulls[batch :: len(seeds)]
        found = outcomes(distribution, arms, points, runs, seed, repeats)
        rows |= {t: (arms, t, *one) for t, one in zip(points, found, strict=True)}
    return [rows[t] for t in pulls]


def data_set(distribution, pulls, arms=ARMS, runs=RUNS, batches=None, seed=0, workers=1, repeats=1):
    """Rows (arms, pulls, worst rank, share found) for all numbers of arms and pulls, as a DataFrame.

    Parameters
    ----------
    distribution: of the arms' means: any value whose class has a method `draw_mean`, also one of a notebook.
    runs: problems for each row; `repeats` times as many with a mean of worst ranks, see `outcomes`.
    batches: for each number of arms so many batches of problems are played, and a batch is looked at after several
        numbers of pulls, which is quicker; None: each row has problems of its own.
    workers: processes; -1: one for each processor. The rows do not depend on it.

    Raises TypeError for a distribution without a rule.
    """
    import joblib
    import pandas as pd

    if not draw_mean.defines(type(distribution)):
        raise TypeError(f"{type(distribution).__name__} needs a method draw_mean(rng)")
    batches = len(pulls) if batches is None else min(batches, len(pulls))
    families = (seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)).spawn(len(arms))
    tasks = (joblib.delayed(rows_of_arms)(distribution, k, pulls, runs, family.spawn(batches), repeats)
             for k, family in zip(arms, families, strict=True))
    found = side_by_side(tasks, workers)
    return pd.DataFrame([row for rows in found for row in rows], columns=["arms", "pulls", "worst_rank", "found"])
