"""Five ways to guide a search with hand-written rules. Each is a component.

If all actions give the same result, plain search plays at random. This looks foolish, above all to a partner.
[Powley, Whitehouse & Cowling 2013] add knowledge for this reason. The rules come from the game: `Game.advice`,
`advised_against` and `rule_action`. They use only what the player to move knows in the iteration's
determinization.

=================== =============== ==========================================================
`PriorCounts`       value           a child begins with virtual visits that have its rating
`ProgressiveBias`   selection       a bonus by rating, which decreases with the child's visits
`SkewedBackup`      value           rewards count more for a high rating, at first
`AvoidRules`        pruning         actions that the rules advise against are not tried
`InformedPlayout`   leaf            playouts follow the rules most of the time
=================== =============== ==========================================================

The first three use the ratings that ``prior=Advice()`` stores for every child.
"""

import numpy as np

from mcts_lab.engine.distinct import overrides
from mcts_lab.engine.random import uniform
from mcts_lab.game import CHANCE, LONGEST, TERMINAL, Game, sample_action
from mcts_lab.search.mcts.components import Leaf, Prior, Pruning, Selection, Value
from mcts_lab.search.mcts.memory import inverse_root, root_log
from mcts_lab.search.mcts.needs import labels_for_actions, no_end, no_ratings
from mcts_lab.search.mcts.playouts import finish
from mcts_lab.search.mcts.priors import keep_sorted


class Advice(Prior):
    """The game's rating of each child, in [0, 1], from the determinization in which the child was created.

    NoPrior() switches it off. Children that are created together are stored, and first tried, from the best to the
    worst.
    """

    gives_ratings = True

    def problem(self, game, facts, method):
        if not overrides(game, Game.advice):
            return f"needs ratings of actions, which {facts.title} does not define. Give its class a method advice."
        return labels_for_actions(method, "rates actions")

    def ordered(self):
        return True

    def set_priors(self, game, state, first, count, player, memory):
        for child in range(first, first + count):
            keep_sorted(first, child, game.advice(state, memory.nodes[child].action), memory)


class PriorCounts(Value):
    """(total + weight h) / (n + weight): a child begins with `weight` visits that have its rating h [Gelly & Silver
    2007].

    The exploration term counts only real visits.
    """

    weight: float = 10.0  # virtual visits, at least 0; 0 gives the mean

    def problem(self, game, facts, method):
        return no_ratings(method)

    def estimate(self, parent, child, memory):
        node = memory.nodes[child]
        if self.weight == 0.0:
            return node.total / node.visits
        return (node.total + self.weight * memory.priors[child]) / (node.visits + self.weight)


class ProgressiveBias(Selection):
    """mean + c sqrt(ln N / n) + weight h / (n + 1), where h is the child's rating [Chaslot et al. 2008, "progressive
    bias"]."""

    c: float = 0.7  # exploration constant, at least 0; 0 switches exploration off
    weight: float = 1.0  # of the rating, in rewards, at least 0; 0 gives UCB1

    problem = PriorCounts.problem

    def parent_term(self, visits, memory):
        return self.c * root_log(memory, visits)

    def score(self, estimate, term, child, memory):
        n = memory.nodes[child].visits
        return estimate + term * inverse_root(memory, n) + self.weight * memory.priors[child] / (n + 1.0)

    def score_unvisited(self, fpu, term, child, memory):
        return fpu + self.weight * memory.priors[child]


class SkewedBackup(Value):
    """The mean of rewards, the t-th one times 1 + (h - 1/2) k / (k + t): a factor in [1/2, 3/2] that approaches 1.

    In AI Factory's Spades, too, a heuristic gives a factor that approaches 1 with the visits t and depends on a
    constant k. The formula is ours. Early estimates can be above 1. A reward of 0 stays 0 for every rating h.
    """

    k: float = 50.0  # visits after which half of the skew is left, at least 0; 0 gives the mean

    problem = PriorCounts.problem

    def node_arrays(self, capacity, facts):
        """Return ``sums``: float64[nodes], the sum of skewed rewards, each in [0, 1.5), of the node's mover."""
        return {"sums": np.empty(capacity)}

    def init_node(self, node, memory):
        memory.of(self).sums[node] = 0.0

    def estimate(self, parent, child, memory):
        return memory.of(self).sums[child] / memory.nodes[child].visits

    def update(self, parent, child, reward, memory):
        visit = memory.nodes[child].visits + 1.0
        skew = 1.0 + (memory.priors[child] - 0.5) * self.k / (self.k + visit)
        memory.of(self).sums[child] += reward * skew


class AvoidRules(Pruning):
    """Leave out the actions that the game's rules advise against, unless these are all actions; All() switches it off.
    """

    def problem(self, game, facts, method):
        if not overrides(game, Game.advised_against):
            return (f"needs rules for what to avoid, which {facts.title} does not define. Use All(), or give its class "
                    "a method advised_against.")

    def filter_actions(self, game, state, n, memory):
        kept, scratch = 0, memory.scratch
        for i in range(n):
            action = scratch[i]
            if not game.advised_against(state, action):
                scratch[i] = scratch[kept]  # exchanged, so that all actions are still there if all are advised against
                scratch[kept] = action
                kept += 1
        return kept if kept > 0 else n


class InformedPlayout(Leaf):
    """Playout that follows the game's rules, but sometimes plays a uniformly random action instead."""

    ranges = {"epsilon": (0, 1)}

    epsilon: float = 0.2  # probability of a random action; 1 is Playout(), 0 always follows the rules

    def problem(self, game, facts, method):
        if not overrides(game, Game.rule_action):
            return (f"needs a rule player, which {facts.title} does not define. Use Playout(), or give its class a "
                    "method rule_action.")
        return no_end(facts)

    def evaluate(self, game, state, memory):
        if self.epsilon >= 1.0:
            plays = game.playout(state, memory.rng, memory.scratch)
        else:
            plays = informed_playout(self, game, state, memory)
        finish(game, state, plays, memory)
        return plays


# -- rules -------------------------------------------------------------------------------------------------------------


def informed_playout(rule, game, state, memory):
    """Play to the end, and return the number of moves."""
    plays = 0
    player = game.to_move(state)
    while player != TERMINAL and plays < LONGEST:
        if player == CHANCE:
            action = sample_action(game, state, memory.rng, memory.scratch)
        elif rule.epsilon > 0.0 and uniform(memory.rng) < rule.epsilon:
            action = game.random_action(state, memory.rng, memory.scratch)
        else:
            action = game.rule_action(state, memory.rng, memory.scratch)
        game.play(state, action, memory.rng)
        plays += 1
        player = game.to_move(state)
    return plays
