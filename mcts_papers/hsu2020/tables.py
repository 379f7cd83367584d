"""The numbers of [Hsu & Perez-Liebana 2020] beside ours, and the other tables of this study.

Games come in pairs on the same map, with sides exchanged, and a pair is one observation. Intervals (95 %,
Student's t) are over pairs. For trees, all games on a map with the same random events are one observation.
"""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd

from mcts_lab.matches.statistics import Interval, mean

from ..counting import NOTHING, columns, mean_of, over_starts, share_won
from ..reporting.results import once
from .experiments import BASELINES, DEFAULT, METHODS, PRUNED, player_name, variant_cells
from .players import SIZE_BINS, TURN_BINS

TECHNOLOGIES = 24


def games_between(games, one, other):
    """Return the games of player `one` against `other`, with the results of player `one` as columns.

    They are ``won``, ``score``, ``techs``, ``cities``, ``production`` and ``kinds``.
    """
    here = games[((games["seat_0"] == one) & (games["seat_1"] == other))
                 | ((games["seat_1"] == one) & (games["seat_0"] == other))]
    first = (here["seat_0"] == one).to_numpy()

    def own(name):
        return np.where(first, here[f"{name}_0"], here[f"{name}_1"])

    return pd.DataFrame({"start": here["start"].to_numpy(), "won": own("payoff"), "score": own("score"),
                         "techs": own("techs"), "cities": own("cities"), "production": own("production"),
                         "kinds": own("kinds"), "ticks": here["ticks"].to_numpy(),
                         "captured": here["captured"].to_numpy()})


@once
def games_of_pair(results, one, other, further=False):
    """Return `games_between` for the games of Table 1; with `further`, also for those played later."""
    games = results["hsu2020_strength"]
    games = pd.concat([games, results["hsu2020_further"]], ignore_index=True) if further else games
    return games_between(games, one, other)


def share_between(games, one, other) -> Interval:
    """Return the share of games that `one` won against `other`."""
    here = games_between(games, one, other)
    return share_won(here, here["won"])


def table1(results, budget):
    """Return the share of games won, in per cent, and the number of games: one row for each pairing."""
    games = results["hsu2020_strength"]
    rows = []
    for one, other in itertools.product((*PRUNED, DEFAULT), BASELINES):
        if one != other:
            found = share_between(games, one, other)
            rows.append({"player": player_name(one), "against": other, **columns(found, "wins", 100.0),
                         "games": found.n})
            here = games_of_pair(results, one, other, True)
            if len(here) > found.n:
                more = share_won(here, here["won"])
                rows[-1] |= {**columns(more, "wins_further", 100.0), "games_further": more.n}
    return pd.DataFrame(rows)


def table2(results, budget):
    """Return the pruned searches' results at the end of their games. All baselines have the same weight."""
    rows = []
    for one in PRUNED:
        against = [games_of_pair(results, one, other) for other in BASELINES]
        against = [here.assign(start=here["start"] + 10_000 * i) for i, here in enumerate(against) if len(here)]
        row = {"player": player_name(one)}
        for name, column, factor, digits in (("win", "won", 100.0, 1), ("score", "score", 1.0, 0),
                                             ("techs", "techs", 100.0 / TECHNOLOGIES, 1), ("cities", "cities", 1.0, 2),
                                             ("production", "production", 1.0, 2)):
            games_of_all = pd.concat(against) if against else None
            found = over_starts(games_of_all, games_of_all[column]) if against else NOTHING
            row |= columns(found, name, factor, digits)
        rows.append(row | {"games": sum(map(len, against))})
    return pd.DataFrame(rows)


def shares_of_actions(results, budget):
    """Return the share of each group, and of moves, in the actions of each pruned search, in per cent."""
    rows = []
    for one in PRUNED:
        counts = np.zeros(4)
        for other in BASELINES:
            for kinds in games_of_pair(results, one, other)["kinds"]:
                counts += kinds
        city, tribe, moves, units = 100.0 * counts / counts.sum() if counts.sum() else np.full(4, np.nan)
        rows.append({"player": player_name(one), "unit": round(moves + units, 1), "city": round(city, 1),
                     "tribe": round(tribe, 1), "move": round(moves, 1), "actions": int(counts.sum())})
    return pd.DataFrame(rows)


GROUPS = ("city", "tribe", "move", "unit")  # "unit" includes moves


@once
def share_of_actions(results, player, group, with_ends=True) -> Interval:
    """Return the share of a group (one of `GROUPS`) in all actions of a pruned search. `n` is the number of actions.

    with_ends: the end of a turn is an action of the tribe; False leaves it out (a player has one per tick)
    """
    pairs = []
    for other in BASELINES:
        here = games_of_pair(results, player, other)
        kinds = np.array(here["kinds"].tolist(), float).reshape(-1, 4)
        if not with_ends:
            kinds[:, 1] -= np.minimum(here["ticks"], kinds[:, 1])
        sums = pd.DataFrame(kinds).groupby(here["start"].to_numpy()).sum().to_numpy()
        pairs.append(np.column_stack([sums, sums[:, 2:].sum(axis=1), sums.sum(axis=1)]))
    sums = np.concatenate(pairs)
    part, every = sums[:, (0, 1, 2, 4)[GROUPS.index(group)]], sums[:, 5]
    if len(sums) < 2:
        return NOTHING._replace(n=int(every.sum()))
    return mean(of_ratio(part, every))._replace(n=int(every.sum()))


def of_ratio(over, under):
    """Return one value for each observation. The mean of the values is the ratio of the sums of `over` and `under`.

    The standard error of this mean is the standard error of the ratio [Cochran 1977, section 6.4].
    """
    ratio = over.sum() / under.sum()
    return ratio + (over - ratio * under) / under.mean()


def variants(results, budget):
    """Return the share of games that each variant won against the search it changes."""
    games = results["hsu2020_variants"]
    rows = []
    for one, other, _ in variant_cells("standard"):
        found = share_between(games, one, other)
        rows.append({"variant": player_name(one), "against": player_name(other), **columns(found, "wins", 100.0),
                     "games": found.n})
    return pd.DataFrame(rows)


# --- trees ------------------------------------------------------------------------------------------------------------

SIZES = (0, *map(int, SIZE_BINS))  # lower limits of the bins of sizes
TURNS = (0, *map(int, TURN_BINS))
COLUMNS_OF_TREES = ("depth", "rate", "iterations")
BINS = {"size": SIZES, "tick": TURNS}
STORED = {"size": "by_size", "tick": "by_turn"}


@once
def own_trees(results, by, further=False):
    """Return measurements of the trees in the agents' games: one row per game and bin of sizes or ticks (`by`).

    A row has the number of decisions, and the sums of their depths, rates and iterations. The trees depend on the
    opponent. So only as many games of each match of a search are used as its shortest match has.

    further: True adds the games after those of Table 1
    """
    games = results["hsu2020_strength"]
    if further:
        games = pd.concat([games, results["hsu2020_falls"]], ignore_index=True)
    if len(games):
        players = games[["seat_0", "seat_1"]]
        last = games["start"].groupby([players.min(axis=1), players.max(axis=1)]).transform("max")
    frames = []
    for seat in (0, 1):
        stored, method = f"{STORED[by]}_{seat}", f"seat_{seat}"
        here = games[games[method].isin(METHODS) & games[stored].notna()] if stored in games else ()
        if len(here):
            here = here[here["start"] <= last[here.index].groupby(here[method]).transform("min")]
        if len(here):
            sums = np.array(here[stored].tolist(), float)
            frame = pd.DataFrame(sums.reshape(-1, 4), columns=["decisions", *COLUMNS_OF_TREES])
            for name, values in (("method", here[method]), ("start", here["start"]), ("game", here.index)):
                frame[name] = np.repeat(values.to_numpy(), sums.shape[1])
            frames.append(frame.assign(**{by: np.tile(BINS[by], len(here))}))
    if not frames:
        return pd.DataFrame(columns=["decisions", *COLUMNS_OF_TREES, "method", "start", "game", by])
    found = pd.concat(frames, ignore_index=True).astype({"method": "category"})  # for fast comparisons
    return found[found["decisions"] > 0]


def per_start(results, by, method, column, low, high, decisions=False, further=False):
    """Return the mean of a column over decisions, for each map with its random events.

    Only decisions count whose size or tick (`by`) is at least `low` and below `high`, which are limits of bins.

    decisions: False gives each game the same weight. True gives each decision the same weight; the values are then
        those of a ratio (see `of_ratio`). further: see `own_trees`
    """
    sums = sums_of_games(results, by, method, low, high, further)
    if decisions and len(sums):
        each = sums.groupby(level="start").sum()
        return of_ratio(each[column], each["decisions"])
    return (sums[column] / sums["decisions"]).groupby(level="start").mean()


@once
def sums_of_games(results, by, method, low, high, further):
    """Return sums over the decisions that `per_start` counts: one row for each map and game."""
    here = own_trees(results, by, further)
    here = here[(here["method"] == method) & (here[by] >= low) & (here[by] < high)]
    return here.groupby(["start", "game"])[["decisions", *COLUMNS_OF_TREES]].sum()


def per_game(results, by, method, column, low, high, axis=None):
    """Return the mean of a column over positions of each game between rule-based agents.

    The positions have a number of legal actions or a tick from `low` to below `high`. axis: the column of these
    numbers, if it is not `by`.
    """
    frame = results["hsu2020_trees"]
    if not len(frame):
        return pd.Series(dtype=float)
    here = frame[(frame["method"] == method) & (frame[axis or by] >= low) & (frame[axis or by] < high)]
    return here.groupby("level")[column].mean()


def trees_by(results, by):
    """Return depth, rate and iterations of each search in its own games, by number of legal actions or by tick.

    There is one row per bin, with intervals over maps with their random events, and with depth and rate in
    positions of rule-based games.
    """
    rows = []
    for name in METHODS:
        own = own_trees(results, by)
        own = own[own["method"] == name]
        for begin, end in zip(BINS[by], (*BINS[by][1:], 10**6), strict=True):
            here = own[own[by] == begin]
            if len(here):
                row = {"method": player_name(name), by: begin, "decisions": int(here["decisions"].sum()),
                       "games": len(here)}
                for column in COLUMNS_OF_TREES:
                    row |= bounded(column, per_start(results, by, name, column, begin, end))
                rows.append(row | {f"{column}_of_positions": per_game(results, by, name, column, begin, end).mean()
                                   for column in ("depth", "rate")})
    return pd.DataFrame(rows)


def bounded(column, values) -> dict:
    found = mean_of(values)
    if column == "rate":  # its interval stays within 0 and 1
        found = found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))
    return {column: found.estimate, f"{column}_low": found.low, f"{column}_high": found.high}


def between_games(frame, column, game="level") -> dict:
    return bounded(column, frame.groupby(game)[column].mean())


def sizes(results, budget):
    return trees_by(results, "size")


def turns(results, budget):
    return trees_by(results, "tick")


def positions(results, budget):
    """Return the depth of each search in the same positions of rule-based games, by the number of legal actions."""
    frame = results["hsu2020_trees"]
    frame = frame.assign(bin=np.asarray(SIZES)[np.digitize(frame["size"], SIZES[1:])])
    return pd.DataFrame([
        {"method": player_name(name), "size": int(begin), "decisions": len(here), "games": here["level"].nunique(),
         **between_games(here, "depth")} for (name, begin), here in frame.groupby(["method", "bin"])])
