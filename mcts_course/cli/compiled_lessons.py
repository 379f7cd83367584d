"""Compile the searches of lessons beforehand, for `mcts-lab compile --lesson`."""

from functools import partial

OFFERS = {"lessons to compile": "compiled"}


def compiled(names):
    """Return for each lesson, given by its number or name, a function that compiles its searches."""
    from ..jupyter import notebooks

    return [partial(notebooks.compile_searches, notebooks.find(name)) for name in names]
