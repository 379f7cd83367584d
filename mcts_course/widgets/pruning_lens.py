"""The pruning lens: the actions that each pruning rule keeps during a search, and whether the best one is kept.

    PruningLens()
"""

import contextlib
from functools import lru_cache

import numpy as np

from mcts_lab.game import start
from mcts_lab.search.mcts.nodes import ROOT, takes_part

from . import charts
from .model import Frame, Model, Setting

WIDGETS = {"pruning": "PruningLens"}
BRANCHINGS = (2, 3, 4, 6, 8, 10, 12)
LOOKS = (10, 20, 40, 80, 160, 320)
DEPTH = 3  # plies of the games


class PruningLens(Model):
    """Searches of random trees with different numbers of actions, one search for each pruning rule.

    rules:       dict from a name to a pruning rule (see `mcts_lab.search.mcts.pruning`), at least two; None: no
                 pruning, hard pruning by the heuristic and by means, unpruning, widening, and the project's pruning
                 networks if available
    branchings:  numbers of actions, one for each step
    looks:       numbers of iterations after which the root is examined, ascending
    seed:        seed of the tree and of the searches
    compiled:    as for `Search`; without compiling, a step takes half a second

    The true values come from alpha-beta without a depth limit, so the trees are only `DEPTH` plies deep.
    """

    unit = "width"
    parameter = "actions"
    slots = {"kept": "actions at the root that take part", "depth": "nodes by depth", "besidedepth": "and of the other",
             "visits": "visits at the root", "besidevisits": "and of the other"}

    def __init__(self, rules=None, branchings=BRANCHINGS, looks=LOOKS, seed=0, compiled=None):
        self.rules = usual_rules() if rules is None else dict(rules)
        if len(self.rules) < 2:
            raise ValueError("There is nothing to compare. Choose at least two rules.")
        self.branchings, self.looks, self.seed, self.compiled = tuple(branchings), tuple(looks), seed, compiled
        if not self.looks or self.looks[0] < 1 or (np.diff(self.looks) <= 0).any():
            raise ValueError("looks must be whole numbers of iterations from 1 on, in ascending order.")
        self.title = "Pruning lens: what is kept"
        self.about = "A cross marks where the truly best action was pruned. Each line is one search with the same seed."
        self.rule, self.beside = list(self.rules)[:2]
        self._position = len(self) // 2
        self.searched = lru_cache(None)(self._searched)
        self.best = lru_cache(None)(self._best)

    @classmethod
    def example(cls):
        return cls(branchings=(4, 8), looks=(20, 60), compiled=False)

    def __len__(self):
        return len(self.branchings) - 1

    def values(self):
        return list(self.branchings)

    def settings(self):
        names = tuple((name, name) for name in self.rules)
        return [Setting("rule", "distributions of", self.rule, names), Setting("beside", "beside", self.beside, names),
                Setting("seed", "tree", self.seed, tuple((s, str(s)) for s in range(8)))]

    def game(self, branching, seed):
        """Return the random tree with `branching` actions per node."""
        from mcts_lab import games

        return games.make("uniform_tree", branching=branching, depth=DEPTH, seed=seed)

    def _best(self, branching, seed):
        """Return the best actions at the root, by exact values."""
        from mcts_lab.search.minimax.alpha_beta import AlphaBeta

        game = self.game(branching, seed)
        state = start(game)
        values = AlphaBeta(every=True).search(game, state, compiled=self.compiled).values
        return frozenset(action for action, value in values.items() if value == max(values.values()))

    def _searched(self, name, branching, seed):
        """Return for each entry of `looks` the set of actions that take part, and the tree at the end."""
        from mcts_lab.search.mcts.search import UCT, Search
        from mcts_lab.search.mcts.widening import ProgressiveWidening

        game, rule = self.game(branching, seed), self.rules[name]

        def anew():
            return Search(game, start(game), UCT(pruning=rule), seed=seed, compiled=self.compiled)

        search, kept = anew(), []
        for look in self.looks:
            if search.plan.looks_ahead:  # such a rule plans all iterations when a search begins
                search = anew()
            search.run(look - search.iterations, target=self.looks[-1])
            nodes = search.tree.nodes
            kids = search.tree.child_nodes(ROOT)
            part = takes_part(nodes["status"][kids])
            if isinstance(rule, ProgressiveWidening):  # actions not yet added by widening have no visits
                part &= nodes["visits"][kids] > 0
            kept.append(frozenset(nodes["action"][kids[part]].tolist()))
        return kept, search.tree

    def lost(self, name, branching, seed) -> int | None:
        """Return the index in `looks` from which on no best action takes part; None: one still does at the end."""
        best = self.best(branching, seed)
        last = [bool(best & kept) for kept in self.searched(name, branching, seed)[0]]
        return None if last[-1] else len(last) - next((i for i, there in enumerate(reversed(last)) if there), len(last))

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
        words = f"{branching} actions: {'; '.join(said)}. The best is ringed."
        return Frame(words, {
            "kept": charts.curves(lines, "iterations", "actions that take part", (self.looks[0], self.looks[-1]),
                                  (0, max(self.branchings)), "Kept actions", words, log=True, crosses=crosses),
            "depth": self._depths(self.rule, branching), "besidedepth": self._depths(self.beside, branching),
            "visits": self._visits(self.rule, branching), "besidevisits": self._visits(self.beside, branching)})

    def _depths(self, name, branching):
        """Draw how many nodes one rule has visited at each depth; all rules have the same scale."""
        found = {rule: self.searched(rule, branching, self.seed)[1].statistics().visited_histogram
                 for rule in {self.rule, self.beside}}
        deepest, most = max(map(len, found.values())), max(map(max, found.values()))
        rows = [charts.Bar(f"depth {d}", int(found[name][d]) if d < len(found[name]) else 0) for d in range(deepest)]
        return charts.bars(rows, int(most), f"Visited nodes by depth, {name}", f"nodes visited, {name}", width=320)

    def _visits(self, name, branching):
        """Draw the visits of the root's actions with one rule, in the order of the actions."""
        tree = self.searched(name, branching, self.seed)[1]
        best = self.best(branching, self.seed)
        kids = sorted(tree.child_nodes(ROOT).tolist(), key=lambda n: tree.nodes["action"][n])
        rows = [charts.Bar(tree.name(n), int(tree.nodes["visits"][n]), marked=int(tree.nodes["action"][n]) in best,
                           note="" if takes_part(tree.nodes["status"][n]) else "pruned") for n in kids]
        return charts.bars(rows, self.looks[-1], f"Visits at the root, {name}", f"visits, {name}", width=290)


def usual_rules() -> dict:
    """Return the rules that are compared by default."""
    from mcts_lab.search.mcts.pruning import All, HardPruning, HardPruningByMean, ProgressiveUnpruning
    from mcts_lab.search.mcts.pruning_networks import PruningNetworks
    from mcts_lab.search.mcts.widening import ProgressiveWidening
    from mcts_papers.model_files import ModelError
    from mcts_papers.papagiannis2022.networks import load
    from mcts_papers.paths import OutsideProject, data

    rules = {"no pruning": All(), "hard pruning": HardPruning(least=2), "hard, by mean": HardPruningByMean(least=2),
             "unpruning": ProgressiveUnpruning(least=2), "widening": ProgressiveWidening()}
    with contextlib.suppress(ModelError, OutsideProject):
        rules["networks"] = PruningNetworks(load(data() / "models" / "pruning_uniform.npz").tables)
    return rules
