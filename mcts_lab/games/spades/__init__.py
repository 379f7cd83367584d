"""Spades for two partnerships: one deal, or a match.

The default game is one deal from the bidding on, which is what a search should see: its payoff is the scaled difference
of the points, see `scoring.reward`. ``spades(match=True)`` plays deals until a side wins; `mcts_lab.game.for_search`
turns a match into the deal at hand, with the same states, so that a search's tree ends where the cards are dealt again.

    rules.py    dealing, bidding, passing, tricks; what a player cannot see
    scoring.py  points, bags, nil, match and reward
    playout.py  random play that keeps only what matters
    words.py    names, text and pictures; setting up a deal
    player.py   a player by hand-written rules, for bids and cards
    advice.py   what its rules tell a search
"""

from __future__ import annotations

from ...game import facts
from ..cards.hidden_cards import SAMPLERS
from ..option_words import word
from . import advice, playout  # noqa: F401  they register what they define
from .player import RulePlayer, rule_action
from .rules import (
    DEALERS_LEFT,
    DEUCES,
    FREE,
    HIGHEST_BIDDER,
    JOKERS,
    JOKERS_DEUCES,
    NEVER,
    OFF,
    SPADES,
    STANDARD,
    TWO_OF_CLUBS,
    Spades,
)
from .words import parse_action, set_deal

__all__ = ["RulePlayer", "Spades", "like_openspiel", "parse_action", "rule_action", "set_deal", "spades"]

TRUMPS = {"spades": SPADES, "jokers": JOKERS, "deuces": DEUCES, "jokers_deuces": JOKERS_DEUCES}
BREAK_RULES = {"standard": STANDARD, "never": NEVER, "free": FREE}
FIRST_LEADS = {"dealer": DEALERS_LEFT, "bidder": HIGHEST_BIDDER, "two_of_clubs": TWO_OF_CLUBS}


def spades(match=False, target=500, hands=0, floor=None, trumps="spades", break_rule="standard", first_lead="dealer",
           team_bid_cap=13, nil_points=100, nil_tricks_count=True, blind_nil=None, blind_nil_points=200,
           blind_nil_pass=0, bag_points=1, bag_penalty=100, scale=200.0, sampler="exact"):
    """Spades for four players, 0 and 2 against 1 and 3. The defaults are the common standard rules.

    Parameters
    ----------
    match: False is one deal, True a match whose payoff is 1, -1 or 0 for winning, losing or a tie.
    target: a match ends when a side has this many points; at a tie it goes on.
    hands: if not 0, a match has this many deals instead.
    floor: a side at or below this (such as -500) loses the match; None: no such limit.
    trumps: "spades"; "jokers": a little and a big joker, the highest spades, replace the twos of clubs and hearts;
        "deuces": the twos of diamonds and spades are the highest spades, the latter above the former;
        "jokers_deuces": both, jokers on top.
    break_rule: when spades may be led: "standard" after one was played, "never" with nothing else in the hand, "free".
    first_lead: who leads: left of the "dealer", the highest "bidder" (the earliest of equals), or the holder of the
        "two_of_clubs", who must lead it (the lowest club of the pack, if there is no two).
    team_bid_cap: the most that partners may bid together; 0: no limit.
    nil_points: for taking no trick after a bid of 0; as many are lost otherwise.
    nil_tricks_count: whether tricks of a failed nil count towards the partner's contract; if not they are overtricks.
    blind_nil: how many points a side must be behind for a nil before seeing the cards; None: not played.
    blind_nil_points: its value; blind_nil_pass: how many cards the bidder gives the partner and gets back.
    bag_points: for each overtrick: 1, 0 or -1; bag_penalty: what ten overtricks of a match cost.
    scale: the difference in points that counts as a full reward, see `mcts_lab.games.spades.scoring.reward`.
    sampler: how unseen cards are dealt: "exact", "cheap" or "uniform", see `mcts_lab.games.cards.hidden_cards`.

    Raises ValueError for any other value.
    """
    game = Spades(
        bool(match), int(target or 0), int(hands or 0), int(floor or 0), word("trumps", trumps, TRUMPS),
        word("break_rule", break_rule, BREAK_RULES), word("first_lead", first_lead, FIRST_LEADS),
        int(team_bid_cap or 0), int(nil_points), bool(nil_tricks_count), OFF if blind_nil is None else int(blind_nil),
        int(blind_nil_points), int(blind_nil_pass), int(bag_points), int(bag_penalty), float(scale),
        word("sampler", sampler, SAMPLERS))
    facts(game)
    return game


def like_openspiel():
    """One deal by OpenSpiel's rules, where spades are never broken."""
    return spades(break_rule="never", team_bid_cap=13)

GAMES = {"spades": "spades"}
