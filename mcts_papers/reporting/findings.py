"""What the five replications found: the most important claim of each paper, its verdict, and what was measured.

Everything is computed from the stored results, so it is true of today's results.
"""

import functools
from typing import NamedTuple

from ..registry import paper
from .answers import ANSWERS, Found
from .compare import judged
from .results import Results


class Finding(NamedTuple):
    """The most important claim of a paper: the citation, its address, the claim, its verdict, and what was measured."""

    cited: str
    address: str
    claim: str
    verdict: str
    measured: str


@functools.cache
def known(name) -> tuple:
    """Return the claims of a paper with their verdicts, and the numbers that no claim has."""
    results = Results(paper(name), compute=False)
    return judged(paper(name), results), paper(name).further(results) if paper(name).further else {}


def finding(name) -> Finding:
    """Return what was found about the paper of this name."""
    of, found = ANSWERS[name], Found(*known(name))
    claim = found.claims[f"{name}-{of.claim}"]
    return Finding(of.cited, of.address, claim["statement"], claim["verdict"], of.found(found).measured)
