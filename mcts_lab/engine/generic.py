"""Generic functions: one name, one implementation per type, the same source interpreted and compiled.

A *generic function* is a name such as ``legal`` or ``play`` with one implementation for each type of its first
argument (a game, a rule of the search: always a small ``NamedTuple`` class)::

    @generic
    def legal(game, state, out):
        '''Write the legal actions into `out`, return how many there are.'''
        raise Missing

    @legal.register(Nim)
    def _(game, state, out):
        ...

Interpreted, a call dispatches on ``type(first argument)``. Compiled, Numba picks the same implementation by the
type's class, so there is no dispatch left at run time. Three decorators make up the whole mechanism:

``generic``     a name with one implementation per type;
``helper``      a plain function that compiled code may call;
``entry``       a function that Python calls and that is compiled as a whole, with everything it calls.

Numba is imported here and in `cache`, and only when something is compiled for the first time. Compiled code is kept
on disk under a hash of the package's sources, which say what it is made of. Functions from outside the package, and
code that involves a class from there (a notebook's), are compiled in memory only, and defining a rule again makes
everything compile afresh.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
from pathlib import Path

from . import cache

log = logging.getLogger("mcts_lab")

PACKAGE = __name__.partition(".")[0]


class Missing(NotImplementedError):
    """A game or rule was asked for something it does not define."""


class _Compiler:
    """Numba, once it is needed; what must be told to it is queued until then."""

    def __init__(self):
        self._numba = None
        self._queue = []
        self._warned = False
        self.generation = 0  # grows when a rule is defined again, which makes compiled code stale

    def available(self) -> bool:
        """Whether Numba can be used; says once when it cannot."""
        if os.environ.get("MCTS_LAB_INTERPRET"):
            return False
        try:
            self.numba  # noqa: B018
        except ImportError:
            if not self._warned:
                self._warned = True
                log.warning("Numba is not installed, so searches run interpreted, some hundred times slower: "
                            "pip install numba")
            return False
        return True

    @property
    def numba(self):
        if self._numba is None:
            import numba

            self._numba = numba
            for tell in self._queue:
                tell(numba)
            self._queue.clear()
        return self._numba

    def tell(self, action):
        """Run ``action(numba)`` now if Numba is loaded, else when it is."""
        if self._numba is None:
            self._queue.append(action)
        else:
            action(self._numba)


compiler = _Compiler()


# Everything is inlined by order: passing a search's arrays to a function costs more than most functions do.
INLINE = {"forceinline": True}


def helper(function):
    """Mark a plain function as callable from compiled code; interpreted, it stays what it is."""
    compiler.tell(lambda numba: numba.extending.register_jitable(**INLINE)(function))
    return function


def unit(function):
    """Mark a plain function as a unit of its own: compiled once, kept on disk and called, not built into every caller.

    For the big functions of a big game, which many variants of a search share. Its arguments should be few.
    """
    whole = entry(function)

    def tell(numba):
        def choose(*args):
            dispatcher = whole.dispatcher(_outsiders_of_types(args))
            return lambda *values: dispatcher(*values)

        numba.extending.overload(function, strict=False)(choose)

    compiler.tell(tell)
    return function


def primitive(emit):
    """A function of one unsigned 64-bit number with a hardware instruction behind it; interpreted, it stays what it is.

    ``emit(builder, word, false)`` writes the instruction with LLVM's `builder`; `false` is a constant it may need.
    """

    def decorate(function):
        def tell(numba):
            types = numba.core.types

            @numba.extending.intrinsic
            def instruction(context, word):
                if word != types.uint64:
                    raise TypeError(f"{function.__name__} takes an unsigned 64-bit number, not {word}")

                def build(context, builder, signature, arguments):
                    return emit(builder, arguments[0], context.get_constant(types.boolean, False))

                return types.int64(types.uint64), build

            numba.extending.overload(function, strict=False)(lambda word: lambda word: instruction(word))

        compiler.tell(tell)
        return function

    return decorate


def generic(function):
    """Make `function` a generic function; its own body is what types without an implementation get.

    The result has ``register(cls, ...)``, a decorator that adds the implementation for one or several classes, and
    ``implementation(cls)``, which returns it (a subclass inherits).
    """
    table = {}
    name = function.__name__
    templates = []

    def implementation(cls):
        for base in cls.__mro__:
            if base in table:
                return table[base]
        return function

    @functools.wraps(function)
    def dispatch(subject, *args):
        found = table.get(type(subject))
        return found(subject, *args) if found is not None else implementation(type(subject))(subject, *args)

    def register(*classes):
        def decorate(chosen):
            for cls in classes:
                if cls in table:
                    compiler.generation += 1
                    for template in templates:
                        template._impl_cache.clear()
                        template._compiled_overloads.clear()
                table[cls] = chosen
            return chosen

        return decorate

    def choose(subject, *args):
        cls = getattr(subject, "instance_class", None)
        if cls is None:
            raise TypeError(f"{name}() was called with {subject} in compiled code, but it takes a NamedTuple first")
        return implementation(cls)

    def tell(numba):
        numba.extending.overload(dispatch, strict=False, jit_options=INLINE)(choose)
        from numba.core.typing.templates import builtin_registry

        templates.extend(t for key, t in _registered(builtin_registry) if key is dispatch)

    compiler.tell(tell)
    dispatch.register = register
    dispatch.implementation = implementation
    dispatch.defines = lambda cls: implementation(cls) is not function
    return dispatch


def _registered(registry):
    """The (function, template) pairs Numba holds, newest last."""
    for key, kind in registry.globals:
        for template in getattr(kind, "templates", ()):
            yield key, template


class Entry:
    """A function compiled as a whole on its first call, together with everything it calls."""

    def __init__(self, function, **options):
        functools.update_wrapper(self, function)
        self.function = function
        self.options = options
        self._dispatchers = {}
        self._generation = 0

    def __call__(self, *args, compiled=True):
        if not compiled:
            return self.function(*args)
        return self.dispatcher(_outsiders(args))(*args)

    def dispatcher(self, outsiders=frozenset()):
        """The compiled function for calls in which these classes from outside the package occur.

        Each set of them has its own, because Numba takes a class that was defined again for the old one of its name.
        """
        if self._generation != compiler.generation:
            self._dispatchers.clear()
            self._generation = compiler.generation
        if outsiders not in self._dispatchers:
            # of what is defined outside or was defined again in this process, the sources do not say what runs
            keep = not outsiders and compiler.generation == 0 and not _is_outside(self.function)
            self._dispatchers[outsiders] = _jit(self.function, keep, self.options)
        return self._dispatchers[outsiders]


def entry(function=None, *, allocates=False):
    """Make `function` an entry point: ``function(*args)`` runs compiled, ``function(*args, compiled=False)`` as Python.

    Compiled code does not allocate memory unless `allocates` is set: then it need not count references to arrays,
    which would take most of the time of a search.
    """
    if function is None:
        return functools.partial(entry, allocates=allocates)
    return Entry(function, **({} if allocates else {"_nrt": False}))


def _jit(function, cached, options):
    dispatcher = compiler.numba.njit(error_model="numpy", **options)(function)
    return cache.attach(dispatcher, sources()) if cached else dispatcher


def _is_outside(cls) -> bool:
    """Whether a class or function is defined outside this package."""
    return cls.__module__ != "builtins" and cls.__module__.partition(".")[0] != PACKAGE


def _outsiders(values) -> frozenset:
    """The classes among `values`, nested ones included, that are not defined in this package."""
    found = frozenset()
    for value in values:
        if isinstance(value, tuple):
            found |= _outsiders(value)
            if _is_outside(type(value)):
                found |= {type(value)}
    return found


def _outsiders_of_types(kinds) -> frozenset:
    """The same of Numba's types of values."""
    found = frozenset()
    for kind in kinds:
        found |= _outsiders_of_types(getattr(kind, "types", ()))
        cls = getattr(kind, "instance_class", tuple)
        if _is_outside(cls):
            found |= {cls}
    return found


@functools.cache
def sources() -> str:
    """A hash of the package's sources, which is what compiled code kept on disk is made of."""
    digest = hashlib.sha256()
    root = Path(__file__).parents[1]
    for source in sorted(root.rglob("*.py")):
        digest.update(source.relative_to(root).as_posix().encode() + source.read_bytes())
    return digest.hexdigest()
