"""A solution of the project "large"."""

# %%
import math

OWN = (1, 6, 40, 400, 100_000)  # what a line is worth to complete, by its marks
THEIRS = (1, 4, 25, 200, 20_000)  # and to stop


def worth(game, state, cell):
    """Return how much a cell matters to the player to move."""
    board = state[0]
    me = "xo"[game.to_move(state)]
    total = 0
    for line in game.through[cell]:
        marks = [board[one] for one in line if board[one] != "."]
        mine = marks.count(me)
        if mine == len(marks):
            total += OWN[mine]
        elif mine == 0:
            total += THEIRS[len(marks)]
    return total


def near(game, state):
    """Return the legal actions at most two cells away from a mark; all on an empty board."""
    board = state[0]
    marks = [divmod(cell, game.columns) for cell, mark in enumerate(board) if mark != "."]
    legal = game.legal(state)
    found = [cell for cell in legal if any(
        abs(cell // game.columns - row) <= 2 and abs(cell % game.columns - column) <= 2
        for row, column in marks)]
    return found or legal


# %%
def candidates(game, state, k):
    """Return the k actions that matter most, the best first."""
    score = {cell: worth(game, state, cell) for cell in near(game, state)}
    best = sorted(score, key=score.get, reverse=True)
    others = [cell for cell in game.legal(state) if cell not in score]
    return (best + others)[:k]


# %%
def evaluate(game, state, player):
    """Return what the open lines are worth to a player."""
    board, total = state[0], 0
    for line in game.lines:
        marks = [board[one] for one in line if board[one] != "."]
        mine = marks.count("xo"[player])
        if marks and mine == len(marks):
            total += 5 ** mine
        elif marks and mine == 0:
            total -= 5 ** len(marks)
    return total


def value_of(game, state, depth, player, alpha, beta):
    """Return the value of a state to a player, by alpha-beta over five candidates."""
    mover = game.to_move(state)
    if mover is None:
        return 1_000_000 * game.payoff(state, player)
    if depth == 0:
        return evaluate(game, state, player)
    for action in candidates(game, state, 5):
        value = value_of(game, game.play(state, action), depth - 1, player, alpha, beta)
        if mover == player:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if mover == player else beta


def choose(game, state, rng):
    """Return the best of six candidates, by alpha-beta of depth 3."""
    player = game.to_move(state)
    best, alpha = None, -math.inf
    for action in candidates(game, state, 6):
        value = value_of(game, game.play(state, action), 2, player, alpha, math.inf)
        if value > alpha:
            best, alpha = action, value
    return best
