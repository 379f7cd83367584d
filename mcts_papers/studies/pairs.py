"""Playouts that learn from pairs of actions."""

import numpy as np

from mcts_lab.search.mcts.needs import labels_on_the_path, no_end
from mcts_lab.search.mcts.policies import MAST, last_action, too_many_pairs

COMPONENTS = {"NST": "NST"}
ENOUGH = 7  # times that a pair must have been played before its mean counts [Tak, Winands & Bjornsson 2012]


class NST(MAST):
    """N-gram selection technique: `MAST` that also learns from pairs of actions [Tak, Winands & Bjornsson 2012].

    An action's rating is its mean, averaged with its mean as a reply to the previous action once this pair was
    played `ENOUGH` times. The paper also uses triples.

    epsilon: probability of a random action instead, from 0 to 1; 1 switches the ratings off.
    """

    def problem(self, game, facts, method):
        return too_many_pairs(facts) or no_end(facts) or labels_on_the_path(game, method, "rates actions")

    def search_arrays(self, facts):
        """Return MAST's arrays and ``pairs``: float64[2, players, actions, actions], like ``amaf``, of each reply to
        each action."""
        pairs = np.zeros((2, facts.players, facts.actions, facts.actions))
        return MAST.search_arrays(self, facts) | {"pairs": pairs}

    def begin(self, memory):
        MAST.begin(self, memory)
        memory.of(self).pairs[:] = 0.0

    def expectation(self, player, before, action, memory):
        pairs, mean = memory.of(self).pairs, MAST.expectation(self, player, before, action, memory)
        if before < 0 or pairs[1, player, before, action] < ENOUGH:
            return mean
        return (mean + pairs[0, player, before, action] / pairs[1, player, before, action]) / 2.0

    def learn_line(self, noted, memory):
        MAST.learn_line(self, noted, memory)
        pairs, line, before = memory.of(self).pairs, memory.of(self).line, last_action(memory)
        for i in range(noted):
            player, action = line[0, i], line[1, i]
            if before >= 0:
                pairs[0, player, before, action] += memory.rewards[player]
                pairs[1, player, before, action] += 1.0
            before = action
