"""The pruning lens: which actions each pruning rule keeps as a search goes on, and whether the best one is among them.

    PruningLens()
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from ...game import after, legal_actions, start
from ...search.mcts.tree import PRUNED, ROOT
from ...search.minimax.textbook import minimax
from . import charts
from .model import Frame, Model, Setting

BRANCHINGS = (2, 3, 4, 6, 8, 10, 12)
LOOKS = (10, 20, 40, 80, 160, 320)
DEPTH = 3  # plies of the games


class PruningLens(Model):
    """Searches of random trees with every number of actions, one for each pruning rule.

    rules:       dict from a name to a pruning rule (see `mcts_lab.search.mcts.pruning`); None: no pruning, hard pruning
                 by the heuristic and by means
    branchings:  numbers of actions, a step each
    looks:       iterations after which the root is looked at, ascending
    seed:        of the tree and of the searches

    The true values come from plain minimax, so trees are `DEPTH` plies deep.
    """

    unit = "width"
    slots = {"kept": "actions at the root that take part", "depth": "nodes by depth", "visits": "visits at the root"}

    def __init__(self, rules=None, branchings=BRANCHINGS, looks=LOOKS, seed=0, compiled=False):
        from ...search.mcts.pruning import All, HardPruning, HardPruningByMean

        self.rules = rules or {"no pruning": All(), "hard pruning": HardPruning(least=2),
                               "hard pruning by mean": HardPruningByMean(least=2)}
        self.branchings, self.looks, self.seed, self.compiled = tuple(branchings), tuple(looks), seed, compiled
        if not self.looks or self.looks[0] < 1 or (np.diff(self.looks) <= 0).any():
            raise ValueError("looks are whole numbers of iterations from 1 on, each greater than the one before")
        self.title = "Pruning lens: what is kept"
        self.about = "A cross marks where the truly best action was pruned. Each line is one search with the same seed."
        self.rule = list(self.rules)[-1]
        self._position = len(self) // 2
        self.searched = lru_cache(None)(self._searched)
        self.best = lru_cache(None)(self._best)

    def __len__(self):
        return len(self.branchings) - 1

    def settings(self):
        return [Setting("rule", "distributions of", self.rule, tuple((name, name) for name in self.rules)),
                Setting("seed", "tree", self.seed, tuple((s, str(s)) for s in range(8)))]

    def change(self, name, value):
        setattr(self, name, value)

    def game(self, branching, seed):
        """The random tree of a width."""
        from ... import games

        return games.make("uniform_tree", branching=branching, depth=DEPTH, seed=seed)

    def _best(self, branching, seed):
        """The actions at the root that are truly best."""
        game = self.game(branching, seed)
        state = start(game)
        values = {action: minimax(game, after(game, state, action), 0) for action in legal_actions(game, state)}
        return frozenset(action for action, value in values.items() if value == max(values.values()))

    def _searched(self, name, branching, seed):
        """(per look the actions that take part, as sets; the tree in the end)."""
        from ...search.mcts.session import Search
        from ...search.mcts.uct import UCT

        game = self.game(branching, seed)
        search = Search(game, start(game), UCT(pruning=self.rules[name]), seed=seed, compiled=self.compiled)
        kept, done = [], 0
        for look in self.looks:
            search.run(look - done)
            done = look
            tree = search.tree
            kids = tree.child_nodes(ROOT)
            kept.append(frozenset(int(tree.nodes["action"][n]) for n in kids
                                  if not tree.nodes["status"][n] & PRUNED))
        return kept, search.tree

    def lost(self, name, branching, seed) -> int | None:
        """The first look at which no best action took part any more; None: never."""
        best = self.best(branching, seed)
        return next((i for i, kept in enumerate(self.searched(name, branching, seed)[0]) if not best & kept), None)

    def frame(self, position):
        branching = self.branchings[position]
        lines, crosses, said = [], [], []
        for i, name in enumerate(self.rules):
            kept = [len(one) for one in self.searched(name, branching, self.seed)[0]]
            lines.append(charts.Curve(name, self.looks, kept, colour=i, dashed=i % 2 == 1, dots=True))
            gone = self.lost(name, branching, self.seed)
            if gone is not None:
                crosses.append((self.looks[gone], kept[gone]))
            lost = f", without the best since {self.looks[gone]:,} iterations" if gone is not None else ""
            said.append(f"{name} keeps {kept[-1]}{lost}")
        tree = self.searched(self.rule, branching, self.seed)[1]
        best = self.best(branching, self.seed)
        depth = tree.statistics().visited_histogram
        by_depth = [charts.Bar(f"depth {d}", int(n)) for d, n in enumerate(depth)]
        kids = sorted(tree.child_nodes(ROOT).tolist(), key=lambda n: tree.nodes["action"][n])
        rows = [charts.Bar(tree.name(n), int(tree.nodes["visits"][n]), marked=int(tree.nodes["action"][n]) in best,
                           note="pruned" if tree.nodes["status"][n] & PRUNED else "") for n in kids]
        words = f"{branching} actions: {'; '.join(said)}. The best is ringed."
        return Frame(words, {
            "kept": charts.curves(lines, "iterations", "actions that take part", (self.looks[0], self.looks[-1]),
                                  (0, max(self.branchings)), "Kept actions", words, log=True, crosses=crosses),
            "depth": charts.bars(by_depth, None, "Visited nodes by depth", "nodes visited", width=300),
            "visits": charts.bars(rows, self.looks[-1], "Visits at the root", "visits", width=330)})
