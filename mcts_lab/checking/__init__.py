"""A check of a game's rules: interpreted games that test everything on which the rest of the package relies.

Random games test all states that they reach. However, random games seldom reach the states with some mistakes. So
afterwards, as many other states as time allows are examined one by one.

Compiled code checks nothing. If `legal` lists more actions than ``Facts.branching``, or a game is longer than
``Facts.length``, compiled code overwrites other memory. `check_game` runs the rules interpreted, where such mistakes
only raise an exception. A game of another package is checked briefly before it is compiled for the first time;
``print(check_game(game))`` checks it longer.
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

AT_RANDOM = 0.6  # fraction of the time for random games; the rest of the time is for states near the start
AROUND, STARTS = 300, 8  # number of states near the start for each random game, and number of start positions


def check_game(game, *, games: int = 100, seconds: float = 3.0, seed: int = 0) -> Report:
    """Look for mistakes in the rules of a game by playing it at random.

    Use it before you search your own game. Compiled code checks nothing: if `legal` lists more actions than
    ``Facts.branching`` allows, compiled code overwrites memory. `check_game` runs the rules interpreted, where such a
    mistake raises an exception. After the random games, it examines states near the start one by one, up to 300 for
    each game.

    Parameters
    ----------
    game : game or plain object
        Anything that `as_game` accepts.
    games : int, default 100
        Maximum number of random games.
    seconds : float, default 3.0
        Maximum time. If the first game is not over at this time, it gets the same time again, because only a finished
        game shows the payoffs.
    seed : int, default 0
        Seed of the first game. The next games have the following numbers as seeds.

    Returns
    -------
    Report
        Print it to see the mistakes. Mistakes in the rules raise no error. Each kind of mistake is reported once, for
        the first state in which it was found. A report without mistakes does not prove that the rules are right.

    Notes
    -----
    An endless loop inside a rule can be ended only with a keyboard interrupt. The message then names the rule.

    Examples
    --------
    >>> from mcts_lab import check_game, games
    >>> check_game(games.tic_tac_toe(), games=2).right
    True
    """
    began = time.monotonic()
    try:
        game = rules.game_of(game)
    except ValueError as error:  # invalid attributes of a plain object, or invalid methods of a class
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


_checked: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()  # class of a game -> its games that were checked


def check_outsider(game, games: int = 20, seconds: float = 0.5):
    """Check a game of another package once before it is compiled. Raises WrongRules if there is a mistake."""
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
    """Return whether a game's class, or one of its base classes, is defined outside of this project."""
    return has_rules_from_outside(type(game))
