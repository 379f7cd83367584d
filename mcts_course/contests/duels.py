"""Games between two agents.

An agent is a function `choose(game, state, rng)`, which returns an action. `move_by` returns the move of such a
function; its source is sent to the function's process. A `Duel` is an exercise that is judged by games.
"""

import contextlib
import random
import time
from typing import NamedTuple

from mcts_lab import games
from mcts_lab.game import TERMINAL, after, legal_actions, position_after
from mcts_lab.games.adapters.plain import as_game
from mcts_lab.matches.match import tally
from mcts_lab.players import ScriptedPlayer

from ..exercises.judging import EXCEPTION, OPEN, REFUSED, RIGHT, WRONG, Exercise
from ..project_games import Lines
from ..sandboxes.answering import Raised, called
from ..sandboxes.handed_in import plain

OPENING = 2  # random moves at the beginning of each pair of games
GAME, PAIRS, ITERATIONS = "connect_four", 10, 50  # settings of a `Duel`
SECONDS = 2.0  # time limit of its moves, except the first
LETTERS = 240  # maximum number of letters of a reason for a loss


def made(name, options):
    """Return the game with this name: a game of the package, or "lines", the board of the projects."""
    if name == "lines":
        game = Lines(**options)
        game.title, game.outcomes = "Lines", (-1, 0, 1)
        game.actions = game.length = game.columns * game.rows
        return as_game(game)
    return games.make(name, **options)


def move_by(function, name, options, actions, seed):
    """Return the move of a function after these actions."""
    import random

    from mcts_course.project_games import Lines
    from mcts_lab import games
    from mcts_lab.game import position_after

    rng = random.Random(seed)
    if name == "lines":  # the game of a project, in plain Python
        game = Lines(**options)
        state = game.start()
        for action in actions:
            state = game.play(state, action)
        return function(game, state, rng)
    game = games.make(name, **options)
    return function(game, position_after(game, actions), rng)


def one_rule(game, state, rng):
    """Win immediately if possible; otherwise play near the middle."""
    me, legal = game.to_move(state), legal_actions(game, state)
    for action in legal:
        following = after(game, state, action)
        if game.to_move(following) == TERMINAL and game.payoff(following, me) > 0:
            return action
    return min(legal, key=lambda action: abs(action - 3))


def agent(function, name=None) -> ScriptedPlayer:
    """Return a player for matches and widgets that plays with a function `choose(game, state, rng)`."""
    return ScriptedPlayer(lambda game, state, seed: function(game, state, random.Random(int(seed))),
                          name or function.__name__)


class Lost(Exception):
    """Raised if an agent loses its game by an error; the text describes the error."""

    def __init__(self, text):
        super().__init__(plain(text, LETTERS))


def move_of(found) -> int:
    """Return the move in a result. Raises Lost if the result is an exception."""
    if isinstance(found, Raised):
        raise Lost(f"it stops with {': '.join(filter(None, found))}")
    return found


class Ours(contextlib.nullcontext):
    """The agent to beat: UCT of this package. Its name contains a slash, so no file can have the same name."""

    def __init__(self, iterations):
        super().__init__()
        self.iterations, self.title = iterations, f"UCT of {iterations:,} iterations"
        self.name = f"{self.title} (mcts_lab/search)"

    def move(self, game, name, options, actions, seed):
        """Return the agent's move."""
        from mcts_lab.search import UCT

        found = UCT().search(game, position_after(game, actions), iterations=self.iterations, seed=seed)
        return int(found.action)


class Played(NamedTuple):
    """A game between two agents."""

    seats: tuple  # names of the players
    start: int  # number of the opening
    actions: tuple
    payoffs: tuple
    reason: str = ""  # the error that lost the game

    def row(self) -> dict:
        """Return the game as a row for `mcts_lab.matches`."""
        return {"start": self.start, "seat_0": self.seats[0], "seat_1": self.seats[1], "payoff_0": self.payoffs[0],
                "payoff_1": self.payoffs[1]}


def opening(game, seed):
    """Return random first moves for a pair of games; they do not end the game."""
    rng = random.Random(seed)
    while True:
        actions = []
        for _ in range(OPENING):
            actions.append(rng.choice(legal_actions(game, position_after(game, actions))))
            if game.to_move(position_after(game, actions)) == TERMINAL:
                break
        else:
            return actions


def play_out(game, name, options, agents, begin, seed) -> Played:
    """Play one game between two agents; the first agent has seat 0.

    agents: objects with a `name`, and `move(game, name, options, actions, seed)`, which raises `Lost` if it has no move
    begin:  number of the opening
    """
    rng, actions = random.Random(f"{begin} {seed}"), opening(game, f"{begin} {seed}")
    state, known = position_after(game, actions), game.facts()
    while game.to_move(state) != TERMINAL:
        seat = game.to_move(state)
        try:
            action = agents[seat].move(game, name, options, list(actions), rng.randrange(2**31))
            if isinstance(action, bool) or not isinstance(action, int) or action not in legal_actions(game, state):
                raise Lost(f"it plays {str(action)[:40]}, which is not a legal action")
        except Lost as lost:
            payoffs = [known.high, known.high]
            payoffs[seat] = known.low
            return Played(tuple(one.name for one in agents), begin, tuple(actions), tuple(payoffs),
                          f"{agents[seat].name} loses: {lost}.")
        actions.append(action)
        state = after(game, state, action)
    return Played(tuple(one.name for one in agents), begin, tuple(actions),
                  tuple(float(game.payoff(state, seat)) for seat in (0, 1)))


def points(played, name) -> float:
    """Return the points of a player: 1 for a win, 1/2 for a draw."""
    found = tally([one.row() for one in played]).set_index("player").loc[name]
    return float(found["points"] * found["games"])


class Told:
    """A student's agent, whose moves come from `tell` (see `Exercise.answers`)."""

    name = "yours"

    def __init__(self, tell):
        self.tell, self.replies = tell, []  # pairs (case, result)

    def move(self, game, name, options, actions, seed):
        """Return the agent's move. Raises Lost if there is an exception, or if the move takes too long."""
        case, begun = (name, options, actions, seed), time.monotonic()
        reply = self.tell([case], SECONDS) if self.replies else self.tell([case])  # the first call imports modules
        if reply is None:
            raise Lost("there is no function")
        if self.replies and time.monotonic() - begun > SECONDS:
            reply = [Raised("TimeoutError", f"a move takes over {SECONDS:g} seconds")]
        self.replies.append((case, reply[0]))
        return move_of(reply[0])


class Duel(Exercise):
    """An exercise whose answer is an agent, which must get more than half of the points against UCT.

    Its cases are games: the number of the opening, the student's seat, and a seed.
    """

    def prepared(self, rng, student=0):
        """Compile UCT, and return the cases."""
        Ours(1).move(games.make(GAME), GAME, {}, [], 0)
        return self.cases(rng)

    def answers(self, cases, tell):
        """Return the games as pairs of a `Played` and the student's replies; an exception ends the series."""
        game, student, found = games.make(GAME), Told(tell), []
        for begin, seat, seed in cases:
            before = len(student.replies)
            agents = [student, Ours(ITERATIONS)][::1 if seat == 0 else -1]
            played = play_out(game, GAME, {}, agents, begin, seed)
            replies = student.replies[before:]
            if not replies:
                return None
            found.append((played, replies))
            if replies[-1][1] is None or isinstance(replies[-1][1], Raised):
                break
        return found

    def judged(self, cases, found):
        """Judge these games."""
        replies = [pair for _, some in found for pair in some]
        (_, _, actions, _), last = replies[-1]
        if all(one is None or one == Raised("NotImplementedError") for _, one in replies):
            return self.verdict(OPEN, f"Replace the dots in {self.name} by your code.")
        if isinstance(last, Raised):
            refused = last.kind == "Refused"
            return self.verdict(REFUSED if refused else EXCEPTION, last.message if refused else
                                f"After the actions {actions} it stops with {last.kind}: {last.message}")
        mine = points([one for one, _ in found], Told.name)
        said = f"{mine:g} of {2 * PAIRS} points against {Ours(ITERATIONS).title}"
        if mine > PAIRS and len(found) == len(cases):
            return self.verdict(RIGHT, f"{said}.")
        for mistake in self.mistakes:
            if all(called(mistake.answer, self.ask, case) == reply for case, reply in replies):
                return self.verdict(WRONG, mistake.hint)._replace(mistake=mistake.answer.__name__)
        broken = next((f" {one.reason}" for one, _ in found if one.reason), "")
        return self.verdict(WRONG, f"{said}: it takes more than {PAIRS}.{broken}")


def beginnings(rng):
    """Return the cases of a `Duel`: both sides of each of `PAIRS` openings."""
    return [(begin, seat, rng.randrange(2**31)) for begin in range(PAIRS) for seat in (0, 1)]
