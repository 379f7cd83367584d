"""Graders of the projects of `mcts_course`: the parts of each project, their cases, and known mistakes.

`part.py` defines parts and judges them; `boards.py` has opponents for the board game. The parts of a project are
beside its notebook, in `notebooks/projects/graders/NAME.py`. Hidden cases come from a number that only the teacher
knows (`mcts-lab grade --secret N`); the visible cases are fixed.
"""

import functools
import importlib.util
import sys

from mcts_papers import paths

from ..project_games import VARIANTS

NAMES = tuple(VARIANTS)


@functools.cache
def grader(name):
    """Return the module of a project, with its parts `PARTS` and, in some projects, hints by mistake, `MISTAKES`."""
    path = paths.lessons() / "projects" / "graders" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"{__name__}.grader_{name}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def parts_of(name) -> tuple:
    """Return the parts of a project, in order."""
    return grader(name).PARTS


def find_part(name):
    """Return the part with this name, such as "uct: bound", or None."""
    project = str(name).partition(":")[0]
    return next((one for one in parts_of(project) if one.name == name), None) if project in NAMES else None
