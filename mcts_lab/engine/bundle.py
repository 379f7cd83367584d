"""Bundles: many arrays that compiled code gets as one address.

Numba hands an array over as seven words. A function of twenty arrays would spend its time moving words, at every call,
and the compiler most of its time on code that moves them. A `Bundle` is an ordinary object whose attributes are
arrays (or tuples of arrays); compiled code gets the address of one block of memory that says where the arrays are,
and reads there what it needs. Its type depends on the arrays' types and not on their sizes.
"""

from __future__ import annotations

import numpy as np

from .generic import compiler


class Bundle:
    """Named arrays. Subclasses list their attributes in `FIELDS`: contiguous arrays, or (named) tuples of such.

    Attributes are set at the beginning and by `replace`; the arrays' contents may change at any time.
    """

    FIELDS = ()
    __slots__ = ("_arrays", "_block", "_address", "_type")

    def __init__(self, **arrays):
        self._type = None
        for name in self.FIELDS:
            setattr(self, name, arrays.pop(name))
        if arrays:
            raise TypeError(f"{type(self).__name__} has no {', '.join(arrays)}")
        self._write()

    def replace(self, **arrays):
        """Put other arrays in place of some. Not while compiled code works on the bundle."""
        for name, array in arrays.items():
            setattr(self, name, array)
        self._type = None
        self._write()

    def _write(self):
        """Write down where the arrays are: for each its address and then the lengths of its axes, 64-bit words."""
        words = []
        for array in _flat(getattr(self, name) for name in self.FIELDS):
            if isinstance(array, np.ndarray):
                words += [array.ctypes.data, *array.shape]
        self._block = np.array(words, np.int64)
        self._address = self._block.ctypes.data


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

    compiler.tell(lambda numba: _teach_narrowing(numba, without, names))
    return without


# --- what Numba is told -----------------------------------------------------------------------------------------------


def _teach(numba):
    """Make Numba know bundles as arguments with attributes."""
    from numba.core import cgutils, types
    from numba.core.datamodel import models
    from numba.core.imputils import lower_getattr_generic
    from numba.core.pythonapi import NativeValue
    from numba.core.typing.templates import AttributeTemplate
    from numba.extending import infer_getattr, register_model, typeof_impl, unbox
    from numba.np.arrayobj import make_array, populate_array

    class BundleType(types.Type):
        """fields: (name, type, place of its first word in the block) of each attribute."""

        def __init__(self, name, fields):
            self.fields = fields
            self.places = {field: (kind, place) for field, kind, place in fields}
            listed = ", ".join(f"{field}: {kind}@{place}" for field, kind, place in fields)
            super().__init__(f"{name}({listed})")
            self.short = name

        def without(self, names):
            return BundleType(self.short, tuple(field for field in self.fields if field[0] not in names))

    def words(kind):
        if isinstance(kind, types.Array):
            return 1 + kind.ndim
        return sum(words(part) for part in kind)

    def kind_of(value):
        if isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise TypeError("a bundle's arrays are contiguous")
            return types.Array(numba.from_dtype(value.dtype), value.ndim, "C")
        parts = [kind_of(part) for part in value]
        if hasattr(value, "_fields"):
            return types.NamedTuple(parts, type(value))
        return types.BaseTuple.from_types(tuple(parts))

    @typeof_impl.register(Bundle)
    def typeof_bundle(bundle, context):
        if bundle._type is None:
            place, fields = 0, []
            for name in bundle.FIELDS:
                kind = kind_of(getattr(bundle, name))
                fields.append((name, kind, place))
                place += words(kind)
            bundle._type = BundleType(type(bundle).__name__, tuple(fields))
        return bundle._type

    @register_model(BundleType)
    class BundleModel(models.OpaqueModel):
        pass

    @unbox(BundleType)
    def unbox_bundle(kind, thing, c):
        number = c.pyapi.object_getattr_string(thing, "_address")
        address = c.pyapi.long_as_ulonglong(number)
        c.pyapi.decref(number)
        return NativeValue(c.builder.inttoptr(address, cgutils.voidptr_t))

    @infer_getattr
    class BundleAttribute(AttributeTemplate):
        key = BundleType

        def generic_resolve(self, bundle, name):
            return bundle.places[name][0] if name in bundle.places else None

    def read(context, builder, block, kind, place):
        """The value of `kind` described in the block from word `place` on."""
        if not isinstance(kind, types.Array):
            parts, value = [], place
            for part in kind:
                parts.append(read(context, builder, block, part, value))
                value += words(part)
            return context.make_tuple(builder, kind, parts)

        def word(i):
            loaded = builder.load(builder.gep(block, [cgutils.intp_t(i)]))
            # nothing writes the block while compiled code runs, so a word need be read only once
            loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
            return loaded

        array = make_array(kind)(context, builder)
        shape = [word(place + 1 + axis) for axis in range(kind.ndim)]
        itemsize = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        strides, step = [], cgutils.intp_t(itemsize)
        for length in reversed(shape):
            strides.insert(0, step)
            step = builder.mul(step, length, flags=["nsw"])
        data = builder.inttoptr(word(place), array.data.type)
        populate_array(array, data, shape, strides, itemsize, None)
        return array._getvalue()

    @lower_getattr_generic(BundleType)
    def bundle_getattr(context, builder, bundle, value, name):
        kind, place = bundle.places[name]
        return read(context, builder, builder.bitcast(value, cgutils.intp_t.as_pointer()), kind, place)


def _teach_narrowing(numba, without, names):
    @numba.extending.intrinsic
    def cast(context, bundle):
        return bundle.without(names)(bundle), lambda context, builder, signature, arguments: arguments[0]

    numba.extending.overload(without, strict=False, jit_options={"forceinline": True})(
        lambda bundle: lambda bundle: cast(bundle))


compiler.tell(_teach)
