"""Spades for two partnerships: one deal, or a match.

The default game is one deal from the bidding on, which is what a search should see: its payoff is the scaled difference
of the points, see `scoring.reward`. ``spades(match=True)`` plays deals until a side wins; `Game.for_search`
turns a match into the deal at hand, with the same states, so that a search's tree ends where the cards are dealt again.

    rules.py    dealing, bidding, tricks; what a player cannot see
    scoring.py  points, bags, nil, match and reward
    playout.py  random play that keeps only what matters
    words.py    names, text and pictures; setting up a deal
    player.py   a player by hand-written rules, for bids and cards
    advice.py   what its rules tell a search
    game.py     the game, put together of all these
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
    """Spades for four players, 0 and 2 against 1 and 3. The defaults are the common standard rules.

    Parameters
    ----------
    match: False is one deal, True a match to 500 points whose payoff is 1, -1 or 0 for winning, losing or a tie.
    trumps: "spades"; "jokers": a little and a big joker, the highest spades, replace the twos of clubs and hearts;
        "deuces": the twos of diamonds and spades are the highest spades, the latter above the former;
        "jokers_deuces": both, jokers on top.
    break_rule: when spades may be led: "standard" after one was played, "never" with nothing else in the hand, "free".
    nil_points: for taking no trick after a bid of 0; as many are lost otherwise.
    bag_points: for each overtrick: 1, 0 or -1; bag_penalty: what ten overtricks of a match cost.
    scale: the difference in points that counts as a full reward, see `mcts_papers.games.spades.scoring.reward`.
    sampler: how unseen cards are dealt: "exact", "cheap" or "uniform", see `mcts_papers.games.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = Spades(
        bool(match), word("trumps", trumps, TRUMPS), word("break_rule", break_rule, BREAK_RULES), int(nil_points),
        int(bag_points), int(bag_penalty), float(scale), word("sampler", sampler, SAMPLERS))
    game.facts()
    return game


def like_openspiel():
    """One deal by OpenSpiel's rules, where spades are never broken."""
    return spades(break_rule="never")

GAMES = {"spades": "spades"}
