"""Game tree search, one engine for many games and papers.

What a first program needs can be taken from here: ``from mcts_lab import games, start, UCT``. Rooms of the package are
attributes: ``mcts_lab.search``, ``mcts_lab.views.tree``. Each is imported when it is first asked for, so that importing
the package costs nothing.
"""

__version__ = "0.3.0"

from . import extras

PLACES = {
    # name: module in this package that holds it
    **dict.fromkeys(("start", "after", "legal_actions", "to_move", "action_name", "text", "facts", "play", "payoff",
                     "sample"), "game"),
    **dict.fromkeys(("UCT", "Search", "UCB1", "Borda", "PIMC", "ISMCTS", "OMCTS", "MCTSSolver"), "search"),
    "AlphaBeta": "search.minimax.alpha_beta",
    "Minimax": "search.minimax.minimax",
    "SearchPlayer": "players",
    "RandomPlayer": "players",
    "as_game": "games.adapters.plain",
    "check_game": "checking",
    "Distinct": "engine.distinct",
}
ROOMS = ("checking", "course", "engine", "errors", "experiments", "game", "games", "learning", "lesson",
         "papers", "perft", "players", "search", "textbook", "views", "web")

__all__ = ["games", *PLACES]


def __getattr__(name):
    import importlib

    if name in PLACES:
        return getattr(importlib.import_module(f"{__name__}.{PLACES[name]}"), name)
    if name in ROOMS:
        return importlib.import_module(f"{__name__}.{name}")
    from .errors import no_attribute

    raise no_attribute(__name__, name, __dir__())


extras.watch()


def __dir__():
    return sorted({"__version__", *__all__, *ROOMS})
