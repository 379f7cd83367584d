"""The claims of [Powley, Whitehouse & Cowling 2013]: what was measured for each. ``claims.csv`` says what decides.

Intervals are at 95 %, over deals. Where the article's opponents are AI Factory's programs, ours are the rule players of
this project and flat Monte Carlo, so a verdict is about "a decent program of that kind", and says how strong that is.
"""

from __future__ import annotations

import ast
import inspect

import numpy as np

from ... import textbook
from ...experiments.statistics import mean, paired
from ...textbook.node import reward
from .. import Finding
from ..counting import NOTHING, by_start
from ..judging import counted, known, part
from . import tables
from .experiments import BUDGET, DOU_DIZHU, EQUAL_TIME, FLAT_ITERATIONS, GUIDED_FLAT, SPADES, TIMES, TREES
from .tables import as_landlord, as_peasants, between, margin, points_of, points_priced, share
from .tables import part as games_of

KINDS = (SPADES, DOU_DIZHU)
BID_BY = {"bids by rule": "match", "own bids": "match, own bids"}  # in single hands and in matches
NOT_YET = "not measured yet"


def span(interval) -> str:
    return f"[{interval.low:.1%}, {interval.high:.1%}]"


def percent(interval, games="") -> str:
    """A share with its interval and the number of games, as these are called."""
    return f"{interval.estimate:.1%} {span(interval)} of {interval.n:,} {games}".strip() if interval.n else NOT_YET


def points(interval) -> str:
    """Points a hand with their interval."""
    if not interval.n:
        return NOT_YET
    return f"{interval.estimate:+.1f} [{interval.low:+.1f}, {interval.high:+.1f}] points a hand"


# What decides how strong a player is: in Spades points a hand where no matches were played, in Dou Di Zhu the share of
# games. The share of hands is told beside the points.


def decides(games, player, kind, label="", reading=""):
    """The part that decides."""
    if kind == SPADES:
        return part(label or kind, margin(games, player), reading, "points")
    return part(label or kind, share(games, player), reading)


def hands(games, player, label="hands", reading=""):
    """The share of hands of Spades, which does not decide."""
    return part(label, share(games, player), reading)


def told(games, player, kind) -> str:
    """Both in words."""
    return f"{points(margin(games, player))}, {percent(share(games, player), 'hands')}" if kind == SPADES else (
        f"{percent(share(games, player), 'games')}")


def gains(first, second, kind, label="", player="ISMCTS"):
    """Parts of how much more a player wins in `first` than on the same deals in `second`: what decides, the others."""
    won = part(label or kind, between(first, second, lambda games: points_of(games, player)))
    if kind != SPADES:
        return won, ()
    scored = between(first, second, lambda games: points_priced(games, player))
    return part(label or kind, scored, endpoint="points"), (won._replace(label=f"{label or kind}, hands"),)


def strongest(results, kind) -> str:
    """The opponent's own strength, in words."""
    if kind == SPADES:
        found = share(games_of(results, "powley2013_rules", SPADES, "rules - random", "match"), "rules")
        return f"our rule player, which wins {found.estimate:.1%} of matches against random cards"
    games = games_of(results, "powley2013_rules", DOU_DIZHU, "rules - random", "game")
    lord, folk = share(as_landlord(games, "rules"), "rules"), share(as_peasants(games, "rules"), "rules")
    return (f"our rule player, which against random moves wins {lord.estimate:.1%} as landlord and {folk.estimate:.1%} "
            f"as peasants")


# --- how well does ISMCTS play? -------------------------------------------------------------------------------------


def spades_matches(results):
    """The share of matches to 500 that ISMCTS wins, by who bids."""
    return {bids: share(games_of(results, "powley2013_matches", SPADES, setting=setting), "ISMCTS")
            for bids, setting in BID_BY.items()}


def spades_stronger(results, budget):
    found = spades_matches(results)
    single = {bids: games_of(results, "powley2013_strength", SPADES, setting=bids) for bids in BID_BY}
    return Finding(known(part("", interval, bids) for bids, interval in found.items()),
                   "ISMCTS wins " + "; ".join(f"{bids}: {percent(interval, 'matches')}"
                                              for bids, interval in found.items()), "",
                   f"the opponent is {strongest(results, SPADES)}. With bids by rule the search plays the cards after "
                   "hand-written bids",
                   tuple(one for bids, games in single.items()
                         for one in (decides(games, "ISMCTS", SPADES, "single hands", bids),
                                     hands(games, "ISMCTS", "single hands, share won", bids))))


def spades_margin(results, budget):
    single = {bids: games_of(results, "powley2013_strength", SPADES, setting=bids) for bids in BID_BY}
    found = {bids: margin(games, "ISMCTS") for bids, games in single.items()}
    return Finding(known(part("", interval, bids) for bids, interval in found.items()),
                   "; ".join(f"{bids}: {points(interval)}" for bids, interval in found.items()), "",
                   f"against {strongest(results, SPADES)}, not against AI Factory's program",
                   tuple(hands(games, "ISMCTS", "", bids)._replace(endpoint="hands") for bids, games in single.items()))


def spades_64(results, budget):
    found = spades_matches(results)
    return Finding((), "against our rule player " + "; ".join(
        f"{bids}: {percent(interval, 'matches')} to 500" for bids, interval in found.items()), "",
        "a game of Spades is a match, so single hands are not to be set beside it; and the size of a margin over one "
        "opponent says nothing of that over another")


def dou_dizhu_stronger(results, budget):
    found, texts = [], []
    for setting in ("whole moves", "kickers apart"):
        games = games_of(results, "powley2013_strength", DOU_DIZHU, setting=setting)
        interval = share(games, "ISMCTS")
        found.append(part("", interval, setting))
        lord, folk = share(as_landlord(games, "ISMCTS"), "ISMCTS"), share(as_peasants(games, "ISMCTS"), "ISMCTS")
        texts.append(f"{setting}: {percent(interval, 'games')}, as landlord {percent(lord)}, as peasants "
                     f"{percent(folk)}")
    return Finding(known(found), "; ".join(texts), "",
                   f"{landlord_only(results)}; the opponent is {strongest(results, DOU_DIZHU)}")


def landlord_only(results) -> str:
    """Where the margin in Dou Di Zhu comes from, in words: each role beside the rule player on the same deals."""
    games = games_of(results, "powley2013_strength", DOU_DIZHU, setting="whole moves")
    par = games_of(results, "powley2013_rules", DOU_DIZHU, "rules - rules")
    found = {}
    for role, chosen in (("landlord", as_landlord(games, "ISMCTS")), ("peasants", as_peasants(games, "ISMCTS"))):
        seat = 0 if role == "landlord" else 1
        found[role] = between(chosen, par, lambda rows, seat=seat: rows[f"payoff_{seat}"].to_numpy())
    return "beside the rule player in the same role on the same deals " + ", ".join(
        f"{role} {100 * i.estimate:+.1f} points [{100 * i.low:+.1f}, {100 * i.high:+.1f}]" for role, i in found.items())


def dou_dizhu_62(results, budget):
    found = share(games_of(results, "powley2013_strength", DOU_DIZHU, setting="whole moves"), "ISMCTS")
    cheat = share(games_of(results, "powley2013_cheating", DOU_DIZHU), "cheating UCT")
    return Finding((), f"against our rule player {percent(found, 'games')}", "",
                   f"a search that sees all cards wins {percent(cheat, 'games')} against it, so there is not much more "
                   "to be won")


def outperforms(results, budget):
    parts, others, texts, more = [], [], [], []
    for kind in KINDS:
        timed = games_of(results, "powley2013_timed", kind, setting=EQUAL_TIME[kind])
        parts.append(decides(timed, "ISMCTS", kind))
        if len(timed):
            texts.append(f"{kind}: {told(timed, 'ISMCTS', kind)}, where PIMC with {EQUAL_TIME[kind]:,} iterations took "
                         f"{tables.time_ratio(timed, 'PIMC', 'ISMCTS'):.2f} times the time")
        games = games_of(results, "powley2013_pimc", kind, "ISMCTS - PIMC", "equal iterations")
        more.append(f"{kind} {told(games, 'ISMCTS', kind)}")
        if kind == SPADES:
            others.append(hands(timed, "ISMCTS"))
    return Finding(known(parts), f"ISMCTS with {BUDGET:,} iterations against PIMC of {TREES} trees: "
                   + ("; ".join(texts) or NOT_YET), "",
                   f"with as many iterations, which take PIMC more time: {'; '.join(more)}. Perfect information Monte "
                   "Carlo is the existing technique tested; both guess alike", tuple(others))


def fast(results, budget):
    frame = tables.timing(results, budget)
    ours = frame[frame["search"] == "ISMCTS"].set_index("game")
    return Finding((), "; ".join(f"{kind}: {ours.loc[kind, 'first_play_ms']:.1f} ms at the first play, on average "
                                 f"{ours.loc[kind, 'mean_ms']:.1f}, at most {ours.loc[kind, 'most_ms']:.1f}"
                                 for kind in KINDS), "",
                   f"processor time for {BUDGET} iterations on one core of a server")


def settings(results, experiment, kind, value):
    """The games of each setting of an experiment, by the setting's number."""
    games = games_of(results, experiment, kind)
    return {value(setting): games[games["setting"] == setting] for setting in dict.fromkeys(games["setting"])}


def strong_at_2500(results, budget):
    parts, others, texts = [], [], []
    for kind in KINDS:
        here = settings(results, "powley2013_iterations", kind, int)
        most = max(here, default=BUDGET)
        if BUDGET not in here or most == BUDGET:
            continue
        found, more = gains(here[most], here[BUDGET], kind)
        parts += [found, behind(here[BUDGET], kind)]
        others += more
        texts.append(f"{kind}: {told(here[BUDGET], 'ISMCTS', kind)} with {BUDGET:,}, "
                     f"{told(here[most], 'ISMCTS', kind)} with {most:,}")
    return Finding(known(parts), "; ".join(texts) or NOT_YET, "",
                   "strong is taken as: no weaker than the rule player, and four times the iterations add little",
                   tuple(others))


def behind(games, kind):
    """A part of how much weaker than the rule player ISMCTS is, in the units of what decides."""
    one = decides(games, "ISMCTS", kind, f"{kind}, the rule player less ISMCTS")
    turned = one._replace(estimate=-one.estimate, low=-one.high, high=-one.low, endpoint="points behind")
    if kind == SPADES:
        return turned
    return one._replace(estimate=1 - 2 * one.estimate, low=1 - 2 * one.high, high=1 - 2 * one.low,
                        endpoint="share behind")


def anytime(results, budget):
    parts, others, texts = [], [], []
    for kind in KINDS:
        here = settings(results, "powley2013_iterations", kind, int)
        won = slope(here, lambda games: points_of(games, "ISMCTS"))
        found = won
        if kind == SPADES:
            found = slope(here, lambda games: points_priced(games, "ISMCTS"))
            others.append(part("hands", won))
        parts.append(part(kind, found))
        if found.n:
            gain = points(found) if kind == SPADES else (
                f"{100 * found.estimate:+.1f} [{100 * found.low:+.1f}, {100 * found.high:+.1f}] percentage points")
            texts.append(f"{kind}: each doubling gains {gain}, over {found.n} deals and {len(here)} budgets")
    return Finding(known(parts), "; ".join(texts) or NOT_YET, "", "strength against the rule players", tuple(others))


def slope(here, value):
    """What each doubling of iterations adds to a value of games: a straight line for each deal that all budgets have.

    here: iterations -> games.
    """
    each = {n: by_start(games, value(games)) for n, games in sorted(here.items())}
    common = sorted(set.intersection(*(set(deals.index) for deals in each.values()))) if each else ()
    if len(common) < 2 or len(each) < 2:
        return NOTHING
    doublings = np.log2(list(each))
    weights = (doublings - doublings.mean()) / ((doublings - doublings.mean()) ** 2).sum()
    return mean(weights @ np.array([deals.loc[common] for deals in each.values()]))


def eight_times(results, budget):
    parts, others, texts = [], [], []
    for kind in KINDS:
        each = []
        for times in TIMES:
            games = games_of(results, "powley2013_flat", kind, f"ISMCTS - {GUIDED_FLAT}", f"{times} times")
            if len(games):
                ratio = tables.time_ratio(games, GUIDED_FLAT, "ISMCTS")
                each.append(f"{told(games, 'ISMCTS', kind)} at {ratio:.1f} times the time")
            if times == 8:
                parts.append(decides(games, "ISMCTS", kind))
                if kind == SPADES:
                    others.append(hands(games, "ISMCTS"))
        texts.append(f"{kind}: " + (", ".join(each) or NOT_YET))
    return Finding(known(parts), f"ISMCTS with {FLAT_ITERATIONS} iterations against flat Monte Carlo: "
                   + "; ".join(texts), "",
                   "a stand-in for what the article beat, which was Monte Carlo over guesses with many hand-written "
                   "rules; ours has those of our rule player in its playouts", tuple(others))


def whist(results, budget):
    parts, texts = [], []
    for seats, rival, iterations, counting, found in tables.whist_games(results):
        if seats == 2 and rival == "random":
            parts.append(part(f"{iterations} iterations", found, f"availability as in the {counting}"))
        texts.append(f"{seats} players against {rival}, {iterations} iterations, {counting}: {found.estimate:.1%}")
    port = ", ".join(f"{won} with {iterations} iterations" for iterations, won in tables.port_wins().items())
    return Finding(known(parts), "games ISMCTS wins: " + "; ".join(texts) if texts else NOT_YET, "",
                   f"the article gives no numbers; a port of its program won {port} of 100 games against random play. "
                   "With four players an equal one would win a quarter")


# --- the algorithm ----------------------------------------------------------------------------------------------------


def one_small(results, puzzle, method):
    """The row of a smallest game at the most iterations."""
    frame = tables.small(results, None)
    here = frame[(frame["game"] == puzzle) & (frame["search"] == method)]
    return here[here["iterations"] == here["iterations"].max()].iloc[0]


def right_choices(row, reading=""):
    """The share of right choices as a part."""
    from ...experiments.statistics import proportion

    label = f"{row['game']}, {row['search']}"
    return part(label, proportion(round(row["chose_right"] * row["runs"] / 100), int(row["runs"])), reading)


PROBLEMS = {"coin in a box": "gathering", "hidden choice": "hiding"}


def strategy_fusion(results, budget):
    parts, texts = [], []
    for puzzle in PROBLEMS:
        row = one_small(results, puzzle, "PIMC")
        parts.append(right_choices(row))
        texts.append(f"{puzzle}: PIMC values the wrong choice at {row['value_wrong']:+.2f} (exactly "
                     f"{row['exact_wrong']:+.2f}) and chooses rightly in {row['chose_right']:.0f} % of {row['runs']} "
                     f"runs")
    return Finding(tuple(parts), "; ".join(texts), "", "exact values by enumeration; the games were made to show it")


def addresses_problems(results, budget):
    parts, texts = [], []
    for puzzle, problem in PROBLEMS.items():
        row = one_small(results, puzzle, "SO-ISMCTS")
        parts.append(right_choices(row, problem))
        texts.append(f"{problem} ({puzzle}): SO-ISMCTS chooses rightly in {row['chose_right']:.0f} % of {row['runs']} "
                     f"runs")
    cured = one_small(results, "hidden choice", "MO-ISMCTS")
    other = one_small(results, "non-locality", "SO-ISMCTS")
    return Finding(tuple(parts), "; ".join(texts), "",
                   f"in the hidden choice MO-ISMCTS, which the article does not describe, chooses rightly in "
                   f"{cured['chose_right']:.0f} %. Non-locality, another problem, which the article does not name, "
                   f"SO-ISMCTS does not cure: {other['chose_right']:.0f} %. The multiplied work is a claim of its own")


def multiplied_work(results, budget):
    parts, others, texts = [], [], []
    for kind in KINDS:
        here = settings(results, "powley2013_trees", kind, int)
        most = here[max(here)]
        parts.append(decides(most, "PIMC", kind))
        if kind == SPADES:
            others.append(hands(most, "PIMC"))
        texts.append(f"{kind}: " + ", ".join(f"{trees} tree{'s' * (trees > 1)} {told(games, 'PIMC', kind)}"
                                             for trees, games in sorted(here.items())))
    return Finding(known(parts), "PIMC against ISMCTS when 1000 iterations are shared out: " + "; ".join(texts),
                   "", "judged at the most trees, each with ten iterations or so", tuple(others))


def pimc_succeeds(results, budget):
    found = {kind: games_of(results, "powley2013_pimc", kind, "PIMC - rules") for kind in KINDS}
    return Finding(known(decides(games, "PIMC", kind) for kind, games in found.items()),
                   "PIMC against the rule players: " + "; ".join(
                       f"{kind}: {told(games, 'PIMC', kind)}" for kind, games in found.items()),
                   secondary=(hands(found[SPADES], "PIMC"),))


def constant(results, budget):
    parts, others, texts, least = [], [], [], []
    for kind in KINDS:
        here = settings(results, "powley2013_constants", kind, float)
        least += [len(games) for games in here.values()]
        for c, games in sorted(here.items()):
            if c != 0.7 and 0.7 in here:
                found, more = gains(games, here[0.7], kind, f"{kind}, c = {c:g}")
                parts.append(found)
                others += more
        texts.append(f"{kind}: " + ", ".join(f"c = {c:g}: {told(games, 'ISMCTS', kind)}"
                                             for c, games in sorted(here.items())))
    return Finding(known(parts), "; ".join(texts), "",
                   f"1000 iterations, at least {min(least, default=0)} games each, same deals", tuple(others))


def most_illegal(results, budget):
    frame = results["powley2013_shape"]
    found = {kind: mean(frame[frame["kind"] == kind]["legal"] / frame[frame["kind"] == kind]["children"])
             for kind in KINDS}
    return Finding(tuple(part(kind, interval) for kind, interval in found.items()),
                   "; ".join(f"{kind}: {interval.estimate:.0%} of an opponent's branches are legal in one guess"
                             for kind, interval in found.items()), "", "at the opponent's turn after the best first "
                                                                       "play")


def branching(results, budget):
    found = most_illegal(results, budget)
    return found._replace(note="what a guess does not allow is not searched in that iteration, by definition")


def rarely_available(results, budget):
    frame = results["powley2013_shape"]
    found = {kind: mean(frame[frame["kind"] == kind]["correlation"]) for kind in KINDS}
    return Finding(tuple(part(kind, interval) for kind, interval in found.items()),
                   "; ".join(f"{kind}: {interval.estimate:.2f} [{interval.low:.2f}, {interval.high:.2f}]"
                             for kind, interval in found.items()), "",
                   "mean over first decisions, at the opponent's turn after the best first play")


def none_coincide(results, budget):
    frame = tables.guesses(results, budget)
    if not len(frame):
        return Finding((), NOT_YET)
    parts = [part(f"{row['game']}, {row['when']}", row["interval"], row["when"]) for row in frame.to_dict("records")]
    return Finding(tuple(parts), "guesses that are the same as another or as the truth: " + "; ".join(
        f"{row['game']}, {row['when']}: {row['interval'].estimate:.1%}" for row in frame.to_dict("records")), "",
        "true at the beginning, where there are more deals than could ever be drawn, and false near the end")


# --- the program ------------------------------------------------------------------------------------------------------


SHORT = (textbook.ismcts, textbook.simulate, reward, textbook.back_up)  # the algorithm in plain Python


def fifty_lines(results, budget):
    lines = 0
    for function in SHORT:
        lines += len({node.lineno for node in ast.walk(ast.parse(inspect.getsource(function)))
                      if isinstance(node, ast.stmt)
                      and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))})
    return Finding((counted("lines", lines),), f"{lines} lines of code in this project's own short version", "",
                   "mcts_lab/textbook/ismcts.py, with simulation and backpropagation from node.py there; counted "
                   "without comments, blank lines and the class Node")


def four_functions(results, budget):
    calls = {node.func.id for function in SHORT for node in ast.walk(ast.parse(inspect.getsource(function)))
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    asked = sorted(calls & {"to_move", "determinize", "legal_actions", "play", "payoff", "copy", "facts", "start"})
    own = [name for name in asked if name not in ("copy", "facts")]
    return Finding((counted("asked", len(own)),), f"the short version asks a game for {', '.join(own)}", "",
                   f"the article's data field is the player to move; {' and '.join(sorted(set(asked) - set(own)))} it "
                   "asks for too, which come from the game's record and not from code of its own; random play is made "
                   "of the others, and a heuristic is asked only where playouts are cut short")


def one_node(results, budget):
    frame = results["powley2013_shape"]
    most = int((frame["nodes"] - frame["iterations"]).max())
    return Finding((counted("nodes", most),),
                   f"in {len(frame)} searches of {BUDGET} iterations at most {int(frame['nodes'].max())} nodes", "",
                   "one for each iteration and the root; fewer where iterations end in positions already in the tree")


def tables_(results, budget):
    frame = results["powley2013_speed"].set_index("what")
    plain, looked = (frame.loc[f"siblings, compiled{end}", "seconds"] for end in ("", ", tables"))
    exact = tables.tables_exact(results, budget).set_index("table")
    return Finding((counted("time", looked / plain),),
                   f"the small tree search takes {1 - looked / plain:.0%} less time with tables", "",
                   f"{int(exact.loc['ln n', 'differ'])} of {int(exact.loc['ln n', 'entries']):,} logarithms and "
                   f"{int(exact.loc['1 / sqrt n', 'differ'])} of the roots differ from a direct call; the tree is the "
                   "same, and almost all time goes into the tree, so a real game gains less")


def sibling_memory(results, budget):
    frame = tables.tree_forms(results, budget).set_index("form")
    objects, siblings = (frame.loc[name, "bytes_per_node"] for name in ("objects with lists", "siblings, compiled"))
    ours = frame.loc["this project's searches", "bytes_per_node"]
    return Finding((counted("bytes", siblings / objects),),
                   f"{objects:.0f} bytes a node as objects with lists, {siblings:.0f} as siblings in arrays, "
                   f"{ours:.0f} in this project's searches", "", "a fixed array also never allocates while searching")


def voids_(results, budget):
    games = games_of(results, "powley2013_voids", SPADES, "knows voids - ignores voids")
    gain, found = margin(games, "knows voids"), share(games, "knows voids")
    return Finding(known([part("", gain)]), f"guesses that respect shown voids gain {points(gain)}",
                   secondary=(part("", found, endpoint="hands"),))


def adapts(results, budget):
    games = games_of(results, "powley2013_adapts", SPADES)
    each = {name: margin(games[games["setting"] == name], "adapts") for name in dict.fromkeys(games.get("setting", ()))}
    frame = tables.rule_sets(results, budget)
    note = (f"beside that: ISMCTS with 250 iterations wins {frame['wins'].min():.0f} to {frame['wins'].max():.0f} % of "
            f"hands against random cards under {len(frame)} sets of rules. AI Factory's 1296 combinations are not "
            "documented")
    return Finding(known([part("", margin(games, "adapts"))]) if len(games) else (),
                   "; ".join(f"{name}: {points(gain)}" for name, gain in each.items()) or NOT_YET, "", note,
                   (part("", share(games, "adapts"), endpoint="hands"),) if len(games) else ())


# --- knowledge --------------------------------------------------------------------------------------------------------


def random_when_settled(results, budget):
    frame = tables.settled(results, budget)
    parts, texts = [], []
    for kind, here in frame[frame["settled"] & (frame["method"] == "plain")].groupby("kind", sort=False):
        found = paired(here["foolish"], here["by_chance"])
        parts.append(part(kind, found))
        texts.append(f"{kind}: {here['foolish'].mean():.0%} of {len(here)} positions, random play "
                     f"{here['by_chance'].mean():.0%}")
    other = frame[~frame["settled"] & (frame["method"] == "plain")].groupby("kind", sort=False)["foolish"].mean()
    return Finding(known(parts), "plain ISMCTS chooses what looks foolish: " + "; ".join(texts), "",
                   "in open positions: " + ", ".join(f"{kind} {value:.0%}" for kind, value in other.items()),
                   tuple(one for within in tables.OTHER_LIMITS for one in beside_chance(results, budget, within)))


def beside_chance(results, budget, within):
    """By game, how much more often than random play plain search is foolish where values lie `within` so much."""
    frame = tables.settled(results, budget, within)
    chosen = frame[frame["settled"] & (frame["method"] == "plain")]
    return [part(f"{kind}, values within {within:g}", paired(here["foolish"], here["by_chance"]))
            for kind, here in chosen.groupby("kind", sort=False)]


def fewer_foolish(results, budget):
    frame = tables.settled(results, budget)
    frame = frame[frame["kind"] == SPADES]
    plain = frame[frame["method"] == "plain"].set_index("position")
    parts, texts = [], []
    for name, here in frame[frame["method"] != "plain"].groupby("method", sort=False):
        here = here.set_index("position")
        common = plain.index.intersection(here.index)
        found = paired(plain.loc[common, "foolish"], here.loc[common, "foolish"])
        texts.append(f"{name}: {plain.loc[common, 'foolish'].mean():.0%} to {here['foolish'].mean():.0%}")
        if name in ("prior counts", "skewed backup"):
            parts.append(part(name, found))
    return Finding(known(parts), "foolish choices in Spades without and with knowledge: " + "; ".join(texts), "",
                   "what looks foolish is what the game's avoid rules name, so “avoid rules” cannot choose it, and is "
                   "not judged; what people perceive is not measured")


def knowing(results, name, value):
    """An interval of the games between a form of knowledge and none, in Spades."""
    games = games_of(results, "powley2013_knowledge", SPADES, setting=name)
    return value(games, f"with {name}")


FIRST = ("prior counts", "skewed backup")  # forms that leave the search the final say, as the article's first one did
AVOIDING = "avoid rules"  # takes plays away from the search, so is none of these


def no_difference(results, budget):
    gains_of = {name: knowing(results, name, margin) for name in FIRST}
    return Finding(known(part("", gain, name) for name, gain in gains_of.items()),
                   "; ".join(f"{name} against none: {points(gain)}" for name, gain in gains_of.items()), "",
                   f"the article does not describe its first form but that the search kept the final say; {AVOIDING}, "
                   f"which takes plays away: {points(knowing(results, AVOIDING, margin))}",
                   tuple(part("", knowing(results, name, share), name, "hands") for name in FIRST))


def percent_worse(results, budget):
    """In points a hand as the other claims on knowledge, so that no two of them hold for one form by their units."""
    found = {name: knowing(results, name, margin) for name in FIRST}
    won = {name: knowing(results, name, share) for name in FIRST}
    return Finding(known(part("", interval, name) for name, interval in found.items()),
                   "; ".join(f"with {name} {points(found[name])}, {percent(won[name], 'hands')}" for name in FIRST), "",
                   f"with {AVOIDING} {points(knowing(results, AVOIDING, margin))}. Two per cent of hands are taken for "
                   "a point and a half, as in the margins",
                   tuple(part("", interval, name, "hands") for name, interval in won.items()))


def refined_stronger(results, budget):
    from .measures import KNOWLEDGE

    found = {name: knowing(results, name, margin) for name in KNOWLEDGE}
    lord = share(games_of(results, "powley2013_knowledge", DOU_DIZHU, setting=AVOIDING), f"with {AVOIDING}")
    return Finding(known(part(name, interval) for name, interval in found.items()),
                   "; ".join(f"{name}: {points(interval)}" for name, interval in found.items()), "",
                   f"Dou Di Zhu, {AVOIDING}: {percent(lord, 'games')}",
                   tuple(part(name, knowing(results, name, share), endpoint="hands") for name in KNOWLEDGE))


def blind_spots(results, budget):
    return Finding((), "not tested: nothing says what a blind spot is")


def perceived_weaker(results, budget):
    return Finding((), "not tested: it needs people", "", "the experiment on foolish plays measures what they might "
                                                          "see")


def less_effort(results, budget):
    lines = " and ".join(map(str, lines_of_rules()))
    return Finding((), "not tested: a statement about developers' time", "",
                   f"for comparison, the rule players here have {lines} lines; ISMCTS has none for either game")


def lines_of_rules() -> list:
    """How many lines the files of the two rule players have, that of Spades first."""
    from ...games.dou_dizhu import rule_player
    from ...games.spades import player

    return [len(inspect.getsource(module).splitlines()) for module in (player, rule_player)]
