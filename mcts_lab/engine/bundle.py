"""Bundles: many arrays that compiled code gets as one address.

Numba hands an array over as seven words. A function of twenty arrays would spend its time moving words, at every call,
and the compiler most of its time on code that moves them. A `Bundle` is an ordinary object whose attributes are
arrays (or tuples of arrays); compiled code gets the address of one block of memory that says where the arrays are,
and reads there what it needs. Its type depends on the arrays' types and not on their sizes. What Numba is told about
bundles is in `bundle_type`.
"""

from __future__ import annotations

import importlib

import numpy as np

from .generic import compiler, kind


class Bundle:
    """Named arrays. Subclasses list their attributes in `FIELDS`: contiguous arrays, or (named) tuples of such.

    Attributes are set at the beginning and by `replace`; the arrays' contents may change at any time.
    """

    FIELDS = ()
    __slots__ = ("_block", "_address", "_kind", "_type")

    def __init__(self, **arrays):
        for name in self.FIELDS:
            setattr(self, name, arrays.pop(name))
        if arrays:
            raise TypeError(f"{type(self).__name__} has no {', '.join(arrays)}")
        self._write()

    def replace(self, **arrays):
        """Put other arrays in place of some. Not while compiled code works on the bundle."""
        for name, array in arrays.items():
            setattr(self, name, array)
        self._write()

    def _write(self):
        """Write down where the arrays are: for each its address and then the lengths of its axes, 64-bit words."""
        words = []
        for array in _flat(getattr(self, name) for name in self.FIELDS):
            if isinstance(array, np.ndarray):
                words += [array.ctypes.data, *array.shape]
        self._block = np.array(words, np.int64)
        self._address = self._block.ctypes.data
        self._kind = self._type = None

    def __kind__(self):
        """What decides which machine code works on the bundle: the types of its arrays."""
        if self._kind is None:
            self._kind = (type(self), *(kind(getattr(self, name)) for name in self.FIELDS))
        return self._kind


def _flat(values):
    for value in values:
        if isinstance(value, tuple):
            yield from _flat(value)
        else:
            yield value


def narrow(*names):
    """A function that gives a bundle without the attributes `names`, for code that is to be compiled once for all
    bundles that differ in these. Interpreted, it gives the bundle itself.
    """

    def without(bundle):
        return bundle

    compiler.tell(lambda compiling: _teach_narrowing(compiling, without, names))
    return without


def _teach_narrowing(compiling, without, names):
    from .bundle_type import narrowing

    compiling.inline(without, lambda bundle: narrowing(names))


compiler.tell(lambda compiling: importlib.import_module(".bundle_type", __package__))
