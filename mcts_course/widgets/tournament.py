"""The tournament explorer: the results of a tournament as games are added, and how many games are needed.

    Tournament.of(games.connect_four(), players, rounds=40, seed=1)
    Tournament(rows)                                      # rows of `play_match` or of a stored experiment
"""

import itertools
from functools import lru_cache

import numpy as np

from mcts_lab.games.drawing.svg import Drawing
from mcts_lab.matches.match import by_seat, play_match
from mcts_lab.matches.progress import counter
from mcts_lab.matches.statistics import average_ranks, critical_difference, elo, t_reach
from mcts_lab.matches.tournament import cross_table
from mcts_lab.views.svg_colours import ACCENT, GRID, SOFT, TEXT, value_look, width_of

from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"tournament": "Tournament"}
LOOKS = 24  # maximum number of steps
RESAMPLES = 100  # bootstrap samples for the intervals of ratings
DIFFERENCES = (0.02, 0.05, 0.1, 0.2)  # differences to detect, as shares of the points
SURE, POWER = 1.96, 0.84  # standard normal quantiles of 97.5 % and 80 %


class Tournament(Model):
    """A tournament, round by round: cross-table, ratings, and which players differ significantly.

    games:  rows of `play_match` (a list or DataFrame) of at least three players who have all met. A round is all games
            from one start position, so sides are swapped within a round; the column ``start`` is required
    looks:  numbers of rounds, ascending, one for each step; None: up to 24 numbers in geometric progression

    Points are 1 for a win, 1/2 for a draw, 0 for a loss. Ratings are Elo ratings
    (`mcts_lab.matches.statistics.elo`), with bootstrap intervals over rounds. Two players differ significantly if
    their mean ranks over rounds differ by more than the critical difference of Nemenyi's test [Demšar 2006]. The
    number of games needed comes from the variance of the rounds between the two chosen players, for an error of 5 %
    and a power of 80 %.
    """

    unit = "look"
    slots = {"cross": "points of the row against the column", "ratings": "ratings", "ranks": "who can be told apart",
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
        self.points = round_points(self.games)
        if self.points.isna().any(axis=None):
            raise ValueError("A player is missing in a round. Give only rounds in which all players have played.")
        last = len(self.rounds)
        self.looks = sorted({*np.geomspace(2, last, LOOKS).round().astype(int).tolist()} if looks is None else looks)
        if self.looks[0] < 2 or self.looks[-1] > last:
            raise ValueError(f"looks must be numbers of rounds from 2 to {last}.")
        self.pair, self.difference = 0, 0.1
        self.pairs = list(itertools.combinations(self.names, 2))
        self.title = f"Tournament explorer: {len(self.names)} players"
        self.about = ("A round is all games from one start, sides swapped. Intervals are of 95 %. Who is joined by a "
                      "bar cannot be told apart by mean ranks.")
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
                             "ranks": self._ranks(rounds), "needed": self._needed(position)})

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

    def _ranks(self, rounds):
        ranks = average_ranks(self.points.iloc[:rounds])
        return ranking(ranks.to_dict(), critical_difference(len(self.names), rounds), rounds)

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


def round_points(games):
    """Return the mean points of each player in each round: a DataFrame with a row per start, a column per player."""
    seats = by_seat(games)
    return seats.pivot_table(index="start", columns="player", values="points", aggfunc="mean").sort_index()


def ranking(ranks, distance, rounds, width=430.0) -> str:
    """Draw a critical-difference diagram [Demšar 2006, Figure 1].

    ranks:     dict from a name to its mean rank, 1 is best
    distance:  the critical difference: larger differences are significant
    rounds:    number of rounds
    """
    names = sorted(ranks, key=ranks.get)
    left, right = 14.0, width - 14.0
    groups = cliques([ranks[name] for name in names], distance)
    joined = [f"{', '.join(names[i] for i in range(a, b + 1))} cannot be told apart" for a, b in groups]
    words = (f"Mean ranks over {rounds} rounds: {', '.join(f'{name} {ranks[name]:.2f}' for name in names)}; critical "
             f"difference {distance:.2f}. {'; '.join(joined) or 'All can be told apart'}.")
    top = 62 + 12 * len(groups)
    drawing = Drawing(width, top + 22 * -(-len(names) // 2) + 8, "Critical-difference diagram", words)
    most = float(len(names))

    def across(rank):
        return left + (rank - 1) / (most - 1) * (right - left)

    drawing.text(left, 10, f"critical difference {distance:.2f}", SOFT, 12)
    end = min(across(1 + distance), right)
    drawing.line(left, 22, end, 22, ACCENT, 3, dashed=distance > most - 1)
    drawing.line(left, 46, right, 46, TEXT, 1.5)
    for rank in range(1, len(names) + 1):
        drawing.line(across(rank), 42, across(rank), 50, TEXT)
        drawing.text(across(rank), 34, str(rank), SOFT, 11, "middle")
    for level, (a, b) in enumerate(groups):
        y = 56 + 12 * level
        drawing.line(across(ranks[names[a]]) - 4, y, across(ranks[names[b]]) + 4, y, TEXT, 5)
    half = -(-len(names) // 2)
    for i, name in enumerate(names):  # the outermost names are highest, so that lines do not cross
        level, x = (i if i < half else len(names) - 1 - i), across(ranks[name])
        y = top + 22 * level + 6
        said = f"{name} {ranks[name]:.2f}"
        room = width_of(said, 13) + 6
        to = min(left + room, x) if i < half else max(right - room, x)
        within = x <= left + room if i < half else x >= right - room
        drawing.line(x, 46, x, y - 9 if within else y, GRID, 1.4)
        if not within:
            drawing.line(x, y, to, y, GRID, 1.4)
        drawing.disc(x, 46, 4, ACCENT)
        drawing.text(left if i < half else right, y, said, TEXT, 13, "start" if i < half else "end")
    return drawing.svg()


def cliques(ranks, distance) -> list[tuple[int, int]]:
    """Return the longest runs of ascending ranks that span at most `distance`, as pairs (first, last index)."""
    found = []
    for first in range(len(ranks)):
        last = max(i for i in range(first, len(ranks)) if ranks[i] - ranks[first] <= distance)
        if last > first and not (found and found[-1][1] >= last):
            found.append((first, last))
    return found
