"""What Numba is told: how functions become part of others, how units are called, how entry points are compiled.

Imported only when something is compiled for the first time, so that Numba is. Three things make compiling fast here.

*Functions that only compiled code calls* (`inline`) are linked into the functions that call them as they come from
Numba; only the whole is optimised and turned into machine code. By themselves they would be optimised at each level of
calls again, and made into machine code that is never run.

*Units* (`call_apart`) are compiled once for their argument types and called through a **cell**: a word of memory that
holds the address of their machine code. What calls a unit knows the cell's name and nothing of the unit's code, so it
can be compiled, kept on disk and loaded before the unit is, and is not compiled again with it. A process that runs a
function first sees to the units that it calls (`ready`).

*Compiled code is kept on disk*, each function and unit by itself, under a hash of the source files it is made of.
So several processes can share the work (`crew`).
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import hashlib
import importlib
import operator
import pickle
import sys
from typing import NamedTuple

import llvmlite.binding
import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.serialize import dumps
from numba.core.typing.templates import AbstractTemplate, infer, infer_global, make_overload_template, signature
from numba.extending import lower_builtin

from . import cache, level
from .crew import Crew
from .generic import CONTRIBUTORS, PACKAGE, compiler, is_outside
from .plain import instruction  # noqa: F401 - as `plain` has it
from .refusals import refusing, title_of
from .sources import key_of

PREFIX = "mcts_lab_unit_"
RETURNS = {"int": types.int64, "float": types.float64, "bool": types.boolean, "None": types.none}

level.choose()

stale = False  # never: see `forget`
_overloads = []  # the templates of everything inlined, which remember what they compiled


def forget():
    """Let nothing compiled so far be used again."""
    for template in _overloads:
        template._impl_cache.clear()
        template._compiled_overloads.clear()


# -- functions that become part of their callers -----------------------------------------------------------------------


class _NoEnvironment:
    """Numba's code generator, for a library whose functions do not exist by themselves."""

    def __init__(self, codegen):
        self._codegen = codegen

    def __getattr__(self, name):
        return getattr(self._codegen, name)

    def set_env(self, name, environment):
        """The caller's machine code will have it, not this one's."""


class _InnerLibrary(JITCodeLibrary):
    """Code that is linked into its callers, neither optimised nor turned into machine code by itself."""

    def finalize(self):
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def get_pointer_to_function(self, name):
        self._ensure_finalized()
        return 0

    @property
    def codegen(self):
        return _NoEnvironment(self._codegen)


class _InnerCompiler(Compiler):
    def compile_extra(self, function):
        self.state.library = _InnerLibrary(self.state.targetctx.codegen(), function.__qualname__)
        return super().compile_extra(function)


_INNER = {"forceinline": True, "no_cfunc_wrapper": True, "pipeline_class": _InnerCompiler}


def inline(function, choose):
    """Compile calls of `function` as part of their callers; ``choose(*types)`` is the function that does the work, or
    None where there is none.
    """
    options = {"no_cpython_wrapper": True, "nopython": True, **_INNER}
    template = make_overload_template(function, choose, options, False, "never")
    infer(template)
    infer_global(function, types.Function(template))
    _overloads.append(template)


# -- units -------------------------------------------------------------------------------------------------------------


class Need(NamedTuple):
    """A unit for some types of arguments, as callers know it."""

    name: str  # of its cell
    function: object  # the plain function, or (module, name) in files
    kinds: tuple  # types of its arguments
    returns: object  # the type it returns


_cells = {}  # name: word of memory with the address of the machine code, 0 until it is there
_needed = {}  # name: Need
_kept_alive = []  # results of compiling, whose machine code is in use


def call_apart(function, choose, default=None):
    """Compile calls of `function` as calls of a unit; ``choose(subject)`` is the function that becomes one, or None.

    `default`: where the annotation of the return type stands; None: at the chosen function.
    """

    class Apart(AbstractTemplate):
        key = function

        def generic(self, args, kws):
            chosen = choose(args[0] if args else None)
            if chosen is None:
                return None
            kinds = tuple(map(_wide, args))
            returns = _returned(default or chosen, kinds)
            need = _need(chosen, kinds, returns)
            _by_call[(function, kinds)] = need
            return signature(need.returns, *kinds)

    infer_global(function, types.Function(Apart))
    lower_builtin(function, types.VarArg(types.Any))(_lower_call(function))


_by_call = {}  # (function called, types of arguments): Need


def _wide(kind):
    """The type under which an argument is handed to a unit."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer):
        return kind if kind == types.uint64 else types.int64
    return types.float64 if isinstance(kind, types.Float) else kind


def _returned(function, kinds):
    written = function.__annotations__.get("return")
    if "return" in function.__annotations__:
        return RETURNS["None" if written is None else getattr(written, "__name__", written)]
    return None


def _name(function, kinds, returns):
    """The name of the cell of such a unit."""
    text = [function.__module__, function.__qualname__, str(returns), *map(_described, kinds)]
    if _outsiders(kinds) or is_outside(function) or compiler.generation:
        key = _key(function, kinds)
        text += [key] if key else [compiler.generation, id(function), *map(id, _outsiders(kinds))]
    return PREFIX + hashlib.sha256("\n".join(map(str, text)).encode()).hexdigest()[:24]


def _need(function, kinds, returns):
    """The need for a unit; one that does not say what it returns is compiled now, to know."""
    name = _name(function, kinds, returns)
    if name not in _needed:
        if returns is None:
            result = _compile_unit(function, kinds, None)
            returns = result.signature.return_type
            _needed[name] = Need(name, function, kinds, returns)
            _kept_alive.append(result)
            ready(result)
            _fill(_needed[name], result)
        else:
            _needed[name] = Need(name, function, kinds, returns)
            _offer(_needed[name])
        _cell(name)
    return _needed[name]


def _cell(name):
    """The cell of that name, known to the linker."""
    if name not in _cells:
        _cells[name] = ctypes.c_void_p(None)
        llvmlite.binding.add_symbol(name, ctypes.addressof(_cells[name]))
    return _cells[name]


def _lower_call(function):
    def build(context, builder, signature, arguments):
        need = _by_call[(function, signature.args)]
        module = builder.module
        cell = module.globals.get(need.name)
        if cell is None:
            cell = ir.GlobalVariable(module, cgutils.voidptr_t, need.name)
        kind = context.call_conv.get_function_type(signature.return_type, signature.args)
        callee = builder.bitcast(builder.load(cell), kind.as_pointer())
        status, result = context.call_conv.call_function(
            builder, callee, signature.return_type, signature.args, arguments)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return build


def _unit(function, kinds):
    """A unit for these types of arguments, as Numba knows it."""
    return _dispatcher(function, kinds, {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True})


def _compile_unit(function, kinds, returns):
    """Compile a unit, or read it from disk; Numba's result."""
    dispatcher = _unit(function, kinds)
    dispatcher.compile(kinds if returns is None else returns(*kinds))
    return dispatcher.overloads[kinds]


def compile_need(need):
    """Compile a unit, or read it from disk; Numba's result."""
    function = need.function if callable(need.function) else _found(*need.function)
    return _compile_unit(function, need.kinds, need.returns)


def ready(result):
    """See to it that all units that a result of compiling calls, and those these call, are there."""
    crew, made = _crew, {}
    left = {need.name: need for need in _unmet(result)}
    while left:
        name, payload = crew.next(left) if crew else (next(iter(left)), None)
        need = left.pop(name, None) or pickle.loads(pickle.loads(payload)[1])
        result = made[name] = compile_need(need)
        _needed.setdefault(name, need)
        _kept_alive.append(result)
        if crew:
            crew.finished(name)
        left |= {need.name: need for need in _unmet(result) if need.name not in made}
    for name, result in made.items():
        _fill(_needed[name], result)


def _unmet(result):
    """The units that a result of compiling calls whose machine code is not there."""
    return [need for need in needs_of(result) if _cell(need.name).value is None]


def _fill(need, result):
    """From now on the unit can be called. What it calls itself need not be there yet."""
    _cell(need.name).value = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)


def _serve(function, kinds, result):
    """Let the machine code of an entry point be the unit as well that others call."""
    returns = _returned(function, kinds)
    if returns is not None:
        name = _name(function, kinds, returns)
        _fill(_needed.setdefault(name, Need(name, function, kinds, returns)), result)


def needs_of(result):
    """The units that a result of compiling calls."""
    library = result.library
    if not hasattr(library, "needs"):
        library.needs = [_needed[value.name] for value in library._final_module.global_variables
                         if value.name.startswith(PREFIX)]
    return library.needs


def _named(function):
    """How a need names its function in files."""
    return (function.__module__, function.__qualname__) if callable(function) else function


def _found(module, name):
    """Return the plain function of that name in a module of this package or one that is there, or the method of a
    class in it."""
    if module.partition(".")[0] != PACKAGE and module not in sys.modules:
        raise ValueError(f"{module} is no part of this package")
    thing = operator.attrgetter(name)(importlib.import_module(module))
    return getattr(thing, "default", thing)


# -- several processes -------------------------------------------------------------------------------------------------


_crew = None  # while something is compiled: who helps
meet = None  # in a helper: how to tell that a unit was met


def _offer(need):
    """Offer a unit that was met to the helpers."""
    crew = _crew
    if meet is None and not (crew and crew.allowed):
        return
    if compiler.generation or is_outside(need.function) or _outsiders(need.kinds):  # helpers know this package alone
        return
    unit = _unit(need.function, need.kinds)
    if cache.on_disk(unit, need.kinds) or not cache.writable(unit):
        return
    modules = {need.function.__module__}
    for cls in _classes(need.kinds):
        for base in cls.__mro__:
            modules |= CONTRIBUTORS.get(base, set())
    payload = pickle.dumps((sorted(modules), dumps(need._replace(function=_named(need.function)))))
    if meet is not None:
        meet(need.name, payload)
    else:
        crew.offer(need.name, payload)


@contextlib.contextmanager
def _together():
    """Let other processes help within the block."""
    global _crew
    if _crew is not None:
        yield
        return
    with Crew() as _crew:
        try:
            yield
        finally:
            _crew = None


@contextlib.contextmanager
def _no_garbage():
    """Compiling makes millions of objects that stay: looking through them again and again for garbage is in vain."""
    limits = gc.get_threshold()
    gc.set_threshold(max(limits[0], 200_000), *limits[1:])
    try:
        yield
    finally:
        gc.set_threshold(*limits)


# -- entry points ------------------------------------------------------------------------------------------------------


def compile_entry(function, args, allocates):
    """Machine code of `function` for arguments like `args`, as a function that Python can call."""
    _keys.clear()  # what others have defined may have changed
    kinds = tuple(numba.typeof(arg) for arg in args)
    compiler.running |= _classes(kinds)
    options = {"nogil": True, "no_cfunc_wrapper": True} | ({} if allocates else {"_nrt": False})
    dispatcher = _dispatcher(function, kinds, options)
    with _together(), _no_garbage(), refusing(title_of(function, kinds)):
        code = dispatcher.compile(kinds)
        result = dispatcher.overloads[kinds]
        _kept_alive.append(result)
        ready(result)
        _serve(function, kinds, result)
    return code


def _dispatcher(function, kinds, options):
    dispatcher = numba.njit(error_model="numpy", **options)(function)
    key = _key(function, kinds)
    if key:
        cache.attach(dispatcher, key, _Parcel)
    return dispatcher


_keys = {}  # while an entry point is compiled: function and classes, and their key


def _key(function, kinds):
    """What machine code of `function` for arguments of these types is kept under; None if it is not."""
    if compiler.generation:
        return None
    about = function, _classes(kinds)
    if about not in _keys:
        _keys[about] = key_of(*about)
    return _keys[about]


class _Parcel:
    """What is kept on disk with compiled code: the units it needs."""

    @staticmethod
    def pack(result):
        return [need._replace(function=_named(need.function)) for need in needs_of(result)]

    @staticmethod
    def prepare(needs):
        """Before the code is loaded: the linker must know the cells."""
        for need in needs:
            _needed.setdefault(need.name, need)
            _cell(need.name)

    @staticmethod
    def unpack(needs, result):
        result.library.needs = [_needed[need.name] for need in needs]


def _parts(kind):
    """The types in a type."""
    yield kind
    for part in getattr(kind, "types", ()):
        yield from _parts(part)
    for field in getattr(kind, "fields", ()) if hasattr(kind, "places") else ():
        yield from _parts(field[1])


def _classes(kinds) -> frozenset:
    """The NamedTuple classes among Numba's types, nested ones included."""
    found = (getattr(part, "instance_class", None) for kind in kinds for part in _parts(kind))
    return frozenset(cls for cls in found if cls is not None)


def _outsiders(kinds) -> frozenset:
    """Those that are not defined in this package."""
    return frozenset(cls for cls in _classes(kinds) if is_outside(cls))


def _described(kind) -> str:
    """A text that tells types apart, also those of classes that share a name."""
    classes = sorted(f"{cls.__module__}.{cls.__qualname__}" for cls in _classes((kind,)))
    return f"{kind} {classes}"
