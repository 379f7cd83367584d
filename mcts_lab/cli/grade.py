"""Mark the assignments that students have handed in: one line of a CSV file for each exercise, with the reason.

Each notebook runs in a process of its own, with limits of time and memory. It does what its author wrote: run the
notebooks of people you do not trust in a container.

Its marks are written as soon as it is graded. A run that was stopped, by Ctrl-C or otherwise, goes on with --continue:
what is in the file stays, and notebooks in it are left out.
"""

EXAMPLE = "mcts-lab grade handed_in --out marks.csv"


def add(parser):
    from .arguments import positive

    parser.add_argument("folder", metavar="FOLDER", help="where the .ipynb files are")
    parser.add_argument("--out", metavar="FILE", default="marks.csv", help="where to write (default: marks.csv)")
    parser.add_argument("--continue", action="store_true", dest="going_on",
                        help="grade what is not in FILE yet, and add it there; refused if a notebook has changed")
    parser.add_argument("--seconds", type=positive, default=60, metavar="N", help="that a cell may take (default: 60)")
    parser.add_argument("--megabytes", type=positive, default=2000, metavar="N",
                        help="of memory that a notebook may use (default: 2000)")


def run(arguments):
    import sys
    from pathlib import Path

    from ..course import grading

    out = Path(arguments.out)
    if out.exists() and not arguments.going_on:
        raise ValueError(f"{out} is there already: add --continue to go on with what is not in it, or name another "
                         "file with --out")
    known = grading.read_marks(out) if out.exists() else {}
    with open(out, "a", newline="", encoding="utf-8") as file:

        def write(marks):
            points = sum(mark.points for mark in marks), sum(mark.possible for mark in marks)
            file.write(grading.lines(marks if file.tell() else [grading.Mark._fields, *marks]))
            file.flush()
            print(f"{marks[0].file}: {points[0]} of {points[1]} points", flush=True)

        try:
            grading.grade(arguments.folder, arguments.seconds, arguments.megabytes, known=known, marked=write,
                          progress=lambda name: print(f"{name} ...", file=sys.stderr))
        finally:
            if not file.tell():
                out.unlink()
    print(f"written: {out}")
