"""The claims of [Joppen & Fuernkranz 2019] in words, each with a verdict from our measurements.

Endpoint, margin and sample of each are in ``claims.csv`` and here, written before the games were played. A claim about
many problems stays undecided while fewer than `ENOUGH` of them have been played by all agents.
"""

from __future__ import annotations

import pandas as pd

from ...experiments.statistics import difference, mean
from .. import Verdict
from . import tables
from .agents import GAMES, TUNED
from .examples import CIRCLES, STARS, WORKED, values
from .ranks import ALGORITHMS, ALPHA, pairs, ranks, won_scores, worth

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"
ENOUGH = 14  # problems, two budgets of the seven games
MARGIN = 15.0  # points of per cent that count as similar
OTHERS = tuple(name for name in TUNED if name != "O-MCTS")


def _ours(results, budget):
    """Worths by problem and algorithm, and a verdict that overrides all others while there are too few."""
    table = worth(tables.cells(results, budget))
    missing = table.shape[1] < len(TUNED)
    return table, OPEN if len(table) < ENOUGH or missing else None


def _note(table):
    return (f"{len(table)} problems (game and budget) have been played by {table.shape[1]} agents, with fresh games of "
            "the configuration that was best in tuning; Yolobot is not among them")


def best_rank(results, budget):
    table, waiting = _ours(results, budget)
    if table.empty:
        return Verdict(OPEN, "no problem has been played by all agents yet")
    each = ranks(table).mean().sort_values()
    return Verdict(waiting or (HOLDS if each.index[0] == "O-MCTS" else FAILS),
                   "mean ranks: " + ", ".join(f"{name} {rank:.2f}" for name, rank in each.items()), "", _note(table))


def dominance(results, budget):
    table, waiting = _ours(results, budget)
    if len(table) < 2:
        return Verdict(OPEN, "too few problems have been played by all agents yet")
    found = [row for row in pairs(table).to_dict("records") if "O-MCTS" in (row["first"], row["second"])]
    won = all(row["p"] < ALPHA and row["better"] == "O-MCTS" for row in found)
    lost = any(row["p"] < ALPHA and row["better"] != "O-MCTS" for row in found)
    rivals = [row["second"] if row["first"] == "O-MCTS" else row["first"] for row in found]
    texts = [f"{rival}: p = {row['p']:.2g}, {row['better']} ahead"
             for rival, row in zip(rivals, found, strict=True)]
    return Verdict(waiting or (HOLDS if won else FAILS if lost else OPEN), "O-MCTS against " + "; ".join(texts), "",
                   _note(table))


def printed_ranks(results, budget):
    frame = tables.printed_ranks(results, budget).set_index("algorithm")["rank"]
    printed = dict(zip(ALGORITHMS, (1.9, 3.1, 3.1, 3.0, 4.3, 5.7), strict=True))
    right = all(round(float(frame[name]), 1) == value for name, value in printed.items())
    return Verdict(HOLDS if right else FAILS, ", ".join(f"{name} {frame[name]:.3f}" for name in ALGORITHMS), "",
                   "by wins, ties by score, what is equal shares its ranks; Friedman's and Wilcoxon's tests are in the "
                   "table of tests")


def _wins(results, game, names):
    games = results["joppen2019_cells"]
    here = games[(games["game"] == game) & games["agent"].isin(names)]
    return int(here["won"].sum()), len(here)


def easy_scores(results, budget):
    games = results["joppen2019_cells"]
    better, worse, open_ones, texts = 0, 0, 0, []
    for (game, time), here in games[games["game"].isin(("Surround", "Aliens", "Whackamole"))].groupby(["game", "time"]):
        by_agent = {name: part["score"] for name, part in here.groupby("agent")}
        if "O-MCTS" not in by_agent or len(by_agent) < 3:
            continue
        rival = max((name for name in by_agent if name != "O-MCTS"), key=lambda name: by_agent[name].mean())
        mine, other = mean(by_agent["O-MCTS"]), mean(by_agent[rival])
        reach = ((mine.high - mine.estimate) ** 2 + (other.high - other.estimate) ** 2) ** 0.5
        gap = mine.estimate - other.estimate
        better, worse = better + (gap > reach), worse + (gap < -reach)
        open_ones += abs(gap) <= reach
        texts.append(f"{game} at {time}: {mine.estimate:.1f} against {other.estimate:.1f} of {rival}")
    total = better + worse + open_ones
    verdict = OPEN if total < 3 else HOLDS if better > total / 2 else FAILS if worse > total / 2 else OPEN
    return Verdict(verdict, "; ".join(texts) or "not played yet", "",
                   f"surely higher in {better}, surely lower in {worse} of {total} problems; holds or fails by the "
                   "majority")


def chase(results, budget):
    a, n = _wins(results, "Chase", ("O-MCTS",))
    b, m = _wins(results, "Chase", OTHERS)
    if not n or not m:
        return Verdict(OPEN, "not played yet")
    gap = difference(a, n, b, m)
    return Verdict(HOLDS if gap.low > 0 else FAILS if gap.high < 0 else OPEN,
                   f"O-MCTS wins {a / n:.0%} of {n} games, the others {b / m:.0%} of {m}", gap.text(1, True))


def deadly(results, budget):
    texts, beaten, surely_not = [], [], []
    for game in ("Zelda", "Boulderchase", "Jaws"):
        a, n = _wins(results, game, ("O-MCTS",))
        gaps = [difference(*_wins(results, game, (name,)), a, n) for name in ("MCTS", "N-MCTS")
                if n and _wins(results, game, (name,))[1]]
        if gaps:
            beaten.append(any(gap.low > 0 for gap in gaps))
            surely_not.append(all(gap.high < 0 for gap in gaps))
            texts.append(f"{game}: " + " and ".join(gap.text(0, True) for gap in gaps))
    verdict = OPEN
    if len(beaten) == 3:
        verdict = HOLDS if all(beaten) else FAILS if any(surely_not) else OPEN
    return Verdict(verdict, "wins of MCTS and N-MCTS less those of O-MCTS: " + "; ".join(texts), "",
                   "holds if one of the two surely wins more in all three games, fails if O-MCTS surely beats both in "
                   "one; Yolobot is left out")


def normalisation(results, budget):
    texts, inside, outside = [], [], []
    for game in GAMES:
        a, b = _wins(results, game, ("N-MCTS",)), _wins(results, game, ("MCTS",))
        if a[1] and b[1]:
            gap = difference(*a, *b)
            inside.append(100 * gap.low > -MARGIN and 100 * gap.high < MARGIN)
            outside.append(100 * gap.low > MARGIN or 100 * gap.high < -MARGIN)
            texts.append(f"{game} {gap.text(0, True)}")
    verdict = FAILS if any(outside) else HOLDS if len(inside) == len(GAMES) and all(inside) else OPEN
    return Verdict(verdict, "wins of N-MCTS less those of MCTS: " + ("; ".join(texts) or "not played yet"))


def mixmax_worst(results, budget):
    table, waiting = _ours(results, budget)
    if table.empty:
        return Verdict(OPEN, "not played yet")
    last = ranks(table).groupby("game").mean().idxmax(axis=1)
    n = int((last == "MixMax").sum())
    return Verdict(waiting or (HOLDS if n >= 6 else FAILS),
                   "last in " + "; ".join(f"{game}: {name}" for game, name in last.items()), "", _note(table))


def won_games(results, budget):
    table = won_scores(results["joppen2019_cells"].rename(columns={"agent": "algorithm"}))
    if table.empty or table.shape[1] < len(TUNED):
        return Verdict(OPEN, "not played yet")
    each = ranks(table).mean().sort_values()
    right = each.index[0] == "O-MCTS" and each["MixMax"] < min(each["MCTS"], each["N-MCTS"])
    return Verdict(OPEN if len(table) < ENOUGH else HOLDS if right else FAILS,
                   "mean ranks by score in won games: " + ", ".join(f"{n} {r:.2f}" for n, r in each.items()), "",
                   f"{len(table)} problems in which all five won at least once")


# --- tuning -----------------------------------------------------------------------------------------------------------


def _tuned(results, budget):
    frame = tables.tuning(results, budget)
    return frame, OPEN if frame.empty or frame["problems"].iloc[0] < len(GAMES) else None


def short_rollouts(results, budget):
    frame, waiting = _tuned(results, budget)
    if frame.empty:
        return Verdict(OPEN, "not played yet")
    by_length = frame.groupby("RL")["rank"].mean().sort_index()
    return Verdict(waiting or (HOLDS if by_length.is_monotonic_increasing else FAILS),
                   "mean rank by rollout length: " + ", ".join(f"{rl}: {r:.1f}" for rl, r in by_length.items()), "",
                   f"of {len(frame)} configurations over {frame['problems'].iloc[0]} problems")


def rollout_matters(results, budget):
    frame, waiting = _tuned(results, budget)
    if frame.empty:
        return Verdict(OPEN, "not played yet")
    texts, more = [], 0
    for name, here in frame.groupby("agent"):
        length, constant = (float(here.groupby(by)["rank"].mean().agg(lambda r: r.max() - r.min()))
                            for by in ("RL", "C"))
        more += length > constant
        texts.append(f"{name} {length:.1f} against {constant:.1f}")
    return Verdict(waiting or (HOLDS if more >= 4 else FAILS),
                   "range of mean ranks over rollout lengths against constants: " + "; ".join(texts))


def five_steps(results, budget):
    frame, waiting = _tuned(results, budget)
    if frame.empty:
        return Verdict(OPEN, "not played yet")
    mine = (frame["agent"] == "O-MCTS") & (frame["RL"] == 5) & (frame["C"] > 0)
    others = frame["agent"] != "O-MCTS"
    worst, best = frame[mine].nlargest(1, "rank").iloc[0], frame[others].nsmallest(1, "rank").iloc[0]
    return Verdict(waiting or (HOLDS if worst["rank"] < best["rank"] else FAILS),
                   f"the worst of them has C {worst['C']:g} and rank {worst['rank']:.1f}; the best of another "
                   f"algorithm is {best['agent']} with RL {best['RL']}, C {best['C']:g} and rank {best['rank']:.1f}")


# --- the algorithms ---------------------------------------------------------------------------------------------------


def cost(results, budget):
    ratio = tables.cost(results, budget)["Borda / mean"]
    return Verdict(HOLDS if ratio.min() >= 2 and ratio.max() <= 30 and ratio.max() >= 3 else FAILS,
                   f"{ratio.min():.1f} to {ratio.max():.1f} times the processor time of a mean", "",
                   "holds if the range lies within a factor of 1.5 of the paper's and reaches it")


def _same(results, name, column):
    frame = results["joppen2019_encodings"]
    here = frame[frame["agent"] == name]
    return {encoding: (int(part[column].sum()), len(part)) for encoding, part in here.groupby("encoding", sort=False)}


def no_shaping(results, budget):
    found = _same(results, "O-MCTS", "same_tree")
    right = all(n == total for n, total in found.values())
    return Verdict(HOLDS if right else FAILS, "equal trees of O-MCTS: " + "; ".join(
        f"{encoding} {n} of {total}" for encoding, (n, total) in found.items()), "",
        "against Eq. 8, same positions and seeds, node for node")


def encodings(results, budget):
    found = _same(results, "MCTS", "same_action")
    most = max(n / total for n, total in found.values())
    return Verdict(HOLDS if most < 0.95 else FAILS, "equal choices of MCTS: " + "; ".join(
        f"{encoding} {n} of {total}" for encoding, (n, total) in found.items()), "",
        "holds if every other encoding changes at least one choice in twenty")


def figure_2(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    right = found["circles"]["mean"] > found["stars"]["mean"] and found["stars"]["Borda"] > found["circles"]["Borda"]
    return Verdict(HOLDS if right else FAILS, _both(found), "", "on samples made like those of the figure")


def figure_2_last(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    right = found["circles"]["Borda"] > found["stars"]["Borda"]
    return Verdict(HOLDS if right else FAILS, _both(found), "",
                   "the rest of the paragraph says the opposite: the stars are better in 70 % of comparisons")


def worked_example(results, budget):
    found = values(WORKED)
    right = found["a"]["mean"] > found["b"]["mean"] and abs(found["a"]["Borda"] - 1 / 3) < 1e-12
    return Verdict(HOLDS if right else FAILS, _both(found))


def _both(found):
    return "; ".join(f"{name}: mean {v['mean']:.3f}, MixMax {v['MixMax']:.3f}, Borda {v['Borda']:.3f}"
                     for name, v in found.items())


def cowardly(results, budget):
    frame = results["joppen2019_courage"]
    here = frame[(frame["chance"] > 0.5) & (frame["chance"] < 1.0) & (frame["loss"] == 0.0)]
    mine, other = (here[here["agent"] == name]["place"] for name in ("O-MCTS", "MCTS"))
    gap = pd.Series(mine.to_numpy() - other.to_numpy())
    span = mean(gap)
    return Verdict(HOLDS if span.low > 0 else FAILS if span.high < 0 else OPEN,
                   f"O-MCTS gets to cell {mine.mean():.1f} on average, MCTS to {other.mean():.1f}", span.text(2),
                   f"{len(here) // len(TUNED)} games each, chances of a jump between 0.5 and 1, a loss counting as in "
                   "Eq. 8")


CLAIMS = {
    "joppen2019-best-rank": best_rank,
    "joppen2019-dominance": dominance,
    "joppen2019-printed-ranks": printed_ranks,
    "joppen2019-easy-scores": easy_scores,
    "joppen2019-chase": chase,
    "joppen2019-deadly": deadly,
    "joppen2019-normalisation": normalisation,
    "joppen2019-mixmax-worst": mixmax_worst,
    "joppen2019-won-games": won_games,
    "joppen2019-short-rollouts": short_rollouts,
    "joppen2019-rollout-matters": rollout_matters,
    "joppen2019-five-steps": five_steps,
    "joppen2019-cost": cost,
    "joppen2019-no-shaping": no_shaping,
    "joppen2019-encodings": encodings,
    "joppen2019-figure-2": figure_2,
    "joppen2019-figure-2-last": figure_2_last,
    "joppen2019-worked-example": worked_example,
    "joppen2019-cowardly": cowardly,
}
