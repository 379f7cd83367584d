"""A node of the tree, a leaf's value by random play, and the way of that value back to the root."""

import numpy as np

from ..game import CHANCE, TERMINAL, facts, heuristic, payoff, play, playout, sample_action, to_move


class Node:
    """An action, and the rewards of the player who chose it in the iterations that went through it."""

    def __init__(self, action=None, mover=None):
        self.action, self.mover = action, mover  # at the root: no action, and the player to move
        self.children, self.rewards, self.later = [], [], []  # later: rewards of iterations that played it later
        self.visits, self.total, self.state, self.rating = 0, 0.0, None, None  # rating: by a heuristic

    def __repr__(self):
        return f"Node(action={self.action}, visits={self.visits}, total={self.total:g})"


def simulate(game, state, rng, limit=None):
    """Return every player's reward, in [0, 1], after random play to the end of the game.

    limit: plays after which the game's heuristic stands for the rest; None: to the end. Changes `state`.
    """
    scratch = np.empty(facts(game).branching, np.int32)
    if limit is None:
        playout(game, state, rng, scratch)
    else:
        for _ in range(limit):
            if to_move(game, state) != TERMINAL:
                play(game, state, sample_action(game, state, rng, scratch), rng)
    return [reward(game, state, player) for player in range(facts(game).players)]


def reward(game, state, player):
    """Return the payoff of `player` rescaled to [0, 1], or the heuristic's estimate where the game is not over."""
    known = facts(game)
    worth = payoff(game, state, player) if to_move(game, state) == TERMINAL else heuristic(game, state, player)
    return min(1.0, max(0.0, (worth - known.low) * (1.0 / (known.high - known.low))))


def back_up(path, rewards):
    """Give each node on the path, the root first, the reward of the player who chose it.

    The root, and random events, get the reward of the player to move at the root.
    """
    for node in path:
        mover = path[0].mover if node.mover == CHANCE else node.mover
        node.visits += 1
        node.total += rewards[mover]
        node.rewards.append(rewards[mover])
