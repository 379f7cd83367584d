"""Play the agents of a class against each other, each file in a sandbox of its own, and write a page of the results.

A file defines choose(game, state, rng), which returns an action; or evaluate(game, state, player), by which a search
plays; or policy(game, state, rng), by which playouts are made. An agent that takes too long, ends its process, raises
an exception or names no legal action has lost the game. With --beat N each agent meets UCT of N iterations alone, and
has passed with more than half of the points.
"""

EXAMPLE = "mcts-lab contest agents --game connect_four --out contest.html"


def add(parser):
    from .arguments import option, positive

    parser.add_argument("folder", metavar="FOLDER", help="where the agents' .py files are")
    parser.add_argument("--game", default="connect_four", metavar="GAME", help="(default: connect_four)")
    parser.add_argument("-o", "--option", action="append", type=option, default=[], metavar="NAME=VALUE",
                        help="an option of the game")
    parser.add_argument("--beat", type=positive, metavar="N", help="UCT of so many iterations is the only opponent")
    parser.add_argument("--pairs", type=positive, default=10, metavar="N",
                        help="pairs of games of each two agents, sides swapped (default: 10)")
    parser.add_argument("--seconds", type=positive, default=5, metavar="N", help="that a move may take (default: 5)")
    parser.add_argument("--megabytes", type=positive, default=2000, metavar="N",
                        help="of memory that an agent may use (default: 2000)")
    parser.add_argument("--seed", metavar="WORD", help="of openings and agents (default: drawn, and told)")
    parser.add_argument("--container", metavar="IMAGE", help="run them in containers of Podman or Docker")
    parser.add_argument("--out", metavar="FILE", default="contest.html", help="(default: contest.html)")


def run(arguments):
    import secrets
    import sys
    from pathlib import Path

    from .. import games
    from ..course import contest
    from ..course.sandbox import Sandbox

    out, options = Path(arguments.out), dict(arguments.option)
    if out.exists():
        raise ValueError(f"{out} is there already: name another file with --out")
    files = contest.agents_of(arguments.folder)
    if len(files) < 2 and not arguments.beat:
        raise ValueError(f"there is one agent in {arguments.folder}, with nothing to meet: add another, or --beat N")
    contest.checked(games.make(arguments.game, **options))
    seed = arguments.seed or secrets.token_hex(8)
    with Sandbox(arguments.megabytes, arguments.container) as sandbox:
        print(f"played with --seed {seed}")
        if sandbox.kind == "nothing":
            print("warning: this system hides neither files nor the network from agents; use --container",
                  file=sys.stderr)
        players = [contest.Agent(path, sandbox, arguments.seconds) for path in files]
        ours = contest.Ours(arguments.beat) if arguments.beat else None
        played = contest.contest(arguments.game, options, [*players, *([ours] if ours else [])], arguments.pairs, seed,
                                 print, ours)
    for reason in dict.fromkeys(one.reason for one in played if one.reason):
        print(reason)
    if ours:
        for one in players:
            won = contest.points(played, one.name)
            print(f"{one.name}: {'passed' if won > arguments.pairs else 'not passed'}, {won:g} of "
                  f"{2 * arguments.pairs} points")
    out.write_text(contest.report(arguments.game, options, played), encoding="utf-8")
    print(f"written: {out}")
