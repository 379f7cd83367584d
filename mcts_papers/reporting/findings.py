"""The results of the five replications: the most important claim of each paper, its verdict, and the measured numbers.

All texts and numbers are computed from the results that are stored now.
"""

import functools
from typing import NamedTuple

from ..registry import paper
from .answers import ANSWERS, Found
from .compare import judged
from .results import Results


class Finding(NamedTuple):
    """The most important claim of a paper: citation, address, claim, verdict, and the measured numbers as text."""

    cited: str
    address: str
    claim: str
    verdict: str
    measured: str


@functools.cache
def known(name) -> tuple:
    """Return the claims of a paper with their verdicts, and further numbers that belong to no claim."""
    results = Results(paper(name), compute=False)
    return judged(paper(name), results), paper(name).further(results) if paper(name).further else {}


def finding(name) -> Finding:
    """Return the `Finding` of the paper with this name."""
    of, found = ANSWERS[name], Found(*known(name))
    claim = found.claims[f"{name}-{of.claim}"]
    return Finding(of.cited, of.address, claim["statement"], claim["verdict"], of.found(found).measured)
