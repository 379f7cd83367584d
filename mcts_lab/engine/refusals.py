"""What Numba says of rules that it cannot compile, as one sentence: what is wrong, where, and what to do."""

from __future__ import annotations

import re
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
STEP = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)\n\s*(.+)")
PLACE = re.compile(r"""(?:at (\S+) \((\d+)\)|File ["']([^"']+)["'], line (\d+))""")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
KNOWN = {  # what Numba says: what it means
    "NRT required but not enabled": "it makes a new array, or copies one as a whole, which takes memory",
}
MOST = 200  # letters of a reason


class CannotCompile(TypeError):
    """Rules or parts that run interpreted cannot be compiled; the message says why, where, and what to do."""


def in_one_sentence(error, title) -> str:
    """What is wrong with the rules of `title`, from what Numba says."""
    text = COLOURS.sub("", str(error))
    reasons = [reason.strip() for reason in STEP.findall(text)] or [line.strip() for line in text.splitlines() if line]
    reason = next((reason for reason in reversed(reasons) if reason), "of a reason that Numba does not give")
    reason = KNOWN.get(reason, reason.rstrip(".:"))
    places = [(a or c, b or d) for a, b, c, d in PLACE.findall(text)]
    own = [place for place in places if not inside(place[0])]
    where = f" ({Path(own[-1][0]).name}, line {own[-1][1]})" if own else ""
    return (f"This cannot be compiled for {title}: {reason[:MOST]}{where}. Compiled rules work on numbers, one element "
            "at a time, and make no new arrays; compiled=False runs them as they are.")


def inside(place) -> bool:
    """Whether a file is the package's own."""
    try:
        path = Path(place)
        return PACKAGE in path.resolve().parents or place.startswith(f"{PACKAGE.name}/")
    except (OSError, ValueError):
        return False
