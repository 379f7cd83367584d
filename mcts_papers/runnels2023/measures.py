"""The experiments of [Runnels 2023] without games: properties of the game and of its evaluation."""


import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.matches import Experiment, Task
from mcts_lab.players import describe

from ..games.soccer import BLUE, DRAWN, RED, evaluate, soccer
from .experiments import OPEN, READINGS, SEED, solution


def fact_tasks(budget):
    return [Task("facts", {"game": describe(soccer())})]


@entry
def _evaluate_all(game, states, player, out):
    for i in range(len(states)):
        out[i] = evaluate(game, states[i], player)


def evaluations(on, holding: bool):
    """Return the paper's value for a player in every unfinished position in which this player has the ball.

    holding: False: the opponent has it.
    """
    states = solution().states
    values = []
    for side in (RED, BLUE):
        chosen = states[(states["winner"] < 0) & (states["holder"] == (side if holding else 1 - side))]
        out = np.empty(len(chosen))
        _evaluate_all(on, chosen, side, out, compiled=compiler.available())
        values.append(out)
    return np.concatenate(values)


def count_facts(task):
    """One row per property of the game: name, interpretation and value."""
    exact = solution()

    def row(what, reading, value):
        return {"games": 0, "what": what, "reading": reading, "value": float(value)}

    yield row("starts", "all", len(exact.starts))
    yield row("starts drawn", "all", (exact.value[exact.starts] == DRAWN).mean())
    for reading in READINGS:
        own, other = (evaluations(soccer(eq6=reading), holding) for holding in (True, False))
        yield row("greatest", reading, max(own.max(), other.max()))
        yield row("least with the ball", reading, own.min())
        yield row("negative with the ball", reading, (own < 0).mean())
        yield row("1 or more with the ball", reading, (own >= 1).mean())
    for midpoint in OPEN["midpoint"]:
        other = evaluations(soccer(midpoint=midpoint), False)
        yield row("greatest without the ball", midpoint, other.max())
        yield row("above 1 without the ball", midpoint, (other > 1).mean())


# Speed of the Python program that the paper's game is from (TUmasters/cs4253, commit de934d3), in processor time,
# measured for this project on a shared machine with two cores (AMD EPYC, CPython 3.11.7, pyrsistent 0.20, no display).
# Columns: name, transitions or moves per second, simulated actions per move.


MEASURES = (
    Experiment("runnels2023_facts", fact_tasks, count_facts, SEED, "Runnels 2023: facts of game and evaluation"),
)
