"""The claims of [Hsu & Perez-Liebana 2020] in words: what was measured for each. ``claims.csv`` says what decides.

Intervals are at 95 %, over pairs of games or, of trees, over maps. With fewer than `FEW` of these nothing is judged.
"""

from __future__ import annotations

import itertools
from functools import partial

import numpy as np
import pandas as pd

from ...experiments.statistics import mean
from .. import Finding
from ..counting import share_won
from ..judging import Part, known, missing, part
from . import tables
from .experiments import (
    BASELINES,
    DEFAULT,
    EVOLUTION,
    HP,
    HP_MOVES,
    METHODS,
    NINE,
    PRUNED,
    PW,
    PW_MOVES,
    RULES,
    in_words,
)
from .tables import pairing, share

FEW = 10  # pairs or games
FEW_ACTIONS = 10_000


def shares(results, pairs, further=False):
    """The shares of games that one wins against the other in several pairings; `further`: see `ended`."""
    parts, texts = [], []
    for one, other in pairs:
        games, label = pairing(results, one, other, further), f"{in_words(one)} against {other}"
        found = share_won(games, games["won"])
        parts.append(part(label, found) if found.n >= 2 * FEW else missing(label))
        texts.append(f"{label}: {found.estimate:.1%} of {found.n} games" if found.n else f"{label}: no games yet")
    return Finding(known(parts), "; ".join(texts))


def pruned_win(results, budget):
    return shares(results, [(one, other) for one in PRUNED for other in BASELINES], further=True)


def default_loses(results, budget):
    return shares(results, [(DEFAULT, RULES), (DEFAULT, EVOLUTION)])


def differences(results, pairs):
    """Differences of shares between two searches, pair of games by pair, against each baseline."""
    return np.concatenate([(ended(results, one, "won") - ended(results, other, "won")).dropna()
                           for one, other in pairs])


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
    parts, texts = [], []
    for baseline in (RULES, EVOLUTION):
        pruned, plain = (ended(results, name, "won", (baseline,)) for name in (HP, DEFAULT))
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


# --- how games end ----------------------------------------------------------------------------------------------------


def ended(results, one, column, opponents=BASELINES, theirs=False, further=False):
    """A number at the end of games of one player against some opponents, or that of these, by opponent and map.

    further: of the games after those of Table 1, too
    """
    return pd.concat({
        other: pairing(results, *((other, one) if theirs else (one, other)), further).groupby("start")[column].mean()
        for other in opponents if other != one})


def judged(words, values, form="+.2f", note=""):
    """A finding from the values of each part; those of fewer than `FEW` are missing. Keys: (reading, label)."""
    parts = [part(label, mean(each), reading) if len(each) >= FEW else missing(label, reading)
             for (reading, label), series in values.items() for each in [series.dropna()]]
    told = "; ".join(f"{one.label} {one.estimate:{form}}" for one in known(parts))
    return Finding(known(parts), f"{words}: {told}" if told else "no games yet", "", note)


def moves_highest(results, budget):
    return judged("games won by hard pruning with move pruning less another", {
        ("", f"{in_words(other)}, against {baseline}"): ended(results, HP_MOVES, "won", (baseline,))
        - ended(results, other, "won", (baseline,))
        for baseline in (DEFAULT, EVOLUTION) for other in PRUNED[1:]}, "+.1%")


KINDS = ((HP, PW), (HP_MOVES, PW_MOVES))


def widening_against_rules(results, budget):
    signs = {RULES: -1, DEFAULT: 1, EVOLUTION: 1}
    return judged("games won by hard pruning less widening, against the rule-based agent the other way round", {
        ("", f"{in_words(hard)}, {baseline}"): sign * (ended(results, hard, "won", (baseline,), further=True)
                                             - ended(results, wide, "won", (baseline,), further=True))
        for hard, wide in KINDS for baseline, sign in signs.items()}, "+.1%")


def knowledge_clearer(results, budget):
    won = {name: ended(results, name, "won", (RULES, EVOLUTION)) for name in (*PRUNED, DEFAULT)}
    return judged("games that move pruning gains, less those of pruning", {
        ("", without): (won[with_] - won[without]) - (won[without] - won[DEFAULT])
        for with_, without in ((HP_MOVES, HP), (PW_MOVES, PW))}, "+.1%", "against the rule-based agent and RHEA")


STRENGTHS, TOWNS = {"score": "score", "techs": "technologies"}, {"cities": "cities", "production": "production"}


def less_default(results, columns, further=False):
    """Each pruned search less the default one, on as many maps against the rule-based agent as against RHEA."""
    values = {}
    for name, (column, word) in itertools.product(PRUNED, columns.items()):
        less = [(ended(results, name, column, (other,), further=further)
                 - ended(results, DEFAULT, column, (other,), further=further)).dropna() for other in (RULES, EVOLUTION)]
        values["", f"{in_words(name)}, {word}"] = pd.concat([each[:min(map(len, less))] for each in less])
    return values


def scores_smaller(results, budget):
    return judged("at the end, less the default search", less_default(results, STRENGTHS, further=True))


def cities_larger(results, budget):
    return judged("at the end, less the default search", less_default(results, TOWNS))


def as_rules(results, budget):
    """How much more than the rule-based agent, in the same games, as a share of what that has."""
    values = {}
    for name in PRUNED:
        for column, word in STRENGTHS.items():
            theirs = ended(results, name, column, (RULES,), theirs=True)
            scale = max(theirs.mean(), 1e-9)
            values["", f"{in_words(name)}, {word}"] = (
                ended(results, name, column, (RULES,)) / scale - theirs / scale)
    return judged("at the end, beside the rule-based agent", values, "+.1%", "in the games against it")


def widening_technologies(results, budget):
    return judged("technologies of widening less hard pruning", {
        ("", in_words(hard)): ended(results, wide, "techs") - ended(results, hard, "techs") for hard, wide in KINDS})


def moves_more(results, budget):
    return judged("at the end, with move pruning less without", {
        ("", f"{without}, {word}"): ended(results, with_, column) - ended(results, without, column)
        for with_, without in ((HP_MOVES, HP), (PW_MOVES, PW))
        for column, word in {"score": "score", **TOWNS}.items()})


def between(results, names, further=False):
    """Scores and technologies above those of the rule-based agent and below RHEA's, cities and production below both,
    each in the games against it."""
    values = {}
    for name in names:
        for other in (RULES, EVOLUTION):
            for column, word in {**STRENGTHS, **TOWNS}.items():
                more = (ended(results, name, column, (other,), further=further)
                        - ended(results, name, column, (other,), theirs=True, further=further))
                above = other == RULES and column in STRENGTHS
                label = f"{in_words(name)} {'above' if above else 'below'} {other}, {word}"
                values["", label] = more if above else -more
    return judged("at the end", values, note="in the games against each")


def between_baselines(results, budget):
    return between(results, PRUNED)


def default_between(results, budget):
    return between(results, (DEFAULT,), further=True)


# --- trees ------------------------------------------------------------------------------------------------------------

OWN_GAMES, OWN_DECISIONS = "own games, by game", "own games, by decision"
POSITIONS, BY_GROUP = "rule-based positions", "rule-based positions, by the group searched"
ALL = 10**6  # more than any number of actions
SIZES_OF = "sizes count all legal actions, of which the search looks at one group at the root, or that group"


def observed(results, by, words, observe, form="+.2f", by_group=False, further=False):
    """A claim about trees, under each reading of what its numbers are means of.

    The article looks at its agents' own games, and does not say whether games or decisions count alike. Its number of
    actions can be that of the group searched, which is stored only of positions from games between rule-based agents;
    where that is read too (`by_group`), parts with too few positions are left out. All actions of these positions are
    told beside.

    observe: gets a function (search, column, least, end) that returns means by map, or by game of rule-based agents,
             and returns the values to be judged for each part of the claim
    further: own games after those of Table 1 count, too
    """
    own = partial(tables.per_start, results, by, further=further)
    looks = {OWN_GAMES: own, OWN_DECISIONS: partial(own, decisions=True)}
    if by_group:
        looks[BY_GROUP] = partial(tables.per_game, results, by, axis="searched")
    parts, texts = [], []
    for reading, look in {**looks, POSITIONS: partial(tables.per_game, results, by)}.items():
        told = []
        for label, values in observe(look).items():
            values = values.dropna()
            if len(values) >= FEW:
                parts.append(part(label, mean(values), reading))
                told.append(f"{label} {parts[-1].estimate:{form}}".strip())
            elif reading in (OWN_GAMES, OWN_DECISIONS):
                parts.append(missing(label, reading))
        texts += [f"{reading} {', '.join(told)}"] if told else []
    beside = tuple(one for one in parts if one.reading == POSITIONS)
    parts = known(one for one in parts if one.reading != POSITIONS)
    return Finding(parts, f"{words}: {'; '.join(texts)}" if texts else f"{words}: too few games to judge", "",
                   f"means over maps with their luck or, of positions, over games{f'; {SIZES_OF}' if by_group else ''}",
                   beside)


def each_less(look, others, one, *what):
    """The values of several searches less those of one, by search."""
    return {in_words(name): look(name, *what) - look(one, *what) for name in others}


def two_levels(results, budget):
    return observed(results, "size", "depth of the default search from 50 actions on",
                    lambda look: {"": look(DEFAULT, "depth", 50, ALL)}, ".2f", by_group=True)


def widening_shallower(results, budget):
    return observed(results, "size", "depth of hard pruning less widening, 100 to 149 actions",
                    lambda look: {"": look(HP, "depth", 100, 150) - look(PW, "depth", 100, 150)}, by_group=True)


def hard_more_complete(results, budget):
    return observed(results, "size", "rate of hard pruning less widening, from 100 actions on",
                    lambda look: {"": look(HP, "rate", 100, ALL) - look(PW, "rate", 100, ALL)}, by_group=True)


def pruning_deeper(results, budget):
    return observed(results, "size", "depth less that of the default search, from 50 actions on",
                    lambda look: each_less(look, PRUNED, DEFAULT, "depth", 50, ALL), by_group=True)


def turn_30(results, budget):
    return observed(results, "tick", "depth of the default search in turns 25 to 34",
                    lambda look: {"": look(DEFAULT, "depth", 25, 35)}, ".2f")


def turn_50(results, budget):
    return observed(results, "tick", "rate of the default search in turns 45 to 50",
                    lambda look: {"": look(DEFAULT, "rate", 45, ALL)}, ".2f")


def not_all_visited(results, budget):
    return observed(results, "size", "rate of the default search from 50 actions on",
                    lambda look: {"": look(DEFAULT, "rate", 50, ALL)}, ".2f", by_group=True)


LEVELS = 2.5  # not deeper than two levels


def from_180(results, budget):
    return observed(results, "size", "depth of pruned searches below 2.5 from 200 actions on, above it at 50 to 174",
                    lambda look: {
                        **{f"{in_words(name)} from 200": LEVELS - look(name, "depth", 200, ALL) for name in PRUNED},
                        **{f"{in_words(name)} before": look(name, "depth", 50, 175) - LEVELS for name in PRUNED}})


def depth_falls(results, budget):
    return observed(results, "size", "depth below 25 actions less from 100 on",
                    lambda look: {in_words(name): look(name, "depth", 0, 25) - look(name, "depth", 100, ALL)
                                  for name in METHODS})


def higher_rate(results, budget):
    return observed(results, "size", "rate less that of the default search, from 50 actions on",
                    lambda look: each_less(look, PRUNED, DEFAULT, "rate", 50, ALL))


def rate_falls(results, budget):
    return observed(results, "size", "rate of the default search below 50 actions less from 50 on",
                    lambda look: {"": look(DEFAULT, "rate", 0, 50) - look(DEFAULT, "rate", 50, ALL)})


def turn_10(results, budget):
    return observed(results, "tick", "rate of the default search, and what it falls by",
                    lambda look: {"turns 5 to 9, above 0.95": look(DEFAULT, "rate", 5, 10) - 0.95,
                                  "less turns 10 to 14": look(DEFAULT, "rate", 5, 10) - look(DEFAULT, "rate", 10, 15)})


def falls(look, name, column):
    """What a search loses from turns 5 to 9 to the end."""
    return look(name, column, 5, 10) - look(name, column, 45, ALL)


def falls_slower(results, budget):
    return observed(results, "tick", "fall of the default search from turns 5 to 9 to 45 to 50 less that of another",
                    lambda look: {f"{in_words(name)}, {column}":
                                  falls(look, DEFAULT, column) - falls(look, name, column)
                                  for name in PRUNED for column in ("depth", "rate")})


def at_the_end(results, budget):
    return observed(results, "tick", "depth in turns 45 to 50",
                    lambda look: {in_words(name): look(name, "depth", 45, ALL) for name in PRUNED}, ".2f")


def higher_at_the_end(results, budget):
    return observed(results, "tick", "rate in turns 45 to 50 less that of the default search",
                    lambda look: each_less(look, PRUNED, DEFAULT, "rate", 45, ALL))


SLOWER = ((PW, HP), (PW_MOVES, HP_MOVES), (HP, HP_MOVES), (PW, PW_MOVES))


def hard_slower(results, budget):
    return observed(results, "tick", "fall from turns 5 to 9 to 45 to 50, one less another",
                    lambda look: {f"{in_words(one)} less {in_words(other)}, {column}":
                                  falls(look, one, column) - falls(look, other, column)
                                  for one, other in SLOWER for column in ("depth", "rate")}, further=True)


# --- actions ----------------------------------------------------------------------------------------------------------

ENDS = {"the end of a turn is an action of the tribe": True, "ends of turns left out": False}


def of_actions(results, group, label="{}", endpoint=""):
    """The share of a group in the actions of each pruned search, ends of turns counted or not.

    label: of each part, with braces for the search; where a claim is about several groups it names the group
    """
    parts = []
    for reading, with_ends in ENDS.items():
        for player in PRUNED:
            found, name = tables.share_of_actions(results, player, group, with_ends), label.format(in_words(player))
            parts.append(part(name, found, reading, endpoint) if found.n > FEW_ACTIONS else missing(name, reading))
    return parts


def unit_share(results, budget):
    frame = tables.shares_of_actions(results, budget)
    return Finding(known(of_actions(results, "unit")),
                   "; ".join(f"{row['player']}: unit {row['unit']} %, city {row['city']} %, tribe {row['tribe']} %, "
                             f"moves {row['move']} %" for row in frame.to_dict("records")
                             if row["actions"]) or "no games yet", "",
                   "shares with ends of turns; the article's list of actions has these under the tribe, and our "
                   "searches end a turn after 9 actions, so that ends alone are 11 %")


def city_and_tribe(results, budget):
    return shown_shares([*of_actions(results, "city", "city actions of {}"),
                         *of_actions(results, "tribe", "tribe actions of {}", "tribe")])


def moves_share(results, budget):
    return shown_shares(of_actions(results, "move"))


def same_proportions(results, budget):
    """Shares with move pruning less without; their errors are those of independent games."""
    parts = []
    for reading, with_ends in ENDS.items():
        for group in tables.GROUPS:
            for with_, without in ((HP_MOVES, HP), (PW_MOVES, PW)):
                one, other = (tables.share_of_actions(results, name, group, with_ends) for name in (with_, without))
                half = np.hypot(one.high - one.low, other.high - other.low) / 2
                gap, label = one.estimate - other.estimate, f"{without}, {group}"
                parts.append(Part(label, gap, gap - half, gap + half, reading, one.n + other.n)
                             if min(one.n, other.n) > FEW_ACTIONS else missing(label, reading))
    return shown_shares(parts)


def shown_shares(parts):
    told = "; ".join(f"{one.reading}, {one.label} {one.estimate:.1%}" for one in known(parts))
    return Finding(known(parts), told or "no games yet")
