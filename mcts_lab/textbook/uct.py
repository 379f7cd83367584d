"""UCT [Kocsis & Szepesvari 2006], and progressive widening, for games of many actions about which nothing is known.

Rewards lie in [0, 1]. A node's `total` and `visits` belong to the player who chose to go there, so the player to move
always takes the greatest among the children.
"""

import math

import numpy as np

from ..engine.random import below
from ..game import CHANCE, TERMINAL, copy, facts, legal_actions, play, sample_outcome, to_move
from .node import Node, back_up, simulate

SQRT2 = math.sqrt(2.0)  # the weight of exploration for which the bound was proven


def ucb1(game, node, rng, c=SQRT2, width=None):
    """Return the child to visit next: one never tried, at random, or else that of the greatest upper confidence bound
    [Auer, Cesa-Bianchi & Fischer 2002].

    width: how many children take part, those tried first; None: all. Those that have been tried stand first.
    """
    tried = sum(child.visits > 0 for child in node.children)
    if tried < (width or len(node.children)):
        chosen = tried + below(rng, len(node.children) - tried)
        node.children[tried], node.children[chosen] = node.children[chosen], node.children[tried]
        return node.children[tried]
    return max(node.children[:width], key=lambda child: bound(node, child, c))


def bound(node, child, c):
    """Return the upper confidence bound of a child that has been visited: mean + c sqrt(ln N / n)."""
    return child.total / child.visits + c * math.sqrt(math.log(node.visits)) / math.sqrt(child.visits)


def uct(game, state, iterations, rng, choose=ucb1, limit=None, learn=None, playout=None):
    """Return the root of the tree grown by upper confidence bounds [Browne et al. 2012, Algorithm 2].

    rng: a random stream, such as ``stream(7)``. choose: the tree policy. limit: of playouts, see `simulate`. learn:
    called at the end of an iteration, see `rave`. playout: in place of a random one, see `playouts`. A node keeps its
    state: random effects of a move are drawn when it is first tried, and stay. Events that the game lists (`CHANCE`)
    are nodes of their own, drawn anew each time.
    """
    root, scratch = Node(None, to_move(game, state)), np.empty(facts(game).branching, np.int32)
    root.state = copy(game, state)
    for _ in range(iterations):
        path = [root]
        while to_move(game, path[-1].state) != TERMINAL and (path[-1] is root or path[-1].visits > 0):
            node, mover = path[-1], to_move(game, path[-1].state)
            if not node.children:  # 2. expansion, of all children at once; none of them has been visited yet
                node.children = [Node(action, mover) for action in legal_actions(game, node.state)]
            if mover == CHANCE:
                child = node.children[sample_outcome(game, node.state, rng, scratch)]
            else:
                child = choose(game, node, rng)  # 1. selection
            if child.state is None:
                child.state = copy(game, node.state)
                play(game, child.state, child.action, rng)
            path.append(child)
        end = copy(game, path[-1].state)
        rewards = playout(game, path, end, rng) if playout else simulate(game, end, rng, limit)  # 3. simulation
        if learn:
            learn(game, path, end, rewards)
        back_up(path, rewards)  # 4. backpropagation
    return root


def most_visited(root):
    """Return the child to play: the one visited most, of equals the one with the greatest sum of rewards."""
    return max(root.children, key=lambda child: (child.visits, child.total))


def progressive_widening(game, node, rng, c=SQRT2, k=1.0, alpha=0.5):
    """Return the child to visit next among the first ceil(k N^alpha) at the N-th choice [Coulom 2007]."""
    choices = node.visits + (node.action is None)  # at the root, this iteration is not counted yet
    return ucb1(game, node, rng, c, width=max(1, min(len(node.children), math.ceil(k * choices**alpha))))
