"""A contest of agents, one file each: a round robin in sandboxes, ratings, and a page with the best games.

A file defines one function:

choose(game, state, rng)        returns an action: a whole agent
evaluate(game, state, player)   returns what a position is worth to a player; a search two plies deep plays by it
policy(game, state, rng)        returns an action of a playout; the move with the best mean of playouts is played

Games are played here. The agents' processes get the actions so far and send back a move; one that takes too long, ends
its process, raises an exception or names no legal action has lost the game.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import random
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ..experiments.statistics import elo
from ..game import TERMINAL, action_name, after, facts, legal_actions, payoff, start, to_move
from ..views import widgets
from ..views.widgets.export import packed as packed_frames
from ..views.widgets.film import Film
from .answering import Raised, packed, unpacked
from .feedback import page, table
from .judging import source_of
from .sandbox import Ended

SECONDS = 5.0  # that a move may take
OPENING = 2  # random plays with which each pair of games begins
SHOWN = 3  # games on the page
ALLOWED = 60.0  # seconds that a file may take to be read


class Lost(Exception):
    """An agent has lost its game otherwise than on the board; the text says how."""


def choose(function, name, options, actions, seed):
    """Return the action that a function chooses after these actions."""
    import random

    from mcts_lab import games
    from mcts_lab.game import after, start

    game = games.make(name, **options)
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    return int(function(game, state, random.Random(seed)))


def evaluate(function, name, options, actions, seed):
    """Return the action that a search two plies deep takes by a function of positions."""
    import random

    from mcts_lab import games
    from mcts_lab.game import TERMINAL, after, legal_actions, payoff, start, to_move

    game = games.make(name, **options)
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    me = to_move(game, state)

    def value(state, depth):
        if to_move(game, state) == TERMINAL:
            return 1e9 * payoff(game, state, me)
        if depth == 0:
            return float(function(game, state, me))
        values = [value(after(game, state, action), depth - 1) for action in legal_actions(game, state)]
        return max(values) if to_move(game, state) == me else min(values)

    legal = legal_actions(game, state)
    random.Random(seed).shuffle(legal)
    return int(max(legal, key=lambda action: value(after(game, state, action), 1)))


def policy(function, name, options, actions, seed, playouts=8):
    """Return the action after which playouts by a function end best."""
    import random

    from mcts_lab import games
    from mcts_lab.game import TERMINAL, after, legal_actions, payoff, start, to_move

    game, rng = games.make(name, **options), random.Random(seed)
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    me = to_move(game, state)

    def result(state):
        while to_move(game, state) != TERMINAL:
            state = after(game, state, int(function(game, state, rng)))
        return payoff(game, state, me)

    legal = legal_actions(game, state)
    rng.shuffle(legal)
    return int(max(legal, key=lambda action: sum(result(after(game, state, action)) for _ in range(playouts))))


ASKED = (choose, evaluate, policy)


class Agent:
    """The agent of a file, in a process of its own that is begun anew whenever it has ended."""

    def __init__(self, path, sandbox, seconds=SECONDS):
        self.path, self.sandbox, self.seconds = Path(path), sandbox, seconds
        self.name = self.path.stem
        self.stack, self.process, self.ask = contextlib.ExitStack(), None, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()
        self.process = None

    def told(self, order, seconds):
        """Send an order to the process and return its reply. Raises Lost if there is none."""
        try:
            if self.process is None:
                self.process = self.stack.enter_context(self.sandbox.room())
            return self.process.told(order, seconds)
        except TimeoutError:
            reason = f"it takes over {seconds:g} seconds"
        except Ended as error:
            reason = str(error)
        self.__exit__()
        raise Lost(reason)

    def begin(self):
        """Run the file, unless its process is there. Raises Lost if it cannot be run, or defines no agent."""
        if self.process is not None:
            return
        try:
            source = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise Lost("its file cannot be read") from None
        wrong = self.told({"cell": source}, ALLOWED)
        if wrong is not None:
            self.__exit__()
            raise Lost(f"its file cannot be run: {raised(wrong)}")
        self.ask = next((ask for ask in ASKED if f"def {ask.__name__}(" in source), None)
        if self.ask is None:
            self.__exit__()
            raise Lost(f"its file defines none of {', '.join(ask.__name__ for ask in ASKED)}")

    def move(self, game, name, options, actions, seed):
        """Return what it plays. Raises Lost if that is no action."""
        self.begin()
        reply = self.told({"function": self.ask.__name__, "ask": source_of(self.ask), "name": self.ask.__name__,
                           "cases": packed([(name, options, actions, seed)])}, self.seconds)
        try:
            [found] = unpacked(reply[0:1])
        except (ValueError, TypeError, AttributeError, RecursionError, KeyError):
            raise Lost("its reply cannot be read") from None
        if isinstance(found, Raised):
            raise Lost(f"it stops with {': '.join(filter(None, found))}"[:200])
        return found


def raised(reply) -> str:
    """Return what a process says of an exception."""
    try:
        return ": ".join(filter(None, unpacked(reply)))[:200]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return "what it sends cannot be read"


class Ours:
    """The agent to beat: UCT of the package."""

    def __init__(self, iterations):
        self.iterations, self.name = iterations, f"UCT of {iterations:,} iterations"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def move(self, game, name, options, actions, seed):
        """Return what it plays."""
        from ..search import UCT

        return int(UCT().search(game, position(game, actions), iterations=self.iterations, seed=seed).action)


class Played(NamedTuple):
    """A game of a contest."""

    seats: tuple  # names of the players
    start: int  # number of the beginning
    actions: tuple
    payoffs: tuple
    reason: str = ""  # why it was lost otherwise than on the board

    def row(self) -> dict:
        """Return the game as ratings are computed from it."""
        return {"start": self.start, "seat_0": self.seats[0], "seat_1": self.seats[1], "payoff_0": self.payoffs[0],
                "payoff_1": self.payoffs[1]}


def position(game, actions):
    """Return the position after these actions."""
    state = start(game, 0)
    for action in actions:
        state = after(game, state, action)
    return state


def opening(game, seed):
    """Return the first plays of a pair of games, at random; none of them ends the game."""
    rng = random.Random(seed)
    while True:
        actions = []
        for _ in range(OPENING):
            actions.append(rng.choice(legal_actions(game, position(game, actions))))
            if to_move(game, position(game, actions)) == TERMINAL:
                break
        else:
            return actions


def play_out(game, name, options, agents, begin, seed) -> Played:
    """Play one game of two agents, the first of them in seat 0."""
    rng, actions = random.Random(f"{begin} {seed}"), opening(game, f"{begin} {seed}")
    state, known = position(game, actions), facts(game)
    while to_move(game, state) != TERMINAL:
        seat = to_move(game, state)
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
                  tuple(float(payoff(game, state, seat)) for seat in (0, 1)))


def checked(game):
    """Raises ValueError for a game that a contest cannot be played at."""
    known = facts(game)
    if known.players != 2 or not known.perfect_information or not known.deterministic:
        raise ValueError(f"{known.title} is no game for a contest: it takes two players, and neither chance nor hidden "
                         "information")


def agents_of(folder) -> list[Path]:
    """Return the agents' files. Raises ValueError if there are none."""
    folder = Path(folder)
    found = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_")) if folder.is_dir() else []
    if not found:
        raise ValueError(f"there is no agent in {folder}: put one .py file for each there, which defines "
                         f"{', '.join(ask.__name__ for ask in ASKED)}")
    return found


def contest(name, options, players, pairs, seed, progress=None, only=None) -> list[Played]:
    """Play a round robin: `pairs` pairs of games of each two players, with sides swapped.

    only:      a player; then the others meet this one alone
    progress:  called with a line about each two players who have met
    """
    from .. import games

    game, played = games.make(name, **options), []
    checked(game)
    for one, other in itertools.combinations(players, 2):
        if only is not None and only not in (one, other):
            continue
        with one, other:
            some = [play_out(game, name, options, seats, begin, seed) for begin in range(pairs)
                    for seats in ((one, other), (other, one))]
        played += some
        if progress:
            progress(f"{one.name} {points(some, one.name):g} : {points(some, other.name):g} {other.name}")
    return played


def points(played, name) -> float:
    """Return the points of a player: 1 for a win, 1/2 for a draw."""
    return sum(0.5 + 0.5 * ((mine > theirs) - (mine < theirs)) for one in played for seat in (0, 1)
               if one.seats[seat] == name for mine, theirs in [(one.payoffs[seat], one.payoffs[1 - seat])])


def ratings(played):
    """Return Elo ratings with intervals, as `elo` does."""
    return elo([one.row() for one in played])


def report(name, options, played) -> str:
    """Return one page: the table, what was lost otherwise than on the board, and the best games to step through."""
    from .. import games

    game, rated = games.make(name, **options), ratings(played)
    several = len({one.start for one in played}) > 1  # intervals come from how much the beginnings differ
    rows = [(i, row.player, f"{row.rating:+.0f}", f"{row.low:+.0f} to {row.high:+.0f}" if several else "–",
             f"{points(played, row.player):g} of {row.games:.0f}") for i, row in enumerate(rated.itertuples(), 1)]
    body = table(("", "agent", "rating", "95 % interval", "points"), rows)
    lost = list(dict.fromkeys(one.reason for one in played if one.reason))
    if lost:
        body += "<h2>Lost otherwise than on the board</h2><ul>" + "".join(f"<li>{escape(one)}</li>" for one in lost)
        body += "</ul>"
    strength = dict(zip(rated.player, rated.rating, strict=True))
    best = sorted((one for one in played if not one.reason and len(one.actions) > OPENING),
                  key=lambda one: -sum(map(strength.get, one.seats)))[:SHOWN]
    room = files(widgets)
    look, script = (room.joinpath(part).read_text(encoding="utf-8") for part in ("stage.css", "stage.js"))
    body += f"<style>{look}</style><script>{script}</script>" + ("<h2>Games of the best</h2>" if best else "")
    for i, one in enumerate(best):
        film = film_of(game, one)
        data = json.dumps(packed_frames(film.to_json()), separators=(",", ":")).replace("<", "\\u003c")
        body += (f'<div id="game{i}"></div><script>labLocal(document.getElementById("game{i}"), {data});</script>')
    return page(f"Contest: {facts(game).title}", body)


def film_of(game, one) -> Film:
    """Return a game as a film."""
    states = [position(game, one.actions[:i]) for i in range(len(one.actions) + 1)]
    words = ["The start."]
    for i, action in enumerate(one.actions):
        who = one.seats[to_move(game, states[i])]
        drawn = " (drawn at random)" if i < OPENING else ""
        words.append(f"{who}: {action_name(game, states[i], action)}{drawn}")
    first, second = one.payoffs
    words[-1] += ". " + ("A draw." if first == second else f"{one.seats[int(second > first)]} wins.")
    return Film(game, states, words, " against ".join(one.seats))
