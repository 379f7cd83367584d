"""Every number and claim that a paper published, beside what we measured."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping

from .. import VERDICTS, Item, Paper, claims, published
from .results import Results

NOT_COMPARED = "not compared"  # of a cell: seconds on another machine, for example


def cells(paper: Paper, item: Item, frame) -> list[dict]:
    """Every published number of a table beside ours, with its interval and a verdict.

    The verdict is "holds" when the published number lies within the interval, "does not hold" when it lies outside, and
    "undecided" without a measurement or interval, unless `frame` itself has a verdict.
    """
    known = published(paper, item)
    if known is None:
        return []
    missing = [column for column in (*item.keys, *item.values) if column not in frame.columns]
    if missing:
        raise ValueError(f"{paper.name}/{item.name} was measured without the column {', '.join(missing)}")
    ours = {_key(row[k] for k in item.keys): row for row in frame.to_dict("records")}
    found = []
    for row in known.to_dict("records"):
        key = _key(row[k] for k in item.keys)
        measured = ours.get(key, {})
        for column in item.values:
            if _missing(row[column]):
                continue
            value, low, high = (measured.get(name) for name in (column, f"{column}_low", f"{column}_high"))
            verdict = measured.get(f"{column}_verdict")
            if _missing(verdict) or not verdict:
                if _missing(value) or _missing(low) or _missing(high):
                    verdict = "undecided"
                else:
                    verdict = "holds" if low <= row[column] <= high else "does not hold"
            elif verdict not in (*VERDICTS, NOT_COMPARED):
                raise ValueError(f"{paper.name}/{item.name}: {verdict!r} is not a verdict; choose one of "
                                 f"{', '.join((*VERDICTS, NOT_COMPARED))}")
            found.append({"item": item.name, "key": key, "row": {k: row[k] for k in item.keys}, "column": column,
                          "published": row[column], "ours": value, "low": low, "high": high, "verdict": verdict})
    return found


def compare(paper: Paper, budget=None, workers=None, progress=None) -> dict:
    """Everything a paper published beside what we measured: its tables cell by cell, and its claims with verdicts."""
    results = Results(paper, budget, workers, progress)
    tables = []
    for item in paper.items:
        if item.kind == "table" and item.values:
            results.read(item.needs)
            frame = item.make(results, results.lowest(item.needs))
            tables.append({"name": item.name, "title": item.title, "note": item.note,
                           "cells": cells(paper, item, frame)})
    listed = claims(paper)
    everything = results.lowest(results)
    verdicts = []
    for claim in listed:
        verdict = paper.claims[claim.id](results, everything)
        if verdict.verdict not in VERDICTS:
            raise ValueError(f"the claim {claim.id} has the verdict {verdict.verdict!r}; it must be one of "
                             f"{', '.join(VERDICTS)}")
        verdicts.append({**claim._asdict(), **verdict._asdict()})
    return {"paper": paper.name, "title": paper.title, "reference": paper.reference, "tables": tables,
            "claims": verdicts, "budgets": dict(results.budgets),
            "remarks": [remark for remark in results.remarks.values() if remark],
            "experiments": results.about}


def tally(report: dict) -> dict:
    """How many claims of a paper got each verdict."""
    return {verdict: sum(c["verdict"] == verdict for c in report["claims"]) for verdict in VERDICTS}


MANY = {"holds": "hold", "does not hold": "do not hold", "undecided": "undecided"}


def summary(report: dict) -> str:
    """The tally of a paper's claims as a phrase."""
    return ", ".join(f"{n} {verdict if n == 1 else MANY[verdict]}" for verdict, n in tally(report).items() if n)


def row_name(cell: Mapping) -> str:
    """The row of a cell in words, such as "depth 3"."""
    return ", ".join(f"{key} {number(value)}" for key, value in cell["row"].items())


def interval(cell: Mapping) -> str:
    """The ends of a cell's interval as text; nothing where there is none."""
    return "" if _missing(cell["low"]) else f"[{number(cell['low'])}, {number(cell['high'])}]"


def as_text(report: dict) -> str:
    """A paper's comparison as plain text."""
    lines = [report["title"], report["reference"], ""]
    for table in report["tables"]:
        lines += [table["title"], ""]
        rows = [("", "", "published", "ours", "interval", "verdict")]
        rows += [(row_name(c), c["column"], number(c["published"]), number(c["ours"]), interval(c), c["verdict"])
                 for c in table["cells"]]
        widths = [max(len(row[i]) for row in rows) for i in range(6)]
        lines += ["  " + "  ".join(f"{cell:{'<' if i in (0, 1, 5) else '>'}{widths[i]}}"
                                   for i, cell in enumerate(row)).rstrip() for row in rows]
        lines += ["", *textwrap.wrap(table["note"], 110), ""] if table["note"] else [""]
    if report["claims"]:
        lines += [f"Claims: {summary(report)}", ""]
    for claim in report["claims"]:
        lines.append(f"{claim['id']} ({claim['where']}): {claim['verdict'].upper()}")
        said = {"paper": claim["statement"], "ours": f"{claim['ours']} {claim['interval']}".strip(),
                "tested": claim["how_tested"], "note": claim["note"]}
        for what, text in said.items():
            if text:
                lines += textwrap.wrap(text, 110, initial_indent=f"  {what + ':':<8}", subsequent_indent=" " * 10)
        lines.append("")
    lines += [f"remark: {remark}" for remark in report["remarks"]]
    return "\n".join(lines)


def shown(paper: Paper, item: Item, frame) -> tuple[list[str], list[list[tuple[str, str]]]]:
    """A table for people: the columns' names, and rows of pairs: ours with its interval, and the published number.

    The second of a pair is "" where nothing was published.
    """
    known = {(cell["key"], cell["column"]): cell["published"] for cell in cells(paper, item, frame)}
    parts = {f"{value}_{part}" for value in item.values for part in ("low", "high", "verdict")}
    columns = [str(column) for column in frame.columns if column not in parts]
    rows = []
    for row in frame.to_dict("records"):
        key = _key(row[k] for k in item.keys)
        rows.append([])
        for column in columns:
            ends = interval({end: row.get(f"{column}_{end}") for end in ("low", "high")})
            published = number(known[key, column]) if (key, column) in known else ""
            rows[-1].append((f"{number(row[column])} {ends}".strip(), published))
    return columns, rows


def number(value) -> str:
    """A cell's text: numbers with four digits, nothing for what is missing."""
    if _missing(value):
        return "–"
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 or value == int(value) else f"{value:.4g}"
    return f"{value:,}" if type(value) is int and abs(value) >= 10_000 else str(value)


def _missing(value):
    return value is None or (isinstance(value, float) and not math.isfinite(value)) or str(value) in ("<NA>", "nan")


def _key(values):
    return tuple(f"{v:g}" if isinstance(v, (int, float)) or hasattr(v, "item") and not isinstance(v, str) else str(v)
                 for v in values)
