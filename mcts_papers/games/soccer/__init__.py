"""Discrete soccer: two players, one ball and two goals on a grid, the game of [Runnels 2023, section 2].

``rules.py``       the game itself, ``words.py`` its names and texts;
``evaluation.py``  the paper's estimate of an unfinished position (section 4), with every open question an option;
``solution.py``    the exact value of every position, by working backwards from the goals, and a player that knows it;
``drawing.py``     pictures;
``game.py``        the game, put together.

Take names from here: ``from mcts_papers.games.soccer import Soccer, solve``.
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
    # option: {reading: what Evaluation (or Soccer) holds for it}
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
    """The soccer game with its options by name; the size and reward options are those of `Soccer`.

    The others choose how the paper's evaluation (section 4) is read, the first reading of each being the default:
    `eq4` distance to the "ball" or the "opponent"; `guard` the goal of Eq. 5 is the one the opponent "attacked" or
    "guarded"; `midpoint` "integer" or "real"; `eq6` as "printed" (nearness to the opponent is rewarded) or "away" (as
    the sentence under it says); `tie` at equal distances the player counts as "closer" or "farther"; `goal` is the
    "marker" cell in the middle of the goal or the nearest cell of its "mouth"; `score` is the player's "own" value or
    the "difference" of the two players' values, which makes the game zero-sum. Raises ValueError for another reading.
    """
    chosen = {"eq4": eq4, "guard": guard, "midpoint": midpoint, "eq6": eq6, "tie": tie, "goal": goal, "score": score}
    fields = {}
    for option, reading in chosen.items():
        field, readings = READINGS[option]
        fields[field] = word(option, reading, readings)
    return Soccer(width, height, goal_height, random_start, limit, win, loss, Evaluation(**fields))

GAMES = {"soccer": "soccer"}
