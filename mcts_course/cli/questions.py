"""Create random questions for a web page, or for Moodle.

Use it for a quiz or an exam. Each wrong answer comes from a known mistake, and the feedback names the mistake. Without
KIND, the command lists all kinds of questions. Moodle reads the XML file as multiple-choice questions. The web page
works without Python.
"""

from mcts_lab.cli.arguments import positive, seed

EXAMPLE = "mcts-lab questions ucb1 --number 20 --moodle ucb1.xml"


def add(parser):
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="kinds of questions, such as ucb1")
    parser.add_argument("--number", type=positive, metavar="N",
                        help="number of questions of each kind (default: 10); of a kind that goes through an "
                             "algorithm step by step, number of runs (default: 1)")
    parser.add_argument("--seed", type=seed, metavar="N",
                        help="seed; the same seed gives the same questions (default: chosen at random and printed)")
    parser.add_argument("--moodle", metavar="FILE", help="file for Moodle XML")
    parser.add_argument("--page", metavar="FILE",
                        help="file for a web page that asks the questions and checks the answers")


def run(arguments):
    import secrets
    from pathlib import Path

    from mcts_lab.engine.whole_files import writable, write_whole

    from ..questions import exports, kinds
    from ..quizzes.quiz import Quiz

    if not arguments.kinds:
        for name, kind in kinds().items():
            print(f"{name:20} {kind.title}")
        return
    wanted = {Path(path): write for path, write in (
        (arguments.moodle, exports.moodle), (arguments.page, None)) if path}
    if not wanted:
        raise ValueError("No file was named for the questions. Add --moodle FILE or --page FILE.")
    for path in wanted:
        if path.exists():
            raise ValueError(f"{path} already exists. Name another file.")
        writable(path)
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    quiz = Quiz(*arguments.kinds, number=arguments.number, seed=seed)
    for path, write in wanted.items():
        if write is None:
            from ..widgets.saved import page

            write_whole(path, page(quiz, len(quiz) + 1))
        else:
            write_whole(path, write(quiz.by_kind))
        print(f"{len(quiz.items)} questions in {path} (--seed {seed})")
