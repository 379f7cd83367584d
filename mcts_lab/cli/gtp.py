"""Play Hex or Othello with other programs, by the Go Text Protocol on the standard streams.

Programs that show boards, or play others, start this command and speak with it. Black begins.
"""

EXAMPLE = "mcts-lab gtp hex --iterations 5000"


def add(parser):
    from .arguments import level, option, seed

    parser.add_argument("game", metavar="GAME", help="hex, othello, or another board for two that both see")
    parser.add_argument("-o", "--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the game; may be repeated")
    parser.add_argument("--agent", default="UCT()", metavar="AGENT", help="a search as for 'mcts-lab duel' (default: "
                                                                         "UCT())")
    parser.add_argument("--iterations", type=level, default=2000, metavar="N",
                        help="of each search, or a level: novice (30), beginner, casual, club, strong, expert (10,000) "
                             "(default: 2000)")
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="of the searches (default: 0)")


def run(arguments):
    import sys

    from ..games.adapters.gtp import Engine
    from .duel import player_of

    player = player_of(arguments.agent, iterations=arguments.iterations)
    engine = Engine(arguments.game, player, arguments.seed, **dict(arguments.option))
    while not engine.over and (line := sys.stdin.readline()):
        print(engine.answer(line), end="", flush=True)
