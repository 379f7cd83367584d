"""Replay reference recordings of a game and print the steps checked and every difference.

With --games: play so many games instead, at random and by rules, and print what does not hold after some action that
must always hold (Hearthstone, Tribes); of VGDL, make so many mutated descriptions and levels, each of which must be a
game that can be played, or be refused with a sentence that names a line. With a folder in place of a number, play all
levels of all games in VGDL that it has.

The exit status is 1 if there is any difference.
"""

EXAMPLE = "mcts-lab conform soccer recordings/*.json.gz"

SHOWN = 20  # differences printed; --json has all of them


def add(parser):
    from .arguments import add_json

    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument("files", metavar="FILE", nargs="*", help="recordings")
    parser.add_argument("--games", metavar="N", help="play N games instead, and check what must hold; of VGDL also: "
                                                     "those of a folder with NAME.txt, NAME_lvl0.txt and so on")
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
    if arguments.games:
        return run_games(arguments)
    if not arguments.files:
        raise ValueError("name at least one FILE with a recording, or say how many --games to play")
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


def run_games(arguments):
    """The output of --games."""
    from argparse import ArgumentTypeError

    from .. import conformance
    from .arguments import positive, print_json

    if arguments.files:
        raise ValueError("--games plays games of its own: leave out the files")
    if arguments.game == "vgdl" and not arguments.games.lstrip("-").isdecimal():
        games, levels, actions, broken = conformance.play_folder(arguments.games, progress=_tell)
        played = f"{games} games, {levels} levels"
    else:
        try:
            games = positive(arguments.games)
        except ArgumentTypeError as error:
            raise ValueError(f"--games: {error}") from None
        actions, broken = conformance.play_games(arguments.game, games, progress=_tell)
        played = f"{games} games"
    if arguments.json:
        print_json({"game": arguments.game, "games": games, "steps": actions, "differences": broken})
    else:
        for sentence in broken[:SHOWN]:
            print(sentence)
        if len(broken) > SHOWN:
            print(f"... and {len(broken) - SHOWN} more")
        print(f"{arguments.game}: {played} played, {actions} actions checked, {len(broken)} differences")
    return 1 if broken else 0


def _tell(done, games, actions):
    import sys

    if sys.stderr.isatty() or done % 1000 == 0:
        print(f"\r{done} of {games} games, {actions} actions", end="" if sys.stderr.isatty() else "\n",
              file=sys.stderr, flush=True)
    if done == games and sys.stderr.isatty():
        print(file=sys.stderr)
