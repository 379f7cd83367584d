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
    """One player who may stay where he is. Search it with ``world=OpenLoop()`` and ``leaf=LimitedPlayout(5)``.

    cells: of the row, at least 2. every: each cell of that number is a gap. chance: that a jump over a gap succeeds.
    moves: after so many the game is over, neither won nor lost. loss: the payoff of a loss at the start, in [-1, 1/3];
    of playing it is 1/3 and of winning 2/3, and getting all the way adds 1/3 [Joppen 2019, Eq. 8].
    """

    cells: int = 24
    every: int = 4
    chance: float = 0.75
    moves: int = 40
    loss: float = 0.0


STATE = np.dtype([("place", np.int32), ("moves", np.int32), ("status", np.int32)], align=True)


@rules.facts.register(Gaps)
def gaps_facts(game):
    if game.cells < 2 or game.every < 2 or game.moves < 1 or not 0 <= game.chance <= 1 or not -1 <= game.loss <= 1 / 3:
        raise ValueError("Gaps needs cells of at least 2, a gap at most at every second of them, at least one move, a "
                         f"chance from 0 to 1 and a loss from -1 to 1/3, not {tuple(game)}.")
    return Facts(name="gaps", title="Gaps", players=1, actions=3, branching=3, length=game.moves,
                 low=min(0.0, game.loss), high=1.0, dtype=STATE, zero_sum=False, deterministic=False, random_play=True,
                 player_names=("runner",))


@rules.reset.register(Gaps)
def gaps_reset(game, state, rng):
    state.place = 0
    state.moves = 0
    state.status = PLAYING


@rules.to_move.register(Gaps)
def gaps_to_move(game, state):
    return 0 if state.status == PLAYING and state.moves < game.moves else TERMINAL


@rules.legal.register(Gaps)
def gaps_legal(game, state, out):
    if rules.to_move(game, state) == TERMINAL:
        return 0
    for action in range(3):
        out[action] = action
    return 3


@helper
def is_gap(game, cell):
    """Whether there is no floor in a cell; the last one has always."""
    return cell % game.every == game.every - 1 and cell < game.cells - 1


@rules.play.register(Gaps)
def gaps_play(game, state, action, rng):
    place = int(state.place)
    state.moves += 1
    if action == STAND:
        return
    target = min(place + action, game.cells - 1)
    over = action == JUMP and is_gap(game, place + 1)
    if is_gap(game, target) or (over and uniform(rng) >= game.chance):
        state.status = LOST
        return
    state.place = target
    if target == game.cells - 1:
        state.status = WON


@helper
def worth(game, state):
    base = game.loss if state.status == LOST else state.status / 3.0
    return base + state.place / (3.0 * (game.cells - 1))


@rules.payoff.register(Gaps)
def gaps_payoff(game, state, player):
    return worth(game, state)


@rules.heuristic.register(Gaps)
def gaps_heuristic(game, state, player):
    return worth(game, state)


@rules.grade.register(Gaps)
def gaps_grade(game, state, player):
    return float(state.status * game.cells + state.place)


@rules.action_name.register(Gaps)
def gaps_action_name(game, state, action):
    return NAMES[int(action)]


@rules.steering.register(Gaps)
def gaps_steering(game):
    return {"ArrowRight": STEP, "ArrowUp": JUMP, "ArrowDown": STAND, "": STAND}


@rules.text.register(Gaps)
def gaps_text(game, state):
    floor = "".join(" " if is_gap(game, cell) else "_" for cell in range(game.cells))
    runner = "x" if state.status == LOST else "o"
    end = {LOST: "fallen", PLAYING: "running", WON: "arrived"}[int(state.status)]
    return f"{' ' * int(state.place)}{runner}\n{floor}\n{end} at cell {int(state.place)}, move {int(state.moves)}"


@rules.outcome.register(Gaps)
def gaps_outcome(game, state):
    end = {LOST: "lost", PLAYING: "neither won nor lost", WON: "won"}[int(state.status)]
    return f"{end}, {int(state.place)} of {game.cells - 1} cells on"


@rules.svg.register(Gaps)
def gaps_svg(game, state, dark=False):
    ink, floor, back = ("#ECECEC", "#5F666E", "#16191D") if dark else ("#1A1A1A", "#B8B8B8", "#FFFFFF")
    size, width = 24, game.cells * 24
    end = {LOST: "has fallen", PLAYING: "runs", WON: "has arrived"}[int(state.status)]
    told, about = named(f"Gaps: the runner {end}, at cell {int(state.place)} of {game.cells}")
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 84" width="{width}" height="84" {told}>',
             about, f'<rect width="{width}" height="84" fill="{back}"/>']
    parts += [f'<rect x="{cell * size}" y="56" width="{size}" height="28" fill="{floor}"/>'
              for cell in range(game.cells) if not is_gap(game, cell)]
    x = int(state.place) * size + size // 2 + (size if state.status == LOST else 0)
    y = 70 if state.status == LOST else 44
    colour = {LOST: "#D55E00", PLAYING: "#0072B2", WON: "#009E73"}[int(state.status)]
    parts.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{colour}" stroke="{ink}"/>')
    flag = width - size // 2
    parts.append(f'<path d="M {flag} 56 V 20 l -10 6 l 10 6" fill="none" stroke="{ink}" stroke-width="2"/></svg>')
    return "".join(parts)
