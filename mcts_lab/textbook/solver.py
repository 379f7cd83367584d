"""MCTS-Solver: a search that notices when a result is certain [Winands, Bjornsson & Saito 2008]."""

from __future__ import annotations

from ..game import TERMINAL, copy, facts, legal_actions, payoff, play, to_move
from .node import Node, back_up, simulate
from .uct import SQRT2, bound, ucb1


def mcts_solver(game, state, iterations, rng, c=SQRT2):
    """Return the root of a tree in which nodes are proven, for two players, constant-sum, without chance or secrets.

    A node's `proven` holds both players' payoffs under best play, or None while they are open. An end of the game is
    proven; so is a node with a child that gives its mover the greatest payoff there is, or with all children proven.
    """
    known, root = facts(game), Node(None, to_move(game, state))
    root.state, root.proven = copy(game, state), None
    for _ in range(iterations):
        if root.proven:
            break
        path = [root]
        while to_move(game, path[-1].state) != TERMINAL and (path[-1] is root or path[-1].visits > 0):
            node, mover = path[-1], to_move(game, path[-1].state)
            if node.proven:
                break
            if not node.children:
                node.children = [Node(action, mover) for action in legal_actions(game, node.state)]
            if any(child.visits == 0 for child in node.children):
                child = ucb1(game, node, rng, c)
                child.state, child.proven = copy(game, node.state), None
                play(game, child.state, child.action, rng)
            else:  # what is proven to be lost is not visited again
                hopeful = [one for one in node.children if not one.proven or one.proven[mover] > known.low]
                child = max(hopeful, key=lambda one: bound(node, one, c))
            path.append(child)
        leaf = path[-1]
        if to_move(game, leaf.state) == TERMINAL:
            leaf.proven = [payoff(game, leaf.state, player) for player in range(known.players)]
        if leaf.proven:
            back_up(path, [(worth - known.low) / (known.high - known.low) for worth in leaf.proven])
        else:
            back_up(path, simulate(game, copy(game, leaf.state), rng))
        for parent, child in reversed(list(zip(path, path[1:], strict=False))):
            if child.proven and child.proven[child.mover] == known.high:
                parent.proven = child.proven
            elif all(one.visits and one.proven for one in parent.children):
                parent.proven = max((one.proven for one in parent.children), key=lambda worth: worth[child.mover])
    return root
