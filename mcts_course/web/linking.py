"""From Numba to WebAssembly: entry functions and all units that they call, as one LLVM module, for another machine.

What Numba makes of a function is LLVM code of its own choice for this machine, with 64-bit addresses. A search does
not depend on that: it does not allocate, its memory is one block of 64-bit words, records hold no addresses. So the
code is linked before it is optimised as a whole, told that it is for ``wasm32``, and given to LLVM's WebAssembly back
end, which comes with llvmlite. What else has addresses in memory keeps its layout (pointers.py).
"""

import re

import llvmlite.binding as llvm
import numba

from mcts_lab.engine import compiling
from mcts_lab.engine.refusals import refusing

from .pointers import with_layout_kept

TRIPLE = "wasm32-unknown-unknown"
# of instructions, all of them in browsers since 2021
FEATURES = "+bulk-memory,+bulk-memory-opt,+sign-ext,+nontrapping-fptoint,+mutable-globals"
PLAIN_NAME = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")


class _WholeCompiler(compiling.InnerCompiler):
    """Leaves a function, with what became part of it, as LLVM code that is not optimised yet."""


class Whole:
    """LLVM code of entry functions and of the units that they call."""

    def __init__(self, title):
        self.title = title  # of the game, for messages
        self.names = {}  # of an entry in LLVM: as it is exported
        self._modules = []
        self._units = {}  # name of a cell: the unit's name in LLVM

    def add(self, name, function, kinds):
        """Add an entry function for arguments of these types of Numba, to be exported as `name`; returns the type of
        what it returns."""
        result = self._compiled(function, kinds, None)
        self.names[result.fndesc.llvm_func_name] = name
        self._take(result)
        return result.signature.return_type

    def _compiled(self, function, kinds, returns):
        dispatcher = numba.njit(error_model="numpy", nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True,
                                _nrt=False, pipeline_class=_WholeCompiler)(function)
        with compiling.little_garbage(), compiling.of_a_search(), refusing(self.title):
            dispatcher.compile(kinds if returns is None else returns(*kinds))
        result = dispatcher.overloads[kinds]
        if result.library.has_dynamic_globals:
            raise ValueError(f"{self.title} has a global table of more than a megabyte, which only this process can "
                             "read. Make it a field of the game, or make it smaller.")
        return result

    def _take(self, result):
        self._modules.append(result.library._final_module)
        for need in compiling.needs_of(result):
            if need.name not in self._units:
                function = need.function if callable(need.function) else compiling.function_named(*need.function)
                unit = self._compiled(function, need.kinds, need.returns)
                self._units[need.name] = unit.fndesc.llvm_func_name
                self._take(unit)

    def object_file(self) -> bytes:
        """The object file for WebAssembly."""
        machine = target().create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="static",
                                                 codemodel="default")
        module = llvm.parse_assembly(for_target(self._linked(), machine))
        module.verify()
        for function in module.functions:
            if not function.is_declaration:
                function.linkage = "external" if function.name in self.names else "internal"
        for variable in module.global_variables:
            if not variable.is_declaration:
                variable.linkage = "internal"
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = tuning.slp_vectorization = False
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
        return machine.emit_object(module)

    def _linked(self) -> str:
        """The text of one LLVM module with all code, in which a unit's cell is a constant: its address."""
        first = self._modules[0]
        whole = llvm.parse_assembly("")
        whole.triple, whole.data_layout = first.triple, first.data_layout
        for module in self._modules:
            whole.link_in(module.clone())
        cells = "\n".join(f"@{cell} = constant ptr @{quoted(name)}\ndeclare void @{quoted(name)}()"
                          for cell, name in self._units.items())
        head = f'target triple = "{first.triple}"\ntarget datalayout = "{first.data_layout}"\n'
        whole.link_in(llvm.parse_assembly(head + cells))
        return str(whole)


def target():
    """LLVM's back end for WebAssembly. Raises ValueError, in one sentence, where llvmlite has none."""
    try:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        return llvm.Target.from_triple(TRIPLE)
    except RuntimeError as error:
        raise ValueError("The installed llvmlite cannot write WebAssembly, which web pages with a search need. Install "
                         "its wheel: pip install --force-reinstall llvmlite") from error


def for_target(text, machine) -> str:
    """LLVM code for this machine as code for another one."""
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{TRIPLE}"', text)
    text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{machine.target_data}"', text)
    return with_layout_kept(re.sub(r'"target-(cpu|features)"="[^"]*"', "", text))


def quoted(name) -> str:
    """A name as LLVM's text has it."""
    return name if PLAIN_NAME.fullmatch(name) else f'"{name}"'
