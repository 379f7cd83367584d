"""How searches cope with many actions: depth against branching, and what rules of pruning throw away."""

from __future__ import annotations

import numpy as np

from ..game import start
from ..search.mcts.session import Search
from ..search.mcts.tree import PRUNED, ROOT
from ..search.minimax.alpha_beta import AlphaBeta
from .match import spawned


def depth_of(nodes) -> int:
    """How many steps below the root the deepest visited node is."""
    depth = np.zeros(len(nodes), int)
    for node in range(1, len(nodes)):  # parents come before their children
        depth[node] = depth[nodes[node].parent] + 1
    return int(depth[nodes["visits"] > 0].max())


def depths(methods, games, seeds=10, seed=0, **budget):
    """Depth of each search's tree in each game, as a DataFrame: columns `search`, `game`, `actions` (of the root),
    `depth`, `tried` (the share of the root's actions that were visited), `run`.

    methods: name -> `UCT`; games: name -> game, or (game, state); seeds: runs of each; budget: of each search.
    """
    import pandas as pd

    rows = []
    for label, game in games.items():
        game, begin = game if type(game) is tuple else (game, None)
        for run in range(seeds):
            root = start(game, spawned(seed, 0, run)) if begin is None else begin
            for name, method in methods.items():
                search = Search(game, root, method, seed=spawned(seed, 1, run))
                search.run(**budget)
                nodes = search.nodes
                below = nodes[nodes["parent"] == ROOT]
                rows.append({"search": name, "game": label, "actions": len(below), "depth": depth_of(nodes),
                             "tried": float((below["visits"] > 0).mean()), "run": run})
    return pd.DataFrame(rows)


def thrown_away(methods, games, seed=0, **budget):
    """What each search threw away at the root, as a DataFrame: columns `search`, `game`, `pruned` (the share of all
    actions that took no part in the end), `best_pruned` (whether all best actions were among them) and `right` (whether
    a best one was chosen).

    methods: name -> `UCT`; games: a list of games small enough for an exact search, which says which actions are best.
    """
    import pandas as pd

    rows = []
    for number, game in enumerate(games):
        root = start(game, spawned(seed, 0, number))
        exact = AlphaBeta(every=True).search(game, root)
        best = {action for action, value in exact.values.items() if value == max(exact.values.values())}
        for name, method in methods.items():
            search = Search(game, root, method, seed=spawned(seed, 1, number))
            chosen = search.run(**budget).action
            below = search.nodes[search.nodes["parent"] == ROOT]
            left = set(below["action"][below["status"] & PRUNED == 0].tolist())
            rows.append({"search": name, "game": number, "pruned": 1.0 - len(left) / len(exact.values),
                         "best_pruned": not best & left, "right": chosen in best})
    return pd.DataFrame(rows)
