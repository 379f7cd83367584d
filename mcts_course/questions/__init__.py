"""Questions of `mcts_course`, generated from a seed: a picture, the textbook's answer, and wrong answers.

A module declares its kinds of questions in one line, ``KINDS = (...)``. Each wrong answer is the result of a known
mistake, so the answer that a student chooses shows the mistake.
"""

import functools
import importlib
import pkgutil

from mcts_lab.errors import UnknownName

from .kind import Kind, Unclear

__all__ = ["Kind", "Unclear", "find", "kinds"]


@functools.cache
def kinds() -> dict[str, Kind]:
    """Return all kinds of questions by name, in the order of the course."""
    modules = [importlib.import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]
    found = [kind for module in modules for kind in getattr(module, "KINDS", ())]
    return {kind.name: kind for kind in sorted(found, key=lambda kind: kind.lesson)}


def find(name: str) -> Kind:
    """Return the kind with this name. Raises UnknownName if there is none."""
    if name not in kinds():
        raise UnknownName("kind of questions", name, kinds())
    return kinds()[name]
