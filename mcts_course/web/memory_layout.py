"""Memory and numbers as compiled code expects them, described for those that are not Python."""

import base64
import math
import zlib

import numpy as np

from mcts_lab.engine.bundle import flat
from mcts_lab.search.mcts.capacity import by_node
from mcts_lab.search.mcts.memory import Memory

TABLES = ("root_logs", "inverse_roots")  # the same in all searches


def numbers(value, path="") -> list:
    """The numbers that compiled code gets for a named tuple, in order: dicts with the path of names to each of them.

    Kinds: "int", "float", "bool", "none", and "array" with its bytes. Raises TypeError for anything else.
    """
    if value is None:
        return [{"path": path, "kind": "none", "value": 0}]
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        return [row for name, part in zip(names, value, strict=True)
                for row in numbers(part, f"{path}.{name}" if path else str(name))]
    if isinstance(value, (bool, np.bool_)):
        return [{"path": path, "kind": "bool", "value": int(value)}]
    if isinstance(value, (int, np.integer)):
        return [{"path": path, "kind": "int", "value": str(int(value))}]  # JSON has no whole numbers of 64 bits
    if isinstance(value, (float, np.floating)):
        return [{"path": path, "kind": "float", "value": float(value) if math.isfinite(value) else str(value)}]
    if isinstance(value, np.ndarray) and value.flags.c_contiguous and not value.dtype.hasobject:
        return [{"path": path, "kind": "array", "bytes": coded(value), "shape": list(value.shape),
                 "itemsize": value.itemsize}]
    raise TypeError(f"{path} is a {type(value).__name__}, which a web page cannot contain. Use numbers and arrays.")


def record(dtype) -> dict:
    """The layout of a record: its size, and of each field offset, kind, shape, and the layout of records within."""
    return {"size": dtype.itemsize, "fields": {name: {"at": at, **field(kind.base, kind.shape)}
                                               for name, (kind, at, *_) in dtype.fields.items()}}


def field(dtype, shape) -> dict:
    """The layout of an array: kind of its items, its shape, and the layout of records."""
    found = {"kind": dtype.str[1:], "shape": list(shape)}
    return found | {"kind": "record", "record": record(dtype)} if dtype.names else found


def table(array) -> dict:
    """An array with its layout, for `labTable` of live.js."""
    return {"bytes": coded(array), **field(array.dtype, array.shape)}


def arrays(memory) -> list:
    """The arrays of a search's memory in the order of its block: name, size of an item, shape and first content.

    "grows": whether it has a row for each node, or each state that is kept.
    """
    found, rows = [], by_node(memory)
    for field in Memory.FIELDS:
        for array in flat((getattr(memory, field),)):
            grows = "states" if field == "states" else "events" if field == "trace" and len(array) else ""
            row = {"name": field, "itemsize": array.itemsize, "shape": list(array.shape),
                   "grows": "nodes" if any(array is one for one in rows) else grows}
            if not row["grows"] and field not in TABLES and field != "states" and array.tobytes().strip(b"\0"):
                row["bytes"] = coded(array)
            found.append(row)
    return found


def coded(array) -> str:
    """The bytes of an array, or bytes, compressed and as a text."""
    return base64.b64encode(zlib.compress(bytes(array), 9)).decode()
