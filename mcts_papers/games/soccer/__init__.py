"""Discrete soccer: two players, one ball and two goals on a grid, the game of [Runnels 2023, section 2].

``rules.py``         the rules of the game;
``words.py``         names of actions and texts;
``evaluation.py``    the paper's estimate of an unfinished position (section 4), with options;
``solution.py``      the exact value of every position;
``exact_player.py``  a player that uses the exact values;
``drawing.py``       pictures;
``game.py``          the class of the game.

Import names from this package: ``from mcts_papers.games.soccer import Soccer, solve``.
"""

from ..option_words import word
from .drawing import draw
from .evaluation import AWAY, PRINTED, Evaluation, evaluate
from .exact_player import ExactPlayer, solution_of
from .game import Soccer
from .rules import ARROWS, BLUE, EVENTS, KICK, NOBODY, RED, event, in_zone, intercepts, listed
from .solution import DRAWN, Solution, solve, totals

__all__ = [
    "ARROWS", "AWAY", "BLUE", "DRAWN", "EVENTS", "KICK", "NOBODY", "PRINTED", "RED", "Evaluation",
    "ExactPlayer", "Soccer", "Solution", "draw", "evaluate", "event",
    "in_zone", "intercepts", "listed", "soccer", "solution_of", "solve", "totals",
]

READINGS = {
    # option: (field of Evaluation, {interpretation: value of the field})
    "eq4": ("far_ball", {"ball": False, "opponent": True}),
    "guard": ("guarded_goal", {"attacked": False, "guarded": True}),
    "midpoint": ("real_midpoint", {"integer": False, "real": True}),
    "eq6": ("sign", {"printed": PRINTED, "away": AWAY}),
    "tie": ("tie_is_far", {"closer": False, "farther": True}),
    "goal": ("nearest_mouth", {"marker": False, "mouth": True}),
    "score": ("difference", {"own": False, "difference": True}),
}


def soccer(width=19, height=13, goal_height=5, random_start=True, limit=1000, win=10.0, loss=-10.0,
           eq4="ball", guard="attacked", midpoint="integer", eq6="printed", tie="closer", goal="marker", score="own"):
    """Return the soccer game with the given options; the size and reward options are those of `Soccer`.

    The other options choose how to interpret the paper's evaluation (section 4). The first value is the default. eq4:
    Eq. 4 uses the distance to the "ball" or to the "opponent". guard: Eq. 5 uses the goal that the opponent
    "attacked" or "guarded". midpoint: the midpoint of Eq. 5 is an "integer" cell or a "real" point. eq6: "printed"
    gives a reward for being near the opponent, as the formula says; "away" gives a reward for being far from the
    opponent, as the sentence below the formula says. tie: at equal distances the player counts as "closer" or
    "farther". goal: the position of a goal is the "marker", which is its middle cell, or the nearest cell of its
    "mouth". score: the value is the player's "own" value, or the "difference" of both players' values, which makes the
    game zero-sum.

    Raises ValueError for another value.
    """
    chosen = {"eq4": eq4, "guard": guard, "midpoint": midpoint, "eq6": eq6, "tie": tie, "goal": goal, "score": score}
    fields = {}
    for option, reading in chosen.items():
        field, readings = READINGS[option]
        fields[field] = word(option, reading, readings)
    return Soccer(width, height, goal_height, random_start, limit, win, loss, Evaluation(**fields))

GAMES = {"soccer": "soccer"}
