"""The exploration constant and the number of iterations of a search, and at once where its visits go.

    Explore(game, state)
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mcts_lab.game import game_of, start
from mcts_lab.views.graph import default_perspective

from . import charts
from .model import Computes, Frame, Model, Setting

WIDGETS = {"explore": "Explore"}

ITERATIONS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
STEPS = 15  # of the constant
SHOWN = 12  # actions in the picture


class Explore(Model):
    """A search from one position with each number of iterations, for several values of the exploration constant c.

    game, state:  where to search from; None: the start
    method:       a `UCT`, whose selection has a constant ``c``; None: plain UCT
    iterations:   numbers to step through, ascending; a search is made when it is shown first
    c:            (least, greatest, first) value of the constant
    compiled:     False interprets the search, which needs no compiling but is slow; None compiles where possible
    """

    unit = "number of iterations"
    slots = {"bars": "the actions at the start"}

    def __init__(self, game, state=None, method=None, iterations=ITERATIONS, c=(0.0, 3.0, 1.4), compiled=None):
        game = game_of(game)
        from mcts_lab.search.mcts.search import UCT

        self.game, self.state, self.compiled = game, start(game) if state is None else state, compiled
        self.method = UCT() if method is None else method
        if "c" not in getattr(self.method.selection, "_fields", ()):
            raise ValueError(f"{type(self.method.selection).__name__} has no constant c to explore")
        self.iterations = [int(n) for n in iterations]
        if not self.iterations or self.iterations[0] < 1 or (np.diff(self.iterations) <= 0).any():
            raise ValueError("iterations are whole numbers from 1 on, each greater than the one before")
        least, greatest, self.c = (float(value) for value in c)
        values = np.append(np.linspace(least, greatest, STEPS + 1), self.c)
        self.constants, self.seed = sorted(set(values.round(2).tolist())), 0
        self.title = f"Explore: {game.facts().title}"
        self.about = "Move c and the number of iterations: bars are visits, dots mean rewards (0 loss, 1 win)."
        self.searched = lru_cache(256)(self._searched)
        self._position = min(4, len(self))

    @classmethod
    def example(cls):
        from mcts_lab import games

        return cls(games.tic_tac_toe(), iterations=(10, 40, 160), compiled=False)

    def __len__(self):
        return len(self.iterations) - 1

    def settings(self):
        return [Setting("c", "c", self.c, tuple((c, f"{c:g}") for c in self.constants), slider=True),
                Setting("seed", "seed", self.seed, tuple((seed, str(seed)) for seed in range(10)))]

    def computes(self):
        return Computes(self.game.for_search(), {"explore": self.method})

    def _searched(self, c, iterations, seed):
        method = self.method._replace(selection=self.method.selection._replace(c=c))
        return found(self.game, self.state, method, iterations, seed, self.compiled)

    def frame(self, position):
        result = self.searched(self.c, self.iterations[position], self.seed)
        tree = result.tree
        whose = default_perspective(tree)
        visits, rewards = tree.nodes["visits"], tree.rewards(whose)
        kids = tree.child_nodes().tolist()
        rows = [charts.Bar(tree.name(n), int(visits[n]), float(rewards[n]), marked=tree.name(n) == result.name)
                for n in sorted(kids[:SHOWN], key=lambda n: tree.nodes["action"][n])]
        if kids[SHOWN:]:
            rows.append(charts.Bar(f"+{len(kids) - SHOWN} more", sum([int(visits[n]) for n in kids[SHOWN:]])))
        words = (f"c = {self.c:g}, {result.iterations:,} iterations: {result.name} is played, with mean payoff "
                 f"{result.value:+.3f}.")
        return Frame(words, {"bars": charts.bars(
            rows, result.iterations, "Visits and mean rewards of the actions at the start",
            f"visits of {result.iterations:,}", f"mean reward to {tree.perspective_text(whose)}", words=words)})


class Found(NamedTuple):
    """What a search has found: the tree, and of the action that it plays the name and the mean payoff."""

    tree: object
    name: str
    value: float
    iterations: int


def found(game, state, method, iterations, seed, compiled) -> Found:
    """Search, and return what is shown of it."""
    result = method.search(game.for_search(), state, seed=seed, iterations=iterations, compiled=compiled)
    return Found(result.tree, result.name, result.value, result.iterations)
