"""How long lessons take, section by section; the page on teaching of the website lists it.

Counted are the words to read, the cells of code, pictures and tables, questions to answer before running on, widgets to
try, exercises to solve and the lines that their answers take; `PACE` says how long each takes. That is a rule and no
measurement of people: it tells sections apart, and says where a lesson grew without its plan. Classes differ by a
factor of two. Left out is homework: exercises of three points and more, and those whose label says "at home" or
"homework" in parentheses. So are sections for the curious.
"""

import re
from pathlib import Path

from ..exercises.catalogue import find
from ..jupyter import notebooks
from ..widgets import calls

PACE = {"words": 1 / 130, "code": 0.4, "pictures": 0.8, "questions": 1.5, "widgets": 2.5,
        "exercises": 4.0, "lines": 0.7}  # minutes for one of each
HOMEWORK = 3  # points of an exercise that is solved at home
AT_HOME = re.compile(r"\*\*[\w ]+\([^)]*\b(at home|homework)\b[^)]*\)\.?\*\*")  # a label of a task that is homework too
PICTURE = re.compile(r"^(show|wide|tree|search|results|minimax|board)\b[.(]", re.MULTILINE)
WIDGET = re.compile(calls(), re.MULTILINE)


def sections(master: Path):
    """What a lesson's sections hold and how many minutes they take, as a DataFrame: a row for each, in order.

    Columns: `section`, those of `PACE`, and `minutes`, in whole ones.
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
    """The minutes of all sections of all lessons, as a list in Markdown."""
    lines = []
    for master in notebooks.masters():
        table = sections(master)
        parts = "; ".join(f"{row.section} {row.minutes}" for row in table.itertuples() if row.minutes > 1)
        lines.append(f"* **{master.stem}**, {table['minutes'].sum()} minutes: {parts}")
    return "\n".join(lines)
