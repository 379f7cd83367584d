"""Generic functions: one name, one implementation per type, the same source interpreted and compiled.

A *generic function* is a name such as ``legal`` or ``play``. Its implementation for a type of its first argument (a
game, a rule of the search: always a small ``NamedTuple`` class) is the method of that name::

    @generic
    def legal(game, state, out) -> int:
        '''Write the legal actions into `out`, return how many there are.'''
        raise Missing

    class Nim(NamedTuple):
        heaps: int = 3

        def legal(self, state, out):
            ...

What stands in another file than the class, such as a game's drawing, is added with ``@legal.register(Nim)``. A class
takes over the methods of another one with ``@methods_of(Nim)``, because a ``NamedTuple`` inherits from no class.

Interpreted, a call dispatches on ``type(first argument)``. Compiled, the same implementation is chosen by the type's
class, so there is no dispatch left at run time. Four decorators make up the whole mechanism:

``generic``     a name with one implementation per type;
``helper``      a plain function that becomes part of the compiled functions that call it;
``unit``        a plain function that is compiled once, by itself, and called: what is big, or shared by many;
``entry``       a function that Python calls and that is compiled as a whole, with its helpers.

An implementation of a generic function is compiled like a helper, or like a unit: if the generic says ``apart=True``,
or if the class lists the name in its attribute ``apart``. How all this is told to Numba is in `compiling`.
"""

from __future__ import annotations

import functools
import inspect
import logging
from collections.abc import Callable
from types import FunctionType
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from .announce import announced
from .settings import is_on

log = logging.getLogger("mcts_lab")
P = ParamSpec("P")
R = TypeVar("R", covariant=True)
F = TypeVar("F", bound=Callable)

PACKAGE = __name__.partition(".")[0]


outsiders = []  # functions (class, dispatching function) -> the rule for objects that are no games or parts, or None


class Missing(NotImplementedError):
    """A game or rule was asked for something it does not define."""


class _Compiler:
    """Numba, once it is needed; what must be told to it is queued until then."""

    def __init__(self):
        self._compiling = None
        self._queue = []
        self._unusable = False
        self.generation = 0  # grows when a rule is defined again, which makes compiled code stale
        self.changes = 0  # grows with every rule that is defined
        self.running = set()  # classes in the arguments of entry points that are compiled, or were read from disk

    def available(self) -> bool:
        """Whether Numba can be used; says once when it cannot."""
        if self._unusable or is_on("MCTS_LAB_INTERPRET") or is_on("NUMBA_DISABLE_JIT"):
            return False
        try:
            return not self.compiling.stale
        except ImportError as error:
            self._unusable = True
            log.warning("%s", error)
            return False

    @property
    def compiling(self):
        """The module that knows Numba, imported when it is first asked for. Raises ImportError, with a sentence."""
        if self._compiling is None:
            from . import release

            self._compiling = compiling = release.compiling()
            for tell in self._queue:
                tell(compiling)
            self._queue.clear()
        return self._compiling

    @property
    def numba(self):
        return self.compiling.numba

    def tell(self, action):
        """Run ``action(compiling)`` now if Numba is loaded, else when it is."""
        if self._compiling is None:
            self._queue.append(action)
        else:
            action(self._compiling)

    def forget(self):
        """What was compiled so far no longer says what runs: compile again, and keep nothing on disk."""
        self.generation += 1
        if self._compiling is not None:
            self._compiling.forget()


compiler = _Compiler()


def helper(function: F) -> F:
    """Mark a plain function as callable from compiled code; interpreted, it stays what it is."""
    compiler.tell(lambda compiling: compiling.inline(function, lambda *arguments: function))
    return function


def unit(function: F) -> F:
    """Mark a plain function as a unit of its own: compiled once, kept on disk and called, not built into its callers.

    For the big functions of a big game, and for what many variants of a search share. Whole numbers that it is given
    become 64 bits wide. Its return type is read off an annotation ``-> int``, ``float``, ``bool`` or ``None``; without
    one it is found by compiling it before its callers.
    """
    compiler.tell(lambda compiling: compiling.call_apart(function, lambda subject: function))
    return function


def primitive(emit, takes="uint64", gives="int64"):
    """A function of one 64-bit number with a hardware instruction behind it; interpreted, it stays what it is.

    ``emit(builder, word, false)`` writes the instruction with LLVM's `builder`; `false` is a constant it may need.
    takes, gives: Numba's names of the types, by default an unsigned and a signed whole number.
    """

    def decorate(function):
        compiler.tell(lambda compiling: compiling.instruction(function, emit, takes, gives))
        return function

    return decorate


def instead(compiled):
    """For what the interpreter does faster in other words: compiled code has the function `compiled` in its place."""

    def decorate(function):
        compiler.tell(lambda compiling: compiling.inline(function, lambda *arguments: compiled))
        return function

    return decorate


class Generic(Protocol[P, R]):
    """What `generic` makes, as checkers of types are told."""

    default: Callable[..., Any]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def register(self, *classes: type) -> Callable[[F], F]: ...

    def implementation(self, cls: type) -> Callable[..., Any]: ...

    def defines(self, cls: type) -> bool: ...


@overload
def generic(function: Callable[P, R]) -> Generic[P, R]: ...
@overload
def generic(*, apart: bool) -> Callable[[Callable[P, R]], Generic[P, R]]: ...
def generic(function=None, *, apart=False):
    """Make `function` a generic function; its own body is what types without an implementation get.

    A class implements it by a method of its name. The result has ``register(cls, ...)``, a decorator that adds an
    implementation for one or several classes from outside, ``implementation(cls)``, which returns the one that counts
    (a subclass inherits), and ``defines(cls)``, whether there is one.

    apart: whether every implementation is compiled as a `unit`.
    """
    if function is None:
        return functools.partial(generic, apart=apart)
    table = {}
    chosen = _Chosen(lambda cls: next(filter(None, (rule(cls, dispatch) for rule in outsiders)), implementation(cls)))
    name = function.__name__
    resolved = set()  # the classes that compiled code asked for

    def implementation(cls):
        for base in cls.__mro__:
            if base in table:
                return table[base]
            method = vars(base).get(name)
            if isinstance(method, FunctionType):
                return method
        return function

    dispatch = _dispatching(function, chosen)

    def register(*classes):
        def decorate(rule):
            for cls in classes:
                # machine code in this process may hold what was chosen before (code from disk does not tell what that
                # was), and machine code on disk knows of this package's classes only what this package defines
                stale = cls in table or any(issubclass(one, cls) for one in resolved)
                if is_outside(rule):
                    stale |= not is_outside(cls) or any(issubclass(one, cls) for one in compiler.running)
                if stale:
                    compiler.forget()
                table[cls] = rule
                compiler.changes += 1
                CONTRIBUTORS.setdefault(cls, set()).add(rule.__module__)
            chosen.clear()
            return rule

        return decorate

    def class_of(subject):
        cls = getattr(subject, "instance_class", None)
        if cls is None:
            raise TypeError(f"{name}() was called with {subject} in compiled code, but it takes a NamedTuple first")
        resolved.add(cls)
        return cls

    def is_apart(cls):
        return apart or name in getattr(cls, "apart", ())

    def inlined(subject, *args):
        cls = class_of(subject)
        return None if is_apart(cls) else implementation(cls)

    def called(subject):
        cls = class_of(subject)
        return implementation(cls) if is_apart(cls) else None

    def tell(compiling):
        compiling.call_apart(dispatch, called, function)
        compiling.inline(dispatch, inlined)

    compiler.tell(tell)
    dispatch.default = function
    dispatch.register = register
    dispatch.implementation = implementation
    dispatch.defines = lambda cls: implementation(cls) is not function
    return dispatch


def methods_of(*others):
    """Return a class decorator: what the classes `others` define becomes the class's own, but for what it defines.

    That is their public methods and constants, but not the fields of a ``NamedTuple``; the first class counts.
    """

    def decorate(cls):
        for other in others:
            for name, value in vars(other).items():
                if not name.startswith("_") and name not in getattr(other, "_fields", ()) and name not in vars(cls):
                    setattr(cls, name, value)
        return cls

    return decorate


class _Chosen(dict):
    """The implementation for each type that has been asked for, looked for where it is not known yet."""

    def __init__(self, look):
        self.look = look

    def __missing__(self, cls):
        found = self[cls] = self.look(cls)
        return found


def _dispatching(function, chosen):
    """A function with the parameters of `function` that calls ``chosen[type of the first]``.

    Made as text: taking arguments together and apart again would cost the interpreter as much as the call.
    """
    names = list(inspect.signature(function).parameters)
    listed = ", ".join(names)
    made = {}
    exec(f"def {function.__name__}({listed}):\n    return chosen[type({names[0]})]({listed})\n",
         {"chosen": chosen, "__name__": function.__module__}, made)
    dispatch = functools.wraps(function)(made[function.__name__])
    dispatch.__defaults__ = function.__defaults__
    return dispatch


CONTRIBUTORS: dict[type, set] = {}  # class: the modules that define rules for it


class Entry:
    """A function compiled as a whole on its first call, together with everything it calls."""

    def __init__(self, function, allocates):
        functools.update_wrapper(self, function)
        self.function = function
        self.allocates = allocates
        self._compiled = {}  # the kinds of arguments: machine code
        self._generation = 0

    def __call__(self, *args, compiled=None):
        if compiled is None:
            compiled = compiler.available()
        return self.code(*args)(*args) if compiled else self.function(*args)

    def code(self, *args, told=""):
        """The machine code for arguments like these: a Python function. `told` says what is compiled, if need be."""
        if self._generation != compiler.generation:
            self._compiled.clear()
            self._generation = compiler.generation
        kinds = tuple(map(kind, args))
        found = self._compiled.get(kinds)
        if found is None:
            with announced(told or self.function.__name__.strip("_")):
                found = self._compiled[kinds] = compiler.compiling.compile_entry(self.function, args, self.allocates)
        return found


def entry(function=None, *, allocates=False):
    """Make `function` an entry point: ``function(*args)`` runs compiled where Numba is there.

    ``function(*args, compiled=False)`` runs it as Python.

    Compiled code does not allocate memory unless `allocates` is set: then it need not count references to arrays,
    which would take most of the time of a search.
    """
    if function is None:
        return functools.partial(entry, allocates=allocates)
    return Entry(function, allocates)


PLAIN = frozenset((int, float, bool, type(None)))


def kind(value):
    """What of `value` decides which machine code it needs: equal for values that have their type in common."""
    cls = type(value)
    if cls in PLAIN:
        return cls
    if isinstance(value, tuple):
        return (cls, *map(kind, value)) if value else cls
    if hasattr(cls, "__kind__"):  # a bundle knows
        return value.__kind__()
    dtype = getattr(value, "dtype", None)
    if dtype is not None:
        flags = getattr(value, "flags", None)
        return (cls, dtype, getattr(value, "ndim", 0), flags is not None and (flags.c_contiguous, flags.writeable))
    return cls


def has_rules_from_outside(cls) -> bool:
    """Whether a class, or a rule registered for it, is defined outside this package."""
    modules = {module for base in cls.__mro__ for module in CONTRIBUTORS.get(base, ())}
    return is_outside(cls) or any(module.partition(".")[0] != PACKAGE for module in modules)


def is_outside(thing) -> bool:
    """Whether a class or function is defined outside this package."""
    return thing.__module__ != "builtins" and thing.__module__.partition(".")[0] != PACKAGE
