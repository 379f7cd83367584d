"""The second verdict on a claim: whether the size that the paper printed is one that what was measured here predicts.

What a paper prints for an endpoint stands in the column `published` of ``claims.csv``: one number, or one for each
named part or endpoint, such as "hunter: 0.1; warlock: 0.2".
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
    low: float  # ends of the interval, see `judging.looked_at`; equal where everything was counted
    high: float
    n: int  # observations
    published: float
    null: float  # what the claim compares it with
    published_low: float  # ends of the published number's 95 % interval; NaN where the paper does not tell
    published_high: float
    of: str = "observations"  # what is counted by `n`

    @property
    def predicted(self) -> tuple[float, float]:
        """The ends of the interval in which the published number is expected if both programs are alike.

        The paper's games are a sample, too, so it is wider than ours where the paper says how many they are.
        """
        theirs = (self.published_high - self.published, self.published - self.published_low)
        over, under = (0.0 if math.isnan(half) else half for half in theirs)
        return self.estimate - math.hypot(self.estimate - self.low, over), self.estimate + math.hypot(
            self.high - self.estimate, under)

    @property
    def inside(self) -> bool:
        """Whether the published number lies within that interval, to three digits."""
        low, high = map(rounded, self.predicted)
        return low <= rounded(self.published) <= high


def rounded(value) -> float:
    """A number with three digits."""
    return float(f"{value:.3g}")


def sizes(claim, finding) -> list[Size]:
    """The measured parts of a claim that have a published number, in their order."""
    told = [(part, claim.published.get(part.label or part.endpoint, claim.published.get(part.endpoint)))
            for part in finding.parts]
    told += [(part, claim.published.get(part.endpoint)) for part in finding.secondary if part.endpoint]
    return [Size(part.label, part.reading, part.estimate, *part.ends, part.n, number,
                 claim.rule.at(part.endpoint).null, *spread(number, claim.games, claim.unit), part.of)
            for part, number in told if number is not None and math.isfinite(part.estimate + part.low + part.high)]


def spread(number, games, unit) -> tuple[float, float]:
    """Return the 95 % interval that the paper's games leave of a share, or of a difference of two shares.

    The paper prints how many games, and no interval. That of a share is Wilson's; of a difference it is the widest that
    two shares so far apart can have, because it is often not told which shares they are.
    """
    if not games:
        return math.nan, math.nan
    if unit == "share of games":
        return proportion(number * games, games)[1:3]
    half = NormalDist().inv_cdf(0.975) * math.sqrt((1 - number**2) / (2 * games))
    return max(number - half, -1.0), min(number + half, 1.0)


def standing(found: Sequence[Size]) -> str:
    """Where the published numbers of a claim lie: all inside ours, all outside, or some; "" where there are none."""
    inside = {size.inside for size in found}
    return "" if not found else PARTLY if len(inside) == 2 else INSIDE if True in inside else OUTSIDE


def size_text(found: Sequence[Size]) -> str:
    """Published numbers beside our intervals, as text; of several readings, in how many they lie inside."""
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
    number = f"{f'{label}: ' if label else ''}published {published:.4g}"
    ours = "our interval" if math.isnan(group[0].published_low) else "the interval that our number predicts,"
    lows, highs = zip(*(one.predicted for one in group), strict=True)
    low, high = (f"{rounded(end):.4g}" for end in (min(lows), max(highs)))
    if len(group) > 1:
        return (f"{number} lies inside {ours.rstrip(',')} under {sum(one.inside for one in group)} of {len(group)} "
                f"interpretations, whose intervals reach from {low} to {high}")
    if low == high:
        return f"{number} is {'equal to' if group[0].inside else 'not'} our number, {low}, which is a complete count"
    return f"{number} lies {standing(group)} {ours} [{low}, {high}]"


def tally_of_sizes(claims: Sequence[dict]) -> str:
    """How the published sizes of a paper's claims lie, as a sentence; "" where none is printed."""
    found = [claim["standing"] for claim in claims if claim["kind"] == "replication" and claim["standing"]]
    if not found:
        return ""
    agree, differ, partly = map(found.count, (INSIDE, OUTSIDE, PARTLY))
    return (f"For {len(found)} of these claims, the paper prints a number. It lies inside the interval that our "
            f"results predict for {agree} claims and outside for {differ}; for {partly}, it lies inside only in some "
            "parts or under some interpretations.")
