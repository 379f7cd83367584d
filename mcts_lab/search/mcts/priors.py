"""Priors: they rate the children of a node before any of them was tried."""

import math

from ...engine.arithmetic import exp
from .components import Prior
from .lookahead import look_ahead
from .needs import changing_actions, no_heuristic, uncertain_play

ABOVE_0 = math.ulp(0.0)  # the lowest number above 0, for ranges that exclude 0


class NoPrior(Prior):
    """Give children no prior: they are first tried in random order.

    Examples
    --------
    >>> from mcts_lab import UCT
    >>> from mcts_lab.search import NoPrior
    >>> UCT(prior=NoPrior()) == UCT()
    True
    """

    def ordered(self):
        return False


class ListedOrder(Prior):
    """Give children no prior, but try them first in the order in which the rules list them.

    Use it to compare a search with another program, or if the rules list good actions first. In the tree, a node must
    have the same actions in every iteration.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import ListedOrder
    >>> game = games.tic_tac_toe()
    >>> UCT(prior=ListedOrder()).search(game, start(game), iterations=3, seed=1).visits
    {0: 1, 1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0, 8: 0}
    """

    def problem(self, game, facts, method):
        return changing_actions(facts, method)

    def ordered(self):
        return True


class HeuristicPrior(Prior):
    """Give children prior probabilities from the game's heuristic.

    The probability of a child is proportional to ``exp(h / temperature)``. Here `h` is the heuristic of its state for
    the player who chooses, rescaled to a reward. Children are sorted by their probabilities, so the best is tried
    first. Use this prior with `PUCT` or `ProgressiveWidening`. To compute it, each action is played once when a node is
    expanded.

    Parameters
    ----------
    temperature : float, default 0.1
        Above 0, in units of reward. With a small value, the best children get most of the probability. A large value
        makes all children nearly equal.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import PUCT, HeuristicPrior
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> method = UCT(selection=PUCT(), prior=HeuristicPrior(temperature=0.2), fpu=0.5)
    >>> method.search(game, state, iterations=100, seed=1).name
    'x(0,2)'
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
    """Rate children by the game's heuristic of their states, without turning it into probabilities.

    The rating is the heuristic for the player who chooses, rescaled to a reward from 0 to 1. `ImplicitMinimax` needs
    it. Children are sorted by their ratings, so the best is tried first.

    See Also
    --------
    HeuristicPrior : probabilities from the heuristic, for `PUCT`.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import HeuristicRating, ImplicitMinimax
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(value=ImplicitMinimax(), prior=HeuristicRating()).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    gives_ratings = True

    problem = HeuristicPrior.problem
    ordered = ListedOrder.ordered

    def set_priors(self, game, state, first, count, player, memory):
        for child in range(first, first + count):
            keep_sorted(first, child, look_ahead(game, state, memory.nodes[child].action, player, memory), memory)


def keep_sorted(first, child, estimate, memory):
    """Insert the action of `child` among the children from node `first` on, best first. estimate: the prior of `child`.
    """
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
    """Turn the estimates z of `count` children, best first, into probabilities proportional to exp(z / temperature)."""
    priors = memory.priors
    best = priors[first]  # it is subtracted, so that no exponential is above 1
    total = 0.0
    for child in range(first, first + count):
        priors[child] = exp((priors[child] - best) / temperature)
        total += priors[child]
    for child in range(first, first + count):
        priors[child] /= total
