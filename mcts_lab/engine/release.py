"""Which way searches are compiled: the inside of Numba, which this package uses, differs from release to release.

`compiling` knows the release `KNOWN`. With any other a small search (`trial`) is compiled in a process of its own and
compared with the same search interpreted: first by `compiling`, then by `plain`, which uses what Numba documents and
nothing else. The first that holds is taken and noted beside the compiled code, so that this is done once. If neither
does, searches run interpreted. MCTS_LAB_NUMBA names one of the two to be taken untried.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import subprocess
import sys

log = logging.getLogger("mcts_lab")

KNOWN = "0.68"
WAYS = ("compiling", "plain")
NONE = "none"  # of them
PATIENCE = 600  # seconds for a small search
START = f"from {__package__} import trial; trial.run()"


class Unusable(ImportError):
    """Numba is missing, or cannot compile searches; the message says so in a sentence."""


def compiling():
    """The module that tells Numba what to compile. Raises `Unusable`."""
    try:
        import numba
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise _unusable(f"Numba cannot be imported ({error})", "pip install --force-reinstall numba") from error
        raise _unusable("Numba is not installed", "pip install numba") from error
    except Exception as error:
        raise _unusable(f"Numba cannot be imported ({error})", f"pip install 'numba=={KNOWN}.*'") from error
    way = os.environ.get("MCTS_LAB_NUMBA") or _way(numba.__version__)
    if way == NONE:
        raise _unusable(f"{_other(numba.__version__)} cannot compile them", f"pip install 'numba=={KNOWN}.*'")
    return importlib.import_module(f".{way}", __package__)


def _unusable(what, remedy):
    return Unusable(f"{what}, so searches run interpreted, some hundred times slower: {remedy}")


def _other(version):
    return f"Searches were written for Numba {KNOWN}, and Numba {version}"


def _way(version) -> str:
    """The way that holds with this release of Numba."""
    if version.startswith(f"{KNOWN}."):
        return WAYS[0]
    from . import cache, sources

    note = f"numba-{version}-{sources.hash_of(frozenset(f'{__package__}.{name}' for name in (*WAYS, 'trial')))[:16]}"
    try:
        way = cache.kept_beside(note).decode()
    except OSError:
        way = next((way for way in WAYS if holds(way)), NONE)
        with contextlib.suppress(OSError):
            cache.base().mkdir(parents=True, exist_ok=True)
        cache.keep_beside(note, way.encode())
    if way == "plain":
        log.warning("%s is different inside: they are compiled without units, which takes longer and is not kept "
                    "on disk: pip install 'numba==%s.*'", _other(version), KNOWN)
    return way


def holds(way) -> bool:
    """Whether a small search compiled that way, in a process of its own, is the same as interpreted."""
    paths = os.pathsep.join(os.path.abspath(path) for path in sys.path)
    try:
        return subprocess.run(
            [sys.executable, "-P", "-c", START], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=PATIENCE,
            env={**os.environ, "PYTHONPATH": paths, "MCTS_LAB_HELPERS": "0", "MCTS_LAB_NUMBA": way},
        ).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
