"""Tables of marks: one line for each student, with late days and points for explanations; and Gradescope's files.

The teacher's list of the class is a CSV file with the columns `file` (as in the marks), `student`, `number` (for
the variant of a project), `days_late` and `explanation` (points). Only `file` is required.
"""

import csv
import json
from pathlib import Path
from typing import NamedTuple

from ..projects import NAMES
from .feedback import page_of
from .grading import lines

COLUMNS = ("file", "student", "number", "days_late", "explanation")


class Row(NamedTuple):
    """A line of the teacher's list."""

    file: str
    student: str = ""
    number: int | None = None
    days_late: float = 0.0
    explanation: float = 0.0


def read_class(path) -> dict[str, Row]:
    """Return the lines of the list as a dict by file. Raises ValueError if the list is not valid."""
    found = {}
    with open(path, newline="", encoding="utf-8-sig") as file:
        reader = csv.DictReader(file)
        unknown = [name for name in reader.fieldnames or () if name not in COLUMNS]
        if "file" not in (reader.fieldnames or ()) or unknown:
            raise ValueError(f"{path} must have the column file, and may have {', '.join(COLUMNS[1:])}."
                             f"{f' It has the unknown column {unknown[0]!r}.' if unknown else ''}")
        for number, row in enumerate(reader, 2):
            try:
                late, page = (float(row.get(name) or 0) for name in COLUMNS[3:])
                chosen = int(row["number"]) if row.get("number") else None
                if not (0 <= late < 1e6 and 0 <= page < 1e6 and (chosen or 0) >= 0):
                    raise ValueError
            except ValueError:
                raise ValueError(f"Line {number} of {path} is wrong. Write numbers of at least 0 for number, days_late "
                                 "and explanation.") from None
            found[row["file"]] = Row(row["file"], row.get("student") or row["file"], chosen, late, page)
    return found


def topic(mark) -> str:
    """Return the topic of a mark: a project, or the exercises."""
    name = mark.exercise.partition(": ")[0]
    return f"project {name}" if name in NAMES else "exercises"


def totals(marks, listed=None, per_day=10.0) -> list[list]:
    """Return the table of the class: the heading, a line for each student, and a line with the means.

    listed:   result of `read_class`. None: each file is one student
    per_day:  percentage of the points that each day late costs
    """
    listed = listed or {}
    topics = list(dict.fromkeys(map(topic, marks)))
    students = {}
    for file in dict.fromkeys([*listed, *(mark.file for mark in marks)]):
        students.setdefault(listed[file].student if file in listed else file, []).append(file)
    rows = []
    for student, files in students.items():
        own = [sum(mark.points for mark in marks if mark.file in files and topic(mark) == one) for one in topics]
        mine = [listed.get(file, Row(file)) for file in files]
        page = sum(row.explanation for row in mine)
        lost = sum(min(100.0, per_day * row.days_late) / 100 * (row.explanation + sum(
            mark.points for mark in marks if mark.file == row.file)) for row in mine)
        rows.append([student, *own, page, sum(row.days_late for row in mine), round(lost, 2),
                     round(sum(own) + page - lost, 2)])
    means = [round(sum(row[at] for row in rows) / len(rows), 2) for at in range(1, len(topics) + 5)] if rows else []
    return [["student", *topics, "explanation", "days late", "lost by that", "total"], *rows, ["mean of all", *means]]


def write_totals(path, marks, listed=None, per_day=10.0):
    """Write the table of the class as a CSV file."""
    Path(path).write_text(lines(totals(marks, listed, per_day)), encoding="utf-8", newline="")


def results(marks) -> str:
    """Return the text of `results.json` for Gradescope, from the marks of one file."""
    tests = [{"name": mark.exercise or "the notebook", "score": mark.points, "max_score": mark.possible,
              "output": f"{mark.status}. {mark.reason}".rstrip(), "visibility": "visible"} for mark in marks]
    return json.dumps({"score": sum(mark.points for mark in marks), "output": "", "visibility": "visible",
                       "tests": tests}, indent=1)


def write_results(folder, marks):
    """Write NAME/results.json into a folder for each file that was marked."""
    for file in dict.fromkeys(mark.file for mark in marks):
        path = Path(folder, page_of(file)).with_suffix("") / "results.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(results([mark for mark in marks if mark.file == file]), encoding="utf-8")
