"""Tic-tac-toe: three in a row, column or diagonal on a board of nine squares.

    0 1 2
    3 4 5      a square's number is its action and its bit
    6 7 8
"""

from __future__ import annotations

import numpy as np

from ...engine.distinct import Distinct
from ...engine.generic import helper
from ...engine.light import fill
from ...engine.random import below
from ...game import TERMINAL, Facts, text
from ..drawing.board_svg import Canvas, area
from .hashing import scramble


class TicTacToe(Distinct):
    """Tic-tac-toe."""

    def facts(self):
        return Facts(
            name="tic_tac_toe", title="Tic-tac-toe", players=2, actions=9, branching=9, length=9, low=-1.0, high=1.0,
            outcomes=(-1.0, 0.0, 1.0), dtype=STATE, player_names=("x", "o"),
        )

    def reset(self, state, rng):
        fill(state.marks, 0)
        state.plays = 0
        state.winner = NOBODY

    def to_move(self, state):
        if state.winner != NOBODY or state.plays == 9:
            return TERMINAL
        return int(state.plays) & 1

    def legal(self, state, out):
        if state.winner != NOBODY:
            return 0
        squares = empty_squares(state)
        for i in range(9):  # always nine: a loop of known length has no branch to guess
            out[i] = PLACES[squares, i]
        return 9 - int(state.plays)

    def random_action(self, state, rng, scratch):
        return int(PLACES[empty_squares(state), below(rng, 9 - int(state.plays))])

    def play(self, state, action, rng):
        player = int(state.plays) & 1
        marks = int(state.marks[player]) | (1 << action)
        state.marks[player] = marks
        state.plays += 1
        if WINS[marks]:
            state.winner = player

    def playout(self, state, rng, scratch):
        # the same as playing one random action after another, with the board kept out of memory
        if state.winner != NOBODY:
            return 0
        before = int(state.plays)
        plays = before
        mine = int(state.marks[plays & 1])
        theirs = int(state.marks[1 - (plays & 1)])
        while plays < 9:
            mine |= 1 << int(PLACES[FULL & ~(mine | theirs), below(rng, 9 - plays)])
            plays += 1
            mine, theirs = theirs, mine
            if WINS[theirs]:
                state.winner = 1 - (plays & 1)
                break
        state.marks[plays & 1] = mine
        state.marks[1 - (plays & 1)] = theirs
        state.plays = plays
        return plays - before

    def played(self, state, player, action):
        return int(state.marks[player]) >> action & 1 != 0

    def payoff(self, state, player):
        if state.winner == NOBODY:
            return 0.0
        return 1.0 if state.winner == player else -1.0

    def heuristic(self, state, player):
        """Lines still open to `player` minus lines still open to the opponent, over 8."""
        mine = int(state.marks[player])
        theirs = int(state.marks[1 - player])
        lead = 0
        for line in LINES:
            lead += (theirs & line == 0) - (mine & line == 0)
        return lead / 8.0

    def key(self, state):
        return scramble(np.uint64(int(state.marks[0]) | int(state.marks[1]) << 9))

    def action_name(self, state, action):
        return f"{'xo'[int(state.plays) & 1]}({action // 3},{action % 3})"

    def text(self, state):
        signs = {None: ".", 0: "x", 1: "o"}
        return "\n".join("".join(signs[mark_at(state, 3 * r + c)] for c in range(3)) for r in range(3))

    def svg(self, state, dark=False):
        canvas = Canvas(3.9, 3.9, f"Tic-tac-toe: {text(self, state)}", dark)
        for i in range(3):
            canvas.label(1.1 + i, 0.35, i)
            canvas.label(0.35, 1.1 + i, i)
        canvas.rectangle(0.6, 0.6, 3, 3, "cell", corner=0.12)
        for i in (1, 2):
            canvas.line(0.6 + i, 0.7, 0.6 + i, 3.5, "grid", 0.05)
            canvas.line(0.7, 0.6 + i, 3.5, 0.6 + i, "grid", 0.05)
        for square in range(9):
            x, y = 1.1 + square % 3, 1.1 + square // 3
            mark = mark_at(state, square)
            if mark == 0:
                canvas.cross(x, y, "first")
            elif mark == 1:
                canvas.ring(x, y, "cool")
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        return (area(0.6 + action % 3, 0.6 + action // 3),)

    def highlights(self, state, action, following, viewer=None):
        cells = [action]
        for line in LINES:
            if line >> action & 1 and any(int(marks) & line == line for marks in following.marks):
                cells += [square for square in range(9) if line >> square & 1]
        return tuple(area(0.6 + square % 3, 0.6 + square // 3) for square in dict.fromkeys(cells))


STATE = np.dtype(
    [
        ("marks", np.int16, (2,)),  # nine bits per player
        ("plays", np.int8),
        ("winner", np.int8),  # NOBODY, or a player
    ]
)
NOBODY = -1
FULL = 0b111_111_111
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
WINS = np.array([any(marks & line == line for line in LINES) for marks in range(512)])  # [marks]
PLACES = np.array(  # [set of squares, k]: the k-th square of the set
    [([s for s in range(9) if squares >> s & 1] + [-1] * 9)[:9] for squares in range(512)], np.int8
)


@helper
def empty_squares(state):
    """The empty cells as bits."""
    return FULL & ~(int(state.marks[0]) | int(state.marks[1]))


def mark_at(state, square):
    """The player whose mark stands on a square, or None."""
    return next((player for player in range(2) if int(state.marks[player]) >> square & 1), None)

GAMES = {"tic_tac_toe": "TicTacToe"}
