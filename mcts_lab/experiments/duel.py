"""A duel: pairs of games between two players, until it is known which of two differences in strength is the true one.

The sequential probability ratio test [Wald 1945] over pairs of games, whose points are taken to be normally distributed
around what a difference in Elo promises, with the variance that was seen (as the testers of chess programs do).
"""

from __future__ import annotations

import itertools
import math
from typing import NamedTuple

import numpy as np

from ..engine.random import below, stream
from ..game import TERMINAL, after, facts, legal_actions, start, to_move
from .match import play_match, spawned
from .statistics import ELO, Interval, share

PRIOR = 0.5  # pairs of each number of points that are added before a variance is worked out of few
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair of games, as a share


class Hypotheses(NamedTuple):
    """Two differences in Elo, and how often each may be rejected although it is true.

    worse, better: differences, the first the smaller; alpha: chance to accept `better` where `worse` is true, beta:
    chance to accept `worse` where `better` is true, each above 0 and below 1/2.
    """

    worse: float = 0.0
    better: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which `worse` and `better` are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts) -> float:
        """The log-likelihood ratio of `better` to `worse`, from how many pairs brought each of `POINTS`."""
        pairs, weights = sum(counts), np.asarray(counts, float) + PRIOR
        centre = weights @ POINTS / weights.sum()
        variance = weights @ (np.array(POINTS) - centre) ** 2 / weights.sum()
        low, high = share_of(self.worse), share_of(self.better)
        return float((high - low) * (2 * (np.array(counts) @ POINTS) - pairs * (low + high)) / (2 * variance))

    def games(self, elo: float) -> float:
        """How many games it takes on average where `elo` is the true difference and no game is drawn [Wald 1945]."""
        low, high, truth = share_of(self.worse), share_of(self.better), share_of(elo)
        variance = truth * (1 - truth) / 2
        drift, spread = (high - low) * (2 * truth - low - high) / (2 * variance), (high - low) ** 2 / variance
        lower, upper = self.bounds()
        if abs(drift) < 1e-9 * spread:
            return 2 * -lower * upper / spread
        bent = [math.exp(max(-700.0, min(700.0, -2 * drift / spread * bound))) for bound in (lower, upper)]
        up = (1 - bent[0]) / (bent[1] - bent[0])  # the chance that `better` is accepted
        return 2 * (up * upper + (1 - up) * lower) / drift


class Duel(NamedTuple):
    """How a duel stands.

    counts: how many pairs brought the first player each of `POINTS`. ratio: the log-likelihood ratio of the better to
    the worse hypothesis. accepted: "better", "worse", or "" where the games have not told. rows: of all games.
    """

    counts: tuple
    ratio: float
    accepted: str
    rows: list

    def points(self) -> Interval:
        """The first player's share of the points, with an interval over pairs."""
        return share(np.repeat(POINTS, self.counts))


def duel(game, first, second, hypotheses=Hypotheses(), *, most=2000, opening=0, seed=None, progress=None,  # noqa: B008
         **options) -> Duel:
    """Play pairs of games, sides swapped, until one of the hypotheses is accepted or `most` games have been played.

    first, second: two players of a game for two. opening: random plays before each pair of games. seed: of everything.
    progress: called with the `Duel` after each pair. options: of `play_game`. Raises ValueError for a game that is not
    for two players, and for hypotheses and numbers that make no sense.
    """
    check(game, hypotheses, most, opening)
    lower, upper = hypotheses.bounds()
    counts, rows = [0] * len(POINTS), []
    found = Duel(tuple(counts), 0.0, "", rows)
    for pair in range(most // 2):
        state = opened(game, opening, spawned(seed, 0, pair))
        rows += play_match(game, [first, second], 2, spawned(seed, 1, pair), starts=[state], **options)
        counts[round(4 * points_of(rows[-2:]))] += 1
        ratio = hypotheses.ratio(counts)
        accepted = "better" if ratio >= upper else "worse" if ratio <= lower else ""
        found = Duel(tuple(counts), ratio, accepted, rows)
        if progress:
            progress(found)
        if accepted:
            break
    return found


def share_of(elo: float) -> float:
    """The share of the points that a player expects against one weaker by so much."""
    return 1 / (1 + math.exp(-elo / ELO))


def points_of(pair) -> float:
    """The first player's share of the points of two games, sides swapped."""
    leads = [game["payoff_0"] - game["payoff_1"] for game in pair]
    return 0.5 + float(np.sign(leads[0]) - np.sign(leads[1])) / 4


def opened(game, plays, seed):
    """A start position after so many random plays; one in which the game is over is drawn again."""
    for attempt in itertools.count():
        rng, state = stream(spawned(seed, attempt)), start(game, spawned(seed, attempt, 1))
        for turn in range(plays):
            if to_move(game, state) == TERMINAL:
                break
            actions = legal_actions(game, state)
            state = after(game, state, actions[below(rng, len(actions))], spawned(seed, attempt, 2, turn))
        if to_move(game, state) != TERMINAL:
            return state
        if attempt == 99:
            raise ValueError(f"{facts(game).title} is over after {plays} random plays: give a smaller opening")


def check(game, hypotheses, most, opening):
    """Raise ValueError, in one sentence, for a duel that cannot be."""
    if facts(game).players != 2:
        raise ValueError(f"a duel needs a game for two, and {facts(game).title} is for {facts(game).players}")
    if not -1000 <= hypotheses.worse < hypotheses.better <= 1000:
        raise ValueError(f"the hypotheses are two differences in Elo from -1000 to 1000, the smaller first, not "
                         f"{hypotheses.worse:g} and {hypotheses.better:g}")
    if not (0 < hypotheses.alpha < 0.5 and 0 < hypotheses.beta < 0.5):
        raise ValueError(f"alpha and beta are chances above 0 and below 1/2, not {hypotheses.alpha:g} and "
                         f"{hypotheses.beta:g}")
    if most < 2 or opening < 0:
        raise ValueError(f"a duel has at least 2 games and an opening of at least 0 plays, not {most} and {opening}")
