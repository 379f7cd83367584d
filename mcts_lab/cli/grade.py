"""Mark the assignments that students have handed in: one line of a CSV file for each exercise, with the reason.

Each notebook runs in a process of its own, with limits of time and memory. It does what its author wrote: run the
notebooks of people you do not trust in a container.
"""

EXAMPLE = "mcts-lab grade handed_in --out marks.csv"


def add(parser):
    from .arguments import positive

    parser.add_argument("folder", metavar="FOLDER", help="where the .ipynb files are")
    parser.add_argument("--out", metavar="FILE", default="marks.csv", help="where to write (default: marks.csv)")
    parser.add_argument("--seconds", type=positive, default=60, metavar="N", help="that a cell may take (default: 60)")
    parser.add_argument("--megabytes", type=positive, default=2000, metavar="N",
                        help="of memory that a notebook may use (default: 2000)")


def run(arguments):
    import csv
    import sys
    from pathlib import Path

    from ..course import grading

    out = Path(arguments.out)
    if out.exists():
        raise ValueError(f"{out} is there already: name another file with --out, or move it")
    marks = grading.grade(arguments.folder, arguments.seconds, arguments.megabytes,
                          progress=lambda name: print(f"{name} ...", file=sys.stderr))
    with open(out, "x", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(grading.COLUMNS)
        rows.writerows(marks)
    for name in dict.fromkeys(mark.file for mark in marks):
        own = [mark for mark in marks if mark.file == name]
        print(f"{name}: {sum(mark.points for mark in own)} of {sum(mark.possible for mark in own)} points")
    print(f"written: {out}")
