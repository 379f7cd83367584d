"""Pruning softened, which the article proposes as future work."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.random import below, uniform
from ...search.mcts.pruning import (
    candidates,
    count_pruned,
    filter_actions,
    marks,
    thin_out,
    unprune,
    visits_among,
)


class RandomUnpruning(NamedTuple):
    """Another rule, softened: at each choice, with the probability `chance`, one of the children that the rule has
    pruned takes part again, drawn at random, until the rule prunes anew [Papagiannis 2022, Section 9, future work].

    chance: in [0, 1]; 0 leaves the other rule as it is.
    """

    composed = True
    ranges = {"chance": (0, 1)}

    rule: tuple
    chance: float = 0.05

    def filter_actions(self, game, state, n, memory):
        return filter_actions(self.rule, game, state, n, memory)

    def thin_out(self, world, game, state, node, count, player, memory):
        thin_out(self.rule, world, game, state, node, count, player, memory)
        if self.chance > 0.0 and uniform(memory.rng) < self.chance:
            pruned = count_pruned(marks(self.rule), node, player, memory)
            if pruned > 0:
                unprune(marks(self.rule), node, below(memory.rng, pruned), player, memory)

    def candidates(self, node, count, player, memory):
        return candidates(self.rule, node, count, player, memory)

    def marks(self):
        return marks(self.rule)

    def visits_among(self, node, player, memory):
        return visits_among(self.rule, node, player, memory)
