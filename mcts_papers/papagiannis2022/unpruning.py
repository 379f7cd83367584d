"""Softened pruning, which the paper proposes as future work."""

from mcts_lab.engine.random import below, uniform
from mcts_lab.search.mcts.components import Pruning
from mcts_lab.search.mcts.pruning import count_pruned, unprune


class RandomUnpruning(Pruning):
    """Another pruning rule, softened: pruned children sometimes take part again.

    At each choice, with probability `chance`, one random pruned child takes part again, until the rule prunes the
    next time [Papagiannis 2022, Section 9, future work].

    chance: in [0, 1]; 0 does not change the other rule.
    """

    composed = True
    ranges = {"chance": (0, 1)}

    rule: tuple
    chance: float = 0.05

    def filter_actions(self, game, state, n, memory):
        return self.rule.filter_actions(game, state, n, memory)

    def thin_out(self, tree, game, state, node, count, player, memory):
        self.rule.thin_out(tree, game, state, node, count, player, memory)
        if self.chance > 0.0 and uniform(memory.rng) < self.chance:
            pruned = count_pruned(self.rule.marks(), node, player, memory)
            if pruned > 0:
                unprune(self.rule.marks(), node, below(memory.rng, pruned), player, memory)

    def candidates(self, node, count, player, memory):
        return self.rule.candidates(node, count, player, memory)

    def marks(self):
        return self.rule.marks()

    def visits_among(self, node, player, memory):
        return self.rule.visits_among(node, player, memory)
