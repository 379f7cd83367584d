"""Graders of the projects of `mcts_course`: the parts of each, their cases, and the mistakes that they name.

`part.py` says what a part is, and how it is judged; some parts are games against fixed opponents, and `boards.py` has
those of the board game. The parts of each project are beside its notebook, in `notebooks/projects/graders/NAME.py`.

Cases are made from a number that the teacher keeps (`mcts-lab grade --secret N`); the visible ones from a fixed word.
"""

import functools
import importlib.util
import sys

from mcts_papers import paths

from ..project_games import VARIANTS

NAMES = tuple(VARIANTS)


@functools.cache
def grader(name):
    """Return the module with a project's parts, `PARTS`, and, where it has them, hints by mistake, `MISTAKES`."""
    path = paths.lessons() / "projects" / "graders" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{__name__}.grader_{name}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parts_of(name) -> tuple:
    """Return the parts of a project, in order."""
    return grader(name).PARTS


def find_part(name):
    """Return the part of this name, such as "uct: bound", or None."""
    project = str(name).partition(":")[0]
    return next((one for one in parts_of(project) if one.name == name), None) if project in NAMES else None
