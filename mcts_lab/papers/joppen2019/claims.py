"""The claims of [Joppen & Fuernkranz 2019]: what was measured for each. ``claims.csv`` says what decides.

Intervals are at 95 %: of means over problems (a game with a budget) by Student's t, of shares of games by Wilson and
Newcombe. What the paper says of its MCTS variants is judged by these five; our agent like Yolobot, which has no
parameters to tune and is not the paper's program, is ranked in tables and figures only.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from ...experiments.statistics import Interval, difference, mean, proportion, share, wilcoxon
from ...games.vgdl.vocabulary import LIMIT_OF_TICKS
from .. import Finding
from ..judging import Part, counted, known, missing, part, smallest
from ..reporting.results import once
from . import tables
from .agents import TUNED
from .examples import CIRCLES, STARS, WORKED, values
from .experiments import TIMES, configurations
from .levels import GAMES, all_ways, shown, with_further
from .ranks import ALGORITHMS, ranks, won_scores, worth

PRINTED = dict(zip(ALGORITHMS, (1.9, 3.1, 3.1, 3.0, 4.3, 5.7), strict=True))
VARIANTS = tuple(name for name in TUNED if name != "O-MCTS")
NOT_YET = "not measured yet"
DEADLY = ("Zelda", "Boulderchase", "Jaws")
HARD = LOST_BY_TIME = ("Zelda", "Chase", "Boulderchase")  # in the others time wins, or no game lasts so long
SAFE_AND_BOLD = ("MCTS", "N-MCTS", "O-MCTS")
HIGH = ("Jaws", "Surround", "Aliens", "Whackamole")


LEAST_SPREAD = 0.5  # standard deviation of ranks, the step between two of them: less is luck in few problems


def over_problems(label, ranks_gained):
    """A part from one difference of ranks for each problem; missing where there are fewer than two."""
    from scipy import stats

    gained = np.asarray(ranks_gained, float)
    if len(gained) < 2:
        return missing(label)
    found = mean(gained)
    spread = max(float(gained.std(ddof=1)), LEAST_SPREAD)
    reach = float(stats.t.ppf(0.975, len(gained) - 1)) * spread / len(gained) ** 0.5
    return part(label, found._replace(low=found.estimate - reach, high=found.estimate + reach))


@once
def _ranks(results, budget):
    """Ranks by problem (rows) and agent, of the problems that all five have played."""
    table = worth(tables.cells(results, budget))
    return ranks(table) if table.shape[1] == len(TUNED) else pd.DataFrame(columns=list(TUNED), dtype=float)


PROBLEMS = len(GAMES) * len(TIMES["paper"])
NO_MORE = f"the paper has {PROBLEMS} problems, and more of them cannot be had"


def _note(each):
    return (f"{len(each)} problems have been played by all five agents: fresh games of the configuration that was best "
            f"in tuning; {NO_MORE}")


# --- ranks ------------------------------------------------------------------------------------------------------------


@all_ways
def dominance(results, budget):
    each = _ranks(results, budget)
    p = {name: wilcoxon(each[name], each["O-MCTS"]).p for name in each if name != "O-MCTS" and len(each) > 1}
    return Finding(known(over_problems(name, each[name] - each["O-MCTS"]) for name in VARIANTS),
                   "mean ranks: " + ", ".join(f"{name} {each[name].mean():.2f}" for name in TUNED) + "; Wilcoxon's p "
                   + ", ".join(f"{name} {p[name]:.2g}" for name in p) if len(each) else NOT_YET, "", _note(each))


@all_ways
def mixmax_worst(results, budget):
    each = _ranks(results, budget)
    return Finding(known(over_problems(name, each["MixMax"] - each[name]) for name in TUNED if name != "MixMax"),
                   f"mean rank of MixMax {each['MixMax'].mean():.2f}" if len(each) else NOT_YET, "", _note(each))


def printed_ranks(results, budget):
    found = tables.printed_ranks(results, budget).set_index("algorithm")["rank"]
    return Finding(tuple(counted(name, abs(found[name] - PRINTED[name])) for name in ALGORITHMS),
                   ", ".join(f"{name} {found[name]:.3f}" for name in ALGORITHMS), "",
                   "by wins, ties by score, what is equal shares its ranks")


@all_ways
def won_games(results, budget):
    table = won_scores(results[shown("cells")].rename(columns={"agent": "algorithm"}))
    each = ranks(table) if table.shape[1] == len(TUNED) else pd.DataFrame(columns=list(TUNED), dtype=float)
    ordered = [("O-MCTS", name) for name in VARIANTS] + [("MixMax", "MCTS"), ("MixMax", "N-MCTS")]
    return Finding(known(over_problems(f"{first} before {then}", each[then] - each[first]) for first, then in ordered),
                   "mean ranks by score of won games: " + ", ".join(f"{n} {each[n].mean():.2f}" for n in TUNED)
                   if len(each) else NOT_YET, "",
                   f"{len(each)} problems in which all five won at least once; {NO_MORE}")


# --- games ------------------------------------------------------------------------------------------------------------


@all_ways
def easy_scores(results, budget):
    games = results[shown("cells")]
    parts, texts = [], []
    for game in ("Surround", "Aliens", "Whackamole"):
        for time, here in games[games["game"] == game].groupby("time"):
            scores = {name: rows["score"] for name, rows in here.groupby("agent")}
            if set(scores) == set(TUNED):
                rival = max(VARIANTS, key=lambda name: scores[name].mean())
                parts.append(smallest(f"{game} at {time}", [_gap(scores["O-MCTS"], scores[name]) for name in VARIANTS]))
                texts.append(f"{game} at {time}: {scores['O-MCTS'].mean() - scores[rival].mean():+.1f} to {rival}")
    return Finding(known(parts), "; ".join(texts) or NOT_YET, "",
                   "the best rival is picked after looking, to its favour, so the interval's upper end is greater")


def _gap(one, other) -> Interval:
    """The difference of two means [Welch 1947]."""
    from scipy import stats

    if min(len(one), len(other)) < 2:
        return Interval(float(one.mean() - other.mean()), float("nan"), float("nan"), len(one) + len(other))
    if np.ptp(one) == 0 and np.ptp(other) == 0:
        gap = float(one.mean() - other.mean())
        return Interval(gap, gap, gap, len(one) + len(other))
    low, high = stats.ttest_ind(one, other, equal_var=False).confidence_interval()
    return Interval(float(one.mean() - other.mean()), float(low), float(high), len(one) + len(other))


@once
def _together(results, game, names):
    """The games of some agents in one game. Only (budget, run) pairs that all of them have played count: not every
    agent plays every budget, and more calls win more games."""
    games = with_further(results)
    here = games[(games["game"] == game) & games["agent"].isin(names)]
    return here[here.groupby(["time", "run"])["agent"].transform("size") == len(names)]


def _wins(results, game, names):
    """Games won and games, by agent."""
    here = _together(results, game, names)
    return {name: (int(mine["won"].sum()), len(mine)) for name in names for mine in (here[here["agent"] == name],)}


def _more(label, first, second):
    """The difference of two shares of won games; missing if one is."""
    return part(label, difference(*first, *second)) if first[1] and second[1] else missing(label)


def _told(words, parts, sign="+"):
    """Differences of shares in words; without a sign, shares."""
    known_ones = [f"{one.label} {one.estimate:{sign}.1%}" for one in parts if np.isfinite(one.estimate)]
    return f"{words}: {'; '.join(known_ones)}" if known_ones else NOT_YET


TOGETHER = ("over the budgets that all agents compared here have played, with as many games of each, which in some are "
            "more than in Table 1")


@all_ways
def chase(results, budget):
    won = _wins(results, "Chase", TUNED)
    parts = [_more(name, won["O-MCTS"], won[name]) for name in VARIANTS]
    return Finding(known(parts), _told("wins of O-MCTS less those of the other", parts), "", TOGETHER)


@all_ways
def deadly(results, budget):
    parts = []
    for game in DEADLY:
        won = _wins(results, game, SAFE_AND_BOLD)
        best = max((won["MCTS"], won["N-MCTS"]), key=lambda w: w[0] / w[1] if w[1] else -1.0)
        parts.append(_more(game, best, won["O-MCTS"]))
    return Finding(known(parts), _told("wins of the better of MCTS and N-MCTS less those of O-MCTS", parts), "",
                   f"{TOGETHER}; the better is chosen after looking, to its favour; Yolobot is left out")


@all_ways
def normalisation(results, budget):
    parts = []
    for game in GAMES:
        won = _wins(results, game, ("N-MCTS", "MCTS"))
        parts.append(_more(game, won["N-MCTS"], won["MCTS"]))
    return Finding(known(parts), _told("wins of N-MCTS less those of MCTS", parts), "", TOGETHER)


@all_ways
def still_well(results, budget):
    parts = []
    for game in DEADLY:
        won = _wins(results, game, TUNED)
        others = tuple(map(sum, zip(*(won[name] for name in VARIANTS), strict=True)))
        parts.append(_more(game, won["O-MCTS"], others))
    return Finding(known(parts), _told("wins of O-MCTS less the mean of the other four", parts), "", TOGETHER)


def _lost(results, games, names, agent, late):
    """Games that an agent has lost because time ran out (`late`) or by dying, and games; see `_together`."""
    here = pd.concat([_together(results, game, names) for game in games])
    here = here[here["agent"] == agent]
    lost = (here["won"] == 0) & ((here["ticks"] > LIMIT_OF_TICKS) == late)
    return int(lost.sum()), len(here)


@all_ways
def too_safely(results, budget):
    """Whoever risks nothing is not killed and does not win: time runs out."""
    late = {name: _lost(results, LOST_BY_TIME, SAFE_AND_BOLD, name, True) for name in SAFE_AND_BOLD}
    parts = [_more(name, late[name], late["O-MCTS"]) for name in SAFE_AND_BOLD[:2]]
    return Finding(known(parts), _told("games in which time ran out, less those of O-MCTS", parts), "",
                   f"films are not compared; {TOGETHER}")


@all_ways
def mixmax_greedy(results, budget):
    both = ("MixMax", "MCTS")
    here = _together(results, "Zelda", both)
    one, two = (here[(here["agent"] == name) & (here["won"] == 0)]["score"] for name in both)
    parts = [_more("dies", *(_lost(results, ("Zelda",), both, name, False) for name in both)),
             part("score of games not won", _gap(one, two), endpoint="score") if min(len(one), len(two)) > 1 else
             missing("score of games not won")]
    told = f"MixMax less MCTS in Zelda: dies {parts[0].estimate:+.1%}, scores {parts[1].estimate:+.1f} in games not won"
    return Finding(known(parts), told if known(parts) else NOT_YET, "", f"films are not compared; {TOGETHER}")


@all_ways
def mixmax_hard(results, budget):
    won = {game: _wins(results, game, ("MixMax",))["MixMax"] for game in HARD}
    parts = [part(game, proportion(*mine)) if mine[1] else missing(game) for game, mine in won.items()]
    return Finding(known(parts), _told("wins of MixMax", parts, ""), "", TOGETHER)


def _scores(results, games, others):
    """Parts of scores, MixMax less another, by game over the budgets that both have played."""
    parts = []
    for game in games:
        for other in others:
            here = _together(results, game, ("MixMax", other))
            one, two = (here[here["agent"] == name]["score"] for name in ("MixMax", other))
            label = f"{game}, {other}"
            parts.append(part(label, _gap(one, two)) if len(one) > 1 else missing(label))
    told = "; ".join(f"{one.label} {one.estimate:+.1f}" for one in parts if np.isfinite(one.estimate))
    return Finding(known(parts), f"score of MixMax less that of another: {told}" if told else NOT_YET, "", TOGETHER)


@all_ways
def mixmax_high_scores(results, budget):
    return _scores(results, HIGH, ("MCTS",))


@all_ways
def mixmax_zelda(results, budget):
    return _scores(results, ("Zelda",), ("MCTS", "N-MCTS"))


@all_ways
def mixmax_whackamole(results, budget):
    won, of = _wins(results, "Whackamole", TUNED)["MixMax"]
    return Finding(known([part("", proportion(of - won, of)) if of else missing("")]),
                   f"MixMax loses {of - won} of {of} games" if of else NOT_YET, "", TOGETHER)


@all_ways
def won_not_significant(results, budget):
    found = won_games(results, budget)
    return found._replace(parts=tuple(one for one in found.parts if one.label.startswith("MixMax")), secondary=())


# --- tuning -----------------------------------------------------------------------------------------------------------


def _configurations(results):
    """Ranks by problem (rows) and configuration (agent, RL, C), of the problems that all have played."""
    found = configurations(results[shown("tuning")])
    found["worth"] = found["win_rate"].rank(method="dense") * 1e9 + found["score"]
    return ranks(found.pivot(index=["game", "time"], columns=["agent", "rollout", "c"], values="worth").dropna())


@all_ways
def short_rollouts(results, budget):
    each = _configurations(results).T.groupby(level="rollout").mean().T
    if each.shape[1] < 2:
        return Finding((), NOT_YET)
    steps = [np.polyfit(np.log2(each.columns.to_numpy(float)), row, 1)[0] for row in each.to_numpy()]
    return Finding(known([over_problems("", steps)]), "mean rank by rollout length: "
                   + ", ".join(f"{rl}: {r:.1f}" for rl, r in each.mean().items()), "",
                   f"{len(each)} problems; {NO_MORE}")


@all_ways
def rollout_matters(results, budget):
    """Both variances of mean ranks are estimated from products of different problems, so noise alone adds to neither:
    a range or a variance over three lengths is otherwise not to be set beside one over four constants."""
    each, parts, texts = _configurations(results), [], []
    if each.empty:
        return Finding((), NOT_YET)
    for name in TUNED:
        if name not in each:
            parts.append(missing(name))
            continue
        by_level = [each[name].T.groupby(level=by).mean().T.to_numpy() for by in ("rollout", "c")]
        first, second = (between_levels(ranks_of) for ranks_of in by_level)
        parts.append(over_problems(name, pseudo_values(first - second)))
        texts.append(f"{name} {np.ptp(by_level[0].mean(0)):.1f} and {np.ptp(by_level[1].mean(0)):.1f}")
    return Finding(known(parts), "range of mean ranks over rollout lengths and over constants: " + "; ".join(texts), "",
                   f"judged by variances of mean ranks, to which noise does not add. C = 0 is one of the constants; "
                   f"{NO_MORE}")


def between_levels(each):
    """For each problem the product of its ranks' distances from their mean with those of the other problems' mean.

    each: mean ranks, float[problems, levels]. Their mean is the variance of mean ranks between levels, without bias.
    """
    away = each - each.mean(axis=1, keepdims=True)
    others = (away.sum(axis=0) - away) / max(len(away) - 1, 1)
    return (away * others).sum(axis=1) / max(each.shape[1] - 1, 1)


def pseudo_values(products):
    """What each problem says of a mean of products of two problems: the jackknife's values, with the same mean."""
    n = len(products)
    return products.mean() + 2 * (n - 1) / max(n - 2, 1) * (products - products.mean()) if n else products


@all_ways
def five_steps(results, budget):
    """Each of these configurations is set beside each other algorithm's; what decides is the least difference."""
    each = _configurations(results)
    mine = [key for key in each if key[0] == "O-MCTS" and key[1] == 5 and key[2] > 0]
    others = [key for key in each if key[0] != "O-MCTS"]
    if not mine or not others or len(each) < 2:
        return Finding((), NOT_YET)
    worst, best = each[mine].mean().idxmax(), each[others].mean().idxmin()
    gained = each[others].to_numpy()[:, None, :] - each[mine].to_numpy()[:, :, None]
    gained = gained.reshape(len(each), -1)
    found = least_of(gained)
    return Finding(known([found]),
                   f"its worst constant is {worst[2]:g} with mean rank {each[worst].mean():.1f}; the best other is "
                   f"{best[0]} with RL {best[1]} and C {best[2]:g}, {each[best].mean():.1f}", "",
                   _least(gained.shape[1]))


def least_of(gained):
    """A part for the least mean of several differences of ranks, float[problems, differences]."""
    from scipy import stats

    n = len(gained)
    middle, spread = gained.mean(axis=0), np.maximum(gained.std(axis=0, ddof=1), LEAST_SPREAD) / n**0.5
    reach = float(stats.t.ppf(0.975, n - 1)) * spread
    return smallest("", [Interval(m, m - r, m + r, n) for m, r in zip(middle, reach, strict=True)], n - 1)


def _least(differences):
    return (f"the least of {differences} differences; that it was picked after looking makes its upper end greater; "
            f"{NO_MORE}")


BEST = ("O-MCTS", 5, 1.25)


@all_ways
def best_configuration(results, budget):
    each = _configurations(results)
    if BEST not in each or len(each) < 2:
        return Finding((), NOT_YET)
    others = [key for key in each if key != BEST]
    gained = each[others].to_numpy() - each[[BEST]].to_numpy()
    first = each.mean().idxmin()
    return Finding(known([least_of(gained)]), f"its mean rank is {each[BEST].mean():.1f}; the best is {first[0]} with "
                   f"RL {first[1]} and C {first[2]:g}, {each[first].mean():.1f}", "", _least(len(others)))


# --- the algorithms ---------------------------------------------------------------------------------------------------


READINGS = {"Borda": "exact score from one sum over rivals", "Borda, Eq. 7": "incremental update of Eq. 7"}


def cost_least(results, budget):
    """The paper's sentence follows its incremental update, so that is one reading; the exact score is the other."""
    frame = tables.cost_ratios(results)
    if frame.empty:
        return Finding((), NOT_YET)
    parts, texts = [], []
    for what, reading in READINGS.items():
        here = frame[frame["what"] == what]
        parts += [Part(f"{row.actions} actions, {row.outcomes} outcomes", row.ratio, row.low, row.high, reading,
                       int(row.rounds)) for row in here.itertuples()]
        texts.append(f"{reading}: {here['ratio'].min():.1f} to {here['ratio'].max():.1f}")
    return Finding(known(parts), "times the processor time of a mean; " + "; ".join(texts), "",
                   f"intervals from {frame['rounds'].min()} rounds; the paper's factors depend on the numbers of "
                   "actions and outcomes, and it does not say which")


cost_most = cost_least


def _same(results, name, column):
    frame = results["joppen2019_encodings"]
    return {encoding: (int(rows[column].sum()), len(rows))
            for encoding, rows in frame[frame["agent"] == name].groupby("encoding", sort=False)}


def no_shaping(results, budget):
    found = _same(results, "O-MCTS", "same_tree")
    return Finding(tuple(counted(encoding, n / total) for encoding, (n, total) in found.items()),
                   "equal trees of O-MCTS: " + "; ".join(f"{e} {n} of {total}" for e, (n, total) in found.items()), "",
                   "against Eq. 8, same positions and seeds, node for node")


def encodings(results, budget):
    found = _same(results, "MCTS", "same_action")
    return Finding(tuple(part(encoding, proportion(n, total)) for encoding, (n, total) in found.items()),
                   "equal choices of MCTS: " + "; ".join(f"{e} {n} of {total}" for e, (n, total) in found.items()))


def figure_2(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    return Finding((counted("mean, circles less stars", found["circles"]["mean"] - found["stars"]["mean"]),
                    counted("Borda, stars less circles", found["stars"]["Borda"] - found["circles"]["Borda"])),
                   _both(found), "", "on samples made like those of the figure")


def figure_2_last(results, budget):
    found = values({"circles": CIRCLES, "stars": STARS})
    return Finding((counted("", found["circles"]["Borda"] - found["stars"]["Borda"]),), _both(found), "",
                   "the rest of the paragraph says the opposite: the stars are better in 70 % of comparisons")


def worked_example(results, budget):
    found = values(WORKED)
    return Finding((counted("mean, a less b", found["a"]["mean"] - found["b"]["mean"]),
                    counted("Borda, b less a", found["b"]["Borda"] - found["a"]["Borda"])), _both(found))


def _both(found):
    return "; ".join(f"{name}: mean {v['mean']:.3f}, MixMax {v['MixMax']:.3f}, Borda {v['Borda']:.3f}"
                     for name, v in found.items())


def _runners(results):
    """Games of gaps in which a jump more often succeeds than not, a loss counting as in Eq. 8, by agent."""
    frame = results["joppen2019_courage"]
    here = frame[(frame["chance"] > 0.5) & (frame["chance"] < 1.0) & (frame["loss"] == 0.0)]
    return {name: here[here["agent"] == name] for name in TUNED}


def cowardly(results, budget):
    games = _runners(results)
    if min(len(games["O-MCTS"]), len(games["MCTS"])) == 0:
        return Finding((), NOT_YET)
    return Finding(known([part("", _gap(games["O-MCTS"]["place"], games["MCTS"]["place"]))]),
                   "cell reached on average: " + ", ".join(
                       f"{name} {games[name]['place'].mean():.1f}" for name in TUNED if len(games[name])), "",
                   f"{len(games['O-MCTS'])} games each, a loss counting as in Eq. 8. All have the same gaps to cross "
                   f"with the same chance, and {_out_of_moves(games)} games ended because the moves were used up: "
                   "standing still costs moves, and cells only where these run out")


def _out_of_moves(games):
    """How many games of O-MCTS and MCTS ended neither won nor lost."""
    return sum(int((games[name]["alive"] - games[name]["won"]).sum()) for name in ("O-MCTS", "MCTS"))


def standing(results, budget):
    """Both halves of the sentence have to be true, and the difference has to be there."""
    runners = _runners(results)
    chosen = {name: {what: tables.chosen_at_gaps(games, what) for what in ("gap_stand", "gap_jump")}
              for name, games in runners.items()}
    stood = {name: each["gap_stand"] for name, each in chosen.items()}
    if min(len(stood["O-MCTS"]), len(stood["MCTS"])) < 2:
        return Finding((), NOT_YET)
    parts = [part("stands, MCTS less O-MCTS", _gap(stood["MCTS"], stood["O-MCTS"])),
             part("MCTS stands", share(stood["MCTS"]), endpoint="share"),
             part("O-MCTS jumps", share(chosen["O-MCTS"]["gap_jump"]), endpoint="share")]
    return Finding(known(parts),
                   "choices right before a gap that are to stand still: " + ", ".join(
                       f"{name} {stood[name].mean():.0%}" for name in TUNED if len(stood[name])), "",
                   f"means over {len(stood['O-MCTS'])} games of O-MCTS and {len(stood['MCTS'])} of MCTS that came to a "
                   "gap, a loss counting as in Eq. 8. That one stands still more often is not enough where both jump")


# --- what cannot be tested --------------------------------------------------------------------------------------------


def yolobot_close(results, budget):
    return Finding((), "an agent like Yolobot is in tables and figures, as another program")


yolobot_won_games = yolobot_rank_15 = yolobot_close


def shaping(results, budget):
    return Finding((), "not played")
