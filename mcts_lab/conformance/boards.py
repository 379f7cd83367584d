"""Adapters of the board games for OpenSpiel's recordings. Most of them already speak its language."""

from __future__ import annotations

from .. import games
from .openspiel import Adapter, parameter


def make_hex(header):
    """The game of a recording's header."""
    if parameter(header, "swap", bool, False):
        raise ValueError("the swap rule is not among the rules of this game")
    rows = parameter(header, "num_rows", default=parameter(header, "board_size", default=11))
    columns = parameter(header, "num_cols", default=rows)
    return games.make("hex", rows=rows, columns=columns)


def make_connect_four(header):
    """The game of a recording's header."""
    return games.make(
        "connect_four", rows=parameter(header, "rows", default=6), columns=parameter(header, "columns", default=7),
        line=parameter(header, "x_in_row", default=4),
    )


def make_breakthrough(header):
    """The game of a recording's header."""
    return games.make(
        "breakthrough", rows=parameter(header, "rows", default=8), columns=parameter(header, "columns", default=8)
    )


def make_nim(header):
    """The game of a recording's header."""
    return games.make(
        "nim", piles=parameter(header, "pile_sizes", str, "1;3;5;7"),
        misere=parameter(header, "is_misere", bool, True),
    )


ADAPTERS = {
    "breakthrough": Adapter(make_breakthrough, ("breakthrough",)),
    "connect_four": Adapter(make_connect_four, ("connect_four",)),
    "hex": Adapter(make_hex, ("hex",)),
    "nim": Adapter(make_nim, ("nim",), read=lambda said: said.rstrip(";")),
    "othello": Adapter(lambda header: games.make("othello"), ("othello",)),
    "tic_tac_toe": Adapter(lambda header: games.make("tic_tac_toe"), ("tic_tac_toe",)),
}
