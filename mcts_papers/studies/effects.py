"""Matches that test the effect of each component of a search: the two searches differ in one component.

If a component costs time, the first search, which has the component, gets fewer iterations, so that it takes no longer
than the second search. Each row has the processor seconds of both searches, so the results show whether this is true.
"""

from __future__ import annotations

import functools
import itertools
from typing import NamedTuple

from mcts_lab import games
from mcts_lab.game import start
from mcts_lab.matches.duel import opened
from mcts_lab.matches.experiment import Experiment, Task, at, by_budget
from mcts_lab.matches.match import spawned, tally
from mcts_lab.matches.statistics import mean, score
from mcts_lab.matches.tournament import Fixture, fixtures
from mcts_lab.players import LEVELS, SearchPlayer
from mcts_lab.search import (
    GRAVE,
    KLUCB,
    MAST,
    RAVE,
    UCB1,
    UCBV,
    UCT,
    AbsolutePruning,
    DecisivePlayout,
    EpsilonGreedy,
    HeuristicRating,
    ImplicitMinimax,
    LastGoodReply,
    MaxBackup,
    OpenLoop,
    Thompson,
)

from ..store.stored import load
from .alphazero import alphazero, shipped
from .halving import SequentialHalving
from .noise import GumbelNoise
from .pairs import NST

GAMES = {"quick": 20, "standard": 200, "paper": 1000}  # of each match
SEED, OPENING = 25, 2  # OPENING: random moves before each pair of games
PLAIN = UCT(UCB1(0.2))  # the best exploration constant of plain UCT in Hex
FOUR, BREAKTHROUGH = games.connect_four(), games.breakthrough(6, 6)


class Effect(NamedTuple):
    """A match in which the first search should be stronger, because only it has the component `part` (see `source`).

    For `early stop`, both should be equally strong.
    """

    part: str
    source: str
    game: object
    first: UCT
    second: UCT
    iterations: tuple  # of both

    @property
    def name(self):
        return f"{self.part} {' '.join(map(str, (type(self.game).__name__, *self.game)))}"


@functools.cache
def effects() -> tuple[Effect, ...]:
    """Return the effects that are measured. They use the strongest network in the project."""
    guided = alphazero(shipped()[max(shipped())])
    return (
        *(Effect("RAVE", "Gelly & Silver 2011", games.hex(size=size), UCT(RAVE(), fpu=1.0), PLAIN, (n, 1000))
          for size, n in ((9, 240), (11, 200))),
        Effect("GRAVE", "Cazenave 2015", games.hex(size=9), UCT(GRAVE(), fpu=1.0), UCT(RAVE(), fpu=1.0), (1000, 1000)),
        Effect("implicit minimax", "Lanctot et al. 2014", BREAKTHROUGH,
               UCT(value=ImplicitMinimax(), prior=HeuristicRating()), UCT(prior=HeuristicRating()), (300, 300)),
        Effect("max backups", "Khandelwal et al. 2016", FOUR, UCT(backup=MaxBackup()), UCT(), (1000, 1000)),
        Effect("MAST", "Finnsson & Bjornsson 2008", BREAKTHROUGH, UCT(leaf=MAST()), UCT(), (300, 300)),
        Effect("NST", "Tak, Winands & Bjornsson 2012", BREAKTHROUGH, UCT(leaf=NST()), UCT(leaf=MAST()),
               (300, 300)),
        Effect("last good reply", "Baier & Drake 2010", BREAKTHROUGH, UCT(leaf=LastGoodReply()), UCT(),
               (300, 300)),
        Effect("decisive moves", "Teytaud & Teytaud 2010", FOUR, UCT(leaf=DecisivePlayout()), UCT(), (300, 300)),
        Effect("sequential halving", "Pepels et al. 2014", BREAKTHROUGH, UCT(pruning=SequentialHalving()), UCT(),
               (500, 500)),
        Effect("Gumbel", "Danihelka et al. 2022", FOUR,
               guided._replace(prior=GumbelNoise(guided.prior), pruning=SequentialHalving(4)), guided, (16, 16)),
        Effect("early stop", "Huang et al. 2010", FOUR, UCT(pruning=AbsolutePruning(stop=True)), UCT(),
               (1000, 1000)),
        *(Effect(f"{name} against {below}", "levels of play", FOUR, UCT(), UCT(), (LEVELS[name], LEVELS[below]))
          for below, name in itertools.pairwise(LEVELS)),
    )


def matches(budget):
    """Return a fixture for each effect."""
    return [Fixture(effect.name, effect.game, (
        SearchPlayer(effect.first, "first", iterations=effect.iterations[0]),
        SearchPlayer(effect.second, "second", iterations=effect.iterations[1]),
    ), {"starts": starts(effect.game, GAMES[budget] // 2), "timed": True}) for effect in effects()]


@functools.lru_cache(64)
def starts(game, number):
    """Return `number` positions after random moves."""
    return [opened(game, OPENING, spawned(SEED, pair)) for pair in range(number)]


STRENGTH = fixtures("parts", matches, GAMES, SEED, chunk=100, title="What parts of a search are worth")


def strength(games=None):
    """Return the points of the first search in each match, with 95 % intervals, and its share of the processor time.

    games: rows of `STRENGTH`; None: those stored at the standard budget
    """
    import pandas as pd

    games, rows = load(STRENGTH, "standard") if games is None else games, []
    for effect in effects():
        played = games[games["fixture"] == effect.name]
        found = tally(played).set_index("player").loc["first"]
        points = score(*(int(found[column]) for column in ("wins", "draws", "losses")))
        rows.append({"match": effect.name, "iterations": effect.iterations[0],
                     "others' iterations": effect.iterations[1], "points": points.estimate, "points_low": points.low,
                     "points_high": points.high, "games": points.n, "time": time_of(played, "first"),
                     "source": effect.source})
    return pd.DataFrame(rows)


def time_of(games, name) -> float:
    """Return the processor seconds of a player divided by those of its opponents, in its two-player games."""
    mine = sum(games.loc[games[f"seat_{seat}"] == name, f"seconds_{seat}"].sum() for seat in (0, 1))
    others = sum(games.loc[games[f"seat_{seat}"] == name, f"seconds_{1 - seat}"].sum() for seat in (0, 1))
    return float(mine / others)


# -- bandits -----------------------------------------------------------------------------------------------------------

RULES = {"UCB1": UCB1(), "UCB-V": UCBV(), "KL-UCB": KLUCB(), "Thompson": Thompson(0.5),
         "epsilon-greedy": EpsilonGreedy()}
ARMS = {"0.9 0.8": (0.9, 0.8), "0.1 and nine of 0.05": (0.1,) + (0.05,) * 9}
PULLS, RUNS, CHUNK = 1000, by_budget(20, 400, 2000), 100


def bandit_tasks(budget):
    """Return the tasks: runs of each rule on each bandit."""
    return [Task(f"{rule}/{arms}/{first:05}", {"rule": rule, "bandit": arms, "runs": [first, min(CHUNK, runs)]})
            for runs in [at(RUNS, budget)] for rule in RULES for arms in ARMS for first in range(0, runs, CHUNK)]


def pull(task):
    """The regret of each run: the sum over all arms of the number of pulls times the distance to the best mean."""
    game = games.bandit(ARMS[task.parameters["bandit"]])
    method, (first, count) = UCT(RULES[task.parameters["rule"]], tree=OpenLoop()), task.parameters["runs"]
    rows = []
    for run in range(first, first + count):
        visits = method.search(game, start(game), iterations=PULLS, seed=spawned(task.seed, run)).visits
        rows.append({"run": run, "regret": sum(n * (max(game.arms) - game.arms[arm]) for arm, n in visits.items())})
    return rows


REGRET = Experiment("parts_bandits", bandit_tasks, pull, SEED, "Regret of rules for bandits")


def regrets(runs=None):
    """Return the mean regret of each rule after `PULLS` pulls, with a 95 % interval, for each bandit.

    runs: rows of `REGRET`; None: those stored at the standard budget
    """
    import pandas as pd

    runs = load(REGRET, "standard") if runs is None else runs
    found = [(*name, mean(group["regret"])) for name, group in runs.groupby(["bandit", "rule"], sort=False)]
    return pd.DataFrame([{"bandit": bandit, "rule": rule, "regret": one.estimate, "regret_low": one.low,
                          "regret_high": one.high, "runs": one.n} for bandit, rule, one in found])
