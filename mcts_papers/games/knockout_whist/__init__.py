"""Knockout Whist: rounds of 7, 6, ... 1 cards. A player without a trick in a round is out; the last player wins.

The rules are those of the demonstration program published with [Powley 2013]; options give the usual rules of
pagat.com. The action that ends a round also chooses the next trump and deals the next hands.

Where a search should stop
--------------------------
Every iteration of a search deals the next round differently, so a tree that continues after the end of a round mixes
unrelated hands. Therefore a *search* may use another version of the game than the game that is *played*. Only the
option `horizon` differs; the states are the same:

"game"    the tree continues into the next rounds, as in the demonstration program;
"round"   the action that ends the round also plays the rest of the game at random. The tree then ends with the round,
          and the payoff still says which player wins. `for_search` returns this version;
"trick"   the game ends with the round, and the payoff is 1 for a player with a trick in the round.

    rules.py    dealing, trumps, tricks, rounds, determinizations
    playout.py  fast random games
    words.py    names of actions, text, and a function that sets up a deal
    drawing.py  pictures
    game.py     the class of the game
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
    """Return a game of Knockout Whist for 2 to 7 players.

    trump: "random" (a random suit in each round), "turned" (the suit of the top card that is not dealt) or "chosen"
    (turned in round 1; later the player with the most tricks of the round before names it). leader: who leads in
    later rounds: the "winner" of the last trick, or the player after the "dealer". dogs_life: True gives the first
    players without a trick one card in the next round, to play in a trick of their choice. dead_hands: False deals no
    cards to players who are out. horizon: "game", "round" or "trick", see the module. sampler: "exact", "cheap" or
    "uniform", see `mcts_papers.games.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = KnockoutWhist(players, word("trump", trump, TRUMPS), word("leader", leader, LEADERS), bool(dogs_life),
                         bool(dead_hands), word("horizon", horizon, HORIZONS), word("sampler", sampler, SAMPLERS))
    game.facts()
    return game


def pagat(players=4, **options):
    """Return the game with the usual rules of pagat.com; `options` as in `knockout_whist`."""
    return knockout_whist(players, **{"trump": "chosen", "leader": "dealer", "dogs_life": True, "dead_hands": False,
                                      **options})


GAMES = {"knockout_whist": "knockout_whist"}
