"""A ladder: rate searches of many kinds against plain UCT at equal time, in eight games.

Every search plays against plain UCT with `ITERATIONS` iterations. The search gets the number of iterations (alpha-beta:
nodes) that takes the same time. These numbers are in ``data/ladder.csv``, so the same games can be played again on any
machine. They were measured by ``python -m mcts_papers.studies.ladder``, and corrected by hand if one side took a third
longer in the first games. Each row of the results has the processor seconds of both sides. Plain UCT with other numbers
of iterations plays too. So a search can be compared with the number of UCT iterations that has the same rating.
"""

from __future__ import annotations

import csv
import itertools
import math
import time

import numpy as np

from mcts_lab import games
from mcts_lab.engine.warm_up import compiled_first
from mcts_lab.engine.whole_files import written_whole
from mcts_lab.matches.duel import opened
from mcts_lab.matches.match import spawned
from mcts_lab.matches.statistics import elo
from mcts_lab.matches.tournament import Fixture, fixtures
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    GRAVE,
    MAST,
    PUCT,
    RAVE,
    UCB1,
    UCT,
    DecisivePlayout,
    Evaluate,
    HeuristicPrior,
    HeuristicRating,
    ImplicitMinimax,
    LastGoodReply,
    LimitedPlayout,
    MaxBackup,
    UCB1Tuned,
)
from mcts_lab.search.minimax.alpha_beta import AlphaBeta

from .. import paths
from ..store.stored import load
from .effects import OPENING, starts, time_of
from .halving import SequentialHalving
from .pairs import NST

GAMES = {
    "Connect Four": games.connect_four(), "five in a row, 7 x 8": games.connect_four(7, 8, 5),
    "Breakthrough 6 x 6": games.breakthrough(6, 6), "Breakthrough 8 x 8": games.breakthrough(8, 8),
    "Hex 7 x 7": games.hex(7), "Hex 9 x 9": games.hex(9), "Hex 11 x 11": games.hex(11), "Othello": games.othello(),
}
ITERATIONS, C = 1000, 0.5  # of plain UCT
RUNGS = (125, 250, 500, 2000, 4000, 8000)  # other numbers of iterations of plain UCT
PLAIN = UCT(UCB1(C))
AGENTS = {
    "UCT, c = 1.4": UCT(), "UCB1-Tuned": PLAIN._replace(selection=UCB1Tuned()),
    "RAVE": UCT(RAVE(), fpu=1.0), "GRAVE": UCT(GRAVE(), fpu=1.0),
    "MAST": PLAIN._replace(leaf=MAST()), "NST": PLAIN._replace(leaf=NST()),
    "last good reply": PLAIN._replace(leaf=LastGoodReply()), "decisive moves": PLAIN._replace(leaf=DecisivePlayout()),
    "MCTS-Solver": PLAIN._replace(solver=True), "sequential halving": PLAIN._replace(pruning=SequentialHalving()),
    "max backups": PLAIN._replace(backup=MaxBackup()),
    "implicit minimax": PLAIN._replace(value=ImplicitMinimax(), prior=HeuristicRating()),
    "PUCT, heuristic prior": UCT(PUCT(), prior=HeuristicPrior()),
    "short playouts": PLAIN._replace(leaf=LimitedPlayout(4)), "evaluation": PLAIN._replace(leaf=Evaluate()),
    "alpha-beta": AlphaBeta(iterative=True, table_bits=16, ordering="pv+table+killer"),
}
PLAYED = {"quick": 2, "standard": 200, "paper": 1000}  # games of each match
SEED = 64
POSITIONS, PLAYS = 12, (2, 10)  # number of positions for measuring times; random moves before them


def amounts() -> dict[tuple[str, str], int]:
    """Return the number of iterations (or nodes) of each agent, for each game in which the agent can play."""
    with open(paths.data() / "ladder.csv", encoding="utf-8", newline="") as file:
        return {(row["game"], row["agent"]): int(row["amount"]) for row in csv.DictReader(file)}


def player(name, amount) -> SearchPlayer:
    """Return an agent with `amount` iterations (or nodes)."""
    method = AGENTS.get(name, PLAIN)
    return SearchPlayer(method, name, **{"nodes" if isinstance(method, AlphaBeta) else "iterations": amount})


def rung(iterations) -> SearchPlayer:
    """Return plain UCT with this number of iterations."""
    return player(f"UCT {iterations:,}", iterations)


def matches(budget):
    """Return matches of plain UCT against each rung and each agent, in each game."""
    others = [(game, rung(n)) for game, n in itertools.product(GAMES, RUNGS)]
    others += [(game, player(name, amount)) for (game, name), amount in amounts().items()]
    return [Fixture(f"{game} | {one.name}", GAMES[game], (one, rung(ITERATIONS)), {
        "starts": starts(GAMES[game], PLAYED[budget] // 2), "timed": True}) for game, one in others]


LADDER = fixtures("parts_ladder", matches, PLAYED, SEED, chunk=200, title="A ladder of searches at equal time")


ENDS = ["rating", "low", "high"]


def ladder(rows=None):
    """Return the rating of each agent in each game, and in all its games together (`game` is "all"), as a DataFrame.

    Ratings are in Elo above plain UCT with `ITERATIONS` iterations, with 95 % intervals. Column `worth` is the number
    of iterations with which plain UCT would have this rating, with limits. Outside the range of the rungs, it is the
    number of the nearest rung. Column `time` is the agent's time divided by that of plain UCT.

    rows: of `LADDER`; None: those stored at the standard budget
    """
    import pandas as pd

    rows, found = load(LADDER, "standard") if rows is None else rows, []
    rows = rows.assign(game=rows["fixture"].str.split(" | ", regex=False).str[0])
    rows["start"] += (rows["start"].max() + 1) * pd.factorize(rows["game"])[0]  # each game numbers its starts from 0
    for game, here in (*rows.groupby("game", sort=False), ("all", rows)):
        rated = elo(here, anchor=rung(ITERATIONS).name)
        rated[ENDS] = rated[ENDS].round(6) + 0.0  # the last digits and the sign of zero depend on the machine
        rated = rated.sort_values(["rating", "player"], ascending=[False, True]).set_index("player")
        rungs = rated.loc[[rung(n).name for n in sorted((*RUNGS, ITERATIONS))], "rating"].to_numpy(float)
        for name, one in rated.iterrows():
            ends = [worth(rungs, one[column]) for column in ENDS]
            found.append({"game": game, "agent": name, "elo": one["rating"], "elo_low": one["low"],
                          "elo_high": one["high"], "worth": ends[0], "worth_low": ends[1], "worth_high": ends[2],
                          "games": int(one["games"]), "time": time_of(here, name)})
    return pd.DataFrame(found)


def worth(rungs, rating) -> float:
    """Return the number of iterations with which plain UCT has this rating.

    rungs: plain UCT's ratings, fewest iterations first. The logarithm of the iterations is interpolated linearly
    between rungs. If a rung has a lower rating than a rung with fewer iterations, both count as equal.
    """
    rising = np.maximum.accumulate(rungs)
    return float(np.exp(np.interp(rating, rising, np.log(sorted((*RUNGS, ITERATIONS))))))


# -- numbers of iterations that take equal time ------------------------------------------------------------------------


def fits(game, name) -> bool:
    """Return whether an agent can play a game, that is, whether the game defines all that the agent needs."""
    try:
        player(name, 10).choose(game, opened(game, OPENING, spawned(SEED)), 1)
    except ValueError:
        return False
    return True


def equal(game, name) -> int:
    """Return the number of iterations (or nodes) of an agent in the processor time of plain UCT, rounded to two
    digits."""
    amount = ITERATIONS
    for _ in range(4):
        mine, plain = seconds(game, player(name, amount)), seconds(game, rung(ITERATIONS))
        amount = max(2, int(float(f"{amount * min(8.0, max(0.125, plain / mine)):.1e}")))
    return amount


def seconds(game, one) -> float:
    """Return the processor seconds of an agent's decisions in some positions: the minimum of three measurements."""
    states = [opened(game, PLAYS[i % 2], spawned(SEED, 1, i)) for i in range(POSITIONS)]
    one.choose(game, states[0], 1)
    best = math.inf
    for _ in range(3):
        began = time.thread_time()
        for number, state in enumerate(states):
            one.choose(game, state, number)
        best = min(best, time.thread_time() - began)
    return best


def measure() -> None:
    """Write ``data/ladder.csv`` again."""
    with compiled_first(), written_whole(paths.data() / "ladder.csv") as part, open(
            part, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("game", "agent", "amount"))
        for title, game in GAMES.items():
            for name in AGENTS:
                if fits(game, name):
                    table.writerow((title, name, equal(game, name)))
                    file.flush()


if __name__ == "__main__":
    measure()
