"""Spades for two partnerships: one deal, or a match.

By default a game is one deal, beginning with the bidding, and its payoff is `scoring.reward`. ``spades(match=True)``
plays deals until one side wins. `Game.for_search` turns a match into the current deal with the same states, so the
tree of a search ends before new cards are dealt.

    rules.py    dealing, bidding, tricks, determinizations
    scoring.py  points, bags, nil, the result of a match, and the reward
    playout.py  fast random games
    words.py    names, text, pictures, and setting up a deal
    player.py   a player with hand-written rules for bids and cards
    advice.py   advice of the rule player to a search
    game.py     the class of the game
"""

from ..hidden_cards import SAMPLERS
from ..option_words import word
from .game import Spades
from .player import RulePlayer, rule_action
from .rules import DEUCES, FREE, JOKERS, JOKERS_DEUCES, NEVER, SPADES, STANDARD
from .words import set_deal

__all__ = ["RulePlayer", "Spades", "like_openspiel", "rule_action", "set_deal", "spades"]

TRUMPS = {"spades": SPADES, "jokers": JOKERS, "deuces": DEUCES, "jokers_deuces": JOKERS_DEUCES}
BREAK_RULES = {"standard": STANDARD, "never": NEVER, "free": FREE}


def spades(match=False, trumps="spades", break_rule="standard", nil_points=100, bag_points=1, bag_penalty=100,
           scale=200.0, sampler="exact"):
    """Return a game of Spades for four players, 0 and 2 against 1 and 3. The defaults are the common standard rules.

    Parameters
    ----------
    match: False is one deal. True is a match to 500 points; its payoff is 1 for a win, -1 for a loss and 0 for a tie.
    trumps: "spades"; "jokers": a little and a big joker, the highest spades, replace the twos of clubs and hearts;
        "deuces": the two of spades and, below it, the two of diamonds are the highest spades;
        "jokers_deuces": both, with the jokers above the twos.
    break_rule: when a player may lead spades: "standard": after a spade was played, or with nothing else in the hand;
        "never": only with nothing else in the hand; "free": always.
    nil_points: points for a player who bids 0 and takes no trick; a player who bids 0 and takes a trick loses as many.
    bag_points: points for each overtrick: 1, 0 or -1. bag_penalty: points lost for ten overtricks of a match.
    scale: difference in points with the full reward 1, see `mcts_papers.games.spades.scoring.reward`.
    sampler: how unseen cards are dealt: "exact", "cheap" or "uniform", see `mcts_papers.games.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = Spades(
        bool(match), word("trumps", trumps, TRUMPS), word("break_rule", break_rule, BREAK_RULES), int(nil_points),
        int(bag_points), int(bag_penalty), float(scale), word("sampler", sampler, SAMPLERS))
    game.facts()
    return game


def like_openspiel():
    """Return one deal by OpenSpiel's rules, with `break_rule` "never"."""
    return spades(break_rule="never")

GAMES = {"spades": "spades"}
