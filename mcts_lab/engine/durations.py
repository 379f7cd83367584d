"""How long compiling took here, from which follows how long it will take.

Remembered in one small file beside the compiled code: for each function and the classes in its arguments, and on
average for a line of source, which serves for what was never compiled. Whatever is wrong with the file, it is empty.
"""

from __future__ import annotations

import json

from . import cache
from .sources import made_of, modules_of, number_of_lines

RATES = {"search": 0.002, "rules": 0.005}  # seconds for a line of a search, and of rules, until it was measured here
WEIGHT = 0.3  # of the newest measurement
MOST = 1000  # functions that are remembered


def expected(function, subject, classes) -> float:
    """Seconds that compiling will take for arguments with these classes, of which `subject` is the game's.

    Once something was compiled for a game, its rules are there.
    """
    known = _read()
    seconds = known["functions"].get(_key(function, subject, classes))
    if seconds is None:
        search, rules = _lines(function, subject, classes)
        first = not _seen(known, function, subject)
        seconds = known["rates"]["search"] * search + first * known["rates"]["rules"] * rules
    return seconds


def is_first(function, subject) -> bool:
    """Whether nothing was compiled with this function for this game yet."""
    return not _seen(_read(), function, subject)


def remember(function, subject, classes, seconds: float):
    """It took so long."""
    known, key = _read(), _key(function, subject, classes)
    if key not in known["functions"]:  # the second time some of it may have been on disk
        rates = known["rates"]
        search, rules = _lines(function, subject, classes)
        if _seen(known, function, subject):
            rates["search"] += WEIGHT * (seconds / search - rates["search"])
        else:
            rates["rules"] += WEIGHT * (max(0.1 * seconds, seconds - rates["search"] * search) / rules - rates["rules"])
    known["functions"].pop(key, None)
    known["functions"][key] = round(seconds, 2)
    for old in list(known["functions"])[:-MOST]:
        del known["functions"][old]
    cache.keep_beside("durations.json", json.dumps(known, indent=0).encode())


def _read() -> dict:
    try:
        known = json.loads(cache.kept_beside("durations.json"))
        rates, functions = known["rates"], known["functions"]
        if all(0 < rates[which] < 1 for which in RATES) and all(0 <= seconds for seconds in functions.values()):
            return {"rates": {which: rates[which] for which in RATES}, "functions": functions}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        pass
    return {"rates": dict(RATES), "functions": {}}


def _start(function, subject) -> str:
    return f"{function.__module__}.{function.__qualname__} {subject.__module__}.{subject.__qualname__}:"


def _key(function, subject, classes) -> str:
    return _start(function, subject) + " ".join(sorted(f"{cls.__module__}.{cls.__qualname__}" for cls in classes))


def _seen(known, function, subject) -> bool:
    start = _start(function, subject)
    return any(key.startswith(start) for key in known["functions"])


def _lines(function, subject, classes) -> tuple[int, int]:
    """Lines of source of the search's parts, and of the rules and what these import; at least one of each."""
    parts = modules_of(function, set(classes) - {subject})
    rules = made_of(modules_of(function, {subject}) - parts) - made_of(parts)
    return max(1, sum(map(number_of_lines, parts))), max(1, sum(map(number_of_lines, rules)))
