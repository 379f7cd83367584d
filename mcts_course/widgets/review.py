"""A review of a finished game: its value over time, the most costly move, and the move of a long search there."""

import time
from typing import NamedTuple

from mcts_lab.game import TERMINAL, copy

from . import charts
from .thoughts import reward

ITERATIONS, SECONDS = 100_000, 1.0  # limits of the search in each position
CHUNK = 1000  # iterations between two checks of the time
LEAST = 0.1  # reward that a move must lose to be reported
LINE = 6  # moves in an expected line


class Look(NamedTuple):
    """The result of a long search in a position."""

    value: float  # the reward that the person can expect, from 0 (loss) to 1 (win)
    names: tuple = ()  # names of the action it would play and of the expected next ones
    iterations: int = 0


class Turn(NamedTuple):
    """The person's move that cost the most reward."""

    position: int  # the position before the move
    played: str
    before: Look
    after: Look


class Review:
    """The review of a finished two-player game, which searches its positions one after the other.

    states:      all positions, including the first and the last
    names:       names of the actions played, one for each position except the last
    seat:        the person's seat
    iterations, seconds:  limits of the search in each position; seconds=None: no time limit
    """

    def __init__(self, game, states, names, seat, iterations=ITERATIONS, seconds=SECONDS):
        self.game, self.states, self.names, self.seat = game, states, names, seat
        self.iterations, self.seconds = iterations, seconds
        self.looks = []

    @property
    def complete(self) -> bool:
        """Return whether all positions have been searched."""
        return len(self.looks) == len(self.states)

    def step(self):
        """Search the next position."""
        self.looks.append(self.look(self.states[len(self.looks)]))

    def look(self, state) -> Look:
        """Return the result of a long search in a position; in the last position, the result of the game."""
        from mcts_lab.search import UCT, Search

        mover = self.game.to_move(state)
        if mover == TERMINAL:
            return Look(reward(self.game, self.game.payoff(state, self.seat)))
        search, end = Search(self.game.for_search(), copy(self.game, state), UCT(), seed=0), None
        done = 0
        while done < self.iterations and (end is None or time.monotonic() < end):
            result = search.run(min(CHUNK, self.iterations - done))
            done += CHUNK
            if end is None and self.seconds is not None:
                end = time.monotonic() + self.seconds  # starts after the first run, which may have compiled
        value = result.value if mover == self.seat else self.game.payoff_sum() - result.value
        tree = result.tree
        names = tuple(tree.name(node) for node in tree.line()[1:LINE + 1])
        return Look(reward(self.game, value), names, result.iterations)

    @property
    def turn(self) -> Turn | None:
        """Return the person's most costly move that the search would not have played; None if none was costly."""
        return turning(self.looks, self.names, [self.game.to_move(state) == self.seat for state in self.states])

    def lines(self) -> list[str]:
        """Return the review as lines of text."""
        return told(self.looks, len(self.states), self.complete and self.turn)

    def picture(self, position) -> str:
        """Draw the value over time, with a line at a position and a cross at the most costly move."""
        return course(self.looks, len(self.states), self.complete and self.turn, position)


def solvable(game) -> bool:
    """Return whether a game can be reviewed: two players, no chance and no hidden information."""
    known = game.facts()
    return (known.perfect_information and known.deterministic and known.players == 2 and known.zero_sum
            and not known.random_play)


# Web pages run these functions as well, translated to JavaScript.


def turning(looks, names, mine) -> Turn | None:
    """Return the person's most costly move that the search would not have played; None if none was costly.

    names: names of the moves, one for each position but the last
    mine:  whether the person was to move, one for each position
    """
    found = [Turn(i, names[i], looks[i], looks[i + 1]) for i in range(len(looks) - 1)
             if mine[i] and looks[i].names[0] != names[i] and looks[i].value - looks[i + 1].value >= LEAST]
    return max(found, key=lambda turn: turn.before.value - turn.after.value, default=None)


def told(looks, count, turn) -> list[str]:
    """Return the review as lines of text; `looks` are those of `count` positions that were searched so far."""
    if len(looks) < count:
        return [f"{len(looks)} of {count} positions looked at"]
    if not turn:
        return ["No single move gave much away."]
    end = looks[-1].value
    said = "Here you lost it" if end < 0.5 else "Here you gave most away" if end == 0.5 else "Your weakest move"
    best, *then = turn.before.names
    return [f"{said}: move {turn.position + 1}, {turn.played}.",
            f"Your expected reward fell from {turn.before.value:.2f} to {turn.after.value:.2f}.",
            f"{turn.before.iterations:,} iterations would have played {best}"
            + (f", and expect {', then '.join(then)}." if then else ".")]


def course(looks, count, turn, position) -> str:
    """Draw the value over time, with a line at a position and a cross at the most costly move."""
    values = [look.value for look in looks]
    crosses = [(turn.position + 1, turn.after.value)] if turn else []
    words = f"Your expected reward after each move: {', '.join([f'{value:.2f}' for value in values])}."
    return charts.curves([charts.Curve("you", list(range(len(values))), values, dots=True)], "moves played",
                         "your expected reward", (0, max(count - 1, 1)), (0.0, 1.0),
                         "The game, move by move", words, now=position, crosses=crosses, height=220)
