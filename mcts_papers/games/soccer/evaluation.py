"""The paper's estimate of an unfinished position [Runnels 2023, section 4, Eq. 3-6].

The paper's words and formulas leave open how it is meant in several places. Each of these is a field of `Evaluation`.
What lies outside the formulas is chosen elsewhere: the player whose value is estimated is the argument `player` (a
search passes the player at its root), depth is counted in plays by the searches, a repetition is not seen by any
search, and a goal is worth the same whenever it falls.
"""

import math

from mcts_lab.engine.distinct import Distinct

PRINTED = -1  # Eq. 6 as printed subtracts a tenth of the distance to the opponent, so it rewards being near
AWAY = 1  # the sentence below Eq. 6: the player should be "moving away from the other player"

WON = 25.0  # Eq. 3; having lost is worth 0


class Evaluation(Distinct):
    """The reading of Eq. 4-6. The defaults are the formulas as printed, on the cells of the paper's program."""

    sign: int = PRINTED  # Eq. 6: PRINTED or AWAY
    real_midpoint: bool = False  # Eq. 5: False rounds the midpoint down to a cell; True can score above 1
    far_ball: bool = False  # Eq. 4: False is the formula's distance to the ball, True the sentence's to the opponent
    guarded_goal: bool = False  # Eq. 5: False is the goal the opponent attacks, True the one it guards
    tie_is_far: bool = False  # Eq. 6: at equal distances the player counts as closer (False) or as farther (True)
    nearest_mouth: bool = False  # Eq. 5-6: a goal's place is its middle cell (False) or its nearest cell (True)
    difference: bool = False  # False: the player's own value; True: half of (25 + own - opponent's), which is zero-sum


def distance(ax, ay, bx, by):
    """Euclidean distance, in cells."""
    return math.sqrt((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


def goal_cell(game, player, y):
    """The cell that stands for the goal `player` attacks, seen from row `y`."""
    row = (game.height + 1) // 2
    if game.evaluation.nearest_mouth:
        half = game.goal_height // 2
        row = min(max(y, row - half), row + half)
    return (game.width + 1 if player == 0 else 0), row


def closeness(away):
    """1 / distance, and 1 at distance 0."""
    return 1.0 if away == 0.0 else 1.0 / away


def own_value(game, state, player):
    """Eq. 4-6 for `player` in an unfinished state, with either player to move."""
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
    """The paper's utility of `state` for `player`: 25 won, 0 lost (Eq. 3), about -1.7 to 10.1 in between."""
    winner = int(state.winner)
    if winner >= 0:
        return WON if winner == player else 0.0
    value = own_value(game, state, player)
    if game.evaluation.difference:
        return 0.5 * (WON + value - own_value(game, state, 1 - player))
    return value
