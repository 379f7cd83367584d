"""How searches cope with many actions: depth against branching, and what rules of pruning throw away."""

from __future__ import annotations

import numpy as np

from mcts_lab.game import legal_actions, start
from mcts_lab.matches.match import spawned
from mcts_lab.search.mcts.nodes import ROOT, takes_part
from mcts_lab.search.mcts.search import Search
from mcts_lab.search.minimax.alpha_beta import AlphaBeta


def depth_of(nodes) -> int:
    """How many steps below the root the deepest visited node is."""
    depth = np.zeros(len(nodes), int)
    for node in range(1, len(nodes)):  # parents come before their children
        depth[node] = depth[nodes[node].parent] + 1
    return int(depth[nodes["visits"] > 0].max())


def depths(methods, games, seeds=10, seed=0, progress=None, **budget):
    """Depth of each search's tree in each game, as a DataFrame: columns `search`, `game`, `actions` (of the root),
    `depth`, `tried` (the share of the root's actions that were visited), `run`.

    methods: name -> `UCT`; games: name -> game, or (game, state); seeds: runs of each; budget: of each search;
    progress: called with (searches done, all searches) at the beginning and after each; None: not called.
    """
    import pandas as pd

    rows, told = [], progress or (lambda done, total: None)
    told(0, len(games) * seeds * len(methods))
    for label, game in games.items():
        for run in range(seeds):
            game_played, root = position(game, spawned(seed, 0, run))
            actions = len(legal_actions(game_played, root))
            for name, method in methods.items():
                search = Search(game_played, root, method, seed=spawned(seed, 1, run))
                search.run(**budget)
                nodes = search.nodes
                below = nodes[nodes["parent"] == ROOT]
                rows.append({"search": name, "game": label, "actions": actions, "depth": depth_of(nodes),
                             "tried": float((below["visits"] > 0).sum()) / actions, "run": run})
                told(len(rows), len(games) * seeds * len(methods))
    return pd.DataFrame(rows)


def thrown_away(methods, games, seed=0, best=None, progress=None, **budget):
    """What each search left out at the root, as a DataFrame: columns `search`, `game`, `left_out` (the share of all
    actions that were pruned in the end, or never tried), `best_left_out` (whether all best actions were among them) and
    `right` (whether a best one was chosen).

    methods: name -> `UCT`; games: a list of games, or of (game, state). best: a function of game and state that says
    which actions are best there, such as `by_longer_search`; None: an exact search, for games small enough. progress:
    as for `depths`.
    """
    import pandas as pd

    rows, told = [], progress or (lambda done, total: None)
    told(0, len(games) * len(methods))
    for number, game in enumerate(games):
        game, root = position(game, spawned(seed, 0, number))
        good = (best or exactly)(game, root)
        actions = len(legal_actions(game, root))
        for name, method in methods.items():
            search = Search(game, root, method, seed=spawned(seed, 1, number))
            chosen = search.run(**budget).action
            below = search.nodes[search.nodes["parent"] == ROOT]
            left = set(below["action"][takes_part(below["status"]) & (below["visits"] > 0)].tolist())
            rows.append({"search": name, "game": number, "left_out": 1.0 - len(left) / actions,
                         "best_left_out": not good & left, "right": chosen in good})
            told(len(rows), len(games) * len(methods))
    return pd.DataFrame(rows)


def position(game, seed):
    """(game, state), the start of a game unless it comes with a state."""
    return game if type(game) is tuple else (game, start(game, seed))


def exactly(game, state) -> set:
    """The actions that are best, by an exact search."""
    values = AlphaBeta(every=True).search(game, state).values
    return {action for action, value in values.items() if value == max(values.values())}


def by_longer_search(method, seed=0, **budget):
    """A judge for `thrown_away`: the action that `method` chooses with a budget much larger than what is judged."""
    return lambda game, state: {method.search(game, state, seed=seed, **budget).action}
