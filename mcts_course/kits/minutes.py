"""Estimate how long lessons take, section by section; the website's page on teaching lists the result.

The estimate counts words, code cells, pictures and tables, questions before a run, widgets, and exercises with the
lines of their answers; `PACE` has the minutes for each. This is a rule to compare sections, not a measurement of
people. Classes differ by a factor of two. Homework (exercises of three or more points, or labelled "at home" or
"homework" in parentheses) and sections for the curious are left out.
"""

import re
from pathlib import Path

from ..exercises.catalogue import find
from ..jupyter import notebooks
from ..widgets import calls

PACE = {"words": 1 / 130, "code": 0.4, "pictures": 0.8, "questions": 1.5, "widgets": 2.5,
        "exercises": 4.0, "lines": 0.7}  # minutes for one of each
HOMEWORK = 3  # exercises with so many points or more are homework
AT_HOME = re.compile(r"\*\*[\w ]+\([^)]*\b(at home|homework)\b[^)]*\)\.?\*\*")  # a label of homework
PICTURE = re.compile(r"^(show|wide|tree|search|results|minimax|board)\b[.(]", re.MULTILINE)
WIDGET = re.compile(calls(), re.MULTILINE)


def sections(master: Path):
    """Return the contents and minutes of a lesson's sections, as a DataFrame with one row for each section.

    Columns: `section`, the names in `PACE`, and `minutes`, rounded.
    """
    import pandas as pd

    rows, at_home = [{"section": "Before section 1", **dict.fromkeys(PACE, 0)}], False
    for cell in notebooks.cells(master).cells:
        if cell.cell_type == "markdown":
            at_home = bool(AT_HOME.search(cell.source))
            for part in re.split(r"^(?=## )", cell.source, flags=re.MULTILINE):
                heading = re.match("## (.*)", part)
                if heading:
                    rows.append({"section": heading[1], **dict.fromkeys(PACE, 0)})
                rows[-1]["words"] += len(re.findall(r"\w+", re.sub("<[^>]*>", " ", part)))
                rows[-1]["questions"] += part.count("**Question.**")
        elif cell.source.strip():
            rows[-1]["code"] += 1
            rows[-1]["pictures"] += len(PICTURE.findall(cell.source))
            rows[-1]["widgets"] += bool(WIDGET.search(cell.source))
            for name in re.findall(r'^exercise\("(\w+)"', cell.source, re.MULTILINE):
                one = find(name)
                if one.points < HOMEWORK and not at_home:
                    rows[-1]["exercises"] += 1
                    rows[-1]["lines"] += 1 + one.source().count("\n") - one.stub().count("\n")
    table = pd.DataFrame([row for row in rows if "For the curious" not in row["section"]])
    table["minutes"] = sum(table[name] * pace for name, pace in PACE.items()).round().clip(lower=1).astype(int)
    return table


def markdown() -> str:
    """Return the minutes of all sections of all lessons, as a list in Markdown."""
    lines = []
    for master in notebooks.masters():
        table = sections(master)
        parts = "; ".join(f"{row.section} {row.minutes}" for row in table.itertuples() if row.minutes > 1)
        lines.append(f"* **{master.stem}**, {table['minutes'].sum()} minutes: {parts}")
    return "\n".join(lines)
