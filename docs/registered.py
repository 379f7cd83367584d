"""Write ``data/paper/registered.csv``: how strong the evidence for each claim is, as git tells it.

``python docs/registered.py`` reads the history of the checkout: which came first, the rule of a claim or its results,
and whether the games or the measure were replaced later. A rule is what ``claims.csv`` asks: of which number,
alternative, null, margin, and how parts are combined. `mcts_papers.reporting.registered` says what the three states
are.

So it is compared what a measure yields, and not how or where it is written: to move or rewrite it replaces nothing.
"""

import ast
import contextlib
import csv
import hashlib
import html
import inspect
import io
import itertools
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from mcts_papers import paths
from mcts_papers import registry as papers
from mcts_papers.reporting.registered import AFTERWARDS, REPLACED, UNCHANGED, Registered
from mcts_papers.reporting.results import NotMeasured, Results

RULE = ("endpoint", "alternative", "null", "margin", "combine")
CLAIMS, RESULTS, PAGES = "data/paper/claims.csv", "data/results", "figures"
BUDGETS = ("standard", "paper")
# Results that the pages told before they were stored: since which commit, and its date
TOLD = {"runnels2023_facts": ("aeddd3e9", "2026-11-21T09:26:33+00:00")}
REWORDED = (  # words of endpoints that were replaced by others with the same meaning
    (r"\bless\b", "minus"), (r"points a hand\b", "points per hand"), (r"\brate\b(?! of)", "rate of visited children"),
    (r",? (?:with )?bags at -9(?: as the search prices them)?", " with a bag counted as -9"),
    (r"\bit minus each other\b", "hard pruning with move pruning minus each other pruned search"),
    (r"direction said", "direction that the paper says"), (r"guesses", "determinizations"),
    (r"2\.5 minus depth from 200 on, and depth before minus 2\.5",
     "2.5 minus the depth from 200 actions on, and the depth before minus 2.5"),
    (r"networks minus with$", "networks minus with networks"), (r"actions that take part", "actions that are not "
                                                                                           "pruned"),
    (r"cells run", "cells reached"), (r"by the clock", "because time ran out"))
CALLED = {"holds": "confirmed", "does not hold": "not confirmed", "equivalent within margin": "equivalent"}  # once


def moment(date) -> datetime:
    return datetime.fromisoformat(date)


# --- what git has -----------------------------------------------------------------------------------------------------


def git(checkout, *words, given=None) -> str:
    return subprocess.run(["git", "-C", str(checkout), *words], input=given, text=True, capture_output=True,
                          check=True).stdout


def commits(checkout, *choice):
    """Pairs of a commit and its date, the oldest first."""
    log = git(checkout, "log", "--reverse", "--date-order", "--abbrev=8", "--format=%h %cI", *choice)
    return [tuple(line.split(" ")) for line in log.splitlines()]


def rules(checkout) -> dict[str, tuple[str, str]]:
    """The commit since which each claim has the rule that it has, and its date."""
    since, rule = {}, {}
    log = git(checkout, "log", "--follow", "--abbrev=8", "--format=%h %cI", "--", CLAIMS)  # under any of its names
    for commit, date in (line.split(" ") for line in reversed(log.splitlines())):
        text = git(checkout, "show", f"{commit}:{CLAIMS}")
        for row in csv.DictReader(line for line in text.splitlines() if line and not line.startswith("#")):
            found = (worded(row.get(RULE[0]) or ""), *(row.get(name) or "" for name in RULE[1:]))
            if rule.get(row["id"]) != found:
                since[row["id"]], rule[row["id"]] = (commit, date), found
    return since


def worded(endpoint: str) -> str:
    """An endpoint in today's words: to word it otherwise is no change of the rule."""
    for old, new in REWORDED:
        endpoint = re.sub(old, new, endpoint)
    return endpoint


def stored(checkout) -> list[tuple]:
    """The results in the tree of each commit that has others than the one before: (commit, date, {experiment: blobs}).

    Trees are compared, because the log does not show what a merge brings in.
    """
    found, seen, every = [], set(), commits(checkout)
    trees = git(checkout, "cat-file", "--batch-check=%(objectname)",
                given="".join(f"{commit}:{RESULTS}\n" for commit, _ in every)).splitlines()
    for (commit, date), tree in zip(every, trees, strict=True):
        if tree in seen or " " in tree:
            continue
        seen.add(tree)
        blobs = {}
        for line in git(checkout, "ls-tree", "-r", tree).splitlines():
            about, _, file = line.partition("\t")
            name, _, part = file.partition("/")
            if part.startswith(tuple(f"{budget}-" for budget in BUDGETS)):
                blobs.setdefault(name, []).append(about.split()[2])
        found.append((commit, date, blobs))
    return found


def first_results(trees, experiments) -> tuple[str, str]:
    """The commit that first stored or told results of any of some experiments, and its date; empty texts where none
    did. trees: see `stored`"""
    found = [(commit, date) for commit, date, blobs in trees if set(experiments) & set(blobs)]
    told = [TOLD[name] for name in experiments if name in TOLD]
    return min([*found, *told], key=lambda one: moment(one[1]), default=("", ""))


TASK = re.compile(rb'^\{"task": ?("(?:[^"\\]|\\.)*")', re.MULTILINE)


def tasks_in(checkout, blob, known) -> set[str]:
    """The keys of the tasks that a stored file has. known: what was found before, by blob"""
    if blob not in known:
        data = subprocess.run(["git", "-C", str(checkout), "cat-file", "blob", blob], capture_output=True,
                              check=True).stdout
        data = zlib.decompress(data, 31) if data[:2] == b"\x1f\x8b" else data
        known[blob] = set(map(json.loads, TASK.findall(data)))
    return known[blob]


# --- what was published -----------------------------------------------------------------------------------------------

ROW = re.compile(r'<tr[^>]*id="(?:claim-)?([a-z]+\d{4}-[a-z0-9-]+)"[^>]*>(.*?)</tr>', re.DOTALL)
VERDICT = re.compile(r'class="verdict[^"]*"[^>]*>[^a-z]*(.*?)</span>', re.DOTALL)
NUMBER = r"(-?[\d.,]*\d(?:e-?\d+)?)"
INTERVAL, SHARE = re.compile(rf"\[{NUMBER}, {NUMBER}\]"), re.compile(r"([\d.]+)% of [\d,]+ games")
BESIDE = re.compile("Size: |Tested by: |How we tested it: |To decide: |What would decide it: ")  # after the numbers
SCALES = (1, 100, 0.01)  # between shares, and shares in per cent
ALIKE = 0.02  # of the width of an interval, by which its middle may differ as ends are rounded or computed otherwise
SHORT = 0.001  # by which a share of games may, which is printed with three digits


class Version(NamedTuple):
    """What a version of the report says of a claim."""

    commit: str
    date: str
    verdict: str
    numbers: tuple  # of (middle, width) of each interval, or (share, 0)


def published(checkout, names) -> dict[str, list[Version]]:
    """What the versions of the report of papers said of each claim, the oldest first."""
    files, seen, found = [f"{PAGES}/report{name}.html" for name in ("", *(f"_{name}" for name in names))], set(), {}
    for commit, date in commits(checkout, "--full-history", "--", *files):
        for blob in git(checkout, "ls-tree", "--object-only", commit, *files).split():
            if blob not in seen:
                seen.add(blob)
                for claim, row in ROW.findall(git(checkout, "cat-file", "blob", blob)):
                    said, measured = VERDICT.search(row), row.split("<td")[2:3]
                    if said and measured:
                        verdict = CALLED.get(said[1].strip(), said[1].strip())
                        found.setdefault(claim, []).append(Version(commit, date, verdict, numbers_in(measured[0])))
    return found


def numbers_in(cell) -> tuple:
    """The middle and the width of each interval that a cell of a report prints, and the shares of games."""
    text = BESIDE.split(" ".join(html.unescape(re.sub("<[^>]+>", " ", cell)).split()))[0]
    ends = [tuple(float(end.replace(",", "")) for end in pair) for pair in INTERVAL.findall(text)]
    return (*((sum(pair) / 2, pair[1] - pair[0]) for pair in ends),
            *((float(share) / 100, 0.0) for share in SHARE.findall(text)))


def near(one, other) -> bool:
    """Whether two printed numbers are of the same games, in whichever scale."""
    for scale in SCALES:
        middle, width = scale * other[0], scale * other[1]
        if not one[1] or not width:
            if scale == 1 and abs(one[0] - middle) < SHORT:
                return True
        elif 0.5 < one[1] / width < 2 and abs(one[0] - middle) <= ALIKE * max(one[1], width):
            return True
    return False


def of_one(numbers, others) -> bool:
    """Whether all of the fewer of two versions' numbers are among the others: how many are printed has changed."""
    fewer, more = sorted((numbers, others), key=len)
    return all(any(near(one, other) for other in more) for one in fewer)


def turns(versions: Sequence[Version]) -> list[Version]:
    """The versions in which a claim got a verdict on other games, or another verdict."""
    found, last = [], ()
    for version in versions:
        other = bool(version.numbers) and (not last or not of_one(version.numbers, last))
        tested = version.verdict != "not tested" and (last or version.numbers or version.verdict != "undecided")
        if other or tested and (not found or version.verdict != found[-1].verdict):
            found.append(version)
        last = version.numbers or last
    return found


def analyses(found: Sequence[Version]) -> int:
    """How many different sets of numbers there are among what `turns` found; one if nothing printed has an interval."""
    sets = [one.numbers for one in found if one.numbers]
    return 1 + sum(not of_one(*pair) for pair in itertools.pairwise(sets))


def told_of(found: Sequence[Version]) -> str:
    """The verdicts of what `turns` found as text, each once until another follows."""
    changes = [next(of) for _, of in itertools.groupby(found, key=lambda one: one.verdict)]
    return ", then ".join(f"{one.verdict} on {one.date[:10]}" for one in changes)


# --- the state --------------------------------------------------------------------------------------------------------


def gives(measure, frames, numbers) -> bool:
    """Whether a measure gives, for games that were stored once, only numbers that were published then."""
    try:
        parts = [part for part in measure(frames).parts if part.low <= part.high]
    except Exception:  # whatever games of another kind do to it
        return False
    own = [((part.low + part.high) / 2, part.high - part.low) for part in parts]
    shares = [(part.estimate, 0.0) for part in parts]
    return bool(own) and any(all(any(near(one, number) for number in numbers) for one in of) for of in (own, shares))


def state_of(checkout, known: Registered, measure, results, trees, versions, cache) -> str:
    """The state of a claim; results: experiment -> the games of today, `versions` from `turns`."""
    if not known.results or moment(known.rule_date) >= moment(known.results_date):
        return AFTERWARDS
    first = next((one for one in versions if one.numbers and moment(one.date) >= moment(known.results_date)), None)
    if first is None:  # nothing was published before what is stored now
        return UNCHANGED
    for _, date, blobs in reversed(trees):
        if moment(date) <= moment(first.date) and set(results) & set(blobs):
            frames = {}
            for name, frame in results.items():
                tasks = set().union(*(tasks_in(checkout, blob, cache) for blob in blobs.get(name, ())))
                frames[name] = frame[frame["task"].isin(tasks)]
            if gives(measure, frames, first.numbers):
                return UNCHANGED
    return REPLACED


def used(results, measure) -> set[str]:
    """The experiments that the function of a claim asks for, as far as it gets with what is stored."""
    results.used.clear()
    with contextlib.suppress(NotMeasured):
        results.made(measure, ())
    return set(results.used)


def hash_of(measure, experiments) -> str:
    """A hash of a measuring function and the names of its experiments, wherever the function stands."""
    tree = ast.parse(inspect.getsource(inspect.unwrap(measure)))
    function = tree.body[0]
    function.body = function.body[1:] if ast.get_docstring(function) else function.body
    return hashlib.sha256(f"{ast.unparse(tree)}{experiments}".encode()).hexdigest()[:8]


def registered(checkout) -> list[Registered]:
    """The rows of ``registered.csv`` for all papers of this collection."""
    own = [paper for paper in map(papers.paper, papers.names()) if paper.numbers is None]  # others keep their claims
    since, trees, cache, rows = rules(checkout), stored(checkout), {}, []
    told = published(checkout, [paper.name for paper in own])
    for paper in own:
        results = Results(paper, compute=False)
        for claim in papers.claims(paper):
            if claim.rule:
                measure = paper.claims[claim.id]
                names = used(results, measure)
                versions = turns(told.get(claim.id, ()))
                known = Registered(claim.id, *since[claim.id], *first_results(trees, names))
                games = {name: results.frames[name] for name in names if name in results.frames}
                rows.append(known._replace(
                    state=state_of(checkout, known, measure, games, trees, versions, cache),
                    experiments=" ".join(sorted(names)), measure=hash_of(measure, sorted(names)),
                    analyses=str(analyses(versions)),
                    history=told_of(versions)))
    return rows


def main():
    path = paths.data() / "paper" / "registered.csv"
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerow(Registered._fields)
    table.writerows(registered(path.parents[2]))
    path.write_text(file.getvalue(), encoding="utf-8")
    print(path)


if __name__ == "__main__":
    sys.exit(main())
