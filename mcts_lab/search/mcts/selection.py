"""Selection: which child to visit, given the estimate of its value.

Each rule answers two questions. `parent_term` is what depends on the parent's visits alone, worked out once for all its
children; `score` combines it with the estimate of one child. Estimates are rewards in [0, 1] to the player who chooses.
"""

import math

import numpy as np

from ...engine.arithmetic import log
from ...engine.random import normal, uniform
from .components import Prior, Selection, overrides
from .memory import inverse_root, root_log


class UCB1(Selection):
    """mean + c sqrt(ln N / n) [Auer, Cesa-Bianchi & Fischer 2002, Fig. 1, there c = sqrt(2); Kocsis & Szepesvari 2006].

    c: weight of exploration, at least 0; 0 switches exploration off.
    """

    c: float = math.sqrt(2.0)

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        return estimate + term * inverse_root(memory, memory.nodes[child].visits)


class SquaredRewards(Selection):
    """What selection rules have in common that look at the variance of a child's rewards."""

    def node_arrays(self, capacity, facts):
        """``squares``: float64[nodes], sums of squared rewards, each in [0, 1], to the mover of the node."""
        return {"squares": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).squares[node] = 0.0

    def parent_term(self, visits, memory):
        return root_log(memory, visits)

    def update(self, parent, child, reward, memory):
        memory.of(self).squares[child] += reward * reward


class UCB1Tuned(SquaredRewards):
    """mean + c sqrt(ln N / n min(1/4, V)), V = variance + sqrt(2 ln N / n) [Auer et al. 2002, section 4].

    c: weight of exploration, 1 in the paper; 0 switches exploration off.
    """

    c: float = 1.0

    def score(self, estimate, term, child, memory):
        n = memory.nodes[child].visits
        mean = memory.nodes[child].total / n
        width = term * inverse_root(memory, n)  # sqrt(ln N / n)
        bound = memory.of(self).squares[child] / n - mean * mean + math.sqrt(2.0) * width
        return estimate + self.c * width * math.sqrt(min(0.25, bound))


class UCBV(SquaredRewards):
    """mean + sqrt(2 z V ln N / n) + 3 c z ln N / n, V = variance [Audibert, Munos & Szepesvari 2009].

    z: weight of exploration, at least 0, above 1 for the proof. c: that of the last term, 1 in the paper.
    """

    z: float = 1.2
    c: float = 1.0

    def score(self, estimate, term, child, memory):
        n = memory.nodes[child].visits
        mean = memory.nodes[child].total / n
        width = term * inverse_root(memory, n)  # sqrt(ln N / n)
        variance = max(0.0, memory.of(self).squares[child] / n - mean * mean)
        return estimate + math.sqrt(2.0 * self.z * variance) * width + 3.0 * self.c * self.z * width * width


class KLUCB(Selection):
    """The greatest q with n kl(mean, q) <= c ln N [Garivier & Cappe 2011, with its c = 0], where kl(p, q) is the
    Kullback-Leibler divergence of two coins.

    c: weight of exploration, 1 in the paper; 0 switches exploration off.
    """

    c: float = 1.0

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits) * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        p, most = min(1.0, max(0.0, estimate)), term / memory.nodes[child].visits
        low, high = p, 1.0
        for _ in range(24):  # halvings of the interval in which q lies
            q = (low + high) / 2.0
            divergence = (p * log(p / q) if p > 0.0 else 0.0) + (
                (1.0 - p) * log((1.0 - p) / (1.0 - q)) if p < 1.0 and q < 1.0 else 0.0)
            low, high = (q, high) if divergence <= most else (low, q)
        return low


class Thompson(Selection):
    """A number drawn from the normal distribution with the mean and the variance c^2 / (n + 1) [Thompson 1933; Agrawal
    & Goyal 2013 with Gaussian priors, there c = 1 and the mean's denominator n + 1].

    c: standard deviation of one reward, at least 0; 0 switches exploration off.
    """

    c: float = 1.0

    def parent_term(self, visits, memory):
        return self.c

    def score(self, estimate, term, child, memory):
        return estimate + term * normal(memory.rng) / math.sqrt(memory.nodes[child].visits + 1.0)


class EpsilonGreedy(Selection):
    """The greatest mean, or with a chance of `epsilon` any child [Sutton & Barto 2018, section 2.2].

    epsilon: from 0 to 1; 0 switches exploration off, 1 tries all equally often.
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.1

    def parent_term(self, visits, memory):
        return 1.0 if uniform(memory.rng) < self.epsilon else 0.0

    def score(self, estimate, term, child, memory):
        return uniform(memory.rng) if term > 0.0 else estimate


class PUCT(Selection):
    """mean + c P sqrt(N) / (1 + n) with prior probabilities P [Rosin 2011; Silver et al. 2017, "Methods"].

    c: weight of exploration, at least 0; 0 switches exploration and priors off.
    """

    c: float = 1.5

    def problem(self, game, facts, method):
        if not overrides(method.prior, Prior.set_priors):
            return "needs a prior: add prior=HeuristicPrior()."
        if method.prior.gives_ratings:
            return (f"needs probabilities, and {type(method.prior).__name__}() gives ratings: use HeuristicPrior(), or "
                    "ProgressiveBias() instead.")

    def parent_term(self, visits, memory):
        return self.c * math.sqrt(visits)

    def score(self, estimate, term, child, memory):
        return estimate + term * memory.priors[child] / (1.0 + memory.nodes[child].visits)

    def score_unvisited(self, fpu, term, child, memory):
        return fpu + term * memory.priors[child]


