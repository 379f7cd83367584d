"""Errors that several rooms raise: a name that does not exist, and a part that is withheld."""

from __future__ import annotations

import difflib
import functools
import inspect

SHOWN = 12  # names listed when none is near


class UnknownName(KeyError):
    """Nothing has this name; the message offers the nearest names that exist."""

    def __init__(self, kind: str, name: str, names):
        super().__init__(kind, name, names := list(names))
        self.sentence = f"unknown {kind} {str(name)!r}; {instead(name, names)}"

    def __str__(self):  # KeyError would put the sentence in quotation marks
        return self.sentence


def no_attribute(module: str, name: str, names) -> AttributeError:
    """Return the error for an attribute that a module does not have, with the nearest of those that it has."""
    near = f"; {instead(name, names)}" if nearest(name, names) else ""
    return AttributeError(f"module {module!r} has no attribute {name!r}{near}")


def suggesting(function):
    """Decorate a function: for a keyword that it does not take, its TypeError names the nearest one that it takes."""
    @functools.wraps(function)
    def asked(*values, **named):
        try:
            return function(*values, **named)
        except TypeError as error:
            if error.__traceback__.tb_next is None:  # it was not called at all
                refuse_unknown(function, named)
            raise

    return asked


def refuse_unknown(function, named):
    """Raise TypeError for a keyword in `named` that `function` does not take, with the nearest one that it takes."""
    if not named:  # most searches: looking at a signature takes longer than a short one
        return
    known = [one.name for one in inspect.signature(function).parameters.values() if one.kind is not one.VAR_KEYWORD]
    for name in named:
        if name not in known:
            raise TypeError(f"{function.__qualname__}() got an unexpected keyword argument {name!r}; "
                            f"{instead(name, [one for one in known if one not in ('self', '_cls')])}") from None


class Refused(ImportError):
    """This part of the package is not there while a submission is marked."""


def nearest(wrong, names) -> list[str]:
    """The up to three of `names` that look most like `wrong`, the likest first; none if none does."""
    return difflib.get_close_matches(str(wrong), [str(name) for name in names])


def instead(wrong, names) -> str:
    """What to offer for the name `wrong`, which is none of `names`: the nearest ones, or the first of the list."""
    names = [str(name) for name in (sorted(names) if isinstance(names, (set, frozenset)) else names)]
    near = nearest(wrong, names)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    if not names:
        return "there are none"
    shown = ", ".join(names[:SHOWN])
    return f"choose one of {shown}" + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
