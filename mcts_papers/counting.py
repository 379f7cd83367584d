"""Shares and means of games, counted in one way for all papers: games from one start are one observation.

A start is a deal, a map or a position. The share of games from starts that were played twice or more, with sides
exchanged, has Student's t interval over starts (Tango's where few starts differ, see `statistics.share`); that of games
from starts of their own has Wilson's. Differences of shares from the same starts are paired by start, those of others
are Newcombe's, from both intervals. Means of other numbers have Student's. Intervals are at 95 %; `n` is the number of
games. Below two starts that were played more than once an interval has no ends.

Not counted by start are games of which only sums are stored (`runnels2023`: all starts, with ties broken by chance):
they have Wilson's interval or that of a posterior, and what a census has counted without chance has none.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from mcts_lab.matches import statistics
from mcts_lab.matches.statistics import Interval

NOTHING = Interval(float("nan"), float("nan"), float("nan"), 0)  # no games


def by_start(games, values) -> pd.Series:
    """Return the mean of a value per game over the games of each start, indexed by start."""
    return pd.Series(np.asarray(values, float)).groupby(games["start"].to_numpy()).mean()


def mean_of(values) -> Interval:
    """Return the mean of some values with Student's interval: no ends for one value, `NOTHING` for none."""
    if len(values) < 2:
        return NOTHING._replace(estimate=float(np.mean(values)), n=1) if len(values) else NOTHING
    return statistics.mean(values)


def over_starts(games, values) -> Interval:
    """Return the mean of a value per game."""
    return mean_of(by_start(games, values))._replace(n=len(games))


def share_won(games, points) -> Interval:
    """Return the share of games won, from points of 0 to 1 per game; it has ends also if all are won."""
    return share_of_starts(by_start(games, points), len(games))


def share_of_starts(shares, games: int) -> Interval:
    """Return the share of so many games won, from that of each start."""
    shares = np.asarray(shares, float)
    if games == len(shares) and np.isin(shares, (0, 1)).all():
        return share_of_games(shares.sum(), games)
    return (statistics.share(shares) if len(shares) > 1 else mean_of(shares))._replace(n=games)


def share_of_games(won, games: int) -> Interval:
    """Return the share of games won, each from a start of its own; `NOTHING` without games."""
    return statistics.proportion(won, games) if games else NOTHING


def columns(interval, name: str, factor: float = 1.0, digits: int = 1) -> dict:
    """Return an interval as the three columns of a table."""
    ends = {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {column: round(factor * value, digits) for column, value in ends.items()}
