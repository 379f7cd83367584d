"""Exact values of small games with hidden information, with which tests compare what searches and policies earn."""

from mcts_course.hidden_exact import turn
from mcts_lab.game import CHANCE, TERMINAL, after, legal_actions, start


def expected(game, policy, state=None) -> list[float]:
    """Return the expected payoff of each player when all follow `policy`, from `state` (None: the start)."""
    state = start(game, 0) if state is None else state
    if game.to_move(state) == TERMINAL:
        return [float(game.payoff(state, player)) for player in range(game.facts().players)]
    total = [0.0] * game.facts().players
    for action, odds in turn(game, state, policy):
        if odds > 0.0:
            for player, value in enumerate(expected(game, policy, after(game, state, action, 0))):
                total[player] += odds * value
    return total


def open_values(game, worlds) -> dict[int, float]:
    """The value of each action to the mover if every world were played with open cards: what PIMC estimates.

    worlds: pairs of a state and its probability. Other players are taken to play against the mover.
    """
    mover = game.to_move(worlds[0][0])
    values = dict.fromkeys(legal_actions(game, worlds[0][0]), 0.0)
    for state, chance in worlds:
        for action in values:
            values[action] += chance * _open(game, after(game, state, action, 0), mover)
    return values


def _open(game, state, player):
    """Return the value of `state` to `player` if all see everything and the others play against `player`."""
    mover = game.to_move(state)
    if mover == TERMINAL:
        return float(game.payoff(state, player))
    if mover == CHANCE:
        outcomes = turn(game, state, None)
        return sum(odds * _open(game, after(game, state, action, 0), player) for action, odds in outcomes)
    best = max if mover == player else min
    return best(_open(game, after(game, state, action, 0), player) for action in legal_actions(game, state))
