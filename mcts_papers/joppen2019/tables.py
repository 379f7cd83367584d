"""The tables of [Joppen & Fuernkranz 2019] beside ours.

Cells are games with new seeds, played with the configuration that was best in the tuning games. A published cell
has 40 games, so a number should be in the interval that another 40 games would give.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain

import numpy as np
import pandas as pd

from mcts_lab.matches.statistics import Interval, difference, mean, share

from ..counting import mean_of, share_of_games
from ..reporting.compare import NOT_COMPARED
from .examples import CIRCLES, PREFERENCES, STARS, WORKED, tree_winner, values
from .experiments import YOLOBOT, YOLOBOT_LIKE, configurations
from .levels import shown
from .measures import FORMULAS
from .ranks import ALGORITHMS, printed_table, ranks, won_scores, worth

PUBLISHED_GAMES = 40
CELL = ("game", "time", "algorithm", "win_rate", "score", "spread", "C", "RL", "games", "wins")


BOTH = ("cells", "yolobot")
LIKE = {YOLOBOT: YOLOBOT_LIKE}  # the paper's program and ours


def games_of(results, experiments):
    """Yield the games of each experiment as a DataFrame. Yolobot has the name of our agent."""
    for frame in (results[shown(one)] for one in experiments):
        yield frame.rename(columns={"agent": "algorithm"}).replace({"algorithm": LIKE}) if len(frame) else frame


def printed_beside():
    """Return Table 1 as published. Yolobot has the name of our agent."""
    return printed_table().replace({"algorithm": LIKE})


def cells(results, budget, experiments=BOTH[:1]):
    """Return one row per game, budget of calls and algorithm: games, wins, scores, parameters."""
    rows = []
    for (game, time, name), games in chain.from_iterable(
            frame.groupby(["game", "time", "algorithm"], sort=False)
            for frame in games_of(results, experiments) if len(frame)):
        first = games.iloc[0]
        tuned = first["rollout"] > 0
        rows.append({"game": game, "time": int(time), "algorithm": name, "win_rate": 100 * games["won"].mean(),
                     "score": games["score"].mean(), "spread": games["score"].std(ddof=1),
                     "C": first["c"] if tuned else np.nan, "RL": int(first["rollout"]) if tuned else np.nan,
                     "games": len(games), "wins": int(games["won"].sum())})
    return pd.DataFrame(rows, columns=CELL)


def problems(results, budget):
    """Return the values that are ranked, for problems that all agents have played.

    The Yolobot-like agent is included once it has played all these problems.
    """
    five, six = worth(cells(results, budget)), worth(cells(results, budget, BOTH))
    return six if len(six) == len(five) and six.shape[1] > five.shape[1] else five


def won_problems(results, budget):
    """Return mean scores of won games (Figure 3b) by problem and agent, with the Yolobot-like agent if `problems` has
    it."""
    ranked = BOTH if YOLOBOT_LIKE in problems(results, budget) else BOTH[:1]
    return won_scores(pd.concat(games_of(results, ranked)))


TABLE_1 = ("game", "time", "algorithm", "win_rate", "win_rate_low", "win_rate_high", "score", "score_low", "score_high",
           "C", "RL", "games")


def table1(results, budget):
    """Return wins and scores of every agent on every problem, with the interval in which the published number is
    expected.

    The Yolobot-like agent is not the paper's program, so its cells are not compared.
    """
    found = []
    for row in cells(results, budget, BOTH).to_dict("records"):
        low, high = _expected(row["wins"], row["games"])
        reach = 1.96 * row["spread"] * np.sqrt(1 / row["games"] + 1 / PUBLISHED_GAMES)
        found.append((row["game"], row["time"], row["algorithm"], round(row["win_rate"], 1), low, high,
                      round(row["score"], 1), round(row["score"] - reach, 1), round(row["score"] + reach, 1),
                      row["C"], row["RL"], row["games"]))
    there = {row[:3] for row in found}
    found += [row + (np.nan,) * len(TABLE_1[3:])
              for row in printed_beside()[[*TABLE_1[:3]]].itertuples(index=False, name=None)
              if row[2] == YOLOBOT_LIKE and row not in there]
    frame = pd.DataFrame(found, columns=TABLE_1)
    for value in ("win_rate", "score"):
        frame[f"{value}_verdict"] = np.where(frame["algorithm"] == YOLOBOT_LIKE, NOT_COMPARED, "")
    return frame


def _expected(wins, games):
    """Return the lowest and highest share of 40 games, in per cent, that is compatible with `wins` of `games`."""
    shares = range(PUBLISHED_GAMES + 1)
    first = bisect_left(shares, True, key=lambda k: difference(wins, games, k, PUBLISHED_GAMES).low <= 0)
    after = bisect_left(shares, True, key=lambda k: difference(wins, games, k, PUBLISHED_GAMES).high < 0)
    return 100 * first / PUBLISHED_GAMES, 100 * (after - 1) / PUBLISHED_GAMES


# --- ranks ------------------------------------------------------------------------------------------------------------


def ranks_printed(ours):
    """Return the ranks that follow from the published numbers, for the problems and algorithms in `ours`."""
    printed = worth(printed_beside())
    return ranks(printed.loc[printed.index.intersection(ours.index), list(ours.columns)])


def printed_ranks(results, budget):
    """Return the mean ranks, computed again from the published table."""
    each = ranks(worth(printed_table()))
    return pd.DataFrame({"algorithm": ALGORITHMS, "rank": [round(float(each[a].mean()), 3) for a in ALGORITHMS],
                         "rank_low": [round(each[a].mean() - 0.05, 3) for a in ALGORITHMS],
                         "rank_high": [round(each[a].mean() + 0.05, 3) for a in ALGORITHMS],
                         "rank_verdict": NOT_COMPARED})  # they use none of our results


# --- tuning -----------------------------------------------------------------------------------------------------------


def tuning(results, budget):
    """Return the mean rank of every configuration (agent, RL, C) over all problems that all configurations have
    played.

    The Yolobot-like agent, which has no parameters, is included once it has played these problems.
    """
    found = configurations(results[shown("tuning")])
    found["configuration"] = list(zip(found["agent"], found["rollout"], found["c"], strict=True))
    complete = found.pivot(index=["game", "time"], columns="configuration", values="score").dropna().index
    if not len(complete):
        return pd.DataFrame(columns=["agent", "RL", "C", "rank", "problems"])
    other = cells(results, budget, ("yolobot",))
    other["configuration"] = [(YOLOBOT_LIKE, np.nan, np.nan)] * len(other)
    if complete.isin(list(zip(other["game"], other["time"], strict=True))).all():
        found = pd.concat([found, other])
    found["worth"] = found["win_rate"].rank(method="dense") * 1e9 + found["score"]
    rank = ranks(found.pivot(index=["game", "time"], columns="configuration", values="worth").loc[complete]).mean()
    return pd.DataFrame([{"agent": a, "RL": rl, "C": c, "rank": round(float(r), 2), "problems": len(complete)}
                         for (a, rl, c), r in rank.items()])


def optimism(results, budget):
    """Return wins and scores of the best configuration in the games that chose it, and in new games."""
    best = configurations(results[shown("tuning")]).groupby(["game", "time", "agent"], sort=False).first()
    fresh = cells(results, budget).set_index(["game", "time", "algorithm"])
    rows = []
    for (game, time, name), row in best.iterrows():
        if (game, time, name) in fresh.index:
            again = fresh.loc[(game, time, name)]
            if (again["C"], again["RL"]) == (row["c"], row["rollout"]):
                rows.append({"game": game, "time": time, "algorithm": name, "promised": row["win_rate"],
                             "kept": again["win_rate"], "score_promised": row["score"], "score_kept": again["score"],
                             "spread": again["spread"], "tuning_games": row["games"], "fresh_games": again["games"]})
    return pd.DataFrame(rows, columns=["game", "time", "algorithm", "promised", "kept", "score_promised",
                                       "score_kept", "spread", "tuning_games", "fresh_games"])


def optimism_summary(results, budget):
    """Return the differences in `optimism` for each algorithm, with intervals over problems.

    `lost` is the difference of wins in percentage points, over the problems in which not all games were won both
    times (`open_problems`). `score_lost` is the difference of mean scores in standard deviations of a new game's
    score, over the problems in which scores vary.
    """
    frame = optimism(results, budget)
    columns = ["algorithm", "problems", "tuning_games", "fresh_games", "wins_promised", "wins_kept", "open_problems",
               "lost", "lost_low", "lost_high", "scored_problems", "score_lost", "score_lost_low", "score_lost_high"]
    rows = []
    for name, here in frame.groupby("algorithm", sort=False):
        undecided = here[(here["promised"] < 100) | (here["kept"] < 100)]
        varied = here[here["spread"] > 0]
        wins = mean_of(undecided["promised"] - undecided["kept"])
        scores = mean_of((varied["score_promised"] - varied["score_kept"]) / varied["spread"])
        rows.append(dict(zip(columns, (
            name, len(here), round(here["tuning_games"].mean()), round(here["fresh_games"].mean()),
            round(here["promised"].mean(), 1), round(here["kept"].mean(), 1), len(undecided),
            *(round(v, 1) for v in wins[:3]), len(varied), *(round(v, 2) for v in scores[:3])), strict=True)))
    return pd.DataFrame(rows, columns=columns)


def promises(results) -> dict[str, str]:
    """Return the mean share of games that the best configurations won in tuning games and in new games.

    It is over agents, and over problems in which not all games were won both times.
    """
    found = optimism(results, "standard")
    found = found[(found["promised"] < 100) | (found["kept"] < 100)]
    return {name: f"{found[name].mean():.0f} %" for name in ("promised", "kept")}


# --- the algorithms ---------------------------------------------------------------------------------------------------


def cost_ratios(results):
    """Return the processor time of each Borda score divided by that of a mean, by number of actions and outcomes.

    Ratios are geometric means over rounds, with Student's interval of the logarithms.
    """
    frame = results["joppen2019_cost"]
    rows = []
    for (actions, outcomes), here in frame.groupby(["actions", "outcomes"], sort=True):
        turns = here.pivot(index="turn", columns="what", values="nanoseconds")
        for what in ("Borda", "Borda, Eq. 7"):
            found = _geometric(turns[what] / turns["mean"])
            rows.append({"actions": int(actions), "outcomes": int(outcomes), "what": what, "ratio": found.estimate,
                         "low": found.low, "high": found.high, "rounds": found.n})
    return pd.DataFrame(rows, columns=["actions", "outcomes", "what", "ratio", "low", "high", "rounds"])


def _geometric(values) -> Interval:
    """Return the geometric mean with an interval.

    If all values are equal, the interval is one point. If there is only one value, it has no limits.
    """
    logs = np.log(np.asarray(values, float))
    if len(logs) < 2:
        return Interval(float(np.exp(logs[0])), np.nan, np.nan, 1)
    found = mean(logs)
    if np.ptp(logs) == 0:
        found = found._replace(low=found.estimate, high=found.estimate)
    return Interval(*np.exp(found[:3]).tolist(), len(logs))


def encodings(results, budget):
    """Return the share (per cent) of searches whose tree, and whose choice, stays the same under another encoding."""
    frame = results["joppen2019_encodings"]
    rows = []
    for (name, encoding), here in frame.groupby(["agent", "encoding"], sort=False):
        row = {"agent": name, "encoding": encoding, "payoff": FORMULAS[encoding][0]}
        for what in ("same_tree", "same_action"):
            row[what] = share_of_games(float(here[what].sum()), len(here)).text(0, percent=True)
        rows.append({**row, "searches": len(here), "in_words": FORMULAS[encoding][1]})
    return pd.DataFrame(rows, columns=["agent", "encoding", "payoff", "same_tree", "same_action", "searches",
                                       "in_words"])


def chosen_at_gaps(games, what):
    """Return the share of one choice right before a gap, for each game that came to a gap.

    what: "gap_stand", "gap_step" or "gap_jump".
    """
    choices = games[["gap_stand", "gap_step", "gap_jump"]].sum(axis=1)
    return (games[what] / choices)[choices > 0]


def courage(results, budget):
    """Return the choices right before a gap, and how far the runner gets.

    There is one row per probability of a jump, encoding and agent. Shares are means, with intervals, over the
    games that came to a gap.
    """
    frame = results["joppen2019_courage"]
    rows = []
    for (chance, loss, name), here in frame.groupby(["chance", "loss", "agent"], sort=False):
        choices = here[["gap_stand", "gap_step", "gap_jump"]].sum()
        stands, place = share(chosen_at_gaps(here, "gap_stand")), mean_of(here["place"])
        rows.append({"chance": chance, "loss": loss, "agent": name,
                     "stands": round(100 * stands.estimate, 1), "stands_low": round(100 * stands.low, 1),
                     "stands_high": round(100 * stands.high, 1), "chosen_stand": int(choices["gap_stand"]),
                     "chosen_step": int(choices["gap_step"]), "chosen_jump": int(choices["gap_jump"]),
                     "place": round(place.estimate, 2), "place_low": round(place.low, 2),
                     "place_high": round(place.high, 2), "arrived": round(100 * here["won"].mean(), 1),
                     "games": len(here), "games_at_gaps": stands.n})
    return pd.DataFrame(rows, columns=[
        "chance", "loss", "agent", "stands", "stands_low", "stands_high", "chosen_stand", "chosen_step", "chosen_jump",
        "place", "place_low", "place_high", "arrived", "games", "games_at_gaps"])


def figure2_values(results=None, budget=None):
    """Return the mean, MixMax and Borda score for the two samples of Figure 2 and for the worked example."""
    rows = []
    for what, samples in (("Figure 2", {"circles": CIRCLES, "stars": STARS}), ("worked example", WORKED)):
        for action, found in values(samples).items():
            rows.append({"example": what, "action": action, **{k: round(v, 4) for k, v in found.items()}})
    return pd.DataFrame(rows)


def figure1_winners(results=None, budget=None):
    """Return the winner in the tree of Figure 1, by the two actions that are compared first."""
    names = sorted({name for pair in PREFERENCES for name in pair})
    return pd.DataFrame([{"meet first": f"{a}, {b}", "meets the better": c, "chosen": tree_winner(a, b, c)}
                         for a, b, c in (names, [names[1], names[2], names[0]], [names[0], names[2], names[1]])])
