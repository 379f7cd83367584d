"""What each part of a search is said to do, played: matches of two searches that differ in one part.

Where time counts, the numbers of iterations are chosen so that the first search takes no longer than the second; each
row has the processor seconds of both, so the results show whether it did.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from .. import games
from ..players import SearchPlayer
from ..search import RAVE, UCB1, UCT
from .duel import opened
from .match import spawned, tally
from .results import load
from .statistics import score
from .tournament import Fixture, fixtures

GAMES = {"quick": 20, "standard": 200, "paper": 1000}  # of each match
SEED, OPENING = 25, 2  # random plays before each pair of games
PLAIN = UCT(UCB1(0.2))  # the best constant of plain UCT in Hex


class Effect(NamedTuple):
    """The first search should be stronger than the second, as `source` says of its part."""

    part: str
    source: str
    game: object
    first: UCT
    second: UCT
    iterations: tuple  # of both

    @property
    def name(self):
        return f"{self.part} {' '.join(map(str, (type(self.game).__name__, *self.game)))}"


EFFECTS = (
    *(Effect("RAVE", "Gelly & Silver 2011, section 7", games.hex(size=size), UCT(RAVE(), fpu=1.0), PLAIN, (n, 1000))
      for size, n in ((9, 240), (11, 200))),
)


def matches(budget):
    """Return a fixture for each effect."""
    return [Fixture(effect.name, effect.game, (
        SearchPlayer(effect.first, "first", iterations=effect.iterations[0]),
        SearchPlayer(effect.second, "second", iterations=effect.iterations[1]),
    ), {"starts": starts(effect.game, GAMES[budget] // 2), "timed": True}) for effect in EFFECTS]


@functools.lru_cache(64)
def starts(game, number):
    """Return so many positions after random plays."""
    return [opened(game, OPENING, spawned(SEED, pair)) for pair in range(number)]


STRENGTH = fixtures("parts", matches, GAMES, SEED, chunk=100, title="What parts of a search are worth")


def strength(games=None):
    """Return the points of the first search of each match with 95 % intervals, and its share of the processor time.

    games: rows of `STRENGTH`; None: those stored at the standard budget
    """
    import pandas as pd

    games, rows = load(STRENGTH, "standard") if games is None else games, []
    for effect in EFFECTS:
        played = games[games["fixture"] == effect.name]
        found = tally(played).set_index("player").loc["first"]
        points = score(*(int(found[column]) for column in ("wins", "draws", "losses")))
        seconds = {name: sum(played.loc[played[f"seat_{seat}"] == name, f"seconds_{seat}"].sum() for seat in (0, 1))
                   for name in ("first", "second")}
        rows.append({"match": effect.name, "iterations": effect.iterations[0],
                     "others' iterations": effect.iterations[1], "points": points.estimate, "points_low": points.low,
                     "points_high": points.high, "games": points.n, "time": seconds["first"] / seconds["second"],
                     "source": effect.source})
    return pd.DataFrame(rows)
