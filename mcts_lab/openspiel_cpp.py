"""OpenSpiel's alpha-beta in C++, which its Python module contains but does not offer: called by its address.

Only for ``mcts-lab bench``. It relies on how GCC and Clang lay out C++ on Linux and how pybind11 lays out its objects,
so `alpha_beta` first checks what can be checked and refuses rather than crash.
"""

from __future__ import annotations

import ctypes
import sys

SYMBOL = "_ZN10open_spiel10algorithms15AlphaBetaSearchERKNS_4GameEPKNS_5StateESt8functionIFdRS5_EEiib"


class Unavailable(RuntimeError):
    """The function cannot be called here."""


class Best(ctypes.Structure):
    """What it returns: a ``std::pair<double, Action>``."""

    _fields_ = [("value", ctypes.c_double), ("action", ctypes.c_int64)]


class Function(ctypes.Structure):
    """A ``std::function``: some bytes it holds, a function that copies it, and a function that calls it."""

    _fields_ = [("held", ctypes.c_char * 16), ("manager", ctypes.c_void_p), ("invoker", ctypes.c_void_p)]


def alpha_beta(game, depth: int, undo: bool):
    """A function without arguments that searches `game` from its start and returns the value of its first player.

    game:   a ``pyspiel.Game`` of two players
    depth:  in plies; unfinished states at that depth are worth 0
    undo:   take plays back instead of copying states, for games of OpenSpiel that can

    Raises `Unavailable` where the function cannot be found or called.
    """
    import pyspiel

    if sys.platform != "linux":
        raise Unavailable("the functions inside a Python module are only known on Linux")
    try:
        search = ctypes.CDLL(pyspiel.__file__)[SYMBOL]
    except (AttributeError, OSError):
        raise Unavailable("this build of OpenSpiel does not contain it") from None
    address = _address(game, pyspiel.__file__)
    search.restype = Best
    search.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(Function), ctypes.c_int, ctypes.c_int,
                       ctypes.c_bool]
    libc = ctypes.CDLL(None)
    # The value function is constant 0: atof reads the held bytes, which are an empty text, and ignores the state. The
    # manager is asked to copy with (to, from, 2) and to destroy with (it, it, 3), so memcpy does just what is needed.
    zero = Function(b"", ctypes.cast(libc.memcpy, ctypes.c_void_p), ctypes.cast(libc.atof, ctypes.c_void_p))

    def run(alive=game):  # the address is good as long as the object is
        return search(address, None, ctypes.byref(zero), depth, 0, undo).value

    return run


def _address(game, module) -> int:
    """Where the C++ object behind a Python object is: named in the object itself or, if its holder is big, one step on.

    It is recognised by its table of virtual functions, which lies in the module. Nothing is read that is not mapped.
    """
    readable, inside = [], []
    with open("/proc/self/maps") as file:
        for line in file:
            place, rights, *rest = line.split(maxsplit=5)
            begin, end = (int(part, 16) for part in place.split("-"))
            if rights.startswith("r"):
                readable.append(range(begin, end - 7))
                if rest[-1].strip() == module:
                    inside.append(range(begin, end))

    def word(address):
        return ctypes.c_uint64.from_address(address).value if any(address in part for part in readable) else 0

    first = word(id(game) + object.__basicsize__)
    for candidate in (first, word(first)):
        table = word(candidate)
        if candidate % 8 == 0 and any(table in part for part in inside):
            return candidate
    raise Unavailable("this build of OpenSpiel keeps its games in another way")
