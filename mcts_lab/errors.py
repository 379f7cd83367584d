"""Errors that several rooms raise: a name that does not exist, and a part that is withheld."""

from __future__ import annotations

import difflib

SHOWN = 12  # names listed when none is near


class UnknownName(KeyError):
    """Nothing has this name; the message offers the nearest names that exist."""

    def __init__(self, kind: str, name: str, names):
        super().__init__(kind, name, names := list(names))
        self.sentence = f"unknown {kind} {str(name)!r}; {instead(name, names)}"

    def __str__(self):  # KeyError would put the sentence in quotation marks
        return self.sentence


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
