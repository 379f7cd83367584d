"""Noise in the prior probabilities at the root, so that self-play games differ."""

from __future__ import annotations

from mcts_lab.engine.arithmetic import log
from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import uniform
from mcts_lab.search.mcts.components import Prior
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.priors import ABOVE_0

COMPONENTS = {"GumbelNoise": "GumbelNoise", "RootNoise": "RootNoise"}


class Noise(Prior):
    """Base class of priors that change another prior at the root."""

    prior: Prior

    def problem(self, game, facts, method):
        if not overrides(self.prior, Prior.set_priors) or self.prior.gives_ratings:
            return "is mixed with probabilities. Give it HeuristicPrior() or ModelPrior(model)."

    def ordered(self):
        return self.prior.ordered()


class RootNoise(Noise):
    """Another prior that is mixed with noise at the root: (1 - share) P + share D [Silver et al. 2017, "Self-play"].

    D is sampled for each search from the Dirichlet distribution with parameter 1: all ways to divide 1 among the
    children are equally likely. Children stay in the order of P.

    prior: the other prior, such as a `ModelPrior`. share: share of the noise, from 0 to 1; 0 switches it off.
    """

    ranges = {"share": (0, 1)}

    share: float = 0.25

    def set_priors(self, game, state, first, count, player, memory):
        self.prior.set_priors(game, state, first, count, player, memory)
        if memory.nodes[first].parent == ROOT and self.share > 0.0:
            total = 0.0
            for i in range(count):
                memory.worths[i] = -log(1.0 - uniform(memory.rng))
                total += memory.worths[i]
            for i in range(count):
                noise = memory.worths[i] / total
                memory.priors[first + i] = (1.0 - self.share) * memory.priors[first + i] + self.share * noise


class GumbelNoise(Noise):
    """Another prior, multiplied at the root by e^g, with g from the Gumbel distribution [Danihelka et al. 2022,
    section 2].

    The n children with the highest products are a sample of n children without replacement, with probabilities P.

    prior: the other prior, such as a `ModelPrior`.
    """

    def set_priors(self, game, state, first, count, player, memory):
        self.prior.set_priors(game, state, first, count, player, memory)
        if memory.nodes[first].parent == ROOT:
            total = 0.0
            for child in range(first, first + count):
                memory.priors[child] /= max(ABOVE_0, -log(1.0 - uniform(memory.rng)))  # e^g is 1 / this
                total += memory.priors[child]
            for child in range(first, first + count):
                memory.priors[child] /= total
