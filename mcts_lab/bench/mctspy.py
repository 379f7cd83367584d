"""Ours interpreted beside mctspy, a package in plain Python: the rows of ``mcts-lab bench --against mctspy``.

mctspy brings tic-tac-toe on arrays, which are slow for so small a board, and no Connect Four. Here it gets both with
the rules made as light as its protocol allows: sets of bits in Python's numbers. So what is compared is the searches.
"""

from __future__ import annotations

from statistics import median

from .. import games
from ..game import start
from .rows import rate

ITERATIONS = 5_000
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # of tic-tac-toe
WON = frozenset(marks for marks in range(512) if any(marks & line == line for line in LINES))
COLUMNS, HEIGHT = 7, 7  # of Connect Four; the uppermost row stays empty


class TicTacToe:
    """A position of tic-tac-toe, as mctspy wants one: players are 1 and -1, and the result is the winner, or 0."""

    __slots__ = ("mine", "theirs", "next_to_move", "game_result")

    def __init__(self, mine=0, theirs=0, next_to_move=1):
        self.mine, self.theirs, self.next_to_move = mine, theirs, next_to_move  # mine: of the player to move
        self.game_result = -next_to_move if theirs in WON else 0 if mine | theirs == 511 else None

    def is_game_over(self):
        return self.game_result is not None

    def get_legal_actions(self):
        taken = self.mine | self.theirs
        return [square for square in range(9) if not taken >> square & 1]

    def move(self, square):
        return TicTacToe(self.theirs, self.mine | 1 << square, -self.next_to_move)


class ConnectFour:
    """A position of Connect Four, likewise."""

    __slots__ = ("mine", "theirs", "next_to_move", "game_result")

    def __init__(self, mine=0, theirs=0, next_to_move=1):
        self.mine, self.theirs, self.next_to_move = mine, theirs, next_to_move
        full = not self.get_legal_actions()
        self.game_result = -next_to_move if four_in_line(theirs) else 0 if full else None

    def is_game_over(self):
        return self.game_result is not None

    def get_legal_actions(self):
        taken = self.mine | self.theirs
        return [column for column in range(COLUMNS) if not taken >> (column * HEIGHT + HEIGHT - 2) & 1]

    def move(self, column):
        taken = self.mine | self.theirs
        lowest = 1 << column * HEIGHT
        disc = (taken + lowest) & ~taken & (lowest * (2**HEIGHT - 1))
        return ConnectFour(self.theirs, self.mine | disc, -self.next_to_move)


def four_in_line(discs) -> bool:
    """Whether a set of discs holds four side by side in any direction."""
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


POSITIONS = {"tic_tac_toe": TicTacToe, "connect_four": ConnectFour}


def against_mctspy(rounds: int = 5, iterations: int = ITERATIONS) -> list[dict]:
    """Iterations per second of processor time, interpreted, both measured in turns; ``ratio`` is ours / theirs."""
    from mctspy.tree.nodes import TwoPlayersGameMonteCarloTreeSearchNode
    from mctspy.tree.search import MonteCarloTreeSearch

    from ..search import UCT

    rows = []
    for name, position in POSITIONS.items():
        game = games.make(name)
        state = start(game, 0)

        def ours(game=game, state=state):
            UCT().search(game, state, iterations=iterations, seed=0, compiled=False)
            return iterations

        def theirs(position=position):
            MonteCarloTreeSearch(TwoPlayersGameMonteCarloTreeSearchNode(position())).best_action(iterations)
            return iterations

        ours(), theirs()
        pairs = [(rate(ours), rate(theirs)) for _ in range(rounds)]
        rows.append({
            "game": name, "method": "interpreted", "unit": "iterations", "remark": "",
            "ours": median(p[0] for p in pairs), "theirs": median(p[1] for p in pairs),
            "ratio": median(p[0] / p[1] for p in pairs),
        })
    return rows
