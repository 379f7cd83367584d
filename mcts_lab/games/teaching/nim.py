"""Nim: take any number of objects from one pile; taking the last object wins, or loses in the misère game."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from ...game import TERMINAL, Facts, text
from ..boards.hashing import SECOND, scramble
from ..drawing.board_svg import Canvas


class Nim(NamedTuple):
    """Nim with any piles; `nim` makes one from any list of numbers."""

    piles: tuple = (1, 3, 5, 7)  # objects in each pile at the start
    misere: bool = False  # whether taking the last object loses

    def facts(self):
        piles = self.piles
        if not (1 <= len(piles) <= 64 and all(isinstance(p, int) and 0 <= p <= 10_000 for p in piles) and sum(piles)):
            raise ValueError(f"Nim has 1 to 64 piles of 0 to 10000 objects, not all empty; piles are {piles}")
        return Facts(
            name="nim", title="Nim", players=2, actions=max(piles) * len(piles), branching=sum(piles),
            length=sum(piles),
            low=-1.0, high=1.0, outcomes=(-1.0, 1.0), player_names=("first", "second"),
            dtype=np.dtype([("piles", np.int16, (len(piles),)), ("mover", np.int8)]),
        )

    def reset(self, state, rng):
        for pile in range(len(self.piles)):
            state.piles[pile] = self.piles[pile]
        state.mover = 0

    def misfit(self, state):
        largest = itertools.chain(self.piles, itertools.repeat(0))
        larger = any(int(pile) > most for pile, most in zip(state.piles, largest, strict=False))
        return "has more objects in a pile than this game begins with" if larger else ""

    def to_move(self, state):
        for pile in range(len(self.piles)):
            if state.piles[pile] > 0:
                return int(state.mover)
        return TERMINAL

    def play(self, state, action, rng):
        piles = len(self.piles)
        state.piles[action % piles] -= action // piles + 1
        state.mover = 1 - int(state.mover)

    def payoff(self, state, player):
        # `mover` did not take the last object
        return 1.0 if (int(state.mover) == player) == self.misere else -1.0

    def key(self, state):
        word = SECOND if state.mover == 1 else np.uint64(0)
        for pile in range(len(self.piles)):
            word = scramble(word ^ np.uint64(int(state.piles[pile])))
        return word

    def action_name(self, state, action):
        piles = len(self.piles)
        return f"pile:{action % piles + 1}, take:{action // piles + 1}"

    def text(self, state):
        return f"({int(state.mover)}): " + " ".join(str(int(n)) for n in state.piles)

    def svg(self, state, dark=False):
        tallest = max(self.piles)
        across = 5 if tallest > 12 else 1  # objects side by side
        high = -(-tallest // across)
        wide = max(1.0, 0.42 * across + 0.3)
        canvas = Canvas(wide * len(self.piles) + 0.4, 0.42 * high + 1.5, f"Nim, {text(self, state)}", dark)
        floor = 0.42 * high + 0.3
        canvas.line(0.2, floor + 0.06, wide * len(self.piles) + 0.2, floor + 0.06, "grid", 0.06)
        for pile in range(len(self.piles)):
            middle = 0.2 + wide * (pile + 0.5)
            for i in range(int(state.piles[pile])):
                x = middle + 0.42 * (i % across - (across - 1) / 2)
                y = floor - 0.2 - 0.42 * (i // across)
                canvas.rectangle(x - 0.17, y - 0.17, 0.34, 0.34, "cool", "cool edge", 0.03, 0.1)
            canvas.label(middle, floor + 0.42, int(state.piles[pile]), bold=True)
            canvas.label(middle, floor + 0.86, f"pile {pile + 1}", size=0.24)
        return canvas.svg()

    def legal(self, state, out):
        piles = len(self.piles)
        largest = 0
        for pile in range(piles):
            largest = max(largest, int(state.piles[pile]))
        n = 0
        for take in range(largest):  # one less than is taken
            for pile in range(piles):
                if state.piles[pile] > take:
                    out[n] = take * piles + pile
                    n += 1
        return n


def nim(piles=(1, 3, 5, 7), misere=False):
    """Nim with any piles, such as ``nim(piles=[3, 4, 5])``; `misere`: taking the last object loses."""
    if isinstance(piles, str):
        piles = piles.replace(";", ",").split(",")
    try:
        return Nim(tuple(int(pile) for pile in piles), bool(misere))
    except (TypeError, ValueError):
        raise ValueError(f"piles are whole numbers such as 1,3,5,7, not {piles!r}") from None

GAMES = {"nim": "nim"}
