"""The numbers of [Hsu & Perez-Liebana 2020] beside ours, and the further tables of this study.

Games come in pairs, the same map with sides exchanged, and a pair is one observation: intervals (95 %, Student's t) are
those of the mean over pairs. For trees an observation is the mean over the decisions of one game.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from ...experiments.statistics import Interval, mean
from ..counting import NOTHING, columns, mean_of, over_starts, share_won
from .experiments import BASELINES, DEFAULT, EVOLUTION, METHODS, PRUNED, RULES, variant_cells

TECHNOLOGIES = 24
COLUMNS = {RULES: "rule_based", DEFAULT: "default_mcts", EVOLUTION: "rhea"}


def cell(games, one, other):
    """The games of a pairing, with the columns ``won``, ``score``, ``techs``, ``cities``, ``production`` and ``kinds``
    of player `one`."""
    here = games[((games["seat_0"] == one) & (games["seat_1"] == other))
                 | ((games["seat_1"] == one) & (games["seat_0"] == other))]
    first = (here["seat_0"] == one).to_numpy()

    def own(name):
        return [a if at_first else b for at_first, a, b in
                zip(first, here[f"{name}_0"], here[f"{name}_1"], strict=True)]

    return pd.DataFrame({"start": here["start"].to_numpy(), "won": own("payoff"), "score": own("score"),
                         "techs": own("techs"), "cities": own("cities"), "production": own("production"),
                         "kinds": own("kinds"), "ticks": here["ticks"].to_numpy(),
                         "captured": here["captured"].to_numpy()})


def share(games, one, other) -> Interval:
    """The share of games that `one` won against `other`."""
    here = cell(games, one, other)
    return share_won(here, here["won"])


def table1(results, budget):
    """Share of games won, in per cent."""
    games = results["hsu2020_strength"]
    rows = []
    for one in (*PRUNED, DEFAULT):
        row = {"player": one}
        counted = 0
        for other in BASELINES:
            if one != other:
                found = share(games, one, other)
                row |= columns(found, COLUMNS[other], 100.0)
                counted += found.n
        rows.append(row | {"games": counted})
    return pd.DataFrame(rows)


def table2(results, budget):
    """How the pruned searches stand at the end of their games, each baseline counting alike."""
    games = results["hsu2020_strength"]
    rows = []
    for one in PRUNED:
        against = [cell(games, one, other) for other in BASELINES]
        against = [here.assign(start=here["start"] + 10_000 * i) for i, here in enumerate(against) if len(here)]
        row = {"player": one}
        for name, column, factor, digits in (("win", "won", 100.0, 1), ("score", "score", 1.0, 0),
                                             ("techs", "techs", 100.0 / TECHNOLOGIES, 1), ("cities", "cities", 1.0, 2),
                                             ("production", "production", 1.0, 2)):
            games_of_all = pd.concat(against) if against else None
            found = over_starts(games_of_all, games_of_all[column]) if against else NOTHING
            row |= columns(found, name, factor, digits)
        rows.append(row | {"games": sum(map(len, against))})
    return pd.DataFrame(rows)


def shares_of_actions(results, budget):
    """How the actions of each pruned search divide among groups, and how many of all are moves, in per cent."""
    games = results["hsu2020_strength"]
    rows = []
    for one in PRUNED:
        counts = np.zeros(4)
        for other in BASELINES:
            for kinds in cell(games, one, other)["kinds"]:
                counts += kinds
        city, tribe, moves, units = 100.0 * counts / counts.sum() if counts.sum() else np.full(4, np.nan)
        rows.append({"player": one, "unit": round(moves + units, 1), "city": round(city, 1), "tribe": round(tribe, 1),
                     "move": round(moves, 1), "actions": int(counts.sum())})
    return pd.DataFrame(rows)


def unit_actions(results, player) -> Interval:
    """The share of unit actions, moves among them, in all actions that a pruned search plays; `n` is their number.

    A ratio of sums over pairs of games: its interval is that of the pairs' distances from it [Cochran 1977, section
    6.4].
    """
    games = results["hsu2020_strength"]
    pairs = [np.sum(list(kinds), axis=0) for other in BASELINES
             for _, kinds in cell(games, player, other).groupby("start")["kinds"]]
    sums = np.array(pairs, float).reshape(-1, 4)
    units, every = sums[:, 2:].sum(axis=1), sums.sum(axis=1)
    if len(sums) < 2:
        return NOTHING._replace(n=int(every.sum()))
    ratio = units.sum() / every.sum()
    return mean(ratio + (units - ratio * every) / every.mean())._replace(n=int(every.sum()))


def variants(results, budget):
    """Each variant against what it varies: share of games won."""
    games = results["hsu2020_variants"]
    rows = []
    for one, other, _ in variant_cells("standard"):
        found = share(games, one, other)
        rows.append({"variant": one, "against": other, **columns(found, "wins", 100.0), "games": found.n})
    return pd.DataFrame(rows)


# --- trees ------------------------------------------------------------------------------------------------------------

SIZES = (0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250)  # where bins of sizes begin
TURNS = tuple(range(0, 50, 5))


def trees_by(results, what, begins):
    """Depth, rate and iterations of each search by the number of legal actions or by turn: a row for each bin."""
    frame = results["hsu2020_trees"]
    frame = frame.assign(bin=np.asarray(begins)[np.digitize(frame[what], begins[1:])])
    rows = []
    for name in METHODS:
        here = frame[frame["method"] == name]
        for begin, some in here.groupby("bin"):
            row = {"method": name, what: int(begin), "decisions": len(some), "games": some["level"].nunique()}
            for column in ("depth", "rate", "iterations"):
                row |= between_games(some, column)
            rows.append(row)
    return pd.DataFrame(rows)


def between_games(frame, column, game="level") -> dict:
    found = mean_of(frame.groupby(game)[column].mean())
    if column == "rate":  # which no interval leaves
        found = found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))
    return {column: found.estimate, f"{column}_low": found.low, f"{column}_high": found.high}


def sizes(results, budget):
    return trees_by(results, "size", SIZES)


def turns(results, budget):
    return trees_by(results, "tick", TURNS)


def time_of_decisions(results, budget):
    """Milliseconds of processor time of one decision, and what it took: by search."""
    frame = results["hsu2020_trees"]
    rows = []
    for name in METHODS:
        here = frame[frame["method"] == name]
        rows.append({"search": name, "decisions": len(here), "milliseconds": round(1000 * here["seconds"].median(), 2),
                     "iterations": round(here["iterations"].mean(), 0), "nodes": round(here["nodes"].mean(), 0)})
    return pd.DataFrame(rows)


def scaling(results, budget):
    """One decision on larger maps and with more tribes: the median of the milliseconds with their quartiles, the
    mean depth of games with its interval at 95 %."""
    frame = results["hsu2020_scaling"]
    rows = []
    for (size, tribes, method), here in frame.groupby(["size", "tribes", "method"], sort=False):
        here = here.assign(game=(here["place"] == 0).cumsum())  # each begins with its first position
        times = 1000 * here["seconds"]
        rows.append({"map": f"{size} x {size}", "tribes": tribes, "search": method, "decisions": len(here),
                     "actions": round(here["actions"].mean(), 1),
                     **{name: round(value, 2) for name, value in between_games(here, "depth", "game").items()},
                     "milliseconds": round(times.median(), 2), "milliseconds_low": round(times.quantile(0.25), 2),
                     "milliseconds_high": round(times.quantile(0.75), 2), "nodes": round(here["nodes"].mean())})
    return pd.DataFrame(rows)
