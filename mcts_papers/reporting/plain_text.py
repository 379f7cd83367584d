"""A paper's comparison as plain text, which the command `mcts-lab report` prints."""

from __future__ import annotations

import textwrap

from ..registry import paper
from .answers import Short, answer, trust
from .compare import HEADINGS, LISTED, NOT_TESTED, TITLES, agreement, split, summary
from .grid import LEGEND, Grid
from .sizes import tally_of_sizes


def as_text(report: dict) -> str:
    """Return a paper's comparison as plain text."""
    lines = [report["title"], report["reference"], ""]
    short, claims = answer(report) or (Short("", {}), {})
    told = [f"{verdict.capitalize()}: {'; '.join(texts)}." for verdict, texts in claims.items()]
    for said in filter(None, (f"{short.measured} {short.more}".strip(), *told, " ".join(trust(report)))):
        lines += [*textwrap.wrap(said, 110), ""]
    for table in report["tables"]:
        lines += [table["title"], ""]
        item = paper(report["paper"]).item(table["name"])
        lines += Grid(table["cells"], item.across).lines()
        for said in filter(None, (LEGEND.partition(" Blue")[0], agreement(table["cells"]), table["note"])):
            lines += ["", *textwrap.wrap(said, 110)]
        lines.append("")
    for group, heading in HEADINGS.items():
        chosen = [claim for claim in report["claims"] if claim["group"] == group]
        if not chosen:
            continue
        lines += [f"{heading}: {summary(report, group)}", ""]
        if tally_of_sizes(chosen):
            lines += [*textwrap.wrap(tally_of_sizes(chosen), 110), ""]
        for claim in chosen:
            lines.append(f"{claim['id']} ({claim['where']}): {claim['verdict'].upper()}")
            said = {"paper": claim["statement"], "ours": claim["ours"], "interval": claim["interval"],
                    "size": claim["size"],
                    "rule": f"{claim['endpoint']}: {claim['rule']}" if claim["rule"] else "",
                    "test": claim["corrected"],
                    "verdicts": split(claim["readings"]), "likely": claim["likely"], "to decide": claim["lacks"],
                    "how": claim["how_tested"], "history": claim["registered"], "note": claim["note"]}
            for what, text in said.items():
                if text:
                    lines += textwrap.wrap(text, 110, initial_indent=f"  {what + ': ':<10}", subsequent_indent=" " * 12)
        lines.append("")
    for name in ("deviations", "contradictions"):  # sentences are many, and in the page
        if report[name]:
            lines += [TITLES[name], ""]
        for row in report[name]:
            lines.append(row["where"])
            for column, heading in LISTED[name].items():
                text = row[column] or NOT_TESTED
                lines += textwrap.wrap(text, 110, initial_indent=f"  {heading + ': ':<14}", subsequent_indent=" " * 16)
        if report[name]:
            lines.append("")
    lines += [f"remark: {remark}" for remark in report["remarks"]]
    return "\n".join(lines)
