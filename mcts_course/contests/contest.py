"""A contest of agents, one file each: a round robin in sandboxes, ratings, and a page with the best games.

A file defines a function `choose`, see `mcts_course.contests.duels`. The games are played in this process. It sends
the actions so far to the agent's process, which returns a move. An agent loses if it takes too long, ends its process,
raises an exception or returns an illegal action.
"""

import contextlib
import itertools
import json
from pathlib import Path

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
from .duels import OPENING, Lost, Played, made, move_by, move_of, play_out, points

SECONDS = 5.0  # time limit of a move
SHOWN = 3  # games on the page
ALLOWED = 60.0  # time limit in seconds to run a file
IMPORTED = "import mcts_lab.games, mcts_course.project_games"  # slow imports, before the first move
LARGEST, MOST = 1 << 20, 1 << 14  # maximum number of bytes of a file, of a reply


class Agent(contextlib.AbstractContextManager):
    """The agent of a file, in a separate process, which is started again after it has ended."""

    def __init__(self, path, sandbox, seconds=SECONDS):
        self.path, self.sandbox, self.seconds = Path(path), sandbox, seconds
        self.name = name_of(self.path.stem)
        self.stack, self.process = contextlib.ExitStack(), None

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
        self.told({"cell": IMPORTED}, ALLOWED)
        wrong = self.told({"cell": source}, ALLOWED)
        if wrong is not None:
            raise Lost(f"its file cannot be run: {trouble_of(wrong)[1]}")
        if "def choose(" not in source:
            raise Lost("its file defines no function choose")

    def move(self, game, name, options, actions, seed):
        """Return the agent's move. Raises Lost if it does not return a readable move."""
        try:
            if self.process is None:
                self.begin()
            reply = self.told({"function": "choose", "ask": source_of(move_by), "name": move_by.__name__,
                               "cases": packed([(name, options, actions, seed)])}, self.seconds)
        except Lost:
            self.__exit__()
            raise
        try:
            [found] = unpacked(reply)
        except Exception:
            raise Lost("its reply cannot be read") from None
        return move_of(found)


def checked(game):
    """Raise ValueError if a game cannot be used in a contest."""
    known = game.facts()
    if known.players != 2 or not known.perfect_information or not known.deterministic:
        raise ValueError(f"{known.title} cannot be used in a contest. Choose a two-player game without chance and "
                         "hidden information.")


def agents_of(folder) -> list[Path]:
    """Return the agents' files. Raises ValueError if there are none."""
    folder = Path(folder)
    found = sorted(path for path in folder.glob("[!_]*.py")) if folder.is_dir() else []
    if not found:
        raise ValueError(f"There are no agents in {folder}. Put one .py file for each agent there, which defines "
                         "choose(game, state, rng).")
    return found


def contest(name, options, players, pairs, seed, progress=None, only=None, kept=(), keep=None) -> list[Played]:
    """Play a round robin: `pairs` pairs of games between each two players, with swapped sides.

    only:      a player that all `players` meet, instead of each other; None: a round robin
    progress:  called with a line of text after each pairing
    kept:      games of an earlier run with the same arguments, in order, which are not played again
    keep:      called with each new game
    """
    game, played, kept = made(name, options), [], iter(kept)
    for one, other in itertools.combinations(players, 2) if only is None else ((one, only) for one in players):
        some = []
        with one, other:
            for begin in range(pairs):
                for seats in ((one, other), (other, one)):
                    there = next(kept, None)
                    some.append(there or play_out(game, name, options, seats, begin, seed))
                    if keep and not there:
                        keep(some[-1])
        played += some
        if progress:
            progress(f"{one.name} {points(some, one.name):g} : {points(some, other.name):g} {other.name}")
    return played


def stored(path, settings, seed, given):
    """Return the seed of a contest and its stored games; make the file if it does not exist.

    given: True if the user has given the seed

    Raises ValueError if the file belongs to another contest.
    """
    if not path.exists():
        path.write_text(json.dumps([settings, seed]) + "\n", encoding="utf-8")
        return seed, []
    whole = path.read_text(encoding="utf-8").rpartition("\n")[0]  # the game of an incomplete line is played again
    path.write_text(f"{whole}\n" if whole else "", encoding="utf-8")
    try:
        (known, before), *rows = map(json.loads, whole.splitlines())
    except ValueError:
        known, before, rows = None, None, []
    if known != settings or given and before != seed:
        raise ValueError(f"{path} contains the games of another contest. Delete it to start again, or name another "
                         "page with --out.")
    return before, [Played(tuple(seats), start, tuple(actions), tuple(payoffs), reason)
                    for seats, start, actions, payoffs, reason in rows]


def store(path, one):
    """Append a game to the file."""
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(one) + "\n")


def longest(game, number, pairs, seconds) -> str:
    """Return in words the number of games, and their time if all moves take their limit and no game ends early."""
    count = number * (number - 1) // 2 * 2 * pairs
    minutes = count * game.facts().length * seconds / 60
    return f"{count:,} games; if every move takes {seconds:g} s: {minutes:,.0f} minutes"


def report(name, options, played) -> str:
    """Return a page with the table, the games lost by errors, and the best games to step through."""
    game, rated = made(name, options), elo([one.row() for one in played])
    several = len({one.start for one in played}) > 1  # intervals need several openings
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
