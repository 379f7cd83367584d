"""The second verdict on a claim: whether our results predict the size of the effect that the paper printed.

The column `published` of ``claims.csv`` has the paper's numbers for the endpoint of a claim. It is one number, or one
number for each named part or endpoint, such as "hunter: 0.1; warlock: 0.2".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

from mcts_lab.matches.statistics import proportion

INSIDE, OUTSIDE, PARTLY = "inside", "outside", "partly inside"
MOST_NAMED = 4  # parts whose numbers are told one by one


class Size(NamedTuple):
    """A part of a claim that has a published number."""

    label: str
    reading: str
    estimate: float
    low: float  # ends of the interval, see `judging.looked_at`; equal if all cases were counted
    high: float
    n: int  # observations
    published: float
    null: float  # the value with which the claim compares it
    published_low: float  # ends of the published number's 95 % interval; NaN if the paper does not print enough
    published_high: float
    of: str = "observations"  # what is counted by `n`

    @property
    def predicted(self) -> tuple[float, float]:
        """Return the interval in which the published number is expected if both programs play alike.

        The paper's games are a random sample too. So if the paper prints their number, this interval is wider than
        the interval of our number.
        """
        theirs = (self.published_high - self.published, self.published - self.published_low)
        over, under = (0.0 if math.isnan(half) else half for half in theirs)
        return self.estimate - math.hypot(self.estimate - self.low, over), self.estimate + math.hypot(
            self.high - self.estimate, under)

    @property
    def inside(self) -> bool:
        """Return whether the published number lies inside `predicted`, if all numbers are rounded to three digits."""
        low, high = map(rounded, self.predicted)
        return low <= rounded(self.published) <= high


def rounded(value) -> float:
    """Return a number rounded to three digits."""
    return float(f"{value:.3g}")


def sizes(claim, finding) -> list[Size]:
    """Return the measured parts of a claim that have a published number, in their order."""
    told = [(part, claim.published.get(part.label or part.endpoint, claim.published.get(part.endpoint)))
            for part in finding.parts]
    told += [(part, claim.published.get(part.endpoint)) for part in finding.secondary if part.endpoint]
    return [Size(part.label, part.reading, part.estimate, *part.ends, part.n, number,
                 claim.rule.at(part.endpoint).null, *spread(number, claim.games, claim.unit), part.of)
            for part, number in told if number is not None and math.isfinite(part.estimate + part.low + part.high)]


def spread(number, games, unit) -> tuple[float, float]:
    """Return the 95 % interval of a published share, or of a published difference of two shares.

    It is computed from the number of games, because the paper prints no interval. A share has Wilson's interval. The
    interval of a difference also depends on the two shares. Papers often print only their difference, so the widest
    possible interval is returned.
    """
    if not games:
        return math.nan, math.nan
    if unit == "share of games":
        return proportion(number * games, games)[1:3]
    half = NormalDist().inv_cdf(0.975) * math.sqrt((1 - number**2) / (2 * games))
    return max(number - half, -1.0), min(number + half, 1.0)


def standing(found: Sequence[Size]) -> str:
    """Return whether a claim's published numbers lie inside our intervals: all, none or some; "" without numbers."""
    inside = {size.inside for size in found}
    return "" if not found else PARTLY if len(inside) == 2 else INSIDE if True in inside else OUTSIDE


def size_text(found: Sequence[Size]) -> str:
    """Return published numbers and our intervals as text, with the number of readings under which they lie inside."""
    groups = {}
    for size in found:
        groups.setdefault((size.label, size.published), []).append(size)
    texts = [_beside(*key, group) for key, group in groups.items()]
    if len(texts) <= MOST_NAMED:
        return "; ".join(texts)
    outside = [text for text, group in zip(texts, groups.values(), strict=True) if standing(group) != INSIDE]
    more = [f"{len(outside) - MOST_NAMED} more lie outside"] if len(outside) > MOST_NAMED else []
    everywhere = " under all interpretations" if len(found) > len(groups) else ""
    return "; ".join([f"{len(texts) - len(outside)} of {len(texts)} published numbers lie inside our "
                      f"intervals{everywhere}",
                      *outside[:MOST_NAMED], *more])


def _beside(label, published, group) -> str:
    number = f"{f'{label}: ' if label else ''}the published number {published:.4g}"
    ours = "our interval" if math.isnan(group[0].published_low) else "the interval that our results predict for it,"
    lows, highs = zip(*(one.predicted for one in group), strict=True)
    low, high = (f"{rounded(end):.4g}" for end in (min(lows), max(highs)))
    if len(group) > 1:
        inside = sum(one.inside for one in group)
        where = f"inside {ours.rstrip(',')} under {inside} of" if inside else f"outside {ours.rstrip(',')} under all"
        return f"{number} lies {where} {len(group)} interpretations; the intervals reach from {low} to {high}"
    if low == high:
        return f"{number} is {'equal to' if group[0].inside else 'not'} our number, {low}, which is a complete count"
    return f"{number} lies {standing(group)} {ours} [{low}, {high}]"


def tally_of_sizes(claims: Sequence[dict]) -> str:
    """Return a sentence: how many published sizes of a paper's claims agree with ours; "" if the paper has no sizes."""
    found = [claim["standing"] for claim in claims if claim["kind"] == "replication" and claim["standing"]]
    if not found:
        return ""
    agree, differ, partly = map(found.count, (INSIDE, OUTSIDE, PARTLY))
    return (f"For {len(found)} of these claims, the paper prints a number. It lies inside the interval that our "
            f"results predict for {agree} claims and outside for {differ}; for {partly}, it lies inside only in some "
            "parts or under some interpretations.")
