"""The claims of [Hsu & Perez-Liebana 2020] in words, each with a verdict from our measurements.

Endpoint, margin and sample of each were fixed before anything was measured; ``data/paper/claims.csv`` states them.
Intervals are at 95 %.
"""

from __future__ import annotations

import numpy as np

from ...experiments.statistics import mean
from .. import Verdict
from . import tables
from .experiments import BASELINES, DEFAULT, EVOLUTION, HP, HP_MOVES, METHODS, NINE, PRUNED, PW, PW_MOVES, RULES
from .tables import cell, share

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"
FEW = 10  # pairs or games below which nothing is judged
EQUAL = 0.03  # shares that differ by less count as equal


def span(interval) -> str:
    return f"[{interval.low:.1%}, {interval.high:.1%}]"


def above(interval, level=0.5) -> str:
    """Whether an interval lies above (or below) a level; undecided where there are too few games."""
    if interval.n < 2 * FEW or not np.isfinite(interval.low):
        return OPEN
    return HOLDS if interval.low > level else FAILS if interval.high < level else OPEN


def all_of(verdicts) -> str:
    """Of a claim about several things at once."""
    verdicts = list(verdicts)
    return FAILS if FAILS in verdicts else HOLDS if set(verdicts) == {HOLDS} else OPEN


def cells(results, pairs, level, below=False):
    """A verdict over several pairings: (one, other) above (or below) a level."""
    games = results["hsu2020_strength"]
    turned = {HOLDS: FAILS, FAILS: HOLDS, OPEN: OPEN}
    verdicts, texts, bounds = [], [], []
    for one, other in pairs:
        found = share(games, one, other)
        verdict = above(found, level)
        verdicts.append(turned[verdict] if below else verdict)
        texts.append(f"{one} against {other}: {found.estimate:.1%} of {found.n} games")
        bounds.append(span(found))
    return Verdict(all_of(verdicts), "; ".join(texts), ", ".join(bounds))


def pruned_win(results, budget):
    return cells(results, [(one, other) for one in PRUNED for other in BASELINES], 0.5)


def default_loses(results, budget):
    return cells(results, [(DEFAULT, RULES), (DEFAULT, EVOLUTION)], 0.5, below=True)


def differences(results, pairs):
    """Differences of shares between two searches, pair of games by pair, against each baseline."""
    games = results["hsu2020_strength"]
    found = []
    for one, other in pairs:
        for baseline in BASELINES:
            each = [cell(games, name, baseline).groupby("start")["won"].mean() for name in (one, other)]
            found.extend((each[0] - each[1]).dropna())
    return np.array(found)


def gain(results, pairs, words):
    values = differences(results, pairs)
    if len(values) < FEW * len(pairs) * len(BASELINES):
        return Verdict(OPEN, f"{words}: {len(values)} pairs, too few to judge")
    found = mean(values)
    verdict = HOLDS if found.low > 0 else FAILS if found.high < 0 else OPEN
    return Verdict(verdict, f"{words}: {found.estimate:+.1%} over {found.n} pairs of games", span(found))


def moves_help(results, budget):
    return gain(results, [(HP_MOVES, HP), (PW_MOVES, PW)], "games won with move pruning less without")


def no_difference(results, budget):
    pairs = [(HP_MOVES, PW_MOVES), (HP, PW)]
    values = differences(results, pairs)
    if len(values) < FEW * len(pairs) * len(BASELINES):
        return Verdict(OPEN, f"{len(values)} pairs, too few to judge")
    found = mean(values)
    inside, outside = -EQUAL < found.low and found.high < EQUAL, found.low > EQUAL or found.high < -EQUAL
    return Verdict(HOLDS if inside else FAILS if outside else OPEN,
                   f"hard pruning less widening: {found.estimate:+.1%} over {found.n} pairs of games", span(found),
                   f"differences within {EQUAL:.0%} count as none")


def features_alone(results, budget):
    """Not in the article: how much of the gain two more features of the value bring by themselves."""
    games = results["hsu2020_variants"]
    found = share(games, NINE, DEFAULT)
    return Verdict({HOLDS: FAILS, FAILS: HOLDS, OPEN: OPEN}[above(found, 0.5 + EQUAL)],
                   f"the default search with nine features wins {found.estimate:.1%} of {found.n} games against that "
                   "with seven", span(found),
                   "the article's pruned searches have nine features, its default search seven")


# --- trees ------------------------------------------------------------------------------------------------------------


def per_game(results, method, column, low=0, high=10**6, by="size"):
    """The mean of a column over the decisions of each game with a size (or turn) from `low` to below `high`."""
    frame = results["hsu2020_trees"]
    here = frame[(frame["method"] == method) & (frame[by] >= low) & (frame[by] < high)]
    return here.groupby("level")[column].mean()


def near(results, values, target, margin, words):
    """Whether a mean is within a margin of a number."""
    if len(values) < FEW:
        return Verdict(OPEN, f"{words}: {len(values)} games, too few to judge")
    found = mean(values)
    inside = target - margin < found.low and found.high < target + margin
    outside = found.high < target - margin or found.low > target + margin
    return Verdict(HOLDS if inside else FAILS if outside else OPEN,
                   f"{words}: {found.estimate:.2f} over {found.n} games",
                   f"[{found.low:.2f}, {found.high:.2f}]", f"{target:g} give or take {margin:g} counts as agreement")


def two_levels(results, budget):
    values = per_game(results, DEFAULT, "depth", 50)
    if len(values) < FEW:
        return Verdict(OPEN, f"{len(values)} games, too few to judge")
    found = mean(values)
    return Verdict(HOLDS if found.high < 2.5 else FAILS if found.low > 2.5 else OPEN,
                   f"depth of the default search from 50 legal actions on: {found.estimate:.2f}",
                   f"[{found.low:.2f}, {found.high:.2f}]",
                   "sizes count all legal actions; the search looks at one group of them at the root")


def compare_trees(results, one, other, column, low, high, words, by="size"):
    """Whether `one` has more of `column` than `other` in the same games."""
    first, second = (per_game(results, name, column, low, high, by) for name in (one, other))
    values = (first - second).dropna()
    if len(values) < FEW:
        return Verdict(OPEN, f"{words}: {len(values)} games, too few to judge")
    found = mean(values)
    return Verdict(HOLDS if found.low > 0 else FAILS if found.high < 0 else OPEN,
                   f"{words}: {found.estimate:+.2f} over {found.n} games", f"[{found.low:+.2f}, {found.high:+.2f}]")


def widening_shallower(results, budget):
    return compare_trees(results, HP, PW, "depth", 100, 150,
                         "depth of hard pruning less widening, 100 to 149 legal actions")


def hard_more_complete(results, budget):
    return compare_trees(results, HP, PW, "rate", 100, 10**6,
                         "rate of hard pruning less widening, from 100 legal actions on")


def pruning_deeper(results, budget):
    found = [compare_trees(results, name, DEFAULT, "depth", 50, 10**6, f"depth of {name} less default")
             for name in METHODS if name != DEFAULT]
    return Verdict(all_of(v.verdict for v in found), "; ".join(v.ours for v in found),
                   ", ".join(v.interval for v in found if v.interval))


def turn_30(results, budget):
    return near(results, per_game(results, DEFAULT, "depth", 28, 33, "tick"), 3.0, 0.5,
                "depth of the default search in turns 28 to 32")


def turn_50(results, budget):
    return near(results, per_game(results, DEFAULT, "rate", 45, 51, "tick"), 0.4, 0.1,
                "rate of the default search in turns 45 to 50")


# --- actions ----------------------------------------------------------------------------------------------------------


def unit_share(results, budget):
    frame = tables.shares_of_actions(results, budget)
    frame = frame[frame["actions"] > 10_000]
    if frame.empty:
        return Verdict(OPEN, "too few actions to judge")
    gap = np.abs(frame["unit"] - 68).max()
    return Verdict(HOLDS if gap < 5 else FAILS,
                   "; ".join(f"{row['player']}: unit {row['unit']} %, city {row['city']} %, tribe {row['tribe']} %, "
                             f"moves {row['move']} %" for row in frame.to_dict("records")), "",
                   "within 5 points of 68 % counts as agreement; the end of a turn is an action of the tribe")


CLAIMS = {
    "hsu2020-pruned-win": pruned_win,
    "hsu2020-default-loses": default_loses,
    "hsu2020-moves-help": moves_help,
    "hsu2020-no-difference": no_difference,
    "hsu2020-features-alone": features_alone,
    "hsu2020-two-levels": two_levels,
    "hsu2020-pruning-deeper": pruning_deeper,
    "hsu2020-widening-shallower": widening_shallower,
    "hsu2020-hard-more-complete": hard_more_complete,
    "hsu2020-turn-30": turn_30,
    "hsu2020-turn-50": turn_50,
    "hsu2020-unit-share": unit_share,
}
