"""The claims of [Joppen & Fuernkranz 2019] in words: what was measured for each. ``claims.csv`` says what decides.

A claim about many problems has no part, and so stays undecided, while fewer than `ENOUGH` of them have been played by
all agents. Differences of mean ranks are paired: over problems, on each of which all agents are ranked.
"""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
from scipy.stats import norm

from ...experiments.statistics import Interval, difference, mean, sign_test
from ...experiments.statistics import share as share_of
from .. import Finding, Part
from ..judging import counted, known, missing, part
from . import tables
from .agents import GAMES, TUNED
from .examples import CIRCLES, STARS, WORKED, values
from .ranks import ALGORITHMS, ALPHA, pairs, ranks, won_scores, worth

ENOUGH = 14  # problems, two budgets of the seven games
EASY, DEADLY = ("Surround", "Aliens", "Whackamole"), ("Zelda", "Boulderchase", "Jaws")
PRINTED = dict(zip(ALGORITHMS, (1.9, 3.1, 3.1, 3.0, 4.3, 5.7), strict=True))  # Table 1, last row
MINE = "O-MCTS"
OTHERS = tuple(name for name in TUNED if name != MINE)
RESAMPLES = 400
NORMAL_95 = norm.isf(0.025)
NOT_YET = "not measured yet"


def _ours(results, budget):
    """Worths by problem and algorithm, and whether there are enough to judge."""
    table = worth(tables.cells(results, budget))
    return table, len(table) >= ENOUGH and table.shape[1] == len(TUNED)


def _note(table):
    return (f"{len(table)} problems (game and budget) have been played by {table.shape[1]} agents, with fresh games of "
            "the configuration that was best in tuning; Yolobot is not among them")


def less(first, second, label) -> Part:
    """The mean of `first` less `second` over problems, as a part.

    Where all problems differ alike, so that nothing tells how much they vary, the interval is as wide as the sign test
    has it; where all are equal there is none.
    """
    change = np.asarray(first, float) - np.asarray(second, float)
    if len(change) < 2 or not change.any():
        return missing(label)
    if np.ptp(change):
        return part(label, mean(change))
    reach = NORMAL_95 * abs(change[0]) / norm.isf(sign_test(first, second).p / 2)
    return Part(label, change[0], change[0] - reach, change[0] + reach, n=len(change))


def drawn_again(middle, counts, label) -> Part:
    """A count, with the middle 95 % of those that came out when the sample was drawn again."""
    low, high = np.quantile(counts, (0.025, 0.975), method="inverted_cdf")
    return Part(label, float(middle), float(min(low, middle)), float(max(high, middle)))


def best_rank(results, budget):
    table, enough = _ours(results, budget)
    if table.empty:
        return Finding((), NOT_YET)
    each = ranks(table)
    parts = [less(each[MINE], each[name], name) for name in OTHERS] if enough else ()
    return Finding(known(parts), "mean ranks: " + ", ".join(
        f"{name} {rank:.2f}" for name, rank in each.mean().sort_values().items()), "", _note(table))


def dominance(results, budget):
    table, enough = _ours(results, budget)
    if len(table) < 2:
        return Finding((), "too few problems have been played by all agents yet")
    parts, texts = [], []
    for row in pairs(table).to_dict("records"):
        if MINE in (row["first"], row["second"]):
            rival = row["second"] if row["first"] == MINE else row["first"]
            parts.append(signed(row["p"], row["better"] == MINE, rival))
            texts.append(f"{rival}: p = {row['p']:.2g}, {row['better']} ahead")
    return Finding(known(parts) if enough else (), f"{MINE} against " + "; ".join(texts), "", _note(table))


def signed(p, ahead, label) -> Part:
    """A two-sided p value as the normal distance that has it, negative if not `ahead`.

    Its interval is wide enough for the paper's `ALPHA`: it leaves out 0 where p < ALPHA.
    """
    distance = float(norm.isf(max(p, 1e-300) / 2)) * (1 if ahead else -1)
    reach = float(norm.isf(ALPHA / 2))
    return Part(label, distance, distance - reach, distance + reach)


def printed_ranks(results, budget):
    frame = tables.printed_ranks(results, budget).set_index("algorithm")["rank"]
    return Finding(tuple(counted(name, round(frame[name] - rank, 6)) for name, rank in PRINTED.items()),
                   ", ".join(f"{name} {frame[name]:.3f}" for name in ALGORITHMS), "",
                   "by wins, ties by score, what is equal shares its ranks; Friedman's and Wilcoxon's tests are in the "
                   "table of tests")


def _wins(results, game, names):
    games = tables.rows_of(results, "joppen2019_cells")
    here = games[(games["game"] == game) & games["agent"].isin(names)]
    return int(here["won"].sum()), len(here)


def _gap(results, game, one, other, confidence=0.95):
    """The share of games that `one` won less that of `other`, both tuples of agents; None without games of both."""
    a, b = _wins(results, game, one), _wins(results, game, other)
    return difference(*a, *b, confidence) if a[1] and b[1] else None


def easy_scores(results, budget):
    games = tables.rows_of(results, "joppen2019_cells")
    distances, texts = [], []
    for (game, time), here in games[games["game"].isin(EASY)].groupby(["game", "time"]):
        by_agent = {name: rows["score"] for name, rows in here.groupby("agent") if len(rows) > 1}
        if MINE not in by_agent or len(by_agent) < 3:
            continue
        rival = max((name for name in by_agent if name != MINE), key=lambda name: by_agent[name].mean())
        mine, other = mean(by_agent[MINE]), mean(by_agent[rival])
        reach = ((mine.high - mine.estimate) ** 2 + (other.high - other.estimate) ** 2) ** 0.5
        gap = mine.estimate - other.estimate
        distances.append(NORMAL_95 * gap / reach if np.isfinite(reach) else 0.0)  # where all is alike nothing is sure
        texts.append(f"{game} at {time}: {mine.estimate:.1f} against {other.estimate:.1f} of {rival}")
    better, worse = (sum(sign * d > NORMAL_95 for d in distances) for sign in (1, -1))
    return Finding((majority(distances),) if len(distances) >= 3 else (), "; ".join(texts) or NOT_YET, "",
                   f"surely higher in {better}, surely lower in {worse} of {len(distances)} problems")


def majority(distances) -> Part:
    """Of distances with standard error 1 the median, with an interval that leaves out 0 where more than half do."""
    each = np.sort(distances)
    low, high = each[(len(each) - 1) // 2], each[len(each) // 2]
    return Part("median", float(low + high) / 2, float(low - NORMAL_95), float(high + NORMAL_95))


def chase(results, budget):
    gap = _gap(results, "Chase", (MINE,), OTHERS)
    if gap is None:
        return Finding((), NOT_YET)
    (a, n), (b, m) = _wins(results, "Chase", (MINE,)), _wins(results, "Chase", OTHERS)
    return Finding((part("", gap),), f"O-MCTS wins {a / n:.0%} of {n} games, the others {b / m:.0%} of {m}")


def deadly(results, budget):
    parts, texts = [], []
    for game in DEADLY:
        gaps = {name: _gap(results, game, (name,), (MINE,)) for name in ("MCTS", "N-MCTS")}
        if None in gaps.values():
            parts.append(missing(game))
            continue
        sure = [_gap(results, game, (name,), (MINE,), 0.975) for name in gaps]
        parts.append(part(game, greater_of(list(gaps.values()), sure)))
        texts.append(f"{game}: " + " and ".join(gap.text(0, True) for gap in gaps.values()))
    return Finding(known(parts), "wins of MCTS and N-MCTS less those of O-MCTS: " + ("; ".join(texts) or NOT_YET), "",
                   "of the two that which wins more is judged, with a low end for having two to choose from; Yolobot "
                   "is left out")


def greater_of(spans, surer) -> Interval:
    """The greater of two unknown values: below it lies the greater of their low ends, each at half the error rate
    (`surer`); above it the greater of their high ends."""
    best = max(spans, key=lambda span: span.estimate)
    return Interval(best.estimate, max(span.low for span in surer), max(span.high for span in spans), best.n)


def normalisation(results, budget):
    gaps = {game: _gap(results, game, ("N-MCTS",), ("MCTS",)) for game in GAMES}
    texts = [f"{game} {gap.text(0, True)}" for game, gap in gaps.items() if gap]
    return Finding(known(part(game, gap) if gap else missing(game) for game, gap in gaps.items()),
                   "wins of N-MCTS less those of MCTS: " + ("; ".join(texts) or NOT_YET))


def mixmax_worst(results, budget):
    table, enough = _ours(results, budget)
    if table.empty:
        return Finding((), NOT_YET)
    by_game = ranks(table).groupby("game").mean()
    parts = ()
    if enough and set(GAMES) <= set(by_game.index):
        games = tables.rows_of(results, "joppen2019_cells")
        played = {key: rows[["won", "score"]].to_numpy(float) for key, rows in
                  games.groupby(["game", "time", "agent"]) if key[:2] in table.index}

        counts = often_last(played)
        parts = (drawn_again(counts[0], counts[1:], "games"),)
    return Finding(parts, "last in " + "; ".join(f"{game}: {row.idxmax()}" for game, row in by_game.iterrows()), "",
                   _note(table))


def often_last(played):
    """In how many games MixMax has a worse mean rank than all others: as they were played, and each time that the games
    of every cell are drawn again. `played`: rows (won, score) by (game, time, agent)."""
    rng = np.random.default_rng(0)
    cells = []
    for (game, time, name), rows in played.items():
        chosen = rng.integers(0, len(rows), (RESAMPLES + 1, len(rows)))
        chosen[0] = np.arange(len(rows))
        cells += [(f"{draw}/{game}", time, name, 100 * won, score)
                  for draw, (won, score) in enumerate(rows[chosen].mean(axis=1))]
    cells = pd.DataFrame(cells, columns=["game", "time", "algorithm", "win_rate", "score"])
    each = ranks(worth(cells)).groupby("game").mean()
    last = each["MixMax"] > each.drop(columns="MixMax").max(axis=1)
    return last.groupby(last.index.str.split("/").str[0].astype(int)).sum().to_numpy()


def won_games(results, budget):
    table = won_scores(tables.rows_of(results, "joppen2019_cells").rename(columns={"agent": "algorithm"}))
    if table.empty or table.shape[1] < len(TUNED):
        return Finding((), NOT_YET)
    each = ranks(table)
    compared = [(MINE, name) for name in OTHERS] + [("MixMax", "MCTS"), ("MixMax", "N-MCTS")]
    parts = [less(each[one], each[other], f"{one} less {other}") for one, other in compared]
    return Finding(known(parts) if len(table) >= ENOUGH else (), "mean ranks by score in won games: " + ", ".join(
        f"{name} {rank:.2f}" for name, rank in each.mean().sort_values().items()), "",
        f"{len(table)} problems in which all five won at least once")


# --- tuning -----------------------------------------------------------------------------------------------------------


def _tuned(results):
    """Ranks of configurations by problem, and whether there are enough problems to judge."""
    table = tables.tuning_ranks(results)
    return table, len(table) >= len(GAMES)


def short_rollouts(results, budget):
    table, enough = _tuned(results)
    if table.empty:
        return Finding((), NOT_YET)
    by_length = table.T.groupby(level="RL").mean().T
    parts = [less(by_length[short], by_length[long], f"{short} less {long}")
             for short, long in itertools.pairwise(sorted(by_length))]
    return Finding(known(parts) if enough else (), "mean rank by rollout length: " + ", ".join(
        f"{length}: {rank:.1f}" for length, rank in by_length.mean().items()), "",
        f"of {table.shape[1]} configurations over {len(table)} problems")


def ranges(keys, means) -> dict:
    """How far the mean ranks of an agent's rollout lengths, and of its constants, lie apart; `keys` are (agent, RL, C)
    of the configurations whose mean ranks are `means`."""
    groups = {}
    for key, rank in zip(keys, means, strict=True):
        for place in (1, 2):
            groups.setdefault(key[0], ({}, {}))[place - 1].setdefault(key[place], []).append(rank)
    return {name: tuple(float(np.ptp([np.mean(own) for own in by.values()])) for by in both)
            for name, both in groups.items()}


def rollout_matters(results, budget):
    table, enough = _tuned(results)
    if table.empty:
        return Finding((), NOT_YET)
    each, rng = table.to_numpy(), np.random.default_rng(0)

    def count(rows):
        return sum(length > constant for length, constant in ranges(table.columns, rows.mean(axis=0)).values())

    drawn = [count(each[rng.integers(0, len(each), len(each))]) for _ in range(RESAMPLES)] if enough else ()
    return Finding((drawn_again(count(each), drawn, "agents"),) if enough else (),
                   "range of mean ranks over rollout lengths against constants: " + "; ".join(
                       f"{name} {length:.1f} against {constant:.1f}"
                       for name, (length, constant) in ranges(table.columns, each.mean(axis=0)).items()))


def five_steps(results, budget):
    table, enough = _tuned(results)
    if table.empty:
        return Finding((), NOT_YET)
    mine = [key for key in table if key[0] == MINE and key[1] == 5 and key[2] > 0]
    others = [key for key in table if key[0] != MINE]
    each = table.mean()
    worst, best = max(mine, key=lambda key: each[key]), min(others, key=lambda key: each[key])
    parts = [less(table[a], table[b], f"C {a[2]:g} less {b[0]} with RL {b[1]}, C {b[2]:g}")
             for a in mine for b in others]
    return Finding(known(parts) if enough else (),
                   f"the worst of them has C {worst[2]:g} and rank {each[worst]:.1f}; the best of another algorithm is "
                   f"{best[0]} with RL {best[1]}, C {best[2]:g} and rank {each[best]:.1f}")


# --- the algorithms ---------------------------------------------------------------------------------------------------


def cost(results, budget):
    ratio = tables.cost(results, budget)["Borda / mean"]
    if ratio.empty:
        return Finding((), NOT_YET)
    low, high = float(ratio.min()), float(ratio.max())
    return Finding((counted("least from 2 on", 2 / low), counted("greatest up to 30", high / 30),
                    counted("greatest from 3 on", 3 / high)),
                   f"{low:.1f} to {high:.1f} times the processor time of a mean", "",
                   "times of this project's own code, the least of several rounds")


def _same(results, name, column):
    """By encoding: which searches stayed the same."""
    frame = tables.rows_of(results, "joppen2019_encodings")
    here = frame[frame["agent"] == name]
    return {encoding: rows[column].to_numpy(float) for encoding, rows in here.groupby("encoding", sort=False)}


def _counts(found) -> str:
    return "; ".join(f"{encoding} {int(same.sum())} of {len(same)}" for encoding, same in found.items()) or NOT_YET


def no_shaping(results, budget):
    found = _same(results, MINE, "same_tree")
    return Finding(tuple(counted(encoding, same.mean()) for encoding, same in found.items()),
                   "equal trees of O-MCTS: " + _counts(found), "",
                   "against Eq. 8, same positions and seeds, node for node")


def encodings(results, budget):
    found = _same(results, "MCTS", "same_action")
    return Finding(known(part(encoding, share_of(same)) for encoding, same in found.items()),
                   "equal choices of MCTS: " + _counts(found), "",
                   "to change the results is to change more than one choice in twenty")


def figure_2(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    return Finding((counted("mean", found["circles"]["mean"] - found["stars"]["mean"]),
                    counted("Borda", found["stars"]["Borda"] - found["circles"]["Borda"])), _both(found), "",
                   "on samples made like those of the figure")


def figure_2_last(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    return Finding((counted("Borda", found["circles"]["Borda"] - found["stars"]["Borda"]),), _both(found), "",
                   "the rest of the paragraph says the opposite: the stars are better in 70 % of comparisons")


def worked_example(results, budget):
    found = values(WORKED)
    return Finding((counted("mean", found["a"]["mean"] - found["b"]["mean"]),
                    counted("Borda", found["b"]["Borda"] - found["a"]["Borda"])), _both(found))


def _both(found):
    return "; ".join(f"{name}: mean {v['mean']:.3f}, MixMax {v['MixMax']:.3f}, Borda {v['Borda']:.3f}"
                     for name, v in found.items())


def cowardly(results, budget):
    frame = tables.rows_of(results, "joppen2019_courage")
    here = frame[(frame["chance"] > 0.5) & (frame["chance"] < 1.0) & (frame["loss"] == 0.0)]
    both = here.pivot(index=["chance", "run"], columns="agent", values="place")
    both = both.reindex(columns=[MINE, "MCTS"]).dropna()
    if both.empty:
        return Finding((), NOT_YET)
    return Finding(known([less(both[MINE], both["MCTS"], "")]),
                   f"O-MCTS gets to cell {both[MINE].mean():.1f} on average, MCTS to {both['MCTS'].mean():.1f}", "",
                   f"{len(both)} games each, chances of a jump between 0.5 and 1, a loss counting as in Eq. 8")


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
