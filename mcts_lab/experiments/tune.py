"""Tuning: which numbers of a search win most against the search as it is, and what they win in games that chose none.

The points of a winner that was picked flatter it; only games that picked nothing say what it is worth.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..players import SearchPlayer
from .duel import Hypotheses, check, opened, points_of
from .match import play_match, spawned
from .statistics import Interval, share
from .sweep import variants


class Tuned(NamedTuple):
    """What came out of tuning; points are against the search as it is."""

    best: SearchPlayer
    promised: Interval  # its share of the points in the games by which it was chosen
    kept: Interval  # and in fresh ones
    rounds: list  # for each round the share of the points of each candidate so far, by its name, best first


def tune(game, method, choices: dict, *, budget: dict, games: int = 400, opening: int = 2, seed=None,
         progress=None) -> Tuned:
    """Choose among all combinations of `choices` (see `sweep.variants`) for a game for two players.

    Half of so many games choose, by sequential halving [Karnin, Koren & Somekh 2013, Algorithm 2]: in each round those
    left play equally many pairs of games, sides swapped, from the same starts, after which the better half stays. The
    best one alone plays the other half. opening: random plays before each pair. budget: of every search. progress:
    called with a sentence after each round. Raises ValueError where the games do not suffice for a pair in each round.
    """
    check(game, Hypotheses(), games, opening)
    left, rival = variants(method, budget=budget, **choices), SearchPlayer(method, "as it is", **budget)
    rounds, points, table = math.ceil(math.log2(len(left))), {player.name: [] for player in left}, []
    if rounds == 0 or games < 4 * rounds * len(left):
        raise ValueError(f"{len(left)} settings cannot be tuned by {games} games: give at least two settings, and "
                         f"{4 * max(rounds, 1) * len(left)} games")

    def played(player, *number):
        state = opened(game, opening, spawned(seed, 0, *number))
        return points_of(play_match(game, [player, rival], 2, spawned(seed, 1, *number), starts=[state]))

    for number in range(rounds):
        for player in left:
            points[player.name] += [played(player, number, i) for i in range(games // 4 // rounds // len(left))]
        left.sort(key=lambda player: -sum(points[player.name]) / len(points[player.name]))  # equals as they came
        table.append({player.name: share(points[player.name]) for player in left})
        left = left[: math.ceil(len(left) / 2)]
        if progress:
            progress(f"round {number + 1}: {', '.join(f'{name} {one.text(3)}' for name, one in table[-1].items())}")
    fresh = share([played(left[0], rounds, i) for i in range(games // 4)])
    return Tuned(left[0], table[-1][left[0].name], fresh, table)
