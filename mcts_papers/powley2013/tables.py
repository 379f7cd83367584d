"""The numbers of [Powley, Whitehouse & Cowling 2013] beside ours, and the other tables of this study.

A share of wins is a mean over deals. Each deal was played twice with sides exchanged, so its two games are one
observation, and the interval (95 %) is that of the mean over deals. A deal of Spades is won by the side with more
points; equal points are half a win. Bags count with their long-run cost. Means of points are computed in the same
way. Settings that were played on the same deals are compared deal by deal.
"""

from __future__ import annotations

import functools

import numpy as np
import pandas as pd

from mcts_lab.matches.statistics import Interval, mean, paired

from ..counting import NOTHING, by_start, columns, over_starts, share_of_games, share_of_starts, share_won
from ..paths import data
from ..reporting.results import once
from .exact import exact_values
from .experiments import (
    DOU_DIZHU,
    GAMES,
    RULE_SETS,
    SPADES,
)


def fixture_games(results, experiment, kind, pair=None, setting=None):
    """Return the games of some fixtures of an experiment, with the columns `kind`, `pair` and `setting`."""
    games, names, which = named(results, experiment)
    wanted = (kind, pair, setting)
    fits = [all(one is None or str(one) == own for one, own in zip(wanted, name, strict=True)) for name in names]
    return games[np.array(fits, bool)[which]]


@once
def named(results, experiment):
    """Return the games of an experiment with the parts of their fixtures' names, these names, and the index of each
    game's name."""
    games = results[experiment]
    if not len(games):
        return pd.DataFrame(columns=["fixture", "start", "kind", "pair", "setting", "seat_0", "seat_1", "payoff_0",
                                     "payoff_1", "score_0", "score_1", "deals"]), [], np.zeros(0, int)
    which, fixtures = pd.factorize(games["fixture"])
    names = [tuple(name.split(" | ")) for name in fixtures]
    columns = np.array(names, object)[which]
    return games.assign(kind=columns[:, 0], pair=columns[:, 1], setting=columns[:, 2]), names, which


def time_ratio(games, player, other) -> float:
    """Return a player's processor time divided by that of `other`, over timed games; NaN without such games."""
    if not len(games) or "seconds_0" not in games:
        return float("nan")
    spent = {name: sum(games.loc[games[f"seat_{i}"] == name, f"seconds_{i}"].sum()
                       for i in range(4) if f"seat_{i}" in games) for name in (player, other)}
    return spent[player] / spent[other] if spent[other] else float("nan")


def side_of(games, player):
    """Return the seat, 0 or 1, of a player's side in each game. In all games with two sides, seats 0 and 1 are
    opponents."""
    return np.where(games["seat_0"] == player, 0, 1)


def points_of(games, player):
    """Return 1 for each game that the player's side won, 0 for each it lost, 1/2 for a tie."""
    mine = np.where(side_of(games, player) == 0, games["payoff_0"], games["payoff_1"])
    other = np.where(side_of(games, player) == 0, games["payoff_1"], games["payoff_0"])
    return np.where(mine > other, 1.0, np.where(mine < other, 0.0, 0.5))


def wins(games, player) -> Interval:
    """Return the share of games that the player's side won, over deals; `n` is the number of games."""
    return share_won(games, points_of(games, player))


def margin(games, player) -> Interval:
    """Return, for Spades, the mean difference of points per deal between the player's side and the other side.

    Points are those of the search's reward: a bag counts +1 now, and minus a tenth of the penalty later. A
    difference beyond the `scale` of the game, 200 points, counts as 200.
    """
    if games["start"].nunique() < 2:
        return NOTHING
    return over_starts(games, points_priced(games, player))


def points_priced(games, player):
    """Return the difference of points in each game."""
    sign = np.where(side_of(games, player) == 0, 1, -1)
    return sign * games["payoff_0"].to_numpy() * GAMES[SPADES].scale


def between(first, second, value) -> Interval:
    """Return the mean over common deals of `value(games)` in `first` minus that in `second`, paired by deal."""
    if not (len(first) and len(second)):
        return NOTHING
    one, other = by_start(first, value(first)), by_start(second, value(second))
    common = one.index.intersection(other.index)
    if len(common) < 2:
        return NOTHING
    return paired(one[common], other[common])


def as_landlord(games, player):
    """Return the games of Dou Di Zhu in which the player is the landlord, who has seat 0."""
    return games[games["seat_0"] == player]


def as_peasants(games, player):
    return games[games["seat_1"] == player]


def percent(interval, name="wins") -> dict:
    """Return an interval of shares as three columns, in per cent."""
    return columns(interval, name, 100.0)


# --- the paper's numbers ----------------------------------------------------------------------------------------------


def strength(results, budget):
    """Return the paper's two numbers beside ours, which are against another opponent.

    A game of Spades is a match to 500 points.
    """
    rows = []
    for kind, said, experiment, setting in (
            (SPADES, "matches to 500, bids by rule", "powley2013_matches", "match"),
            (SPADES, "matches to 500, own bids", "powley2013_matches", "match, own bids"),
            (DOU_DIZHU, "whole moves", "powley2013_strength", "whole moves")):
        found = wins(fixture_games(results, experiment, kind, setting=setting), "ISMCTS")
        rows.append({"game": kind, "setting": said, **percent(found), "wins_verdict": "not compared",
                     "games": found.n})
    return pd.DataFrame(rows)


def published_wins() -> dict:
    """Return the paper's two numbers: game -> per cent of games won."""
    return dict(pd.read_csv(data() / "paper" / "powley2013_strength.csv", comment="#")[["game", "wins"]].to_numpy())


def strength_all(results, budget):
    """Return the results against the rule players: of ISMCTS with 2500 iterations in every setting, and with all cards
    seen."""
    rows = []
    for kind in (SPADES, DOU_DIZHU):
        if kind == SPADES:
            for setting, bids in (("match", "bids by rule"), ("match, own bids", "own bids")):
                match = fixture_games(results, "powley2013_matches", SPADES, setting=setting)
                found = wins(match, "ISMCTS")
                if found.n:
                    rows.append({"game": SPADES, "setting": f"matches to 500, {bids}", "role": "both sides",
                                 **percent(found), "games": found.n, "deals": int(match["deals"].sum())})
        games = fixture_games(results, "powley2013_strength", kind)
        for setting in games["setting"].unique():
            here = games[games["setting"] == setting]
            rows += role_rows(kind, f"hands, {setting}" if kind == SPADES else setting, here, "ISMCTS")
        for name, experiment in (("cheating UCT", "powley2013_cheating"), ("PIMC", "powley2013_pimc")):
            here = fixture_games(results, experiment, kind, pair=f"{name} - rules")
            rows += role_rows(kind, f"{name}, instead of ISMCTS", here, name)
    return pd.DataFrame(rows)


def role_rows(kind, setting, games, player):
    """Return rows for one pairing: all games, and in Dou Di Zhu also each role."""
    roles = {"both sides": games}
    if kind == DOU_DIZHU:
        roles |= {"landlord": as_landlord(games, player), "peasants": as_peasants(games, player)}
    rows = []
    for role, chosen in roles.items():
        found = wins(chosen, player)
        row = {"game": kind, "setting": setting, "role": role, **percent(found), "games": found.n}
        if kind == SPADES:
            gain = margin(chosen, player)
            row |= {"points_per_hand": round(gain.estimate, 1), "points_per_hand_low": round(gain.low, 1),
                    "points_per_hand_high": round(gain.high, 1)}
        rows.append(row)
    return rows


# --- strength against something ---------------------------------------------------------------------------------------


def series(results, experiment, kind, player, name, value=str):
    """Return one row per setting: the player's share of wins. {} in a player's name stands for the setting."""
    games = fixture_games(results, experiment, kind)
    rows = []
    for setting in games["setting"].unique():
        here, who = games[games["setting"] == setting], player.format(setting)
        found, gain = wins(here, who), margin(here, who) if kind == SPADES else NOTHING
        rows.append({"game": kind, name: value(setting), "points": found.estimate, "low": found.low,
                     "high": found.high, "points_a_hand": round(gain.estimate, 1),
                     "points_low": round(gain.low, 1), "points_high": round(gain.high, 1), "games": found.n})
    return pd.DataFrame(rows)


def both(results, experiment, player, name, value=str):
    return pd.concat([series(results, experiment, kind, player, name, value) for kind in (SPADES, DOU_DIZHU)],
                     ignore_index=True)


def iterations(results, budget):
    return both(results, "powley2013_iterations", "ISMCTS", "iterations", int)


@functools.cache
def port_wins() -> dict:
    """Return the games, of 100, that a port of the paper's program won against random play, by iterations."""
    frame = pd.read_csv(data() / "paper" / "powley2013_whist.csv", comment="#")
    return dict(zip(frame["iterations"], frame["wins"], strict=True))


def whist_games(results):
    """Yield each fixture of Knockout Whist: players, opponent, iterations, way of counting availability, ISMCTS's
    share.

    The share of games is over deals. A seat wins if it survives alone. All opponents in a game are of one kind.
    """
    frame = results["powley2013_whist"]
    for fixture, here in frame.groupby("fixture", sort=False) if len(frame) else ():
        title, pair, setting = fixture.split(" | ")
        iterations, counting = setting.split(", ")
        seats = int(title.rsplit(" ", 1)[1])
        won = sum((here[f"seat_{i}"] == "ISMCTS") * here[f"payoff_{i}"] for i in range(seats))
        yield (seats, pair.split(" - ")[1], int(iterations), counting,
               share_won(here, won))


def whist(results, budget):
    """Return the games of Knockout Whist that ISMCTS won, by way of counting availability.

    `wins_of_equal_players`: the share that each of several equal players would win.
    """
    port = port_wins()
    rows = [{"players": seats, "against": rival, "iterations": iterations, "availability": counting, **percent(found),
             "wins_of_equal_players": round(100 / seats), "games": found.n,
             "wins_of_port": port[iterations] if rival == "random" else None}
            for seats, rival, iterations, counting, found in whist_games(results)]
    columns = ["players", "against", "iterations", "availability", "wins", "wins_low", "wins_high",
               "wins_of_equal_players", "games", "wins_of_port"]
    return pd.DataFrame(rows, columns=columns).sort_values(columns[:4], kind="stable", ignore_index=True)


def rule_sets(results, budget):
    """Return the same player's results under other rules of Spades."""
    rows = []
    for name in RULE_SETS:
        games = fixture_games(results, "powley2013_rule_sets", SPADES, setting=name)
        found, gain = wins(games, "ISMCTS"), margin(games, "ISMCTS")
        rows.append({"rules": name, **percent(found), "points_per_hand": round(gain.estimate, 1),
                     "points_per_hand_low": round(gain.low, 1), "points_per_hand_high": round(gain.high, 1),
                     "games": found.n})
    return pd.DataFrame(rows)


# --- knowledge --------------------------------------------------------------------------------------------------------

SETTLED = 0.01  # largest difference of the actions' values in a settled position, in units of payoffs
OTHER_LIMITS = (0.005, 0.02)


def settled(results, budget, within=SETTLED):
    """Return all positions of the experiments on foolish moves. `settled`: plain search values all actions almost
    equally.

    Columns ``kind``, ``method``, ``position``, ``spread``, ``foolish``, ``by_chance``, ``settled``.
    """
    first = results["powley2013_foolish"]
    flat_ones = first[first["method"] == "plain"].set_index(["kind", "position"])["spread"] <= within
    first = first.assign(settled=flat_ones.reindex(pd.MultiIndex.from_frame(first[["kind", "position"]])).to_numpy())
    more = results["powley2013_settled"]
    if not len(more):
        return first
    more = more.assign(settled=more["spread"] <= within, position=1000 * more["deal"] + more["position"])
    columns = ["kind", "method", "position", "spread", "foolish", "by_chance", "settled"]
    return pd.concat([first[columns], more[columns]], ignore_index=True)


def foolish(results, budget):
    """Return how often each search chooses foolish moves, in settled and in open positions (see `settled`)."""
    frame = settled(results, budget)
    rows = []
    for (kind, method), here in frame.groupby(["kind", "method"], sort=False):
        for when, chosen in (("settled", here[here["settled"]]), ("open", here[~here["settled"]])):
            if len(chosen):
                found = share_of_games(int(chosen["foolish"].sum()), len(chosen))
                rows.append({"game": kind, "search": method, "outcome": when, **percent(found, "foolish"),
                             "random_play": round(100 * chosen["by_chance"].mean(), 1), "positions": len(chosen)})
    return pd.DataFrame(rows)


def guesses(results, budget):
    """Return how many determinizations equal another one or the truth, by time in the game. Intervals are over deals.
    """
    frame = results["powley2013_guesses"]
    rows = []
    for (kind, when), here in frame.groupby(["kind", "when"], sort=False) if len(frame) else ():
        found = share_of_starts(here["alike"], len(here))
        rows.append({"game": kind, "when": when, "cards_held": round(here["held"].mean(), 1),
                     **percent(found, "alike"), "deals": len(here), "interval": found})
    columns = ["game", "when", "cards_held", "alike", "alike_low", "alike_high", "deals", "interval"]
    return pd.DataFrame(rows, columns=columns)


def knowledge(results, budget):
    """Return results of search with knowledge against search without, with equal iterations."""
    return both(results, "powley2013_knowledge", "with {}", "knowledge")


# --- the smallest games, the tree, speed ------------------------------------------------------------------------------

def small(results, budget):
    """Return how often the right action was chosen in the smallest games, and the values found, beside the exact
    values."""
    rows = []
    for row in results["powley2013_small"].to_dict("records"):
        right, best, other = exact_values()[row["puzzle"]]
        first = right == row["first"]
        chose = row["chose_first"] if first else row["chose_second"]
        found = share_of_games(chose, row["chose_first"] + row["chose_second"])
        rows.append({"game": row["puzzle"], "search": row["method"], "iterations": row["iterations"], "right": right,
                     **percent(found, "chose_right"), "runs": found.n,
                     "exact_right": best, "exact_wrong": round(other, 3),
                     "value_right": round(row["value_first"] if first else row["value_second"], 3),
                     "value_wrong": round(row["value_second"] if first else row["value_first"], 3)})
    return pd.DataFrame(rows)


def shape(results, budget):
    """Return the number of nodes, and the share of an opponent's branches that are legal in one determinization."""
    frame = results["powley2013_shape"]
    rows = []
    for kind, here in frame.groupby("kind", sort=False):
        legal = mean(here["legal"] / here["children"])
        order = mean(here["correlation"])
        rows.append({"game": kind, "positions": len(here), "iterations": int(here["iterations"].max()),
                     "nodes": int(here["nodes"].max()), "branches": round(here["children"].mean(), 1),
                     "legal": round(here["legal"].mean(), 1), **percent(legal, "legal_percent"),
                     "rank_correlation": round(order.estimate, 2), "rank_correlation_low": round(order.low, 2),
                     "rank_correlation_high": round(order.high, 2)})
    return pd.DataFrame(rows)


def timing(results, budget):
    """Return the processor time for 2500 iterations."""
    frame = results["powley2013_speed"]
    frame = frame[frame["kind"].isin([SPADES, DOU_DIZHU, "Knockout Whist"])]
    return pd.DataFrame({
        "game": frame["kind"], "search": frame["what"], "first_play_ms": (1000 * frame["seconds"]).round(2),
        "mean_ms": (1000 * frame["mean"]).round(2), "most_ms": (1000 * frame["most"]).round(2),
        "iterations_per_second": (frame["iterations"] / frame["seconds"]).round(-3), "decisions": frame["decisions"],
    }).reset_index(drop=True)


def tree_forms(results, budget):
    """Return bytes and time of the paper's tree in several forms, and of our tree."""
    frame = results["powley2013_speed"]
    frame = frame[frame["kind"] == "tree"]
    return pd.DataFrame({
        "form": frame["what"], "bytes_per_node": frame["bytes_per_node"].round(0), "nodes": frame["nodes"].astype(int),
        "microseconds_per_iteration": (1e6 * frame["seconds"] / frame["iterations"]).round(3),
        "same_tree": frame["same_tree"].map({1.0: "yes", 0.0: "no"}).fillna("another game"),
    }).reset_index(drop=True)


def tables_exact(results, budget):
    """Return how many entries of the tables differ from a direct call."""
    frame = results["powley2013_speed"]
    frame = frame[frame["kind"] == "table"]
    return pd.DataFrame({
        "table": frame["what"], "entries": frame["nodes"].astype(int), "differ": frame["differ"].astype(int),
        "worst_relative": frame["worst"],
    }).reset_index(drop=True)
