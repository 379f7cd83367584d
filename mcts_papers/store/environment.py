"""Describe how results are computed: versions, source code and machine size. Results and figures store this."""

import functools
import hashlib
import importlib.metadata
import os
import platform
from pathlib import Path

from mcts_lab import __version__
from mcts_lab.declarations import OWN


def processors() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@functools.cache
def sources_hash() -> str:
    """Return a hash of the source files of all packages. It is equal for equal code, with or without version control.
    """
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[2]
    for source in sorted(path for name in OWN for path in (root / name).rglob("*.py")):
        digest.update(source.relative_to(root).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def environment() -> dict:
    """Return versions and machine size as data for JSON. They do not identify the machine or its user."""
    versions = {}
    for package in ("numpy", "numba"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = None
    return {"mcts_lab": __version__, "sources": sources_hash(), "python": platform.python_version(), **versions,
            "system": f"{platform.system()} {platform.machine()}", "processors": processors()}
