"""Game tree search, one engine for many games and papers.

The names that a first notebook needs can be taken from here: ``from mcts_lab import games, start, UCT, Search``. Each
is imported when it is first asked for, so that importing the package costs nothing.
"""

__version__ = "0.1.0"

PLACES = {
    # name: module in this package that holds it
    **dict.fromkeys(("start", "after", "legal_actions", "to_move", "action_name", "text", "facts"), "game"),
    **dict.fromkeys(("UCT", "Search", "UCB1"), "search"),
    "AlphaBeta": "search.minimax.alpha_beta",
    "Minimax": "search.minimax.minimax",
    "SearchPlayer": "players",
    "RandomPlayer": "players",
    "as_game": "games.adapters.plain",
    "check_game": "checking",
}

__all__ = ["games", *PLACES]


def __getattr__(name):
    import importlib

    if name == "games":
        return importlib.import_module(f"{__name__}.games")
    if name in PLACES:
        return getattr(importlib.import_module(f"{__name__}.{PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
