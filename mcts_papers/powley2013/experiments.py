"""The experiments of [Powley, Whitehouse & Cowling 2013]: matches of card players.

The paper's opponents are AI Factory's programs, which are not public. Our opponents are the rule players of this
project; `powley2013_rules` measures their strength. Spades is played in duplicate: each deal twice, with the
partnerships exchanged. In Dou Di Zhu, too, each deal is played twice, so that each side is landlord once.

The name of a fixture is "game | pairing | setting". Experiments whose tasks are not games are in ``measures.py``.
"""

import itertools
from functools import partial

from mcts_lab.matches import Experiment, Fixture, fixtures
from mcts_lab.matches.experiment import at, by_budget
from mcts_lab.matches.tournament import play_fixture
from mcts_lab.players import RandomPlayer, RulePlayer
from mcts_lab.search.mcts.information_sets import SingleObserver
from mcts_lab.search.mcts.pimc import PIMC
from mcts_lab.search.mcts.search import UCT
from mcts_lab.search.mcts.selection import UCB1

from ..games.dou_dizhu import dou_dizhu
from ..games.knockout_whist import knockout_whist
from ..games.spades import RulePlayer as SpadesRules
from ..games.spades import spades
from .flat import FlatMonteCarlo
from .players import CardPlayer, RandomCards, WhistRules, points_of_deal, score_of_match
from .program import ProgramObserver

SEED = 2013
BUDGET = 2500  # iterations per decision, as in the paper
C = 0.7  # the paper's exploration constant, for rewards from 0 to 1
FLAT_ITERATIONS = 500  # of ISMCTS against flat Monte Carlo, so that sixteen times its time is affordable
ISMCTS = UCT(tree=SingleObserver(), selection=UCB1(C))

SPADES, DOU_DIZHU = "Spades", "Dou Di Zhu"
TITLES = (SPADES, DOU_DIZHU)
GAMES = {SPADES: spades(), DOU_DIZHU: dou_dizhu()}
RULES = {SPADES: SpadesRules(), DOU_DIZHU: RulePlayer()}
SEATS = {SPADES: {"measure": points_of_deal}, DOU_DIZHU: {"seats": [(0, 1, 1), (1, 0, 0)]}}  # the landlord is seat 0
CHUNK = 20


def ismcts(iterations=BUDGET, name="ISMCTS", c=C, **options):
    """Return the paper's player: ISMCTS with one information-set tree."""
    return CardPlayer(ISMCTS._replace(selection=UCB1(c)), iterations, name, **options)


def pimc(trees, iterations=BUDGET, name="PIMC", vote="majority"):
    """Return perfect information Monte Carlo: `trees` determinizations share the iterations, and their results vote.
    """
    return CardPlayer(PIMC(trees=trees, method=UCT(selection=UCB1(C)), vote=vote), iterations, name)


def pairing(kind, setting, one, other, title=None, game=None):
    """Return a fixture of two players, each in every role."""
    name = f"{kind} | {title or f'{one.name} - {other.name}'} | {setting}"
    return Fixture(name, GAMES[kind] if game is None else game, (one, other), SEATS[kind])


def against_rules(kind, setting, one, **options):
    """Return a fixture of a player against the rule player."""
    return pairing(kind, setting, one, RULES[kind], **options)


def matches(name, chosen, title, chunk=CHUNK):
    """Return an experiment from `chosen(budget)`, a list of pairs (fixture, number of games)."""
    return Experiment(name, partial(match_tasks, chosen, chunk), play_fixture, SEED, title)


def match_tasks(chosen, chunk, budget, *, games=None, **settings):
    """Return the tasks of all fixtures: first the first games of each, so that early results cover all of them.

    games: per fixture; None: as many as `chosen` says.
    """
    each = [fixtures("one", [fixture], games or planned, SEED, chunk=chunk).tasks(budget)
            for fixture, planned in chosen(budget, **settings)]
    return [task for row in itertools.zip_longest(*each) for task in row if task is not None]


# Further games for claims that were undecided after a stage. The numbers were computed from the intervals, rounded up,
# and fixed before any of these games was played. ``claims.csv`` counts the interim analyses.
LATER_STAGES = {
    ("iterations", SPADES): 3400,  # games with the paper's and the most iterations; before: 1200, 1400, 2000
    ("iterations", DOU_DIZHU): 9600,  # the same; before: 1200, 3800 and 5600
    ("matches", "own bids"): 1400,  # matches to 500 points; before: 1000
    ("strength", "own bids"): 6600,  # hands of Spades; before: 4400
    ("PIMC", SPADES): 36_000,  # against the rules; before: 600 and 4400
    ("PIMC", DOU_DIZHU): 9200,  # before: 600, 1200, 3400 and 7000
    ("knowledge", "prior counts"): 20_000,  # games; before: 4400 and 11,000
    ("knowledge", "skewed backup"): 52_000,  # before: 4400, 11,000 and 20,200
    ("settled", SPADES): 1800,  # deals, for the analysis that was planned as the last one of its claim; before: 300
    ("settled", "Spades without bags"): 1800,  # the same
    ("settled", DOU_DIZHU): 9600,  # the same; before: 400 and 1600
    ("timed", DOU_DIZHU): 2200,  # games; before: 1000
}


def few(budget, standard, quick=2):
    """Return a number of games: a few at the quick budget, four times the standard number at the paper's budget."""
    return {"quick": quick, "standard": standard, "paper": 4 * standard}[budget]


# --- how strong the opponents are -----------------------------------------------------------------------------------


def rule_matches(budget):
    cards = RandomCards()
    match = spades(match=True)
    both = RULES[DOU_DIZHU]
    return [
        (Fixture(f"{SPADES} | rules - random | match", match, (RULES[SPADES], cards), {"measure": score_of_match}),
         few(budget, 100)),
        (against_random(SPADES, RULES[SPADES], cards), few(budget, 400)),
        (against_random(DOU_DIZHU, both, cards), few(budget, 1000)),
        (Fixture(f"{DOU_DIZHU} | rules - rules | game", GAMES[DOU_DIZHU], (both, both), {"seats": [(0, 1, 1)]}),
         few(budget, 1000)),
        (against_random(SPADES, ismcts(), cards), few(budget, 100)),
        (against_random(DOU_DIZHU, ismcts(), cards), few(budget, 200)),
    ]


def against_random(kind, one, cards):
    return pairing(kind, "game", one, cards)


# --- the paper's result ---------------------------------------------------------------------------------------------


def strength_matches(budget, *, iterations=BUDGET, c=C):
    """Return matches of ISMCTS with the paper's 2500 iterations against the rule players."""
    steps, one = dou_dizhu(kicker_step=True), ismcts(iterations, c=c)
    return [
        (against_rules(SPADES, "bids by rule", one), few(budget, 1200)),
        (against_rules(DOU_DIZHU, "whole moves", one), few(budget, 2000)),
        (against_rules(SPADES, "own bids", ismcts(iterations, c=c, bids="search")),
         few(budget, LATER_STAGES["strength", "own bids"])),
        (against_rules(DOU_DIZHU, "kickers apart", one, game=steps), few(budget, 2000)),
    ]


def full_matches(budget, *, iterations=BUDGET, c=C):
    """Return matches of Spades to 500 points, with bids by rule and with bids by the search."""
    options = {"measure": score_of_match}
    match = spades(match=True)
    return [(Fixture(f"{SPADES} | ISMCTS - rules | match", match, (ismcts(iterations, c=c), RULES[SPADES]), options),
             few(budget, 1000)),
            (Fixture(f"{SPADES} | ISMCTS - rules | match, own bids", match,
                     (ismcts(iterations, c=c, bids="search"), RULES[SPADES]), options),
             few(budget, LATER_STAGES["matches", "own bids"]))]


ITERATIONS = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)
STEPS = by_budget(ITERATIONS[:3], ITERATIONS)
ON_CURVES = 1200  # games for each point of a curve, so that intervals are at most 2.5 points wide on each side


def iteration_matches(budget, *, titles=TITLES, iterations=STEPS, c=C):
    found = []
    for n in at(iterations, budget):
        for kind in titles:
            games = LATER_STAGES["iterations", kind] if n in (BUDGET, ITERATIONS[-1]) else ON_CURVES
            found.append((against_rules(kind, n, ismcts(n, c=c)), few(budget, games)))
    return found


# --- PIMC -----------------------------------------------------------------------------------------------------------

TREES = 10  # in the main comparison; each has 250 iterations, as in the 2012 paper
# Iterations of PIMC per iteration of ISMCTS in the fixtures called "equal time". With one tree, times would be equal.
# Ten trees need more time, so these games favour PIMC. In `powley2013_timed`, times are equal and are measured.
MORE = 1.5
SHARES = by_budget((1, 10), (1, 10, 100))  # numbers of trees that share 1000 iterations


def pimc_matches(budget, *, titles=TITLES, trees=TREES, iterations=BUDGET):
    """Return matches of SO-ISMCTS against PIMC, with equal iterations and with more for PIMC, and of PIMC against the
    rules."""
    one, other, longer = ismcts(iterations), pimc(trees, iterations), pimc(trees, int(MORE * iterations))
    found = []
    for kind in titles:
        found.append((pairing(kind, "equal iterations", one, other), few(budget, 1000)))
    for kind in titles:
        found.append((pairing(kind, "equal time", one, longer), few(budget, 400)))
        found.append((against_rules(kind, "equal iterations", other), few(budget, LATER_STAGES["PIMC", kind])))
    return found


def tree_matches(budget, *, titles=TITLES, trees=SHARES):
    """Return matches of ISMCTS against PIMC with several numbers of trees, which share 1000 iterations."""
    return [(pairing(kind, n, ismcts(1000), pimc(n, 1000)), few(budget, 200))
            for n in at(trees, budget) for kind in titles]


# --- details --------------------------------------------------------------------------------------------------------

UNAWARE = (("sampler", 0),)  # deals hidden cards as if all players had always followed suit


def void_matches(budget, *, iterations=FLAT_ITERATIONS):
    """Return matches in Spades between determinizations with and without the suits that players have shown not to
    hold."""
    unaware, setting = ismcts(iterations, "ignores voids", changes=UNAWARE), f"{iterations} iterations"
    return [(pairing(SPADES, setting, ismcts(iterations, "knows voids"), unaware), few(budget, 3000)),
            (against_rules(SPADES, setting, unaware), few(budget, 100))]


CONSTANTS = (0.05, 0.2, 0.7, 1.5, 5.0)


def constant_matches(budget, *, titles=TITLES, constants=CONSTANTS, iterations=1000):
    """Return matches of ISMCTS with other exploration constants against the rule players."""
    return [(against_rules(kind, c, ismcts(iterations, c=c)), few(budget, ON_CURVES))
            for c in constants for kind in titles]


RULE_SETS = {
    "standard": {},
    "no bags": {"bag_points": 0, "bag_penalty": 0},
    "bags cost a point": {"bag_points": -1},
    "nil for 200": {"nil_points": 200},
    "jokers": {"trumps": "jokers"},
    "spades led freely": {"break_rule": "free"},
    "jokers and deuces, no bags, nil for 50": {"trumps": "jokers_deuces", "bag_points": 0, "bag_penalty": 0,
                                               "nil_points": 50},
}


def rule_set_matches(budget, *, rules=tuple(RULE_SETS), iterations=250):
    """Return matches of ISMCTS under other rules of Spades, against random cards after the same bids."""
    return [(pairing(SPADES, name, ismcts(iterations), RandomCards(), game=spades(**RULE_SETS[name])),
             few(budget, 100)) for name in rules]


# --- equal time -----------------------------------------------------------------------------------------------------

TIMED = {"timed": True}  # games that also record the processor seconds of each seat
EQUAL_TIME = {SPADES: 1800, DOU_DIZHU: 2000}  # iterations of PIMC that take about as long as ISMCTS's 2500


def timed(fixture):
    """Return the same fixture, with the players' times recorded."""
    return fixture._replace(options={**fixture.options, **TIMED})


def timed_matches(budget):
    """Return matches of ISMCTS against PIMC with equal time and with equal iterations. Both times are measured in the
    games."""
    return [(timed(pairing(kind, iterations, ismcts(), pimc(TREES, iterations))), few(budget, games))
            for kind in (SPADES, DOU_DIZHU)
            for iterations, games in ((EQUAL_TIME[kind], LATER_STAGES.get(("timed", kind), 1000)), (BUDGET, 100))]


# --- flat Monte Carlo, which replaces the paper's earlier programs ---------------------------------------------------

TIMES = by_budget((1,), (1, 2, 4, 8, 16))
PLAIN_FLAT, GUIDED_FLAT = "flat Monte Carlo", "flat Monte Carlo, rules in playouts"
SAME_TIME = {  # playouts of flat Monte Carlo that take about as long as 500 iterations of ISMCTS; each game is timed
    (SPADES, PLAIN_FLAT): 1300, (SPADES, GUIDED_FLAT): 520,
    (DOU_DIZHU, PLAIN_FLAT): 870, (DOU_DIZHU, GUIDED_FLAT): 245,
}


def flat(kind, name, times):
    """Return flat Monte Carlo with `times` times the time of ISMCTS."""
    return CardPlayer(FlatMonteCarlo(guided=name == GUIDED_FLAT), times * SAME_TIME[kind, name], name)


def flat_matches(budget, *, titles=TITLES, times=TIMES):
    """Return matches of ISMCTS against flat Monte Carlo with 1 to 16 times the time, with random and with rule
    playouts."""
    return [(timed(pairing(kind, f"{n} times", ismcts(FLAT_ITERATIONS), flat(kind, name, n))),
             few(budget, 600 if n == 8 and name == GUIDED_FLAT else 200))
            for n in at(times, budget) for kind in titles for name in (GUIDED_FLAT, PLAIN_FLAT)]


# --- all players against each other -----------------------------------------------------------------------------------


def cheating():
    """Return plain UCT that sees all cards, as an upper reference."""
    return CardPlayer(UCT(selection=UCB1(C)), BUDGET, "cheating UCT")


CHANGED = {
    "no bags": {"bag_points": 0, "bag_penalty": 0},
    "overtricks count like tricks": {"bag_points": 10, "bag_penalty": 0},
    "dear bags": {"bag_penalty": 300},
    "nil for 200": {"nil_points": 200},
}


def adapting_matches(budget, *, rules=tuple(CHANGED), iterations=250):
    """Return matches of Spades with other scoring: ISMCTS that knows the scoring against ISMCTS with the standard
    scoring."""
    found = []
    for name in rules:
        options = CHANGED[name]
        game = spades(**options)
        believed = tuple((option, getattr(GAMES[SPADES], option)) for option in options)
        found.append((pairing(SPADES, name, ismcts(iterations, "adapts"),
                              ismcts(iterations, "does not", changes=believed), game=game), few(budget, 6000)))
    return found


# --- the paper's own program ------------------------------------------------------------------------------------------

WHIST_ITERATIONS = (100, 1000, 2000)  # for these, the readme of a port of the paper's program has results
COUNTINGS = {"paper": SingleObserver(), "program": ProgramObserver()}


def whist_matches(budget):
    """Return matches of Knockout Whist for two and four players against random and rule players.

    ISMCTS plays with two ways of counting availability.
    """
    found = []
    for seats in (2, 4):
        game = knockout_whist(seats)
        seating = [(0, 1), (1, 0)] if seats == 2 else [tuple(int(seat != one) for seat in range(4)) for one in range(4)]
        for iterations in WHIST_ITERATIONS:
            for counting, tree in COUNTINGS.items():
                one = CardPlayer(ISMCTS._replace(tree=tree), iterations, "ISMCTS")
                for rival in (RandomPlayer(), WhistRules()):
                    name = f"Knockout Whist for {seats} | ISMCTS - {rival.name} | {iterations}, {counting}"
                    found.append((Fixture(name, game, (one, rival), {"seats": seating}), few(budget, 400, 4)))
    return found if budget != "quick" else found[:2]


MATCHES = (
    matches("powley2013_strength", strength_matches, "Powley 2013: ISMCTS against the rule players"),
    matches("powley2013_pimc", pimc_matches, "Powley 2013: PIMC and ISMCTS"),
    matches("powley2013_iterations", iteration_matches, "Powley 2013: strength against iterations"),
    matches("powley2013_matches", full_matches, "Powley 2013: matches of Spades", chunk=4),
    matches("powley2013_rules", rule_matches, "Powley 2013: how strong the opponents are", chunk=50),
    matches("powley2013_voids", void_matches, "Powley 2013: void suits"),
    matches("powley2013_trees", tree_matches, "Powley 2013: numbers of trees"),
    matches("powley2013_constants", constant_matches, "Powley 2013: the constant of exploration"),
    matches("powley2013_rule_sets", rule_set_matches, "Powley 2013: other rules"),
    matches("powley2013_timed", timed_matches, "Powley 2013: PIMC and ISMCTS, timed"),
    matches("powley2013_flat", flat_matches, "Powley 2013: flat Monte Carlo with more time"),
    matches("powley2013_adapts", adapting_matches, "Powley 2013: changed rules, known or not"),
    matches("powley2013_whist", whist_matches, "Powley 2013: Knockout Whist", chunk=40),
)
