"""When the rule of each claim was fixed, and when the first results that it is judged by were stored, as git tells it.

``python -m mcts_papers.reporting.registered`` writes ``data/paper/registered.csv`` anew from the history of the
checkout. A rule is what ``claims.csv`` asks: of which number, alternative, null, margin, and how parts are combined. A
claim whose rule changed after the first results is told apart from the others, because whoever set it could have seen
them, and so is one of which no results are stored.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import subprocess
import sys
from datetime import datetime
from typing import NamedTuple

from .. import paths
from .. import registry as papers
from .results import NotMeasured, Results

RULE = ("endpoint", "alternative", "null", "margin", "combine")
CLAIMS, RESULTS = "data/paper/claims.csv", "data/results"
BUDGETS = ("standard", "paper")
# Results that the pages told before they were stored: since which commit, and its date
TOLD = {"runnels2023_facts": ("aeddd3e9", "2026-11-21T09:26:33+00:00")}


class Registered(NamedTuple):
    """Commits with their dates (ISO 8601): of a claim's rule as it is today, and of the first results it uses."""

    id: str
    rule: str  # commit
    rule_date: str
    results: str = ""  # "" where the claim uses none that are stored
    results_date: str = ""

    @property
    def before(self) -> bool | None:
        """Whether the rule was fixed before the results; None where none are stored that could tell."""
        if not self.results:
            return None
        return datetime.fromisoformat(self.rule_date) < datetime.fromisoformat(self.results_date)


def read(paper) -> dict[str, Registered]:
    """What is known of a paper's claims, by id; empty where the paper has no ``registered.csv``."""
    path = paper.published("registered.csv")
    if not path.is_file():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: Registered(**row) for row in csv.DictReader(file)}


def rules(checkout) -> dict[str, tuple[str, str]]:
    """The commit since which each claim has the rule that it has, and its date."""
    since, rule = {}, {}
    for commit, date in commits(checkout, "--follow", "--", CLAIMS):
        text = git(checkout, "show", f"{commit}:{CLAIMS}")
        for row in csv.DictReader(line for line in text.splitlines() if line and not line.startswith("#")):
            found = tuple(row.get(name) or "" for name in RULE)
            if rule.get(row["id"]) != found:
                since[row["id"]], rule[row["id"]] = (commit, date), found
    return since


def first_results(checkout, experiments) -> tuple[str, str]:
    """The commit that first stored or told results of any of some experiments, and its date; empty texts where none
    did."""
    places = [f"{RESULTS}/{name}/{budget}-*" for name in experiments for budget in BUDGETS]
    stored = itertools.islice(commits(checkout, "--diff-filter=A", "--", *places) if places else (), 1)
    told = [TOLD[name] for name in experiments if name in TOLD]
    return min([*stored, *told], key=lambda one: datetime.fromisoformat(one[1]), default=("", ""))


def commits(checkout, *choice):
    """Commits that touch some files with their dates, the oldest first."""
    for line in git(checkout, "log", "--reverse", "--abbrev=8", "--format=%h %cI", *choice).splitlines():
        yield tuple(line.split(" "))


def git(checkout, *words) -> str:
    return subprocess.run(["git", "-C", str(checkout), *words], text=True, capture_output=True, check=True).stdout


def used(paper, claim) -> set[str]:
    """The experiments that the function of a claim asks for, as far as it gets with what is stored."""
    results = Results(paper, compute=False)
    with contextlib.suppress(NotMeasured):
        results.made(paper.claims[claim.id], ())
    return set(results.about)


def written(checkout) -> str:
    """The content of ``registered.csv`` for all papers of this collection."""
    since, file = rules(checkout), io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(Registered._fields)
    for paper in map(papers.paper, papers.names()):
        if paper.numbers is not None:  # its claims are kept elsewhere
            continue
        table.writerows((claim.id, *since[claim.id], *first_results(checkout, used(paper, claim)))
                        for claim in papers.claims(paper) if claim.rule)
    return file.getvalue()


def main():
    path = paths.data() / "paper" / "registered.csv"
    path.write_text(written(path.parents[2]), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    sys.exit(main())
