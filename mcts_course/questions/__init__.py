"""Questions of `mcts_course`, drawn from a seed: a picture, the textbook's answer, and wrong answers with names.

A module declares its kinds of questions in one line, ``KINDS = (...)``. A wrong answer is what a known mistake of the
exercises, or one of the kind's own, makes of the same case, so that choosing it says which mistake it was.
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
    """Return the kind of this name. Raises UnknownName for a name that there is not."""
    if name not in kinds():
        raise UnknownName("kind of questions", name, kinds())
    return kinds()[name]
