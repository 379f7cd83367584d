"""Is a class what its base class promises: no method missing, misspelt, or with other parameters?"""

import difflib
import functools
import inspect

from ..errors import nearest
from .generic import is_outside

ALIKE = 0.8  # names that are at least so similar, from 0 to 1, are taken for the same one misspelt


@functools.cache
def check_methods(kind, base, called=""):
    """Raise ValueError, in one sentence, if a class lacks a method that its `base` class has in ``required``, or has
    one with other parameters. Of classes from outside the package, the names of the methods are looked at as well.

    called: how the base class is named in the sentence; by default its own name
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
    """Raise ValueError, in one sentence, if a class from outside has a method that nothing calls, named nearly like one
    of its type; or if it changes nothing."""
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
    """Return the names of its parameters."""
    return list(inspect.signature(method).parameters)
