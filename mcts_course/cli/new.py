"""Write a small working example of your own game, component, paper or lesson, with a test.

Use it as a starting point: change the example until it is yours. In the new folder, 'python -m pytest' runs the test,
and commands find the example as MODULE:NAME. After 'pip install --editable FOLDER' it has a name, like everything else
in mcts_lab.
"""

EXAMPLE = "mcts-lab new game subtract"

KINDS = {  # what each is
    "game": "the rules of a game as a class; players take one to three counters",
    "component": "a value for UCT(value=...); a mean that forgets old rewards",
    "paper": "a replication from an experiment to a verdict: two rules for bandits [Auer et al. 2002]",
    "lesson": "a notebook with an exercise that is graded",
}


def add(parser):
    parser.add_argument("kind", choices=KINDS, metavar="KIND",
                        help="what to write. " + "; ".join(map(": ".join, KINDS.items())))
    parser.add_argument("name", metavar="NAME", help="name of the folder and of the module, such as subtract")


def run(arguments):
    from ..templates import write

    folder, tries = write(arguments.kind, arguments.name)
    print(f"written: {folder}; in that folder:", *tries, sep="\n  ")
