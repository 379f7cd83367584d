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

Numba is imported here and nowhere else, and only when something is compiled for the first time. Compiled code is
kept on disk in a folder named after a hash of the package's sources, because Numba itself notices a change of the
function it cached but not of the functions that one calls. Code that involves a class from outside the package
(a notebook's) is compiled in memory only, and defining a rule again makes everything compile afresh.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

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
            # once a rule has been redefined in this process, the sources no longer say what runs
            keep = not outsiders and compiler.generation == 0
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
    numba = compiler.numba
    previous = numba.config.CACHE_DIR
    try:
        if cached:
            numba.config.CACHE_DIR = str(cache_folder())
        dispatcher = numba.njit(cache=cached, error_model="numpy", **options)(function)
    finally:
        numba.config.CACHE_DIR = previous
    return dispatcher


def _is_outside(cls) -> bool:
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
def cache_folder() -> Path:
    """The folder for compiled code: named after the sources, in ``$MCTS_LAB_CACHE`` or the user's cache folder."""
    digest = hashlib.sha256(sys.version.encode())
    for source in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(source.name.encode() + source.read_bytes())
    base = Path(os.environ.get("MCTS_LAB_CACHE") or _user_cache())
    folder = base / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _forget_old(base)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="mcts_lab-"))
        log.warning("compiled code cannot be kept in %s, so it is compiled again each time: "
                    "set MCTS_LAB_CACHE to a folder that can be written", base)
    return folder


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "mcts_lab" / "compiled"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mcts_lab" / "compiled"


def _forget_old(base: Path, keep: int = 6, days: float = 14):
    """Remove folders of older sources, except the `keep` newest and those used in the last `days`."""
    folders = sorted((f for f in base.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for folder in folders[keep:]:
        if time.time() - folder.stat().st_mtime > days * 86400:
            shutil.rmtree(folder, ignore_errors=True)
