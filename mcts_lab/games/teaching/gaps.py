"""Gaps: the platform game on which a search shows whether it is a coward [Joppen & Fuernkranz 2019, section 1].

A runner stands at the left end of a row of platforms, divided by deadly gaps. Each move is to stand still, to step one
cell to the right, or to jump over two; a jump that crosses a gap succeeds with some chance. The score is how far the
runner got; the right end wins.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ... import game as rules
from ...engine.generic import helper
from ...engine.random import uniform
from ...game import TERMINAL, Facts
from ..drawing import named

STAND, STEP, JUMP = 0, 1, 2
NAMES = ("stand", "step", "jump")
LOST, PLAYING, WON = 0, 1, 2


class Gaps(NamedTuple):
    """One player, which may stay where it is. Search it with ``world=OpenLoop()`` and ``leaf=LimitedPlayout(5)``.

    cells: of the row, at least 2. every: each cell of that number is a gap. chance: that a jump over a gap succeeds.
    moves: after so many the game is over, neither won nor lost. loss: the payoff of a loss at the start, in [-1, 1/3];
    of playing it is 1/3 and of winning 2/3, and getting all the way adds 1/3 [Joppen 2019, Eq. 8].
    """

    cells: int = 24
    every: int = 4
    chance: float = 0.75
    moves: int = 40
    loss: float = 0.0

    def facts(self):
        if (self.cells < 2 or self.every < 2 or self.moves < 1 or not 0 <= self.chance <= 1
                or not -1 <= self.loss <= 1 / 3):
            raise ValueError("Gaps needs cells of at least 2, a gap at most at every second of them, at least one "
                             f"move, a chance from 0 to 1 and a loss from -1 to 1/3, not {tuple(self)}.")
        return Facts(name="gaps", title="Gaps", players=1, actions=3, branching=3, length=self.moves,
                     low=min(0.0,
                             self.loss), high=1.0, dtype=STATE, zero_sum=False, deterministic=False, random_play=True,
                     player_names=("runner",))

    def reset(self, state, rng):
        state.place = 0
        state.moves = 0
        state.status = PLAYING

    def to_move(self, state):
        return 0 if state.status == PLAYING and state.moves < self.moves else TERMINAL

    def legal(self, state, out):
        if rules.to_move(self, state) == TERMINAL:
            return 0
        for action in range(3):
            out[action] = action
        return 3

    def play(self, state, action, rng):
        place = int(state.place)
        state.moves += 1
        if action == STAND:
            return
        target = min(place + action, self.cells - 1)
        over = action == JUMP and is_gap(self, place + 1)
        if is_gap(self, target) or (over and uniform(rng) >= self.chance):
            state.status = LOST
            return
        state.place = target
        if target == self.cells - 1:
            state.status = WON

    def payoff(self, state, player):
        return worth(self, state)

    def heuristic(self, state, player):
        return worth(self, state)

    def grade(self, state, player):
        return float(state.status * self.cells + state.place)

    def action_name(self, state, action):
        return NAMES[int(action)]

    def steering(self):
        return {"ArrowRight": STEP, "ArrowUp": JUMP, "ArrowDown": STAND, "": STAND}

    def text(self, state):
        floor = "".join(" " if is_gap(self, cell) else "_" for cell in range(self.cells))
        runner = "x" if state.status == LOST else "o"
        end = {LOST: "fallen", PLAYING: "running", WON: "arrived"}[int(state.status)]
        return f"{' ' * int(state.place)}{runner}\n{floor}\n{end} at cell {int(state.place)}, move {int(state.moves)}"

    def outcome(self, state):
        end = {LOST: "lost", PLAYING: "neither won nor lost", WON: "won"}[int(state.status)]
        return f"{end}, {int(state.place)} of {self.cells - 1} cells on"

    def svg(self, state, dark=False):
        ink, floor, back = ("#ECECEC", "#5F666E", "#16191D") if dark else ("#1A1A1A", "#B8B8B8", "#FFFFFF")
        size, width = 24, self.cells * 24
        end = {LOST: "has fallen", PLAYING: "runs", WON: "has arrived"}[int(state.status)]
        told, about = named(f"Gaps: the runner {end}, at cell {int(state.place)} of {self.cells}")
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 84" width="{width}" '
                 f'height="84" {told}>',
                 about, f'<rect width="{width}" height="84" fill="{back}"/>']
        parts += [f'<rect x="{cell * size}" y="56" width="{size}" height="28" fill="{floor}"/>'
                  for cell in range(self.cells) if not is_gap(self, cell)]
        x = int(state.place) * size + size // 2 + (size if state.status == LOST else 0)
        y = 70 if state.status == LOST else 44
        colour = {LOST: "#D55E00", PLAYING: "#0072B2", WON: "#009E73"}[int(state.status)]
        parts.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{colour}" stroke="{ink}"/>')
        flag = width - size // 2
        parts.append(f'<path d="M {flag} 56 V 20 l -10 6 l 10 6" fill="none" stroke="{ink}" stroke-width="2"/></svg>')
        return "".join(parts)


STATE = np.dtype([("place", np.int32), ("moves", np.int32), ("status", np.int32)], align=True)


@helper
def is_gap(game, cell):
    """Return whether there is no floor in a cell; the last one has always."""
    return cell % game.every == game.every - 1 and cell < game.cells - 1


@helper
def worth(game, state):
    base = game.loss if state.status == LOST else state.status / 3.0
    return base + state.place / (3.0 * (game.cells - 1))

GAMES = {"gaps": "Gaps"}
