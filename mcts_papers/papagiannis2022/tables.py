"""The numbers of [Papagiannis, Alexandridis & Stafylopatis 2022] beside ours.

A share of wins is a mean over pairs of games with sides exchanged. Draws and games without an end count as not won
for both. Intervals are at 95 %, over pairs (see `counting`). A second range, which includes the standard error of
the paper's number, says where this number, from 300 games, is expected if the true share is the same.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from mcts_lab.learning.planner import found_of, kept_of, schedule
from mcts_lab.matches.statistics import Interval
from mcts_papers.papagiannis2022.networks import FIRST_PULLS

from ..counting import share_of_starts, share_won
from ..paths import data
from ..reporting.compare import NOT_COMPARED
from ..reporting.results import once
from .experiments import BINS, ITERATIONS, SCHEDULE_ACTIONS, SETTINGS, SIGN, TABLES, prunings_of, words_of
from .players import DECKS, PN, XGBOOST, article_tables, pruning_model

ARTICLE_GAMES = 300  # per cell of the paper's tables, according to the paper
CRITICAL = 1.96


@once
def won_pairs(results, table, one, other, deck, iterations, further=0):
    """Return the share that `one` won against `other` in each pair of games: float64[pairs].

    further: number of games after those of the tables that count too
    """
    games = results[f"papagiannis2022_{table if table == SETTINGS else iterations}"]
    if not len(games):
        return np.array([])
    name = f"{table} | {one} - {other} | {deck} | {iterations}"
    games = games[games["fixture"] == name]
    if further and len(more := results["papagiannis2022_further"]):
        more = more[(more["fixture"] == name) & (more["game"] < len(games) + further)]
        games = pd.concat([games, more], ignore_index=True)
    mine = np.where(games["seat_0"] == one, games["payoff_0"], games["payoff_1"])
    won = pd.Series((mine == 1.0).astype(float)).groupby(games["start"].to_numpy())
    return won.mean().to_numpy()


def won_share(*cell) -> Interval:
    """Return the share of games that `one` won in a cell. The arguments are those of `won_pairs`."""
    pairs = won_pairs(*cell)
    return share_of_starts(pairs, 2 * len(pairs))


def article_games(agent, iterations) -> int:
    """Return how many games a cell of the paper has. Four of its shares are possible with 200 games but not with 300.
    """
    return 200 if (agent, iterations) == (XGBOOST, 500) else ARTICLE_GAMES


def expected(found, games=ARTICLE_GAMES) -> tuple:
    """Return the range, in per cent, in which a share from `games` games is expected if the true share is the same."""
    if not math.isfinite(found.low):
        return float("nan"), float("nan")
    p = min(max(found.estimate, 0.02), 0.98)
    half = math.hypot((found.high - found.low) / 2, CRITICAL * math.sqrt(p * (1 - p) / games))
    return 100 * max(found.estimate - half, 0.0), 100 * min(found.estimate + half, 1.0)


def table(number, results, budget):
    """Return the cells of Table 2, 3 or 4 and their means over decks."""
    opponent, agents = TABLES[number]
    rows = []
    for one in agents:
        for iterations in ITERATIONS:
            by_deck = {deck: won_share(results, number, one, opponent, deck, iterations)
                       for deck in DECKS}
            games = article_games(one, iterations)
            rows += [row_of_cell(one, deck, iterations, found, games) for deck, found in by_deck.items()]
            rows.append(row_of_cell(one, "overall", iterations, overall(by_deck.values()), len(DECKS) * games))
    return pd.DataFrame(rows)


def overall(found) -> Interval:
    """Return the mean of the decks' shares, as in the paper."""
    found = list(found)
    centre = float(np.mean([one.estimate for one in found]))
    half = math.sqrt(sum(((one.high - one.low) / 2) ** 2 for one in found)) / len(found)
    if not math.isfinite(half):
        return Interval(centre, half, half, sum(one.n for one in found))
    return Interval(centre, max(0.0, centre - half), min(1.0, centre + half), sum(one.n for one in found))


def row_of_cell(agent, deck, iterations, found, games=ARTICLE_GAMES):
    low, high = expected(found, games)
    return {"agent": agent, "deck": deck, "iterations": iterations, "wins": round(100 * found.estimate, 2),
            "wins_low": round(low, 2), "wins_high": round(high, 2), "games": found.n,
            "own_low": round(100 * found.low, 1), "own_high": round(100 * found.high, 1)}


def table1(results, budget):
    """Return the features of the value model and how many numbers each one is, in the paper and in the authors'
    program."""
    rows = [("turn", 1, 1), ("first player", 1, 1), ("active player", 1, 0), ("hero health points", 2, 2),
            ("hero attack points", 2, 2), ("cards in hand", 2, 2), ("active secrets", 2, 2),
            ("spells in hand, active player", 1, 1), ("remaining mana, active player", 1, 1), ("minions", 2, 2),
            ("total mana cost of minions", 2, 2), ("total attack points of minions", 2, 2),
            ("total health points of minions", 2, 2), ("minions able to attack", 2, 1),
            ("total attack points of minions able to attack", 2, 1), ("minions with Taunt", 2, 2),
            ("hero class, one of nine", 18, 18)]
    return pd.DataFrame(rows, columns=["feature", "paper", "program"])


def sign(results, budget):
    """Return the results of the control: plain search with the opponents' real rewards."""
    rows = []
    for one, other in control_pairs():
        for iterations in ITERATIONS:
            by_deck = {deck: won_share(results, SIGN, one, other, deck, iterations) for deck in DECKS}
            by_deck = {deck: found for deck, found in by_deck.items() if found.n}
            for deck, found in [*by_deck.items(), ("overall", overall(by_deck.values()))] if by_deck else ():
                rows.append({"agent": one, "opponent": other, "deck": deck, "iterations": iterations,
                             "wins": round(100 * found.estimate, 1), "low": round(100 * found.low, 1),
                             "high": round(100 * found.high, 1), "games": found.n})
    return pd.DataFrame(rows, columns=["agent", "opponent", "deck", "iterations", "wins", "low", "high", "games"])


def control_pairs():
    from .players import MCTS, MCTS_SIGNED

    return ((MCTS_SIGNED, MCTS), (PN["uniform"], MCTS_SIGNED))


# -- networks ----------------------------------------------------------------------------------------------------------

SHOWN_ACTIONS = (2, 3, *SCHEDULE_ACTIONS)
SHOWN_ITERATIONS = (50, 100, 200, 300, 500, 1000, 1500)
SAME_KEPT, SAME_FOUND = 1.0, 0.02  # largest differences of networks that count as equal
SAME_TIME = 0.15  # of an iteration


def networks(results, budget):
    """Return the outputs of both networks, by actions and iterations (done, and left)."""
    rows = []
    for distribution in PN:
        model = pruning_model(distribution)
        fitted = dict.fromkeys(("kept_verdict", "found_verdict"), NOT_COMPARED) if distribution == "bimodal" else {}
        for actions in SHOWN_ACTIONS:
            for iterations in SHOWN_ITERATIONS:
                asked = iterations >= FIRST_PULLS and actions > 2
                kept = float(model.safety(actions, iterations)) if asked else float("nan")
                found = float(model.probability(actions, iterations))
                rows.append({"networks": distribution, "actions": actions, "iterations": iterations, **fitted,
                             "kept": round(kept, 1), "kept_low": kept - SAME_KEPT, "kept_high": kept + SAME_KEPT,
                             "found": round(found, 3), "found_low": found - SAME_FOUND,
                             "found_high": found + SAME_FOUND})
    return pd.DataFrame(rows)


def schedules(results, budget):
    """Return when the root is pruned, and to how many actions, by our networks and by the paper's.

    Columns: `interpolated`: schedule of networks that agree with the paper's at the published points. `alike`:
    whether our and the paper's networks prune equally often, each time with at most one action and 15 % of the
    iteration difference. `lost`: decrease of the probability to find the best action, by our networks, if the
    first pruning is the paper's.
    """
    theirs = article_schedules()
    rows = []
    for distribution in PN:
        said = pruning_model(distribution).tables
        for actions in SCHEDULE_ACTIONS:
            for n in ITERATIONS:
                ours, known = schedule(said, actions, n), theirs[distribution, actions, n]
                odds = [found_of(said, kept, n - time) for time, kept in (first(ours, actions), first(known, actions))]
                rows.append({"networks": distribution, "actions": actions, "iterations": n, "ours": words_of(ours),
                             "interpolated": words_of(schedule(article_tables(distribution), actions, n)),
                             "paper": words_of(known), "alike": "yes" if alike(ours, known) else "no",
                             "lost": round(float(odds[0] - odds[1]), 3)})
    return pd.DataFrame(rows)


def first(prunings, actions):
    """Return the first pruning; if there is none, keep all actions from the beginning."""
    return prunings[0] if prunings else (0, actions)


def alike(ours, known) -> bool:
    return len(ours) == len(known) and all(
        abs(a[1] - b[1]) <= 1 and abs(a[0] - b[0]) <= SAME_TIME * b[0] for a, b in zip(ours, known, strict=True))


def article_schedules() -> dict:
    """Return the prunings by the paper's stored networks: (networks, actions, iterations) -> [(iteration, kept)]."""
    frame = pd.read_csv(data() / "paper" / "papagiannis2022_schedules.csv", comment="#")
    return {(row.networks, row.actions, row.iterations): prunings_of(row.prunings) for row in frame.itertuples()}


def odds(distribution, actions, iterations):
    """Return the options of `choices` for every time, also if no fewer actions are kept than at the time before."""
    said = pruning_model(distribution).tables
    rows = []
    for time in range(FIRST_PULLS, iterations):
        kept = min(kept_of(said, actions, time), actions)
        rows.append((time, kept, found_of(said, kept, iterations - time)))
    return pd.DataFrame(rows, columns=["iteration", "kept", "found"])


def by_deck(frame):
    """Yield each deck and its rows, in the order of decks. Without stored results, yield nothing."""
    yield from ((deck, frame[frame["deck"] == deck]) for deck in (DECKS if len(frame) else ()))


def rewards(results, budget):
    """Return the distribution of the mean rewards of the root's actions, in twentieths, by deck."""
    rows = []
    for deck, here in by_deck(results["papagiannis2022_rewards"]):
        counts = here[[f"bin_{i}" for i in range(BINS)]].sum().to_numpy(float)
        for i, part in enumerate(counts / max(counts.sum(), 1.0)):
            rows.append({"deck": deck, "reward": (i + 0.5) / BINS, "share": part, "decisions": len(here)})
    return pd.DataFrame(rows, columns=["deck", "reward", "share", "decisions"])


def visits(results, budget, iterations):
    """Return the mean share of the visits by rank, for each agent."""
    frame = visits_with(results, iterations)
    rows = []
    for agent in frame["agent"].unique():
        here = frame[frame["agent"] == agent]
        counts = here[[c for c in here.columns if c.startswith("rank_")]].fillna(0).to_numpy(float)
        shares = counts / counts.sum(axis=1, keepdims=True)
        error = shares.std(axis=0, ddof=1) / math.sqrt(len(shares)) if len(shares) > 1 else shares[0] * np.nan
        rows += [{"agent": agent, "rank": rank, "visits": n, "share": s, "error": e, "positions": len(here)}
                 for rank, (n, s, e) in enumerate(zip(counts.mean(0), shares.mean(0), error, strict=True), 1)]
    return pd.DataFrame(rows, columns=["agent", "rank", "visits", "share", "error", "positions"])


def visits_with(results, iterations):
    """Return the rows of searches with this number of iterations, if there are any."""
    frame = results["papagiannis2022_visits"]
    return frame[frame["iterations"] == iterations] if len(frame) else pd.DataFrame(columns=["agent", "position"])


def other(results, budget):
    """Return the results of pruning networks against no pruning in other games, in Tribes and with other rewards.

    Column `verdict`: comparison of the interval with a half of the points: more, less, the same within
    `OTHER_MARGIN`, or open. The margin is that of the claims about strength.
    """
    games = pd.concat([results["papagiannis2022_other"], results["papagiannis2022_tribes"]])
    rows = []
    for fixture in games["fixture"].unique() if len(games) else ():
        _, pair, name, iterations = fixture.split(" | ")
        one, _, opponent = pair.partition(" - ")
        here = games[games["fixture"] == fixture]
        ahead = np.sign(here["payoff_0"] - here["payoff_1"]) * np.where(here["seat_0"] == one, 1, -1)
        found = share_won(here, (ahead + 1) / 2)
        rows.append({"game": name, "agent": one, "opponent": opponent, "iterations": int(iterations),
                     "points": round(100 * found.estimate, 1), "low": round(100 * found.low, 1),
                     "high": round(100 * found.high, 1), "verdict": beside_half(found), "games": found.n})
    return pd.DataFrame(rows, columns=["game", "agent", "opponent", "iterations", "points", "low", "high", "verdict",
                                       "games"])


OTHER_MARGIN = 0.03  # share of the points; a smaller distance from a half counts as no difference


def beside_half(found) -> str:
    """Return the comparison of an interval with a half, with `OTHER_MARGIN`."""
    if not math.isfinite(found.low):
        return "open"
    if found.low > 0.5 or found.high < 0.5:
        return "more" if found.low > 0.5 else "less"
    return "the same" if max(found.high - 0.5, 0.5 - found.low) <= OTHER_MARGIN else "open"
