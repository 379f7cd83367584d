"""Methods, games and players as data for result files, and as short names for people."""

from __future__ import annotations

import hashlib

import numpy as np

LARGE = 256  # bytes of a record that is told by its hash


def describe(value):
    """`value` (a player, a method, a game) as JSON-able data: equal data for equal parameters.

    NamedTuples become ``{"is": class name, field: ...}``; arrays larger than 16 numbers, and tables, become a hash of
    their content.
    """
    if not isinstance(value, type) and callable(getattr(value, "describe", None)):
        return value.describe()
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {"is": type(value).__name__, **{f: describe(v) for f, v in zip(value._fields, value, strict=True)}}
    if isinstance(value, dict):
        return {str(k): describe(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [describe(v) for v in value]
    if isinstance(value, np.ndarray) and (value.size > 16 or value.itemsize > LARGE):
        content = np.ascontiguousarray(value)
        return {"array": list(value.shape), "type": str(value.dtype) if value.dtype.names is None else "records",
                "sha256": hashlib.sha256(content.tobytes()).hexdigest()[:16]}
    if isinstance(value, (float, np.floating)) and not np.isfinite(value):
        return str(float(value))  # JSON knows no infinity
    if value is None or isinstance(value, (bool, int, float, str, np.generic, np.ndarray)):
        return plain(value)
    if hasattr(value, "name") and isinstance(value.name, str):  # a player from outside the package
        return {"player": type(value).__name__, "name": value.name,
                **{k: describe(v) for k, v in vars(value).items() if not k.startswith("_") and k != "name"}}
    if callable(value):
        return getattr(value, "__qualname__", type(value).__name__)
    return {"is": type(value).__name__, **describe(getattr(value, "__dict__", {}))}


def label(value) -> str:
    """A method as a short call that leaves out what has its default: ``UCT(selection=UCB1(c=0.7))``."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        defaults = value._field_defaults
        shown = [f"{f}={label(v)}" for f, v in zip(value._fields, value, strict=True)
                 if f not in defaults or not _same(v, defaults[f])]
        return f"{type(value).__name__}({', '.join(shown)})" if shown else type(value).__name__
    if isinstance(value, np.ndarray):
        return f"<{'x'.join(map(str, value.shape))} numbers>"
    return f"{value:g}" if isinstance(value, float) else str(value)


def content(value) -> str | None:
    """A hash of all arrays in a method (a learned model's numbers, say), None if there are none.

    `label` tells an array by its size alone, so what plays with a model is told apart by this.
    """
    digest = hashlib.sha256()
    found = [digest.update(f"{a.dtype.str} {a.shape} ".encode() + np.ascontiguousarray(a).tobytes())
             for a in _arrays(value)]
    return digest.hexdigest()[:16] if found else None


def _arrays(value):
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _arrays(part)


def _same(a, b):
    return type(a) is type(b) and describe(a) == describe(b)


def plain(value):
    """`value` with NumPy's numbers and arrays turned into Python's, so that it can be written as JSON."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(v) for v in value]
    return value
