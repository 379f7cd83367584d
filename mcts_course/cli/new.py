"""Write a small working example of your own game, component, paper or lesson, with a test.

Use it as a starting point: change the example until it is yours. In the new folder, 'python -m pytest' runs the test.
The command prints how to use the example there, for instance 'mcts-lab play subtract:Subtract'. After 'pip install
--editable FOLDER', the example has a name like everything else in mcts_lab.
"""

EXAMPLE = "mcts-lab new game subtract"

KINDS = {  # what each is
    "game": "the rules of a game as a class, in which players take one to three counters",
    "component": "a mean that forgets old rewards, for UCT(value=...)",
    "paper": "a replication of two rules for bandits [Auer et al. 2002], from experiment to verdict",
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
