"""Two rules of pruning at once."""

from __future__ import annotations

from .components import Pruning
from .nodes import ASIDE, CUT


class Together(Pruning):
    """Two rules of pruning at once: what either leaves out is left out. `Together(a, Together(b, c))` makes three.

    Rules that put children aside choose last, among what others have left. Two rules that mark the same in a node,
    such as two that judge its children, do not go together.
    """

    composed = True

    first: Pruning
    second: Pruning

    def problem(self, game, facts, method):
        if self.first.marks() & self.second.marks() & (CUT | ASIDE):
            return (f"cannot keep apart what {type(self.first).__name__} and {type(self.second).__name__} leave out, "
                    "which they mark alike: take one of them.")

    def filter_actions(self, game, state, n, memory):
        n = self.first.filter_actions(game, state, n, memory)
        return self.second.filter_actions(game, state, n, memory)

    def thin_out(self, tree, game, state, node, count, player, memory):
        if self.first.marks() & ASIDE:
            thin_out_both(self.second, self.first, tree, game, state, node, count, player, memory)
        else:
            thin_out_both(self.first, self.second, tree, game, state, node, count, player, memory)

    def marks(self):
        return self.first.marks() | self.second.marks()

    def candidates(self, node, count, player, memory):
        return min(self.first.candidates(node, count, player, memory),
                   self.second.candidates(node, count, player, memory))

    def visits_among(self, node, player, memory):
        return min(self.first.visits_among(node, player, memory), self.second.visits_among(node, player, memory))


def thin_out_both(one, other, tree, game, state, node, count, player, memory):
    """First `one`, then the `other`, which if it puts children aside is told what is left."""
    one.thin_out(tree, game, state, node, count, player, memory)
    if other.marks() & ASIDE:
        count = min(count, one.candidates(node, count, player, memory))
    other.thin_out(tree, game, state, node, count, player, memory)
