"""What the lessons compile, as WebAssembly modules for browsers (`mcts_lab.engine.modules`).

``python -m mcts_course.lite.record LESSON`` runs a lesson here, and compiles each function that is compiled for its
searches once more, for browsers. What has a class or function of the lesson itself in it is left out, because a student
may change it. All this is kept on disk as long as no source changes.
"""

import hashlib
import json
import os
import pickle
import subprocess
import sys
import tempfile
from pathlib import Path

from mcts_lab.engine import cache, generic, modules
from mcts_lab.engine.sources import everything, hash_of

from ..jupyter import notebooks
from ..web.compiled_game import EXACT

KEPT, ARGUMENTS = "recorded", "arguments"  # names of files in the cache
MAKERS = frozenset({"mcts_course.web.linking", "mcts_course.web.object_file"})  # of modules from compiled functions
UNUSED = ("mcts_course.lite", "mcts_course.website", "mcts_course.cli")  # by lessons


def recorded(masters) -> dict:
    """Return the modules of what lessons with these masters compile: key -> (row of the index, module)."""
    found = {}
    for master in masters:
        if cache.kept(version(master), KEPT) is None:
            subprocess.run([sys.executable, "-m", __name__, str(master)], check=True, stdout=subprocess.DEVNULL,
                           env={**os.environ, "MCTS_LAB_COMPILE_FIRST": "1", "MPLBACKEND": "agg"})
        for key in json.loads(cache.kept(version(master), KEPT)):
            head, _, wasm = cache.kept(key, module_file()).partition(b"\n")
            if wasm:
                found[key] = json.loads(head), wasm
    return found


def version(master) -> str:
    """Return what the modules of a lesson depend on, as a key."""
    modules = frozenset(name for name in everything() if not name.startswith(UNUSED))
    return hashlib.sha256(hash_of(modules).encode() + master.read_bytes()).hexdigest()


def module_file() -> str:
    """Return the name of a function's module in the cache. The key there does not know how modules are made."""
    return f"{KEPT}-{hash_of(MAKERS)[:16]}"


def files(masters) -> dict:
    """Return the modules of lessons as files of a folder, as `mcts_lab.engine.modules` reads them: name -> content."""
    found = recorded(masters)
    index = json.dumps({key: row for key, (row, _) in found.items()}).encode()
    return {"index.json": index, **{f"{key}.wasm": wasm for key, (_, wasm) in found.items()}}


def keep(function, args, allocates=False) -> str | None:
    """Keep the module of a function for arguments like these; returns its key, None where there can be none."""
    key = modules.key_of(function, tuple(map(generic.kind, args)))
    if key and (cache.kept(key, module_file()) is None or cache.kept(key, ARGUMENTS) is None):
        row, wasm = (None, b"") if allocates else compiled(function, args)
        cache.keep(key, module_file(), json.dumps(row).encode() + b"\n" + wasm)
        cache.keep(key, ARGUMENTS, pickle.dumps((function.__module__, function.__qualname__, args)))
    return key


def compiled(function, args):
    """Return the row of the index and the module of a function; None and nothing for what a module cannot do."""
    from ..web.linking import Whole, target
    from ..web.object_file import module_of

    target()
    whole = Whole(function.__qualname__)
    returns = whole.add("run", function, tuple(map(generic.compiler.numba.typeof, args)))
    module = module_of(whole.object_file(), whole.names)
    if str(returns) not in modules.RETURNED or set(module.imports) - EXACT:
        return None, b""
    return {"name": function.__qualname__, "returns": str(returns), "end": module.end}, module.wasm


def run(master) -> list:
    """Run a lesson; the keys of the modules of all that it compiles."""
    from IPython.core.interactiveshell import InteractiveShell

    found = []
    generic.watchers.append(lambda entry, args: found.append(keep(entry.function, args, entry.allocates)))
    shell = InteractiveShell.instance()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for cell in notebooks.cells(master).cells:
            if cell.cell_type == "code":
                shell.run_cell(cell.source).raise_error()
        os.chdir("/")
    return [key for key in found if key]


if __name__ == "__main__":
    lesson = Path(sys.argv[1])
    cache.keep(version(lesson), KEPT, json.dumps(run(lesson)).encode())
