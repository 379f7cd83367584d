"""A contest of agents, one file each: a round robin in sandboxes, ratings, and a page with the best games.

A file defines one of the functions that `mcts_lab.course.duels` describes: `choose`, `evaluate` or `policy`. Games are
played here. The agents' processes get the actions so far and send back a move; one that takes too long, ends its
process, raises an exception or names no legal action has lost the game.
"""

from __future__ import annotations

import contextlib
import itertools
import json
from html import escape
from importlib.resources import files
from pathlib import Path

from ..experiments.statistics import elo
from ..game import action_name, facts, position_after, to_move
from ..views import widgets
from ..views.widgets.export import packed as packed_frames
from ..views.widgets.film import Film
from .answering import packed, unpacked
from .duels import ASKED, OPENING, Lost, Played, move_of, play_out, points
from .feedback import page, table
from .judging import source_of
from .sandbox import Ended

SECONDS = 5.0  # that a move may take
SHOWN = 3  # games on the page
ALLOWED = 60.0  # seconds that a file may take to be read


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
            found = unpacked(reply[0:1])
        except (ValueError, TypeError, AttributeError, RecursionError, KeyError):
            raise Lost("its reply cannot be read") from None
        return move_of(found)


def raised(reply) -> str:
    """Return what a process says of an exception."""
    try:
        return ": ".join(filter(None, unpacked(reply)))[:200]
    except (ValueError, TypeError, AttributeError, RecursionError):
        return "what it sends cannot be read"


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
    states = [position_after(game, one.actions[:i]) for i in range(len(one.actions) + 1)]
    words = ["The start."]
    for i, action in enumerate(one.actions):
        who = one.seats[to_move(game, states[i])]
        drawn = " (drawn at random)" if i < OPENING else ""
        words.append(f"{who}: {action_name(game, states[i], action)}{drawn}")
    first, second = one.payoffs
    words[-1] += ". " + ("A draw." if first == second else f"{one.seats[int(second > first)]} wins.")
    return Film(game, states, words, " against ".join(one.seats))
