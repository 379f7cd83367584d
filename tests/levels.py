"""Which tests are run when.

`make test` runs what has no mark, `make test-all` also what is marked ``all``, `make test-release` everything. A test
that asks for the fixture `browser` counts as marked ``all``. Of the cases of a test marked ``sampled(n)`` the commit
picks one in n, and the others count as marked ``release``, or as ``sampled(n, others="all")`` says.
"""

import functools
import hashlib
import math
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@functools.cache
def commit() -> str:
    """The commit that is checked out; a fixed word where git does not know it."""
    try:
        said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return "none"
    return said.stdout.strip() if said.returncode == 0 else "none"


def picked(names, n, seed) -> set:
    """One in n of the names, and at least one, in an order that the seed draws."""
    drawn = sorted(names, key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())
    return set(drawn[:math.ceil(len(drawn) / n)])


def mark(items):
    """Give tests the marks that follow from others."""
    sampled = {}
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("all")
        if item.get_closest_marker("sampled"):
            sampled.setdefault(item.function, []).append(item)
    for cases in sampled.values():
        told = cases[0].get_closest_marker("sampled")
        kept = picked([item.name for item in cases], *told.args, commit())
        for item in cases:
            if item.name not in kept:
                item.add_marker(told.kwargs.get("others", "release"))
