"""The measures of the claims of [Joppen & Fuernkranz 2019]. ``claims.csv`` says which measured number decides a claim.

Intervals are at 95 %. Means over problems (a game with a budget) have Student's t interval; shares of games and their
differences have the intervals of Wilson and Newcombe. Claims about MCTS variants are judged by the five agents with
parameters. The Yolobot-like agent is only in tables and figures, because it is not the paper's program.
"""

import itertools
from functools import partial

import numpy as np
import pandas as pd

from mcts_lab.matches.statistics import Interval, less, mean, t_reach, welch, wilcoxon

from ..counting import share_of_games, share_of_starts
from ..games.vgdl.vocabulary import LIMIT_OF_TICKS
from ..judging import Part, counted, missing, part, smallest
from ..measuring import Note, claim, untested
from ..reporting.results import once
from . import tables
from .agents import TUNED
from .examples import CIRCLES, STARS, WORKED, values
from .experiments import TIMES, configurations
from .levels import GAMES, all_ways, shown, with_further
from .ranks import ALGORITHMS, ranks, won_scores, worth

PRINTED = dict(zip(ALGORITHMS, (1.9, 3.1, 3.1, 3.0, 4.3, 5.7), strict=True))
VARIANTS = tuple(name for name in TUNED if name != "O-MCTS")
DEADLY = ("Zelda", "Boulderchase", "Jaws")
HARD = LOST_BY_TIME = ("Zelda", "Chase", "Boulderchase")  # in the others time wins, or no game lasts so long
SAFE_AND_BOLD = ("MCTS", "N-MCTS", "O-MCTS")
HIGH = ("Jaws", "Surround", "Aliens", "Whackamole")
NO_MORE = f"the paper has {len(GAMES) * len(TIMES['paper'])} problems, and more of them cannot be had"  # see `lacking`
TOGETHER = ("all agents that are compared here have the same number of games at each budget; at some budgets there are "
            "more games than in Table 1")
LEAST_SPREAD = 0.5  # standard deviation of ranks, the step between two of them: less is luck in few problems
claim_of_games = partial(claim, ways=all_ways)


def over_problems(label, ranks_gained):
    """Return a part from one difference of ranks for each problem; a missing part for fewer than two problems."""
    gained = np.asarray(ranks_gained, float)
    if len(gained) < 2:
        return missing(label)
    found, spread = mean(gained), max(float(gained.std(ddof=1)), LEAST_SPREAD)
    reach = float(t_reach(len(gained) - 1)) * spread / len(gained) ** 0.5
    return part(label, found._replace(low=found.estimate - reach, high=found.estimate + reach))


def least_of(gained):
    """Return a part for the smallest mean of several differences of ranks, float[problems, differences]."""
    n = len(gained)
    middle, spread = gained.mean(axis=0), np.maximum(gained.std(axis=0, ddof=1), LEAST_SPREAD) / n**0.5
    reach = float(t_reach(n - 1)) * spread
    return smallest("", [Interval(m, m - r, m + r, n) for m, r in zip(middle, reach, strict=True)], n - 1)


# --- ranks ------------------------------------------------------------------------------------------------------------


@once
def ranks_by(results, measure):
    """Return ranks by problem (rows) and agent, for the problems in which all five agents have a value.

    measure: function of results that returns the values, by problem and agent
    """
    table = measure(results)
    return ranks(table) if table.shape[1] == len(TUNED) else pd.DataFrame(columns=list(TUNED), dtype=float)


def by_wins(results):
    return worth(tables.cells(results, None))


def by_won_games(results):
    return won_scores(results[shown("cells")].rename(columns={"agent": "algorithm"}))


MIXMAX_FIRST = (("MixMax", "MCTS"), ("MixMax", "N-MCTS"))


@claim_of_games("joppen2019-dominance", measure=by_wins, pairs={name: ("O-MCTS", name) for name in VARIANTS},
                why="have been played by all five agents, each with new games of the configuration that was best in "
                    "tuning")
@claim_of_games("joppen2019-mixmax-worst", measure=by_wins,
                pairs={name: (name, "MixMax") for name in TUNED if name != "MixMax"},
                why="have been played by all five agents, each with new games of the configuration that was best in "
                    "tuning")
@claim_of_games("joppen2019-won-games", measure=by_won_games, why="are those in which all five agents won at least "
                                                                  "once", pairs={
    f"{first} before {then}": (first, then) for first, then in (*(("O-MCTS", name) for name in VARIANTS),
                                                                *MIXMAX_FIRST)})
@claim_of_games("joppen2019-won-not-significant", measure=by_won_games,
                why="are those in which all five agents won at least once",
                pairs={f"{first} before {then}": (first, then) for first, then in MIXMAX_FIRST})
def differences_of_ranks(results, measure, pairs, why):
    """Yield, for each pair, how much lower (better) the rank of the first agent is than that of the second."""
    each = ranks_by(results, measure)
    for label, (first, then) in pairs.items():
        yield over_problems(label, each[then] - each[first])
    if len(each):
        yield "mean ranks: " + ", ".join(f"{name} {each[name].mean():.2f}" for name in TUNED)
    if len(each) > 1 and measure is by_wins:
        yield "p values of Wilcoxon's test: " + ", ".join(f"{label} {wilcoxon(each[first], each[then]).p:.2g}"
                                                          for label, (first, then) in pairs.items())
    yield Note(f"{len(each)} problems {why}; {NO_MORE}")


@claim("joppen2019-printed-ranks", note="algorithms are ranked by wins, and ties are broken by the score; equal "
       "results share their ranks")
def printed_ranks(results):
    found = tables.printed_ranks(results, None).set_index("algorithm")["rank"]
    yield from (counted(name, abs(found[name] - PRINTED[name])) for name in ALGORITHMS)
    yield ", ".join(f"{name} {found[name]:.3f}" for name in ALGORITHMS)


# --- games ------------------------------------------------------------------------------------------------------------


@claim_of_games("joppen2019-easy-scores", note="the best other agent is chosen after looking at the results, which "
                "favours it, so the upper end of the interval is greater")
def easy_scores(results):
    games = results[shown("cells")]
    for game in ("Surround", "Aliens", "Whackamole"):
        for time, here in games[games["game"] == game].groupby("time"):
            scores = {name: rows["score"] for name, rows in here.groupby("agent")}
            if set(scores) == set(TUNED):
                yield smallest(f"{game} at {time}", [welch(scores["O-MCTS"], scores[name]) for name in VARIANTS])


@once
def together(results, game, names):
    """Return the games of some agents in one game.

    Only (budget, run) pairs that all of these agents have played count. Otherwise the shares of games won could not be
    compared, because not every agent plays every budget, and more calls win more games.
    """
    games = with_further(results)
    here = games[(games["game"] == game) & games["agent"].isin(names)]
    return here[here.groupby(["time", "run"])["agent"].transform("size") == len(names)]


def of_agents(results, game, names, value=lambda games: games["won"]):
    """Return {agent: (number of games in which a value is true, number of games)}; see `together`."""
    here = together(results, game, names)
    return {name: (int(value(mine).sum()), len(mine)) for name in names for mine in (here[here["agent"] == name],)}


def difference_part(label, first, second):
    """Return a part with the difference of two shares of games, each given as (games won, games)."""
    return part(label, less(share_of_games(*first), share_of_games(*second)))


def added(*counts):
    """Return the sum of several counts (games won, games)."""
    return tuple(map(sum, zip(*counts, strict=True)))


def best_of(counts):
    """Return the count (games won, games) with the largest share. Counts without games are the last choice."""
    return max(counts, key=lambda one: one[0] / one[1] if one[1] else -1.0)


@claim_of_games("joppen2019-chase", note=TOGETHER, compared=[
    (name, "Chase", TUNED, lambda won, name=name: (won["O-MCTS"], won[name])) for name in VARIANTS])
@claim_of_games("joppen2019-deadly", compared=[
    (game, game, SAFE_AND_BOLD, lambda won: (best_of((won["MCTS"], won["N-MCTS"])), won["O-MCTS"])) for game in DEADLY],
    note=f"{TOGETHER}. The better of MCTS and N-MCTS is chosen after looking at the results, which favours it. Yolobot "
    "is left out")
@claim_of_games("joppen2019-normalisation", note=TOGETHER, compared=[
    (game, game, ("N-MCTS", "MCTS"), lambda won: (won["N-MCTS"], won["MCTS"])) for game in GAMES])
@claim_of_games("joppen2019-still-well", note=TOGETHER, compared=[
    (game, game, TUNED, lambda won: (won["O-MCTS"], added(*(won[name] for name in VARIANTS)))) for game in DEADLY])
def differences_of_wins(results, compared):
    """Yield differences of two shares of games won.

    compared: a tuple for each part: its label, the game, its agents, and a function that gets {agent: (games won,
        games)} and returns the two counts to be compared
    """
    for label, game, names, chosen in compared:
        yield difference_part(label, *chosen(of_agents(results, game, names)))


def lost(games, late):
    """Return whether each game was lost because the time was over (late=True) or by dying (late=False)."""
    return (games["won"] == 0) & ((games["ticks"] > LIMIT_OF_TICKS) == late)


@claim_of_games("joppen2019-too-safely", note=f"the paper's films are not compared; {TOGETHER}")
def too_safely(results):
    """Yield differences of the shares of games that were lost because the time was over.

    An agent that avoids all risks survives, but does not win before the time is over.
    """
    each = [of_agents(results, game, SAFE_AND_BOLD, partial(lost, late=True)) for game in LOST_BY_TIME]
    late = {name: added(*(one[name] for one in each)) for name in SAFE_AND_BOLD}
    yield from (difference_part(name, late[name], late["O-MCTS"]) for name in SAFE_AND_BOLD[:2])


def score_part(label, one, other, endpoint=""):
    """Return a part with the difference of mean scores; a missing part if an agent has fewer than two games."""
    return part(label, welch(one, other), endpoint=endpoint) if min(len(one), len(other)) > 1 else missing(label)


@claim_of_games("joppen2019-mixmax-greedy", note=f"the paper's films are not compared; {TOGETHER}")
def mixmax_greedy(results):
    both = ("MixMax", "MCTS")
    yield difference_part("dies", *of_agents(results, "Zelda", both, partial(lost, late=False)).values())
    here = together(results, "Zelda", both).query("won == 0")
    yield score_part("score of games not won", *(here["score"][here["agent"] == name] for name in both), "score")


@claim_of_games("joppen2019-mixmax-hard", games=HARD, note=TOGETHER)
@claim_of_games("joppen2019-mixmax-whackamole", games=("Whackamole",), names=TUNED, lost=True, note=TOGETHER)
def shares_of_mixmax(results, games, names=("MixMax",), lost=False):
    """Yield the share of games that MixMax wins, or does not win (`lost`). names: see `together`."""
    for game in games:
        won, of = of_agents(results, game, names)["MixMax"]
        yield part("" if lost else game, share_of_games(of - won if lost else won, of))


@claim_of_games("joppen2019-mixmax-high-scores", games=HIGH, others=("MCTS",), note=TOGETHER)
@claim_of_games("joppen2019-mixmax-zelda", games=("Zelda",), others=("MCTS", "N-MCTS"), note=TOGETHER)
def scores_of_mixmax(results, games, others):
    """Scores of MixMax minus those of another, by game over the budgets that both have played."""
    for game, other in itertools.product(games, others):
        here = together(results, game, ("MixMax", other))
        yield score_part(f"{game}, {other}", *(here["score"][here["agent"] == name] for name in ("MixMax", other)))


# --- tuning -----------------------------------------------------------------------------------------------------------


def ranks_of_configurations(results):
    """Return ranks by problem (rows) and configuration (agent, RL, C), for problems that all configurations played."""
    found = configurations(results[shown("tuning")])
    found["worth"] = found["win_rate"].rank(method="dense") * 1e9 + found["score"]
    return ranks(found.pivot(index=["game", "time"], columns=["agent", "rollout", "c"], values="worth").dropna())


@claim_of_games("joppen2019-short-rollouts")
def short_rollouts(results):
    each = ranks_of_configurations(results).T.groupby(level="rollout").mean().T
    if each.shape[1] > 1:
        yield over_problems("", [np.polyfit(np.log2(each.columns.to_numpy(float)), row, 1)[0]
                                 for row in each.to_numpy()])
        yield "mean rank by rollout length: " + ", ".join(f"{rl}: {r:.1f}" for rl, r in each.mean().items())
        yield Note(f"there are {len(each)} problems; {NO_MORE}")


@claim_of_games("joppen2019-rollout-matters", note="the claim is judged by variances of mean ranks, which are "
                f"estimated in a way that noise does not increase. C = 0 is one of the constants; {NO_MORE}")
def rollout_matters(results):
    """Yield the variance of mean ranks between rollout lengths minus the variance between constants.

    Each variance is estimated from products of values of different problems. So noise does not increase it. Otherwise
    a variance over three lengths could not be compared with a variance over four constants.
    """
    each = ranks_of_configurations(results)
    for name in TUNED if len(each) else ():
        if name not in each:
            yield missing(name)
            continue
        by_level = [each[name].T.groupby(level=by).mean().T.to_numpy() for by in ("rollout", "c")]
        first, second = map(between_levels, by_level)
        yield over_problems(name, pseudo_values(first - second))
        yield (f"{name}: mean ranks of rollout lengths differ by at most {np.ptp(by_level[0].mean(0)):.1f}, and those "
               f"of constants by at most {np.ptp(by_level[1].mean(0)):.1f}")


def between_levels(each):
    """Return a value for each problem. The mean of these values is an unbiased variance of mean ranks between levels.

    The differences of a problem's ranks from their mean are multiplied by the same differences of the other problems'
    mean ranks, and these products are added up.

    each: mean ranks, float[problems, levels]
    """
    away = each - each.mean(axis=1, keepdims=True)
    others = (away.sum(axis=0) - away) / max(len(away) - 1, 1)
    return (away * others).sum(axis=1) / max(each.shape[1] - 1, 1)


def pseudo_values(products):
    """Return the jackknife's pseudo-values of the problems for a mean of products of two problems.

    They have the same mean as the products.
    """
    n = len(products)
    return products.mean() + 2 * (n - 1) / max(n - 2, 1) * (products - products.mean()) if n else products


BEST = ("O-MCTS", 5, 1.25)


@claim_of_games("joppen2019-five-steps", mine=lambda key: key[0] == "O-MCTS" and key[1] == 5 and key[2] > 0,
                others=lambda key: key[0] != "O-MCTS")
@claim_of_games("joppen2019-best-configuration", mine=lambda key: key == BEST, others=lambda key: key != BEST)
def better_configurations(results, mine, others):
    """Compare each configuration selected by `mine` with each selected by `others`. The smallest difference decides."""
    each = ranks_of_configurations(results)
    mine, others = (list(filter(chosen, each)) for chosen in (mine, others))
    if mine and others and len(each) > 1:
        worst, best = each[mine].mean().idxmax(), each[others].mean().idxmin()
        gained = (each[others].to_numpy()[:, None, :] - each[mine].to_numpy()[:, :, None]).reshape(len(each), -1)
        yield least_of(gained)
        for which, (agent, rollout, c) in (("worst of the configurations named", worst), ("best of the others", best)):
            yield (f"the {which} is {agent} with rollout length {rollout} and C = {c:g}, which has mean rank "
                   f"{each[agent, rollout, c].mean():.1f}")
        yield Note(f"the number is the least of {gained.shape[1]} differences; it is chosen after looking at the "
                   f"results, so the upper end of its interval is greater; {NO_MORE}")


# --- the algorithms ---------------------------------------------------------------------------------------------------


READINGS = {"Borda": "exact Borda score", "Borda, Eq. 7": "incremental update of Eq. 7"}


@claim("joppen2019-cost-least")
@claim("joppen2019-cost-most")
def cost(results):
    """Yield the relative cost of a Borda score under two readings.

    The paper's sentence comes after its incremental update, so one reading is this update. The other one is the exact
    score.
    """
    frame = tables.cost_ratios(results)
    for what, reading in READINGS.items():
        here = frame[frame["what"] == what]
        yield from (Part(f"{row.actions} actions, {row.outcomes} outcomes", row.ratio, row.low, row.high, reading,
                         int(row.rounds)) for row in here.itertuples())
        if len(here):
            yield (f"{reading}: {here['ratio'].min():.1f} to {here['ratio'].max():.1f} times the processor time of a "
                   "mean")
    if len(frame):
        yield Note(f"intervals are from {frame['rounds'].min()} rounds. The factors depend on the numbers of actions "
                   "and outcomes, and the paper does not say which numbers it used")


@claim("joppen2019-no-shaping", agent="O-MCTS", column="same_tree", certain=True,
       note="each tree is compared with the tree of a search with Eq. 8 from the same position with the same seed, "
       "node for node")
@claim("joppen2019-encodings", agent="MCTS", column="same_action")
def same_under_encodings(results, agent, column, certain=False):
    """Yield the share of searches that stay the same under another encoding of rewards.

    certain: True means that the share has no sampling error
    """
    frame = results["joppen2019_encodings"]
    for encoding, rows in frame[frame["agent"] == agent].groupby("encoding", sort=False):
        same, of = int(rows[column].sum()), len(rows)
        yield counted(encoding, same / of) if certain else part(encoding, share_of_games(same, of))


@claim("joppen2019-figure-2", samples={"circles": CIRCLES, "stars": STARS}, compared={
    "mean, circles minus stars": ("mean", "circles", "stars"),
    "Borda, stars minus circles": ("Borda", "stars", "circles")}, note="the samples are made like those in the figure")
@claim("joppen2019-figure-2-last", samples={"circles": CIRCLES, "stars": STARS}, compared={
    "": ("Borda", "circles", "stars")},
    note="the rest of the paragraph says the opposite: the stars are better in 70 % of the comparisons")
@claim("joppen2019-worked-example", samples=WORKED, compared={
    "mean, a minus b": ("mean", "a", "b"), "Borda, b minus a": ("Borda", "b", "a")})
def examples(results, samples, compared):
    """Yield differences of the values of two samples."""
    found = values(samples)
    yield from (counted(label, found[more][what] - found[less][what]) for label, (what, more, less) in compared.items())
    yield from (f"{name}: mean {v['mean']:.3f}, MixMax {v['MixMax']:.3f}, Borda {v['Borda']:.3f}"
                for name, v in found.items())


def runners(results):
    """Return the games of gaps by agent, if a jump succeeds with more than 50 % and a loss has the payoff of Eq. 8."""
    frame = results["joppen2019_courage"]
    here = frame[(frame["chance"] > 0.5) & (frame["chance"] < 1.0) & (frame["loss"] == 0.0)]
    return {name: here[here["agent"] == name] for name in TUNED}


@claim("joppen2019-cowardly")
def cowardly(results):
    games = runners(results)
    both = [games[name] for name in ("O-MCTS", "MCTS")]
    if min(map(len, both)):
        out = sum(int((one["alive"] - one["won"]).sum()) for one in both)
        yield part("", welch(*(one["place"] for one in both)))
        yield "cell reached on average: " + ", ".join(f"{name} {games[name]['place'].mean():.1f}" for name in TUNED
                                                      if len(games[name]))
        yield Note(f"each agent played {len(both[0])} games, in which a loss counts as in Eq. 8. All agents have the "
                   f"same gaps, and a jump succeeds with the same probability. {out} games ended because the moves "
                   "were used up. So an agent that stands still loses moves, but it reaches fewer cells only if the "
                   "moves run out")


@claim("joppen2019-standing")
def standing_still(results):
    """Yield parts for both halves of the paper's sentence, and for the difference between the agents."""
    stood, jumped = ({name: tables.chosen_at_gaps(games, what) for name, games in runners(results).items()}
                     for what in ("gap_stand", "gap_jump"))
    if min(len(stood["O-MCTS"]), len(stood["MCTS"])) > 1:
        yield part("stands, MCTS minus O-MCTS", welch(stood["MCTS"], stood["O-MCTS"]))
        yield part("MCTS stands", share_of_starts(stood["MCTS"], len(stood["MCTS"])), endpoint="share")
        yield part("O-MCTS jumps", share_of_starts(jumped["O-MCTS"], len(jumped["O-MCTS"])), endpoint="share")
        yield "choices right before a gap that are to stand still: " + ", ".join(
            f"{name} {stood[name].mean():.0%}" for name in TUNED if len(stood[name]))
        yield Note(f"the numbers are means over the games that came to a gap: {len(stood['O-MCTS'])} of O-MCTS and "
                   f"{len(stood['MCTS'])} of MCTS. A loss counts as in Eq. 8. It is not enough that one agent stands "
                   "still more often if both mostly jump")


# --- what cannot be tested --------------------------------------------------------------------------------------------

for _name in ("close", "won-games", "rank-15"):
    untested(f"joppen2019-yolobot-{_name}", "tables and figures contain our agent, which is like Yolobot but another "
                                            "program")
untested("joppen2019-shaping", "this was not played")
