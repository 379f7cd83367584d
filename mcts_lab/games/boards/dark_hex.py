"""Dark hex: hex whose players do not see each other's stones; a try on a held cell tells the mover and he moves again.

Player 0 (x) joins the top and bottom rows, player 1 (o) the left and right columns. The neighbours of a cell lie left
and right, above and below, up-right and down-left. Everything but the goal is in `phantom`.
"""

from __future__ import annotations

import numpy as np

from ... import game as rules
from ...engine.bits import bit
from ...engine.generic import helper
from ...game import TERMINAL, text, to_move
from .phantom import BOARDS, NONE, DarkHex, has_won, marks_of

__all__ = ["DarkHex"]


@has_won.register(DarkHex)
def dark_hex_has_won(game, marks, player):
    down = game.columns + 1
    if player == 0:
        start = bit(game.columns) - bit(0)
        goal = start << np.uint64((game.rows - 1) * down)
    else:
        start = NONE
        for r in range(game.rows):
            start |= bit(r * down)
        goal = start << np.uint64(game.columns - 1)
    reached = marks & start
    while True:
        wider = reached | (marks & neighbours(reached, np.uint64(down)))
        if wider == reached:
            return wider & goal != NONE
        reached = wider


@helper
def neighbours(cells, down):
    """All cells next to `cells`; both are bits, and a step `down` is so many bits to the left."""
    one = np.uint64(1)
    return (
        (cells << one) | (cells >> one) | (cells << down) | (cells >> down)
        | (cells >> (down - one)) | (cells << (down - one))
    )


@rules.action_name.register(DarkHex)
def dark_hex_action_name(game, state, action):
    return f"{'abcdefghijklmnopqrstuvwxyz'[action % game.columns]}{action // game.columns + 1}"


@rules.text.register(DarkHex)
def dark_hex_text(game, state):
    blocks = [f"{title}\n{slanted(marks_of(game, state, viewer))}" for title, viewer in BOARDS]
    return "\n".join(blocks)


@rules.text_for.register(DarkHex)
def dark_hex_text_for(game, state, viewer):
    if viewer is None or to_move(game, state) == TERMINAL:
        return text(game, state)
    return slanted(marks_of(game, state, viewer))


def slanted(rows) -> str:
    """A hex board as text: each row stands half a cell further right."""
    return "\n".join(" " * r + " ".join(row) for r, row in enumerate(rows))

GAMES = {"dark_hex": "DarkHex"}
