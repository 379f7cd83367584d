"""The rules of discrete soccer.

The pitch has cells x = 1..width from left to right and y = 1..height from bottom to top. Red attacks the goal on the
right (column width + 1), Blue the goal on the left (column 0). Red moves first, then the players alternate. All rules
follow the course program that the paper used. Comments mark the rules that differ from the paper's description.

`event` returns what an action causes, and `play` changes the state accordingly.

A draw by repetition depends on all earlier positions, so it is not in the state: a match compares the `key` of the
new state with the keys of all earlier states. A search gets only one state, so it cannot recognise repetitions.
"""

from __future__ import annotations

import math

import numpy as np

from mcts_lab.engine.arithmetic import cos
from mcts_lab.engine.light import fill
from mcts_lab.engine.random import below
from mcts_lab.game import TERMINAL, Facts, Game

from .evaluation import WON, Evaluation, evaluate

RED, BLUE, NOBODY = 0, 1, -1


class SoccerRules(Game):
    """The rules. Parameters are the pitch, the length of a game, the payoffs and the evaluation."""

    width: int = 19  # columns, odd, 9 to 99
    height: int = 13  # rows, odd, 7 to 99
    goal_height: int = 5  # rows of each goal mouth, odd, at most `height`
    random_start: bool = True  # False: both start where a kick-off puts them
    limit: int = 1000  # a draw after this number of moves; 0: no limit, as in the original program
    win: float = 10.0  # payoff of the winner
    loss: float = -10.0  # payoff of the loser; a draw is halfway between the two
    evaluation: Evaluation = Evaluation()  # how unfinished positions are estimated

    def facts(self):
        for name, least in (("width", 9), ("height", 7), ("goal_height", 1)):
            size = getattr(self, name)
            if size % 2 == 0 or not least <= size <= 99:
                raise ValueError(f"{name} cannot be {size}. Use an odd number from {least} to 99.")
        if self.goal_height > self.height:
            raise ValueError(f"goal_height={self.goal_height} is too large, because the pitch has only {self.height} "
                             "rows. Use a smaller number.")
        if self.limit < 0:
            raise ValueError(f"limit cannot be {self.limit}. Use a number of moves, or 0 for no limit.")
        if not self.loss < self.win:
            raise ValueError(f"A win must be worth more than a loss, but loss={self.loss} and win={self.win}. Increase "
                             "win.")
        return Facts(
            name="soccer", title="Discrete soccer", players=2, actions=len(DIRECTIONS), branching=7,
            length=self.limit or 100_000, low=float(self.loss), high=float(self.win),
            outcomes=(float(self.loss), (self.win + self.loss) / 2, float(self.win)), dtype=STATE,
            player_names=("Red", "Blue"),
        )

    def reset(self, state, rng):
        column, row = middle(self)
        kick_off(self, state, RED)
        if self.random_start:
            # as in the original program, no player starts in the last row, and Blue never in the last column
            state.x[RED] = 1 + below(rng, column - 1)
            state.y[RED] = 1 + below(rng, self.height - 1)
            state.x[BLUE] = column + 1 + below(rng, self.width - column - 1)
            state.y[BLUE] = 1 + below(rng, self.height - 1)
        state.ball_x = column
        state.ball_y = row
        state.holder = NOBODY
        state.mover = RED
        state.winner = NOBODY
        state.plays = 0

    def misfit(self, state):
        inside = (all(0 <= int(x) <= self.width + 1 for x in state.x)
                  and all(1 <= int(y) <= self.height for y in state.y))
        return "" if inside else "has a player outside this pitch"

    def to_move(self, state):
        if int(state.winner) != NOBODY or (self.limit > 0 and int(state.plays) >= self.limit):
            return TERMINAL
        return int(state.mover)

    def legal(self, state, out):
        if int(state.winner) != NOBODY or (self.limit > 0 and int(state.plays) >= self.limit):
            return 0
        if int(state.holder) == int(state.mover):
            return listed(self, state, out)
        n = 0
        for i in range(6):
            action = listed_action(self, state, i)
            if on_pitch(self, state, action):
                out[n] = action
                n += 1
        return n

    def random_action(self, state, rng, scratch):
        if int(state.holder) == int(state.mover):
            i = below(rng, 7)
            return KICK if i == 6 else listed_action(self, state, i)
        while True:
            action = listed_action(self, state, below(rng, 6))
            if on_pitch(self, state, action):
                return action

    def play(self, state, action, rng):
        player = int(state.mover)
        other = 1 - player
        what = event(self, state, action)
        if what == MOVE or what == CARRY or what == PICKUP:
            state.x[player] += DX[action]
            state.y[player] += DY[action]
            if what != MOVE:
                give_ball(state, player)
        elif what == STEAL:
            change_possession(self, state, player)
        elif what == BUMP_LOSE or what == KICK_INTERCEPT:
            change_possession(self, state, other)
        elif what == SIDE_OUT or what == END_OUT or what == KICK_MISS:
            kick_off(self, state, other)
        elif what == CORNER:
            corner(self, state, other)
        elif what == KICK_GOAL:
            _, row = middle(self)
            state.ball_x = goal_column(self, player)
            state.ball_y = row
            state.holder = NOBODY
            state.winner = player
        elif what == WALK_GOAL:
            state.winner = player
        elif what == OWN_GOAL:
            state.winner = other
        state.mover = other
        state.plays += 1

    def payoff(self, state, player):
        if int(state.winner) == NOBODY:
            return 0.5 * (self.win + self.loss)
        return self.win * 1.0 if int(state.winner) == player else self.loss * 1.0

    def heuristic(self, state, player):
        """Return the paper's utility, rescaled so that 25 becomes the payoff for a win and 0 the payoff for a loss.

        Rescaling changes no decision of a search that compares values.
        """
        return self.loss + (self.win - self.loss) * evaluate(self, state, player) / WON

    def key(self, state):
        """Return a number that is the same for equal positions: player to move, players' cells, ball and holder.

        As in the original program it does not contain the winner, so it can be the same after a goal and at an
        earlier position. Test for a goal before you test for a repetition.
        """
        position = np.uint64(0)
        for part in (state.x[RED], state.y[RED], state.x[BLUE], state.y[BLUE], state.ball_x, state.ball_y):
            position = (position << np.uint64(7)) | np.uint64(part)
        return (position << np.uint64(3)) | np.uint64(2 * (int(state.holder) + 1) + int(state.mover))


STATE = np.dtype(
    [
        ("x", np.int8, (2,)),  # of Red and Blue, 1 .. width; Red can be displaced to 0, off the pitch
        ("y", np.int8, (2,)),  # of Red and Blue, 1 .. height
        ("ball_x", np.int8),
        ("ball_y", np.int8),
        ("holder", np.int8),  # of the ball: NOBODY, RED or BLUE
        ("mover", np.int8),  # RED or BLUE
        ("winner", np.int8),  # NOBODY, RED or BLUE
        ("plays", np.int32),  # moves since the start, for `limit`; not part of the position
    ],
    align=True,
)

KICK = 0
DX = np.array([0, 1, -1, 0, 0, 1, 1, -1, -1])
DY = np.array([0, 0, 0, 1, -1, 1, -1, 1, -1])
ARROWS = ("kick", "→", "←", "↑", "↓", "↗", "↘", "↖", "↙")
DIRECTIONS = ("kick", "right", "left", "up", "down", "up right", "down right", "up left", "down left")

EVENTS = (
    "illegal",  # leaving the pitch without the ball
    "move",
    "neutral-bump",  # walking into the opponent while the ball is free: nobody moves, and the turn ends
    "pickup",
    "steal",
    "carry",
    "bump-lose",  # walking into the opponent with the ball: the opponent gets it
    "side-out",
    "end-out",  # over the end line the carrier attacks
    "corner",  # over the end line the carrier defends
    "walk-goal",
    "own-goal",
    "kick-intercept",
    "kick-goal",
    "kick-miss",
)
(ILLEGAL, MOVE, NEUTRAL_BUMP, PICKUP, STEAL, CARRY, BUMP_LOSE, SIDE_OUT, END_OUT, CORNER, WALK_GOAL, OWN_GOAL,
 KICK_INTERCEPT, KICK_GOAL, KICK_MISS) = range(len(EVENTS))


# --- geometry --------------------------------------------------------------------------------------------------------


def middle(game):
    """Return the middle cell of the pitch, where the ball starts."""
    return (game.width + 1) // 2, (game.height + 1) // 2


def goal_column(game, player):
    """Return the column of the goal that `player` attacks, just outside the pitch."""
    return game.width + 1 if player == RED else 0


def goal_rows(game):
    """Return the lowest and the highest row of both goals."""
    low = (game.height + 1) // 2 - game.goal_height // 2
    return low, low + game.goal_height - 1


def forward(game, player, x):
    """Return the direction of `player`'s diagonal moves from column `x`: to the goal, but away from an end line."""
    if x <= 1:
        return 1
    if x >= game.width:
        return -1
    return 1 if player == RED else -1


def intercepts(game, kicker, px, py, ox, oy):
    """Return whether an opponent at (ox, oy) stops the ball that `kicker` kicks from (px, py).

    The opponent stops the ball if its centre lies in the triangle between the kicker's centre and the goal posts, or
    if one of four points lies there, each a quarter of a cell away from the centre in x and in y. All coordinates are
    measured in quarters of a cell. They are integers, so there are no rounding errors.
    """
    line = game.width + 1 if kicker == RED else 1
    low, _ = goal_rows(game)
    x = 4 * px + 2
    y = 4 * py + 2
    depth = 4 * line - x  # never 0: centres lie between grid lines
    lower = 4 * low - y
    upper = 4 * (low + game.goal_height) - y
    for i in range(5):
        u = 4 * ox + 2 - x
        v = 4 * oy + 2 - y
        if i > 0:
            u += 2 * (i & 1) - 1
            v += (i & 2) - 1
        if depth > 0:
            if lower * u <= v * depth and v * depth <= upper * u:
                return True
        elif lower * u >= v * depth and v * depth >= upper * u:
            return True
    return False


def in_zone(game, player, px, py):
    """Return whether a kick by `player` from (px, py) reaches the goal if nobody intercepts it.

    A kick reaches the goal if 20 t^2 / d^2 > 0.3. Here t is the angle in radians between the lines from the player to
    the two goal posts, and d is the distance to the goal.
    """
    low, _ = goal_rows(game)
    dx = game.width + 1.5 - px if player == RED else px + 0.5
    # t is at most goal_height / dx and d at least dx, so this far out the condition cannot hold
    if 0.3 * dx * dx * dx * dx > 20.0 * game.goal_height * game.goal_height:
        return False
    a = low - 0.5 - py
    b = a + game.goal_height
    c = (game.height + 1) // 2 - py
    cosine = (dx * dx + a * b) / (math.sqrt(dx * dx + a * a) * math.sqrt(dx * dx + b * b))
    least = math.sqrt(0.3 / 20.0 * (dx * dx + c * c))
    return least < math.pi and cosine < cos(least)  # the wider the angle, the smaller its cosine


# --- what an action causes -------------------------------------------------------------------------------------------


def event(game, state, action):
    """Return the event that `action` causes in an unfinished state, as an index of `EVENTS`."""
    player = int(state.mover)
    other = 1 - player
    if action == KICK:
        return kick_event(game, state, player)
    x = int(state.x[player]) + DX[action]
    y = int(state.y[player]) + DY[action]
    meets = x == int(state.x[other]) and y == int(state.y[other])
    outside = x < 1 or x > game.width
    if int(state.holder) != player:
        if outside or y < 1 or y > game.height:
            return ILLEGAL
        if meets:
            return STEAL if int(state.holder) == other else NEUTRAL_BUMP
        if int(state.holder) == NOBODY and x == int(state.ball_x) and y == int(state.ball_y):
            return PICKUP
        return MOVE
    if y < 1 or y > game.height:
        return SIDE_OUT
    if outside:
        low, high = goal_rows(game)
        at_own_end = (x < 1) == (player == RED)
        if low <= y <= high:
            return OWN_GOAL if at_own_end else WALK_GOAL
        return CORNER if at_own_end else END_OUT
    return BUMP_LOSE if meets else CARRY


def kick_event(game, state, player):
    """Return the event that a kick by `player` causes, as an index of `EVENTS`."""
    if int(state.holder) != player:
        return ILLEGAL
    other = 1 - player
    px = int(state.x[player])
    py = int(state.y[player])
    if intercepts(game, player, px, py, int(state.x[other]), int(state.y[other])):
        return KICK_INTERCEPT
    return KICK_GOAL if in_zone(game, player, px, py) else KICK_MISS


def kick_off(game, state, player):
    """Put both players into their halves and give `player` the ball."""
    _, row = middle(game)
    column = (game.width + 1) // 4
    state.x[RED] = column
    state.x[BLUE] = game.width + 1 - column
    fill(state.y, row)
    give_ball(state, player)


def give_ball(state, player):
    """Give `player` the ball at the player's cell."""
    state.holder = player
    state.ball_x = state.x[player]
    state.ball_y = state.y[player]


def corner(game, state, player):
    """Give `player` the ball at the lower corner of the attacked end, and put the other player near it.

    As in the original program, the ball's coordinates do not change until its holder acts. Only the key depends on
    them.
    """
    if player == BLUE:
        state.x[BLUE] = 1
        state.x[RED] = 3
    else:
        state.x[RED] = game.width
        state.x[BLUE] = game.width - 2
    state.y[player] = 1
    state.y[1 - player] = 3
    state.holder = player


def occupied(state, x, y):
    """Return whether a player or the ball is on the cell (x, y)."""
    return (
        (x == int(state.x[RED]) and y == int(state.y[RED]))
        or (x == int(state.x[BLUE]) and y == int(state.y[BLUE]))
        or (x == int(state.ball_x) and y == int(state.ball_y))
    )


def change_possession(game, state, gainer):
    """Give `gainer` the ball, and put the loser halfway between `gainer` and the goal that `gainer` attacks.

    If this cell is occupied (even by the loser), the loser goes to the first free cell of right, left and above; not
    all four cells can be occupied. Coordinates are rounded down, so if Blue is at x = 1, Red goes to x = 0, off the
    pitch. Blue never leaves the pitch in this way.
    """
    _, row = middle(game)
    x = (int(state.x[gainer]) + goal_column(game, gainer)) // 2
    y = (int(state.y[gainer]) + row) // 2
    if occupied(state, x, y):
        if x + 1 <= game.width and not occupied(state, x + 1, y):
            x += 1
        elif x - 1 >= 1 and not occupied(state, x - 1, y):
            x -= 1
        elif y + 1 <= game.height and not occupied(state, x, y + 1):
            y += 1
    state.x[1 - gainer] = x
    state.y[1 - gainer] = y
    give_ball(state, gainer)


# --- the game --------------------------------------------------------------------------------------------------------


def listed_action(game, state, i):
    """Return the i-th of the six moves in the order of the rules: four straight moves, two diagonal moves."""
    if i < 4:
        return i + 1
    player = int(state.mover)
    return i + 1 if forward(game, player, int(state.x[player])) > 0 else i + 3


def on_pitch(game, state, action):
    """Return whether a move leads to a cell of the pitch."""
    player = int(state.mover)
    x = int(state.x[player]) + DX[action]
    y = int(state.y[player]) + DY[action]
    return 1 <= x <= game.width and 1 <= y <= game.height


def listed(game, state, out):
    """Write the actions that the original program offers, some of which it refuses later; return their number."""
    n = 0
    if int(state.holder) == int(state.mover):
        out[0] = KICK
        n = 1
    for i in range(6):
        out[n] = listed_action(game, state, i)
        n += 1
    return n
