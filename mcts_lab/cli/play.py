"""Play a game in the terminal against a search.

Type an action's name, or the numbers in it where no other action has the same ('3' for 'x3'); '#3' is the third of
the list. '?' lists the actions, 'counts' or 'why' shows how the agents' last search divided its iterations, 'rules'
says how it is played, 'board' draws the position again and 'quit' leaves. Agents see no hidden cards either: where
information is hidden, Monte Carlo tree search is that of information sets (ISMCTS).

Games that are steered, such as those in VGDL, take the arrow keys and the space bar in a terminal: at your own pace, or
with --ticks in real time; --typed takes words all the same.
"""

import re

EXAMPLE = "mcts-lab play hex -o size=7 --iterations 5000"

AGENTS = {  # name -> what it is, as --help shows it
    "mcts": "Monte Carlo tree search with --iterations",
    "alpha_beta": "alpha-beta with --depth",
    "rules": "hand-written rules, for games that have them",
    "random": "any legal action",
    "human": "you play every seat",
}


def add(parser):
    from .arguments import level, option, positive, seed

    parser.add_argument("game", metavar="GAME", help="the game's name, as 'mcts-lab list games' shows it; "
                                                            "MODULE:NAME for one of your own, openspiel:NAME for one "
                                                            "of OpenSpiel's")
    parser.add_argument("-o", "--option", type=option, action="append", default=[], metavar="NAME=VALUE",
                        help="an option of the game; may be repeated")
    parser.add_argument("--description", metavar="FILE", help="of a game in VGDL ('vgdl'): the name of one of the "
                                                              "project's games, or a file")
    parser.add_argument("--level", metavar="FILE", help="its level: a number from 0 to 4, or a file")
    parser.add_argument("--against", metavar="AGENT", default="mcts",
                        help="; ".join(f"{name}: {what}" for name, what in AGENTS.items()) + "; or a search as for "
                             "'mcts-lab duel' (default: mcts)")
    parser.add_argument("--iterations", type=level, default=2000, metavar="N",
                        help="of each search, or a level: novice (30), beginner, casual, club, strong, expert (10,000) "
                             "(default: 2000)")
    parser.add_argument("--depth", type=positive, default=6, metavar="N", help="of alpha-beta (default: 6)")
    parser.add_argument("--seat", type=seed, default=0, metavar="N", help="your seat, 0 is the first (default: 0)")
    parser.add_argument("--ticks", type=positive, metavar="N", help="a second, for games that are steered with keys "
                                                                    "(default: the game waits for each key)")
    parser.add_argument("--typed", action="store_true", help="take typed words where keys could steer")
    parser.add_argument("--page", metavar="FILE", help="write a web page to play in, with the search in it, instead of "
                                                       "playing here")
    parser.add_argument("--seed", type=seed, metavar="N", help="makes the agents and the start repeatable")


def run(arguments):
    from .. import games
    from ..game import facts
    from ..games.vgdl.library import NAMES

    if arguments.game in NAMES and arguments.description is None:
        arguments.game, arguments.description = "vgdl", arguments.game
    options = dict(arguments.option)
    for key in ("description", "level"):
        if getattr(arguments, key) is not None:
            if arguments.game != "vgdl":
                raise ValueError(f"--{key} is for games in VGDL: mcts-lab play vgdl --{key} {getattr(arguments, key)}")
            options[key] = getattr(arguments, key)
    library, colon, name = arguments.game.partition(":")
    if colon and library == "openspiel":
        game = games.openspiel(name, **dict(arguments.option))
    else:
        game = games.make(arguments.game, **options)
    about = facts(game)
    if arguments.seat >= about.players:
        raise ValueError(f"{about.title} has the seats 0 to {about.players - 1}, and --seat {arguments.seat} is none")
    if arguments.page:
        write_page(game, arguments)
        return
    table = Table(game, arguments)
    if arguments.ticks and not table.steered:
        raise ValueError(f"{about.title} is not steered with keys here, so it has no --ticks")
    table.steer() if table.steered else table.play()


def write_page(game, arguments):
    """Write the page to play in that the arguments describe."""
    from pathlib import Path

    from ..players import SearchPlayer
    from ..web.offers import usual
    from ..web.page import play_page

    if arguments.against != "mcts":
        raise ValueError(f"a page has Monte Carlo tree search alone: leave out --against {arguments.against}")
    place = Path(arguments.page)
    if place.exists():
        raise ValueError(f"{place} is there already: give another name, or remove it")
    agents = {name: SearchPlayer(method, iterations=arguments.iterations) for name, method in usual(game).items()}
    text = play_page(game, agents, arguments.seat, arguments.seed)
    place.write_text(text, encoding="utf-8")
    print(f"{place}: {len(text) // 1000:,} kB; open it in a browser, or send it to a friend")


class Table:
    """One game between a person and agents, on the standard streams."""

    def __init__(self, game, arguments):
        import sys

        import numpy as np

        from ..game import facts, start, steering
        from ..games.vgdl.library import NAMES
        from ..players import RandomPlayer

        self.game = game
        self.about = facts(game)
        self.seeds = np.random.SeedSequence(arguments.seed)
        self.state = start(game, self._seed())
        self.agent = agent(self.game, arguments) if self.about.players > 1 else None
        self.chance = RandomPlayer()
        self.people = set(range(self.about.players)) if self.agent is None else {arguments.seat}
        self.viewer = None if self.agent is None else arguments.seat  # whose view is shown; None: everything
        self.ticks = arguments.ticks or 0
        self.steered = bool(self.about.players == 1 and not arguments.typed and steering(game)
                            and sys.stdin.isatty() and sys.stdout.isatty())
        self.last = None  # who searched last, and how the visits were shared out
        self.name = arguments.game
        self.described = arguments.description if arguments.description in NAMES else None  # a game that comes in VGDL
        self.drawn = None  # what was drawn last
        self.named = []  # the actions that could be named last

    def _seed(self):
        return int(self.seeds.spawn(1)[0].generate_state(1)[0])

    def steer(self):
        """Play with single keys."""
        from ..games.how_to_play import how_to_play
        from .keys import steer

        aim = how_to_play(self.described) if self.described else ""
        self.state, over = steer(self.game, self.state, self._seed, self.ticks, aim)
        self._result() if over else print("Left.")

    def play(self):
        from ..game import CHANCE, TERMINAL, after, copy, to_move
        from ..games.how_to_play import how_to_play

        commands = ("'?' lists your actions, 'rules' says how it is played, 'counts' shows the last search, 'board' "
                    "the position, and 'quit' leaves.")
        print(f"{self.about.title}. {self._seats()} {commands}")
        if self.described:
            print(how_to_play(self.described))
        self.draw()
        while (player := to_move(self.game, self.state)) != TERMINAL:
            if player == CHANCE:
                action = self._chance()
            elif player in self.people:
                action = self.ask(player)
                if action is None:
                    print("Left.")
                    return
            else:
                action = self._search(player, copy(self.game, self.state))
            self._tell(player, action)
            self.state = after(self.game, self.state, action, self._seed())
            if to_move(self.game, self.state) in {*self.people, TERMINAL}:  # what others play meanwhile is told
                self.draw(again=False)
        self._result()

    def _result(self):
        from ..views.words import ending

        print(f"Game over: {ending(self.game, self.state)}")

    def _seats(self):
        if self.agent is None:
            return "You play every seat." if self.about.players > 1 else "You play alone."
        return f"You are {self._name(min(self.people))}, against {self.agent.name}."

    def _name(self, player):
        from ..views.words import player_name

        return player_name(self.game, player)

    def draw(self, again=True):
        """Draw the position as the person sees it; without `again` only if it looks different from the last drawing."""
        from ..game import text_for

        drawing = ruled(text_for(self.game, self.state, self.viewer), self._action_names())
        if again or drawing != self.drawn:
            print(f"\n{drawing}\n", flush=True)
        self.drawn = drawing

    def rules(self):
        """Return how the game is played, in words."""
        from ..errors import UnknownName
        from ..games.how_to_play import how_to_play

        try:
            texts = [how_to_play(name) for name in (self.described, self.name) if name]
            return re.sub(r"[*`]", "", "\n\n".join(texts))  # the terminal shows no Markdown
        except UnknownName:
            return f"The rules of {self.about.title} are not written down here."

    def _action_names(self):
        """The names of what can be played; where nothing can, of what could be played last."""
        from ..game import action_name, legal_actions

        names = [action_name(self.game, self.state, action) for action in legal_actions(self.game, self.state)]
        self.named = names or self.named
        return self.named

    def _tell(self, player, action):
        """Say what was played, unless that is hidden from the person."""
        from ..game import CHANCE, action_name, observation
        from ..players.disclosure import UNSEEN

        hidden = self.viewer is not None and observation(self.game, self.state, action, self.viewer) != action
        if not hidden:
            who = "Chance" if player == CHANCE else self._name(player)
            print(f"{who}: {action_name(self.game, self.state, action)}")
        elif player != CHANCE:
            print(f"{self._name(player)}: {UNSEEN}")

    def _chance(self):
        import numpy as np

        from ..engine.random import stream
        from ..game import sample_action

        scratch = np.empty(self.about.branching, np.int32)
        return int(sample_action(self.game, self.state, stream(self._seed()), scratch))

    def _search(self, player, state):
        import sys
        from threading import Timer

        from ..game import for_search
        from ..players.disclosure import shares

        if not hasattr(self.agent, "search"):
            return int(self.agent.choose(self.game, state, self._seed()))
        patience = Timer(2.0, print, [f"{self._name(player)} thinks; a game's first search takes the longest."])
        if sys.stdout.isatty():
            patience.start()
        try:
            result = self.agent.search(for_search(self.game), state, self._seed())
        finally:
            patience.cancel()
        self.last = player, shares(self.game, self.state, result)
        return int(result.action)

    def ask(self, player):
        """The action a person chooses, or None to leave. Raises ValueError for a wrong one where input is not typed."""
        import sys

        from ..game import action_name, legal_actions

        actions = legal_actions(self.game, self.state)
        names = [action_name(self.game, self.state, a) for a in actions]
        while True:
            try:
                answer = input(f"{self._name(player)}> ").strip()
            except EOFError:
                raise ValueError("the input ended before the game did") from None
            if answer in ("quit", "q"):
                return None
            if answer in ("?", "help"):
                print("\n".join(f"{f'#{i}':>5}  {name}" for i, name in enumerate(names, 1)))
            elif answer == "rules":
                print(self.rules())
            elif answer == "board":
                self.draw()
            elif answer in ("counts", "why"):
                self.counts()
            elif (chosen := choice(answer, names)) is not None:
                return actions[chosen]
            else:
                wrong = complaint(answer, names)
                if not sys.stdin.isatty():
                    raise ValueError(wrong)
                print(wrong)

    def counts(self):
        """Print how the agents' last search divided its iterations."""
        from ..players.disclosure import is_open

        if self.last is None or not self.last[1]:
            print("There are no counts: no agent has searched a tree yet.")
            return
        player, rows = self.last
        if not is_open(self.game, self.state, self.viewer):
            print(f"The counts of {self._name(player)} are closed: they would tell what is hidden from you.")
            return
        print(f"The last search, with the mean payoff to {self._name(player)}:")
        width = max(12, *(len(row.name) for row in rows))
        for row in rows:
            print(f"  {row.name:>{width}} {row.visits:9,} visits   value {row.value:+.3f}")


def ruled(drawing, names):
    """A board of the signs `.`, `x` and `o` with numbers or letters at its edges, as the actions' `names` have them.

    Other drawings stay as they are.
    """
    lines = drawing.splitlines()
    cells = {line.replace(" ", "") for line in lines}
    wide = max(map(len, cells), default=0)
    if len(lines) < 2 or any(len(row) != wide or set(row) - set(".xo") for row in cells):
        return drawing
    if all(re.fullmatch(r"[xo]\d", name) for name in names):  # columns
        return "\n".join([*lines, "".join(map(str, range(wide)))])
    if all(re.fullmatch(r"[xo]\(\d,\d\)", name) for name in names):  # (row, column)
        return "\n".join(["  " + "".join(map(str, range(wide))), *(f"{i} {line}" for i, line in enumerate(lines))])
    if all(re.fullmatch(r"[a-z]\d+", name) for name in names):  # a letter for the column, a number for the row
        between = " " if " " in lines[0].strip() else ""
        head = between.join(chr(ord("a") + column) for column in range(wide))
        return "\n".join([f"   {head}", *(f"{i:>2} {line}" for i, line in enumerate(lines, 1))])
    return drawing


def agent(game, arguments):
    """The opponent that the arguments describe; None when a person plays every seat."""
    from .. import games
    from ..errors import UnknownName
    from ..game import facts, rule_action
    from ..players import RandomPlayer, RulePlayer, SearchPlayer

    if arguments.against == "human":
        return None
    if arguments.against == "random":
        return RandomPlayer("random play")
    if arguments.against == "rules":
        if not rule_action.defines(type(game)):
            known = ", ".join(name for name in games.names() if rule_action.defines(type(games.make(name))))
            raise ValueError(f"{facts(game).title} has no rules to play against; these games have: {known}")
        return RulePlayer()
    if arguments.against == "alpha_beta":
        from ..search.minimax.alpha_beta import AlphaBeta

        if not facts(game).perfect_information:
            raise ValueError(f"{facts(game).title} hides information, which alpha-beta would have to look at: "
                             "play --against mcts")
        return SearchPlayer(AlphaBeta(depth=arguments.depth), name=f"alpha-beta of depth {arguments.depth}")
    iterations = arguments.iterations
    if arguments.against != "mcts":
        from .duel import player_of

        if arguments.against.isidentifier():
            raise UnknownName("agent", arguments.against, AGENTS)
        return player_of(arguments.against, iterations=iterations)
    return SearchPlayer(method_for(game), name=f"a search of {iterations} iterations", iterations=iterations)


def method_for(game):
    """The search that suits a game: ISMCTS if something is hidden, an open loop if `play` draws random numbers."""
    from ..game import facts
    from ..search import UCB1, UCT, OpenLoop, SingleObserver

    about = facts(game)
    if not about.perfect_information:
        return UCT(world=SingleObserver(), selection=UCB1(0.7))  # the article's constant [Powley 2013]
    return UCT(world=OpenLoop()) if about.random_play else UCT()


def choice(answer: str, names: list) -> int | None:
    """Which of `names` a person means, or None: see `meant`, of which there must be exactly one."""
    found = meant(answer, names)
    return found[0] if len(found) == 1 else None


def meant(answer: str, names: list) -> list[int]:
    """The names that `answer` may mean: that name, else those that differ in case alone, else those with its numbers.

    Boards show numbers, such as those of columns, and names hold them; so '3' is 'x3' and '0,2' is 'x(0,2)'. A place
    in the list of actions has a mark before it: '#3'.
    """
    if answer in names:
        return [names.index(answer)]
    same = [i for i, name in enumerate(names) if name.casefold() == answer.casefold()]
    if same:
        return same
    place = re.fullmatch(r"#\s*(\d+)", answer)
    if place:
        return [int(place[1]) - 1] if 1 <= int(place[1]) <= len(names) else []
    if not re.fullmatch(r"\d+([ ,]+\d+)*", answer):
        return []
    numbers = re.findall(r"\d+", answer)
    return [i for i, name in enumerate(names) if re.findall(r"\d+", name) == numbers]


def complaint(answer: str, names: list) -> str:
    """Why `answer` is not an action, and what is."""
    from ..errors import instead

    if not answer:
        return f"say what to play: {', '.join(names)}"
    several = [names[i] for i in meant(answer, names)]
    if several:
        return f"{answer!r} may be {', '.join(several[:-1])} or {several[-1]}: say which"
    return f"{answer!r} is not a legal action here; {instead(answer, names)}"
