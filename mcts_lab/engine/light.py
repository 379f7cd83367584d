"""Light objects: what interpreted code works on in place of NumPy's records, with the same names for the same things.

NumPy is made for many numbers at a time. Python takes twenty times as long to read one field of a record as to read an
attribute of an object. So where searches run interpreted, states and nodes are objects made for their type of record:

========================================== =====================================================================
field of the record                        attribute of the object
========================================== =====================================================================
a number                                   Python's ``int`` or ``float``
an unsigned number of 32 or 64 bits        NumPy's, as before: rules rely on its width
one axis of small numbers, or of floats    a ``memoryview``: elements are Python's numbers, slices are views
any other array                            an array
========================================== =====================================================================

Records stay what is seen from outside. A search makes light copies, works on them, and writes them back before they are
looked at. Rules and searches need not know, as long as they read and write fields and elements one at a time: a view
has no ``sum`` and takes no single number for all its elements (`mcts_lab.engine.light.fill` does that). Rules from outside
the package are tried first (`light_type`); where they do more than that with arrays, their states stay records.
"""

from __future__ import annotations

import functools
import operator

import numpy as np

from .generic import instead


class Light:
    """What the types made by `light_class` have in common."""

    __slots__ = ()

    def __repr__(self):
        shown = (getattr(self, name) for name in self.__slots__)
        values = [list(value) if isinstance(value, memoryview) else value for value in shown]
        return f"Light({', '.join(f'{name}={value}' for name, value in zip(self.__slots__, values, strict=True))})"


def keeps_width(dtype) -> bool:
    """Whether numbers of this type stay NumPy's, because Python's have no width."""
    return dtype.kind == "u" and dtype.itemsize >= 4


@functools.cache
def light_class(dtype):
    """The type of light objects for records of `dtype`; None where there is none, as for 32-bit floats.

    An object has attributes named like the fields, and the methods ``assign(other)``, which makes it a copy of another
    object of its type, ``load(record)``, ``store(record)``, and ``take(row)``, which gets the values of all fields.
    """
    if dtype.names is None or dtype.hasobject:
        return None
    start, assign, load, store, room = [], [], [], [], {}
    whole = ", ".join(f"self.{name}" for name in dtype.names)
    for name in dtype.names:
        field = dtype.fields[name][0]
        base, shape = field.base, field.shape
        if shape:
            room[name] = (shape, np.dtype((np.record, base)) if base.names else base.newbyteorder("="))
            start.append(f"self.{name} = view(zeros(*room['{name}']))")
            assign.append(f"self.{name}[:] = other.{name}")
            load.append(f"array(self.{name})[:] = record['{name}']")
            store.append(f"record['{name}'] = self.{name}")
        elif base.kind in "biu" or base == np.float64:
            number = f"{base.type.__name__}" if keeps_width(base) else {"b": "bool", "f": "float"}.get(base.kind, "int")
            start.append(f"self.{name} = {number}(0)")
            assign.append(f"self.{name} = other.{name}")
            load.append(f"self.{name} = {number}(record['{name}'])")
            store.append(f"record['{name}'] = self.{name}")
        else:
            return None
    lines = [f"class LightRecord(Light):\n    __slots__ = {dtype.names!r}\n"]
    for header, body in (("__init__(self)", start), ("assign(self, other)", assign), ("load(self, record)", load),
                         ("store(self, record)", store),
                         ("take(self, row)", [f"{whole}, = row"])):
        lines.append(f"    def {header}:\n        " + "\n        ".join(body) + "\n")
    made = {"Light": Light, "room": room, "zeros": np.zeros, "array": np.asarray, "view": view,
            "uint32": np.uint32, "uint64": np.uint64, "__name__": __name__}
    exec("\n".join(lines), made)
    return made["LightRecord"]


def view(array):
    """`array`, as interpreted code reads it soonest: a ``memoryview`` where its elements may be Python's numbers."""
    if isinstance(array, tuple):
        parts = map(view, array)
        return type(array)(*parts) if hasattr(array, "_fields") else tuple(parts)
    kind = getattr(array, "dtype", None)
    if kind is None or array.ndim != 1 or keeps_width(kind) or not (kind.kind in "biu" or kind == np.float64):
        return array
    return memoryview(array)


class LightStates(list):
    """States as light objects of one type; assigning one to another copies it, as with an array of records."""

    def __init__(self, cls, n):
        super().__init__(cls() for _ in range(n))

    def __setitem__(self, i, state):
        target = self[i]
        if isinstance(state, Light):
            target.assign(state)
        else:
            target.load(state)


def light_records(records, n=None) -> list:
    """Light objects for the first `n` (or all) of an array of records whose fields are numbers."""
    cls = light_class(records.dtype)
    new = cls.__new__
    made = []
    for row in zip(*(records[name][:n].tolist() for name in records.dtype.names), strict=True):
        one = new(cls)
        one.take(row)
        made.append(one)
    return made


def store_records(objects, records):
    """Write light objects, whose fields are numbers, into the first places of an array of records."""
    for name in records.dtype.names:
        read = operator.attrgetter(name)
        records[name][: len(objects)] = [read(one) for one in objects]


def _fill(array, value):
    for i in range(len(array)):
        array[i] = value


@instead(_fill)
def fill(array, value):
    """Set every element of an array with one axis to `value`: ``array[:] = value``, which a view does not take."""
    for i in range(len(array)):
        array[i] = value


def _keep(records, i, state):
    records[i] = state


@instead(_keep)
def keep(records, i, state):
    """Make element `i` of an array of records a copy of a state, which may be light."""
    if isinstance(state, Light):
        state.store(records[i])
    else:
        records[i] = state
