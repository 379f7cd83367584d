"""Find papers by their names, and read a paper's claims and published numbers from CSV files.

A subfolder of this package is a paper if its ``__init__.py`` has a constant ``PAPER`` and a line such as
``LESSON = 3``. This is the number of the lesson about the paper (here P3); papers are sorted by it. The line is found
in the text of the file, and the subfolder is imported only when somebody uses the paper.

Modules of other packages can declare papers, as in ``PAPERS = {"smith2021": "PAPER"}``, and experiments that belong to
no paper, as in ``EXPERIMENTS = {"coins": "COINS"}``. A paper or experiment that is not declared has the name
``MODULE:NAME``.
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
OTHERS = {name: (f"{__package__}.studies.miniature", constant)  # they have figures as papers do, but replicate no paper
          for name, constant in (("alphazero", "MINIATURE"), ("parts", "PARTS"))}
DECLARATION = re.compile(r"^LESSON = (\d+)", re.MULTILINE)


class Item(NamedTuple):
    """A figure, a table or an animation of a paper, made from the results of experiments.

    `make(results, budget)` gets a mapping from names of experiments to DataFrames with their results, and the name of
    the budget of these results. For a figure it returns a matplotlib Figure, or a pair (Figure, DataFrame with the
    numbers in it). For a table it returns a DataFrame, and for an animation a `Film`.

    If a table's numbers were published, `keys` are the columns that identify a row and `values` the columns of
    numbers. The published numbers are in the same columns of ``<paper>_<name>.csv`` (see `Paper.numbers`). `make`
    returns these columns with the measured numbers. For each column ``v`` of `values` it also returns ``v_low`` and
    ``v_high``, the ends of the interval in which the published number is expected if the paper's result is right. If
    there is no interval, these columns are missing or NaN. A column ``v_verdict`` replaces the verdict that follows
    from the interval. If more games were played later, ``v_further``, ``v_further_low``, ``v_further_high`` and
    ``games_further`` are the number, its interval and the number of games with these games included.
    """

    name: str  # as in file names, such as "table1"
    kind: str  # "figure", "table" or "animation"
    title: str  # one line
    alt: str  # alternative text, which describes the item to a person who cannot see it
    make: Callable  # (results, budget) -> Figure, (Figure, DataFrame), DataFrame or Film
    needs: tuple = ()  # names of experiments of the paper
    keys: tuple = ()  # columns that name a row of the published table
    values: tuple = ()  # columns of published numbers
    note: str = ""  # one or two sentences that a reader must know to compare the numbers
    called: dict = {}  # name of a program in the published table -> name of the program that replaces it in our table
    across: str = ""  # the key whose values are the columns of the paper's table; "": the columns are `values`


class Claim(NamedTuple):
    """A claim that a paper makes in words: a row of ``claims.csv`` (see `Paper.numbers`).

    `judging` computes the verdict from the fields after `how_tested`. ``registered.csv`` tells whether these fields
    are older than the results. The kind of a claim is "replication" if a measurement could show that the claim is
    wrong. It is "by construction" if the claim is a theorem or a fact about this project's code. It is "untestable"
    if the claim is about something that we do not have, such as a program that was not published.
    """

    id: str
    paper: str
    where: str  # section, table or page
    statement: str
    how_tested: str
    kind: str  # one of KINDS
    endpoint: str  # the quantity that decides the verdict; other quantities are only reported
    rule: Rule | None  # what the claim says about the endpoint; None if the claim cannot be tested
    family: str = ""  # claims of a paper with the same family share one error rate; "": a family of one claim
    published: dict = {}  # the paper's numbers for the endpoint: name of a part or an endpoint, or "" -> number
    unit: str = ""  # of the published numbers
    games: int = 0  # number of games of a published share, or of the smaller share of a difference; 0: not known
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
LISTS = {  # lists that belong to a paper: name of the file -> its columns
    "deviations": ("paper", "where", "says", "done", "why", "pushes", "tested"),
    "contradictions": ("id", "paper", "where", "says", "but", "here"),
    "sentences": ("paper", "where", "says", "why", "claims"),
    "headlines": ("paper", "asked", "says", "claim"),
}
MAY_BE_EMPTY = ("tested", "here", "why", "claims")


class Paper(NamedTuple):
    name: str  # the name under which it is declared, such as "runnels2023"
    title: str
    reference: str  # as in a list of references
    experiments: tuple = ()  # of mcts_lab.matches.Experiment
    items: tuple = ()  # of Item
    claims: dict = {}  # claim id -> function(results, budget) -> Finding; see `measuring`
    numbers: Path | None = None  # folder of its published numbers and ``claims.csv``; None: ``data/paper``
    further: Callable | None = None  # results -> numbers, as text, that no claim has but the summary page shows
    likely: Callable | None = None  # results -> the readings that are likeliest by the paper's own numbers

    def published(self, file: str) -> Path:
        """Return the path of a file with published numbers of this paper."""
        return (self.numbers or data() / "paper") / file

    def item(self, name: str) -> Item:
        """Return the item with this name. Raises `UnknownName`, which suggests the most similar name."""
        for item in self.items:
            if item.name == name:
                return item
        raise UnknownName(f"figure or table of {self.name}", name, [item.name for item in self.items])


@functools.cache
def declared() -> dict[str, tuple[str, str]]:
    """Return {name of a paper: (module, attribute)}: first papers with lessons, in their order, then all others."""
    lessons = {}
    for path in Path(__file__).parent.glob("*/__init__.py"):
        line = DECLARATION.search(path.read_text(encoding="utf-8"))
        if line:
            lessons[path.parent.name] = int(line[1])
    found = {name: (f"{__package__}.{name}", "PAPER") for name in sorted(lessons, key=lessons.get)}
    return found | {name: place for name, place in PAPERS.places.items() if name not in found} | OTHERS


def names() -> tuple:
    """Return the names of all papers, in the order of their lessons."""
    return tuple(name for name in declared() if name not in OTHERS)


def drawn() -> tuple:
    """Return the names of all papers, and of the studies with figures that replicate no paper."""
    return tuple(declared())


named = {}  # name: a paper that was given as MODULE:NAME; later code, such as its report, finds the paper by this name


def paper(name: str) -> Paper:
    """Return the paper with this name. Raises `UnknownName`, which suggests the most similar name."""
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
    """Return all experiments by their names: those of the papers and those that replicate no paper."""
    ours = (one for name in drawn() for one in paper(name).experiments)
    return {one.name: one for one in (*ours, *EXPERIMENTS.values())}


def experiment(name: str):
    """Return the experiment with this name. The name may omit the paper if only one paper has such an experiment.

    Raises `UnknownName`, which suggests the most similar name.
    """
    if ":" in name:
        return found("experiment", name)
    known = experiments()
    meant = [full for full in known if full == name or full.partition("_")[2] == name]
    if len(meant) != 1:
        raise UnknownName("experiment", name, meant or known)
    return known[meant[0]]


def claims(of: Paper) -> list[Claim]:
    """Return the claims of a paper. For each of them, the paper has a function that measures the endpoint.

    Raises ValueError if ``claims.csv`` and the paper's module do not have the same claims, or if a row is incomplete.
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
    """Return the rows of a paper in one of `LISTS`, or no rows if the paper does not have this file.

    deviations: differences between the paper's method and ours. contradictions: sentences of the paper that contradict
    each other. sentences: the paper's sentences about its results. headlines: the most important results, which are
    at the top of the paper's page. The last column contains ids of claims, or names of experiments or items
    ("paper/item").

    Raises ValueError if a field is empty that must not be empty.
    """
    path, columns = of.published(f"{name}.csv"), LISTS[name]
    rows = _rows(path, columns) if path.is_file() else []
    for number, row in rows:
        empty = [column for column in columns if column not in MAY_BE_EMPTY and not row[column].strip()]
        if empty:
            raise ValueError(f"{path}, line {number}: {', '.join(empty)} must be filled in.")
    return [{column: row[column].strip() for column in columns} for _, row in rows if row["paper"].strip() == of.name]


def _claim(row: dict) -> Claim:
    """Return the claim in a row of ``claims.csv``. Raises ValueError if the row is wrong; the message says why."""
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
            raise ValueError("null must have one number without a name, and a number for each endpoint that margin "
                             "names.")
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
    """Return the published numbers of a table as a DataFrame with the columns `keys` and `values`.

    Return None if the item has no published numbers. Raises ValueError if a column is missing, if a row occurs twice,
    or if a value is not a number.
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
    """Return the rows of a CSV file with their line numbers. Lines that start with # are comments and are left out."""
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
