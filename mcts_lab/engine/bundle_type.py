"""Bundles as Numba knows them: a type, how Python hands one over, and how its attributes are read."""

from __future__ import annotations

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate
from numba.extending import NativeValue, infer_getattr, intrinsic, register_model, typeof_impl, unbox
from numba.np.arrayobj import make_array, populate_array

from .bundle import Bundle


class BundleType(types.Type):
    """fields: (name, type, place of its first word in the block) of each attribute."""

    def __init__(self, name, fields):
        self.short, self.fields = name, fields
        self.places = {field: (kind, place) for field, kind, place in fields}
        super().__init__(f"{name}({', '.join(f'{field}: {kind} at {place}' for field, kind, place in fields)})")

    def without(self, names):
        return BundleType(self.short, tuple(field for field in self.fields if field[0] not in names))


def _words(kind):
    """How many words of the block describe a value of this type."""
    return 1 + kind.ndim if isinstance(kind, types.Array) else sum(_words(part) for part in kind)


def _type_of(value):
    if isinstance(value, np.ndarray):
        if not value.flags.c_contiguous:
            raise TypeError("a bundle's arrays are contiguous")
        return types.Array(numba.from_dtype(value.dtype), value.ndim, "C")
    parts = tuple(map(_type_of, value))
    return types.NamedTuple(parts, type(value)) if hasattr(value, "_fields") else types.BaseTuple.from_types(parts)


@typeof_impl.register(Bundle)
def typeof_bundle(bundle, context):
    if bundle._type is None:
        place, fields = 0, []
        for name in bundle.FIELDS:
            kind = _type_of(getattr(bundle, name))
            fields.append((name, kind, place))
            place += _words(kind)
        bundle._type = BundleType(type(bundle).__name__, tuple(fields))
    return bundle._type


@register_model(BundleType)
class BundleModel(models.OpaqueModel):
    """The address of the block."""


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


@lower_getattr_generic(BundleType)
def bundle_getattr(context, builder, bundle, value, name):
    kind, place = bundle.places[name]
    return _read(context, builder, builder.bitcast(value, cgutils.intp_t.as_pointer()), kind, place)


def _read(context, builder, block, kind, place):
    """The value of `kind` that the block describes from word `place` on."""
    if not isinstance(kind, types.Array):
        parts = []
        for part in kind:
            parts.append(_read(context, builder, block, part, place))
            place += _words(part)
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
    populate_array(array, builder.inttoptr(word(place), array.data.type), shape, strides, itemsize, None)
    return array._getvalue()


def narrowing(names):
    """A function for compiled code: the same bundle without some of its attributes."""

    @intrinsic
    def cast(context, bundle):
        return bundle.without(names)(bundle), lambda context, builder, signature, arguments: arguments[0]

    return lambda bundle: cast(bundle)
