"""How often a search errs in Connect Four, by its iterations: its actions beside the values of the game.

A position is drawn by random plays until an action can be wrong: some are worth less than the best, and none wins at
once. An error is an action that is worth less than the best, a win given away or a draw lost.
"""

from __future__ import annotations

import itertools

from mcts_lab import games
from mcts_lab.game import after
from mcts_lab.matches.duel import opened
from mcts_lab.matches.experiment import Experiment, Task, at, by_budget
from mcts_lab.matches.match import spawned
from mcts_lab.matches.statistics import proportion
from mcts_lab.search import MAST, UCB1, UCT, DecisivePlayout
from mcts_papers.studies.connect_four_solver import solver

from ..store.stored import load

GAME = games.connect_four()
PLAYS = 12  # before a position
POSITIONS, CHUNK = by_budget(20, 400, 2000), 20
SEED = 1988
ITERATIONS = (30, 100, 300, 1000, 3000, 10_000, 30_000)
AGENTS = {"UCT, c = 1.4": UCT(), "UCT, c = 0.7": UCT(UCB1(0.7)), "MAST": UCT(UCB1(0.7), leaf=MAST()),
          "decisive moves": UCT(UCB1(0.7), leaf=DecisivePlayout()), "MCTS-Solver": UCT(UCB1(0.7), solver=True)}


def position(known, number):
    """Return the position of that number, and what each action is worth to the player to move, by a solver."""
    for attempt in itertools.count():
        state = opened(GAME, PLAYS, spawned(SEED, number, attempt))
        mover = GAME.to_move(state)
        values = known.values(state)
        if min(values.values()) < max(values.values()) and not any(
                GAME.payoff(after(GAME, state, action), mover) > 0 for action in values):
            return state, values


def tasks(budget):
    """Some positions for all agents."""
    return [Task(f"{first:05}", {"positions": [first, CHUNK]}) for first in range(0, at(POSITIONS, budget), CHUNK)]


def play(task):
    """Return what each agent gives away in each position: 0, 1 (half a point) or 2."""
    known, rows, (first, count) = solver(GAME, 20), [], task.parameters["positions"]
    for number in range(first, first + count):
        state, values = position(known, number)
        for agent, (name, method) in enumerate(AGENTS.items()):
            for n in ITERATIONS:
                found = method.search(GAME, state, iterations=n, seed=spawned(task.seed, number, agent, n)).action
                rows.append({"position": number, "agent": name, "iterations": n,
                             "lost": max(values.values()) - values[found]})
    return rows


MISTAKES = Experiment("parts_mistakes", tasks, play, SEED, "Errors in Connect Four by iterations")


def error_rates(rows=None):
    """Return the share of positions in which each agent errs, with a 95 % interval, by iterations.

    rows: of `MISTAKES`; None: those stored at the standard budget
    """
    import pandas as pd

    rows, found = load(MISTAKES, "standard") if rows is None else rows, []
    for (agent, n), group in rows.groupby(["agent", "iterations"], sort=False):
        share = proportion(int((group["lost"] > 0).sum()), len(group))
        found.append({"agent": agent, "iterations": n, "errors": share.estimate, "low": share.low, "high": share.high,
                      "positions": share.n})
    return pd.DataFrame(found)
