"""The paper's estimate of an unfinished position [Runnels 2023, section 4, Eq. 3-6].

Several words and formulas of the paper allow more than one interpretation. Each field of `Evaluation` chooses one.
Four other questions are not decided here but in the search: it estimates the value for the player at its root,
measures depth in single moves, does not recognise repetitions, and gives an early goal the same value as a late goal.
"""

import math

from mcts_lab.engine.distinct import Distinct

PRINTED = -1  # Eq. 6 as printed subtracts a tenth of the distance to the opponent, so it rewards being near
AWAY = 1  # the sentence below Eq. 6: the player should be "moving away from the other player"

WON = 25.0  # Eq. 3: the value of a won position; a lost position has 0


class Evaluation(Distinct):
    """The interpretation of Eq. 4-6. The defaults are the printed formulas, with the cells of the paper's program."""

    sign: int = PRINTED  # Eq. 6: PRINTED or AWAY
    real_midpoint: bool = False  # Eq. 5: False rounds the midpoint down to a cell; with True the value can exceed 1
    far_ball: bool = False  # Eq. 4: distance to the ball (False, the formula) or the opponent (True, the text)
    guarded_goal: bool = False  # Eq. 5: the goal that the opponent attacks (False) or guards (True)
    tie_is_far: bool = False  # Eq. 6: at equal distances the player counts as closer (False) or as farther (True)
    nearest_mouth: bool = False  # Eq. 5-6: the position of a goal is its middle cell (False) or its nearest cell (True)
    difference: bool = False  # False: the player's own value; True: (25 + own - opponent's) / 2, a zero-sum value


def distance(ax, ay, bx, by):
    """Return the Euclidean distance in cells."""
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


def goal_cell(game, player, y):
    """Return the cell that represents the goal that `player` attacks, seen from row `y`."""
    row = (game.height + 1) // 2
    if game.evaluation.nearest_mouth:
        half = game.goal_height // 2
        row = min(max(y, row - half), row + half)
    return (game.width + 1 if player == 0 else 0), row


def closeness(away):
    """Return 1 / distance, or 1 at distance 0."""
    return 1.0 if away == 0.0 else 1.0 / away


def own_value(game, state, player):
    """Return the value of an unfinished state for `player` by Eq. 4-6."""
    rule = game.evaluation
    other = 1 - player
    x, y = int(state.x[player]), int(state.y[player])
    ox, oy = int(state.x[other]), int(state.y[other])
    holder = int(state.holder)
    if holder == player:  # Eq. 6
        gx, gy = goal_cell(game, player, y)
        value = 10.0 * closeness(distance(x, y, gx, gy))
        ahead = distance(x, y, gx, gy) - distance(ox, oy, gx, gy)
        if ahead > 0.0 or (ahead == 0.0 and rule.tie_is_far):
            value += rule.sign * distance(x, y, ox, oy) / 10.0
        return value
    if holder == other:  # Eq. 5
        gx, gy = goal_cell(game, player if rule.guarded_goal else other, oy)
        if rule.real_midpoint:
            return closeness(distance(x, y, (ox + gx) * 0.5, (oy + gy) * 0.5))
        return closeness(distance(x, y, (ox + gx) // 2 * 1.0, (oy + gy) // 2 * 1.0))
    if rule.far_ball:
        return closeness(distance(x, y, ox, oy))
    return closeness(distance(x, y, int(state.ball_x), int(state.ball_y)))  # Eq. 4


def evaluate(game, state, player):
    """Return the paper's utility of `state` for `player`: 25 if won, 0 if lost (Eq. 3), else about -1.7 to 10.1."""
    winner = int(state.winner)
    if winner >= 0:
        return WON if winner == player else 0.0
    value = own_value(game, state, player)
    if game.evaluation.difference:
        return 0.5 * (WON + value - own_value(game, state, 1 - player))
    return value
