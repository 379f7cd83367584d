"""The names that lessons use: ``from mcts_course.lesson import *``.

`PLACES` lists the module of each name; a name is imported when it is first used.
"""

import importlib

from mcts_lab.errors import Refused

PLACES = {
    "mcts_lab.game": ("CHANCE", "TERMINAL", "after", "legal_actions", "position_after", "start"),
    "mcts_lab.search": ("OpenLoop", "UCB1", "UCT", "Search"),
    "mcts_lab.search.minimax.alpha_beta": ("AlphaBeta",),
    "mcts_lab.search.minimax.minimax": ("Minimax",),
    "mcts_lab.players": ("RandomPlayer", "SearchPlayer"),
    "mcts_lab.engine.random": ("stream",),
    "mcts_lab.matches": ("play_match", "tally"),
    "mcts_lab.matches.progress": ("counter",),
    "mcts_course.exercises": ("exercise",),
    "mcts_course.contests.duels": ("agent", "one_rule", "opening"),
    "mcts_course.lessons.alphazero": ("network_picture",),
    "mcts_course.lessons.large_branching": ("rule_tree", "uct_trees"),
    "mcts_course.lessons.own_vgdl_game": ("garden",),
    "mcts_course.quizzes.quiz": ("Quiz",),
    "mcts_papers.reporting.show": ("Show", "wide"),
    "mcts_lab.position": ("Position",),
    "mcts_course.widgets.alpha_beta": ("AlphaBetaSteps",),
    "mcts_course.widgets.bugs": ("BugLab",),
    "mcts_course.widgets.dial": ("Dial",),
    "mcts_course.widgets.film": ("Film",),
    "mcts_course.widgets.generations": ("Generations",),
    "mcts_course.widgets.lens": ("Fusion", "Lens"),
    "mcts_course.widgets.play": ("Play",),
    "mcts_course.widgets.pruning_time": ("PruningTime",),
    "mcts_course.widgets.rewards": ("Rewards",),
    "mcts_course.widgets.tournament": ("Tournament",),
    "mcts_course.widgets.watch": ("Watch",),
    "IPython.display": ("Markdown",),
}
MODULES = {
    "games": "mcts_lab.games", "textbook": "mcts_lab.textbook", "np": "numpy", "nx": "networkx", "pd": "pandas",
    **{name: f"mcts_lab.views.plots.{module}" for name, module in (
        ("board", "board"), ("minimax", "small_trees"), ("plot", "search_plots"), ("style", "style"),
        ("results", "match_results"), ("tree", "tree_drawing"))},
}

__all__ = sorted([*MODULES, *(name for names in PLACES.values() for name in names)])


class Withheld:
    """A name that is not available while a submission is marked: using it raises an error, importing it does not."""

    def __init__(self, why):
        self._why = why

    def __call__(self, *_, **__):
        raise self._why

    def __getattr__(self, _):
        raise self._why


def __getattr__(name):
    try:
        return imported(name)
    except Refused as why:
        return Withheld(why)


def imported(name):
    """Import and return the object with this name."""
    if name in MODULES:
        return importlib.import_module(MODULES[name])
    for place, names in PLACES.items():
        if name in names:
            found = getattr(importlib.import_module(place), name)
            return found.widget() if hasattr(found, "widget") else found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
