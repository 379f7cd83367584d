"""Mark the assignments that students have handed in: one line of a CSV file for each exercise, with the reason.

Each notebook runs in a sandbox, with limits, and answers cases that are judged outside of it. Other files and the
network are hidden from it by bubblewrap on Linux, or by a container, whose IMAGE has Python with the
dependencies of mcts_lab.

Its marks are written as soon as it is graded. A run that was stopped, by Ctrl-C or otherwise, goes on with --continue:
what is in the file stays, and notebooks in it are left out.
"""

from mcts_lab.cli.arguments import positive

EXAMPLE = "mcts-lab grade handed_in --out marks.csv --feedback feedback"


def add(parser):
    from .sandboxes import sandboxes

    parser.add_argument("folder", metavar="FOLDER", help="where the .ipynb files are")
    parser.add_argument("--out", metavar="FILE", default="marks.csv", help="where to write (default: marks.csv)")
    parser.add_argument("--continue", action="store_true", dest="going_on",
                        help="grade what is not in FILE yet, and add it there; refused if a notebook has changed")
    parser.add_argument("--feedback", metavar="PAGES",
                        help="a folder, new or empty, for a page for each notebook and one of the class's mistakes")
    parser.add_argument("--seconds", type=positive, default=60, metavar="N", help="that a cell may take (default: 60)")
    parser.add_argument("--in-all", type=positive, default=300, metavar="N",
                        help="seconds that a notebook may take (default: 300)")
    parser.add_argument("--seed", "--secret", metavar="WORD", dest="seed",
                        help="a word or number from which the hidden cases are made; keep it secret, and use the same "
                             "for the whole class (default: drawn itself, and told)")
    parser.add_argument("--class", metavar="FILE", dest="listed",
                        help="a CSV file with the columns file, student, number, days_late, explanation; all but file "
                             "may be missing. The number chooses the variant of a project, explanation has the points "
                             "that you give for its page")
    parser.add_argument("--per-day", type=float, default=10.0, metavar="PERCENT",
                        help="of the points that each day late costs (default: 10)")
    parser.add_argument("--totals", metavar="FILE",
                        help="write a table of the class to this CSV file: a line for each student, with the total")
    parser.add_argument("--gradescope", metavar="PAGES",
                        help="write NAME/results.json for each notebook, as Gradescope reads it, into this folder, "
                             "which is new or empty")
    sandboxes(parser)


def run(arguments):
    import secrets
    import sys
    from pathlib import Path

    from ..marking import feedback, grading, tables
    from .sandboxes import alone, sandbox_of

    out = Path(arguments.out)
    there = out.exists()
    if there and not arguments.going_on:
        raise ValueError(f"{out} is there already: add --continue to go on with what is not in it, or name another "
                         "file with --out")
    for folder in filter(None, (arguments.feedback, arguments.gradescope)):
        feedback.unused(folder)
    listed = tables.read_class(arguments.listed) if arguments.listed else {}
    numbers = {file: row.number for file, row in listed.items() if row.number is not None}
    seed = arguments.seed or secrets.token_hex(8)
    with alone(out) as file:
        known = {mark.file: mark.notebook for mark in grading.read_marks(out)} if there or file.tell() else {}
        begun = head = file.tell()

        try:
            with sandbox_of(arguments) as sandbox:
                print(f"cases are drawn with --seed {seed}")
                if not begun:
                    file.write(grading.lines([grading.Mark._fields]))
                    file.flush()
                head = file.tell()
                for marks in grading.grade(arguments.folder, sandbox, seed, arguments.seconds, arguments.in_all,
                                           lambda name: print(f"{name} ...", file=sys.stderr), known, numbers):
                    file.write(grading.lines(marks))
                    file.flush()
                    print(f"{marks[0].file}: {sum(mark.points for mark in marks)} of "
                          f"{sum(mark.possible for mark in marks)} points", flush=True)
        finally:
            if not begun and file.tell() in (0, head):
                out.unlink()
    print(f"written: {out}")
    marks = grading.read_marks(out)
    if arguments.totals:
        tables.write_totals(arguments.totals, marks, listed, arguments.per_day)
        print(f"written: {arguments.totals}")
    if arguments.gradescope:
        tables.write_results(arguments.gradescope, marks)
        print(f"written: {arguments.gradescope}, a results.json for each notebook")
    if arguments.feedback:
        feedback.write(marks, arguments.feedback, arguments.folder, tables.totals(marks, listed, arguments.per_day))
        print(f"written: {arguments.feedback}/class.html, and {arguments.feedback}/students, a page for each notebook")
