"""The measures of the claims of [Powley, Whitehouse & Cowling 2013].

``claims.csv`` says which measured number decides a claim. Intervals are at 95 %, over deals. The paper's opponents are
AI Factory's programs, which are not public. Our opponents are the rule players of this project and flat Monte Carlo.
So a verdict is about programs of the same kind, and the notes say how strong ours are.
"""

import ast
import inspect

import numpy as np

from mcts_lab import textbook
from mcts_lab.matches.statistics import mean, paired
from mcts_lab.textbook.node import random_move, reward

from ..counting import NOTHING, by_start, share_of_games
from ..judging import counted, part
from ..measuring import Beside, Note, claim, untested
from . import tables
from .experiments import BUDGET, DOU_DIZHU, EQUAL_TIME, GUIDED_FLAT, SPADES, TREES
from .measures import KNOWLEDGE
from .tables import as_landlord, as_peasants, between, fixture_games, margin, points_of, points_priced, wins

KINDS = (SPADES, DOU_DIZHU)
BID_BY = {"bids by rule": "match", "own bids": "match, own bids"}  # in single hands and in matches
NOT_YET = "not measured yet"


def percent(interval, games="") -> str:
    """Return a share with its interval and number of games as text. games: the word for games, such as "matches"."""
    return (f"{interval.estimate:.1%} [{interval.low:.1%}, {interval.high:.1%}] of {interval.n:,} {games}".strip()
            if interval.n else NOT_YET)


def in_points(interval) -> str:
    """Points a hand with their interval."""
    return (f"{interval.estimate:+.1f} [{interval.low:+.1f}, {interval.high:+.1f}] points per hand" if interval.n
            else NOT_YET)


# The number that decides how strong a player is: in Spades the points per hand, if no matches were played; in Dou Di
# Zhu the share of games won. In Spades, the share of hands won is also reported.


def strength(games, player, kind, label="", reading="", hands="hands"):
    """Yield the part that decides, and in Spades also the share of hands won, which is only reported."""
    if kind != SPADES:
        yield part(label or kind, wins(games, player), reading)
        return
    yield part(label or kind, margin(games, player), reading, "points")
    yield Beside(part(hands, wins(games, player), reading))


def points_and_hands(games, player, label="", reading=""):
    """Yield the points per hand, which decide in claims about Spades alone; the share of hands won is only reported."""
    yield part(label, margin(games, player), reading)
    yield Beside(part(label, wins(games, player), reading, "hands"))


def gains(first, second, kind, label=""):
    """Yield how much more ISMCTS wins in `first` than in `second`, which has the same deals.

    The first part decides. In Spades, a second part is only reported.
    """
    won = part(label or kind, between(first, second, lambda games: points_of(games, "ISMCTS")))
    if kind == SPADES:
        priced = between(first, second, lambda games: points_priced(games, "ISMCTS"))
        yield part(label or kind, priced, endpoint="points")
        yield Beside(won._replace(label=f"{label or kind}, hands"))
    else:
        yield won


def rule_player(results, kind) -> str:
    """Return a text about the strength of the rule player, which is the opponent."""
    if kind == SPADES:
        found = wins(fixture_games(results, "powley2013_rules", SPADES, "rules - random", "match"), "rules")
        return f"our rule player, which wins {found.estimate:.1%} of matches against random cards"
    games = fixture_games(results, "powley2013_rules", DOU_DIZHU, "rules - random", "game")
    lord, folk = (wins(of(games, "rules"), "rules") for of in (as_landlord, as_peasants))
    return (f"our rule player, which against random moves wins {lord.estimate:.1%} of its games as landlord and "
            f"{folk.estimate:.1%} as peasants")


# --- how well does ISMCTS play? -------------------------------------------------------------------------------------


def hands_of(results, setting, kind=SPADES):
    """Return the games of ISMCTS against the rule player in single hands."""
    return fixture_games(results, "powley2013_strength", kind, setting=setting)


def matches_won(results):
    """Return the share of matches to 500 points that ISMCTS wins, for each way of bidding."""
    return {bids: wins(fixture_games(results, "powley2013_matches", SPADES, setting=setting), "ISMCTS")
            for bids, setting in BID_BY.items()}


@claim("powley2013-spades-stronger")
def spades_stronger(results):
    yield from (part("", interval, bids) for bids, interval in matches_won(results).items())
    for bids in BID_BY:
        one, other = strength(hands_of(results, bids), "ISMCTS", SPADES, "single hands", bids,
                              "single hands, share won")
        yield from (Beside(one), other)
    yield Note(f"the opponent is {rule_player(results, SPADES)}. If bids are made by rules, the search only plays the "
               "cards")


@claim("powley2013-spades-margin")
def spades_margin(results):
    for bids in BID_BY:
        yield from points_and_hands(hands_of(results, bids), "ISMCTS", "", bids)
    yield Note(f"the opponent is {rule_player(results, SPADES)}; it is not AI Factory's program")


@claim("powley2013-spades-64", note="a game of Spades is a match, so it cannot be compared with single hands; and the "
       "advantage over one opponent says nothing about the advantage over another one")
def spades_64(results):
    yield from (f"against our rule player, {bids}: {percent(interval, 'matches')} to 500"
                for bids, interval in matches_won(results).items())


@claim("powley2013-dou-dizhu-stronger")
def dou_dizhu_stronger(results):
    for setting in ("whole moves", "kickers apart"):
        yield part("", wins(hands_of(results, setting, DOU_DIZHU), "ISMCTS"), setting)
    games, found = hands_of(results, "whole moves", DOU_DIZHU), {}
    par = fixture_games(results, "powley2013_rules", DOU_DIZHU, "rules - rules")
    for seat, (role, chosen) in enumerate((("landlord", as_landlord), ("peasants", as_peasants))):
        found[role] = between(chosen(games, "ISMCTS"), par, lambda rows, seat=seat: rows[f"payoff_{seat}"].to_numpy())
    yield Note("compared with the rule player in the same role on the same deals, ISMCTS wins " + ", ".join(
        f"{100 * i.estimate:+.1f} percentage points [{100 * i.low:+.1f}, {100 * i.high:+.1f}] as {role}"
        for role, i in found.items()) + f"; the opponent is {rule_player(results, DOU_DIZHU)}")


@claim("powley2013-dou-dizhu-62")
def dou_dizhu_62(results):
    cheat = wins(fixture_games(results, "powley2013_cheating", DOU_DIZHU), "cheating UCT")
    yield f"against our rule player {percent(wins(hands_of(results, 'whole moves', DOU_DIZHU), 'ISMCTS'), 'games')}"
    yield Note(f"a search that sees all cards wins {percent(cheat, 'games')} against this opponent, so not many more "
               "games can be won")


@claim("powley2013-outperforms", note="the existing technique that was tested is PIMC (perfect information Monte "
       "Carlo); both searches make determinizations in the same way")
def outperforms(results):
    for kind in KINDS:
        timed = fixture_games(results, "powley2013_timed", kind, setting=EQUAL_TIME[kind])
        yield from strength(timed, "ISMCTS", kind)
        if len(timed):
            equal = fixture_games(results, "powley2013_pimc", kind, "ISMCTS - PIMC", "equal iterations")
            yield Note(f"{kind}: PIMC with {TREES} trees and {EQUAL_TIME[kind]:,} iterations took "
                       f"{tables.time_ratio(timed, 'PIMC', 'ISMCTS'):.2f} times the time of ISMCTS; if both have equal "
                       f"numbers of iterations, ISMCTS wins {percent(wins(equal, 'ISMCTS'), 'games')}")


@claim("powley2013-fast", note=f"processor time for {BUDGET} iterations on one core of a server")
def fast(results):
    frame = tables.timing(results, None)
    for row in frame[(frame["search"] == "ISMCTS") & frame["game"].isin(KINDS)].itertuples():
        yield (f"{row.game}: {row.first_play_ms:.1f} ms at the first play, {row.mean_ms:.1f} ms on average, and at "
               f"most {row.most_ms:.1f} ms")


def by_setting(results, experiment, kind, value):
    """Return {number of a setting: its games} for an experiment."""
    games = fixture_games(results, experiment, kind)
    return {value(setting): games[games["setting"] == setting] for setting in dict.fromkeys(games["setting"])}


@claim("powley2013-strong-at-2500", note="a player counts as strong if it is not weaker than the rule player, and if "
       "four times as many iterations add little")
def strong_at_2500(results):
    for kind in KINDS:
        here = by_setting(results, "powley2013_iterations", kind, int)
        if BUDGET in here and max(here) > BUDGET:
            yield from gains(here[max(here)], here[BUDGET], kind)
            yield behind(here[BUDGET], kind)


def behind(games, kind):
    """A part of how much weaker than the rule player ISMCTS is, in the units of what decides."""
    one, *_ = strength(games, "ISMCTS", kind, f"{kind}, the rule player minus ISMCTS")
    whole, times, unit = (0, 1, "points behind") if kind == SPADES else (1, 2, "share behind")
    return one._replace(estimate=whole - times * one.estimate, low=whole - times * one.high,
                        high=whole - times * one.low, endpoint=unit)


@claim("powley2013-anytime", note="strength is measured against the rule players; the number is what each doubling "
       "of the iterations adds")
def anytime(results):
    for kind in KINDS:
        here = by_setting(results, "powley2013_iterations", kind, int)
        won, priced = (slope(here, lambda games, value=value: value(games, "ISMCTS"))
                       for value in (points_of, points_priced if kind == SPADES else points_of))
        yield part(kind, priced)
        if kind == SPADES:
            yield Beside(part("hands", won))


def slope(here, value):
    """Return how much each doubling of the iterations adds to a value of games.

    A straight line is fitted for each deal that was played with all numbers of iterations.

    here: {iterations: games}
    """
    each = {n: by_start(games, value(games)) for n, games in sorted(here.items())}
    common = sorted(set.intersection(*(set(deals.index) for deals in each.values()))) if each else ()
    if len(common) < 2 or len(each) < 2:
        return NOTHING
    doublings = np.log2(list(each))
    weights = (doublings - doublings.mean()) / ((doublings - doublings.mean()) ** 2).sum()
    return mean(weights @ np.array([deals.loc[common] for deals in each.values()]))


@claim("powley2013-eight-times", player="ISMCTS",
       note="the paper's opponent was Monte Carlo over determinizations with many hand-written rules; the program that "
       "replaces it uses the rules of our rule player in its playouts", games=lambda results, kind: fixture_games(
           results, "powley2013_flat", kind, f"ISMCTS - {GUIDED_FLAT}", "8 times"))
@claim("powley2013-multiplied-work", player="PIMC", note="PIMC has its largest number of trees here, each with about "
                                                         "ten iterations",
       games=lambda results, kind: max(by_setting(results, "powley2013_trees", kind, int).items())[1])
@claim("powley2013-pimc-succeeds", player="PIMC",
       games=lambda results, kind: fixture_games(results, "powley2013_pimc", kind, "PIMC - rules"))
def strengths(results, player, games):
    """Yield the strength of a player in some games of each kind."""
    for kind in KINDS:
        yield from strength(games(results, kind), player, kind)


@claim("powley2013-whist")
def whist(results):
    for seats, rival, iterations, counting, found in tables.whist_games(results):
        if seats == 2 and rival == "random":
            yield part(f"{iterations} iterations", found, f"availability as in the {counting}")
    port = ", ".join(f"{won} with {iterations} iterations" for iterations, won in tables.port_wins().items())
    yield Note(f"the paper gives no numbers. A port of its program won this many of 100 games against random play: "
               f"{port}. If four equally strong players play, each wins a quarter of the games")


@claim("powley2013-constant")
def constant(results):
    least = []
    for kind in KINDS:
        here = by_setting(results, "powley2013_constants", kind, float)
        least += map(len, here.values())
        for c, games in sorted(here.items()):
            if c != 0.7 and 0.7 in here:
                yield from gains(games, here[0.7], kind, f"{kind}, c = {c:g}")
    yield Note(f"ISMCTS has 1000 iterations and plays at least {min(least, default=0)} games with each constant, on "
               "the same deals")


# --- the algorithm ----------------------------------------------------------------------------------------------------

PROBLEMS = {"coin in a box": "gathering", "hidden choice": "hiding"}


def one_small(results, puzzle, method):
    """Return the row of one of the smallest games, with the largest number of iterations."""
    frame = tables.small(results, None)
    here = frame[(frame["game"] == puzzle) & (frame["search"] == method)]
    return here[here["iterations"] == here["iterations"].max()].iloc[0]


@claim("powley2013-strategy-fusion", method="PIMC",
       note="the exact values come from enumeration; these games were made to show the two errors")
@claim("powley2013-addresses-problems", method="SO-ISMCTS", alone=True)
def right_choices(results, method, alone=False):
    """Yield the share of right choices in the smallest games.

    alone: True judges each problem separately
    """
    for puzzle, problem in PROBLEMS.items():
        row = one_small(results, puzzle, method)
        found = share_of_games(round(row["chose_right"] * row["runs"] / 100), int(row["runs"]))
        yield part(f"{puzzle}, {method}", found, problem if alone else "")
    if alone:
        cured, other = (one_small(results, *one)["chose_right"] for one in (
            ("hidden choice", "MO-ISMCTS"), ("non-locality", "SO-ISMCTS")))
        yield Note(f"in the hidden choice, MO-ISMCTS, which the paper does not describe, makes the right choice in "
                   f"{cured:.0f} % of the searches. Non-locality is another problem, which the paper does not name. "
                   f"SO-ISMCTS does not solve it: it makes the right choice in {other:.0f} % of the searches. That "
                   "PIMC multiplies the work is a separate claim")


@claim("powley2013-most-illegal", value=lambda frame: frame["legal"] / frame["children"],
       note="branches are counted at the opponent's turn after the best first play")
@claim("powley2013-branching", value=lambda frame: frame["legal"] / frame["children"],
       note="by definition, an iteration does not search actions that are illegal in its determinization")
@claim("powley2013-rarely-available", value=lambda frame: frame["correlation"],
       note="the number is a mean over first decisions; it is measured at the opponent's turn after the best first "
            "play")
def at_the_opponents_turn(results, value):
    """Yield means over positions of a value of the opponent's branches in the search tree."""
    frame = results["powley2013_shape"]
    yield from (part(kind, mean(value(frame[frame["kind"] == kind]))) for kind in KINDS)


@claim("powley2013-none-coincide", note="the claim is true at the beginning of a game, when there are more possible "
       "deals than could ever be drawn, and false near the end")
def none_coincide(results):
    for row in tables.guesses(results, None).itertuples():
        yield part(f"{row.game}, {row.when}", row.interval, row.when)


# --- the program ------------------------------------------------------------------------------------------------------


SHORT = (textbook.ismcts, textbook.simulate, random_move, reward, textbook.back_up)  # the algorithm in plain Python


@claim("powley2013-fifty-lines", note="we count the code in mcts_lab/textbook/ismcts.py, and that of simulation and "
       "backpropagation in node.py there, without comments, blank lines and the classes of nodes")
def fifty_lines(results):
    """Yield the number of lines of the algorithm in this project's short version."""
    yield counted("lines", sum(len({
        node.lineno for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.stmt)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))}) for function in SHORT))


@claim("powley2013-four-functions")
def four_functions(results):
    calls = {getattr(node.func, "attr", None) or getattr(node.func, "id", None) for function in SHORT
             for node in ast.walk(ast.parse(inspect.getsource(function))) if isinstance(node, ast.Call)}
    asked = calls & {"to_move", "determinize", "legal_actions", "play", "payoff", "copy", "facts", "start"}
    own = sorted(asked - {"copy", "facts"})
    yield counted("asked", len(own))
    yield f"the short version asks a game for {', '.join(own)}"
    yield Note(f"the paper's data field is the player to move. The short version also uses "
               f"{' and '.join(sorted(asked - set(own)))}, for which a game needs no code of its own. Random play uses "
               "the other functions, and a heuristic is needed only if playouts are cut off")


@claim("powley2013-one-node", note="there is one node for each iteration, and the root; there are fewer if iterations "
       "end in positions that are already in the tree")
def one_node(results):
    frame = results["powley2013_shape"]
    yield counted("nodes", int((frame["nodes"] - frame["iterations"]).max()))
    yield f"{len(frame)} searches of {BUDGET} iterations have at most {int(frame['nodes'].max())} nodes each"


@claim("powley2013-tables")
def tables_of_logarithms(results):
    frame = results["powley2013_speed"].set_index("what")
    plain, looked = (frame.loc[f"siblings, compiled{end}", "seconds"] for end in ("", ", tables"))
    exact = tables.tables_exact(results, None).set_index("table")
    yield counted("time", looked / plain)
    yield Note(f"{int(exact.loc['ln n', 'differ'])} of {int(exact.loc['ln n', 'entries']):,} logarithms and "
               f"{int(exact.loc['1 / sqrt n', 'differ'])} of the roots differ from a direct call, and the search tree "
               "is the same. In this test almost all time is spent in the tree, so a real game gains less")


@claim("powley2013-sibling-memory", note="a fixed array has the further advantage that no memory is allocated during "
                                         "the search")
def sibling_memory(results):
    size = tables.tree_forms(results, None).set_index("form")["bytes_per_node"]
    objects, siblings, own = size[["objects with lists", "siblings, compiled", "this project's searches"]]
    yield counted("bytes", siblings / objects)
    yield (f"a node needs {objects:.0f} bytes as an object with a list, {siblings:.0f} as a sibling in arrays, and "
           f"{own:.0f} in this project's searches")


@claim("powley2013-voids")
def voids(results):
    """Yield the result of determinizations that respect voids against determinizations that ignore them."""
    games = fixture_games(results, "powley2013_voids", SPADES, "knows voids - ignores voids")
    yield from points_and_hands(games, "knows voids")


@claim("powley2013-adapts")
def adapts(results):
    games, frame = fixture_games(results, "powley2013_adapts", SPADES), tables.rule_sets(results, None)
    if len(games):
        yield from points_and_hands(games, "adapts")
    yield from (f"{name}: {in_points(margin(games[games['setting'] == name], 'adapts'))}"
                for name in dict.fromkeys(games["setting"]))
    yield Note(f"in addition, ISMCTS with 250 iterations wins {frame['wins'].min():.0f} to {frame['wins'].max():.0f} % "
               f"of the hands against random play under {len(frame)} sets of rules. AI Factory's 1296 combinations of "
               "rules are not documented")


# --- knowledge --------------------------------------------------------------------------------------------------------

FIRST = ("prior counts", "skewed backup")  # forms that leave the search the final say, as the paper's first one did
AVOIDING = "avoid rules"  # takes plays away from the search, so is none of these


@claim("powley2013-random-when-settled")
def random_when_settled(results):
    """Yield how much more often plain search makes foolish moves than random play, in settled positions.

    A position is settled if the values of its actions are almost equal. Results with other limits for "almost equal"
    are reported but do not decide.
    """
    for within in (tables.SETTLED, *tables.OTHER_LIMITS):
        frame = tables.settled(results, None, within)
        for kind, here in frame[frame["settled"] & (frame["method"] == "plain")].groupby("kind", sort=False):
            found = paired(here["foolish"], here["by_chance"])
            yield (part(kind, found) if within == tables.SETTLED else
                   Beside(part(f"{kind}, values within {within:g}", found)))


@claim("powley2013-fewer-foolish", note="an action is foolish if the game's rules of play advise against it. The form "
       "“avoid rules” cannot choose such an action, so it is not judged. What people perceive was not measured")
def fewer_foolish(results):
    """Yield the share of foolish choices in Spades without knowledge minus the share with knowledge."""
    frame = tables.settled(results, None)
    foolish = frame[frame["kind"] == SPADES].set_index("position").groupby("method", sort=False)["foolish"]
    for name, here in foolish:
        if name in FIRST:
            plain = foolish.get_group("plain")
            common = plain.index.intersection(here.index)
            yield part(name, paired(plain[common], here[common]))


def knowing(results, name, kind=SPADES):
    """Return the games of search with a form of knowledge against search without knowledge."""
    return fixture_games(results, "powley2013_knowledge", kind, setting=name)


@claim("powley2013-no-difference", note="the paper says only one thing about its first form: that the search had the "
       "final say")
@claim("powley2013-percent-worse", note="two per cent of the hands are assumed to be worth a point and a half, as in "
       "the margins")
def of_the_first_form(results):
    """Each form of knowledge that can be the paper's first one is a reading. In points a hand as the other claims on
    knowledge, so that no two of them hold for one form by their units."""
    for name in FIRST:
        yield from points_and_hands(knowing(results, name), f"with {name}", reading=name)
    yield Note(f"with {AVOIDING}, which removes actions from the search: "
               f"{in_points(margin(knowing(results, AVOIDING), f'with {AVOIDING}'))}")


@claim("powley2013-refined-stronger")
def refined_stronger(results):
    for name in KNOWLEDGE:
        yield from points_and_hands(knowing(results, name), f"with {name}", name)
    lord = wins(knowing(results, AVOIDING, DOU_DIZHU), f"with {AVOIDING}")
    yield Note(f"in Dou Di Zhu, ISMCTS with {AVOIDING} wins {percent(lord, 'games')}")


untested("powley2013-blind-spots", "this was not tested, because the paper does not say what a blind spot is")
untested("powley2013-perceived-weaker", "this was not tested, because it needs people",
         "the experiment on foolish plays measures what people might notice")


def lines_of_rules() -> list:
    """Return the numbers of lines in the files of the two rule players: Spades, then Dou Di Zhu."""
    from ..games.dou_dizhu import rule_player
    from ..games.spades import player

    return [len(inspect.getsource(module).splitlines()) for module in (player, rule_player)]


@claim("powley2013-less-effort")
def less_effort(results):
    yield "this was not tested, because it is a statement about the developers' time"
    yield Note(f"for comparison, the two rule players of this project have {' and '.join(map(str, lines_of_rules()))} "
               "lines of code, and ISMCTS has no code for these games")
