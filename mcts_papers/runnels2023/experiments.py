"""The experiments for [Runnels 2023]: games, comparison of searches with the exact solution, and growth.

Choices that the paper does not specify are made here. Both players of a game use the same setting. Red moves
first. Starts are random and the same for all settings. A game is drawn if a position is repeated. Depth is in
plies.
"""

import functools
import itertools
import math
import time

import numpy as np

from mcts_lab.game import start
from mcts_lab.matches import Experiment, Task, play_match, spawned
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.matches.match import keyed
from mcts_lab.players import RandomPlayer, SearchPlayer, describe
from mcts_lab.search.mcts.search import UCT
from mcts_lab.search.mcts.values import Mean
from mcts_lab.search.minimax.alpha_beta import AlphaBeta
from mcts_lab.search.minimax.minimax import Minimax

from ..games.soccer import BLUE, DRAWN, RED, soccer, solution_of
from ..ties import MeanBreaksTies
from . import census
from .credit import CHOOSER, SameSideCredit
from .greedy import GreedyPlayout

SEED = 2023
READINGS = ("printed", "away")  # of Equation 6
MINIMAX_DEPTHS = (1, 2, 3)
ALPHA_BETA_DEPTHS = (1, 2, 3, 4, 5)
PLAYOUTS = (10, 25, 50, 75, 100)
PAPER_GAMES = 25

# The paper's MCTS: all children of a leaf are added, one is chosen at random (3.3.2); the evaluation guides playouts
# (5), cut off after 200 plies as a draw; credit only for nodes with the leaf's side to move (3.3.4); rewards in
# [0, 1]; the most visited action (3.3.5). The paper does not say whose utility is credited: literally, it is that of
# the player to move at the leaf; or, as usual, that of the player who chose the node.
EPSILON, CUT_OFF = 0.25, 200
LITERAL = UCT(leaf=GreedyPlayout(epsilon=EPSILON, limit=CUT_OFF), value=SameSideCredit(),
              final=MeanBreaksTies())
CHOSEN = LITERAL._replace(value=SameSideCredit(CHOOSER))
# The same MCTS with the usual backup, in which every node gets the reward of the player who chose it.
USUAL = LITERAL._replace(value=Mean())
MONTE_CARLO = {"mcts": LITERAL, "chooser mcts": CHOSEN, "usual mcts": USUAL}


def game(reading):
    """Return the soccer game with one of the two interpretations of Equation 6."""
    return soccer(eq6=reading)


def player(algorithm: str, setting: int):
    """Return a player: an algorithm of the paper with its depth in plies or its playouts per move."""
    if algorithm == "minimax":
        return SearchPlayer(Minimax(depth=setting, perspective="root"))
    if algorithm == "alpha-beta":
        return SearchPlayer(AlphaBeta(depth=setting, perspective="root"))
    if algorithm == "ordered alpha-beta":
        return SearchPlayer(AlphaBeta(depth=setting, perspective="root", ordering="heuristic"))
    if algorithm == "random":
        return RandomPlayer()
    return SearchPlayer(MONTE_CARLO[algorithm], iterations=setting)


def solution():
    """Return the exact solution. It is computed once per process."""
    return solution_of(soccer())


TEAMS = {RED: "red", BLUE: "blue", DRAWN: "draw"}


def warm(chosen, on):
    """Let a player choose once, so that no later measurement contains compilation."""
    chosen.choose(on, start(on, 0), 0)


# --- Tables 1 to 3: games of equal players ----------------------------------------------------------------------------

SETTINGS = (
    *(("minimax", depth) for depth in MINIMAX_DEPTHS),
    *(("alpha-beta", depth) for depth in ALPHA_BETA_DEPTHS),
    *(("mcts", playouts) for playouts in PLAYOUTS),
    *(("usual mcts", playouts) for playouts in PLAYOUTS),
    ("random", 0),
)
ALGORITHMS = tuple(dict(SETTINGS))
SELF_PLAY_GAMES = {"quick": 4, "standard": 1000, "paper": PAPER_GAMES}
USUAL_GAMES = {"quick": 4, "standard": 300, "paper": PAPER_GAMES}  # the paper has no such rows
CHUNK = 50


def self_play_tasks(budget, *, readings=READINGS, algorithms=ALGORITHMS, games=SELF_PLAY_GAMES):
    """Return tasks of each algorithm of the paper against itself, in each of its settings."""
    most, cells = at(games, budget), []
    fewer = USUAL_GAMES[budget] if games is SELF_PLAY_GAMES else most
    for reading in readings:
        for algorithm, setting in SETTINGS:
            if algorithm not in algorithms:
                continue
            who = player(algorithm, setting)
            name = f"{reading}/{algorithm}/{setting:03}"
            about = {"reading": reading, "algorithm": algorithm, "setting": setting, "player": describe(who),
                     "game": describe(game(reading))}
            cells.append((name, fewer if algorithm == "usual mcts" else most, about, (game(reading), who)))
    return in_chunks(cells, CHUNK)


def in_chunks(cells, chunk):
    """Return tasks of `chunk` games each. The first task of every cell comes before the second task of any cell.

    cells: tuples (name, total number of games, parameters of the tasks, work of the tasks)
    """
    return [Task(f"{name}/{first:04}", {**about, "numbers": [first, min(chunk, number - first)]}, work,
                 keyed(SEED, name))
            for first in range(0, max(cell[1] for cell in cells), chunk) for name, number, about, work in cells
            if first < number]


def self_play(task):
    """One row per game: winner, exact value of the start, moves of both, states generated, processor seconds."""
    on, who = task.work
    first, count = task.parameters["numbers"]
    warm(who, on)
    rows = play_match(on, (who, who), count, task.seed, first=first, seats="fixed", starts=spawned(SEED, 0),
                      repetition=1, moves=True)
    exact = solution()
    for row in rows:
        beginning = start(on, spawned(spawned(SEED, 0), row["start"], 0))
        moves = row.pop("moves")
        yield {
            "game": row["game"], "winner": winner(row), "theory": TEAMS[exact.of(beginning)[0]],
            "red_moves": row["plays_0"], "blue_moves": row["plays_1"],
            "generated": sum(move.get("calls", move.get("nodes", 1) - 1) for move in moves),
            "seconds": round(sum(move["seconds"] for move in moves), 6),
        }


CHOOSER_GAMES = {"quick": 4, "standard": 400, "paper": 1000}
CHOOSER_CHUNK = 10


def chooser_tasks(budget, *, readings=READINGS, playouts=PLAYOUTS, games=CHOOSER_GAMES):
    """Return tasks of the paper's MCTS with credit for the player who chose, from the usual starts."""
    cells = []
    for reading, setting in itertools.product(readings, playouts):
        who = player("chooser mcts", setting)
        about = {"reading": reading, "algorithm": "chooser mcts", "setting": setting, "player": describe(who),
                 "game": describe(game(reading))}
        cells.append((f"{reading}/chooser mcts/{setting:03}", at(games, budget), about, (game(reading), who)))
    return in_chunks(cells, CHOOSER_CHUNK)


EPSILONS, CUT_OFFS = (0.1, 0.25, 0.5), (50, 200)  # parameters of the playouts; the paper does not specify them
GRID_GAMES = {"quick": 2, "standard": 50, "paper": 200}
GRID_CHUNK = 10


def grid_tasks(budget, *, readings=READINGS, games=GRID_GAMES):
    """Return tasks of the paper's MCTS with other playouts, for each interpretation of Equation 6 and of the backup.

    The starts are the same as in the other experiments, which have the usual playouts. The first games of all cells
    come first.
    """
    playouts = [(epsilon, limit) for epsilon, limit in itertools.product(EPSILONS, CUT_OFFS)
                if (epsilon, limit) != (EPSILON, CUT_OFF)]
    cells = []
    for reading, algorithm, (epsilon, limit), setting in itertools.product(
            readings, MONTE_CARLO, playouts[:1] if budget == "quick" else playouts, PLAYOUTS):
        method = MONTE_CARLO[algorithm]._replace(leaf=GreedyPlayout(epsilon=epsilon, limit=limit))
        who = SearchPlayer(method, iterations=setting)
        name = f"{reading}/{algorithm}/{epsilon:g}/{limit:03}/{setting:03}"
        about = {"reading": reading, "algorithm": algorithm, "epsilon": epsilon, "limit": limit, "setting": setting,
                 "player": describe(who), "game": describe(game(reading))}
        cells.append((name, at(games, budget), about, (game(reading), who)))
    return in_chunks(cells, GRID_CHUNK)


FIRST_MOVERS = census.FIRST_MOVERS
MIDPOINTS = ("integer", "real")  # of Equation 5


def detail_tasks(budget, *, readings=READINGS, games=GRID_GAMES):
    """Return tasks of the paper's MCTS with Blue moving first, with Equation 5's midpoint not rounded, or both.

    The starts and playouts are the same as in the other experiments. The first games of all cells come first.
    """
    cells = []
    for reading, algorithm, first, midpoint, setting in itertools.product(
            readings, MONTE_CARLO, FIRST_MOVERS, MIDPOINTS, PLAYOUTS):
        if (first, midpoint) == ("red", "integer") or (budget == "quick" and midpoint == "integer"):
            continue
        on, who = soccer(eq6=reading, midpoint=midpoint), player(algorithm, setting)
        name = f"{reading}/{algorithm}/{first}/{midpoint}/{setting:03}"
        about = {"reading": reading, "algorithm": algorithm, "first": first, "midpoint": midpoint, "setting": setting,
                 "player": describe(who), "game": describe(on)}
        cells.append((name, at(games, budget), about, (on, who)))
    return in_chunks(cells, GRID_CHUNK)


def play_details(task):
    """One row per game: the winner, and the moves of both."""
    on, who = task.work
    first, count = task.parameters["numbers"]
    beginnings = [start(on, spawned(spawned(SEED, 0), number, 0)) for number in range(first + count)]
    for state in beginnings:
        state.mover = FIRST_MOVERS[task.parameters["first"]]
    rows = play_match(on, (who, who), count, task.seed, first=first, seats="fixed", starts=beginnings, repetition=1)
    for row in rows:
        yield {"game": row["game"], "winner": winner(row), "red_moves": row["plays_0"], "blue_moves": row["plays_1"]}


def winner(row):
    """Return the winner in a row of `play_match`."""
    return "red" if row["payoff_0"] > row["payoff_1"] else "blue" if row["payoff_1"] > row["payoff_0"] else "draw"


# --- every start: players without randomness --------------------------------------------------------------------------

OPEN = {  # what section 4 does not specify: option of `soccer` -> its interpretations
    "eq6": READINGS,
    "midpoint": MIDPOINTS,
    "guard": ("attacked", "guarded"),
    "score": ("own", "difference"),
}
CENSUS_PLIES = {"quick": 5, "standard": 10, "paper": 14}
DUEL_PLIES = {"quick": 3, "standard": 6, "paper": 10}


def census_tasks(budget, *, plies=CENSUS_PLIES):
    return evaluation_tasks(budget, at(plies, budget))


def evaluation_tasks(budget, plies):
    """Return a task for each combination of interpretations; at the quick budget, only for those of Equation 6."""
    names = list(OPEN)[:1] if budget == "quick" else list(OPEN)
    tasks = []
    for chosen in itertools.product(*(OPEN[name] for name in names)):
        options = dict(zip(names, chosen, strict=True))
        tasks.append(Task("/".join(chosen), {**options, "depths": plies,
                                             "game": describe(soccer(**options))}, soccer(**options)))
    return tasks


def take_census(task):
    """One row per depth in plies, first mover and way to break ties: results and moves over all starts."""
    for row in census.self_play(task.work, task.parameters["depths"], SEED):
        yield {"games": 0, **row}


def duel_census_tasks(budget, *, plies=DUEL_PLIES):
    return evaluation_tasks(budget, at(plies, budget))


def take_duel_census(task):
    """One row per pair of depths in plies, first mover and way to break ties: wins and losses of the deeper one.

    The games are from all starts, in both colours.
    """
    for row in census.duels(task.work, task.parameters["depths"], SEED):
        yield {"games": 0, **row}


EXACT_DEPTHS = (1, 2, 3, 4, 5, 6, 7)
KEPT_PLIES = by_budget(3, EXACT_DEPTHS[-1])


def kept_census_tasks(budget, *, readings=READINGS, plies=KEPT_PLIES):
    return [Task(reading, {"reading": reading, "depths": at(plies, budget), "game": describe(game(reading))},
                 game(reading)) for reading in readings]


def take_kept_census(task):
    """One row per depth in plies and kind of start: in how many starts the move keeps the exact value."""
    for row in census.kept(task.work, task.parameters["depths"]):
        yield {"games": 0, **row}


# --- beside the exact solution ----------------------------------------------------------------------------------------

EXACT_PLIES = by_budget(EXACT_DEPTHS[:3], EXACT_DEPTHS)
EXACT_PLAYOUTS = by_budget((10,), (10, 100, 1000))
EXACT_POSITIONS = {"quick": 20, "standard": 500, "paper": 2000}  # of each kind


@functools.cache
def sample(kind: str, value: str, count: int):
    """Return at most `count` positions with a `value` ("win", "draw") for their mover. kind: "start" or "any"."""
    exact = solution()
    rows = exact.starts if kind == "start" else np.arange(len(exact.states))
    states = exact.states[rows]
    wanted = exact.value[rows] == (DRAWN if value == "draw" else states["mover"])
    rows = rows[wanted & (states["winner"] < 0)]
    rng = np.random.default_rng([SEED, len(kind), len(value)])
    return exact.states[np.sort(rng.permutation(rows)[:count])]


def exact_tasks(budget, *, readings=READINGS, depths=EXACT_PLIES, playouts=EXACT_PLAYOUTS, positions=EXACT_POSITIONS):
    settings = [("alpha-beta", d) for d in at(depths, budget)]
    settings += [(a, n) for a in MONTE_CARLO for n in at(playouts, budget)]
    settings.append(("random", 0))
    return [Task(f"{reading}/{algorithm}/{setting:04}/{kind}/{value}",
                 {"reading": reading, "algorithm": algorithm, "setting": setting, "kind": kind, "value": value,
                  "count": at(positions, budget), "player": describe(player(algorithm, setting))})
            for reading in readings for algorithm, setting in settings
            for kind in ("start", "any") for value in ("win", "draw")]


def compare_with_exact(task):
    """One row: in how many positions the search's move keeps the exact value, leads to a draw, and leads to a loss."""
    p = task.parameters
    states = sample(p["kind"], p["value"], p["count"])
    on, who = game(p["reading"]), player(p["algorithm"], p["setting"])
    exact = solution()
    kept = drawn = lost = 0
    for number, state in enumerate(states):
        seed = np.random.PCG64(spawned(task.seed, number)).random_raw()
        after = exact.action_values(state)[who.choose(on, state, seed)]
        kept += after == exact.of(state)[0]
        drawn += after == DRAWN
        lost += after == 1 - int(state.mover)
    return [{"games": 0, "positions": len(states), "kept": kept, "to_draw": drawn, "to_loss": lost}]


# --- growth with depth and playouts -----------------------------------------------------------------------------------

GROWTH = (
    ("minimax", (1, 2, 3, 4, 5)),
    ("alpha-beta", (1, 2, 3, 4, 5, 6, 7)),
    ("ordered alpha-beta", (1, 2, 3, 4, 5, 6, 7)),
    ("mcts", (10, 25, 50, 75, 100, 200, 400, 800)),
)
GROWTH_POSITIONS = {"quick": 10, "standard": 200, "paper": 1000}


DEPTHS = by_budget((1, 2, 3), tuple(range(1, 8)))
GROWTH_PLAYOUTS = by_budget(GROWTH[-1][1][:3], GROWTH[-1][1])


def growth_tasks(budget, *, depths=DEPTHS, playouts=GROWTH_PLAYOUTS, positions=GROWTH_POSITIONS):
    settings = [(a, s) for a, planned in GROWTH for s in at(playouts if a == "mcts" else depths, budget)
                if a == "mcts" or s <= planned[-1]]
    return [Task(f"{reading}/{algorithm}/{setting:04}",
                 {"reading": reading, "algorithm": algorithm, "setting": setting,
                  "positions": at(positions, budget), "player": describe(player(algorithm, setting))})
            for reading in READINGS for algorithm, setting in settings]


def measure_growth(task):
    """One row: the states that a search generates in some positions, and its processor time."""
    p = task.parameters
    on, who = game(p["reading"]), player(p["algorithm"], p["setting"])
    exact = solution()
    live = exact.states[exact.states["winner"] < 0]
    states = live[np.random.default_rng(SEED).permutation(len(live))[: p["positions"]]]
    warm(who, on)
    nodes, calls, seconds = [], [], []
    for number, state in enumerate(states):
        began = time.process_time()
        result = who.search(on, state, number)
        seconds.append(time.process_time() - began)
        nodes.append(result.nodes)
        calls.append(getattr(result, "calls", result.nodes - 1))  # without playouts, one `play` call per node
    return [{"games": 0, "nodes": float(np.mean(nodes)), "calls": float(np.mean(calls)),
             "calls_error": float(np.std(calls, ddof=1) / math.sqrt(len(calls))),
             "seconds": float(np.mean(seconds)), "seconds_median": float(np.median(seconds))}]



EXPERIMENTS = (
    Experiment("runnels2023_self_play", self_play_tasks, self_play, SEED, "Runnels 2023: equal players"),
    Experiment("runnels2023_chooser", chooser_tasks, self_play, SEED, "Runnels 2023: credit for the player who chose"),
    Experiment("runnels2023_grid", grid_tasks, self_play, SEED, "Runnels 2023: other playouts of its MCTS"),
    Experiment("runnels2023_details", detail_tasks, play_details, SEED,
               "Runnels 2023: first mover and midpoint of its MCTS"),
    Experiment("runnels2023_census", census_tasks, take_census, SEED, "Runnels 2023: every start, every reading"),
    Experiment("runnels2023_duel_census", duel_census_tasks, take_duel_census, SEED,
               "Runnels 2023: depth against depth from every start"),
    Experiment("runnels2023_kept_census", kept_census_tasks, take_kept_census, SEED,
               "Runnels 2023: what alpha-beta keeps of every start"),
    Experiment("runnels2023_exact", exact_tasks, compare_with_exact, SEED, "Runnels 2023: beside the exact solution"),
    Experiment("runnels2023_growth", growth_tasks, measure_growth, SEED, "Runnels 2023: growth"),
)
