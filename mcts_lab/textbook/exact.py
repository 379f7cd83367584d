"""Minimax, alpha-beta and expectiminimax: recursive, in a few lines, for any game without secrets.

The names are those of [Russell & Norvig 2021, Figures 5.3 and 5.7], with the two mutually recursive functions of each
figure in one, and of [Knuth & Moore 1975, section 3].

All values belong to one `player`, in payoff units; all others are taken to play against that player. Once `depth` plies
have been made, ``evaluate(game, state, player)`` stands for the rest of the game.
"""

from math import inf, nextafter

from ..game import CHANCE, TERMINAL, after, heuristic, legal_actions, payoff, to_move, weight


def minimax(game, state, player, depth=inf, evaluate=heuristic):
    """Return the value of `state` to `player` if both sides play as well as possible."""
    if to_move(game, state) == TERMINAL:
        return payoff(game, state, player)
    if depth == 0:
        return evaluate(game, state, player)
    values = [minimax(game, after(game, state, action), player, depth - 1, evaluate)
              for action in legal_actions(game, state)]
    return max(values) if to_move(game, state) == player else min(values)


def alpha_beta(game, state, player, depth=inf, evaluate=heuristic, alpha=-inf, beta=inf):
    """Return the value of `state` to `player`, leaving out what cannot matter.

    `alpha` is what `player` is sure of elsewhere, `beta` what the others can hold that player
    to elsewhere. A result at or beyond one of them is only a bound of the value.
    """
    if to_move(game, state) == TERMINAL:
        return payoff(game, state, player)
    if depth == 0:
        return evaluate(game, state, player)
    value = -inf if to_move(game, state) == player else inf
    for action in legal_actions(game, state):
        below = alpha_beta(game, after(game, state, action), player, depth - 1, evaluate, alpha, beta)
        if to_move(game, state) == player:
            value = max(value, below)
            alpha = max(alpha, value)
        else:
            value = min(value, below)
            beta = min(beta, value)
        if alpha >= beta:
            break  # the side that is better off elsewhere will not let it come to this
    return value


def negamax(game, state, player, depth=inf, evaluate=heuristic, alpha=-inf, beta=inf):
    """Return the value of `state` to `player`, who moves, for two players who take turns and whose payoffs add up to 0
    [Knuth & Moore 1975, procedure F2].

    What is good for one is as bad for the other, so both sides maximise and the sign changes from ply to ply.
    """
    if to_move(game, state) == TERMINAL:
        return payoff(game, state, player)
    if depth == 0:
        return evaluate(game, state, player)
    value = -inf
    for action in legal_actions(game, state):
        below = after(game, state, action)
        value = max(value, -negamax(game, below, 1 - player, depth - 1, evaluate, -beta, -max(alpha, value)))
        if value >= beta:
            break
    return value


def pvs(game, state, player, depth=inf, evaluate=heuristic, alpha=-inf, beta=inf):
    """Return what `negamax` does: principal variation search [Marsland & Campbell 1982].

    The first action is taken to be the best. Others that need a search are asked whether they are better, with a window
    that has no room for a value; those that are get the whole window.
    """
    if to_move(game, state) == TERMINAL:
        return payoff(game, state, player)
    if depth == 0:
        return evaluate(game, state, player)
    value = -inf
    for action in legal_actions(game, state):
        below, low = after(game, state, action), max(alpha, value)
        scout = value > -inf and depth > 1 and to_move(game, below) != TERMINAL
        found = -pvs(game, below, 1 - player, depth - 1, evaluate, -(nextafter(low, inf) if scout else beta), -low)
        if scout and low < found < beta:
            found = -pvs(game, below, 1 - player, depth - 1, evaluate, -beta, -low)
        value = max(value, found)
        if value >= beta:
            break
    return value


def expectiminimax(game, state, player, depth=inf, evaluate=heuristic):
    """Return the value of `state` to `player`: best play on both sides, and the average over random events.

    [Russell & Norvig 2021, section 5.5]. Random events do not count for `depth`.
    """
    mover = to_move(game, state)
    if mover == TERMINAL:
        return payoff(game, state, player)
    if depth == 0:
        return evaluate(game, state, player)
    actions = legal_actions(game, state)
    values = [expectiminimax(game, after(game, state, action), player, depth - (mover != CHANCE), evaluate)
              for action in actions]
    if mover == CHANCE:
        weights = [weight(game, state, action) for action in actions]
        return sum(value * share for value, share in zip(values, weights, strict=True)) / sum(weights)
    return max(values) if mover == player else min(values)
