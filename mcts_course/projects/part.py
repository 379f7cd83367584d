"""The parts of a project, and how they are judged.

A part asks for one function and gives its points if all its cases are right, so a mistake costs only few points.
The student's function runs in a separate process, which sends its results and moves as data. This module judges
them and plays the opponents.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from ..exercises.judging import EXCEPTION, OPEN, REFUSED, RIGHT, WRONG, Verdict, shown
from ..project_games import KINDS, VARIANTS, options_of
from ..sandboxes.answering import Raised, called
from ..sandboxes.handed_in import plain

SECONDS = 20.0  # time limit for the cases of a part, and for a move
UNREADABLE = "form", "The result does not have the form that the task asks for."


class Fault(NamedTuple):
    """A fault that was found in a case."""

    mistake: str  # the name of the mistake
    text: str


class Part(NamedTuple):
    """A part of a project.

    cases(rng, options) returns tuples of arguments for ask(function, options, *case), whose source must work
    without its module; judge(found, options, *case) returns None, or a `Fault`.
    """

    name: str  # such as "uct: bound"
    function: str  # name of the function that the part asks for
    points: int
    task: str
    cases: Callable
    ask: Callable
    judge: Callable

    @property
    def project(self) -> str:
        """Return the name of the project to which this part belongs."""
        return self.name.partition(":")[0]

    def prepared(self, rng, student=0) -> list:
        """Return the cases of a student."""
        options = options_of(self.project, student)
        return [(options, *case) for case in self.cases(rng, options)]

    def answers(self, cases, tell):
        """Return the results of the cases; the time limit is for all cases together."""
        return tell(cases, SECONDS)

    def check(self, function, student=0) -> Verdict:
        """Judge a function by the visible cases."""
        cases = self.prepared(random.Random(f"visible {self.name}"), student)
        return self.judged(cases, self.answers(cases, lambda some, _=None: [
            called(function, self.ask, case) for case in some]))

    def judged(self, cases, found) -> Verdict:
        """Judge the results of the cases."""
        if all(one is None or one == Raised("NotImplementedError") for one in found):
            return self.verdict(OPEN, f"Write the function {self.function}.")
        for case, one in zip(cases, found, strict=True):
            call = f"{self.function}, case {', '.join(shown(word, 200) for word in case[1:])}"
            if isinstance(one, Raised):
                return self.verdict(REFUSED if one.kind == "Refused" else EXCEPTION,
                                    f"It stops with {one.kind}: {one.message}. In {call}.")
            try:
                fault = self.judge(one, *case)
            except Exception:  # a student's function can return anything
                fault = Fault(UNREADABLE[0], f"{UNREADABLE[1]} It gives {shown(one)}.")
            if fault:
                return self.verdict(WRONG, f"{fault.text} In {call}.")._replace(mistake=fault.mistake)
        return self.verdict(RIGHT, "")

    def verdict(self, status, reason) -> Verdict:
        """Return a verdict on this part."""
        return Verdict(self.name, status, plain(reason), self.points if status == RIGHT else 0, self.points)


def expected(name, wanted, came, hint="") -> Fault:
    """Return a fault with the expected and the actual result."""
    return Fault(name, f"Expected: {wanted}. Came: {shown(came, 160)}.{f' {hint}' if hint else ''}")


def moved(function, options, kind, position, seed):
    """Return the move of a student's function in a position of a game."""
    import random

    from mcts_course.project_games import KINDS

    return function(KINDS[kind](**options), position, random.Random(seed))


class Match(Part):
    """A part that is judged by games of an agent; a case is (opponent, games, needed share, seed).

    Each deal or opening is played twice, with sides swapped. Here `judge` is a dict from an opponent's name to a
    function (game, position, rng) -> action.
    """

    def answers(self, cases, tell):
        """Return for each case the student's share of the points, or an error; None if there is no function."""
        found = []
        for options, opponent, games, _, seed in cases:
            kind, rng = VARIANTS[self.project][0], random.Random(seed)
            game, won = KINDS[kind](**options), 0.0
            for number in range(games):
                if number % 2 == 0:
                    begin = opening(game, kind, rng)
                result = self.played(game, kind, options, begin, number % 2, self.judge[opponent], rng, tell)
                if result is None:
                    return None
                if isinstance(result, (tuple, Raised)):
                    return [*found, *[result] * (len(cases) - len(found))]
                won += result
            found.append(won / games)
        return found

    def played(self, game, kind, options, state, seat, opponent, rng, tell):
        """Return the student's points in one game, an exception, or a tuple that describes an illegal move."""
        while (player := game.to_move(state)) is not None:
            position = game.view(state, player) if kind == "tricks" else state
            if player == seat:
                reply = tell([(options, kind, position, rng.randrange(2**31))], SECONDS)
                if reply is None:
                    return None
                action = reply[0]
                if action is None or isinstance(action, Raised):
                    return action or Raised("NotImplementedError")
                if isinstance(action, bool) or not isinstance(action, int) or action not in game.legal(state):
                    return "illegal", shown(action, 40), position
            else:
                action = opponent(game, position, rng)
            state = game.play(state, action)
        return (game.payoff(state, seat) + 1) / 2  # in a card game: the share of the tricks

    def judged(self, cases, found) -> Verdict:
        """Judge the shares of the points."""
        for (_, opponent, games, needed, _), one in zip(cases, found, strict=True):
            if one == Raised("NotImplementedError"):
                return self.verdict(OPEN, f"Write the function {self.function}.")
            if isinstance(one, Raised):
                return self.verdict(REFUSED if one.kind == "Refused" else EXCEPTION,
                                    f"It stops with {one.kind}: {one.message}, in a game against {opponent}.")
            if isinstance(one, tuple):
                fault = expected("illegal_move", "a legal action", one[1], f"In a game, position {shown(one[2])}.")
                return self.verdict(WRONG, fault.text)._replace(mistake=fault.mistake)
            if one < needed:
                what = "tricks" if VARIANTS[self.project][0] == "tricks" else "points"
                text = (f"Expected: at least {needed:.0%} of the {what} in {games} games against {opponent}. "
                        f"Came: {one:.0%}.")
                return self.verdict(WRONG, text)._replace(mistake="too_weak")
        return self.verdict(RIGHT, "")


def games(opponent, number, share):
    """Return the function `cases` of a match: `number` games against an opponent, and the share of points needed."""
    return lambda rng, options: [(opponent, number, share, rng.randrange(2**31))]


def opening(game, kind, rng):
    """Return a state with which a pair of games begins: a deal, or a board after two random marks."""
    if kind == "tricks":
        return game.deal(rng)
    state = game.start()
    for _ in range(2):
        state = game.play(state, rng.choice(game.legal(state)))
    return state
