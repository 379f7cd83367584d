"""The claims of [Hsu & Perez-Liebana 2020] in words: what was measured for each. ``claims.csv`` says what decides.

Intervals are at 95 %, over pairs of games or, of trees, over games. With fewer than `FEW` of these nothing is judged.
"""

from __future__ import annotations

import numpy as np

from ...experiments.statistics import mean
from .. import Finding
from ..judging import known, missing, part
from . import tables
from .experiments import BASELINES, DEFAULT, EVOLUTION, HP, HP_MOVES, METHODS, NINE, PRUNED, PW, PW_MOVES, RULES
from .tables import cell, share

FEW = 10  # pairs or games
FEW_ACTIONS = 10_000


def shares(results, pairs):
    """The shares of games that one wins against the other in several pairings."""
    games = results["hsu2020_strength"]
    parts, texts = [], []
    for one, other in pairs:
        found, label = share(games, one, other), f"{one} against {other}"
        parts.append(part(label, found) if found.n >= 2 * FEW else missing(label))
        texts.append(f"{label}: {found.estimate:.1%} of {found.n} games" if found.n else f"{label}: no games yet")
    return Finding(known(parts), "; ".join(texts))


def pruned_win(results, budget):
    return shares(results, [(one, other) for one in PRUNED for other in BASELINES])


def default_loses(results, budget):
    return shares(results, [(DEFAULT, RULES), (DEFAULT, EVOLUTION)])


def differences(results, pairs):
    """Differences of shares between two searches, pair of games by pair, against each baseline."""
    games = results["hsu2020_strength"]
    found = []
    for one, other in pairs:
        for baseline in BASELINES:
            each = [cell(games, name, baseline).groupby("start")["won"].mean() for name in (one, other)]
            found.extend((each[0] - each[1]).dropna())
    return np.array(found, float)


def over(values, words, unit="games", least=FEW, form="+.2f", note=""):
    """The mean of values, of which each is one observation; no part where there are fewer than `least`."""
    if len(values) < least:
        return Finding((), f"{words}: {len(values)} {unit}, too few to judge", "", note)
    found = mean(values)
    return Finding(known([part("", found)]), f"{words}: {found.estimate:{form}} over {found.n} {unit}", "", note)


def gain(results, pairs, words):
    return over(differences(results, pairs), words, "pairs of games", FEW * len(pairs) * len(BASELINES), "+.1%")


def moves_help(results, budget):
    return gain(results, [(HP_MOVES, HP), (PW_MOVES, PW)], "games won with move pruning less without")


def no_difference(results, budget):
    return gain(results, [(HP_MOVES, PW_MOVES), (HP, PW)], "games won by hard pruning less widening")


def features_alone(results, budget):
    """The sentence, search against the same baselines; and not in the article: that two more features of the value do
    not bring the gain by themselves."""
    games, parts, texts = results["hsu2020_strength"], [], []
    for baseline in (RULES, EVOLUTION):
        pruned, plain = (cell(games, name, baseline).groupby("start")["won"].mean() for name in (HP, DEFAULT))
        both = (pruned - plain).dropna().to_numpy()
        if len(both) < FEW:
            parts.append(missing(f"against {baseline}"))
            continue
        found = mean(both)
        parts.append(part(f"against {baseline}", found))
        texts.append(f"hard pruning wins {found.estimate:+.1%} against {baseline} beside the default search")
    alone = share(results["hsu2020_variants"], DEFAULT, NINE)
    label = "seven features against nine"
    parts.append(part(label, alone, endpoint="seven features") if alone.n >= 2 * FEW else missing(label))
    if alone.n:
        texts.append(f"the default search with nine features wins {1 - alone.estimate:.1%} of {alone.n} games against "
                     "that with seven")
    return Finding(known(parts), "; ".join(texts) or "no games yet", "",
                   "the article's pruned searches have nine features, its default search seven")


# --- trees ------------------------------------------------------------------------------------------------------------


def per_game(results, method, column, low=0, high=10**6, by="size"):
    """The mean of a column over the decisions of each game with a size (or turn) from `low` to below `high`."""
    frame = results["hsu2020_trees"]
    here = frame[(frame["method"] == method) & (frame[by] >= low) & (frame[by] < high)]
    return here.groupby("level")[column].mean()


def two_levels(results, budget):
    return over(per_game(results, DEFAULT, "depth", 50), "depth of the default search from 50 legal actions on",
                form=".2f", note="sizes count all legal actions; the search looks at one group of them at the root")


def compare_trees(results, one, other, column, low, high):
    """How much more of `column` the search `one` has than `other`, by game."""
    first, second = (per_game(results, name, column, low, high) for name in (one, other))
    return (first - second).dropna()


def widening_shallower(results, budget):
    return over(compare_trees(results, HP, PW, "depth", 100, 150),
                "depth of hard pruning less widening, 100 to 149 legal actions")


def hard_more_complete(results, budget):
    return over(compare_trees(results, HP, PW, "rate", 100, 10**6),
                "rate of hard pruning less widening, from 100 legal actions on")


def pruning_deeper(results, budget):
    found = {name: over(compare_trees(results, name, DEFAULT, "depth", 50, 10**6), f"depth of {name} less default")
             for name in METHODS if name != DEFAULT}
    parts = [one._replace(label=name) for name, own in found.items() for one in own.parts or (missing(name),)]
    return Finding(known(parts), "; ".join(own.ours for own in found.values()))


def turn_30(results, budget):
    return over(per_game(results, DEFAULT, "depth", 28, 33, "tick"), "depth of the default search in turns 28 to 32",
                form=".2f")


def turn_50(results, budget):
    return over(per_game(results, DEFAULT, "rate", 45, 51, "tick"), "rate of the default search in turns 45 to 50",
                form=".2f")


# --- actions ----------------------------------------------------------------------------------------------------------


def unit_share(results, budget):
    found = {player: tables.unit_actions(results, player) for player in PRUNED}
    frame = tables.shares_of_actions(results, budget)
    parts = [part(player, own) if own.n > FEW_ACTIONS else missing(player) for player, own in found.items()]
    return Finding(known(parts),
                   "; ".join(f"{row['player']}: unit {row['unit']} %, city {row['city']} %, tribe {row['tribe']} %, "
                             f"moves {row['move']} %" for row in frame.to_dict("records")
                             if row["actions"]) or "no games yet", "",
                   "the end of a turn is an action of the tribe")
