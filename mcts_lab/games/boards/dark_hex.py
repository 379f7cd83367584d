"""Dark hex: hex in which a player does not see the opponent's stones; a try on a held cell lets the player move again.

Player 0 (x) joins the top and bottom rows, player 1 (o) the left and right columns. The neighbours of a cell lie left
and right, above and below, up-right and down-left. Everything but the goal is in `phantom`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...engine.bits import bit
from ...engine.generic import helper, methods_of
from ...game import TERMINAL, to_move
from .phantom import BOARDS, NONE, PhantomTicTacToe, facts_of, marks_of


@methods_of(PhantomTicTacToe)
class DarkHex(NamedTuple):
    """Hex on which a player sees the own stones alone."""

    rows: int = 3
    columns: int = 3

    slant = 0.5

    def facts(self):
        return facts_of(self, "dark_hex", "Dark hex", (-1.0, 1.0))

    def has_won(self, marks, player):
        down = self.columns + 1
        if player == 0:
            start = bit(self.columns) - bit(0)
            goal = start << np.uint64((self.rows - 1) * down)
        else:
            start = NONE
            for r in range(self.rows):
                start |= bit(r * down)
            goal = start << np.uint64(self.columns - 1)
        reached = marks & start
        while True:
            wider = reached | (marks & neighbours(reached, np.uint64(down)))
            if wider == reached:
                return wider & goal != NONE
            reached = wider

    def action_name(self, state, action):
        return f"{'abcdefghijklmnopqrstuvwxyz'[action % self.columns]}{action // self.columns + 1}"

    def text_for(self, state, viewer):
        if viewer is not None and to_move(self, state) != TERMINAL:
            return slanted(marks_of(self, state, viewer))
        return "\n".join(f"{title}\n{slanted(marks_of(self, state, view))}" for title, view in BOARDS)


@helper
def neighbours(cells, down):
    """Return all cells next to `cells`; both are bits, and a step `down` is so many bits to the left."""
    one = np.uint64(1)
    return (
        (cells << one) | (cells >> one) | (cells << down) | (cells >> down)
        | (cells >> (down - one)) | (cells << (down - one))
    )


def slanted(rows) -> str:
    """Return a hex board as text: each row stands half a cell further right."""
    return "\n".join(" " * r + " ".join(row) for r, row in enumerate(rows))


GAMES = {"dark_hex": "DarkHex"}
