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

UNCHANGED, REPLACED, AFTERWARDS = STATES = ("unchanged", "replaced", "afterwards")


class Registered(NamedTuple):
    """What git tells of a claim; dates are in ISO 8601."""

    id: str
    rule: str  # commit since which the rule is as it is
    rule_date: str
    results: str = ""  # commit with the first results that it uses; "" where it uses none that are stored
    results_date: str = ""
    state: str = AFTERWARDS  # one of STATES
    experiments: str = ""  # that it uses, with spaces between
    measure: str = ""  # a hash of the measuring function and of these names
    analyses: str = ""  # how many different sets of numbers were published for it
    history: str = ""  # its published verdicts with their dates


def read(paper) -> dict[str, Registered]:
    """What is known of a paper's claims, by id; empty where the paper has no ``registered.csv``."""
    path = paper.published("registered.csv")
    if not path.is_file():
        return {}
    with open(path, encoding="utf-8", newline="") as file:
        return {row["id"]: Registered(**row) for row in csv.DictReader(file)}
