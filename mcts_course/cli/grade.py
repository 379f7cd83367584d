"""Grade the notebooks that students have handed in, and write the marks to a CSV file.

Use it when the notebooks of your class are in one folder. The CSV file has one line for each exercise, with the points
and the reason. Each notebook runs in a sandbox with limits for time and memory. It answers test cases, and the answers
are judged outside of the sandbox. The notebook cannot see other files or the network; this is ensured by bubblewrap on
Linux, or by a container whose IMAGE has Python and the dependencies of mcts_lab.

The marks of a notebook are written as soon as it is graded. If you stop the command, for example with Ctrl-C, give it
again with --continue. Marks that are already in the file then stay, and their notebooks are not graded again.
"""

from mcts_lab.cli.arguments import positive

EXAMPLE = "mcts-lab grade handed_in --out marks.csv --feedback feedback"


def add(parser):
    from .sandboxes import sandboxes

    parser.add_argument("folder", metavar="FOLDER", help="folder with the .ipynb files")
    parser.add_argument("--out", metavar="FILE", default="marks.csv",
                        help="CSV file for the marks (default: marks.csv)")
    parser.add_argument("--continue", action="store_true", dest="going_on",
                        help="grade only notebooks that are not in the file of marks yet, and add them; stops if a "
                             "graded notebook has changed")
    parser.add_argument("--feedback", metavar="PAGES",
                        help="folder, new or empty, for feedback: a page for each notebook, and a page with the "
                             "mistakes of the class")
    parser.add_argument("--seconds", type=positive, default=60, metavar="N",
                        help="time limit per cell, in seconds (default: 60)")
    parser.add_argument("--in-all", type=positive, default=300, metavar="N",
                        help="time limit per notebook, in seconds (default: 300)")
    parser.add_argument("--seed", "--secret", metavar="WORD", dest="seed",
                        help="seed for the hidden test cases, a word or a number; keep it secret, and use the same "
                             "for the whole class (default: chosen at random and printed)")
    parser.add_argument("--class", metavar="FILE", dest="listed",
                        help="CSV file about the class with the columns file, student, number, days_late, "
                             "explanation; only file is required. The column number chooses the student's variant "
                             "of a project, and the column explanation has your points for the written explanation")
    parser.add_argument("--per-day", type=float, default=10.0, metavar="PERCENT",
                        help="percentage of the points that is lost for each day late (default: 10)")
    parser.add_argument("--totals", metavar="FILE",
                        help="CSV file for a table of the class: a line for each student, with the total")
    parser.add_argument("--gradescope", metavar="PAGES",
                        help="folder, new or empty, for Gradescope: a file NAME/results.json for each notebook")
    sandboxes(parser)


def run(arguments):
    import secrets
    import sys
    from pathlib import Path

    from mcts_lab.host import need_processes

    from ..marking import feedback, grading, tables
    from .sandboxes import alone, sandbox_of

    need_processes("Marking")
    out = Path(arguments.out)
    there = out.exists()
    if there and not arguments.going_on:
        raise ValueError(f"{out} already exists. Add --continue to grade only the notebooks that are not in it, or "
                         "name another file with --out.")
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
