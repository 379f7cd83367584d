"""Compute the verdict on a claim from the claim's rule and from measured intervals, in the same way for all papers.

The rule is a row of ``claims.csv``. It names the quantity that decides (the *endpoint*), what the claim says about this
quantity (`alternative`), the value that it is compared with (`null`), and the largest difference from this value that
does not matter (`margin`). It also names the family of claims that share one error rate of 5 % (Holm's method).
``registered.csv`` tells for each claim whether the rule was fixed before the first results; most rules were not. The
measured values are a list of `Part`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from mcts_lab.matches.statistics import t_reach

CONFIRMED, NOT_CONFIRMED, EQUIVALENT, UNDECIDED = "confirmed", "not confirmed", "equivalent", "undecided"
DEPENDS = "depends on the interpretation"  # some interpretations of a paper lead to one verdict, some to another
UNTESTED = "not tested"
DECISIVE = (CONFIRMED, NOT_CONFIRMED, EQUIVALENT)  # verdicts that a statistical test establishes
VERDICTS = (*DECISIVE, DEPENDS, UNDECIDED)

KINDS = ("replication", "by construction", "untestable")
ALTERNATIVES = ("greater", "less", "at least", "at most", "equal")
COMBINATIONS = ("all", "any")
LEVEL = 0.05
# An interpretation counts as likely if the log-likelihood of the paper's numbers is at most this much lower than under
# the likeliest interpretation
NATS = 6


class Part(NamedTuple):
    """One measured value of an endpoint, for example for one game, one pair of settings or one interpretation.

    A *reading* is an interpretation of something that the paper does not say clearly.
    """

    label: str
    estimate: float
    low: float  # ends of the 95 % interval; equal to `estimate` if all cases were counted instead of a sample
    high: float
    reading: str = ""  # parts of one reading are combined first, then the readings
    n: int = 0  # observations, see `of`
    endpoint: str = ""  # which of several endpoints of the claim, as ``claims.csv`` names them; "" is the first
    limits: tuple[float, float] = (-math.inf, math.inf)  # beyond which no value can be
    looks: int = 0  # for how many the interval pays, see `looked_at`
    of: str = "observations"  # what is counted by `n`, such as "games"

    @property
    def ends(self) -> tuple[float, float]:
        """Return the ends of the interval as they are printed: inside `limits`."""
        return max(self.low, self.limits[0]), min(self.high, self.limits[1])

    def error(self, value: float) -> float:
        """Return the standard error, computed from the end of the interval on the side of `value`.

        The two sides differ, because intervals of shares near 0 or 1 are not symmetric.
        """
        return (self.high - self.estimate if value > self.estimate else self.estimate - self.low) / 1.959964


def part(label: str, interval, reading: str = "", endpoint: str = "") -> Part:
    """Return a part made from an `Interval` of `mcts_lab.matches.statistics`."""
    return Part(label, interval.estimate, interval.low, interval.high, reading, interval.n, endpoint)


def smallest(label: str, intervals: Sequence, freedom: float = math.inf) -> Part:
    """Return a part for the smallest of several true values; it is not known which of them is the smallest.

    The lower end is the smallest lower end of the intervals. The smallest of several estimates is usually too low. So
    each upper end is first moved up, the more the more intervals there are [Bonferroni], and the smallest of them is
    the upper end. If an end is missing, both ends are NaN.

    freedom: degrees of freedom of the intervals' t distribution.
    """
    wider = float(t_reach(freedom, 1 - LEVEL / len(intervals)) / t_reach(freedom, 1 - LEVEL))
    estimate = min(one.estimate for one in intervals)
    if any(math.isnan(one.low) or math.isnan(one.high) for one in intervals):
        return Part(label, estimate, math.nan, math.nan, n=intervals[0].n)
    return Part(label, estimate, min(one.low for one in intervals),
                min(one.estimate + wider * (one.high - one.estimate) for one in intervals), n=intervals[0].n)


def looked_at(part: Part, looks: int) -> Part:
    """Return a part with the wider interval of an analysis at the error rate `LEVEL` / 2^looks.

    If a claim is undecided, more games are played and the claim is analysed again. Analysis number k has looks = k, so
    the error rate of all analyses together is at most `LEVEL`, however many there are [Bonferroni]. An analysis that
    was planned as the last one, number k, has looks = k - 1: it uses what is left (see `registry.Claim.halvings`).
    Equivalence has its own interval, see `of_equivalence`.
    """
    return _reaching(part, _wider(looks))._replace(looks=looks)


def of_equivalence(part: Part) -> Part:
    """Return a part with the interval of the test of equivalence.

    The test shows equivalence if this interval lies within the margin. The test consists of two one-sided tests, each
    at the error rate of the analysis. Therefore the error rate of the interval is twice as large [Schuirmann 1987].
    """
    return _reaching(part, float(t_reach(math.inf, 1 - 2 * LEVEL / 2**part.looks)
                                 / t_reach(math.inf, 1 - LEVEL / 2**part.looks)))


def _reaching(part, wider) -> Part:
    return part._replace(low=part.estimate - wider * (part.estimate - part.low),
                         high=part.estimate + wider * (part.high - part.estimate))


@cache
def _wider(looks: int) -> float:
    return float(t_reach(math.inf, 1 - LEVEL / 2**looks) / t_reach(math.inf, 1 - LEVEL))


def counted(label: str, value: float, reading: str = "") -> Part:
    """Return a part for a value that was counted over all cases, so it has no sampling error."""
    return Part(label, float(value), float(value), float(value), reading)


def known(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return all parts if at least one of them was measured, otherwise no parts.

    A missing part stays in the list, because it makes the claim undecided.
    """
    parts = tuple(parts)
    return parts if any(math.isfinite(one.estimate) for one in parts) else ()


def missing(label: str, reading: str = "") -> Part:
    """Return a part that has not been measured yet."""
    return Part(label, math.nan, math.nan, math.nan, reading)


class Rule(NamedTuple):
    """What a claim says about its endpoint: some columns of its row in ``claims.csv``."""

    alternative: str
    null: float
    margin: float | None = None  # differences from `null` that are smaller than this do not matter; None: not defined
    combine: str = "all"  # "all" parts of a reading must agree with the claim, or "any" of them
    others: dict = {}  # further endpoints, in other units: name -> (null, margin)

    def at(self, endpoint: str) -> Rule:
        """Return the rule for an endpoint. Raises KeyError if the claim's row does not name this endpoint."""
        if not endpoint:
            return self
        null, margin = self.others[endpoint]
        return self._replace(null=null, margin=margin)


class Finding(NamedTuple):
    """What was measured for a claim."""

    parts: tuple  # of Part; empty if nothing was measured
    ours: str  # the result as text
    interval: str = ""  # the intervals as text; "": the report lists the intervals of the parts
    note: str = ""
    secondary: tuple = ()  # parts that are reported but do not decide the verdict


def one_sided(value: float, error: float) -> float:
    """Return the probability that a standard normal variable is at least `value` / `error`; 0 or 1 if `error` is 0."""
    if error == 0:
        return 0.0 if value > 0 else 1.0
    return 0.5 * math.erfc(value / error / math.sqrt(2))


def p_values(rule: Rule, part: Part) -> dict[str, float]:
    """Return, for each verdict except undecided, the p value of the test that would establish this verdict.

    The p values for and against a direction are those of two one-sided tests, multiplied by 2. The p value of
    equivalence is the larger one of two one-sided tests [Schuirmann 1987]. In analysis number k it is multiplied by
    2**k, so the error rate of all analyses together is at most `LEVEL` [Bonferroni].
    """
    rule = rule.at(part.endpoint)

    def above(value, wider=1.0):  # the p value of the statement "greater than `value`"
        return one_sided(part.estimate - value, part.error(value) / wider)

    def below(value, wider=1.0):
        return one_sided(value - part.estimate, part.error(value) / wider)

    exactly = part.low == part.high  # all cases were counted
    inside = outside = 1.0
    if rule.margin is not None:
        lowest, highest = rule.null - rule.margin, rule.null + rule.margin
        wider = _wider(part.looks)
        inside = min(1.0, 2**part.looks * max(above(lowest, wider), below(highest, wider)))
        outside = min(1.0, 2 * min(above(highest), below(lowest)))
        if exactly and abs(part.estimate - rule.null) == rule.margin:
            inside, outside = 0.0, 1.0
    if rule.alternative == "equal":
        return {CONFIRMED: inside, NOT_CONFIRMED: outside}
    if exactly and part.estimate == rule.null:
        allowed = rule.alternative.startswith("at ")
        return {CONFIRMED: 0.0 if allowed else 1.0, NOT_CONFIRMED: 1.0 if allowed else 0.0, EQUIVALENT: 1.0}
    greater, less = min(1.0, 2 * above(rule.null)), min(1.0, 2 * below(rule.null))
    up = rule.alternative in ("greater", "at least")
    return {CONFIRMED: greater if up else less, NOT_CONFIRMED: less if up else greater, EQUIVALENT: inside}


def verdict_of(rule: Rule, part: Part, factor: float = 1.0) -> str:
    """Return the verdict of one part. Its p values are multiplied by `factor`, which Holm's method gives."""
    if not all(map(math.isfinite, (part.estimate, part.low, part.high))):
        return UNDECIDED
    tests = p_values(rule, part)
    return next((verdict for verdict, p in tests.items() if p * factor <= LEVEL), UNDECIDED)


MOST_MORE = 1 << 8  # how many times as many observations are thought of
MOST_HOURS = 6  # of one core, above which a claim is not worth deciding
NOT_WORTH = "not worth deciding"


def needed(rule: Rule, part: Part, factor: float = 1.0) -> int | None:
    """About how many observations would decide an undecided part, if its estimate stays where it is.

    None where no number would, or none up to `MOST_MORE` times as many. The error shrinks with their square root.
    """
    if not part.n or not math.isfinite(part.high - part.low) or part.low == part.high:
        return None

    def decides(times):
        return verdict_of(rule, repeated(part, times), factor) != UNDECIDED

    high = 1.0
    while not decides(high):
        high *= 2
        if high > MOST_MORE:
            return None
    low = high / 2
    while high - low > 0.005 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return math.ceil(part.n * high)


def repeated(part: Part, times: float) -> Part:
    """A part as it would be with so many times the observations, if its estimate stays where it is."""
    return _reaching(part, 1 / math.sqrt(times))


def grown(rule: Rule, parts: Sequence[Part], others: Sequence[float], times: float) -> list[Part]:
    """The parts as they would be with so many times the observations of those that are undecided."""
    return [repeated(part, times) if verdict_of(rule, part, factor) == UNDECIDED else part
            for part, factor in zip(parts, factors(rule, parts, others), strict=True)]


def times_needed(rule: Rule, parts: Sequence[Part], others: Sequence[float] = ()) -> float | None:
    """About how many times as many observations of every undecided part would change an undecided verdict, if all
    estimates stay where they are: the whole claim is judged again, because Holm's factors change, too.

    None where none would, or none up to `MOST_MORE` times.
    """
    def undecided(times):
        return judge(rule, grown(rule, parts, others, times), others) == UNDECIDED

    high = 1.0
    while undecided(high):
        high *= 2
        if high > MOST_MORE:
            return None
    low = high / 2
    while high - low > 0.005 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if undecided(middle) else (low, middle)
    return high


def what_decides(rule: Rule, parts: Sequence[Part], others: Sequence[float] = (), then: Sequence[Part] = (),
                 seconds: tuple[float, float] = (0.0, 0.0)) -> str:
    """In words, what an undecided claim lacks: interpretations that agree, measurements, or games.

    then:    the parts as the next look would judge them (see `looked_at`); none where it judges them as this one does
    seconds: what one observation took on one core, and all of them that are stored; zeros: not known
    """
    texts, then = [], then or parts
    if any(not math.isfinite(part.estimate) for part in parts):
        texts.append("something is not measured yet")
    if judge(rule, parts, others) == DEPENDS:
        return "; ".join([*texts, "interpretations disagree, so no number of games decides"])
    times = times_needed(rule, then, others)
    if times is None:
        if not texts and any(part.low < part.high for part in parts):
            texts.append(f"{NOT_WORTH}: more than {MOST_MORE} times as many observations would be needed")
        return "; ".join(texts)
    more, verdict = cheapest(rule, then, others, times)
    if not more:
        return "; ".join([*texts, f"the next analysis, of the same observations, would give the verdict “{verdict}”"])
    hours = min(sum((one - 1) * part.n for one, part in more) * seconds[0], (times - 1) * seconds[1]) / 3600
    price = (f" (about {float(f'{hours:.1g}'):g} hours on one core)" if hours >= 0.05 else
             " (minutes on one core)" if hours else "")
    which = "the undecided part" if len(more) == 1 else f"each of {len(more)} undecided parts"
    most = max(one for one, _ in more)
    texts.append(f"{f'{NOT_WORTH}: ' if hours > MOST_HOURS else ''}with {'about' if len(more) == 1 else 'up to'} "
                 f"{float(f'{most:.2g}'):g} times as many observations of {which}{price}, the verdict would be "
                 f"“{verdict}”")
    return "; ".join(texts)


def cheapest(rule, parts, others, times) -> tuple[list[tuple[float, Part]], str]:
    """How many times as many observations each undecided part needs so that the claim is decided as it is with `times`
    as many of all of these, and the verdict: each stops when it is decided itself, if that will do."""
    later = grown(rule, parts, others, times)
    verdict = judge(rule, later, others)
    each = [1.0 if one == part else min(times, 1.02 * (needed(rule, part, factor) or math.inf) / max(part.n, 1))
            for part, one, factor in zip(parts, later, factors(rule, later, others), strict=True)]
    if judge(rule, list(map(repeated, parts, each)), others) != verdict:
        each = [1.0 if one == part else times for part, one in zip(parts, later, strict=True)]
    return [(one, part) for one, part in zip(each, parts, strict=True) if one > 1], verdict


def factors(rule: Rule, parts: Sequence[Part], others: Sequence[float] = ()) -> list[float]:
    """Return for each part the factor by which Holm's method multiplies its p values.

    With these factors, the error rate of all claims of a family together is at most 5 %. The p value of a part is the
    smallest p value of its tests.

    others: p values of the parts of the family's other claims.
    """
    return holm([least(rule, part) for part in parts], others)


def least(rule: Rule, part: Part) -> float:
    """Return the smallest p value of a part's tests."""
    if not all(map(math.isfinite, (part.estimate, part.low, part.high))):
        return 1.0
    return min(p_values(rule, part).values())


def holm(own: Sequence[float], others: Sequence[float] = ()) -> list[float]:
    """Return for each p value in `own` its adjusted value divided by the p value [Holm 1979].

    The family has the p values in `own` and `others`.
    """
    every = sorted([(p, 1, i) for i, p in enumerate(own)] + [(p, 0, i) for i, p in enumerate(others)])
    found, adjusted = [1.0] * len(own), 0.0
    for rank, (p, mine, i) in enumerate(every):
        adjusted = min(1.0, max(adjusted, (len(every) - rank) * p))
        if mine:
            found[i] = adjusted / p if p > 0 else 1.0
    return found


def combined(verdicts: Sequence[str], how: str) -> str:
    """Return the verdict of all parts of one reading together.

    If all parts are equivalent, the verdict is equivalent. Otherwise it depends on `how`:

    "all": confirmed if all parts are confirmed. Not confirmed if one part is not confirmed, or if one part is
        equivalent and another one is confirmed.
    "any": confirmed if one part is confirmed. Not confirmed if no part is confirmed or undecided.

    In all other cases the verdict is undecided.
    """
    found = set(verdicts)
    if found == {EQUIVALENT}:
        return EQUIVALENT
    if how == "all" and (NOT_CONFIRMED in found or {CONFIRMED, EQUIVALENT} <= found):
        return NOT_CONFIRMED
    if how == "any" and CONFIRMED in found:
        return CONFIRMED
    return UNDECIDED if UNDECIDED in found else CONFIRMED if how == "all" else NOT_CONFIRMED


def by_reading(rule: Rule, parts: Sequence[Part], others: Sequence[float] = ()) -> dict[str, str]:
    """Return the verdict of each reading, in the order of the parts."""
    readings = {}
    for part, factor in zip(parts, factors(rule, parts, others), strict=True):
        readings.setdefault(part.reading, []).append(verdict_of(rule, part, factor))
    return {reading: combined(found, rule.combine) for reading, found in readings.items()}


def deciding(rule: Rule, parts: Sequence[Part], others: Sequence[float] = ()) -> tuple[str, float, Part]:
    """Return the verdict on a claim, its p value adjusted by Holm's method, and the part that has this p value.

    For an undecided claim, return the verdict with the smallest p value. If all parts must agree on a verdict, its p
    value is the largest one of the parts; if one part is enough, it is the smallest one. Of several readings, the
    largest p value counts.
    """
    readings = {}
    for part, factor in zip(parts, factors(rule, parts, others), strict=True):
        measured = all(map(math.isfinite, (part.estimate, part.low, part.high)))
        tests = p_values(rule, part) if measured else {}
        readings.setdefault(part.reading, []).append(
            {known: (min(1.0, tests.get(known, 1.0) * factor), part) for known in DECISIVE})
    for tests in readings.values():
        if len(tests) == 1:
            continue
        if rule.combine == "all":  # an equivalent part and a confirmed part together refute the claim
            equal, confirmed = (min((one[known] for one in tests), key=_about) for known in (EQUIVALENT, CONFIRMED))
            tests[0][NOT_CONFIRMED] = min(tests[0][NOT_CONFIRMED], max(equal, confirmed, key=_about), key=_about)
        else:
            for one in tests:
                one[NOT_CONFIRMED] = min(one[NOT_CONFIRMED], one[EQUIVALENT], key=_about)
    alone = NOT_CONFIRMED if rule.combine == "all" else CONFIRMED  # the verdict for which one part is enough
    found = {}
    for known in DECISIVE:
        pick = min if known == alone else max
        found[known] = max((pick((one[known] for one in tests), key=_about) for tests in readings.values()), key=_about)
    verdict = judge(rule, parts, others)
    nearest = verdict if verdict in DECISIVE else min(found, key=lambda known: _about(found[known]))
    return nearest, *found[nearest]


def _about(found) -> float:
    """Return the p value ``found[0]`` without its last digits, which depend on the machine and the libraries."""
    return float(f"{found[0]:.9g}")


def judge(rule: Rule, parts: Sequence[Part], others: Sequence[float] = ()) -> str:
    """Return the verdict on a claim: the verdict of all its readings together (see `agreed`).

    others: p values (see `least`) of the parts of the family's other claims.
    """
    return agreed(by_reading(rule, parts, others).values())


def agreed(verdicts: Iterable[str]) -> str:
    """Return the verdict of several interpretations together.

    If all have the same verdict, return it. If two of them have different verdicts that are not undecided, return
    `DEPENDS`. Otherwise return undecided.
    """
    found = set(verdicts)
    if len(found - {UNDECIDED}) > 1:
        return DEPENDS
    return found.pop() if len(found) == 1 else UNDECIDED
