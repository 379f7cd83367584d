"""Draw questions anew, for a page or for a learning management system.

Each wrong answer is what a known mistake leads to, and is told which. Without a KIND, the kinds there are. The pages
need no kernel; Moodle reads the XML as questions of choice, other systems the package of QTI 2.1.
"""

from mcts_lab.cli.arguments import positive, seed

EXAMPLE = "mcts-lab questions ucb1 --number 20 --moodle ucb1.xml"


def add(parser):
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="what they ask about")
    parser.add_argument("--number", type=positive, metavar="N", help="questions of each kind, or runs of a kind that "
                                                                     "is done in steps (default: 10, or 1 run)")
    parser.add_argument("--seed", type=seed, metavar="N", help="the same seed, the same questions (default: drawn)")
    parser.add_argument("--moodle", metavar="FILE", help="write Moodle XML")
    parser.add_argument("--qti", metavar="FILE", help="write a package of QTI 2.1, a ZIP file")
    parser.add_argument("--page", metavar="FILE", help="write a web page that asks and judges them")


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
        (arguments.moodle, exports.moodle), (arguments.qti, exports.qti), (arguments.page, None)) if path}
    if not wanted:
        raise ValueError("say where to write them: --moodle FILE, --qti FILE or --page FILE")
    for path in wanted:
        if path.exists():
            raise ValueError(f"{path} is there already: name another file")
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
