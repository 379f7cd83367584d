"""Priors: what is believed about the children of a node before any of them was tried."""

import math

from ...engine.arithmetic import exp
from .components import Prior
from .lookahead import look_ahead
from .needs import changing_actions, no_heuristic, uncertain_play

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
