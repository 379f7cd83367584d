"""Where a result comes from: versions, sources, machine size, for the metadata of results and figures."""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.metadata
import inspect
import os
import platform
import textwrap
from pathlib import Path

from .. import __version__


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@functools.cache
def sources_hash() -> str:
    """A hash of the package's source files: equal for equal code, with or without version control."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[1]
    for source in sorted(root.rglob("*.py")):
        digest.update(source.relative_to(root).as_posix().encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def environment() -> dict:
    """Versions and machine size, as JSON-able data: nothing that names the machine or its user."""
    versions = {}
    for package in ("numpy", "numba"):
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            versions[package] = None
    return {"mcts_lab": __version__, "sources": sources_hash(), "python": platform.python_version(), **versions,
            "system": f"{platform.system()} {platform.machine()}", "processors": processors()}


def code_hash(*functions) -> str:
    """A hash of what functions do: of their syntax trees, so that comments and docstrings do not count.

    Partial functions and instances are hashed by their function or class. Without source text it is their name's hash.
    """
    digest = hashlib.sha256()
    for function in functions:
        function = inspect.unwrap(getattr(function, "func", function))
        if not (inspect.isroutine(function) or inspect.isclass(function)):
            function = type(function)
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, TypeError, SyntaxError):
            digest.update(function.__qualname__.encode())
            continue
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        digest.update(ast.dump(tree).encode())
    return digest.hexdigest()[:12]
