"""Replay reference recordings of a game and print the steps checked and every difference.

The exit status is 1 if there is any difference.
"""

EXAMPLE = "mcts-lab conform soccer recordings/*.json.gz"

SHOWN = 20  # differences printed; --json has all of them


def add(parser):
    from .arguments import add_json

    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument("files", metavar="FILE", nargs="+", help="recordings")
    parser.add_argument("--description", metavar="FILE", help="the description of a recorded game in VGDL, if it is "
                                                              "none of the project's")
    parser.add_argument("--level", metavar="FILE", help="its level, to compare it with the recorded start")
    add_json(parser)


def run(arguments):
    from .. import conformance, games
    from ..errors import UnknownName
    from .arguments import print_json

    if arguments.game not in games.names():
        raise UnknownName("game", arguments.game, games.names())
    given = {key: getattr(arguments, key) for key in ("description", "level") if getattr(arguments, key)}
    if given and arguments.game != "vgdl":
        raise ValueError(f"--{min(given)} is for games in VGDL: mcts-lab conform vgdl")
    report = conformance.conform(arguments.game, arguments.files, **given)
    differences = [str(difference) for difference in report.differences]
    if arguments.json:
        print_json({"game": arguments.game, "files": arguments.files, "steps": report.steps,
                    "differences": differences})
    else:
        for difference in differences[:SHOWN]:
            print(difference)
        if len(differences) > SHOWN:
            print(f"... and {len(differences) - SHOWN} more")
        print(f"{arguments.game}: {report.steps} steps checked, {len(differences)} differences")
    return 1 if differences else 0
