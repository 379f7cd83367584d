"""When to prune: a bandit with many arms, most of which are dropped after some pulls.

    PruningTime()

Many problems are played; the picture shows how often the best arm is found for each time of pruning, and one of the
problems.
"""

from functools import lru_cache

from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"pruning_time": "PruningTime"}
SHARES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # pruning times as shares of all pulls
PULLS, KEPT = (200, 300, 500, 1000), (1, 2, 3, 5, 8)
REWARDS = {"uniform": "anything", "bimodal": "good or bad", "gaussian": "much alike"}


class PruningTime(Model):
    """UCB1 on a bandit whose least pulled arms are dropped once [Papagiannis 2022, Section 4].

    arms:      number of arms; each arm pays 1 with its own probability, otherwise 0
    pulls:     number of all pulls
    keep:      number of arms that are kept
    problems:  number of random bandits
    seed:      seed of the bandits

    The last step prunes nothing. Raises ValueError for too few arms, pulls or problems.
    """

    unit = "time of pruning"
    slots = {"found": "how often the best arm is found", "arms": "one of the problems"}

    def __init__(self, arms=16, pulls=300, keep=3, problems=1000, seed=0):
        if arms < 2 or pulls < arms / SHARES[0] or problems < 2:
            raise ValueError(f"{arms} arms, {pulls} pulls and {problems} problems do not work. Use at least two arms, "
                             "at least ten pulls per arm, and two problems.")
        self.arms, self.pulls, self.keep, self.problems, self.seed = arms, pulls, keep, problems, seed
        self.rewards, self.shown, self._position = "uniform", 0, 2
        self.title = f"When to prune: {arms} arms"
        self.about = (f"UCB1 pulls; at the time of pruning the most pulled arms are kept. {problems:,} problems; "
                      "found: the best arm is the most pulled one in the end. Arms stand from worst to best.")
        self._all = lru_cache(None)(self._played)

    @classmethod
    def example(cls):
        return cls(6, 200, 2, problems=20)

    def __len__(self):
        return len(SHARES) - 1

    def settings(self):
        pulls = tuple(sorted({self.pulls, *(n for n in PULLS if n * SHARES[0] >= self.arms)}))
        kept = tuple(sorted({self.keep, *(n for n in KEPT if n < self.arms)}))
        return [Setting("keep", "arms kept", self.keep, tuple((n, str(n)) for n in kept), slider=True),
                Setting("pulls", "pulls", self.pulls, tuple((n, f"{n:,}") for n in pulls)),
                Setting("rewards", "arms pay", self.rewards, tuple(REWARDS.items())),
                Setting("shown", "problem", self.shown, tuple((i, str(i + 1)) for i in range(min(self.problems, 10))))]

    def time(self, position) -> int:
        """Return the number of pulls after which arms are dropped."""
        return round(SHARES[position] * self.pulls)

    def outcome(self, position) -> dict:
        """Return the results of one time of pruning; see `mcts_course.widgets.pruned_bandits.prune_once`."""
        return self._all(self.pulls, self.keep, self.rewards)[position]

    def _played(self, pulls, keep, rewards):
        from mcts_course.widgets.pruned_bandits import prune_once
        from mcts_papers.papagiannis2022.bandits import DISTRIBUTIONS

        times = [min(round(share * pulls), pulls) for share in SHARES]
        return prune_once(DISTRIBUTIONS[rewards], self.arms, times, pulls, keep, self.problems, self.seed)

    def frame(self, position):
        all_times = [self.outcome(p) for p in range(len(self) + 1)]
        now, time = all_times[position], self.time(position)
        x = [self.time(p) for p in range(len(self) + 1)]
        never = all_times[-1]["found"]
        if position < len(self):
            words = (f"All but {self.keep} of {self.arms} arms are given up after {time} of {self.pulls:,} pulls: the "
                     f"best is still there in {now['kept']:.0%} of the problems and found in {now['found']:.0%}; "
                     f"without pruning it is found in {never:.0%}.")
        else:
            words = f"No arm is given up: the best of {self.arms} is found in {never:.0%} of the problems."
        lines = [charts.Curve("kept", x, [one["kept"] for one in all_times], colour=1, dashed=True),
                 charts.Curve("found", x, [one["found"] for one in all_times], dots=True)]
        shares = charts.curves(lines, "pulls before pruning", "share of problems", (x[0], x[-1]), (0, 1),
                               "How often the best arm is found", words, now=time, levels=[(never, "never")])
        rows = [charts.Bar(f"arm {i + 1}", int(n), float(mean), marked=i == self.arms - 1, note="pruned" if out else "")
                for i, (mean, n, out) in enumerate(zip(*(now[name][self.shown] for name in ("means", "counts", "gone")),
                                                       strict=True))]
        return Frame(words, {"found": shares, "arms": charts.bars(
            rows, self.pulls, "One of the problems", "pulls", "true mean", width=340)})

    def landmarks(self):
        """Return the time at which the best arm is found most often."""
        return [max(range(len(self) + 1), key=lambda p: self.outcome(p)["found"])]
