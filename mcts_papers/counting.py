"""Shares and means of games, with confidence intervals, computed in the same way for all papers.

A start is a deal, a map or a position. All games from the same start count as one observation:

- Share of games won, starts played twice or more (with sides exchanged): Student's t interval over starts. If few
  starts differ, it is Tango's interval (see `statistics.share`).
- Share of games won, each start played once: Wilson's interval.
- Difference of two shares: paired by start if the starts are the same. Otherwise it is Newcombe's interval, which uses
  the intervals of both shares.
- Mean of other numbers: Student's t interval.

All intervals are at 95 %, and `n` is the number of games. If fewer than two starts were played more than once, the
limits of the interval are missing.

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
    """Return the mean of the values of all games from each start, indexed by start. values: one for each game."""
    return pd.Series(np.asarray(values, float)).groupby(games["start"].to_numpy()).mean()


def mean_of(values) -> Interval:
    """Return the mean of some values with Student's interval.

    For a single value the limits are missing. Without values it is `NOTHING`.
    """
    if len(values) < 2:
        return NOTHING._replace(estimate=float(np.mean(values)), n=1) if len(values) else NOTHING
    return statistics.mean(values)


def over_starts(games, values) -> Interval:
    """Return the mean of `values`, one for each game, with an interval over starts."""
    return mean_of(by_start(games, values))._replace(n=len(games))


def share_won(games, points) -> Interval:
    """Return the share of games won, from the points (0 to 1) of each game. The interval has limits even if all are
    won."""
    return share_of_starts(by_start(games, points), len(games))


def share_of_starts(shares, games: int) -> Interval:
    """Return the share of games won from the share at each start. games: number of all games."""
    shares = np.asarray(shares, float)
    if games == len(shares) and np.isin(shares, (0, 1)).all():
        return share_of_games(shares.sum(), games)
    return (statistics.share(shares) if len(shares) > 1 else mean_of(shares))._replace(n=games)


def share_of_games(won, games: int) -> Interval:
    """Return the share of games won if each game has its own start. Without games it is `NOTHING`."""
    return statistics.proportion(won, games) if games else NOTHING


def columns(interval, name: str, factor: float = 1.0, digits: int = 1) -> dict:
    """Return an interval as the three columns of a table."""
    ends = {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {column: round(factor * value, digits) for column, value in ends.items()}
