"""Searches in games with many actions: depth against branching, and which actions the pruning rules remove."""

from mcts_lab.game import legal_actions, start
from mcts_lab.matches.match import spawned
from mcts_lab.search.mcts.nodes import ROOT, takes_part
from mcts_lab.search.mcts.search import Search
from mcts_lab.search.minimax.alpha_beta import AlphaBeta


def thrown_away(methods, games, seed=0, best=None, progress=None, **budget):
    """Return which actions each search left out at the root, as a DataFrame.

    Columns: `search`, `game`, `left_out` (share of all actions that were pruned at the end, or never tried),
    `best_left_out` (whether all best actions were left out) and `right` (whether a best action was chosen).

    methods: dict name -> `UCT`. games: list of games, or of (game, state). best: function of game and state that
    returns the best actions; None: an exact search, for small games. progress: called with (searches done, all
    searches) at the beginning and after each; None: not called.
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
    """Return (game, state): the given state, or else the game's start."""
    return game if type(game) is tuple else (game, start(game, seed))


def exactly(game, state) -> set:
    """Return the set of best actions, found by an exact search."""
    values = AlphaBeta(every=True).search(game, state).values
    return {action for action, value in values.items() if value == max(values.values())}
