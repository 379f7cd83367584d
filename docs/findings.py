"""Write into README.md what the five replications found: ``make written``, or ``python docs/findings.py``.

Every row is computed from the stored results, so it is the row of today's results.
"""

import re
from pathlib import Path

from mcts_papers.registry import paper
from mcts_papers.reporting.answers import ANSWERS, Found
from mcts_papers.reporting.compare import judged
from mcts_papers.reporting.results import Results

README = Path(__file__).parents[1] / "README.md"
ROWS = re.compile(r"(?<=\| --- \| --- \| --- \| --- \|\n)(\| \[.*figures/report_.*\n)+")


def row(name):
    """Return the row of a paper: its claim, the verdict, and what was measured, as a sentence."""
    of, results = ANSWERS[name], Results(paper(name), compute=False)
    found = Found(judged(paper(name), results), paper(name).further(results) if paper(name).further else {})
    claim = found.claims[f"{name}-{of.claim}"]
    return (f"| [{of.cited}]({of.address}) | {claim['statement']} | "
            f"[{claim['verdict']}](figures/report_{name}.html) | {of.found(found)[0]} |\n")


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    README.write_text(ROWS.sub(lambda _: "".join(map(row, ANSWERS)), text), encoding="utf-8")
