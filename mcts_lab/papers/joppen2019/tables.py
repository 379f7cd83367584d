"""The tables of [Joppen & Fuernkranz 2019] beside ours.

Cells are games with fresh seeds with the configuration that was best in tuning games, or what has been played of them.
A published cell has 40 games, so a number is expected within the interval that another 40 games would give.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from ...experiments.statistics import difference, friedman, mean
from .examples import CIRCLES, PREFERENCES, STARS, WORKED, tree_winner, values
from .experiments import configurations
from .ranks import ALGORITHMS, ALPHA, pairs, printed_table, ranks, won_scores, worth

PUBLISHED_GAMES = 40


COLUMNS = {  # of experiments of which nothing has been measured yet
    "joppen2019_cells": ("game", "time", "agent", "c", "rollout", "run", "won", "score"),
    "joppen2019_tuning": ("game", "time", "agent", "c", "rollout", "run", "won", "score"),
    "joppen2019_yolobot": ("game", "time", "agent", "c", "rollout", "run", "won", "score"),
    "joppen2019_cost": ("actions", "outcomes", "what", "nanoseconds"),
    "joppen2019_encodings": ("agent", "encoding", "position", "same_tree", "same_action"),
    "joppen2019_courage": ("chance", "loss", "agent", "place", "won", "alive", "stand", "step", "jump", "run"),
}
CELL = ("game", "time", "algorithm", "win_rate", "score", "spread", "C", "RL", "games", "wins")


def rows_of(results, experiment):
    """The rows of an experiment, with its columns even if there are none."""
    frame = results[experiment]
    return frame if len(frame) else pd.DataFrame(columns=list(COLUMNS[experiment]), dtype=float)


def cells(results, budget, experiments=("joppen2019_cells",)):
    """One row per game, budget of calls and algorithm: games, wins, scores, parameters."""
    rows = []
    frames = [frame for frame in (rows_of(results, name) for name in experiments) if len(frame)]
    played = pd.concat(frames) if frames else rows_of(results, experiments[0])
    for (game, time, name), games in played.groupby(["game", "time", "agent"], sort=False):
        first = games.iloc[0]
        tuned = first["rollout"] > 0
        rows.append({"game": game, "time": int(time), "algorithm": name, "win_rate": 100 * games["won"].mean(),
                     "score": games["score"].mean(), "spread": games["score"].std(ddof=1),
                     "C": first["c"] if tuned else np.nan, "RL": int(first["rollout"]) if tuned else np.nan,
                     "games": len(games), "wins": int(games["won"].sum())})
    return pd.DataFrame(rows, columns=CELL)


BOTH = ("joppen2019_cells", "joppen2019_yolobot")


def problems(results, budget):
    """What ranks are made of: problems that all agents have played, our Yolobot among them once it has played all that
    the others have."""
    five, six = worth(cells(results, budget)), worth(cells(results, budget, BOTH))
    return six if len(six) == len(five) and six.shape[1] > five.shape[1] else five


def table1(results, budget):
    """Wins and scores of every agent on every problem, with the interval in which the published number is expected."""
    found = []
    for row in cells(results, budget, BOTH).to_dict("records"):
        low, high = _expected(row["wins"], row["games"])
        reach = 1.96 * row["spread"] * np.sqrt(1 / row["games"] + 1 / PUBLISHED_GAMES)
        found.append({"game": row["game"], "time": row["time"], "algorithm": row["algorithm"],
                      "win_rate": round(row["win_rate"], 1), "win_rate_low": low, "win_rate_high": high,
                      "score": round(row["score"], 1), "score_low": round(row["score"] - reach, 1),
                      "score_high": round(row["score"] + reach, 1), "C": row["C"], "RL": row["RL"],
                      "games": row["games"]})
    return pd.DataFrame(found)


def _expected(wins, games):
    """The shares of 40 games, in per cent, from which `wins` of `games` do not differ surely."""
    like = []
    for k in range(PUBLISHED_GAMES + 1):
        found = difference(wins, games, k, PUBLISHED_GAMES)
        if found.low <= 0 <= found.high:
            like.append(100 * k / PUBLISHED_GAMES)
    return min(like), max(like)


# --- ranks ------------------------------------------------------------------------------------------------------------


def printed_ranks(results, budget):
    """The mean ranks, computed again from the printed table."""
    each = ranks(worth(printed_table()))
    return pd.DataFrame({"algorithm": ALGORITHMS, "rank": [round(float(each[a].mean()), 3) for a in ALGORITHMS],
                         "rank_low": [round(each[a].mean() - 0.05, 3) for a in ALGORITHMS],
                         "rank_high": [round(each[a].mean() + 0.05, 3) for a in ALGORITHMS]})


def our_ranks(results, budget):
    """Mean ranks over the problems played by all, beside those that the printed numbers give on the same problems and
    with the same algorithms."""
    ours = problems(results, budget)
    if ours.empty:
        return pd.DataFrame(columns=["algorithm", "rank", "low", "high", "printed", "problems"])
    mine = ranks(ours)
    printed = worth(printed_table())
    printed = ranks(printed.loc[printed.index.intersection(ours.index), list(ours.columns)])
    rows = []
    for name in sorted(ours.columns, key=ALGORITHMS.index):
        span = mean(mine[name]) if len(mine) > 1 else None
        rows.append({"algorithm": name, "rank": round(float(mine[name].mean()), 2),
                     "low": round(span.low, 2) if span else np.nan, "high": round(span.high, 2) if span else np.nan,
                     "printed": round(float(printed[name].mean()), 2), "problems": len(mine)})
    return pd.DataFrame(rows)


def tests(results, budget):
    """Friedman's test and Wilcoxon's of each two algorithms, from the printed table and from ours."""
    rows = []
    for source, table in (("printed", worth(printed_table())), ("ours", problems(results, budget))):
        if len(table) < 2 or table.shape[1] < 3:
            continue
        found = friedman(table)
        rows.append({"source": source, "test": "Friedman", "pair": "all", "statistic": round(found.statistic, 2),
                     "p": float(f"{found.p:.2g}"), "problems": len(table)})
        for row in pairs(table).to_dict("records"):
            other = row["second"] if row["better"] == row["first"] else row["first"]
            rows.append({"source": source, "test": "Wilcoxon", "pair": f"{row['better']} - {other}",
                         "p": float(f"{row['p']:.2g}"), "differ": "yes" if row["p"] < ALPHA else "no",
                         "problems": len(table)})
    return pd.DataFrame(rows)


def won_only(results, budget):
    """Figure 3b as numbers: ranks by the mean score of won games."""
    table = won_scores(rows_of(results, "joppen2019_cells").rename(columns={"agent": "algorithm"}))
    if table.empty:
        return pd.DataFrame(columns=["algorithm", "rank", "problems"])
    each = ranks(table)
    return pd.DataFrame({"algorithm": list(each.columns), "rank": [round(float(each[a].mean()), 2) for a in each],
                         "problems": len(each)}).sort_values("rank", ignore_index=True)


# --- tuning -----------------------------------------------------------------------------------------------------------


def tuning(results, budget):
    """The mean rank of every configuration (agent, RL, C) over all problems that all configurations have played."""
    found = configurations(rows_of(results, "joppen2019_tuning"))
    found["configuration"] = list(zip(found["agent"], found["rollout"], found["c"], strict=True))
    found["worth"] = found["win_rate"].rank(method="dense") * 1e9 + found["score"]
    table = found.pivot(index=["game", "time"], columns="configuration", values="worth").dropna()
    if table.empty:
        return pd.DataFrame(columns=["agent", "RL", "C", "rank", "problems"])
    rank = ranks(table).mean()
    return pd.DataFrame([{"agent": a, "RL": rl, "C": c, "rank": round(float(r), 2), "problems": len(table)}
                         for (a, rl, c), r in rank.items()])


def optimism(results, budget):
    """What the best configuration won in the games it was chosen by, and in fresh ones."""
    best = configurations(rows_of(results, "joppen2019_tuning")).groupby(["game", "time", "agent"], sort=False).first()
    fresh = cells(results, budget).set_index(["game", "time", "algorithm"])
    rows = []
    for (game, time, name), row in best.iterrows():
        if (game, time, name) in fresh.index:
            again = fresh.loc[(game, time, name)]
            if (again["C"], again["RL"]) == (row["c"], row["rollout"]):
                rows.append({"game": game, "time": time, "algorithm": name, "promised": row["win_rate"],
                             "kept": again["win_rate"], "score_promised": row["score"], "score_kept": again["score"]})
    return pd.DataFrame(rows, columns=["game", "time", "algorithm", "promised", "kept", "score_promised",
                                       "score_kept"])


def optimism_summary(results, budget):
    """The same by algorithm, with intervals over problems."""
    frame = optimism(results, budget)
    rows = []
    for name, here in frame.groupby("algorithm", sort=False):
        gap = here["promised"] - here["kept"]
        span = mean(gap) if len(gap) > 1 else None
        rows.append({"algorithm": name, "problems": len(here), "wins_promised": round(here["promised"].mean(), 1),
                     "wins_kept": round(here["kept"].mean(), 1), "lost": round(gap.mean(), 1),
                     "lost_low": round(span.low, 1) if span else np.nan,
                     "lost_high": round(span.high, 1) if span else np.nan})
    return pd.DataFrame(rows, columns=["algorithm", "problems", "wins_promised", "wins_kept", "lost", "lost_low",
                                       "lost_high"])


# --- the algorithms ---------------------------------------------------------------------------------------------------


def cost(results, budget):
    """Processor time for one reward at a node, and its ratio to that of a mean."""
    frame = rows_of(results, "joppen2019_cost")
    frame = frame.pivot(index=["actions", "outcomes"], columns="what", values="nanoseconds")
    frame = frame.reindex(columns=["Borda", "Borda, Eq. 7", "mean"])
    frame = frame.reset_index()
    for name in ("Borda", "Borda, Eq. 7"):
        frame[f"{name} / mean"] = (frame[name] / frame["mean"]).round(1)
    return frame.round(1)


def encodings(results, budget):
    """Searches whose tree, and whose choice, stays the same under another encoding of rewards, in per cent."""
    frame = rows_of(results, "joppen2019_encodings")
    found = frame.groupby(["agent", "encoding"], sort=False).agg(
        same_tree=("same_tree", "mean"), same_action=("same_action", "mean"), searches=("position", "size"))
    found[["same_tree", "same_action"]] = (100 * found[["same_tree", "same_action"]]).round(1)
    return found.reset_index()


def courage(results, budget):
    """How far the runner gets, and how it ends, by chance of a jump, encoding of a loss, and agent."""
    frame = rows_of(results, "joppen2019_courage")
    found = frame.groupby(["chance", "loss", "agent"], sort=False).agg(
        place=("place", "mean"), arrived=("won", "mean"), alive=("alive", "mean"), stands=("stand", "sum"),
        steps=("step", "sum"), jumps=("jump", "sum"), games=("run", "size")).reset_index()
    total = found[["stands", "steps", "jumps"]].sum(axis=1)
    for column in ("stands", "steps", "jumps"):
        found[column] = (100 * found[column] / total).round(1)
    for column in ("arrived", "alive"):
        found[column] = (100 * found[column]).round(1)
    return found.round({"place": 2})


def figure2_values(results=None, budget=None):
    """Mean, MixMax and Borda of the two samples of Figure 2 and of the worked example."""
    rows = []
    for what, samples in (("Figure 2", {"circles": CIRCLES, "stars": STARS}), ("worked example", WORKED)):
        for action, found in values(samples).items():
            rows.append({"example": what, "action": action, **{k: round(v, 4) for k, v in found.items()}})
    return pd.DataFrame(rows)


def figure1_winners(results=None, budget=None):
    """Who wins the tree of Figure 1, by which two actions meet first."""
    names = sorted({name for pair in PREFERENCES for name in pair})
    return pd.DataFrame([{"meet first": f"{a}, {b}", "meets the better": c, "chosen": tree_winner(a, b, c)}
                         for a, b, c in (names, [names[1], names[2], names[0]], [names[0], names[2], names[1]])])
