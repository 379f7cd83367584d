"""A check of a game's rules: interpreted games that test everything that the rest of the package relies on.

Random games test all states that they reach. Then as many other states as time allows are examined one by one,
because random games seldom reach some mistakes.

Compiled code checks nothing: if `legal` lists more actions than ``Facts.branching``, or a game is longer than
``Facts.length``, it overwrites other memory. `check_game` finds such mistakes where they only raise an exception.
A game from outside the package is checked briefly before it is first compiled; ``print(check_game(game))`` checks
it longer.
"""

from __future__ import annotations

import time
import weakref

from .. import game as rules
from ..engine.generic import has_rules_from_outside
from ..game import Facts
from .look import Look
from .promises import NOTHING_LISTED, WrongRules, check_bounds, check_finite, near, promises, refuse_rules
from .report import Finding, Report

__all__ = ["NOTHING_LISTED", "Finding", "Report", "WrongRules", "check_bounds", "check_finite", "check_game",
           "check_outsider", "from_outside", "near", "promises", "refuse_rules"]

AT_RANDOM = 0.6  # share of the time for random games; the rest is for states near the start
AROUND, STARTS = 300, 8  # number of these states for each random game, and number of start positions


def check_game(game, *, games: int = 100, seconds: float = 3.0, seed: int = 0) -> Report:
    """Look for mistakes in the rules of a game by playing it at random.

    Use it before you search your own game. Compiled code checks nothing: if `legal` lists more actions than
    ``Facts.branching`` allows, it overwrites memory. `check_game` runs the rules interpreted, where such a mistake
    raises an exception. Afterwards it examines states around the start one by one, up to 300 for each game.

    Parameters
    ----------
    game : game or plain object
        Anything that `as_game` accepts.
    games : int, default 100
        Stop after this many games.
    seconds : float, default 3.0
        Stop after this much time. If the first game is not yet over then, it gets the same time again, because only a
        finished game shows the payoffs.
    seed : int, default 0
        Seed of the first game; the next games have the following numbers.

    Returns
    -------
    Report
        Print it to see the mistakes. Wrong rules raise no error. Each kind of mistake is reported once, where it was
        seen first. A report without mistakes does not prove that the rules are right.

    Notes
    -----
    An endless loop inside a rule can only be interrupted by the keyboard; the message then names the rule.

    Examples
    --------
    >>> from mcts_lab import check_game, games
    >>> check_game(games.tic_tac_toe(), games=2).right
    True
    """
    began = time.monotonic()
    try:
        game = rules.game_of(game)
    except ValueError as error:  # wrong attributes of a plain object, or wrong methods of a class
        return Report(type(game).__name__, (Finding("facts", str(error)),), 0, 0, time.monotonic() - began)
    look = Look(game, began + AT_RANDOM * seconds, began + 2 * seconds)
    played = 0
    if look.facts_are_right():
        while played < games and not look.late() and look.game_is_right(seed + played):
            played += 1
        look.until = began + seconds
        look.around(range(seed, seed + STARTS), AROUND * games)
        look.compare_sums()
    title = look.facts.title if isinstance(look.facts, Facts) else type(game).__name__
    return Report(title, tuple(look.findings.values()), played, look.plays, time.monotonic() - began)


_checked: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # class of a game -> the games that were checked


def check_outsider(game, games: int = 20, seconds: float = 0.5):
    """Check a game once before it is compiled, if its class is from outside this package. Raises WrongRules."""
    cls = type(game)
    if not from_outside(game):
        return
    this = repr(game)
    if this not in _checked.setdefault(cls, set()):
        report = check_game(game, games=games, seconds=seconds)
        if not report.right:
            raise WrongRules(f"The rules of {report.title} contain a mistake. {report.findings[0]}. They were not "
                             "compiled, because compiled code does not check for mistakes and could crash. Run "
                             "check_game(game) for the full list.")
        _checked[cls].add(this)


def from_outside(game) -> bool:
    """Return whether a game's class, or one of its base classes, is from outside this package."""
    return has_rules_from_outside(type(game))
