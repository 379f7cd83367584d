"""Knockout Whist: rounds of 7, 6, ... 1 cards; a player without a trick in a round is out; the last one left wins.

The rules are those of the demonstration program published with [Powley 2013]; the usual rules as described on
pagat.com are options. Trumps and new hands are drawn inside the play that ends a round.

Where a search should stop
--------------------------
The tree of an information-set search beyond the end of a round would mix unrelated hands, because every iteration deals
the next round differently. The game a *search* is given may therefore differ from the game that is *played*, in the
option `horizon` alone (the states are the same):

"game"    nothing special: the tree runs across deals, as in the demonstration program;
"round"   the play that ends the round also plays the rest of the game at random, so that the tree ends with the round
          and the payoff still says which player wins. `for_search` gives this game;
"trick"   the round is the end: the payoff is 1 for taking a trick in it.

    rules.py    dealing, trumps, tricks, rounds; what a player cannot see
    playout.py  random play that keeps only what matters
    words.py    names of actions, text, and setting up a deal
    drawing.py  pictures
    game.py     the game, put together of all these
"""

from ..hidden_cards import SAMPLERS
from ..option_words import word
from .game import KnockoutWhist
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
)
from .words import set_deal

__all__ = ["CHOOSING", "NOTHING", "OVER", "STOCK", "WAIT", "KnockoutWhist", "knockout_whist", "pagat", "set_deal"]

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
    deals nothing to players that are out; `horizon` is "game", "round" or "trick", see the module; `sampler` is
    "exact", "cheap" or "uniform", see `mcts_papers.games.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = KnockoutWhist(players, word("trump", trump, TRUMPS), word("leader", leader, LEADERS), bool(dogs_life),
                         bool(dead_hands), word("horizon", horizon, HORIZONS), word("sampler", sampler, SAMPLERS))
    game.facts()
    return game


def pagat(players=4, **options):
    """The game with the usual rules instead of the demonstration program's; further options as in `knockout_whist`."""
    return knockout_whist(players, **{"trump": "chosen", "leader": "dealer", "dogs_life": True, "dead_hands": False,
                                      **options})


GAMES = {"knockout_whist": "knockout_whist"}
