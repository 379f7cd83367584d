"""The exploration dial: what the constant c of UCB1 costs on a bandit.

    Dial((0.3, 0.5, 0.6))

Many runs, each with its own seed, are made at once; the picture shows their mean regret with an interval, and one run.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"dial": "Dial"}
CONSTANTS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.41, 2.0, 3.0)
RUNS = 200
PULLS = (30, 100, 300, 600)


class Dial(Model):
    """UCB1 [Auer, Cesa-Bianchi & Fischer 2002] on a bandit, for several values of c.

    arms:  the mean reward of each arm, in [0, 1]
    c:     the constants to turn through
    runs:  runs with seeds of their own
    seed:  of the first one
    """

    unit = "turn of the dial"
    slots = {"regret": "regret", "dial": "regret at the end, by c", "arms": "pulls of one run"}

    def __init__(self, arms=(0.3, 0.5, 0.6), c=CONSTANTS, runs=RUNS, seed=0):
        self.arms = np.asarray(arms, float)
        if self.arms.ndim != 1 or len(self.arms) < 2 or (self.arms < 0).any() or (self.arms > 1).any():
            raise ValueError("a bandit has at least two arms, with mean rewards from 0 to 1")
        if runs < 2:
            raise ValueError("an interval needs at least two runs")
        self.c, self.runs, self.seed = tuple(c), runs, seed
        self.pulls, self.noise = 300, 1.0
        self.title = "The exploration dial: UCB1 on a bandit"
        self.about = (f"Mean of {runs} runs with a 95 % interval; the thin line is one run. Regret: reward lost by not "
                      "always pulling the best arm.")
        self._position = min(range(len(self.c)), key=lambda i: abs(self.c[i] - 0.5))
        self._all = lru_cache(None)(self._played)

    @classmethod
    def example(cls):
        return cls(runs=5)

    def __len__(self):
        return len(self.c) - 1

    def settings(self):
        return [Setting("pulls", "pulls", self.pulls, tuple((n, f"{n:,}") for n in PULLS), slider=True),
                Setting("noise", "rewards", self.noise,
                        ((1.0, "win or loss"), (0.25, "little noise"), (0.0, "no noise"))),
                Setting("seed", "seed", self.seed, tuple((s, str(s)) for s in range(10)))]

    def change(self, name, value):
        setattr(self, name, value)

    def runs_of(self, c):
        """(regret float64 (runs, pulls), summed up; pulls of each arm int64 (runs, arms))."""
        regret, counts = self._all(self.pulls, self.noise, self.seed)
        place = self.c.index(c)
        return regret[place], counts[place]

    def _played(self, pulls, noise, seed):
        """For every constant at once, with the same chances: a row for each, see `runs_of`."""
        rng = np.random.default_rng(seed)
        arms, runs, constants = len(self.arms), self.runs, np.array(self.c)[:, None, None]
        count, total = np.zeros((len(self.c), runs, arms)), np.zeros((len(self.c), runs, arms))
        lost = np.zeros((len(self.c), runs, pulls))
        everyone = np.arange(len(self.c))[:, None], np.arange(runs)[None]
        first = rng.permuted(np.tile(np.arange(arms), (runs, 1)), axis=1)  # each arm once, in random order
        for t in range(pulls):
            chance = rng.random(runs)
            if t < arms:
                arm = np.tile(first[:, t], (len(self.c), 1))
            else:
                arm = (total / count + constants * np.sqrt(math.log(t) / count)).argmax(axis=2)
            mean = self.arms[arm]
            reward = mean + noise * ((chance < mean) - mean)
            count[*everyone, arm] += 1
            total[*everyone, arm] += reward
            lost[:, :, t] = self.arms.max() - mean
        return lost.cumsum(axis=2), count.astype(int)

    def frame(self, position):
        c = self.c[position]
        regret, counts = self.runs_of(c)
        mean, half = interval(regret)
        t = np.unique(np.geomspace(1, self.pulls, 60).astype(int))
        most = max(float(self.runs_of(x)[0][:, -1].mean()) for x in self.c) * 1.1 + 1e-9
        now = [charts.Curve("mean of runs", t, mean[t - 1], (mean - half)[t - 1], (mean + half)[t - 1], 0),
               charts.Curve("one run", t, regret[0][t - 1], colour=1, dashed=True)]
        ends = [interval(self.runs_of(x)[0][:, -1:]) for x in self.c]
        at_end = charts.Curve("mean", list(self.c), [float(m[0]) for m, _ in ends],
                              [float((m - h)[0]) for m, h in ends], [float((m + h)[0]) for m, h in ends], 0, dots=True)
        rows = [charts.Bar(f"arm {i + 1}", int(n), float(m), marked=m == self.arms.max())
                for i, (n, m) in enumerate(zip(counts[0], self.arms, strict=True))]
        least = min(range(len(self.c)), key=lambda i: float(ends[i][0][0]))
        words = (f"c = {c:g}: after {self.pulls:,} pulls {mean[-1]:.1f} ± {half[-1]:.1f} is lost, over {self.runs} "
                 f"runs; the least of all is at c = {self.c[least]:g}.")
        return Frame(words, {
            "regret": charts.curves(now, "pulls", "regret so far", (1, self.pulls), (0, most), "Regret", words),
            "dial": charts.curves([at_end], "c", "regret", (min(self.c), max(self.c)), (0, most), "Regret by c",
                                  now=c),
            "arms": charts.bars(rows, self.pulls, "Pulls of one run", "pulls", "true mean")})


def interval(values):
    """Mean over the rows, and half the width of its 95 % interval (normal approximation)."""
    return values.mean(axis=0), 1.96 * values.std(axis=0, ddof=1) / math.sqrt(len(values))
