"""A combination of two pruning rules."""

from __future__ import annotations

from .components import Pruning
from .nodes import ASIDE, CUT


class Together(Pruning):
    """Apply two pruning rules together: a child may be selected only if both rules allow it.

    ``Together(a, Together(b, c))`` combines three rules. If one of the rules prunes children permanently, it decides
    last, among the children that the other rule allows. Two rules that mark children in the same way cannot be
    combined, and the search raises an error.

    Parameters
    ----------
    first : pruning component
        One rule.
    second : pruning component
        The other rule.

    Examples
    --------
    >>> from mcts_lab import UCT, games
    >>> from mcts_lab.game import position_after
    >>> from mcts_lab.search import AbsolutePruning, ProgressiveWidening, Together
    >>> game = games.tic_tac_toe()
    >>> state = position_after(game, [0, 3, 1, 4])
    >>> UCT(pruning=Together(ProgressiveWidening(), AbsolutePruning())).search(game, state, iterations=100, seed=1).name
    'x(0,2)'
    """

    composed = True

    first: Pruning
    second: Pruning

    def problem(self, game, facts, method):
        if self.first.marks() & self.second.marks() & (CUT | ASIDE):
            return (f"cannot combine {type(self.first).__name__} and {type(self.second).__name__}, because both mark "
                    "the children that they leave out in the same way. Use one of them.")

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
    """Apply `one`, then `other`. If `other` sets children aside, its `count` is the number of children that are left.
    """
    one.thin_out(tree, game, state, node, count, player, memory)
    if other.marks() & ASIDE:
        count = min(count, one.candidates(node, count, player, memory))
    other.thin_out(tree, game, state, node, count, player, memory)
