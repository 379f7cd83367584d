"""OpenSpiel's alpha-beta in C++, which its Python module contains but gives Python no way to call.

Only for ``mcts-lab bench``. A bridge of a few lines is compiled on the spot, which needs a C++ compiler.
"""

from __future__ import annotations

import ctypes
import functools
import math
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Unavailable(RuntimeError):
    """The search in C++ cannot be called here."""


def alpha_beta(name: str, depth: int, undo: bool, repeats: int) -> float:
    """Search OpenSpiel's game `name` from its start `repeats` times; the value for its first player.

    depth: in plies; unfinished states at that depth are worth 0. undo: take plays back instead of copying states.
    Raises `Unavailable` where the search cannot be called.
    """
    value = _library().AlphaBetaValue(name.encode(), depth, undo, repeats)
    if math.isnan(value):
        raise Unavailable(f"OpenSpiel's alpha-beta refuses {name!r} with undo={undo}")
    return value


@functools.cache
def _library():
    import pyspiel

    extension = Path(pyspiel.__file__)
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++") or shutil.which("c++")
    if compiler is None:
        raise Unavailable("calling it needs a C++ compiler: install g++, or set CXX")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "bridge.so"
        command = [compiler, "-O2", "-std=c++17", "-shared", "-fPIC", str(Path(__file__).with_suffix(".cc")),
                   "-o", str(target), f"-L{extension.parent}", f"-l:{extension.name}", f"-Wl,-rpath,{extension.parent}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Unavailable(f"the bridge to it does not compile: {done.stderr.strip()[-300:]}")
        try:
            library = ctypes.CDLL(str(target))
        except OSError as error:
            raise Unavailable(f"this build of OpenSpiel does not offer it: {error}") from None
    library.AlphaBetaValue.restype = ctypes.c_double
    library.AlphaBetaValue.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_bool, ctypes.c_int]
    return library
