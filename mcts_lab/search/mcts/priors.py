"""Priors: what is believed about the children of a node before any of them was tried."""

from __future__ import annotations

import math

from ...engine.arithmetic import exp, log
from ...engine.generic import helper
from ...engine.random import uniform
from .components import Prior, overrides
from .lookahead import look_ahead
from .needs import changing_actions, no_heuristic, uncertain_play
from .nodes import ROOT

ABOVE_0 = math.ulp(0.0)  # the least number greater than 0, for ranges that leave 0 out


class NoPrior(Prior):
    """No belief; children are first tried in random order."""

    def ordered(self):
        return False


class ListedOrder(Prior):
    """No belief; children are first tried in the order in which the rules list them."""

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def ordered(self):
        return True


class HeuristicPrior(Prior):
    """Probabilities in proportion to exp(h / temperature), h = the game's heuristic of the child's state, scaled to
    [0, 1], for the player who chooses. Children are kept, and first tried, from the best to the worst.

    temperature: greater than 0, in rewards; small values trust the heuristic more. Costs one play per child.
    """

    ranges = {"temperature": (ABOVE_0, None)}

    temperature: float = 0.1

    def problem(self, game, facts, method):
        return no_heuristic(game, facts) or uncertain_play(facts, method)

    ordered = ListedOrder.ordered

    def set_priors(self, game, state, first, count, player, memory):
        for child in range(first, first + count):
            estimate = look_ahead(game, state, memory.nodes[child].action, player, memory)
            keep_sorted(first, child, estimate, memory)
        to_probabilities(first, count, self.temperature, memory)


class HeuristicRating(Prior):
    """The game's heuristic of the child's state, scaled to [0, 1], as it is; `HeuristicPrior` makes probabilities."""

    gives_ratings = True

    problem = HeuristicPrior.problem
    ordered = ListedOrder.ordered

    def set_priors(self, game, state, first, count, player, memory):
        for child in range(first, first + count):
            keep_sorted(first, child, look_ahead(game, state, memory.nodes[child].action, player, memory), memory)


class Noise(Prior):
    """What priors have in common that change another one at the root."""

    prior: Prior

    def problem(self, game, facts, method):
        if not overrides(self.prior, Prior.set_priors) or self.prior.gives_ratings:
            return "is mixed with probabilities: give it HeuristicPrior() or ModelPrior(model)."

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


@helper
def keep_sorted(first, child, estimate, memory):
    """Insert the action of `child` among those from node `first` on, best first, with an `estimate` as its prior."""
    nodes, priors = memory.nodes, memory.priors
    action = nodes[child].action
    place = child
    while place > first and priors[place - 1] < estimate:
        priors[place] = priors[place - 1]
        nodes[place].action = nodes[place - 1].action
        place -= 1
    priors[place] = estimate
    nodes[place].action = action


@helper
def to_probabilities(first, count, temperature, memory):
    """Turn the estimates of `count` children, best first, into probabilities in proportion to exp(z / temperature)."""
    priors = memory.priors
    best = priors[first]  # subtracted, so that no exponential is greater than 1
    total = 0.0
    for child in range(first, first + count):
        priors[child] = exp((priors[child] - best) / temperature)
        total += priors[child]
    for child in range(first, first + count):
        priors[child] /= total
