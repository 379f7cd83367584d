"""Shares of games won and means with confidence intervals, computed in the same way for all papers.

A start is a deal, a map or a position. All games from the same start count as one observation:

- Share of games won, starts played twice or more (with sides exchanged): Student's t interval over starts; Tango's if
  few starts differ (see `statistics.share`).
- Share of games won, each start played once: Wilson's interval.
- Difference of two shares: paired by start if the starts are the same; else Newcombe's interval.
- Mean of other numbers: Student's t interval.

Intervals are at 95 %, and `n` is the number of games. If there is only one start, played more than once, the
limits are missing.

Some experiments of `runnels2023` store only sums of games (all starts, ties broken at random). Their shares have
Wilson's interval or a posterior interval. A complete count without chance has no interval.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mcts_lab.matches import statistics
from mcts_lab.matches.statistics import Interval

NOTHING = Interval(float("nan"), float("nan"), float("nan"), 0)  # no games


def by_start(games, values) -> pd.Series:
    """Return the mean of `values` (one per game) for each start, indexed by start."""
    return pd.Series(np.asarray(values, float)).groupby(games["start"].to_numpy()).mean()


def mean_of(values) -> Interval:
    """Return the mean of some values with Student's interval, without limits for one value; `NOTHING` without values.
    """
    if len(values) < 2:
        return NOTHING._replace(estimate=float(np.mean(values)), n=1) if len(values) else NOTHING
    return statistics.mean(values)


def over_starts(games, values) -> Interval:
    """Return the mean of `values` (one per game), with an interval over starts."""
    return mean_of(by_start(games, values))._replace(n=len(games))


def share_won(games, points) -> Interval:
    """Return the share of games won, from points (0 to 1) per game. The interval has limits even if all are won."""
    return share_of_starts(by_start(games, points), len(games))


def share_of_starts(shares, games: int) -> Interval:
    """Return the share of games won, from each start's share. games: number of all games."""
    shares = np.asarray(shares, float)
    if games == len(shares) and np.isin(shares, (0, 1)).all():
        return share_of_games(shares.sum(), games)
    return (statistics.share(shares) if len(shares) > 1 else mean_of(shares))._replace(n=games)


def share_of_games(won, games: int) -> Interval:
    """Return the share of games won if each has its own start; `NOTHING` without games."""
    return statistics.proportion(won, games) if games else NOTHING


def from_to(numbers) -> str:
    """Return the lowest and the highest of some numbers as text, such as "40 to 1,000"; "no" without any."""
    ends = dict.fromkeys(f"{int(end):,}" for end in (min(numbers), max(numbers))) if len(numbers) else ("no",)
    return " to ".join(ends)


def columns(interval, name: str, factor: float = 1.0, digits: int = 1) -> dict:
    """Return an interval as the three columns of a table."""
    ends = {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {column: round(factor * value, digits) for column, value in ends.items()}
