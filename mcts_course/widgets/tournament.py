"""The tournament explorer: the results of a tournament as games are added, and how many games are needed.

    Tournament.of(games.connect_four(), players, rounds=40, seed=1)
    Tournament(rows)                                      # rows of `play_match` or of a stored experiment
"""

import itertools
from functools import lru_cache

import numpy as np

from mcts_lab.matches.match import by_seat, play_match
from mcts_lab.matches.progress import counter
from mcts_lab.matches.statistics import elo, t_reach
from mcts_lab.matches.tournament import cross_table
from mcts_lab.views.svg_colours import value_look

from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"tournament": "Tournament"}
LOOKS = 24  # maximum number of steps
RESAMPLES = 100  # bootstrap samples for the intervals of ratings
DIFFERENCES = (0.02, 0.05, 0.1, 0.2)  # differences to detect, as shares of the points
SURE, POWER = 1.96, 0.84  # standard normal quantiles of 97.5 % and 80 %


class Tournament(Model):
    """A tournament, round by round: cross-table, ratings, and the points of two players.

    games:  rows of `play_match` (a list or DataFrame) of at least three players who have all met. A round is all games
            from one start position, so sides are swapped within a round; the column ``start`` is required
    looks:  numbers of rounds, ascending, one for each step; None: up to 24 numbers in geometric progression

    Points are 1 for a win, 1/2 for a draw, 0 for a loss. Ratings are Elo ratings
    (`mcts_lab.matches.statistics.elo`), with bootstrap intervals over rounds. The number of games needed comes from the
    variance of the rounds between the two chosen players, for an error of 5 % and a power of 80 %.
    """

    unit = "look"
    slots = {"cross": "points of the row against the column", "ratings": "ratings",
             "needed": "how many games do I need?"}

    def __init__(self, games, looks=None):
        import pandas as pd

        self.games = pd.DataFrame(games)
        if not {"start", "seat_0", "seat_1", "payoff_0", "payoff_1"} <= set(self.games.columns):
            raise ValueError("A tournament cannot be shown from these rows. Give the rows that play_match returns for "
                             "two-player games. They have a column 'start'.")
        self.names = sorted(set(self.games["seat_0"]) | set(self.games["seat_1"]))
        self.rounds = sorted(set(self.games["start"]))
        if len(self.names) < 3 or len(self.rounds) < 2:
            raise ValueError("A tournament needs at least three players and two rounds.")
        if by_seat(self.games).pivot_table(index="start", columns="player", values="points").isna().any(axis=None):
            raise ValueError("A player is missing in a round. Give only rounds in which all players have played.")
        last = len(self.rounds)
        self.looks = sorted({*np.geomspace(2, last, LOOKS).round().astype(int).tolist()} if looks is None else looks)
        if self.looks[0] < 2 or self.looks[-1] > last:
            raise ValueError(f"looks must be numbers of rounds from 2 to {last}.")
        self.pair, self.difference = 0, 0.1
        self.pairs = list(itertools.combinations(self.names, 2))
        self.title = f"Tournament explorer: {len(self.names)} players"
        self.about = "A round is all games from one start, sides swapped. Intervals are of 95 %."
        self.rated = lru_cache(None)(self._rated)
        self._position = len(self)

    @classmethod
    def example(cls):
        from mcts_lab import games
        from mcts_lab.players.simple import RandomPlayer

        return cls.of(games.nim([1, 2]), [RandomPlayer(name) for name in "abc"], rounds=4, seed=1)

    @classmethod
    def of(cls, game, players, rounds=40, seed=0, **options):
        """Play all pairs of players, both sides, in each of `rounds` rounds.

        options: options of `play_match`
        """
        pairs, rows = list(itertools.combinations(players, 2)), []
        say = counter("games")
        for some in pairs:
            before = len(rows)
            rows += play_match(game, some, 2 * rounds, seed, **options,
                               progress=lambda done, _, before=before: say(before + done, 2 * rounds * len(pairs)))
        return cls(rows)

    def __len__(self):
        return len(self.looks) - 1

    def settings(self):
        pairs = tuple((i, f"{a} and {b}") for i, (a, b) in enumerate(self.pairs))
        found = tuple((d, f"{d:.0%} of the points") for d in DIFFERENCES)
        return [Setting("pair", "tell apart", self.pair, pairs),
                Setting("difference", "who differ by", self.difference, found, slider=True)]

    def until(self, position):
        """Return the games of the rounds up to `position`."""
        return self.games[self.games["start"].isin(self.rounds[:self.looks[position]])]

    def _rated(self, position):
        return elo(self.until(position), resamples=RESAMPLES)

    def between(self, pair, position) -> np.ndarray:
        """Return the mean points of the first player of a pair against the second, round by round."""
        a, b = self.pairs[pair]
        games = self.until(position)
        found = games[games[["seat_0", "seat_1"]].isin((a, b)).all(axis=1)]
        won = (np.sign(found["payoff_0"] - found["payoff_1"]) + 1) / 2
        return won.where(found["seat_0"] == a, 1 - won).groupby(found["start"]).mean().to_numpy()

    def needed(self, pair, position, difference) -> float:
        """Return how many games between two players show a difference in points; NaN if all rounds are equal."""
        per_round = len(self.games) / len(self.pairs) / len(self.rounds)
        return rounds_needed(float(self.between(pair, position).var(ddof=1)), difference) * per_round

    def frame(self, position):
        games, rated = self.until(position), self.rated(position)
        rounds = self.looks[position]
        a, b = self.pairs[self.pair]
        each = self.between(self.pair, position)
        mean, half = around(each)
        many = self.needed(self.pair, position, self.difference)
        told = "cannot be told apart yet" if abs(mean - 0.5) <= half else "can be told apart"
        ends = f"[{max(mean - half, 0):.0%}, {min(mean + half, 1):.0%}]"
        words = f"After {rounds:,} rounds, {len(games):,} games: {a} has {mean:.0%} "
        words += (f"{ends} of the points against {b}, so they {told}; to find a difference of {self.difference:.0%} of "
                  f"the points takes about {many:,.0f} games between them." if half else
                  f"of the points against {b} in each round, and rounds that are all alike give no interval.")
        return Frame(words, {"cross": self._cross(games), "ratings": self._ratings(rated),
                             "needed": self._needed(position)})

    def _cross(self, games):
        table = cross_table(games).reindex(index=self.names, columns=self.names).to_numpy()
        cells = [["–" if np.isnan(v) else f"{v:.2f}" for v in row] for row in table]
        fills = [[value_look(float(v)) for v in row] for row in table]
        return charts.table(self.names, self.names, cells, "Cross-table: mean points", fills=fills)

    def _ratings(self, rated):
        widest = max(abs(rated[["low", "high", "rating"]].to_numpy()).max(), 50.0)
        edge = float(np.ceil(widest / 50) * 50)
        by_name = rated.set_index("player")
        rows = [charts.Bar(name, round(float(by_name.points[name]), 3), *by_name.loc[name, ["rating", "low", "high"]],
                           marked=name == rated.player[0]) for name in self.names]
        return charts.bars(rows, 1.0, "Ratings", "points a game", "Elo, with interval", (-edge, edge))

    def _needed(self, position):
        counted = self.looks[:position + 1]
        mean, half = np.array([around(self.between(self.pair, p)) for p in range(position + 1)]).T
        a, b = self.pairs[self.pair]
        line = charts.Curve(a, counted, mean, np.clip(mean - half, 0, 1), np.clip(mean + half, 0, 1), 0, dots=True)
        levels = [(0.5, "no difference")]
        return charts.curves([line], "rounds", f"points of {a} against {b}", (self.looks[0], self.looks[-1]), (0, 1),
                             "How sure we are by now", log=True, levels=levels)


def around(values) -> tuple[float, float]:
    """Return the mean of values and half the width of its 95 % interval, from Student's t distribution."""
    spread = float(np.std(values, ddof=1) / np.sqrt(len(values)))
    return float(np.mean(values)), float(t_reach(len(values) - 1)) * spread


def rounds_needed(variance, difference) -> float:
    """Return how many rounds show a difference with an error of 5 % and a power of 80 %; NaN if the variance is 0.

    variance:    variance of a player's mean points from round to round
    difference:  difference between the shares of the points
    """
    return (SURE + POWER) ** 2 * variance / (difference / 2) ** 2 if variance else np.nan
