"""The measures of the claims of [Hsu & Perez-Liebana 2020]. ``claims.csv`` says which measured number decides a claim.

Intervals are at 95 %. One observation is a pair of games, or for claims about trees a map. A part with fewer than `FEW`
observations is not judged.
"""

import itertools
from functools import partial

import pandas as pd

from mcts_lab.matches.statistics import less, mean

from ..counting import share_won
from ..judging import missing, part
from ..measuring import Beside, Note, claim
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
    player_name,
)
from .tables import games_between, games_of_pair

FEW = 10  # pairs or games
FEW_ACTIONS = 10_000
WITH_MOVES = ((HP_MOVES, HP), (PW_MOVES, PW))  # with move pruning and without
KINDS = ((HP, PW), (HP_MOVES, PW_MOVES))  # hard pruning and widening


def won(label, games, endpoint=""):
    """Return a part with the share of games won; a missing part if there are too few games."""
    found = share_won(games, games["won"])
    return part(label, found, endpoint=endpoint) if found.n >= 2 * FEW else missing(label)


def mean_part(label, values, reading="", least=FEW):
    """Return a part with the mean of values, one for each observation; a missing part for fewer than `least` values."""
    values = values.dropna()
    return part(label, mean(values), reading) if len(values) >= least else missing(label, reading)


@claim("hsu2020-pruned-win", pairs=tuple(itertools.product(PRUNED, BASELINES)), further=True)
@claim("hsu2020-default-loses", pairs=((DEFAULT, RULES), (DEFAULT, EVOLUTION)))
def shares_won(results, pairs, further=False):
    """Yield the share of games that the first player of each pair wins against the second. further: see `ended`."""
    for one, other in pairs:
        yield won(f"{player_name(one)} against {other}", games_of_pair(results, one, other, further))


@claim("hsu2020-moves-help", pairs=WITH_MOVES)
@claim("hsu2020-no-difference", pairs=((HP_MOVES, PW_MOVES), (HP, PW)))
def gain(results, pairs):
    """Yield the mean difference of the shares of games won between two searches, over all pairs and baselines.

    The difference of each pair of searches is reported too, with the games after those of Table 1 included. These
    differences are not equal, and their mean does not show this. This was seen after the games had been played. The
    further games were played because other claims were undecided.
    """
    values = [ended(results, one, "won") - ended(results, other, "won") for one, other in pairs]
    yield mean_part("", pd.concat(values), least=FEW * len(pairs) * len(BASELINES))
    for one, other in pairs:
        more = (ended(results, one, "won", further=True) - ended(results, other, "won", further=True)).dropna()
        yield Beside(mean_part(f"afterwards, with further games: {player_name(one)} minus {player_name(other)}", more))
    yield Note("move pruning helps hard pruning, and with move pruning, hard pruning is stronger than widening. We "
               "found this interaction after we had seen the results")


@claim("hsu2020-features-alone", note="the paper's pruned searches have nine features, and its default search has "
                                      "seven")
def features_alone(results):
    """The sentence, search against the same baselines; and not in the paper: that two more features of the value do
    not bring the gain by themselves."""
    for baseline in (RULES, EVOLUTION):
        pruned, plain = (ended(results, name, "won", (baseline,)) for name in (HP, DEFAULT))
        yield mean_part(f"against {baseline}", pruned - plain)
    yield won("seven features against nine", games_between(results["hsu2020_variants"], DEFAULT, NINE),
              "seven features")


# --- how games end ----------------------------------------------------------------------------------------------------


def ended(results, one, column, opponents=BASELINES, theirs=False, further=False):
    """Return a number from the end of games (`column`) of one player against some opponents, by opponent and map.

    theirs: True returns the opponents' number. further: True also uses the games after those of Table 1.
    """
    return pd.concat({
        other: games_of_pair(results, *((other, one) if theirs else (one, other)), further).groupby("start")[column]
        .mean() for other in opponents if other != one})


STRENGTHS, TOWNS = {"score": "score", "techs": "technologies"}, {"cities": "cities", "production": "production"}


def less_default(results, columns, further=False):
    """Return the differences between each pruned search and the default search.

    The numbers of maps against the rule-based agent and against RHEA are equal.
    """
    values = {}
    for name, (column, word) in itertools.product(PRUNED, columns.items()):
        less = [(ended(results, name, column, (other,), further=further)
                 - ended(results, DEFAULT, column, (other,), further=further)).dropna() for other in (RULES, EVOLUTION)]
        values[f"{player_name(name)}, {word}"] = pd.concat([each[:min(map(len, less))] for each in less])
    return values


def between_baselines(results, names, further=False):
    """Yield differences that are positive if a search lies between the baselines, each in the games against a baseline.

    The claim is that scores and technologies are higher than those of the rule-based agent and lower than RHEA's, and
    that cities and production are lower than those of both.
    """
    for name, other, (column, word) in itertools.product(names, (RULES, EVOLUTION), (STRENGTHS | TOWNS).items()):
        more = (ended(results, name, column, (other,), further=further)
                - ended(results, name, column, (other,), theirs=True, further=further))
        above = other == RULES and column in STRENGTHS
        yield f"{player_name(name)} {'above' if above else 'below'} {other}, {word}", more if above else -more


def beside_rules(results, name, column):
    """Return a search's number minus that of the rule-based agent in the same games, divided by the agent's mean."""
    own, theirs = (ended(results, name, column, (RULES,), theirs=its) for its in (False, True))
    scale = max(theirs.mean(), 1e-9)
    return own / scale - theirs / scale


def clearer(results, with_, without):
    """The games that move pruning gains, minus those that pruning gains."""
    moves, pruned, plain = (ended(results, name, "won", (RULES, EVOLUTION)) for name in (with_, without, DEFAULT))
    return (moves - pruned) - (pruned - plain)


@claim("hsu2020-moves-highest", values=lambda results: {
    f"{player_name(other)}, against {baseline}": ended(results, HP_MOVES, "won", (baseline,))
    - ended(results, other, "won", (baseline,))
    for baseline in (DEFAULT, EVOLUTION) for other in PRUNED[1:]})
@claim("hsu2020-widening-against-rules", values=lambda results: {
    f"{player_name(hard)}, {baseline}": sign * (ended(results, hard, "won", (baseline,), further=True)
                                                - ended(results, wide, "won", (baseline,), further=True))
    for hard, wide in KINDS for baseline, sign in {RULES: -1, DEFAULT: 1, EVOLUTION: 1}.items()})
@claim("hsu2020-knowledge-clearer", note="the opponents are the rule-based agent and RHEA", values=lambda results: {
    without: clearer(results, with_, without) for with_, without in WITH_MOVES})
@claim("hsu2020-scores-smaller", values=partial(less_default, columns=STRENGTHS, further=True))
@claim("hsu2020-cities-larger", values=partial(less_default, columns=TOWNS))
@claim("hsu2020-as-rules", note="the games are those against the rule-based agent", values=lambda results: {
    f"{player_name(name)}, {word}": beside_rules(results, name, column)
    for name in PRUNED for column, word in STRENGTHS.items()})
@claim("hsu2020-widening-technologies", values=lambda results: {
    player_name(hard): ended(results, wide, "techs") - ended(results, hard, "techs") for hard, wide in KINDS})
@claim("hsu2020-moves-more", values=lambda results: {
    f"{without}, {word}": ended(results, with_, column) - ended(results, without, column)
    for with_, without in WITH_MOVES for column, word in {"score": "score", **TOWNS}.items()})
@claim("hsu2020-between-baselines", note="the games are those against each of the two "
                                         "opponents", values=lambda results: dict(
    between_baselines(results, PRUNED)))
@claim("hsu2020-default-between", note="the games are those against each of the two "
                                       "opponents", values=lambda results: dict(
    between_baselines(results, (DEFAULT,), further=True)))
def of_ends(results, values):
    """Yield the means of some values from the ends of games."""
    for label, each in values(results).items():
        yield mean_part(label, each)


# --- trees ------------------------------------------------------------------------------------------------------------

OWN_GAMES, OWN_DECISIONS = "own games, by game", "own games, by decision"
POSITIONS, BY_GROUP = "rule-based positions", "rule-based positions, by the group searched"
ALL = 10**6  # more than any number of actions
CHOSEN = ("this is no test of when pruning begins, because we chose the interpretation that fits this sentence best; "
          "see the deviations")
LEVELS = 2.5  # not deeper than two levels
SLOWER = ((PW, HP), (PW_MOVES, HP_MOVES), (HP, HP_MOVES), (PW, PW_MOVES))


def less_than_default(look, *what):
    """Return, for each pruned search, its values minus those of the default search."""
    return {player_name(name): look(name, *what) - look(DEFAULT, *what) for name in PRUNED}


def fall(look, name, column):
    """Return the decrease of a search's values from turns 5 to 9 to the end of games."""
    return look(name, column, 5, 10) - look(name, column, 45, ALL)


@claim("hsu2020-two-levels", by="size", by_group=True, observe=lambda look: {"": look(DEFAULT, "depth", 50, ALL)})
@claim("hsu2020-widening-shallower", by="size", by_group=True, note=CHOSEN, observe=lambda look: {
    "": look(HP, "depth", 100, 150) - look(PW, "depth", 100, 150)})
@claim("hsu2020-hard-more-complete", by="size", by_group=True, note=CHOSEN, observe=lambda look: {
    "": look(HP, "rate", 100, ALL) - look(PW, "rate", 100, ALL)})
@claim("hsu2020-pruning-deeper", by="size", by_group=True, observe=lambda look: less_than_default(
    look, "depth", 50, ALL))
@claim("hsu2020-turn-30", by="tick", observe=lambda look: {"": look(DEFAULT, "depth", 25, 35)})
@claim("hsu2020-turn-50", by="tick", observe=lambda look: {"": look(DEFAULT, "rate", 45, ALL)})
@claim("hsu2020-not-all-visited", by="size", by_group=True, observe=lambda look: {"": look(DEFAULT, "rate", 50, ALL)})
@claim("hsu2020-from-180", by="size", observe=lambda look: {
    **{f"{player_name(name)} from 200": LEVELS - look(name, "depth", 200, ALL) for name in PRUNED},
    **{f"{player_name(name)} before": look(name, "depth", 50, 175) - LEVELS for name in PRUNED}})
@claim("hsu2020-depth-falls", by="size", note=CHOSEN, observe=lambda look: {
    player_name(name): look(name, "depth", 0, 25) - look(name, "depth", 100, ALL) for name in METHODS})
@claim("hsu2020-higher-rate", by="size", observe=lambda look: less_than_default(look, "rate", 50, ALL))
@claim("hsu2020-rate-falls", by="size", observe=lambda look: {
    "": look(DEFAULT, "rate", 0, 50) - look(DEFAULT, "rate", 50, ALL)})
@claim("hsu2020-turn-10", by="tick", observe=lambda look: {
    "turns 5 to 9, above 0.95": look(DEFAULT, "rate", 5, 10) - 0.95,
    "turns 5 to 9 minus turns 10 to 14": look(DEFAULT, "rate", 5, 10) - look(DEFAULT, "rate", 10, 15)})
@claim("hsu2020-falls-slower", by="tick", observe=lambda look: {
    f"{player_name(name)}, {column}": fall(look, DEFAULT, column) - fall(look, name, column)
    for name in PRUNED for column in ("depth", "rate")})
@claim("hsu2020-at-the-end", by="tick", observe=lambda look: {
    player_name(name): look(name, "depth", 45, ALL) for name in PRUNED})
@claim("hsu2020-higher-at-the-end", by="tick", observe=lambda look: less_than_default(look, "rate", 45, ALL))
@claim("hsu2020-hard-slower", by="tick", further=True, observe=lambda look: {
    f"{player_name(one)} minus {player_name(other)}, {column}": fall(look, one, column) - fall(look, other, column)
    for one, other in SLOWER for column in ("depth", "rate")})
def of_trees(results, by, observe, by_group=False, further=False):
    """Yield the parts of a claim about trees under each interpretation of the paper's means.

    The paper measures the trees in its agents' own games. It does not say whether each game or each decision has the
    same weight. Its number of actions may be the number of all legal actions, or the number in the group that is
    searched. The second number is stored only for positions from games between rule-based agents. With `by_group`, the
    claim is also judged by this number; parts with too few positions are then left out. In these positions, the results
    by all legal actions are reported but do not decide.

    observe: function that gets a function (search, column, least, end) and returns the values to be judged for each
             part of the claim. The inner function returns means by map, or by game between rule-based agents.
    further: True also uses the agents' own games after those of Table 1
    """
    own = partial(tables.per_start, results, by, further=further)
    looks = {OWN_GAMES: own, OWN_DECISIONS: partial(own, decisions=True),
             **({BY_GROUP: partial(tables.per_game, results, by, axis="searched")} if by_group else {}),
             POSITIONS: partial(tables.per_game, results, by)}
    for reading, look in looks.items():
        for label, values in observe(look).items():
            one = mean_part(label, values, reading)
            if one.n or reading in (OWN_GAMES, OWN_DECISIONS):
                yield Beside(one) if reading == POSITIONS else one
    yield Note("one observation is a start, that is, a map with its random events; for positions of rule-based agents, "
               "it is a game, each on its own map")
    if by_group:
        yield Note("at the root, the search looks at one group of actions only; the number of actions is that of all "
                   "legal actions, or that of this group")


# --- actions ----------------------------------------------------------------------------------------------------------

ENDS = {"the end of a turn is an action of the tribe": True, "ends of turns are left out": False}


@claim("hsu2020-unit-share", groups=(("unit", "{}", ""),), note="the paper's list of actions has the end of a turn "
       "among the actions of the tribe")
@claim("hsu2020-moves-share", groups=(("move", "{}", ""),))
@claim("hsu2020-city-and-tribe", groups=(("city", "city actions of {}", ""), ("tribe", "tribe actions of {}", "tribe")))
def of_actions(results, groups):
    """Yield the share of each group in the actions of each pruned search, with and without the ends of turns.

    groups: tuples (group, label of its parts with {} for the name of the search, endpoint)
    """
    for (group, label, endpoint), (reading, ends), player in itertools.product(groups, ENDS.items(), PRUNED):
        found, name = tables.share_of_actions(results, player, group, ends), label.format(player_name(player))
        yield part(name, found, reading, endpoint) if found.n > FEW_ACTIONS else missing(name, reading)


@claim("hsu2020-same-proportions")
def same_proportions(results):
    """Shares with move pruning minus without; their errors are those of independent games."""
    for (reading, ends), group, (with_, without) in itertools.product(ENDS.items(), tables.GROUPS, WITH_MOVES):
        one, other = (tables.share_of_actions(results, name, group, ends) for name in (with_, without))
        label = f"{without}, {group}"
        yield (part(label, less(one, other), reading) if min(one.n, other.n) > FEW_ACTIONS else
               missing(label, reading))
