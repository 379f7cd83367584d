"""How compiled code calls the methods of games and components, ``rule.score(...)``, as Numba is told.

Numba knows the fields of a named tuple but not its methods. A call of one is typed and compiled as a call of the plain
function that Python finds in the class or its bases. It becomes part of its caller; it is a `unit`, if a class lists
the name in its attribute ``apart``. All classes are known when code is compiled, so nothing is looked up when it runs.
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
    """Return the plain function that ``value.name`` is for a value of the class; None if there is no such method."""
    found = inspect.getattr_static(cls, name, None)
    return found if isinstance(found, FunctionType) else None


def is_apart(cls, name) -> bool:
    """Whether the method is compiled as a unit."""
    return any(name in vars(base).get("apart", ()) for base in cls.__mro__)


def annotated(cls, name):
    """Return the method of the class, or of its nearest base, that says what it returns; None: none does."""
    methods = (vars(base).get(name) for base in cls.__mro__)
    return next((method for method in methods if "return" in getattr(method, "__annotations__", ())), None)


@functools.cache
def _type_of(function, apart, returns):
    """The type of a method as a plain function, which the value is given as the first argument."""
    if apart:
        return call_apart(function, returns)
    return inline(function)


def function_type(cls, name):
    """The same for the method that a class has under this name."""
    return _type_of(method_of(cls, name), is_apart(cls, name), annotated(cls, name))


@functools.cache
def _template(name):
    """How a call of a method of this name is typed, and compiled."""

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
        context.typing_context.resolve_function_type(kind, signature.args, {})  # it may have been forgotten
        function = context.get_function(kind, signature)
        context.add_linking_libs(getattr(function, "libs", ()))
        if not signature.args[0].fields:  # Numba takes a value without fields for none, and does not hand it over
            arguments = [context.make_tuple(builder, signature.args[0], ()), *arguments]
        return function(builder, arguments)

    return Method


@infer_getattr
class Methods(AttributeTemplate):
    """The methods of a named tuple, for type inference."""

    key = types.BaseNamedTuple

    def generic_resolve(self, value, name):
        if name not in value.fields and method_of(value.instance_class, name):
            return types.BoundFunction(_template(name), value)


@infer_getattr
class MethodsOfClass(AttributeTemplate):
    """The methods of a class, as in ``Base.score(self, ...)``: compiled code has no `super`."""

    key = types.NamedTupleClass

    def generic_resolve(self, value, name):
        if method_of(value.instance_class, name):
            return function_type(value.instance_class, name)


@lower_getattr_generic(types.NamedTupleClass)
def method_of_class(context, builder, kind, value, name):
    """There is nothing to compute: which function it is stands in its type."""
    return context.get_dummy_value()
