"""The claims of [Powley, Whitehouse & Cowling 2013] in words, each with a verdict from our measurements.

Intervals are at 95 %. Where the article's opponents are AI Factory's programs, ours are the rule players of this
project, so a verdict is about "a decent rule player", and says how strong that one is.
"""

from __future__ import annotations

import ast
import inspect

import numpy as np

from ...experiments.statistics import difference
from .. import Verdict
from . import condensed, tables
from .experiments import BUDGET, DOU_DIZHU, EQUAL_TIME, SPADES, TREES
from .tables import as_landlord, as_peasants, margin, part, share

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"
KINDS = (SPADES, DOU_DIZHU)


def above(interval, level=0.5) -> str:
    """Whether a share is surely above (or surely below) a level."""
    return HOLDS if interval.low > level else FAILS if interval.high < level else OPEN


def agreed(verdicts) -> str:
    """The common verdict; undecided where they disagree."""
    found = set(verdicts)
    return found.pop() if len(found) == 1 else OPEN


def span(interval) -> str:
    return f"[{interval.low:.1%}, {interval.high:.1%}]"


def strongest(results, kind) -> str:
    """The opponent's own strength, in words."""
    if kind == SPADES:
        found = share(part(results, "powley2013_rules", SPADES, "rules - random", "match"), "rules")
        return f"our rule player, which wins {found.estimate:.1%} of matches against random cards"
    games = part(results, "powley2013_rules", DOU_DIZHU, "rules - random", "game")
    lord, folk = share(as_landlord(games, "rules"), "rules"), share(as_peasants(games, "rules"), "rules")
    return (f"our rule player, which against random moves wins {lord.estimate:.1%} as landlord and {folk.estimate:.1%} "
            f"as peasants")


# --- how well does ISMCTS play? -------------------------------------------------------------------------------------


def spades_stronger(results, budget):
    games = part(results, "powley2013_strength", SPADES, setting="bids by rule")
    found, gain = share(games, "ISMCTS"), margin(games, "ISMCTS")
    match = part(results, "powley2013_matches", SPADES)
    whole = share(match, "ISMCTS")
    return Verdict(above(found),
                   f"ISMCTS wins {found.estimate:.1%} of {found.n:,} hands ({gain.estimate:+.1f} points a hand "
                   f"[{gain.low:+.1f}, {gain.high:+.1f}]) and {whole.estimate:.1%} of {whole.n} matches to 500",
                   f"hands {span(found)}, matches {span(whole)}",
                   f"the opponent is {strongest(results, SPADES)}; both sides bid by its rules. The article's 64 % is "
                   "against AI Factory's program, so the sizes of the margins cannot be compared")


def dou_dizhu_stronger(results, budget):
    games = part(results, "powley2013_strength", DOU_DIZHU, setting="whole moves")
    found = share(games, "ISMCTS")
    lord, folk = share(as_landlord(games, "ISMCTS"), "ISMCTS"), share(as_peasants(games, "ISMCTS"), "ISMCTS")
    par = part(results, "powley2013_rules", DOU_DIZHU, "rules - rules")["payoff_0"].mean()
    return Verdict(above(found),
                   f"ISMCTS wins {found.estimate:.1%} of {found.n:,} games: {lord.estimate:.1%} as landlord and "
                   f"{folk.estimate:.1%} as peasants, where the rule player has {par:.1%} and {1 - par:.1%}",
                   f"both {span(found)}, landlord {span(lord)}, peasants {span(folk)}",
                   f"the opponent is {strongest(results, DOU_DIZHU)}; the article's 62 % is against AI Factory's")


def outperforms_existing(results, budget):
    texts, bounds, verdicts = [], [], []
    for setting in ("equal iterations", "equal time"):
        for kind in KINDS:
            found = share(part(results, "powley2013_pimc", kind, "ISMCTS - PIMC", setting), "ISMCTS")
            verdicts.append(above(found))
            texts.append(f"{kind}, {setting}: {found.estimate:.1%} of {found.n:,}")
            bounds.append(span(found))
    verdict = FAILS if FAILS in verdicts[:2] and HOLDS not in verdicts[:2] else agreed(verdicts)
    return Verdict(verdict, f"games ISMCTS wins against PIMC of {TREES} trees: " + "; ".join(texts),
                   ", ".join(bounds),
                   f"{BUDGET} iterations; for equal time PIMC has {EQUAL_TIME} times as many. Perfect information "
                   "Monte Carlo is the existing technique tested here")


def fast(results, budget):
    frame = tables.timing(results, budget)
    ours = frame[frame["search"] == "ISMCTS"].set_index("game")
    most = ours["most_ms"].max()
    return Verdict(HOLDS if most < 250 else FAILS,
                   "; ".join(f"{kind}: {ours.loc[kind, 'first_play_ms']:.1f} ms at the first play, on average "
                             f"{ours.loc[kind, 'mean_ms']:.1f}, at most {ours.loc[kind, 'most_ms']:.1f}"
                             for kind in KINDS), "",
                   f"processor time for {BUDGET} iterations on one core of a server, not on a telephone of 2013")


def enough(results, budget):
    frame = tables.iterations(results, budget)
    texts, verdicts = [], []
    for kind in KINDS:
        here = frame[frame["game"] == kind].set_index("iterations")
        low, used, most = here.index.min(), BUDGET if BUDGET in here.index else here.index.max(), here.index.max()
        gain = _between(here.loc[used], here.loc[low])
        more = _between(here.loc[most], here.loc[used])
        verdicts.append(HOLDS if gain[1] > 0 else FAILS if gain[2] < 0 else OPEN)
        texts.append(f"{kind}: {here.loc[low, 'points']:.1%} with {low} iterations, "
                     f"{here.loc[used, 'points']:.1%} with {used:,}, {here.loc[most, 'points']:.1%} with {most:,}; "
                     f"the last step gains {more[0]:+.1%} [{more[1]:+.1%}, {more[2]:+.1%}]")
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   "games won against the rule players; judged by the gain from the fewest iterations to the article's")


def _between(first, second):
    """The difference of two shares with an interval from theirs."""
    d = first["points"] - second["points"]
    half = np.hypot((first["high"] - first["low"]) / 2, (second["high"] - second["low"]) / 2)
    return d, d - half, d + half


def anytime(results, budget):
    from scipy.stats import spearmanr

    frame = tables.iterations(results, budget)
    texts, verdicts = [], []
    for kind in KINDS:
        here = frame[frame["game"] == kind].sort_values("iterations")
        order, p = spearmanr(here["iterations"], here["points"])
        verdicts.append(HOLDS if order > 0 and p < 0.05 else FAILS if order < 0 and p < 0.05 else OPEN)
        texts.append(f"{kind}: rank correlation {order:.2f} (p = {p:.3f}) over {len(here)} budgets")
    return Verdict(agreed(verdicts), "; ".join(texts), "", "strength against the rule players, 25 to 10,000 iterations")


def eight_times(results, budget):
    return Verdict(OPEN, "not tested: the earlier program is not public, and our rule player does not search", "",
                   "against a rule player that decides in microseconds the comparison has no meaning")


# --- the algorithm ----------------------------------------------------------------------------------------------------


def one_small(results, puzzle, method):
    """The rows of a smallest game, at the most iterations."""
    frame = tables.small(results, None)
    here = frame[(frame["game"] == puzzle) & (frame["search"] == method)]
    return here[here["iterations"] == here["iterations"].max()].iloc[0]


def hides_and_seeks(results, budget):
    texts, verdicts = [], []
    for puzzle in ("coin in a box", "hidden choice"):
        pimc = one_small(results, puzzle, "PIMC")
        cured = one_small(results, puzzle, "SO-ISMCTS" if puzzle == "coin in a box" else "MO-ISMCTS")
        wrong = pimc["chose_right_high"] < 50
        verdicts.append(HOLDS if wrong else FAILS)
        texts.append(f"{puzzle}: PIMC values the wrong choice at {pimc['value_wrong']:+.2f} (exactly "
                     f"{pimc['exact_wrong']:+.2f}) and chooses rightly in {pimc['chose_right']:.0f} % of "
                     f"{pimc['runs']} runs, {cured['search']} in {cured['chose_right']:.0f} %")
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   "exact values by enumeration; SO-ISMCTS errs like PIMC in the hidden choice, where only "
                   "variants that merge unseen moves help")


def not_cured(results, budget):
    found = [one_small(results, "non-locality", method) for method in ("PIMC", "SO-ISMCTS", "MO-ISMCTS")]
    cured = found[1]["chose_right_low"] > 50
    return Verdict(FAILS if not cured else HOLDS,
                   "; ".join(f"{row['search']} chooses R in {row['chose_right']:.0f} % of {row['runs']} runs"
                             for row in found),
                   f"SO-ISMCTS [{found[1]['chose_right_low']:.0f} %, {found[1]['chose_right_high']:.0f} %]",
                   "R is worth 1/4 and L -1 against best play; guesses drawn by the deal alone ignore what the "
                   "opponent's move tells. ISMCTS cures strategy fusion, not non-locality")


def more_work(results, budget):
    frame = tables.trees(results, budget)
    texts, verdicts = [], []
    for kind in KINDS:
        here = frame[frame["game"] == kind].set_index("trees")
        most = here.index.max()
        verdicts.append(HOLDS if here.loc[most, "high"] < 0.5 else FAILS if here.loc[most, "low"] > 0.5 else OPEN)
        texts.append(f"{kind}: " + ", ".join(f"{t} tree{'s' * (t > 1)} {row['points']:.0%} "
                                             f"[{row['low']:.0%}, {row['high']:.0%}]"
                                             for t, row in here.iterrows()))
    return Verdict(agreed(verdicts), "PIMC's share against ISMCTS when 1000 iterations are shared out: "
                   + "; ".join(texts), "",
                   "judged at the most trees, which have ten iterations or so each: the work of one decision is "
                   "multiplied by the number of guesses, so a fixed budget leaves little for each")


def pimc_succeeds(results, budget):
    texts, bounds, verdicts = [], [], []
    for kind in KINDS:
        found = share(part(results, "powley2013_pimc", kind, "PIMC - rules"), "PIMC")
        verdicts.append(above(found))
        texts.append(f"{kind}: {found.estimate:.1%} of {found.n}")
        bounds.append(span(found))
    return Verdict(agreed(verdicts), "games PIMC wins against the rule players: " + "; ".join(texts), ", ".join(bounds),
                   "the article names Bridge, which is not played here")


def constant(results, budget):
    frame = tables.constants(results, budget)
    texts, verdicts = [], []
    for kind in KINDS:
        here = frame[frame["game"] == kind].set_index("c")
        gains = [_between(row, here.loc[0.7]) for c, row in here.iterrows() if c != 0.7]
        verdicts.append(FAILS if any(low > 0 for _, low, _ in gains)
                        else HOLDS if all(high < 0.1 for _, _, high in gains) else OPEN)
        texts.append(f"{kind}: " + ", ".join(f"c = {c:g}: {p:.1%}" for c, p in here["points"].items()))
    return Verdict(agreed(verdicts), "; ".join(texts), "",
                   f"1000 iterations, {int(frame['games'].min())} games each. It holds when every other constant is "
                   "surely less than 10 points better than 0.7, and fails when one is surely better")


def few_legal(results, budget):
    frame = tables.shape(results, budget).set_index("game")
    verdicts = [HOLDS if frame.loc[k, "legal_percent_high"] < 50 else FAILS if frame.loc[k, "legal_percent_low"] > 50
                else OPEN for k in KINDS]
    return Verdict(agreed(verdicts), "; ".join(
        f"{k}: {frame.loc[k, 'legal']:.1f} of {frame.loc[k, 'branches']:.1f} branches of an opponent are legal in one "
        f"guess ({frame.loc[k, 'legal_percent']:.0f} %)" for k in KINDS),
        ", ".join(f"[{frame.loc[k, 'legal_percent_low']:.0f} %, {frame.loc[k, 'legal_percent_high']:.0f} %]"
                  for k in KINDS),
        "at the opponent's turn after the best first play")


def rarely_searched(results, budget):
    frame = tables.shape(results, budget).set_index("game")
    verdicts = [HOLDS if frame.loc[k, "correlation_low"] > 0 else FAILS if frame.loc[k, "correlation_high"] < 0
                else OPEN for k in KINDS]
    return Verdict(agreed(verdicts), "; ".join(
        f"{k}: rank correlation of a branch's availability and its visits {frame.loc[k, 'rank_correlation']:.2f} "
        f"[{frame.loc[k, 'correlation_low']:.2f}, {frame.loc[k, 'correlation_high']:.2f}]" for k in KINDS), "",
        "mean over first decisions, at the opponent's turn after the best first play")


# --- the program ------------------------------------------------------------------------------------------------------


def fifty_lines(results, budget):
    source = inspect.getsource(condensed.ismcts)
    lines = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            lines.add(node.lineno)
    return Verdict(HOLDS if len(lines) < 50 else FAILS,
                   f"{len(lines)} lines of code in this project's own short version", "",
                   "mcts_lab/papers/powley2013/condensed.py; counted without comments, blank lines and the class Node")


def four_functions(results, budget):
    source = inspect.getsource(condensed.ismcts)
    asked = [name for name in ("to_move", "determinize", "legal_actions", "play", "payoff") if f"{name}(" in source]
    return Verdict(HOLDS if len(asked) == 5 else FAILS, f"the short version asks a game for {', '.join(asked)}", "",
                   "the article's data field is the player to move; copying and the range of payoffs come from the "
                   "game's record, not from code of its own")


def one_node(results, budget):
    frame = results["powley2013_shape"]
    most = int((frame["nodes"] - frame["iterations"]).max())
    return Verdict(HOLDS if most <= 1 else FAILS,
                   f"in {len(frame)} searches of {BUDGET} iterations at most {int(frame['nodes'].max())} nodes", "",
                   "one for each iteration and the root; fewer where iterations end in positions already in the tree")


def tables_help(results, budget):
    frame = results["powley2013_speed"].set_index("what")
    plain, looked = (frame.loc[f"siblings, compiled{end}", "seconds"] for end in ("", ", tables"))
    exact = tables.tables_exact(results, budget).set_index("table")
    return Verdict(HOLDS if looked < plain else FAILS,
                   f"the small tree search takes {1 - looked / plain:.0%} less time with tables", "",
                   f"{int(exact.loc['ln n', 'differ'])} of {int(exact.loc['ln n', 'entries']):,} logarithms and "
                   f"{int(exact.loc['1 / sqrt n', 'differ'])} of the roots differ from a direct call; the tree is the "
                   "same, and almost all time goes into the tree, so a real game gains less")


def memory(results, budget):
    frame = tables.tree_forms(results, budget).set_index("form")
    objects, siblings = (frame.loc[name, "bytes_per_node"] for name in ("objects with lists", "siblings, compiled"))
    ours = frame.loc["this project's searches", "bytes_per_node"]
    return Verdict(HOLDS if siblings < objects else FAILS,
                   f"{objects:.0f} bytes a node as objects with lists, {siblings:.0f} as siblings in arrays, "
                   f"{ours:.0f} in this project's searches", "", "a fixed array also never allocates while searching")


def void_suits(results, budget):
    games = part(results, "powley2013_voids", SPADES, "knows voids - ignores voids")
    found, gain = share(games, "knows voids"), margin(games, "knows voids")
    return Verdict(HOLDS if gain.low > 0 else FAILS if gain.high < 0 else above(found),
                   f"guesses that respect shown voids gain {gain.estimate:+.1f} points a hand and win "
                   f"{found.estimate:.1%} of {found.n:,} hands against guesses that do not",
                   f"[{gain.low:+.1f}, {gain.high:+.1f}], {span(found)}",
                   "500 iterations, bids by rule on both sides; judged by points where these decide, else by hands won")


def adapts(results, budget):
    frame = tables.rule_sets(results, budget)
    worst = frame.loc[frame["wins_low"].idxmin()]
    return Verdict(HOLDS if (frame["wins_low"] > 50).all() else OPEN,
                   f"under {len(frame)} sets of rules ISMCTS with 250 iterations, unchanged, wins "
                   f"{frame['wins'].min():.0f} to {frame['wins'].max():.0f} % of hands against random cards",
                   f"lowest: {worst['rules']} [{worst['wins_low']:.0f} %, {worst['wins_high']:.0f} %]",
                   "AI Factory's 1296 combinations are not documented; both sides bid by the same rules, which know "
                   "nothing of the changes")


# --- knowledge --------------------------------------------------------------------------------------------------------


def random_when_settled(results, budget):
    frame = tables.foolish(results, budget)
    plain = frame[frame["search"] == "plain"].set_index(["game", "outcome"])
    texts, verdicts = [], []
    for kind in dict.fromkeys(frame["game"]):
        if (kind, "settled") not in plain.index:
            continue
        row = plain.loc[(kind, "settled")]
        open_row = plain.loc[(kind, "open")] if (kind, "open") in plain.index else None
        near = row["foolish_low"] <= row["random_play"] <= row["foolish_high"]
        verdicts.append(HOLDS if near else FAILS)
        texts.append(f"{kind}: {row['foolish']:.0f} % of {row['positions']} settled positions "
                     f"[{row['foolish_low']:.0f}, {row['foolish_high']:.0f}], random play {row['random_play']:.0f} %"
                     + ("" if open_row is None else f"; open ones {open_row['foolish']:.0f} %"))
    return Verdict(agreed(verdicts) if verdicts else OPEN,
                   "plain ISMCTS chooses what looks foolish: " + "; ".join(texts), "",
                   "settled: the values of all actions lie within 0.01 of each other. It holds where random play's "
                   "share lies in the interval")


def fewer_foolish(results, budget):
    frame = tables.foolish(results, budget)
    texts, verdicts = [], []
    for (kind, name), here in frame[frame["search"] != "plain"].groupby(["game", "search"], sort=False):
        plain = frame[(frame["game"] == kind) & (frame["search"] == "plain")]
        a = (plain["foolish"] * plain["positions"]).sum() / 100, plain["positions"].sum()
        b = (here["foolish"] * here["positions"]).sum() / 100, here["positions"].sum()
        d = difference(round(a[0]), int(a[1]), round(b[0]), int(b[1]))
        if name != "informed playouts":
            verdicts.append(HOLDS if d.low > 0 else FAILS if d.high < 0 else OPEN)
        texts.append(f"{kind}, {name}: {a[0] / a[1]:.0%} to {b[0] / b[1]:.0%}")
    return Verdict(agreed(verdicts),
                   "foolish choices without and with knowledge: " + "; ".join(texts), "",
                   "judged by the forms that speak to the tree, as the article's does; informed playouts do not, and "
                   "do not help. What looks foolish is what the game's avoid rules name, so “avoid rules” cannot "
                   "choose it; what people perceive is not measured")


def no_difference(results, budget):
    frame = tables.knowledge(results, budget)
    here = frame[frame["knowledge"] == "avoid rules"]
    near = ((here["low"] <= 0.5) & (here["high"] >= 0.5)).all()
    small = (here["low"] > 0.45).all() and (here["high"] < 0.55).all()
    return Verdict(HOLDS if near and small else OPEN if near else FAILS,
                   "avoid rules against none: " + "; ".join(f"{r['game']} {r['points']:.1%} of {r['games']:,}" for r in
                                                            here.to_dict("records")),
                   ", ".join(f"[{r['low']:.1%}, {r['high']:.1%}]" for r in here.to_dict("records")),
                   "the article's first attempt is not described; the mildest form, never what looks foolish, stands "
                   "in for it. It holds when the interval includes 50 % and stays within 45 to 55 %")


def refined_stronger(results, budget):
    frame = tables.knowledge(results, budget)
    best = {kind: frame[frame["game"] == kind].sort_values("low").iloc[-1] for kind in KINDS}
    verdicts = [HOLDS if row["low"] > 0.5 else OPEN for row in best.values()]
    return Verdict(HOLDS if HOLDS in verdicts else OPEN,
                   "the best form of knowledge against none: " + "; ".join(
                       f"{kind}: {row['knowledge']} {row['points']:.1%} of {row['games']:,}"
                       for kind, row in best.items()),
                   ", ".join(f"[{r['low']:.1%}, {r['high']:.1%}]" for r in best.values()),
                   f"the best of {len(frame)} forms in two games, which flatters it: with intervals at 95 %, one in "
                   "forty useless ones would seem to help")


def perceived(results, budget):
    return Verdict(OPEN, "not tested: it needs people", "",
                   "the experiment on foolish plays measures what they might see")


def effort(results, budget):
    return Verdict(OPEN, "not tested: a statement about developers' time", "",
                   "for comparison, the rule players here are some 300 lines each; ISMCTS has none for either game")


CLAIMS = {
    "powley2013-spades-64": spades_stronger,
    "powley2013-dou-dizhu-62": dou_dizhu_stronger,
    "powley2013-outperforms": outperforms_existing,
    "powley2013-fast": fast,
    "powley2013-strong-at-2500": enough,
    "powley2013-anytime": anytime,
    "powley2013-eight-times": eight_times,
    "powley2013-pimc-succeeds": pimc_succeeds,
    "powley2013-strategy-fusion": hides_and_seeks,
    "powley2013-multiplied-work": more_work,
    "powley2013-addresses-problems": not_cured,
    "powley2013-constant": constant,
    "powley2013-most-illegal": few_legal,
    "powley2013-rarely-available": rarely_searched,
    "powley2013-four-functions": four_functions,
    "powley2013-fifty-lines": fifty_lines,
    "powley2013-voids": void_suits,
    "powley2013-sibling-memory": memory,
    "powley2013-one-node": one_node,
    "powley2013-tables": tables_help,
    "powley2013-random-when-settled": random_when_settled,
    "powley2013-perceived-weaker": perceived,
    "powley2013-no-difference": no_difference,
    "powley2013-fewer-foolish": fewer_foolish,
    "powley2013-refined-stronger": refined_stronger,
    "powley2013-less-effort": effort,
    "powley2013-adapts": adapts,
}
