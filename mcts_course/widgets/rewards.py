"""The effect of the rewards of outcomes: the action with the best mean depends on them, the Borda score does not.

    Rewards({"safe": (0, 10, 0), "bold": (5, 0, 5)}, ("loss", "draw", "win"))
"""

from mcts_lab.views.svg_colours import value_look

from . import charts
from .model import Computes, Frame, Model, Setting

WIDGETS = {"rewards": "Rewards"}
STEPS = 18  # steps of the slider; its ends do not equal the neighbours' rewards


class Rewards(Model):
    """A slider that moves the reward of one outcome between the rewards of its neighbours.

    counts:    dict from an action's name to how often each outcome followed it, worst outcome first
    outcomes:  names of the outcomes, at least three, worst first

    The mean chooses the action with the highest mean reward. The Borda score [Joppen & Fuernkranz 2019] of an
    action is the probability that its outcome is better than that of another action (a tie counts half), averaged
    over the others. So it depends only on the order of the outcomes. Raises ValueError for invalid counts.
    """

    unit = "step of the reward"
    parameter = "draw"
    slots = {"rewards": "rewards of the outcomes", "mean": "mean reward", "borda": "Borda score",
             "matrix": "how often the row's action beats the column's", "counts": "outcomes"}

    def __init__(self, counts, outcomes=("loss", "draw", "win")):
        self.names, self.outcomes = list(counts), tuple(outcomes)
        if len(self.outcomes) < 3:
            raise ValueError("There are only two outcomes, so there is no reward between them. Give at least three.")
        self.counts = [[float(n) for n in counts[name]] for name in self.names]
        if {len(row) for row in self.counts} != {len(self.outcomes)} or len(self.names) < 2:
            raise ValueError("The counts do not fit the outcomes. Give at least two actions, each with "
                             f"{len(self.outcomes)} counts, one for each outcome.")
        if any(min(row) < 0 or sum(row) == 0 for row in self.counts):
            raise ValueError("Each count must be at least 0, and each action must have been tried.")
        self.title = "What a draw is worth: mean and Borda score"
        self.about = "Move the slider: the order of outcomes stays, so the Borda score does; means may change places."
        self.moved = 1
        self._position = STEPS // 2

    @classmethod
    def example(cls):
        return cls({"safe": (0, 10, 0), "bold": (4, 0, 6)})

    def __len__(self):
        return STEPS

    def values(self):
        return [(i + 1) / (STEPS + 2) for i in range(STEPS + 1)]

    def settings(self):
        if len(self.outcomes) == 3:
            return []
        between = range(1, len(self.outcomes) - 1)
        return [Setting("moved", "outcome to move", self.moved, tuple((i, self.outcomes[i]) for i in between))]

    def computes(self):
        return Computes()

    def rewards(self, position) -> list[float]:
        """Return the reward of each outcome, in [0, 1], evenly spaced except the one that the slider moves."""
        given = [i / (len(self.outcomes) - 1) for i in range(len(self.outcomes))]
        low, high = given[self.moved - 1], given[self.moved + 1]
        given[self.moved] = low + (high - low) * (position + 1) / (STEPS + 2)
        return given

    def means(self, position) -> list[float]:
        """Return the mean reward of each action."""
        given = self.rewards(position)
        return [sum([n * reward for n, reward in zip(row, given, strict=True)]) / sum(row) for row in self.counts]

    def matrix(self) -> list[list[float]]:
        """Return how often the row's action gets a better outcome than the column's action (a tie counts half)."""
        worse = [[2 * sum(row[:i]) + row[i] for i in range(len(row))] for row in self.counts]  # exact integers
        return [[sum([n * w for n, w in zip(row, below, strict=True)]) / (2 * sum(row) * sum(other))
                 for other, below in zip(self.counts, worse, strict=True)] for row in self.counts]

    def borda(self) -> list[float]:
        """Return the Borda score of each action: its row's mean without itself [Joppen & Fuernkranz 2019, Eq. 7]."""
        wins = self.matrix()
        return [(sum(row) - 0.5) / (len(wins) - 1) for row in wins]

    def frame(self, position):
        given, means, wins, scores = self.rewards(position), self.means(position), self.matrix(), self.borda()
        mean_best, borda_best = best(means), best(scores)
        words = (f"{self.outcomes[self.moved]} counts {given[self.moved]:.2f}: the mean chooses "
                 f"{self._named(mean_best)}, the Borda score {self._named(borda_best)}.")

        def rated(values, chosen, what):
            rows = [charts.Bar(name, round(float(v), 3), marked=i in chosen)
                    for i, (name, v) in enumerate(zip(self.names, values, strict=True))]
            return charts.bars(rows, 1.0, what, what, width=300)

        matrix = charts.table(self.names, self.names, [[f"{v:.2f}" for v in row] for row in wins], "Comparison matrix",
                              fills=[[value_look(v) for v in row] for row in wins],
                              marked=[(i, None) for i in borda_best])
        counted = charts.table(self.names, self.outcomes, [[f"{n:g}" for n in row] for row in self.counts], "Outcomes")
        scale = charts.bars([charts.Bar(name, round(float(r), 3), marked=i == self.moved)
                             for i, (name, r) in enumerate(zip(self.outcomes, given, strict=True))], 1.0,
                            "Rewards of the outcomes", "reward", width=300)
        return Frame(words, {"rewards": scale, "mean": rated(means, mean_best, "mean reward"),
                             "borda": rated(scores, borda_best, "Borda score"), "matrix": matrix, "counts": counted})

    def landmarks(self):
        """Return the steps at which the mean's choice changes."""
        chosen = [best(self.means(p)) for p in range(STEPS + 1)]
        return [p for p in range(1, STEPS + 1) if chosen[p] != chosen[p - 1]]

    def _named(self, chosen):
        return " and ".join(self.names[i] for i in chosen)


def best(values) -> tuple:
    """Return the indices of all values that equal the maximum, up to rounding."""
    most = max(values)
    return tuple([i for i, value in enumerate(values) if most - value <= 1e-9 + 1e-5 * abs(most)])
