"""Play two agents against each other until it is known which of two differences in strength is the true one.

An agent is written as in Python, from the parts of mcts_lab.search: "UCT(selection=RAVE(), fpu=1.0)" or
"AlphaBeta(depth=4)". Games come in pairs, sides swapped. After each pair the likelihood ratio of the second hypothesis
to the first is compared with its bounds; the duel ends as soon as one is passed, or after --games.
"""

import ast

EXAMPLE = 'mcts-lab duel hex "UCT(selection=RAVE(), fpu=1.0)" "UCT(selection=UCB1(0.2))" -o size=7 --seconds 0.02'


def add(parser):
    from .arguments import option, positive, seed

    parser.add_argument("game", metavar="GAME", help="see 'mcts-lab list games'")
    parser.add_argument("agents", metavar="AGENT", nargs=2, help="two searches")
    parser.add_argument("-o", "--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the game; may be repeated")
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--iterations", type=positive, nargs="+", metavar="N", help="of each search, or of the first "
                                                                                    "agent's and the second's")
    budget.add_argument("--seconds", type=float, metavar="S", help="of each search")
    parser.add_argument("--elo0", type=float, default=0.0, metavar="D", help="a difference in Elo (default: 0)")
    parser.add_argument("--elo1", type=float, default=20.0, metavar="D", help="the greater one (default: 20)")
    parser.add_argument("--error", type=float, default=0.05, metavar="P", help="how often either may be told although "
                                                                               "the other is true (default: 0.05)")
    parser.add_argument("--games", type=positive, default=2000, metavar="N", help="at most (default: 2000)")
    parser.add_argument("--opening", type=seed, default=2, metavar="N", help="random plays before each pair of games "
                                                                             "(default: 2)")
    parser.add_argument("--seed", type=seed, metavar="N", help="makes the duel repeatable (default: drawn, and told)")


def run(arguments):
    import secrets

    from .. import games
    from ..experiments.duel import Hypotheses, duel

    game = games.make(arguments.game, **dict(arguments.option))
    players = players_of(arguments)
    wanted = Hypotheses(arguments.elo0, arguments.elo1, arguments.error, arguments.error)
    number = secrets.randbits(32) if arguments.seed is None else arguments.seed

    def tell(now):
        lower, upper = wanted.bounds()
        print(f"\r{len(now.rows)} games, {now.points().estimate:.3f} of the points, log-likelihood ratio "
              f"{now.ratio:+.2f} ({lower:.2f} to {upper:.2f})  ", end="", flush=True)

    print(f"{players[0].name} against {players[1].name}, --seed {number}")
    found = duel(game, *players, wanted, most=arguments.games, opening=arguments.opening, seed=number, progress=tell)
    verdict = {"better": f"{arguments.elo1:+g} Elo rather than {arguments.elo0:+g}",
               "worse": f"{arguments.elo0:+g} Elo rather than {arguments.elo1:+g}", "": "not decided"}[found.accepted]
    print(f"\n{verdict}: {found.points().text(3)} of the points in {len(found.rows)} games")
    if not found.accepted:
        means = " or ".join(f"{wanted.games(elo):,.0f}" for elo in wanted[:2])
        print(f"on average it takes {means} games where one of the two is true")


def players_of(arguments):
    """The two agents with their budgets."""
    from ..players.search import SearchPlayer

    numbers = arguments.iterations or [1000]
    if len(numbers) > 2:
        raise ValueError(f"--iterations takes one number or two, not {len(numbers)}")
    budgets = [{"seconds": arguments.seconds} if arguments.seconds else {"iterations": number} for number in numbers]
    players = []
    for text, budget in zip(arguments.agents, (budgets[0], budgets[-1]), strict=True):
        method = method_of(text)
        players.append(SearchPlayer(method, **(budget if hasattr(method, "final") else {})))
    return players


def method_of(text: str):
    """The search that `text` writes as a call, from names of mcts_lab.search and plain values."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f'{text!r} is no call such as "UCT(selection=UCB1(0.7))"') from None
    try:
        method = value_of(tree)
    except TypeError as error:
        raise ValueError(f"{text!r} cannot be made: {error}") from None
    if not hasattr(method, "search"):
        raise ValueError(f"{text!r} is no search: give one such as UCT() or AlphaBeta(depth=5)")
    return method


def value_of(tree):
    """What a piece of such a call stands for."""
    import mcts_lab
    from mcts_lab import search

    from ..errors import UnknownName

    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and all(word.arg for word in tree.keywords):
        known = {name: getattr(search, name) for name in search.__all__}
        known |= {name: getattr(mcts_lab, name) for name in ("AlphaBeta", "Minimax")}
        if tree.func.id not in known:
            raise UnknownName("part", tree.func.id, known)
        return known[tree.func.id](*map(value_of, tree.args),
                                   **{word.arg: value_of(word.value) for word in tree.keywords})
    try:
        return ast.literal_eval(tree)
    except ValueError:
        raise ValueError(f"{ast.unparse(tree)!r} is neither a part of mcts_lab.search with its numbers nor a plain "
                         "value") from None
