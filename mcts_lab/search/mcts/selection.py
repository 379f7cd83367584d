"""Selection: which child is visited next, given the estimates of the children's values.

Each rule has two methods. `parent_term` depends only on the visits of the parent, so it is computed once for all
children. `score` combines it with the estimate of one child. Estimates are rewards in [0, 1] for the player who
chooses.
"""

import math

import numpy as np

from ...engine.arithmetic import log
from ...engine.random import normal, uniform
from .components import Prior, Selection, overrides
from .memory import inverse_root, root_log


class UCB1(Selection):
    """Select by UCB1, the rule of plain UCT: the mean reward plus a bonus for children with few visits.

    The selection score of a child is ``mean + c * sqrt(ln N / n)``, where `n` is the number of visits of the child,
    and `N` that of its parent [1]_ [2]_. Use it unless you have a reason for another rule. The best value of `c`
    depends on the game.

    Parameters
    ----------
    c : float, default sqrt(2)
        Exploration constant, at least 0. 0 switches exploration off.

    References
    ----------
    .. [1] P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
       Learning 47, 2002, Figure 1.
    .. [2] L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import UCB1, OpenLoop
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=UCB1(c=0.5), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 96, 0: 4}
    """

    c: float = math.sqrt(2.0)

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        return estimate + term * inverse_root(memory, memory.nodes[child].visits)


class SquaredRewards(Selection):
    """Base class of selection rules that use the variance of a child's rewards."""

    def node_arrays(self, capacity, facts):
        """Return ``squares``: float64[nodes], the sum of the squared rewards, each in [0, 1], of the node's mover."""
        return {"squares": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).squares[node] = 0.0

    def parent_term(self, visits, memory):
        return root_log(memory, visits)

    def update(self, parent, child, reward, memory):
        memory.of(self).squares[child] += reward * reward


class UCB1Tuned(SquaredRewards):
    """Select by UCB1-Tuned: UCB1 that explores less if the rewards of a child vary little.

    The selection score is ``mean + c * sqrt(ln N / n * min(1/4, V))`` with ``V = variance + sqrt(2 ln N / n)`` [1]_.
    Use it if rewards vary little, because `UCB1` then explores more than necessary.

    Parameters
    ----------
    c : float, default 1.0
        Exploration constant, at least 0; 1 in the paper. 0 switches exploration off.

    References
    ----------
    .. [1] P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
       Learning 47, 2002, section 4.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import OpenLoop, UCB1Tuned
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=UCB1Tuned(), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 96, 0: 4}
    """

    c: float = 1.0

    def score(self, estimate, term, child, memory):
        n = memory.nodes[child].visits
        mean = memory.nodes[child].total / n
        width = term * inverse_root(memory, n)  # sqrt(ln N / n)
        bound = memory.of(self).squares[child] / n - mean * mean + math.sqrt(2.0) * width
        return estimate + self.c * width * math.sqrt(min(0.25, bound))


class UCBV(SquaredRewards):
    """Select by UCB-V: an upper confidence bound that uses the empirical variance of the rewards.

    The selection score is ``mean + sqrt(2 z V ln N / n) + 3 c z ln N / n``, where `V` is the variance of the child's
    rewards [1]_. Like `UCB1Tuned`, it explores a child less if its rewards vary little.

    Parameters
    ----------
    z : float, default 1.2
        Exploration constant, at least 0; the proof needs more than 1. 0 switches exploration off.
    c : float, default 1.0
        Weight of the last term, at least 0; 1 in the paper. 0 switches this term off.

    References
    ----------
    .. [1] J.-Y. Audibert, R. Munos and C. Szepesvári, "Exploration-exploitation tradeoff using variance estimates in
       multi-armed bandits", Theoretical Computer Science 410, 2009.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import UCBV, OpenLoop
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=UCBV(z=0.5), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 85, 0: 15}
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
    """Select by KL-UCB: use the highest mean that is still plausible, given the rewards of a child.

    The selection score is the highest `q` with ``n * kl(mean, q) <= c * ln N``. Here ``kl(p, q)`` is the
    Kullback-Leibler divergence between two coins that show heads with probabilities `p` and `q` [1]_. If rewards are
    wins or losses, the regret of KL-UCB is asymptotically as small as possible.

    Parameters
    ----------
    c : float, default 1.0
        Exploration constant, at least 0; 1 in the paper. 0 switches exploration off.

    References
    ----------
    .. [1] A. Garivier and O. Cappé, "The KL-UCB algorithm for bounded stochastic bandits and beyond", COLT 2011.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import KLUCB, OpenLoop
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=KLUCB(), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 93, 0: 7}
    """

    c: float = 1.0

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits) * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        p, most = min(1.0, max(0.0, estimate)), term / memory.nodes[child].visits
        low, high = p, 1.0
        for _ in range(24):  # bisection of the interval that contains q
            q = (low + high) / 2.0
            divergence = (p * log(p / q) if p > 0.0 else 0.0) + (
                (1.0 - p) * log((1.0 - p) / (1.0 - q)) if p < 1.0 and q < 1.0 else 0.0)
            low, high = (q, high) if divergence <= most else (low, q)
        return low


class Thompson(Selection):
    """Select by Thompson sampling: draw a plausible value for each child, and visit the child with the highest one.

    The value is drawn from a normal distribution with the mean of the child's rewards and the variance
    ``c**2 / (n + 1)`` [1]_ [2]_. Unlike `UCB1`, the rule itself is random.

    Parameters
    ----------
    c : float, default 1.0
        Standard deviation of one reward, at least 0. 0 switches exploration off.

    References
    ----------
    .. [1] W. Thompson, "On the likelihood that one unknown probability exceeds another in view of the evidence of two
       samples", Biometrika 25, 1933.
    .. [2] S. Agrawal and N. Goyal, "Further optimal regret bounds for Thompson sampling", AISTATS 2013 (there with
       Gaussian priors, c = 1, and n + 1 as the denominator of the mean).

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import OpenLoop, Thompson
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=Thompson(c=0.5), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 98, 0: 2}
    """

    c: float = 1.0

    def parent_term(self, visits, memory):
        return self.c

    def score(self, estimate, term, child, memory):
        return estimate + term * normal(memory.rng) / math.sqrt(memory.nodes[child].visits + 1.0)


class EpsilonGreedy(Selection):
    """Select the child with the highest value, or with probability `epsilon` any child.

    This is the simplest way to explore [1]_. Bad children are visited at the same rate forever, so use it only for
    comparison.

    Parameters
    ----------
    epsilon : float, default 0.1
        Probability of a random child, from 0 to 1. 0 switches exploration off, 1 visits all children equally often on
        average.

    References
    ----------
    .. [1] R. Sutton and A. Barto, "Reinforcement Learning: An Introduction", 2nd edition, 2018, section 2.2.

    Examples
    --------
    >>> from mcts_lab import UCT, games, start
    >>> from mcts_lab.search import EpsilonGreedy, OpenLoop
    >>> game = games.bandit(arms=(0.2, 0.8))
    >>> method = UCT(selection=EpsilonGreedy(0.2), tree=OpenLoop())
    >>> method.search(game, start(game), iterations=100, seed=1).visits
    {1: 94, 0: 6}
    """

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.1

    def parent_term(self, visits, memory):
        return 1.0 if uniform(memory.rng) < self.epsilon else 0.0

    def score(self, estimate, term, child, memory):
        return uniform(memory.rng) if term > 0.0 else estimate


class PUCT(Selection):
    """Select by PUCT, the rule of AlphaZero: the mean reward plus a bonus in proportion to a prior probability.

    The selection score is ``mean + c * P * sqrt(N) / (1 + n)``, where `P` is the prior probability of the child [1]_
    [2]_. The rule needs a prior that gives probabilities: `HeuristicPrior` or `ModelPrior`. Also set `fpu`, because
    with infinite first-play urgency every child is tried once, whatever its prior is.

    Parameters
    ----------
    c : float, default 1.5
        Exploration constant, at least 0. 0 switches exploration and priors off.

    References
    ----------
    .. [1] C. Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61,
       2011.
    .. [2] D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017, "Methods".

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import PUCT, HeuristicPrior
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(selection=PUCT(), prior=HeuristicPrior(), fpu=0.5).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    c: float = 1.5

    def problem(self, game, facts, method):
        if not overrides(method.prior, Prior.set_priors):
            return "needs a prior. Add prior=HeuristicPrior()."
        if method.prior.gives_ratings:
            return (f"needs probabilities, but {type(method.prior).__name__}() gives ratings. Use HeuristicPrior(), or "
                    "ProgressiveBias() instead.")

    def parent_term(self, visits, memory):
        return self.c * math.sqrt(visits)

    def score(self, estimate, term, child, memory):
        return estimate + term * memory.priors[child] / (1.0 + memory.nodes[child].visits)

    def score_unvisited(self, fpu, term, child, memory):
        return fpu + term * memory.priors[child]


