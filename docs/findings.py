"""Write into README.md what the five replications found: ``make written``, or ``python docs/findings.py``.

Every row is computed from the stored results, so it is the row of today's results.
"""

import functools
import re
from pathlib import Path

from mcts_papers.registry import paper
from mcts_papers.reporting.answers import ANSWERS, Found
from mcts_papers.reporting.compare import TESTED, judged
from mcts_papers.reporting.results import Results

README = Path(__file__).parents[1] / "README.md"
GRADED = re.compile(r"^Of \d+ claims, .*$", re.MULTILINE)
ROWS = re.compile(r"(?<=\| --- \| --- \| --- \| --- \|\n)(\| \[.*figures/report_.*\n)+")


@functools.cache
def known(name):
    """Return the claims of a paper with their verdicts, and the numbers that no claim has."""
    results = Results(paper(name), compute=False)
    return judged(paper(name), results), paper(name).further(results) if paper(name).further else {}


def row(name):
    """Return the row of a paper: its claim, the verdict, and what was measured, as a sentence."""
    of, found = ANSWERS[name], Found(*known(name))
    claim = found.claims[f"{name}-{of.claim}"]
    return (f"| [{of.cited}]({of.address}) | {claim['statement']} | "
            f"[{claim['verdict']}](figures/report_{name}.html) | {of.found(found)[0]} |\n")


def evidence():
    """Return how many claims are in each state of evidence, as a line."""
    groups = [claim["group"] for name in ANSWERS for claim in known(name)[0]]
    unchanged, replaced, late = map(groups.count, TESTED)
    total = unchanged + replaced + late
    return (f"Of {total} claims, {unchanged} have a rule older than their results, {replaced} such a rule and "
            f"[replaced](docs/reproducibility.md) results, {late} a later rule.")


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    text = GRADED.sub(lambda _: evidence(), ROWS.sub(lambda _: "".join(map(row, ANSWERS)), text))
    README.write_text(text, encoding="utf-8")
