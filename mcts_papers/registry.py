"""The papers: which experiments, figures, tables and claims each has, and how ours are set beside the published ones.

A folder here is a paper if its ``__init__.py`` has a line ``LESSON = 3``, the number of the lesson about it (here P3),
by which papers are sorted, and a constant ``PAPER``. The line is read; the folder is imported when its paper is first
asked for.
Modules of other packages declare theirs, as in ``PAPERS = {"smith2021": "PAPER"}``, and experiments that belong to no
paper, as in ``EXPERIMENTS = {"coins": "COINS"}``.
``MODULE:NAME`` names what is declared nowhere.
"""

from __future__ import annotations

import csv
import functools
import importlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from mcts_lab.declarations import Declared, found
from mcts_lab.errors import UnknownName

from .judging import ALTERNATIVES, COMBINATIONS, KINDS, VERDICTS, Finding, Part, Rule
from .measuring import Beside, Note, claim, measured_by, untested
from .paths import data

__all__ = ["VERDICTS", "Beside", "Claim", "Finding", "Item", "Note", "Paper", "Part", "Rule", "beside", "claim",
           "claims", "drawn", "experiment", "experiments", "measured_by", "names", "paper", "published", "untested"]

PAPERS = Declared("PAPERS", "paper", "reporting")  # of other packages
EXPERIMENTS = Declared("EXPERIMENTS", "experiment", "reporting")  # of other packages
OTHERS = {name: (f"{__package__}.studies.miniature", constant)  # shown as papers are, but replicate none
          for name, constant in (("alphazero", "MINIATURE"), ("parts", "PARTS"))}
DECLARATION = re.compile(r"^LESSON = (\d+)", re.MULTILINE)


class Item(NamedTuple):
    """A figure, a table or an animation of a paper, made from the results of experiments.

    `make(results, budget)` gets a mapping from experiment name to DataFrame and the name of the budget those were run
    with; it returns a matplotlib Figure (or the pair of a Figure and the DataFrame it shows) for a figure, a DataFrame
    for a table, and a `Film` for an animation.

    A table whose published numbers are known names the columns that identify a row (`keys`) and the columns of numbers
    (`values`), as they stand in ``<paper>_<name>.csv`` (see `Paper.numbers`). `make` returns the same columns,
    measured, and for each value ``v`` the ends ``v_low`` and ``v_high`` of the interval in which the published number
    is expected if the paper's result is right (left out or NaN where there is none). A column ``v_verdict`` overrides
    the verdict that follows from the interval. Columns ``v_further``, ``v_further_low``, ``v_further_high`` and
    ``games_further`` have what it became with games that were played later.
    """

    name: str  # as in file names, such as "table1"
    kind: str  # "figure", "table" or "animation"
    title: str  # one line
    alt: str  # what a person who cannot see it should know
    make: Callable  # (results, budget) -> Figure, (Figure, DataFrame), DataFrame or Film
    needs: tuple = ()  # names of experiments of the paper
    keys: tuple = ()  # columns that name a row of the published table
    values: tuple = ()  # columns of published numbers
    note: str = ""  # what a reader must know to compare, one or two sentences
    called: dict = {}  # name in the published table -> name of another program that stands in its place in ours
    across: str = ""  # the key whose values are the paper's columns; "": its columns are the values


class Claim(NamedTuple):
    """A claim that a paper makes in words: a row of ``claims.csv`` (see `Paper.numbers`).

    `judging` makes the verdict from what follows `how_tested`, and ``registered.csv`` says what of it is older than the
    results. A claim is a "replication" if measuring could show otherwise, "by construction" if it is a theorem or a
    fact about this project's own code, "untestable" if what it speaks of is not at hand.
    """

    id: str
    paper: str
    where: str  # section, table or page
    statement: str
    how_tested: str
    kind: str  # one of KINDS
    endpoint: str  # the one number that decides; others are told beside it
    rule: Rule | None  # what the claim says of it; None if it cannot be tested
    family: str = ""  # claims of a paper that share one error rate; "" for those that stand alone
    published: dict = {}  # what the paper prints for the endpoint: name of a part or an endpoint, or "" -> number
    unit: str = ""  # of the published numbers
    games: int = 0  # behind a published share; of a difference, behind that of fewer games; 0: not said, or no share
    looks: int = 1  # how often it was judged, each time but the first with more games because it had been undecided;
    # see `judging.looked_at`
    last: bool = False  # whether the last of these was planned as the last one, so that it spends all the error left
    observations: dict = {}  # what is counted by the `n` of a part: name of an endpoint, or "" -> such as "games"

    @property
    def halvings(self) -> int:
        """How often the level of the present analysis was halved: once for each, but the last one gets what is left."""
        return self.looks - self.last


CLAIM_COLUMNS = ("id", "paper", "where", "statement", "how_tested", "kind", "endpoint", "alternative", "null", "margin",
                 "combine", "family")
SIZE_COLUMNS = ("published", "unit", "games", "looks", "observations")  # may be left out
SHARES = ("share of games", "difference of shares of games")  # units of which a number of games tells the interval
LISTS = {  # what stands beside a paper's claims, and the columns of its file
    "deviations": ("paper", "where", "says", "done", "why", "pushes", "tested"),
    "contradictions": ("id", "paper", "where", "says", "but", "here"),
    "sentences": ("paper", "where", "says", "why", "claims"),
    "headlines": ("paper", "asked", "says", "claim"),
}
MAY_BE_EMPTY = ("tested", "here", "why", "claims")


class Paper(NamedTuple):
    name: str  # as it is declared, such as "runnels2023"
    title: str
    reference: str  # as in a list of references
    experiments: tuple = ()  # of mcts_lab.matches.Experiment
    items: tuple = ()  # of Item
    claims: dict = {}  # claim id -> function(results, budget) -> Finding; see `measuring`
    numbers: Path | None = None  # the folder of its published numbers and ``claims.csv``; None: ``data/paper`` here
    further: Callable | None = None  # results -> numbers, as text, that the page of lessons tells and no claim has
    likely: Callable | None = None  # results -> the readings that its own numbers make likeliest

    def published(self, file: str) -> Path:
        """Return the path of a file of its published numbers."""
        return (self.numbers or data() / "paper") / file

    def item(self, name: str) -> Item:
        """The item of that name. Raises `UnknownName`, which suggests the nearest."""
        for item in self.items:
            if item.name == name:
                return item
        raise UnknownName(f"figure or table of {self.name}", name, [item.name for item in self.items])


@functools.cache
def declared() -> dict[str, tuple[str, str]]:
    """Return the module and the attribute of each paper by its name, in the order of the lessons, then others'."""
    lessons = {}
    for path in Path(__file__).parent.glob("*/__init__.py"):
        line = DECLARATION.search(path.read_text(encoding="utf-8"))
        if line:
            lessons[path.parent.name] = int(line[1])
    found = {name: (f"{__package__}.{name}", "PAPER") for name in sorted(lessons, key=lessons.get)}
    return found | {name: place for name, place in PAPERS.places.items() if name not in found} | OTHERS


def names() -> tuple:
    """Return the names of all papers, in the order of reading."""
    return tuple(name for name in declared() if name not in OTHERS)


def drawn() -> tuple:
    """Return the names of all that figures are drawn of: the papers, and what replicates none."""
    return tuple(declared())


named = {}  # name: a paper that was asked for as MODULE:NAME, which its report asks for by its name


def paper(name: str) -> Paper:
    """Return the paper of that name. Raises `UnknownName`, which suggests the nearest."""
    if ":" in name:
        given = found("paper", name)
        if not isinstance(given, Paper):
            raise ValueError(f"{name} is not a paper. Name one that is made with Paper(...).")
        return named.setdefault(given.name, given)
    if name in named:
        return named[name]
    if name not in declared():
        raise UnknownName("paper", name, declared())
    module, attribute = declared()[name]
    return getattr(importlib.import_module(module), attribute)


def experiments() -> dict:
    """The experiments of all papers by name, and those that replicate none."""
    ours = (one for name in drawn() for one in paper(name).experiments)
    return {one.name: one for one in (*ours, *EXPERIMENTS.values())}


def experiment(name: str):
    """The experiment of that name; the paper may be left out where only one has such an experiment.

    Raises `UnknownName`, which suggests the nearest.
    """
    if ":" in name:
        return found("experiment", name)
    known = experiments()
    meant = [full for full in known if full == name or full.partition("_")[2] == name]
    if len(meant) != 1:
        raise UnknownName("experiment", name, meant or known)
    return known[meant[0]]


def claims(of: Paper) -> list[Claim]:
    """The claims of a paper, each with a function that measures its endpoint.

    Raises ValueError when ``claims.csv`` and the paper's module do not name the same claims, or a row is incomplete.
    """
    path = of.published("claims.csv")
    rows = _rows(path, CLAIM_COLUMNS)
    found = []
    for number, row in rows:
        try:
            claim = _claim({name: row.get(name, "").strip() for name in (*CLAIM_COLUMNS, *SIZE_COLUMNS)})
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
        if claim.paper not in {of.name, *names()}:
            raise ValueError(f"{path}, line {number}: {UnknownName('paper', claim.paper, names())}")
        if claim.id in {c.id for c in found}:
            raise ValueError(f"{path}, line {number}: the id {claim.id!r} is used twice. Give each claim its own id.")
        if claim.paper == of.name:
            found.append(claim)
    untested = [c.id for c in found if c.id not in of.claims]
    if untested:
        raise ValueError(f"{path}: nothing measures {', '.join(untested)}. Add a generator with @claim(ID) to the "
                         f"module claims of {of.name}.")
    unlisted = sorted(set(of.claims) - {c.id for c in found})
    if unlisted:
        raise ValueError(f"{path} has no row for {', '.join(unlisted)}, which {of.name} measures. Add a row for each.")
    return found


def beside(of: Paper, name: str) -> list[dict]:
    """The rows of a paper in one of `LISTS`, where it has the file: its deviations from what is done here, its
    contradictions of itself, its sentences on results, or its headlines, the results that its page begins with. In the
    last column stand ids of claims, experiments or items ("paper/item").

    Raises ValueError where a row lacks what may not be empty.
    """
    path, columns = of.published(f"{name}.csv"), LISTS[name]
    rows = _rows(path, columns) if path.is_file() else []
    for number, row in rows:
        empty = [column for column in columns if column not in MAY_BE_EMPTY and not row[column].strip()]
        if empty:
            raise ValueError(f"{path}, line {number}: {', '.join(empty)} must be filled in.")
    return [{column: row[column].strip() for column in columns} for _, row in rows if row["paper"].strip() == of.name]


def _claim(row: dict) -> Claim:
    """A row of ``claims.csv``. Raises ValueError that says what is wrong with it."""
    texts = {name: row[name] for name in CLAIM_COLUMNS[:6]}
    if not all(texts.values()):
        raise ValueError(f"A column is empty. Fill in every column up to {CLAIM_COLUMNS[5]}.")
    for name, known in (("kind", KINDS), ("alternative", ("", *ALTERNATIVES)), ("combine", ("", *COMBINATIONS))):
        if row[name] not in known:
            raise ValueError(f"{name} is {row[name]!r}. Choose one of {', '.join(filter(None, known))}.")
    if row["kind"] != "untestable" and not (row["endpoint"] and row["alternative"] and row["null"]):
        raise ValueError("A claim that is tested needs an endpoint, an alternative and a null. Fill them in.")
    if row["alternative"] == "equal" and not row["margin"]:
        raise ValueError("The alternative 'equal' needs a margin, because no interval shows exact equality. Fill it "
                         "in.")
    rule = None
    if row["alternative"]:
        try:
            nulls, margins = _by_endpoint(row["null"]), _by_endpoint(row["margin"])
        except ValueError:
            raise ValueError("null and margin must be numbers, or with further endpoints such as 0.5; points: "
                             "0.") from None
        if "" not in nulls or set(margins) - set(nulls):
            raise ValueError("null needs a number of its own, and one for each endpoint that margin names.")
        others = {name: (null, margins.get(name)) for name, null in nulls.items() if name}
        rule = Rule(row["alternative"], nulls[""], margins.get(""), row["combine"] or "all", others)
    try:
        sizes = _by_endpoint(row.get("published", ""))
    except ValueError:
        raise ValueError("published must be a number, or numbers by name, such as hunter: 0.1; warlock: 0.2.") from None
    unit = row.get("unit", "")
    if bool(sizes) != bool(unit):
        raise ValueError("A published number needs a unit, and a unit needs a published number. Fill in both.")
    games = row.get("games", "")
    if games and (not games.isdecimal() or unit not in SHARES):
        raise ValueError("games must be a whole number, and is given only where the unit is one of "
                         f"{', '.join(SHARES)}.")
    looks = re.fullmatch(r"([1-9]\d*)( last)?", row.get("looks") or "1")
    if not looks or looks[0] == "1 last":
        raise ValueError(f"looks cannot be {row['looks']!r}. Write how often the claim was judged, such as 2, or 3 "
                         "last if the third analysis was planned as the last one; or leave it empty for once.")
    return Claim(**texts, endpoint=row["endpoint"], rule=rule, family=row["family"], published=sizes, unit=unit,
                 games=int(games or 0), looks=int(looks[1]), last=bool(looks[2]),
                 observations=_pairs(row.get("observations", "")))


def _by_endpoint(text: str) -> dict[str, float]:
    """Endpoint -> number, of a text such as "0.5; points: 0"; "" is the first endpoint."""
    return {name: float(number) for name, number in _pairs(text).items()}


def _pairs(text: str) -> dict[str, str]:
    """Endpoint -> text, of a text such as "games; points: hands"; "" is the first endpoint."""
    pairs = [part.rpartition(":") for part in text.split(";") if part.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs}


def published(of: Paper, item: Item):
    """The published numbers of a table as a DataFrame with the columns ``keys`` and ``values``; None if it has none.

    Raises ValueError when the file lacks a column, repeats a row, or holds something that is not a number.
    """
    if not item.values:
        return None
    import pandas as pd

    path = of.published(f"{of.name}_{item.name}.csv")
    columns = [*item.keys, *item.values]
    rows = _rows(path, columns)
    frame = pd.read_csv(path, comment="#", usecols=columns)[columns]
    seen = {}
    for number, row in rows:
        key = tuple(row[k] for k in item.keys)
        if key in seen:
            raise ValueError(f"{path}, line {number}: the row repeats line {seen[key]}. Delete one of them.")
        seen[key] = number
        for column in item.values:
            try:
                float(row[column] or "nan")
            except ValueError:
                raise ValueError(f"{path}, line {number}: {column} is {row[column]!r}, which is not a number. Correct "
                                 "it.") from None
    return frame.replace(item.called)


def _rows(path, columns) -> list[tuple[int, dict]]:
    """The data rows of a CSV file with their line numbers; lines that start with # are comments."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ValueError(f"{path} is missing, but belongs to the repository. Restore it with 'git checkout'.") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8. Restore it with 'git checkout'.") from None
    kept = [(number, line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]
    reader = csv.DictReader([line for _, line in kept])
    missing = [c for c in columns if c not in (reader.fieldnames or [])]
    if missing:
        raise ValueError(f"{path} has no column {', '.join(missing)}. Add it.")
    rows = list(reader)
    if len(rows) != len(kept) - 1:
        raise ValueError(f"{path}: a quoted field has several lines. Keep each row on one line.")
    for (number, _), row in zip(kept[1:], rows, strict=True):
        if None in row or None in row.values():
            raise ValueError(f"{path}, line {number}: the row and the first line have different numbers of fields. "
                             "Correct the row.")
    return [(number, row) for (number, _), row in zip(kept[1:], rows, strict=True)]
