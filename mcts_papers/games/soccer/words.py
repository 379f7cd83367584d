"""Names of actions in soccer, and a state as text."""

from mcts_lab.appearance import Appearance
from mcts_lab.game import TERMINAL

from .rules import BLUE, DIRECTIONS, NOBODY, RED, goal_rows, in_zone

TEAMS = ("Red", "Blue")


class SoccerWords(Appearance):
    """Names and texts."""

    __slots__ = ()

    def action_name(self, state, action):
        return DIRECTIONS[action]

    def text(self, state):
        """Return the pitch as text, the top row first.

        R and B are a player with the ball, r and b without it, o is the ball, and : marks the zones.
        """
        low, high = goal_rows(self)
        lines = []
        for y in range(self.height, 0, -1):
            cells = []
            for x in range(self.width + 2):
                mouth = "=" if low <= y <= high else " "
                cell = mouth if x in (0, self.width + 1) else "."
                if cell == "." and any(in_zone(self, player, x, y) for player in (RED, BLUE)):
                    cell = ":"
                if state.holder == NOBODY and (x, y) == (state.ball_x, state.ball_y):
                    cell = "o"
                for player, letter in ((RED, "r"), (BLUE, "b")):
                    if (x, y) == (state.x[player], state.y[player]):
                        cell = letter.upper() if state.holder == player else letter
                cells.append(cell)
            lines.append(" ".join(cells).rstrip())
        return "\n".join([*lines, describe(self, state)])


def describe(game, state) -> str:
    """Return a sentence about the state."""
    if state.winner != NOBODY:
        return f"{TEAMS[int(state.winner)]} has won"
    if game.to_move(state) == TERMINAL:
        return f"a draw after {int(state.plays)} plays"
    holder = ("the ball is free", "Red has the ball", "Blue has the ball")[int(state.holder) + 1]
    return f"{TEAMS[int(state.mover)]} to move, {holder}"
