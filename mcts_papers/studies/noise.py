"""Noise in the prior probabilities at the root, by which searches that play against themselves differ."""

from __future__ import annotations

from mcts_lab.engine.arithmetic import log
from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import uniform
from mcts_lab.search.mcts.components import Prior
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.priors import ABOVE_0

COMPONENTS = {"GumbelNoise": "GumbelNoise", "RootNoise": "RootNoise"}


class Noise(Prior):
    """What priors have in common that change another one at the root."""

    prior: Prior

    def problem(self, game, facts, method):
        if not overrides(self.prior, Prior.set_priors) or self.prior.gives_ratings:
            return "is mixed with probabilities. Give it HeuristicPrior() or ModelPrior(model)."

    def ordered(self):
        return self.prior.ordered()


class RootNoise(Noise):
    """Another prior, at the root mixed with noise: (1 - share) P + share D [Silver et al. 2017, "Self-play"].

    D is drawn anew for each search from the Dirichlet distribution with parameter 1, in which all ways to divide 1
    among the children are equally likely. Children stay in the order of P.
    prior: such as a `ModelPrior`. share: from 0 to 1; 0 switches the noise off.
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
    """Another prior, at the root drawn at random: in proportion to P e^g, g from the Gumbel distribution [Danihelka et
    al. 2022, section 2]. The greatest n of them are n children drawn by P without replacement.

    prior: such as a `ModelPrior`.
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
