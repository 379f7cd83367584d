"""Soccer in words: names of actions and events, a state as text, and as the plain list that recordings use."""

from __future__ import annotations

from ...game import TERMINAL, action_name, key, new_states, text, to_move
from .rules import ACTIONS, ARROWS, BLUE, EVENTS, NOBODY, RED, Soccer, event, goal_rows, in_zone

FIELDS = ("to_move", "red_x", "red_y", "red_has_ball", "blue_x", "blue_y", "blue_has_ball", "ball_x", "ball_y",
          "ball_on_field", "winner")
TEAMS = ("Red", "Blue")


@action_name.register(Soccer)
def soccer_action_name(game, state, action):
    return ACTIONS[action]


def action_number(name) -> int:
    """The action that "kick", "1,0" or an arrow names. Raises ValueError for anything else."""
    for names in (ACTIONS, ARROWS):
        if name in names:
            return names.index(name)
    raise ValueError(f"{name!r} is not a soccer action; write kick or a move such as 1,0 or -1,1")


def event_name(game, state, action) -> str:
    """What `action` would bring about, as a word of `EVENTS`."""
    return EVENTS[event(game, state, action)]


def same_position(game, a, b) -> bool:
    """Whether two states are the same position, which is what ends a match as a draw."""
    return int(key(game, a)) == int(key(game, b))


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





def to_tuple(state) -> list:
    """The state as the eleven numbers of `FIELDS`; flags are 0 or 1, no winner is None."""
    holder, winner = int(state.holder), int(state.winner)
    return [
        int(state.mover), int(state.x[0]), int(state.y[0]), int(holder == RED), int(state.x[1]), int(state.y[1]),
        int(holder == BLUE), int(state.ball_x), int(state.ball_y), int(holder == NOBODY),
        None if winner == NOBODY else winner,
    ]


def from_tuple(game, values):
    """The state that `to_tuple` would write like this, with no plays counted. Raises ValueError if there is none."""
    if len(values) != len(FIELDS):
        raise ValueError(f"a soccer state has {len(FIELDS)} entries ({', '.join(FIELDS)}), not {len(values)}")
    v = dict(zip(FIELDS, values, strict=True))
    if v["red_has_ball"] + v["blue_has_ball"] + v["ball_on_field"] != 1:
        raise ValueError("exactly one of red_has_ball, blue_has_ball and ball_on_field must be 1")
    state = new_states(game, 1)[0]
    state.x[:] = v["red_x"], v["blue_x"]
    state.y[:] = v["red_y"], v["blue_y"]
    state.ball_x, state.ball_y = v["ball_x"], v["ball_y"]
    state.holder = RED if v["red_has_ball"] else BLUE if v["blue_has_ball"] else NOBODY
    state.mover = v["to_move"]
    state.winner = NOBODY if v["winner"] is None else v["winner"]
    return state
