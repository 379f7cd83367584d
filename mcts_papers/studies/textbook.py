"""The searches of the studies that `mcts_lab.textbook` does not have, as plainly as it has others."""

import math

from mcts_lab.textbook.mcts import ucb1
from mcts_lab.textbook.playouts import Mast, replies
from mcts_lab.textbook.uct import SQRT2, bound


class Nst(Mast):
    """N-gram selection technique: Mast that also looks at the mean of an action as the reply
    to the one before [Tak, Winands & Bjornsson 2012]."""

    def expected(self, mover, before, action):
        """Return the average of both means, once the reply was played seven times."""
        mean, rewards = super().expected(mover, before, action), self.rewards[before, mover, action]
        return (mean + sum(rewards) / len(rewards)) / 2 if len(rewards) >= 7 else mean

    def learn(self, line, in_tree, rewards):
        """Learn from the replies of a playout as well."""
        super().learn(line, in_tree, rewards)
        for before, mover, action in replies(line, in_tree):
            self.rewards[before, mover, action].append(rewards[mover])


def sequential_halving(game, node, rng, iterations, c=SQRT2):
    """Return the child to visit next; at the root one of the least visited of those that are
    left, UCB1 below it [Karnin, Koren & Somekh 2013, Algorithm 2].

    There are log2(k) rounds of equal length, and after each the better half of the k
    children stays. iterations: of the whole search.
    """
    if node.action is not None or any(child.visits == 0 for child in node.children):
        return ucb1(game, node, rng, c)
    rounds = max(1, math.ceil(math.log2(len(node.children))))
    if not node.kept:
        node.kept = node.children
        node.due = max(1, iterations // (len(node.kept) * rounds))  # visits of each child
    while len(node.kept) > 1 and all(child.visits >= node.due for child in node.kept):
        best_first = sorted(node.kept, reverse=True, key=lambda child: (
            child.total / child.visits))
        node.kept = best_first[:(len(node.kept) + 1) // 2]
        node.due += max(1, iterations // (len(node.kept) * rounds))
    fewest = min(child.visits for child in node.kept)
    return max((child for child in node.kept if child.visits == fewest),
               key=lambda child: bound(node, child, c))
