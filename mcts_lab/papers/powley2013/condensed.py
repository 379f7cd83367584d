"""ISMCTS in a page, on any game: the article's algorithm with the five things that it asks of a game.

A game says whose turn it is, guesses what is hidden, lists the legal moves, plays one, and says who won: `to_move`,
`determinize`, `legal_actions`, `play`, `payoff`. For reading; searches of this project do the same, faster.
"""

from __future__ import annotations

import math

from ...engine.arithmetic import log
from ...engine.random import below
from ...game import TERMINAL, copy, determinize, facts, legal_actions, payoff, play, to_move


class Node:
    def __init__(self, parent=None, action=None, mover=None):
        self.parent, self.action, self.mover, self.children = parent, action, mover, []
        self.wins, self.visits, self.available = 0.0, 0, 1


def ismcts(game, root_state, iterations, rng, c=0.7):
    """The most visited action after so many iterations, and the root of the tree."""
    root, observer, known = Node(), to_move(game, root_state), facts(game)
    for _ in range(iterations):
        node, state = root, copy(game, root_state)
        determinize(game, state, observer, rng)  # 1. determinization
        while to_move(game, state) != TERMINAL:
            legal = legal_actions(game, state)
            children = [child for child in node.children if child.action in legal]
            untried = [action for action in legal if action not in [child.action for child in children]]
            if untried:  # 3. expansion
                action = untried[below(rng, len(untried))]
                child = Node(node, action, to_move(game, state))
                node.children.append(child)
            else:  # 2. selection
                child = max(children, key=lambda k: k.wins / k.visits + c * math.sqrt(log(k.available) / k.visits))
            for other in children:
                other.available += 1
            node = child
            play(game, state, node.action, rng)
            if untried:
                break
        while to_move(game, state) != TERMINAL:  # 4. simulation
            legal = legal_actions(game, state)
            play(game, state, legal[below(rng, len(legal))], rng)
        while node is not None:  # 5. backpropagation
            node.visits += 1
            if node.mover is not None:
                node.wins += (payoff(game, state, node.mover) - known.low) / (known.high - known.low)
            node = node.parent
    return max(root.children, key=lambda child: child.visits).action, root
