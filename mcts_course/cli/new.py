"""Write a small working example of your own game, component, paper or lesson, with its test, into a new folder.

In that folder 'python -m pytest' runs the test, and commands take what it defines as MODULE:NAME. After 'pip install
--editable FOLDER' it is known by its name everywhere, as if it belonged to mcts_lab.
"""

EXAMPLE = "mcts-lab new game subtract"

KINDS = {  # what each is
    "game": "rules as a class: take one to three counters",
    "component": "what a child is worth, for UCT(value=...): a mean that forgets",
    "paper": "a replication from an experiment to a verdict: two rules for bandits [Auer et al. 2002]",
    "lesson": "a notebook with an exercise that is judged",
}


def add(parser):
    parser.add_argument("kind", choices=KINDS, metavar="KIND", help="; ".join(map(": ".join, KINDS.items())))
    parser.add_argument("name", metavar="NAME", help="of the folder, the module and what is in it, such as subtract")


def run(arguments):
    from ..templates import write

    folder, tries = write(arguments.kind, arguments.name)
    print(f"written: {folder}; in that folder:", *tries, sep="\n  ")
