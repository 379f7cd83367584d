"""Calls of methods of games and components, such as ``rule.score(...)``, in compiled code.

Numba knows the fields of a named tuple but not its methods. So a call of a method is compiled as a call of the plain
function that Python finds in the class or its bases. By default this function becomes part of its caller. If a class
lists the name of the method in the attribute ``apart``, the function is a `unit`. All classes are known when code is
compiled, so compiled code need not search for methods.
"""

import functools
import inspect
from types import FunctionType

from numba.core import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate
from numba.extending import infer_getattr, lower_builtin

from .compiling import call_apart, inline


def method_of(cls, name):
    """Return the plain function of the method `name` of a class, or None if the class has no such method."""
    found = inspect.getattr_static(cls, name, None)
    return found if isinstance(found, FunctionType) else None


def is_apart(cls, name) -> bool:
    """Return whether the method is compiled as a unit."""
    return any(name in vars(base).get("apart", ()) for base in cls.__mro__)


def annotated(cls, name):
    """Return the method of the class or of its nearest base that has a return annotation, or None."""
    methods = (vars(base).get(name) for base in cls.__mro__)
    return next((method for method in methods if "return" in getattr(method, "__annotations__", ())), None)


@functools.cache
def _type_of(function, apart, returns):
    """Return Numba's type of a method as a plain function, whose first argument is the value."""
    if apart:
        return call_apart(function, returns)
    return inline(function)


def function_type(cls, name):
    """Return Numba's type of the method `name` of a class as a plain function."""
    return _type_of(method_of(cls, name), is_apart(cls, name), annotated(cls, name))


@functools.cache
def _template(name):
    """Return Numba's template for calls of methods with this name. It says how such calls are typed and compiled."""

    class Method(AbstractTemplate):
        key = (__name__, name)

        def generic(self, args, kws):
            kind = function_type(self.this.instance_class, name)
            found = self.context.resolve_function_type(kind, (self.this, *args), kws)
            return found if found is None else found.replace(pysig=inspect.signature(
                method_of(self.this.instance_class, name))).as_method()

    @lower_builtin(Method.key, types.BaseNamedTuple, types.VarArg(types.Any))
    def call(context, builder, signature, arguments):
        kind = function_type(signature.args[0].instance_class, name)
        context.typing_context.resolve_function_type(kind, signature.args, {})  # Numba may have forgotten this type
        function = context.get_function(kind, signature)
        context.add_linking_libs(getattr(function, "libs", ()))
        if not signature.args[0].fields:  # Numba does not pass values without fields
            arguments = [context.make_tuple(builder, signature.args[0], ()), *arguments]
        return function(builder, arguments)

    return Method


@infer_getattr
class Methods(AttributeTemplate):
    """The types of the methods of a named tuple, for type inference."""

    key = types.BaseNamedTuple

    def generic_resolve(self, value, name):
        if name not in value.fields and method_of(value.instance_class, name):
            return types.BoundFunction(_template(name), value)


@infer_getattr
class MethodsOfClass(AttributeTemplate):
    """The types of the methods of a class in calls like ``Base.score(self, ...)``. Compiled code has no `super`."""

    key = types.NamedTupleClass

    def generic_resolve(self, value, name):
        if method_of(value.instance_class, name):
            return function_type(value.instance_class, name)


@lower_getattr_generic(types.NamedTupleClass)
def method_of_class(context, builder, kind, value, name):
    """Return a dummy value, because the type already says which function is called."""
    return context.get_dummy_value()
