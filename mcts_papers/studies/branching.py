"""How searches cope with many actions: depth against branching, and what rules of pruning throw away."""

from mcts_lab.game import legal_actions, start
from mcts_lab.matches.match import spawned
from mcts_lab.search.mcts.nodes import ROOT, takes_part
from mcts_lab.search.mcts.search import Search
from mcts_lab.search.minimax.alpha_beta import AlphaBeta


def thrown_away(methods, games, seed=0, best=None, progress=None, **budget):
    """What each search left out at the root, as a DataFrame: columns `search`, `game`, `left_out` (the share of all
    actions that were pruned in the end, or never tried), `best_left_out` (whether all best actions were among them) and
    `right` (whether a best one was chosen).

    methods: name -> `UCT`; games: a list of games, or of (game, state). best: a function of game and state that says
    which actions are best there; None: an exact search, for games small enough. progress: called with
    (searches done, all searches) at the beginning and after each; None: not called.
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
