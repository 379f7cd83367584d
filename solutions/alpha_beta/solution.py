"""A solution of the project "alpha_beta"."""

# %%
import math


# %%
def evaluate(game, state, player):
    """Return the value of an unfinished state: open lines count by the square of their marks."""
    board = state[0]
    total = 0
    for line in game.lines:
        marks = [board[cell] for cell in line]
        mine, theirs = marks.count("xo"[player]), marks.count("xo"[1 - player])
        if theirs == 0:
            total += mine ** 2
        if mine == 0:
            total -= theirs ** 2
    return math.tanh(total / 20)


# %%
def ordered(game, state):
    """Return the legal actions, the middle first."""
    return sorted(game.legal(state), key=lambda action: abs(2 * action - game.columns + 1))


def value_of(game, state, depth, evaluate, player, alpha, beta):
    """Return the value of a state to a player, or a bound outside of alpha and beta."""
    mover = game.to_move(state)
    if mover is None:
        return game.payoff(state, player)
    if depth == 0:
        return evaluate(game, state, player)
    if mover == player:
        best = -math.inf
        for action in ordered(game, state):
            after = game.play(state, action)
            best = max(best, value_of(game, after, depth - 1, evaluate, player, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = math.inf
        for action in ordered(game, state):
            after = game.play(state, action)
            best = min(best, value_of(game, after, depth - 1, evaluate, player, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best


def alpha_beta(game, state, depth, evaluate):
    """Return the value of a state to the player to move, and an action that leads to it."""
    player = game.to_move(state)
    best, chosen = -math.inf, None
    for action in ordered(game, state):
        after = game.play(state, action)
        value = value_of(game, after, depth - 1, evaluate, player, best, math.inf)
        if value > best:
            best, chosen = value, action
    return best, chosen


# %%
def choose(game, state, rng):
    """Return the action of a search four plies deep."""
    return alpha_beta(game, state, 4, evaluate)[1]
