"""What Numba does for each function that it compiles and that is not needed here, left out or done once.

A search is some sixty small functions. Numba spends a good part of its time on keeping books about each of them:
clocks for every call of LLVM, names in which the types of all arguments are written out, sizes of types asked by
way of a module made up for the question, which variables live where, long before anybody wants to know. Within
`taken` these are done the short way, with the same machine code as the outcome.

Only the Numba that these lines were written for is shortened (see `compiling`); any other keeps its own ways.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import operator
import threading

from numba.core import base, compiler_machinery, event, itanium_mangler, postproc, transforms, types
from numba.core.cpu import CPUContext
from numba.core.typing import context as typing_context

LONG = 48  # characters of a type's name from which on it is abbreviated
OPERATORS = frozenset(value for value in vars(operator).values() if type(value) is type(operator.add))


@contextlib.contextmanager
def taken():
    """Within the block, and as long as another thread is in one, Numba takes the shortcuts."""
    with _lock:
        if not _inside:
            _before[:] = [getattr(place, name) for place, name, _ in SHORTCUTS]
            for place, name, way in SHORTCUTS:
                setattr(place, name, way)
        _inside.append(True)
    try:
        yield
    finally:
        with _lock:
            _inside.pop()
            if not _inside:
                for (place, name, _), way in zip(SHORTCUTS, _before, strict=True):
                    setattr(place, name, way)


_lock = threading.Lock()
_inside = []  # an element for each block that somebody is in
_before = []  # what stands there otherwise


# -- books that nobody reads -------------------------------------------------------------------------------------------


def _nothing(*args, **options):
    """In place of a note."""


def _no_timer(kind, callback):
    return contextlib.nullcontext()


def _run_pass(self, index, one, state):
    """A pass over a function, without taking times and notes."""
    one.analysis = self._analysis
    changed = one.run_initialization(state)
    changed |= one.run_pass(state)
    changed |= one.run_finalizer(state)
    if isinstance(one, compiler_machinery.FunctionPass):
        compiler_machinery.enforce_no_dels(state.func_ir)
    if compiler_machinery._pass_registry.get(type(one)).mutates_CFG:
        if changed:
            postproc.PostProcessor(state.func_ir).run()
        else:
            state.func_ir.blocks = transforms.canonicalize_cfg(state.func_ir.blocks)


def _post_process(self, emit_dels=False, extend_lifetimes=False):
    """Lifetimes of variables are worked out when somebody asks for them."""
    if self.func_ir.is_generator:
        _run(self, emit_dels, extend_lifetimes)
        return
    self.func_ir.blocks = transforms.canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = postproc.VariableLifetime(self.func_ir.blocks)
    self.func_ir.generator_info = None
    if emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


_run = postproc.PostProcessor.run


# -- what was asked before ---------------------------------------------------------------------------------------------


@functools.cache
def _name_of_type(kind) -> str:
    name = _mangled(kind)
    return name if len(name) <= LONG else f"25t{hashlib.sha256(name.encode()).hexdigest()[:24]}"


def _names_of_types(kinds) -> str:
    """The types of arguments in the name of a function: short, and different for different types."""
    return "".join(map(_name_of_type, kinds))


_mangled = itanium_mangler.mangle_type_or_value


def _size(context, kind):
    """The bytes that a type of LLVM takes."""
    name = str(kind)
    if "%" in name:  # what it is called does not say what it is
        return kind.get_abi_size(context.target_data)
    if name not in _sizes:
        _sizes[name] = kind.get_abi_size(context.target_data)
    return _sizes[name]


_sizes = {}


def _resolved(self, function, args, kws):
    """The signature of an operator for numbers and arrays; any other function's as Numba looks for it."""
    if kws or getattr(function, "typing_key", function) not in OPERATORS or not all(map(_is_simple, args)):
        return _resolve(self, function, args, kws)
    asked = function, args
    if asked not in _operators:
        _operators[asked] = _resolve(self, function, args, kws)
    return _operators[asked]


def _is_simple(kind):
    return isinstance(kind, (types.Integer, types.Float, types.Boolean, types.Array))


_operators = {}
_resolve = typing_context.BaseContext.resolve_function_type


def _once(load):
    """A context's own implementations are loaded when it is first used."""

    def load_once(context):
        if context not in _loaded:
            load(context)
            _loaded.append(context)

    return load_once


_loaded = []

SHORTCUTS = [
    (event, "install_timer", _no_timer), (event, "start_event", _nothing), (event, "end_event", _nothing),
    (compiler_machinery.PassManager, "_runPass", _run_pass), (postproc.PostProcessor, "run", _post_process),
    (itanium_mangler, "mangle_args", _names_of_types), (base.BaseContext, "get_abi_sizeof", _size),
    (typing_context.BaseContext, "resolve_function_type", _resolved),
    (CPUContext, "load_additional_registries", _once(CPUContext.load_additional_registries)),
    (typing_context.Context, "load_additional_registries",
     _once(typing_context.Context.load_additional_registries)),
]
