"""The experiments of [Joppen & Fuernkranz 2019]: seven games, budgets of forward-model calls, agents with parameters.

A *problem* is a game with a budget. The paper plays 40 games of every configuration (C, RL) on every problem, and
reports the best of 36 configurations by the same games. Here, `TUNING` plays some games of each configuration, and
`CELLS` plays new games with the best one. The difference shows how much the choice overestimates a configuration.
"""

import itertools

from mcts_lab.matches import Experiment, Task
from mcts_lab.matches.experiment import at, by_budget

from ..games.vgdl import score_of
from ..store.store import ResultsError
from ..store.stored import load
from .agents import READINGS, TUNED, agent, read_as
from .levels import GAMES, LEVELS, make_game, on_any, on_framework, played_on
from .solo import play_solo
from .yolobot import Yolobot, play_yolobot

SEED = 2019
TIMES = {"quick": (20,), "standard": (250, 500, 1000), "paper": (250, 500, 1000, 10_000)}  # calls per move
ROLLOUTS = {"quick": (5,), "standard": (5, 10, 50), "paper": (5, 10, 25, 50)}
CONSTANTS = {"quick": (0.25, 1.25), "standard": (0.0, 0.25, 0.75, 1.25),
             "paper": tuple(i / 4 for i in range(9))}
PROBLEM_GAMES = {"quick": ("Whackamole", "Surround"), "standard": GAMES, "paper": GAMES}
TUNING_GAMES = {"quick": 1, "standard": 10, "paper": 40}  # per configuration
CELL_GAMES = {"quick": 2, "standard": 40, "paper": 40}
CHUNK = 10  # games per task
MOST_MOVES = {"quick": 40}  # longer games are cut off, so that the quick budget takes seconds
FEW_MOVES = 2  # moves of quick games on the framework's levels, because these are on all of the paper's problems
UNTUNED = (-1.0, -1)  # replaces (C, RL) of an agent whose parameters have not been chosen yet
LARGE = 10_000  # at `standard`, this budget uses the parameters of the next smaller one
LARGE_GAMES = ("Whackamole", "Surround", "Zelda", "Jaws", "Aliens")  # at `standard` on the project's own levels
LARGE_AGENTS = ("O-MCTS", "MCTS", "MixMax")
OTHER_LEVELS = {"quick": (1,), "standard": (0, 1, 2, 3, 4), "paper": (0, 1, 2, 3, 4)}
OTHER_GAMES = {"quick": 1, "standard": 20, "paper": 40}


# `levels`, here and below, is the folder of the framework's levels; None: the project's own levels; "": read results
# on the framework's levels, but play quick games, which have no stored results, on the project's own levels.


def problems(budget, levels=None, times=TIMES, titles=PROBLEM_GAMES) -> list:
    """Return the problems of a budget: (calls per move, game)."""
    if budget == "quick" and levels:
        budget = "paper"
    return [(time, game) for time in at(times, budget) for game in at(titles, budget)]


def task(budget, game, time, name, c, rollout, games, chunk=0, levels=None, number=None):
    """Return the task of some games of an agent on a problem. number: of the level; None: the usual level."""
    moves, levels = MOST_MOVES.get(budget, 0), levels or None if budget == "quick" else levels
    parameters = {"game": game, "time": time, "agent": name, "c": c, "rollout": rollout, "games_wanted": games,
                  "chunk": chunk, "moves": min(moves, FEW_MOVES) if levels is not None else moves,
                  **played_on(game, levels, number)}
    where = "" if number is None else f"/level {number}"
    return Task(f"{game}{where}/{time:05}/{name}/{rollout:02}/{c:.2f}/{chunk}", parameters, levels)


def chunks(budget, *which, levels=None, games=CELL_GAMES, number=None) -> list:
    """Return the tasks of an agent's new games on a problem, a chunk of games in each task."""
    games = at(games, budget)
    return [task(budget, *which, min(CHUNK, games - done), done // CHUNK, levels, number)
            for done in range(0, games, CHUNK)]


def tuning_tasks(budget, levels=None, *, titles=PROBLEM_GAMES, times=TIMES, agents=TUNED, rollouts=ROLLOUTS,
                 constants=CONSTANTS, games=TUNING_GAMES):
    return [task(budget, game, time, name, c, rollout, at(games, budget), levels=levels)
            for time, game in problems(budget, levels, times, titles) for name in agents
            for rollout in at(rollouts, budget) for c in at(constants, budget)]


def games_of(task):
    """One row per game: whether it was won, the score as the framework reports it, moves and calls."""
    p = task.parameters
    if p["rollout"] < 0:
        raise ValueError(f"The parameters of {p['agent']} for {p['game']} at {p['time']} calls are chosen by games "
                         f"that have not been played yet. Run joppen2019_tuning{' --levels FOLDER' * ('level' in p)} "
                         "at this budget, then this again.")
    game, (name, _, reading) = make_game(p["game"], task.work, p.get("number")), p["agent"].partition(", ")
    method = agent(name, p["c"], p["rollout"], recorded=task.work is None)
    if reading:
        method = read_as(reading, method, 3 * float(game.tables[0].high - game.tables[0].low))  # of Eq. 8
    for run, seed in enumerate(task.seed.spawn(p["games_wanted"])):
        played = play_solo(game, method, calls=p["time"], seed=seed, moves=p["moves"] or None)
        yield {"games": 1, "run": p["chunk"] * CHUNK + run, "won": int(played.state.winner == 1),
               "score": score_of(played.state), "ticks": int(played.state.tick), "calls": played.calls,
               "iterations": played.iterations}


TUNING = on_any(Experiment("joppen2019_tuning", tuning_tasks, games_of, SEED, "Joppen 2019: tuning"))


def configurations(frame):
    """Return the win rate (per cent) and mean score of each configuration on each problem, best first."""
    keys = ["game", "time", "agent", "rollout", "c"]
    found = frame.groupby(keys, sort=False).agg(win_rate=("won", "mean"), score=("score", "mean"),
                                                games=("won", "size")).reset_index()
    found["win_rate"] *= 100
    return found.sort_values(["win_rate", "score", "rollout", "c"], ascending=[False, False, True, True],
                             kind="stable", ignore_index=True)


def best_configurations(budget, store=None, levels=None) -> dict:
    """Return {(game, time, agent): (C, RL)} with the best configurations in `TUNING`.

    The best configuration won most games; if several did, it has the highest score. An agent is left out on a problem
    for which not all configurations were played.
    """
    try:
        frame = load(TUNING if levels is None else on_framework(TUNING), budget, store=store, partial=True)
    except ResultsError:
        return {}
    found = configurations(frame)
    wanted = len(ROLLOUTS[budget]) * len(CONSTANTS[budget])
    best = {}
    for key, rows in found.groupby(["game", "time", "agent"], sort=False):
        if len(rows) == wanted:
            best[key] = (float(rows.iloc[0]["c"]), int(rows.iloc[0]["rollout"]))
    return best


def to_play(budget, levels=None, titles=PROBLEM_GAMES, times=TIMES, agents=TUNED) -> dict:
    """Return {(game, time, agent): (C, RL)} for all problems of a budget; `UNTUNED` if an agent is not tuned yet."""
    every = [(game, time, name) for time, game in problems(budget, levels, times, titles) for name in agents]
    if budget == "quick":
        best = dict.fromkeys(every, (CONSTANTS[budget][0], ROLLOUTS[budget][0]))
    else:
        found = best_configurations(budget, levels=levels)
        best = {problem: found.get(problem, UNTUNED) for problem in every}
    if budget == "standard" and times is TIMES:
        large = (GAMES, TUNED) if levels is not None else (LARGE_GAMES, LARGE_AGENTS)
        best |= {(game, LARGE, name): best[game, 1000, name] for game, name in itertools.product(*large)
                 if best.get((game, 1000, name), UNTUNED) != UNTUNED}
    return best


def cell_tasks(budget, levels=None, *, titles=PROBLEM_GAMES, times=TIMES, agents=TUNED, games=CELL_GAMES):
    """Return new games of every agent's best configuration on every problem. Agents that are not tuned yet come last.
    """
    return [one for problem, chosen in sorted(to_play(budget, levels, titles, times, agents).items(), key=_order)
            for one in chunks(budget, *problem, *chosen, levels=levels, games=games)]


def _order(item):
    (game, time, name), chosen = item
    return chosen == UNTUNED, time, GAMES.index(game), (*TUNED, name).index(name)


CELLS = on_any(Experiment("joppen2019_cells", cell_tasks, games_of, SEED + 1, "Joppen 2019: Table 1"))

# Further games for claims about single games that were undecided. The number is that for each number of calls,
# including the games of Table 1. It was computed from the intervals, rounded up, and fixed before any of these games
# was played. ``claims.csv`` counts the interim analyses. Table 1 and the ranks have 40 games, as in the paper.
LATER_STAGE = by_budget({("Surround", "MCTS"): CHUNK + 2}, {
    **{("Zelda", name): 960 for name in ("O-MCTS", "MCTS", "N-MCTS")},  # 320 before, then 780; MCTS: 800 and 920
    ("Zelda", "MixMax"): 920, ("Zelda", "PB-MCTS"): 240,  # MixMax: 240 before, then 700
    **{(game, name): games for game, games in (("Chase", 130), ("Jaws", 90), ("Boulderchase", 70))
       for name in ("MCTS", "N-MCTS")},
})


def further_tasks(budget, levels=None, *, games=LATER_STAGE):
    """Return the games played after those of `CELLS`. Run numbers continue."""
    wanted = at(games, budget)
    return [one for problem, chosen in sorted(to_play(budget, levels).items(), key=_order)
            for one in chunks(budget, *problem, *chosen, levels=levels, games=wanted.get(problem[::2], 0))
            if one.parameters["chunk"] * CHUNK >= CELL_GAMES[budget]]


FURTHER = on_framework(Experiment("joppen2019_further", further_tasks, games_of, SEED + 5,
                                  "Joppen 2019: more games than in Table 1"))


# --- other interpretations of the paper, with the configurations of Table 1 -------------------------------------------


def reading_tasks(budget, levels=None, *, titles=PROBLEM_GAMES, times=TIMES, readings=READINGS, games=CELL_GAMES):
    best = {} if budget == "quick" else best_configurations(budget, levels=levels)
    usual = (CONSTANTS["quick"][0], ROLLOUTS["quick"][0]) if budget == "quick" else UNTUNED
    return [one for time, game in problems(budget, levels, times, titles) for name, reading in readings
            for one in chunks(budget, game, time, f"{name}, {reading}", *best.get((game, time, name), usual),
                              levels=levels, games=games)]


READING_GAMES = on_framework(Experiment("joppen2019_readings", reading_tasks, games_of, SEED + 3,
                                        "Joppen 2019: other readings of the agents"))


def level_tasks(budget, levels=None, *, titles=PROBLEM_GAMES, numbers=OTHER_LEVELS, time=500, agents=TUNED,
                games=OTHER_GAMES):
    """Return games on the levels that are not used otherwise, with the configurations for the usual levels."""
    best = {} if budget == "quick" else best_configurations(budget, levels=levels)
    usual = (CONSTANTS["quick"][0], ROLLOUTS["quick"][0]) if budget == "quick" else UNTUNED
    return [one for game in at(titles, budget) for number in at(numbers, budget) if number != LEVELS[game]
            for name in agents for one in chunks(budget, game, time, name, *best.get((game, time, name), usual),
                                                 levels=levels, games=games, number=number)]


LEVEL_GAMES = on_framework(Experiment("joppen2019_levels", level_tasks, games_of, SEED + 4,
                                      "Joppen 2019: other levels"))

# --- an agent like Yolobot, which has no parameters -------------------------------------------------------------------

YOLOBOT = "Yolobot"  # name of the program in the paper's table, and of our program in stored games
YOLOBOT_LIKE = Yolobot.name  # name of our program in tables and figures; it follows what was published about Yolobot


def yolobot_tasks(budget, levels=None, *, titles=PROBLEM_GAMES, times=TIMES, games=CELL_GAMES):
    """Return games of the Yolobot-like agent on the same problems as in `cell_tasks`."""
    if budget == "standard" and times is TIMES and levels is not None:
        times = TIMES["paper"]
    return [one for time, game in problems(budget, levels, times, titles)
            for one in chunks(budget, game, time, YOLOBOT, *UNTUNED, levels=levels, games=games)]


def yolobot_games(task):
    """One row per game of the Yolobot-like agent: whether it was won, the score, moves and calls."""
    p = task.parameters
    game = make_game(p["game"], task.work)
    for run, seed in enumerate(task.seed.spawn(p["games_wanted"])):
        state, _, calls = play_yolobot(game, p["time"], seed, p["moves"] or None)
        yield {"games": 1, "run": p["chunk"] * CHUNK + run, "won": int(state.winner == 1), "score": score_of(state),
               "ticks": int(state.tick), "calls": calls}


YOLOBOT_GAMES = on_any(Experiment("joppen2019_yolobot", yolobot_tasks, yolobot_games, SEED + 2,
                                  "Joppen 2019: Table 1, an agent like Yolobot"))

OWN = (TUNING, CELLS, YOLOBOT_GAMES)
EXPERIMENTS = (*OWN, *map(on_framework, OWN), FURTHER, READING_GAMES, LEVEL_GAMES)
