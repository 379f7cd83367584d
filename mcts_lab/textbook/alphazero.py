"""The search of AlphaZero [Silver et al. 2017; Silver et al. 2018]: a network in place of playouts."""

from __future__ import annotations

import math

from ..game import TERMINAL, copy, play, to_move
from .node import Node, back_up, reward


def puct(node, c=1.5, untried=0.5):
    """Return the child to visit next: that of the greatest mean + c P sqrt(N) / (1 + n).

    P is what the network believes before the search, N and n are the visits of node and child.
    untried: stands for the mean of a child without visits.
    """
    def urgency(child):
        mean = child.total / child.visits if child.visits else untried
        return mean + c * math.sqrt(node.visits) * child.believed / (1 + child.visits)

    return max(node.children, key=urgency)


def alphazero(game, state, iterations, ask, choose=puct):
    """Return the root of a tree for two players with rewards w and 1 - w, without chance or secrets.

    ask: a function (game, state) -> (worth, believed), the reward that a network expects for the
    player to move, and the probability of each legal action. The likeliest child stands first.
    """
    root = Node(None, to_move(game, state))
    root.state = copy(game, state)
    for _ in range(iterations):
        path, node = [root], root
        while to_move(game, node.state) != TERMINAL and (node is root or node.visits > 0):
            if not node.children:
                _, believed = ask(game, node.state)
                for action in sorted(believed, key=believed.get, reverse=True):
                    node.children.append(Node(action, to_move(game, node.state)))
                    node.children[-1].believed = believed[action]
            child = choose(node)
            if child.state is None:
                child.state = copy(game, node.state)
                play(game, child.state, child.action, None)
            path.append(child)
            node = child
        if to_move(game, node.state) == TERMINAL:
            rewards = [reward(game, node.state, player) for player in range(2)]
        else:
            worth, _ = ask(game, node.state)
            rewards = [worth, 1.0 - worth] if to_move(game, node.state) == 0 else [1.0 - worth, worth]
        back_up(path, rewards)
    return root
