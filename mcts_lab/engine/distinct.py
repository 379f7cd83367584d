"""Small values that equal only values of their own class: games, searches and the parts of searches.

``class UCB1(Distinct)`` is written and used like ``class UCB1(NamedTuple)``. A plain ``NamedTuple`` equals every tuple
with the same content, so that UCB1(0.25) and MixMax(0.25) would be one key of a dictionary.
"""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, dataclass_transform

from ..errors import suggesting


class _Maker(type):
    """Makes of each class statement a ``NamedTuple`` class with the methods below."""

    def __new__(maker, name, bases, names):
        if not bases:
            return super().__new__(maker, name, bases, names)
        names = {"__eq__": _equal, "__ne__": _unequal, "__hash__": _hash, "_repr_html_": _repr_html_, **names}
        made = types.new_class(name, (NamedTuple,), exec_body=lambda space: space.update(names))
        made.__new__ = suggesting(made.__new__)
        return made


def _equal(self, other):
    return type(self) is type(other) and tuple.__eq__(self, other)


def _unequal(self, other):
    return not self == other


def _hash(self):
    return hash((type(self), tuple.__hash__(self)))


def _repr_html_(self):
    from ..views.faces import face

    return face(self)


if TYPE_CHECKING:  # what else stands in a class, such as `ranges`, is no field
    @dataclass_transform(frozen_default=True)
    class Distinct(tuple[Any, ...]):
        """What checkers of types are told: fields as in a frozen dataclass, and the methods of a ``NamedTuple``."""

        _fields: ClassVar[tuple[str, ...]]
        _field_defaults: ClassVar[dict[str, Any]]

        def _replace(self, **changed: Any) -> Self: ...

        def _asdict(self) -> dict[str, Any]: ...
else:
    class Distinct(metaclass=_Maker):
        """To be derived from like ``NamedTuple``."""
