"""Knockout Whist: rounds of 7, 6, ... 1 cards; whoever takes no trick in a round is out; the last one left wins.

The rules are those of the demonstration program published with [Powley 2013]; the usual rules as described on
pagat.com are options. Trumps and new hands are drawn inside the play that ends a round.

Where a search should stop
--------------------------
The tree of an information-set search beyond the end of a round would mix unrelated hands, because every iteration deals
the next round differently. The game a *search* is given may therefore differ from the game that is *played*, in the
option `horizon` alone (the states are the same):

"game"    nothing special: the tree runs across deals, as in the demonstration program;
"round"   the play that ends the round also plays the rest of the game at random, so that the tree ends with the round
          and the payoff is still who wins. `for_search` gives this game;
"trick"   the round is the end: the payoff is 1 for taking a trick in it.

    rules.py    dealing, trumps, tricks, rounds; what a player cannot see
    playout.py  random play that keeps only what matters
    words.py    names of actions, text, and setting up a deal
    drawing.py  pictures
"""

from __future__ import annotations

from ...game import facts
from ..cards.hidden_cards import SAMPLERS
from ..option_words import word
from . import drawing, playout  # noqa: F401  they register what they define
from .rules import (
    CHOOSING,
    CHOSEN,
    DEALER,
    GAME,
    NOTHING,
    OVER,
    RANDOM,
    ROUND,
    STOCK,
    TRICK,
    TURNED,
    WAIT,
    WINNER,
    KnockoutWhist,
)
from .words import parse_action, set_deal

__all__ = ["CHOOSING", "NOTHING", "OVER", "STOCK", "WAIT", "KnockoutWhist", "knockout_whist", "pagat",
           "parse_action", "set_deal"]

TRUMPS = {"random": RANDOM, "turned": TURNED, "chosen": CHOSEN}
LEADERS = {"winner": WINNER, "dealer": DEALER}
HORIZONS = {"game": GAME, "round": ROUND, "trick": TRICK}


def knockout_whist(players=4, trump="random", leader="winner", dogs_life=False, dead_hands=True, horizon="game",
                   sampler="exact"):
    """Knockout Whist for 2 to 7 players.

    Parameters: `trump` is "random" (a random suit each round), "turned" (the suit of the top card left undealt) or
    "chosen" (turned in round 1, then named by the player with the most tricks of the round before, ties drawn);
    `leader` of later rounds is the "winner" of the last trick or sits left of the "dealer"; `dogs_life` True gives the
    first player to take no trick one card in the next round, to play in a trick of their choice; `dead_hands` False
    deals nothing to those who are out; `horizon` is "game", "round" or "trick", see the module; `sampler` is "exact",
    "cheap" or "uniform", see `mcts_lab.games.cards.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = KnockoutWhist(players, word("trump", trump, TRUMPS), word("leader", leader, LEADERS), bool(dogs_life),
                         bool(dead_hands), word("horizon", horizon, HORIZONS), word("sampler", sampler, SAMPLERS))
    facts(game)
    return game


def pagat(players=4, **options):
    """The game with the usual rules instead of the demonstration program's; further options as in `knockout_whist`."""
    return knockout_whist(players, **{"trump": "chosen", "leader": "dealer", "dogs_life": True, "dead_hands": False,
                                      **options})


GAMES = {"knockout_whist": "knockout_whist"}
