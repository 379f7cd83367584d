"""Graders of the projects of `mcts_course`: the parts of each, their cases, and the mistakes that they name.

    part.py         what a part is, and how it is judged; parts that are games against fixed opponents
    alpha_beta.py   an evaluation and alpha-beta
    uct.py          UCT from nothing
    cards.py        a player for a card game with hidden information
    large.py        pruning in a game of many actions

Cases are made from a number that the teacher keeps (`mcts-lab grade --secret N`); the visible ones from a fixed word.
"""

import functools
import importlib

from ..project_games import VARIANTS

NAMES = tuple(VARIANTS)


@functools.cache
def parts_of(name) -> tuple:
    """Return the parts of a project, in order."""
    return importlib.import_module(f".{name}", __package__).PARTS


def find_part(name):
    """Return the part of this name, such as "uct: bound", or None."""
    project = str(name).partition(":")[0]
    return next((one for one in parts_of(project) if one.name == name), None) if project in NAMES else None
