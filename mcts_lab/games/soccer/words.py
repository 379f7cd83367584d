"""Soccer in words: names of actions, and a state as text."""

from __future__ import annotations

from ...game import TERMINAL, action_name, text, to_move
from .rules import ACTIONS, BLUE, NOBODY, RED, Soccer, goal_rows, in_zone

TEAMS = ("Red", "Blue")


@action_name.register(Soccer)
def soccer_action_name(game, state, action):
    return ACTIONS[action]


def describe(game, state) -> str:
    """One sentence about the state."""
    if state.winner != NOBODY:
        return f"{TEAMS[int(state.winner)]} has won"
    if to_move(game, state) == TERMINAL:
        return f"a draw after {int(state.plays)} plays"
    holder = ("the ball is free", "Red has the ball", "Blue has the ball")[int(state.holder) + 1]
    return f"{TEAMS[int(state.mover)]} to move, {holder}"


@text.register(Soccer)
def soccer_text(game, state):
    """A line a row, top first: R and B the players, lower case without the ball, o the ball, : the shooting zones."""
    low, high = goal_rows(game)
    lines = []
    for y in range(game.height, 0, -1):
        cells = []
        for x in range(game.width + 2):
            mouth = "=" if low <= y <= high else " "
            cell = mouth if x in (0, game.width + 1) else "."
            if cell == "." and any(in_zone(game, player, x, y) for player in (RED, BLUE)):
                cell = ":"
            if state.holder == NOBODY and (x, y) == (state.ball_x, state.ball_y):
                cell = "o"
            for player, letter in ((RED, "r"), (BLUE, "b")):
                if (x, y) == (state.x[player], state.y[player]):
                    cell = letter.upper() if state.holder == player else letter
            cells.append(cell)
        lines.append(" ".join(cells).rstrip())
    return "\n".join([*lines, describe(game, state)])
