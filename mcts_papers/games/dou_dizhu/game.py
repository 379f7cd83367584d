"""The game Dou Di Zhu, put together, and its options by name."""

from ..option_words import word
from .advice import DouDiZhuAdvice
from .drawing import DouDiZhuDrawing
from .moves import POLICIES
from .rules import DouDiZhuRules


class DouDiZhu(DouDiZhuDrawing, DouDiZhuAdvice, DouDiZhuRules):
    """Make one with `dou_dizhu`, which takes the kicker policy by its name."""


def dou_dizhu(kickers="openspiel", quads=True, kicker_step=False, bidding=False, landlord=0, stakes=False,
              show_leftover=True, quirks=False):
    """Dou Di Zhu with its options.

    Parameters: `kickers` is "openspiel", "rlcard" or "distinct" (see `moves`); `quads` allows four of a kind with
    kickers; `kicker_step` splits moves with kickers in two turns; `bidding` holds an auction, otherwise seat `landlord`
    (0 to 2) is landlord; `stakes` makes payoffs the stakes of `stakes_of` instead of 1 and 0; `show_leftover` False
    hides the three left-over cards from the peasants; `quirks` reproduces OpenSpiel's legal moves where they differ
    from the rules (a bomb may follow the rocket; chains that break four of a kind at their low end are missing).
    Raises ValueError for a value that does not exist.
    """
    return DouDiZhu(
        word("kickers", kickers, POLICIES), bool(quads), bool(kicker_step), bool(bidding), landlord, bool(stakes),
        bool(show_leftover), bool(quirks),
    )


def like_openspiel():
    """The game that OpenSpiel calls dou_dizhu, quirks included."""
    return dou_dizhu(quads=False, bidding=True, stakes=True, show_leftover=False, quirks=True)
