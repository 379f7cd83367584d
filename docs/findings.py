"""Write into README.md what the five replications found: ``make written``, or ``python docs/findings.py``."""

import re
from pathlib import Path

from mcts_papers.reporting.answers import ANSWERS
from mcts_papers.reporting.compare import TESTED
from mcts_papers.reporting.findings import finding, known

README = Path(__file__).parents[1] / "README.md"
GRADED = re.compile(r"^A rule decides about each of .*$", re.MULTILINE)
ROWS = re.compile(r"(?<=\| --- \| --- \| --- \| --- \|\n)(\| \[.*figures/report_.*\n)+")


def row(name):
    """Return the row of a paper: its claim, the verdict, and what was measured, as a sentence."""
    found = finding(name)
    return (f"| [{found.cited}]({found.address}) | {found.claim} | [{found.verdict}](figures/report_{name}.html) | "
            f"{found.measured} |\n")


def evidence():
    """Return how many claims are in each state of evidence, as a line."""
    groups = [claim["group"] for name in ANSWERS for claim in known(name)[0]]
    unchanged, replaced, late = map(groups.count, TESTED)
    total = unchanged + replaced + late
    return (f"A rule decides about each of {total} claims. For {unchanged} claims, the rule is older than the "
            f"results. For {replaced}, it is older too, but the results were [replaced](docs/reproducibility.md). "
            f"For {late}, the rule was set or changed after the first results.")


if __name__ == "__main__":
    text = README.read_text(encoding="utf-8")
    text = GRADED.sub(lambda _: evidence(), ROWS.sub(lambda _: "".join(map(row, ANSWERS)), text))
    README.write_text(text, encoding="utf-8")
