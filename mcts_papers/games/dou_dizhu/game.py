"""The class of the game Dou Di Zhu, and functions that make the game."""

from ..option_words import word
from .advice import DouDiZhuAdvice
from .drawing import DouDiZhuDrawing
from .moves import POLICIES
from .rules import DouDiZhuRules


class DouDiZhu(DouDiZhuDrawing, DouDiZhuAdvice, DouDiZhuRules):
    """The game Dou Di Zhu. Make it with `dou_dizhu`."""


def dou_dizhu(kickers="openspiel", quads=True, kicker_step=False, bidding=False, landlord=0, stakes=False,
              show_leftover=True, quirks=False):
    """Return a game of Dou Di Zhu with the given options.

    kickers: allowed kickers: "openspiel", "rlcard" or "distinct" (see `moves`). quads: True allows four of a kind
    with kickers. kicker_step: True splits a move with kickers into two turns. bidding: True holds an auction;
    otherwise seat `landlord` (0 to 2) is the landlord. stakes: True pays the stakes of `stakes_of` instead of 1 and
    0. show_leftover: False hides the three left-over cards from the peasants. quirks: True deviates from the rules
    like OpenSpiel: a bomb may follow the rocket, and a chain may not break four of a kind at its low end.

    Raises ValueError for an unknown value.
    """
    return DouDiZhu(
        word("kickers", kickers, POLICIES), bool(quads), bool(kicker_step), bool(bidding), landlord, bool(stakes),
        bool(show_leftover), bool(quirks),
    )


def like_openspiel():
    """Return the game that OpenSpiel calls dou_dizhu, with its quirks."""
    return dou_dizhu(quads=False, bidding=True, stakes=True, show_leftover=False, quirks=True)
