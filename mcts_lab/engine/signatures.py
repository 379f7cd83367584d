"""Checks that a class has the methods of its base class: with the right names and the right parameters."""

import difflib
import functools
import inspect

from ..errors import nearest
from .generic import is_outside

ALIKE = 0.8  # names with at least this similarity (from 0 to 1) are regarded as misspelt


@functools.cache
def check_methods(kind, base, called=""):
    """Raise ValueError if a class lacks a method in the ``required`` of its `base`, or has one with other parameters.

    For a class from outside of this project, the names of its other methods are checked too.

    called: name of the base class in the message; by default it is the class's own name.
    """
    called = called or base.__name__
    for name in kind.required:
        if getattr(kind, name) is getattr(base, name, None):
            own = [other for other, _ in inspect.getmembers(kind, inspect.isfunction) if not hasattr(base, other)]
            near = nearest(name, own)
            asked = f"{name}({', '.join(parameters_of(getattr(base, name)))})"
            raise ValueError(f"{kind.__name__} does not define {asked}, but every {called} needs it. "
                             f"{f'Rename its method {near[0]}' if near else 'Define this method'}.")
    methods = {name: one for name, one in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}
    if is_outside(kind):
        check_names(kind, base, methods, called)
    for name, _ in inspect.getmembers(base, inspect.isfunction):
        if name[0] != "_" and not inspect.isfunction(inspect.getattr_static(kind, name)):
            raise ValueError(f"{kind.__name__}.{name} is not a method, but a search calls it like one. Give it another "
                             "name.")
    for name, method in methods.items():
        promised = getattr(base, name, None)
        found, wanted = parameters_of(method), parameters_of(promised) if promised else []
        if promised and (len(found) != len(wanted) or (found != wanted and set(found) == set(wanted))):
            raise ValueError(f"{kind.__name__}.{name} has the parameters {', '.join(found)}, but a search calls it "
                             f"with {', '.join(wanted)}. Give it these parameters.")


def check_names(kind, base, methods, called):
    """Raise ValueError if a class from outside of this project defines no method of its base class, or misspells one.

    A method is regarded as misspelt if nothing calls it and its name is similar to a name in the base class.
    """
    own = {name for method in methods.values() for name in method.__code__.co_names}
    for name in methods.keys() - own - set(dir(base)):
        near = difflib.get_close_matches(name, [one for one in dir(base) if one not in own], 1, ALIKE)
        if near:
            raise ValueError(f"{kind.__name__} has a method {name}, which no search calls. Rename it to {near[0]} if "
                             "you meant that method. Otherwise give it another name.")
    if all(method is getattr(base, name) for name, method in methods.items() if hasattr(base, name)):
        raise ValueError(f"{kind.__name__} defines none of the methods of {called}, so it changes nothing. Define at "
                         "least one of them.")


def parameters_of(method) -> list:
    """Return the names of the parameters of a method."""
    return list(inspect.signature(method).parameters)
