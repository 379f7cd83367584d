"""Othello (Reversi) on the usual 8 x 8 board. A player who cannot place a disc must pass, and passing is an action.

    a1 b1 ... h1      0  1 ...  7
    a2 b2 ... h2      8  9 ... 15
    ...              the number of a square is its action and its bit; row 1 is drawn at the top
"""

import numpy as np

from ...engine.bits import bit, count_bits, drop_lowest, lowest_bit, nth_bit
from ...engine.lanes import along, where
from ...engine.random import below
from ...game import TERMINAL, Facts, Game
from ..drawing.board_svg import Canvas, area
from .hashing import SECOND, scramble


class Othello(Game):
    """Othello (Reversi) on 8 x 8 squares. A player who cannot place a disc must pass.

    Examples
    --------
    >>> from mcts_lab import Position, games
    >>> Position(games.othello()).legal
    [19, 26, 37, 44]
    """

    def facts(self):
        return Facts(
            name="othello", title="Othello", players=2, actions=65, branching=60, length=128, low=-1.0, high=1.0,
            outcomes=(-1.0, 0.0, 1.0), dtype=STATE, player_names=("Black", "White"),
        )

    def reset(self, state, rng):
        state.discs[0] = BLACK_START
        state.discs[1] = WHITE_START
        state.moves = START_MOVES
        state.mover = 0

    def to_move(self, state):
        return int(state.mover)

    def legal(self, state, out):
        if state.mover == TERMINAL:
            return 0
        moves = state.moves
        if moves == 0:
            out[0] = PASS
            return 1
        n = 0
        while moves != 0:
            out[n] = lowest_bit(moves)
            moves = drop_lowest(moves)
            n += 1
        return n

    def random_action(self, state, rng, scratch):
        moves = state.moves
        return PASS if moves == 0 else nth_bit(moves, below(rng, count_bits(moves)))

    def play(self, state, action, rng):
        player = int(state.mover)
        mine = state.discs[player]
        theirs = state.discs[1 - player]
        if action != PASS:
            flipped = flips(mine, theirs, action)
            mine |= flipped | bit(action)
            theirs ^= flipped
            state.discs[player] = mine
            state.discs[1 - player] = theirs
        state.moves = places(theirs, mine)
        state.mover = 1 - player
        if state.moves == 0 and places(mine, theirs) == 0:
            state.mover = TERMINAL

    def playout(self, state, rng, scratch):
        # the same as playing one random action after another, but with the board in local variables
        if state.mover == TERMINAL:
            return 0
        player = int(state.mover)
        mine = state.discs[player]
        theirs = state.discs[1 - player]
        moves = state.moves
        plays = 0
        passed = False
        while True:
            plays += 1
            if moves != 0:
                action = nth_bit(moves, below(rng, count_bits(moves)))
                flipped = flips(mine, theirs, action)
                mine |= flipped | bit(action)
                theirs ^= flipped
                passed = False
            elif passed:
                plays -= 2  # neither side could place a disc, so these two passes do not count
                break
            else:
                passed = True
            player = 1 - player
            mine, theirs = theirs, mine
            moves = places(mine, theirs)
        state.discs[player] = mine
        state.discs[1 - player] = theirs
        state.moves = moves
        state.mover = TERMINAL
        return plays

    def payoff(self, state, player):
        lead = count_bits(state.discs[player]) - count_bits(state.discs[1 - player])
        return 1.0 if lead > 0 else (-1.0 if lead < 0 else 0.0)

    def heuristic(self, state, player):
        """Return 0.5 * the lead in corners + 0.4 * the lead in mobility + 0.1 * the lead in discs. Each lead is a
        fraction of both sides' total."""
        mine = state.discs[player]
        theirs = state.discs[1 - player]
        return (
            0.5 * share(count_bits(mine & CORNERS), count_bits(theirs & CORNERS))
            + 0.4 * share(count_bits(places(mine, theirs)), count_bits(places(theirs, mine)))
            + 0.1 * share(count_bits(mine), count_bits(theirs))
        )

    def key(self, state):
        word = scramble(state.discs[0]) ^ SECOND if state.mover == 1 else scramble(state.discs[0])
        return scramble(word ^ state.discs[1])

    def action_name(self, state, action):
        return "pass" if action == PASS else f"{'abcdefgh'[action % 8]}{action // 8 + 1}"

    def text(self, state):
        signs = {None: "-", 0: "x", 1: "o"}
        turn = {0: "Black (x) to play:", 1: "White (o) to play:", TERMINAL: "Terminal State:"}[int(state.mover)]
        columns = "  a b c d e f g h"
        rows = [f"{r + 1} " + " ".join(signs[disc_at(state,
                                                     8 * r + c)] for c in range(8)) + f" {r + 1}" for r in range(8)]
        return "\n".join([turn, columns, *rows, columns])

    def svg(self, state, dark=False):
        canvas = Canvas(8.9, 8.9, f"Othello. {self.text(state)}", dark)
        canvas.rectangle(0.6, 0.6, 8, 8, "felt", "felt line", 0.06)
        for i in range(8):
            canvas.label(1.1 + i, 0.33, "abcdefgh"[i])
            canvas.label(0.33, 1.1 + i, i + 1)
            if i > 0:
                canvas.line(0.6 + i, 0.6, 0.6 + i, 8.6, "felt line")
                canvas.line(0.6, 0.6 + i, 8.6, 0.6 + i, "felt line")
        for x, y in ((2, 2), (2, 6), (6, 2), (6, 6)):
            canvas.disc(0.6 + x, 0.6 + y, 0.07, "felt line")
        for square in range(64):
            x, y = 1.1 + square % 8, 1.1 + square // 8
            disc = disc_at(state, square)
            if disc is not None:
                canvas.stone(x, y, ("black", "white")[disc], 0.4)
            elif int(state.moves) >> square & 1:
                canvas.disc(x, y, 0.09, ("black", "white")[int(state.mover)])
        return canvas.svg()

    def areas(self, state, action, viewer=None):
        return () if action == PASS else (area(0.6 + action % 8, 0.6 + action // 8),)


PASS = 64
STATE = np.dtype(
    [
        ("discs", np.uint64, (2,)),  # discs of Black (the first player) and White
        ("moves", np.uint64),  # squares on which the mover may place a disc; none if the mover must pass
        ("mover", np.int8),  # a player or TERMINAL
    ],
    align=True,
)
BLACK_START = np.uint64(1 << 28 | 1 << 35)
WHITE_START = np.uint64(1 << 27 | 1 << 36)
START_MOVES = np.uint64(1 << 19 | 1 << 26 | 1 << 37 | 1 << 44)
CORNERS = np.uint64(1 | 1 << 7 | 1 << 56 | 1 << 63)
INNER, ALL = 0x7E7E7E7E7E7E7E7E, 0xFFFFFFFFFFFFFFFF  # along rows and diagonals, only columns b to g can be flipped
DIRECTIONS = (INNER, ALL, INNER, INNER), (1, 8, 7, 9)  # along rows, columns and both diagonals


def share(mine, theirs):
    """Return the lead of `mine` over `theirs` as a fraction of their sum, from -1 to 1."""
    return (mine - theirs) / max(mine + theirs, 1)


def places(mine, theirs):
    """Return the empty squares from which a line of discs of `theirs` leads to a disc of `mine`."""
    return beyond(mine, theirs, mine) & ~(mine | theirs)


def flips(mine, theirs, square):
    """Return the discs of `theirs` that are flipped if `mine` plays on `square`."""
    return enclosed(mine, theirs, bit(square))


@along(*DIRECTIONS)
def beyond(mine, theirs, place, step):
    """Return the squares just after the lines of `theirs` that begin next to `place`, in both senses of a direction."""
    up, down = lines(theirs, place, step)
    return (up << step) | (down >> step)


@along(*DIRECTIONS)
def enclosed(mine, theirs, place, step):
    """Return the discs of `theirs` between `place` and a disc of `mine`, in both senses of a direction."""
    up, down = lines(theirs, place, step)
    return where((up << step) & mine, up) | where((down >> step) & mine, down)


def lines(theirs, place, step):
    """Return the lines of `theirs` that begin next to `place`, upwards and downwards along one direction.

    A line has at most six discs. The steps are doubled, so a few steps find the whole line.
    """
    twice = step + step
    pairs = theirs & (theirs << step)  # discs of `theirs` with another disc of `theirs` one step before
    up = theirs & (place << step)
    down = theirs & (place >> step)
    up |= theirs & (up << step)
    down |= theirs & (down >> step)
    up |= pairs & (up << twice)
    down |= (pairs >> step) & (down >> twice)
    up |= pairs & (up << twice)
    down |= (pairs >> step) & (down >> twice)
    return up, down


def disc_at(state, square):
    """Return the player whose disc is on a square, or None."""
    return next((player for player in range(2) if int(state.discs[player]) >> square & 1), None)

GAMES = {"othello": "Othello"}
