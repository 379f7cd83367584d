"""Run a contest between the agents of a class, and write a page with the results.

Use it when your students have written agents. Each file in FOLDER is one agent, and it runs in its own sandbox. The
file defines choose(game, state, rng), which returns an action. An agent loses a game if it takes too long, ends its
process, raises an exception or returns an illegal action. With --beat N, each agent plays only against UCT with N
iterations, and passes if it gets more than half of the points.

Each game is stored in a file beside the page as soon as it is over. If you stop the contest, for example with Ctrl-C,
give the same command again to continue.
"""

from mcts_lab.cli.arguments import option, positive, seconds

EXAMPLE = "mcts-lab contest agents --game connect_four --out contest.html"


def add(parser):
    from .sandboxes import sandboxes

    parser.add_argument("folder", metavar="FOLDER", help="folder with the agents' .py files")
    parser.add_argument("--game", default="connect_four", metavar="GAME",
                        help="name of a game, or 'lines' for the game of project 4 (default: connect_four)")
    parser.add_argument("-o", "--option", action="append", type=option, default=[], metavar="NAME=VALUE",
                        help="set an option of the game, such as size=7; may be repeated")
    parser.add_argument("--beat", type=positive, metavar="N", help="play only against UCT with N iterations")
    parser.add_argument("--pairs", type=positive, default=10, metavar="N",
                        help="number of pairs of games between two agents, with swapped sides (default: 10)")
    parser.add_argument("--seconds", type=seconds, default=5, metavar="N",
                        help="time limit per move, in seconds, such as 0.05 (default: 5)")
    parser.add_argument("--seed", metavar="WORD",
                        help="seed for the openings and the agents (default: chosen at random and printed)")
    sandboxes(parser)
    parser.add_argument("--out", metavar="FILE", default="contest.html",
                        help="file for the page with the results (default: contest.html)")


def run(arguments):
    import os
    import secrets
    from pathlib import Path

    from mcts_lab.engine.whole_files import write_whole
    from mcts_lab.host import need_processes

    from ..contests import contest, duels
    from .sandboxes import alone, sandbox_of

    need_processes("A contest")
    out, options = Path(arguments.out), dict(arguments.option)
    if os.path.lexists(out) and (out.is_symlink() or not out.is_file() or out.stat().st_size):  # a killed run's is not
        raise ValueError(f"{out} already exists. Name another file with --out.")
    files = contest.agents_of(arguments.folder)
    if len(files) < 2 and not arguments.beat:
        raise ValueError(f"There is only one agent in {arguments.folder}. Add another agent, or let it play against "
                         "UCT with --beat N.")
    game = duels.made(arguments.game, options)
    contest.checked(game)
    begun = out.with_name(f"{out.name}.games")
    settings = [arguments.game, options, [path.name for path in files], arguments.pairs, arguments.seconds,
                arguments.beat]
    seed, kept = contest.stored(begun, settings, arguments.seed or secrets.token_hex(8), bool(arguments.seed))
    if not arguments.beat:
        for number in dict.fromkeys((len(files), 20)):
            print(f"{number} agents: {contest.longest(game, number, arguments.pairs, arguments.seconds)}")
    ours = duels.Ours(arguments.beat) if arguments.beat else None
    with alone(out):  # before the games, which would be lost if it cannot be written
        try:
            with sandbox_of(arguments) as sandbox:
                there = f", {len(kept)} games are there already" if kept else ""
                print(f"played with --seed {seed}{there}", flush=True)
                players = [contest.Agent(path, sandbox, arguments.seconds) for path in files]
                played = contest.contest(arguments.game, options, players, arguments.pairs, seed,
                                         lambda line: print(line, flush=True), ours, kept,
                                         lambda one: contest.store(begun, one))
            page = contest.report(arguments.game, options, played)
        except BaseException:
            out.unlink()
            raise
    write_whole(out, page)
    begun.unlink(missing_ok=True)
    for reason in dict.fromkeys(one.reason for one in played if one.reason):
        print(reason)
    for one in players if ours else ():
        won = duels.points(played, one.name)
        print(f"{one.name}: {'passed' if won > arguments.pairs else 'not passed'}, {won:g} of "
              f"{2 * arguments.pairs} points")
    print(f"written: {out}")
