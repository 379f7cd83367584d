"""Write a folder to work in: the lessons, the published numbers and the stored results.

In that folder 'mcts-lab lab' opens the first lesson, and 'mcts-lab figures', 'report' and 'run' find what they need and
write what they make.
"""

EXAMPLE = "mcts-lab lessons my_course"


def add(parser):
    parser.add_argument("folder", metavar="FOLDER", help="a folder that is new or empty")


def run(arguments):
    from mcts_papers import paths

    folder = paths.write_project(arguments.folder)
    print(f"written: {folder}; there: mcts-lab lab (it needs pip install 'mcts_lab[lab]')")
