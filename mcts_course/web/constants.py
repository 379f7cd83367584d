"""Constants of Python as JavaScript."""

import json
import math
import re

import numpy as np


class Untranslatable(ValueError):
    """Something that a page cannot have."""


def plain(name) -> str:
    return "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in name)


def constant(value) -> str:
    """A number or text as JavaScript; bytes are a text with a letter for each."""
    value = value.decode("latin-1") if isinstance(value, bytes) else value
    if isinstance(value, np.uint64):
        return f"{int(value)}n"
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        return f"{value}n"
    return json.dumps(value).replace("<", "\\u003c") if isinstance(value, str) else json.dumps(value)


def dictionary(rows) -> str:
    """A dict of constants, from a dict of JavaScript for keys to JavaScript for values."""
    if rows and all(re.fullmatch(r'"[a-zA-Z][^"\\\\]*"', key) for key in rows):
        known = (f"{key[1:-1] if key[1:-1].isidentifier() else key}: {value}" for key, value in rows.items())
        return f"py.dict({{{', '.join(known)}}})"
    return f"new py.Dict([{', '.join(f'[{key}, {value}]' for key, value in rows.items())}])"
