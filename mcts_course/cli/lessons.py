"""Write a folder with the lessons, the published numbers and the stored results.

Use it if you have installed mcts_lab with pip and want to take the course or repeat the experiments. In the new folder,
'mcts-lab lab' opens the first lesson, and 'mcts-lab figures', 'report' and 'run' find their data and write their
results.
"""

EXAMPLE = "mcts-lab lessons my_course"


def add(parser):
    parser.add_argument("folder", metavar="FOLDER", help="folder to write, which must be new or empty")


def run(arguments):
    from mcts_papers import paths

    folder = paths.write_project(arguments.folder)
    print(f"written: {folder}; there: mcts-lab lab (it needs pip install 'mcts_lab[lab]')")
