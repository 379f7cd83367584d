"""How strong the evidence for each claim is: which came first, the rule or the results, and whether the games or the
measure were replaced later.

``docs/registered.py`` reads it from the history of the checkout and writes it into ``data/paper/registered.csv``. A
claim is in one of three states:

- unchanged: the rule is older than the first results, and what decides today gives, for the games stored at that time,
  the numbers that the report first published;
- replaced: the rule is older, but it does not give these numbers, because the games, the measure or the program that
  played was replaced later;
- afterwards: the rule was set or changed when there were results, or nothing stored can tell.
"""

from __future__ import annotations

import csv
from typing import NamedTuple

UNCHANGED, REPLACED, AFTERWARDS = ("unchanged", "replaced", "afterwards")


class Registered(NamedTuple):
    """What the Git history shows about a claim and its results. Dates are in ISO 8601."""

    id: str
    rule: str  # the commit that gave the rule its present form
    rule_date: str
    results: str = ""  # the commit with the first results that the claim uses; "" if it uses no stored results
    results_date: str = ""
    state: str = AFTERWARDS  # or UNCHANGED, REPLACED
    experiments: str = ""  # names of the experiments that the claim uses, separated by spaces
    measure: str = ""  # a hash of the measuring function and of these names
    analyses: str = ""  # how often new numbers were published for the claim
    history: str = ""  # the published verdicts with their dates


def read(paper) -> dict[str, Registered]:
    """Return {id of a claim: its row of ``registered.csv``}; {} if the paper does not have this file."""
    path = paper.published("registered.csv")
    if not path.is_file():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: Registered(**row) for row in csv.DictReader(file)}
