"""UCT with exchangeable steps: other tree policies, nodes that store more, playouts
that are not random, and chance events that the game lists.

With its defaults `mcts` grows the tree of `uct`. A node gets all its children at the
same time here, so that a tree policy also sees children that were never tried.
"""

import math

from ..game import CHANCE, TERMINAL, copy, legal_actions
from .node import Node, back_up, next_state, random_move, simulate, with_chance
from .uct import SQRT2, bound


def ucb1(game, node, rng, c=SQRT2):
    """Return the child to visit next: that of the highest upper confidence bound, of
    equals the first."""
    return max(node.children, key=lambda child: bound(node, child, c))


def highest(node, score):
    """Return the first child never tried, or else the one with the highest score."""
    untried = [child for child in node.children if child.visits == 0]
    return untried[0] if untried else max(node.children, key=score)


def mcts(game, state, iterations, rng, choose=ucb1, *,
         node_class=Node, playout=None, learn=None):
    """Return the root of a tree that has grown by one node in each iteration.

    A node stores its state: random effects of a move happen when it is first tried, and
    stay. Events that the game lists (`CHANCE`) have their own nodes, and each iteration
    draws one.

    choose: the tree policy, a function (game, node, rng) -> child. node_class: a class
    of nodes that store the data for it. playout: instead of `simulate`, see `playouts`.
    learn: called after each playout, see `keep_rewards`.
    """
    root = node_class(None, game.to_move(state), copy(game, state))
    for _ in range(iterations):
        node, path = root, [root]
        while game.to_move(node.state) != TERMINAL and (node is root or node.visits):
            if not node.children:
                mover = game.to_move(node.state)
                node.children = [node_class(action, mover)
                                 for action in legal_actions(game, node.state)]
            if game.to_move(node.state) == CHANCE:
                event = random_move(game, node.state, rng)
                child = next(child for child in node.children if child.action == event)
            else:
                child = choose(game, node, rng)
            if child.state is None:
                child.state = next_state(game, node.state, child.action, rng)
            path.append(child)
            node = child
        end = copy(game, node.state)
        rewards = playout(game, path, end, rng) if playout else simulate(game, end, rng)
        if learn:
            learn(game, path, end, rewards)
        back_up(path, with_chance(rewards, root.mover))
    return root


def progressive_widening(game, node, rng, c=SQRT2, k=1.0, alpha=0.5):
    """Return the child to visit next among the first few, in the order of actions.
    At the N-th choice the first ceil(k N^alpha) take part [Couetoux et al. 2011]."""
    choice = 1 + sum(child.visits for child in node.children)
    width = math.ceil(k * choice**alpha)
    return max(node.children[:width], key=lambda child: bound(node, child, c))
