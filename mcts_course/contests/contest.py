"""A contest of agents, one file each: a round robin in sandboxes, ratings, and a page with the best games.

A file defines one of the functions that `mcts_course.contests.duels` describes: `choose`, `evaluate` or `policy`. Games
are played here. The agents' processes get the actions so far and send back a move; one that takes too long, ends its
process, raises an exception or names no legal action has lost the game.
"""

import contextlib
import itertools
from pathlib import Path

from mcts_lab import games
from mcts_lab.game import position_after
from mcts_lab.matches.statistics import elo
from mcts_lab.views.templates import filled

from ..exercises.judging import source_of
from ..marking.grading import trouble_of
from ..sandboxes.answering import packed, unpacked
from ..sandboxes.handed_in import content, name_of
from ..sandboxes.sandbox import Ended
from ..widgets.film import Film
from ..widgets.opening import shared, source
from ..widgets.saved import film
from .duels import KINDS, OPENING, Lost, Played, move_by, move_of, play_out, points

SECONDS = 5.0  # that a move may take
SHOWN = 3  # games on the page
ALLOWED = 60.0  # seconds that a file may take to be read
LARGEST, MOST = 1 << 20, 1 << 14  # bytes of a file, and of a reply, which is a move


class Agent(contextlib.AbstractContextManager):
    """The agent of a file, in a process of its own that is begun anew whenever it has ended."""

    def __init__(self, path, sandbox, seconds=SECONDS):
        self.path, self.sandbox, self.seconds = Path(path), sandbox, seconds
        self.name = name_of(self.path.stem)
        self.stack, self.process, self.kind = contextlib.ExitStack(), None, None

    def __exit__(self, *_):
        self.stack.close()
        self.process = None

    def told(self, order, seconds):
        """Send an order to the process and return its reply. Raises Lost if there is none."""
        try:
            self.process = self.process or self.stack.enter_context(self.sandbox.room())
            return self.process.told(order, seconds, MOST)
        except (TimeoutError, Ended) as error:
            raise Lost(str(error)) from None

    def begin(self):
        """Run the file. Raises Lost if it cannot be run, or defines no agent."""
        try:
            source = content(self.path, LARGEST).decode("utf-8")
        except (OSError, ValueError) as error:
            raise Lost(f"its file cannot be read: {error}") from None
        wrong = self.told({"cell": source}, ALLOWED)
        if wrong is not None:
            raise Lost(f"its file cannot be run: {trouble_of(wrong)[1]}")
        self.kind = next((kind for kind in KINDS if f"def {kind}(" in source), None)
        if self.kind is None:
            raise Lost(f"its file defines none of {', '.join(KINDS)}")

    def move(self, game, name, options, actions, seed):
        """Return what it plays. Raises Lost if that is no action."""
        try:
            if self.process is None:
                self.begin()
            reply = self.told({"function": self.kind, "ask": source_of(move_by), "name": move_by.__name__,
                               "cases": packed([(self.kind, name, options, actions, seed)])}, self.seconds)
        except Lost:
            self.__exit__()
            raise
        try:
            [found] = unpacked(reply)
        except Exception:
            raise Lost("its reply cannot be read") from None
        return move_of(found)


def checked(game):
    """Raises ValueError for a game that a contest cannot be played at."""
    known = game.facts()
    if known.players != 2 or not known.perfect_information or not known.deterministic:
        raise ValueError(f"{known.title} is no game for a contest: it takes two players, and neither chance nor hidden "
                         "information")


def agents_of(folder) -> list[Path]:
    """Return the agents' files. Raises ValueError if there are none."""
    folder = Path(folder)
    found = sorted(path for path in folder.glob("[!_]*.py")) if folder.is_dir() else []
    if not found:
        raise ValueError(f"there is no agent in {folder}: put one .py file for each there, which defines "
                         f"{', '.join(KINDS)}")
    return found


def contest(name, options, players, pairs, seed, progress=None, only=None) -> list[Played]:
    """Play a round robin: `pairs` pairs of games of each two players, with sides swapped.

    only:      a player that each of these meets, in place of the others; None: there is none
    progress:  called with a line about each two players who have met
    """
    game, played = games.make(name, **options), []
    for one, other in itertools.combinations(players, 2) if only is None else ((one, only) for one in players):
        with one, other:
            some = [play_out(game, name, options, seats, begin, seed) for begin in range(pairs)
                    for seats in ((one, other), (other, one))]
        played += some
        if progress:
            progress(f"{one.name} {points(some, one.name):g} : {points(some, other.name):g} {other.name}")
    return played


def report(name, options, played) -> str:
    """Return one page: the table, what was lost otherwise than on the board, and the best games to step through."""
    game, rated = games.make(name, **options), elo([one.row() for one in played])
    several = len({one.start for one in played}) > 1  # intervals come from how much the beginnings differ
    strength = dict(zip(rated.player, rated.rating, strict=True))
    best = sorted((one for one in played if not one.reason and len(one.actions) > OPENING),
                  key=lambda one: -sum(map(strength.get, one.seats)))[:SHOWN]
    shown = [film(made, len(made) + 1) for made in (film_of(game, one) for one in best)]
    return filled(__package__, "contest.html", title=f"Contest: {game.facts().title}", rated=rated.itertuples(),
                  several=several, played=played, points=points, games=shown, look=source("stage.css"),
                  shared=shared(shown), reasons=dict.fromkeys(one.reason for one in played if one.reason))


def film_of(game, one) -> Film:
    """Return a game as a film."""
    states = [position_after(game, one.actions[:i]) for i in range(len(one.actions) + 1)]
    words = ["The start."]
    for i, action in enumerate(one.actions):
        who = one.seats[game.to_move(states[i])]
        drawn = " (drawn at random)" if i < OPENING else ""
        words.append(f"{who}: {game.action_name(states[i], action)}{drawn}")
    first, second = one.payoffs
    words[-1] += ". " + ("A draw." if first == second else f"{one.seats[int(second > first)]} wins.")
    return Film(game, states, words, " against ".join(one.seats))
