"""What Numba says of rules that it cannot compile, as one sentence: what is wrong, where, and what to do."""

from __future__ import annotations

import contextlib
import re
import traceback
from pathlib import Path

from ..errors import instead

PACKAGE = Path(__file__).resolve().parents[1]
STEP = re.compile(r"Failed in nopython mode pipeline \(step: [^)]*\)\n\s*(.+)")
PLACE = re.compile(r"""(?:at (\S+) \((\d+)\)|File ["']([^"']+)["'], line (\d+))""")
NO_FIELD = re.compile(r"Unknown attribute '(\w+)' of type (\w+)\(.*\)$")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
KNOWN = {  # what Numba says: what it means
    "NRT required but not enabled": "it makes a new array, or copies one as a whole, which takes memory",
}
MOST = 200  # letters of a reason
HOW = (" Compiled rules work on numbers, one element at a time, and make no new arrays; compiled=False runs them as they "
       "are.")


class CannotCompile(TypeError):
    """Rules or parts that run interpreted cannot be compiled; the message says why, where, and what to do."""


@contextlib.contextmanager
def refusing(title):
    """Compile something of `title`: what Numba says against it becomes one sentence, a `CannotCompile`."""
    try:
        yield
    except Exception as error:
        if isinstance(error, KeyError):  # Numba's way to say that a record has no such field
            text = _no_such_field(error)
        else:
            text = str(error) if type(error).__module__.startswith("numba.") else ""
        if not text:
            raise
        raise CannotCompile(in_one_sentence(text, title)) from None


def title_of(function, kinds) -> str:
    """Return the name of what is compiled with an entry: the class of its first argument, or the function's."""
    subject = getattr(kinds[0], "instance_class", None) if kinds else None
    return getattr(subject, "__name__", function.__name__)


def _no_such_field(error) -> str:
    """Return in Numba's form what field was asked of what, and where; "" if the error is about something else."""
    frames = [frame.f_locals.get("self") for frame, _ in traceback.walk_tb(error.__traceback__)]
    fields, [name] = getattr(frames[-1], "fields", None), error.args
    if fields is None or name in fields:
        return ""
    places = [one.loc for one in frames if hasattr(one, "loc")]
    where = f'File "{places[-1].filename}", line {places[-1].line}' if places else ""
    return f"{where}\na record has no field {name!r}: {instead(name, fields)}"


def in_one_sentence(text, title) -> str:
    """What is wrong with the rules of `title`, from what Numba says."""
    text = COLOURS.sub("", text)
    reasons = [reason.strip() for reason in STEP.findall(text)] or [line.strip() for line in text.splitlines() if line]
    reason = next((reason for reason in reversed(reasons) if reason), "of a reason that Numba does not give")
    reason = KNOWN.get(reason, NO_FIELD.sub(r"\2 has no field '\1': correct the name, or add the field", reason.rstrip(".:")))
    places = [(a or c, b or d) for a, b, c, d in PLACE.findall(text)]
    own = [place for place in places if not inside(place[0])]
    where = f" ({Path(own[-1][0]).name}, line {own[-1][1]})" if own else ""
    subject = "" if own else f" for {title}"
    known = " has no field " in reason  # that is all there is to say
    return f"This cannot be compiled{subject}: {reason[:MOST]}{where}." + ("" if known else HOW)


def inside(place) -> bool:
    """Whether a file is the package's own."""
    try:
        path = Path(place)
        return PACKAGE in path.resolve().parents or place.startswith(f"{PACKAGE.name}/")
    except (OSError, ValueError):
        return False
