"""Intervals, tests and ratings, by SciPy where it has them, with checks and one way of calling.

Estimates come as an `Interval`, tests as a `Test`. Nothing here draws random numbers except the bootstraps, which take
a seed.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """An estimate with its confidence interval."""

    estimate: float
    low: float
    high: float
    n: int  # observations behind it

    def contains(self, value: float) -> bool:
        """Whether `value` lies in the interval, ends included."""
        return self.low <= value <= self.high

    def text(self, digits: int = 1, percent: bool = False) -> str:
        """As people write it: ``0.6 [0.5, 0.7]``, or in per cent."""
        scale = 100 if percent else 1
        low, middle, high = (f"{x * scale:.{digits}f}" for x in (self.low, self.estimate, self.high))
        return f"{middle}{' %' if percent else ''} [{low}, {high}]"


class Test(NamedTuple):
    """A significance test."""

    name: str
    statistic: float
    p: float  # two-sided
    n: int  # observations that count (ties may not)

    __test__ = False  # not for pytest


def proportion(successes: float, trials: int, confidence: float = 0.95) -> Interval:
    """A proportion with its Wilson score interval [Wilson 1927].

    `successes` need not be whole: a draw may count as half a success. The interval is then somewhat too wide, because
    half points vary less than whole ones do.
    """
    _check_confidence(confidence)
    if trials < 1 or not 0 <= successes <= trials:
        raise ValueError(f"a proportion needs at least one trial and 0 to that many successes, not {successes} of "
                         f"{trials}")
    low, high = _wilson(float(successes), float(trials), float(confidence))
    middle = float(successes / trials)
    return Interval(middle, min(float(low), middle), max(float(high), middle), int(trials))


def wilson(successes, trials, confidence=0.95):
    """Return the ends of the Wilson score intervals of many proportions, arrays (low, high); 0 and 1 without a trial.

    For the mean rewards of a search it is a guide to the eye and no test: they are not independent, and rewards between
    0 and 1 vary less than it takes for granted.
    """
    from statistics import NormalDist

    trials = np.maximum(np.asarray(trials, float), 1e-9)
    mean, square = np.asarray(successes, float) / trials, NormalDist().inv_cdf((1 + confidence) / 2) ** 2
    middle = (mean + square / (2 * trials)) / (1 + square / trials)
    half = np.sqrt(square * (mean * (1 - mean) + square / (4 * trials)) / trials) / (1 + square / trials)
    return np.clip(middle - half, 0, 1), np.clip(middle + half, 0, 1)


_wilson = lru_cache(1 << 14)(wilson)


def score(wins: int, draws: int, losses: int, confidence: float = 0.95) -> Interval:
    """The mean points of a player, a draw counting half, with a Wilson interval (see `proportion`)."""
    return proportion(wins + draws / 2, wins + draws + losses, confidence)


def difference(successes, trials, other_successes, other_trials, confidence: float = 0.95) -> Interval:
    """The difference of two independent proportions (first minus second) with Newcombe's hybrid score interval
    [Newcombe 1998, method 10]."""
    first = proportion(successes, trials, confidence)
    second = proportion(other_successes, other_trials, confidence)
    gap = first.estimate - second.estimate
    return Interval(gap, gap - math.hypot(first.estimate - first.low, second.high - second.estimate),
                    gap + math.hypot(first.high - first.estimate, second.estimate - second.low),
                    int(trials + other_trials))


FEW_OTHERS = 10  # so few values that differ from the others tell too little of how much values vary


def share(values, confidence: float = 0.95) -> Interval:
    """The mean of `values` between 0 and 1, such as shares of points per deal, with an interval.

    Student's t interval; but where fewer than `FEW_OTHERS` values differ from the commonest, their spread would be
    nothing or by luck too small. Then pairs of games, whose shares are 0, 1/2 or 1, have the interval of `of_pairs`,
    others the Wilson interval of as many trials. Neither is ever a point. Ends lie in [0, 1].
    """
    values = _numbers("the values", values, least=1)
    if values.min() < 0 or values.max() > 1:
        raise ValueError(f"shares lie between 0 and 1, not at {values.min():g} and {values.max():g}")
    _, counts = np.unique(values, return_counts=True)
    if len(values) - counts.max() < FEW_OTHERS:
        if 0.5 in values and np.isin(values, (0, 0.5, 1)).all():
            return of_pairs(int((values == 1).sum()), int((values == 0).sum()), len(values), confidence)
        return proportion(float(values.sum()), len(values), confidence)
    found = mean(values, confidence)
    return found._replace(low=max(0.0, found.low), high=min(1.0, found.high))


def of_pairs(won: int, lost: int, pairs: int, confidence: float = 0.95) -> Interval:
    """The share of points in pairs of games of which so many were won twice, so many lost twice and the others shared.

    A score interval that keeps the three outcomes apart [Tango 1998, Equations 9 to 12, of the difference won - lost].
    """
    from scipy import optimize, stats

    z = stats.norm.ppf((1 + confidence) / 2)

    def off(gap):
        """How much this difference of probabilities is off, in squared standard errors less `z` squared."""
        b = (2 * pairs - won + lost) * gap - won - lost
        root = math.sqrt(max(0, b * b + 8 * pairs * lost * gap * (1 - gap)))
        least = (root - b) / (4 * pairs)  # the likeliest probability of losing twice
        return (won - lost - pairs * gap) ** 2 - z * z * pairs * (2 * least + gap * (1 - gap))

    found = (won - lost) / pairs
    low = optimize.brentq(off, -1, found - 1e-9) if found > -1 else -1.0
    high = optimize.brentq(off, found + 1e-9, 1) if found < 1 else 1.0
    return Interval(*((1 + gap) / 2 for gap in (found, low, high)), pairs)


def cluster_means(values, clusters) -> np.ndarray:
    """The mean of `values` in each cluster, in order of the clusters: what comes from one deal or start belongs
    together, so the means are the independent observations."""
    values, clusters = np.asarray(list(values), float), np.asarray(list(clusters))
    if len(values) != len(clusters):
        raise ValueError(f"each value needs a cluster, but there are {len(values)} and {len(clusters)}")
    _, place = np.unique(clusters, return_inverse=True)
    return np.bincount(place, weights=values) / np.bincount(place)


def paired(first, second, confidence: float = 0.95) -> Interval:
    """The mean of `first` less `second`, which were observed on the same deals or starts, one after the other.

    Student's t interval of the differences. Where fewer than `FEW_OTHERS` differ from the commonest, values between 0
    and 1 get Newcombe's interval of independent proportions instead, which is wider than need be; of other values the
    ends are then NaN.
    """
    a, b = _pairs(first, second)
    change = a - b
    _, counts = np.unique(change, return_counts=True)
    if len(change) - counts.max() >= FEW_OTHERS:
        return mean(change, confidence)
    middle = float(change.mean())
    if min(a.min(), b.min()) < 0 or max(a.max(), b.max()) > 1:
        return Interval(middle, float("nan"), float("nan"), len(change))
    found = difference(float(a.sum()), len(a), float(b.sum()), len(b), confidence)
    return Interval(middle, found.low, found.high, len(change))


def mean(values, confidence: float = 0.95, bootstrap: int = 0, seed: int = 0) -> Interval:
    """The mean of `values` with Student's t interval, or with a bootstrap of that many resamples (0: off).

    The bootstrap is bias-corrected and accelerated [Efron 1987]; use it for skewed values in small samples. Values that
    are all equal tell nothing of how much they vary: the ends are then NaN (see `share` for values from 0 to 1).
    """
    from scipy import stats

    _check_confidence(confidence)
    values = _numbers("the values", values, least=2)
    middle = float(values.mean())
    if np.ptp(values) == 0:
        return Interval(middle, float("nan"), float("nan"), len(values))
    if bootstrap:
        found = stats.bootstrap((values,), np.mean, n_resamples=bootstrap, confidence_level=confidence, method="BCa",
                                rng=np.random.default_rng(seed))
        low, high = found.confidence_interval
    else:
        low, high = stats.t.interval(confidence, len(values) - 1, loc=middle, scale=stats.sem(values))
    return Interval(middle, float(low), float(high), len(values))


class Fit(NamedTuple):
    """A curve through points, by least squares on the values themselves."""

    level: float  # a of "linear" a + b x and of "exponential" a exp(b x)
    rate: float  # b
    residual: float  # root of the mean squared distance, in units of y
    r_squared: float  # 1 - residual sum of squares / that of the mean


def fit(x, y, kind: str) -> Fit:
    """The straight line ("linear") or the exponential curve ("exponential") that is nearest to the points.

    Both minimise the squared distances in y, so that their residuals can be compared; a straight line through the
    logarithms would not.
    """
    from scipy.optimize import minimize_scalar

    x, y = _pairs(x, y)
    if kind == "linear":
        rate, level = (float(v) for v in np.polyfit(x, y, 1))
        fitted = level + rate * x
    elif kind == "exponential":
        span = float(np.ptp(x))

        def height(rate):
            """Of the best curve with this rate: its values scaled to 1 at the greatest x."""
            curve = np.exp(rate * (x - x.max()))
            return curve, float((curve * y).sum() / (curve * curve).sum())

        def squares(rate):
            curve, top = height(rate)
            return float(((y - top * curve) ** 2).sum())

        grid = np.linspace(-20.0, 20.0, 801) / span
        near = int(np.argmin([squares(rate) for rate in grid]))
        ends = grid[max(near - 1, 0)], grid[min(near + 1, len(grid) - 1)]
        rate = float(minimize_scalar(squares, bounds=ends, method="bounded", options={"xatol": 1e-12 / span}).x)
        curve, top = height(rate)
        fitted, level = top * curve, top * float(np.exp(-rate * x.max()))
    else:
        raise ValueError(f'a fit is "linear" or "exponential", not {kind!r}')
    left = float(((y - fitted) ** 2).sum())
    return Fit(level, rate, float(np.sqrt(left / len(x))), 1.0 - left / float(((y - y.mean()) ** 2).sum()))


def sign_test(first, second) -> Test:
    """Whether `first` exceeds `second` as often as the other way round: the exact sign test of paired values.

    Pairs that are equal do not count. The statistic is how often the first is greater.
    """
    from scipy import stats

    change = _differences(first, second)
    change = change[change != 0]
    if not len(change):
        return Test("sign", 0.0, 1.0, 0)
    greater = int((change > 0).sum())
    return Test("sign", float(greater), float(stats.binomtest(greater, len(change)).pvalue), len(change))


def wilcoxon(first, second) -> Test:
    """Wilcoxon's signed-rank test of paired values [Wilcoxon 1945]; pairs that are equal are left out."""
    from scipy import stats

    change = _differences(first, second)
    change = change[change != 0]
    if not len(change):
        return Test("Wilcoxon signed rank", 0.0, 1.0, 0)
    found = stats.wilcoxon(change)
    return Test("Wilcoxon signed rank", float(found.statistic), float(found.pvalue), len(change))


def mcnemar(first, second) -> Test:
    """McNemar's exact test of paired yes-or-no outcomes, such as who wins from the same starts [McNemar 1947].

    `first` and `second` are 0/1 or booleans. Only pairs that differ count; the statistic is the rarer kind's number.
    """
    from scipy import stats

    a, b = _pairs(first, second)
    if not np.isin(np.concatenate([a, b]), (0, 1)).all():
        raise ValueError("McNemar's test takes outcomes that are 0 or 1; for other values use wilcoxon or sign_test")
    more, fewer = int((a > b).sum()), int((a < b).sum())
    if not more + fewer:
        return Test("McNemar", 0.0, 1.0, 0)
    rarer = min(more, fewer)
    return Test("McNemar", float(rarer), float(stats.binomtest(rarer, more + fewer).pvalue), more + fewer)


def adjusted(p_values, method: str = "holm") -> np.ndarray:
    """P values corrected for having made several comparisons.

    method: "holm" [Holm 1979], "bonferroni", or "fdr_bh" for the false discovery rate [Benjamini & Hochberg 1995].
    """
    from scipy import stats

    p_values = _numbers("the p values", p_values, least=1)
    if not ((p_values >= 0) & (p_values <= 1)).all():
        raise ValueError("p values lie between 0 and 1")
    tests, order = len(p_values), np.argsort(p_values)
    if method == "bonferroni":
        return np.minimum(1, p_values * tests)
    if method == "fdr_bh":
        return stats.false_discovery_control(p_values)
    if method != "holm":
        raise ValueError(f'method is "holm", "bonferroni" or "fdr_bh", not {method!r}')
    found = np.empty(tests)
    found[order] = np.minimum(1, np.maximum.accumulate(p_values[order] * np.arange(tests, 0, -1)))
    return found


# --- ratings ----------------------------------------------------------------------------------------------------------

ELO = 400 / np.log(10)  # Elo points for one unit of the Bradley-Terry model's log-odds


def elo(games, confidence: float = 0.95, resamples: int = 400, seed: int = 0, prior: float = 0.5,
        anchor: str | None = None):
    """Elo ratings of all players in games for two, by the Bradley-Terry model [Bradley & Terry 1952], with intervals.

    Parameters
    ----------
    games      rows of `play_match` (a list or DataFrame)
    resamples  of the bootstrap behind the intervals; the games of one pair of players from one start position are drawn
               together, since sides were swapped on it
    prior      this many drawn games are added for each two players who met: without it (0) the rating of a player who
               won or lost everything has no bound
    anchor     the player whose rating is 0; None: their mean is 0

    A draw counts as half a win for both. That the first player may have an advantage is left to swapping sides. Returns
    a DataFrame, best player first: ``player``, ``rating``, ``low``, ``high`` (percentiles of the bootstrap), ``games``,
    ``points`` (mean). With an anchor, its interval is the point 0 and the others' are of their distance to it.

    Raises ValueError if a rating is unbounded or players are in groups that never met.
    """
    import pandas as pd

    _check_confidence(confidence)
    frame = pd.DataFrame(games)
    lacking = {"seat_0", "seat_1", "payoff_0", "payoff_1"} - set(frame.columns)
    if lacking or "seat_2" in frame.columns:
        raise ValueError("ratings need rows of games for two, with columns seat_0, seat_1, payoff_0, payoff_1")
    names = sorted(set(frame["seat_0"]) | set(frame["seat_1"]))
    if anchor is not None and anchor not in names:
        raise ValueError(f"the anchor {anchor!r} is not among the players {', '.join(names)}")
    if len(names) < 2 or prior < 0:
        raise ValueError("ratings need at least two players and a prior that is not negative")
    number = {name: i for i, name in enumerate(names)}
    frame = frame[frame["seat_0"] != frame["seat_1"]]
    a = frame["seat_0"].map(number).to_numpy()
    b = frame["seat_1"].map(number).to_numpy()
    points = (np.sign(frame["payoff_0"].to_numpy(float) - frame["payoff_1"].to_numpy(float)) + 1) / 2

    # one small table of points for each block: the games of two players from one start
    start = frame["start"].to_numpy() if "start" in frame.columns else np.arange(len(frame))
    pair = np.minimum(a, b) * len(names) + np.maximum(a, b)
    blocks, block = np.unique(np.stack([pair, start]), axis=1, return_inverse=True)
    tables = np.zeros((blocks.shape[1], len(names), len(names)))
    np.add.at(tables, (block.ravel(), a, b), points)
    np.add.at(tables, (block.ravel(), b, a), 1 - points)
    whole = tables.sum(axis=0)
    met = (whole + whole.T) > 0
    rating = _bradley_terry(whole + prior / 2 * met, names)

    # blocks are resampled within each pair of players, so that every resample has the same pairings
    rng = np.random.default_rng(seed)
    members = [np.flatnonzero(blocks[0] == p) for p in np.unique(blocks[0])]
    chosen = [np.concatenate([rng.choice(m, len(m)) for m in members]) for _ in range(resamples)]
    again = np.array([tables[some].sum(axis=0) + prior / 2 * met for some in chosen]).reshape(-1, *whole.shape)
    if not prior and any(unbounded(table) for table in again):
        raise ValueError(f"with prior={prior:g} some ratings of resamples have no bound: give prior=0.5")
    drawn = _many_bradley_terry(again)
    zero = number[anchor] if anchor is not None else None
    if zero is not None:
        rating, drawn = rating - rating[zero], drawn - drawn[:, [zero]]
    edge = (1 - confidence) / 2
    low, high = np.quantile(drawn, [edge, 1 - edge], axis=0) if resamples else (np.full(len(names), np.nan),) * 2
    played = (whole + whole.T).sum(axis=1)
    table = pd.DataFrame({"player": names, "rating": rating, "low": low, "high": high, "games": played.astype(int),
                          "points": whole.sum(axis=1) / np.maximum(played, 1)})
    return table.sort_values("rating", ascending=False, kind="stable", ignore_index=True)


def unbounded(wins) -> bool:
    """Return True if some rating has no bound: not every player has, directly or by others, won against every other."""
    return _circles(wins)[0] > 1


def _circles(wins):
    """(Number of groups, the group of each player): in one, each has beaten each, directly or by others."""
    from scipy.sparse.csgraph import connected_components

    return connected_components(wins > 0, directed=True, connection="strong")


def _many_bradley_terry(wins):
    """What `_bradley_terry` gives for each of many matrices (n, players, players), by Newton's method on all at once.

    The likelihood is concave, and steps are cut short where they would go far. Every rating must have a bound.
    """
    met = wins + wins.transpose(0, 2, 1)
    rating, players = np.zeros(wins.shape[:2]), wins.shape[-1]
    for _ in range(1000):
        chance = 1 / (1 + np.exp(rating[:, None, :] - rating[:, :, None]))  # of the row against the column
        slope = (wins - met * chance).sum(axis=2)
        bend = met * chance * (1 - chance)
        matrix = np.eye(players) * bend.sum(axis=2)[:, :, None] - bend + 1 / players  # this keeps the mean at 0
        step = np.linalg.solve(matrix, slope[..., None])[..., 0]
        farthest = np.abs(step).max(axis=1, keepdims=True)
        rating += step * np.minimum(1, 2 / np.maximum(farthest, 1e-300))
        if not farthest.size or farthest.max() < 1e-10:
            break
    return rating * ELO


def _bradley_terry(wins, names):
    """Maximum-likelihood ratings in Elo, mean 0, from the matrix of (fractional) wins of row over column."""
    from scipy.sparse.csgraph import connected_components

    groups, label = _circles(wins)
    if groups > 1:
        islands, island = connected_components(wins > 0, directed=False)
        if islands > 1:
            apart = names[int(np.argmax(island != island[0]))]
            raise ValueError(f"{names[0]} and {apart} cannot be compared: neither met "
                             f"the other nor a chain of common opponents")
        one = names[int(np.argmin(np.bincount(label)[label]))]
        raise ValueError(f"the rating of {one} has no bound, because it won or lost everything: give prior=0.5")
    return _many_bradley_terry(wins[None])[0]


def elo_of(points: float) -> float:
    """The Elo difference at which a player expects this share of the points."""
    if not 0 < points < 1:
        raise ValueError(f"a share of points of {points} has no finite Elo difference")
    return float(ELO * np.log(points / (1 - points)))


# --- several methods on several problems ------------------------------------------------------------------------------


def average_ranks(table, higher_is_better: bool = True):
    """The mean rank of each column over the rows (1 is best, equal values share their ranks), as a Series."""
    return _complete(table).rank(axis=1, ascending=not higher_is_better).mean()


def friedman(table) -> Test:
    """Friedman's test whether the columns (methods) of a DataFrame differ over its rows (problems) [Friedman 1937]."""
    from scipy import stats

    table = _complete(table, columns=3)
    if table.nunique(axis=1).eq(1).all():  # all methods equal on all problems
        return Test("Friedman", 0.0, 1.0, len(table))
    found = stats.friedmanchisquare(*(table[c] for c in table.columns))
    return Test("Friedman", float(found.statistic), float(found.pvalue), len(table))


def nemenyi(table):
    """P values of Nemenyi's test for each two columns, as a DataFrame [Demšar 2006, Section 3.2.2]."""
    import pandas as pd
    from scipy import stats

    table = _complete(table, columns=3)
    ranks, methods = average_ranks(table).to_numpy(), table.shape[1]
    apart = np.abs(ranks[:, None] - ranks) / np.sqrt(methods * (methods + 1) / (12 * len(table)))
    p = stats.studentized_range.sf(apart, methods, np.inf)
    np.fill_diagonal(p, 1.0)
    return pd.DataFrame(p, table.columns, table.columns)


def critical_difference(methods: int, problems: int, alpha: float = 0.05) -> float:
    """How far apart two average ranks must be to differ significantly [Demšar 2006, Equation in Section 3.2.2]."""
    from scipy import stats

    if methods < 2 or problems < 1 or not 0 < alpha < 1:
        raise ValueError("a critical difference needs two methods or more, one problem or more, and 0 < alpha < 1")
    q = stats.studentized_range.ppf(1 - alpha, methods, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(methods * (methods + 1) / (6 * problems)))


# --- checks -----------------------------------------------------------------------------------------------------------


def _check_confidence(confidence):
    if not 0 < confidence < 1:
        raise ValueError(f"the confidence must lie between 0 and 1, such as 0.95, not {confidence}")


def _numbers(what, values, least):
    values = np.asarray(list(values), float)
    if values.ndim != 1 or len(values) < least:
        raise ValueError(f"{what} must be a list of at least {least} number{'s' * (least > 1)}, not {len(values)}")
    if not np.isfinite(values).all():
        raise ValueError(f"{what} contain missing or infinite numbers: leave them out first")
    return values


def _pairs(first, second):
    a, b = _numbers("the first values", first, 1), _numbers("the second values", second, 1)
    if len(a) != len(b):
        raise ValueError(f"paired values must be equally many, not {len(a)} and {len(b)}")
    return a, b


def _differences(first, second):
    a, b = _pairs(first, second)
    return a - b


def _complete(table, columns=2):
    import pandas as pd

    table = pd.DataFrame(table)
    if table.shape[1] < columns or len(table) < 2:
        raise ValueError(f"this needs a table of at least {columns} methods (columns) and 2 problems (rows), not "
                         f"{table.shape[1]} and {len(table)}")
    if table.isna().any(axis=None):
        raise ValueError("some methods have no value for some problems: leave out those rows first")
    return table
