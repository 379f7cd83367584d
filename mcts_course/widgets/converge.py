"""The convergence scrubber: how the values at the root settle as a search goes on.

    Converge(games.tic_tac_toe(), state, exact={"x(1,1)": 0.0, ...})
"""

import numpy as np

from mcts_lab.game import start
from mcts_lab.matches.statistics import wilson
from mcts_lab.views.captions import player_name

from . import charts
from .model import Frame, Model

WIDGETS = {"converge": "Converge"}
SHOWN = 6  # actions with a curve


class Converge(Model):
    """One search, stopped at growing budgets.

    game, state:  where to search from; None: the start
    method:       a `UCT`; None: plain UCT
    budgets:      iterations after which it is looked at, ascending; None: fifteen from 10 to `iterations`
    exact:        dict from an action's name to its true payoff, drawn beside the estimates; None: unknown
    compiled:     as for `Search`

    Everything is shown as mean rewards, from 0 (the least payoff) to 1 (the greatest), like everywhere in trees.
    Intervals are Wilson's, for rewards as if they were independent: a guide to the eye (see
    `mcts_lab.matches.statistics.wilson`). Raises ValueError for budgets that do not grow.
    """

    unit = "look"
    slots = {"values": "mean rewards", "bars": "the root now"}

    def __init__(self, game, state=None, method=None, iterations=2000, budgets=None, exact=None, seed=0,
                 compiled=None):
        from mcts_lab.search.mcts.search import UCT, Search

        budgets = np.unique(np.geomspace(10, iterations, 15).astype(int)) if budgets is None else budgets
        self.budgets = [int(n) for n in budgets]
        if not self.budgets or self.budgets[0] < 1 or (np.diff(self.budgets) <= 0).any():
            raise ValueError("budgets are whole numbers from 1 on, each greater than the one before")
        state = start(game, seed) if state is None else state
        known = game.facts()
        self.low, self.high = float(known.low), float(known.high)
        self.who = player_name(game, game.to_move(state))
        self.exact = {name: (float(value) - self.low) / (self.high - self.low) for name, value in (exact or {}).items()}
        self.title = f"How values settle: {known.title}"
        self.about = ("The band is a 95 % interval of the action played, as if rewards were independent. Dashed: what "
                      "is exactly true, where known.")
        search = Search(game.for_search(), state, UCT() if method is None else method, seed=seed, compiled=compiled)
        self.looks = []
        done = 0
        for budget in self.budgets:
            result = search.run(budget - done)
            done = budget
            tree = result.tree
            rows = {tree.name(n): (int(tree.nodes["visits"][n]), float(tree.nodes["total"][n]))
                    for n in tree.child_nodes().tolist()}
            self.looks.append((rows, result.name))
        last = self.looks[-1][0]
        self.names = sorted(last, key=lambda name: -last[name][0])
        self._position = len(self)

    @classmethod
    def example(cls):
        from mcts_lab import games

        return cls(games.tic_tac_toe(), budgets=(20, 60), compiled=False)

    def __len__(self):
        return len(self.budgets) - 1

    def estimates(self, name):
        """(mean reward, low, high) of an action at each look, float64 (looks, 3); NaN while it is untried."""
        seen = np.array([look.get(name, (0, 0.0)) for look, _ in self.looks], float)
        visits, total = seen.T
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = total / visits
        low, high = wilson(total, visits)
        found = np.column_stack([mean, low, high])
        found[visits == 0] = np.nan
        return found

    def landmarks(self):
        """Return the looks at which the action that would be played changes."""
        return [i for i in range(1, len(self.looks)) if self.looks[i][1] != self.looks[i - 1][1]]

    def frame(self, position):
        rows, played = self.looks[position]
        lines = []
        for i, name in enumerate(self.names[:SHOWN]):
            found = self.estimates(name)[: position + 1]
            there = ~np.isnan(found[:, 0])
            x = [n for n, yes in zip(self.budgets, there, strict=False) if yes]
            columns = found[there].T
            around = columns[1:] if name == played else ((), ())  # more bands than one hide each other
            lines.append(charts.Curve(name, x, columns[0], *around, colour=i, dots=True))
        levels = [(value, f"{names} exactly") for value, names in self._levels().items()]
        words = (f"After {self.budgets[position]:,} iterations {played} would be played, with "
                 f"{rows[played][0]:,} visits.")
        if self.exact:
            best = max(self.exact.values())
            words += " That is a best action." if self.exact.get(played) == best else (
                f" Its true reward is {self.exact.get(played, float('nan')):g}; the best is {best:g}.")
        bars = [charts.Bar(name, rows.get(name, (0, 0))[0], *self.estimates(name)[position], marked=name == played,
                           exact=self.exact.get(name, float("nan"))) for name in self.names[:2 * SHOWN]]
        return Frame(words, {
            "values": charts.curves(lines, "iterations", f"mean reward to {self.who}",
                                    (self.budgets[0], self.budgets[-1]), (0, 1), "Mean rewards", words,
                                    now=self.budgets[position], log=True, levels=levels),
            "bars": charts.bars(bars, max(self.looks[-1][0][n][0] for n in self.names), "The root", "visits",
                                f"mean reward to {self.who}")})

    def _levels(self):
        found = {}
        for name in self.names[:SHOWN]:
            if name in self.exact:
                found.setdefault(self.exact[name], []).append(name)
        return {value: ", ".join(names) for value, names in found.items()}
