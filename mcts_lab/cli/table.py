"""A game between a person and an agent at a terminal: the output, the questions and the input."""

import re
import sys
import threading

import numpy as np

from .. import games
from ..engine.distinct import overrides
from ..engine.random import stream
from ..errors import UnknownName, instead
from ..game import CHANCE, TERMINAL, Game, after, copy, legal_actions, sample_action, start
from ..games.how_to_play import how_to_play
from ..host import Worker
from ..players import RandomPlayer, RulePlayer, SearchPlayer
from ..players.disclosure import UNSEEN, is_open, shares
from ..search import UCB1, UCT, OpenLoop, SingleObserver
from ..views.captions import ending, player_name
from .arguments import AGENTS


class Table:
    """One game between a person and an agent. It uses the standard input and output."""

    def __init__(self, game, arguments):
        self.game = game
        self.about = game.facts()
        self.seeds = np.random.SeedSequence(arguments.seed)
        self.state = start(game, self._seed())
        self.agent = agent(self.game, arguments) if self.about.players > 1 else None
        self.chance = RandomPlayer()
        self.people = set(range(self.about.players)) if self.agent is None else {arguments.seat}
        self.viewer = None if self.agent is None else arguments.seat  # the player whose view is shown; None: all
        self.ticks = arguments.ticks or 0
        self.steered = bool(self.about.players == 1 and not arguments.typed and game.steering()
                            and sys.stdin.isatty() and sys.stdout.isatty())
        self.last = None  # the player whose agent searched last, and the visits of each action
        self.name = arguments.game
        # name of the game in VGDL, or None
        self.described = arguments.description if arguments.description in games.DESCRIBED else None
        self.drawn = None  # the last drawing
        self.named = []  # the last list of actions

    def _seed(self):
        return int(self.seeds.spawn(1)[0].generate_state(1)[0])

    def steer(self):
        """Let the person play with single keys."""
        from .keys import steer

        aim = how_to_play(self.described) if self.described else ""
        self.state, over = steer(self.game, self.state, self._seed, self.ticks, aim)
        self._result() if over else print("Left.")

    def play(self):
        commands = ("'?' lists your actions, 'rules' explains the game, 'counts' shows the last search, 'board' shows "
                    "the position, and 'quit' ends the program.")
        print(f"{self.about.title}. {self._seats()} {commands}")
        if self.described:
            print(how_to_play(self.described))
        self.draw()
        while (player := self.game.to_move(self.state)) != TERMINAL:
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
            if self.game.to_move(self.state) in {*self.people, TERMINAL}:  # others have moved
                self.draw(again=False)
        self._result()

    def _result(self):
        print(f"Game over: {ending(self.game, self.state)}")

    def _seats(self):
        if self.agent is None:
            return "You play every seat." if self.about.players > 1 else "You play alone."
        return f"You are {self._name(min(self.people))}, against {self.agent.name}."

    def _name(self, player):
        return player_name(self.game, player)

    def draw(self, again=True):
        """Draw the position as the person sees it. With again=False, draw it only if it differs from the last drawing.
        """
        drawing = ruled(self.game.text_for(self.state, self.viewer), self._action_names())
        if again or drawing != self.drawn:
            print(f"\n{drawing}\n", flush=True)
        self.drawn = drawing

    def rules(self):
        """Return the rules of the game as a text."""
        try:
            texts = [how_to_play(name) for name in (self.described, self.name) if name]
            return re.sub(r"[*`]", "", "\n\n".join(texts))  # remove Markdown, which a terminal does not show
        except UnknownName:
            return f"The rules of {self.about.title} are not written down here."

    def _action_names(self):
        """Return the names of the legal actions. If there are none, return the names that were returned last."""
        names = [self.game.action_name(self.state, action) for action in legal_actions(self.game, self.state)]
        self.named = names or self.named
        return self.named

    def _tell(self, player, action):
        """Print the action that was played, unless it is hidden from the person."""
        hidden = self.viewer is not None and self.game.observation(self.state, action, self.viewer) != action
        if not hidden:
            who = "Chance" if player == CHANCE else self._name(player)
            print(f"{who}: {self.game.action_name(self.state, action)}")
        elif player != CHANCE:
            print(f"{self._name(player)}: {UNSEEN}")

    def _chance(self):
        scratch = np.empty(self.about.branching, np.int32)
        return int(sample_action(self.game, self.state, stream(self._seed()), scratch))

    def _search(self, player, state):
        if not hasattr(self.agent, "search"):
            return int(self.agent.choose(self.game, state, self._seed()))
        over, said = threading.Event(), f"{self._name(player)} thinks; a game's first search takes the longest."
        if sys.stdout.isatty():
            Worker(lambda: over.wait(2.0) or print(said), instead=lambda: print(said, flush=True)).start()
        try:
            result = self.agent.search(self.game.for_search(), state, self._seed())
        finally:
            over.set()
        self.last = player, shares(self.game, self.state, result)
        return int(result.action)

    def ask(self, player):
        """Return the action that the person chooses, or None if the person leaves the game. Raises ValueError for a
        wrong answer if the input is not typed."""
        actions = legal_actions(self.game, self.state)
        names = [self.game.action_name(self.state, a) for a in actions]
        while True:
            try:
                answer = input(f"{self._name(player)}> ").strip()
            except EOFError:
                raise ValueError("The input ended before the game was over. Type 'quit' to leave a game.") from None
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
        if self.last is None or not self.last[1]:
            print("There are no counts, because no agent has searched a tree yet.")
            return
        player, rows = self.last
        if not is_open(self.game, self.state, self.viewer):
            print(f"The counts of {self._name(player)} are not shown, because they would reveal hidden information.")
            return
        print(f"The last search, with the mean payoff to {self._name(player)}:")
        width = max(12, *(len(row.name) for row in rows))
        for row in rows:
            print(f"  {row.name:>{width}} {row.visits:9,} visits   value {row.value:+.3f}")


def ruled(drawing, names):
    """Return a board of `.`, `x` and `o` with the numbers or letters at its edges that occur in the `names` of actions.

    Any other drawing is returned unchanged.
    """
    lines = drawing.splitlines()
    cells = {line.replace(" ", "") for line in lines}
    wide = max(map(len, cells), default=0)
    if len(lines) < 2 or any(len(row) != wide or set(row) - set(".xo") for row in cells):
        return drawing
    if all(re.fullmatch(r"[xo]\d", name) for name in names):  # only a column
        return "\n".join([*lines, "".join(map(str, range(wide)))])
    if all(re.fullmatch(r"[xo]\(\d,\d\)", name) for name in names):  # (row, column)
        return "\n".join(["  " + "".join(map(str, range(wide))), *(f"{i} {line}" for i, line in enumerate(lines))])
    if all(re.fullmatch(r"[a-z]\d+", name) for name in names):  # a letter for the column, a number for the row
        between = " " if " " in lines[0].strip() else ""
        head = between.join(chr(ord("a") + column) for column in range(wide))
        return "\n".join([f"   {head}", *(f"{i:>2} {line}" for i, line in enumerate(lines, 1))])
    return drawing


def agent(game, arguments):
    """Return the opponent that the arguments describe, or None if the person plays every seat."""
    if arguments.against == "human":
        return None
    if arguments.against == "random":
        return RandomPlayer("random play")
    if arguments.against == "rules":
        if not overrides(game, Game.rule_action):
            known = ", ".join(name for name in games.names() if overrides(games.make(name), Game.rule_action))
            raise ValueError(f"{game.facts().title} has no hand-written rules to play against. Choose another opponent "
                             f"with --against, or one of the games that have such rules: {known}.")
        return RulePlayer()
    if arguments.against == "alpha_beta":
        from ..search.minimax.alpha_beta import AlphaBeta

        if not game.facts().perfect_information:
            raise ValueError(f"Alpha-beta cannot play {game.facts().title} fairly, because it would see hidden "
                             "information. Use --against mcts, which searches with ISMCTS.")
        return SearchPlayer(AlphaBeta(depth=arguments.depth), name=f"alpha-beta of depth {arguments.depth}")
    iterations = arguments.iterations
    if arguments.against != "mcts":
        from .duel import player_of

        if arguments.against.isidentifier():
            raise UnknownName("agent", arguments.against, AGENTS)
        return player_of(arguments.against, game, iterations=iterations)
    return SearchPlayer(method_for(game), name=f"a search of {iterations} iterations", iterations=iterations)


def method_for(game):
    """Return a search that suits a game: UCT, or ISMCTS if there is hidden information, or UCT with an open loop if
    `play` uses random numbers."""
    about = game.facts()
    if not about.perfect_information:
        return UCT(tree=SingleObserver(), selection=UCB1(0.7))  # the exploration constant of the paper [Powley 2013]
    return UCT(tree=OpenLoop()) if about.random_play else UCT()


def choice(answer: str, names: list) -> int | None:
    """Return the index of the only name that a person can mean, or None (see `meant`)."""
    found = meant(answer, names)
    return found[0] if len(found) == 1 else None


def meant(answer: str, names: list) -> list[int]:
    """Return the indices of the names that `answer` may mean. These are the names that are equal to it, or else the
    names that differ from it only in case, or else the names with the same numbers.

    Boards show numbers, such as those of columns, and the names of actions contain these numbers. So '3' means 'x3',
    and '0,2' means 'x(0,2)'. A number after '#' is a position in the list of actions: '#3' is the third.
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
    """Return a sentence that says why `answer` is not an action, and which actions there are."""
    if not answer:
        return f"You typed nothing. Type one of your actions: {', '.join(names)}."
    several = [names[i] for i in meant(answer, names)]
    if several:
        return f"{answer!r} may be {', '.join(several[:-1])} or {several[-1]}. Type the whole name."
    return f"{answer!r} is not a legal action here. {instead(answer, names)}"
