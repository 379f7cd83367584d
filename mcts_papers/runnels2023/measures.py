"""The experiments of [Runnels 2023] without games: properties of its evaluation, and speed."""

import time

import numpy as np

from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, start
from mcts_lab.matches import Experiment, Task
from mcts_lab.players import describe

from ..games.soccer import BLUE, DRAWN, RED, evaluate, soccer, solve
from .experiments import MINIMAX_DEPTHS, OPEN, READINGS, SEED, game, player, solution, warm


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
SPEED_OF_PROGRAM = (("random play", 9970, None), ("minimax, 1 plies", 1136, 6.4), ("minimax, 2 plies", 217, 42.8),
                    ("minimax, 3 plies", 34.5, 270))
SPEED_REPEATS = {"quick": 1, "standard": 7, "paper": 7}


def speed_tasks(budget):
    return [Task("speed", {"repeats": SPEED_REPEATS[budget]})]


def measure_speed(task):
    """One row per kind of work: its amount, and processor seconds (median of some repeats)."""
    repeats = task.parameters["repeats"]
    on = game("printed")
    state = start(on, SEED)
    compiled = compiler.available()
    random_plays(on, state, 10, stream(SEED), compiled=compiled)
    plays = 2_000_000 if compiled else 20_000
    seconds = _median(lambda i: random_plays(on, state, plays, stream(i), compiled=compiled), repeats)
    yield {"games": 0, "what": "random play", "count": plays, "unit": "transitions", "seconds": seconds}
    for depth in MINIMAX_DEPTHS:
        who = player("minimax", depth)
        warm(who, on)
        states = on.new_states(200)
        for i in range(len(states)):
            states[i] = start(on, i)
        nodes = []
        seconds = _median(lambda i, who=who, states=states, nodes=nodes: nodes.append(
            sum(who.search(on, s, 0).nodes - 1 for s in states)), repeats)
        yield {"games": 0, "what": f"minimax, {depth} plies", "count": len(states), "unit": "moves", "seconds": seconds,
               "plays_per_move": nodes[0] / len(states)}
    solve()
    seconds = _median(lambda i: solve(), repeats)
    yield {"games": 0, "what": "solving the game", "count": 1, "unit": "games", "seconds": seconds}


def random_plays(game, state, plays, rng, compiled) -> int:
    """Play `plays` uniformly random actions, in new games when one ends; return the number of finished games.

    It changes `state`. It is for games without chance turns.
    """
    scratch = np.empty(game.facts().branching, np.int32)
    return int(make_plays(game, state, plays, rng, scratch, compiled=compiled))


@entry
def make_plays(game, state, plays, rng, scratch):
    games = 0
    for _ in range(plays):
        if game.to_move(state) == TERMINAL:
            games += 1
            game.reset(state, rng)
        game.play(state, game.random_action(state, rng, scratch), rng)
    return games


def _median(work, repeats):
    seconds = []
    for i in range(repeats):
        began = time.process_time()
        work(i)
        seconds.append(time.process_time() - began)
    return float(np.median(seconds))


MEASURES = (
    Experiment("runnels2023_facts", fact_tasks, count_facts, SEED, "Runnels 2023: facts of game and evaluation"),
    Experiment("runnels2023_speed", speed_tasks, measure_speed, SEED, "Runnels 2023: speed"),
)
