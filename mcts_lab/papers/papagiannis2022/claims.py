"""The claims of [Papagiannis, Alexandridis & Stafylopatis 2022] in words, each with a verdict from our measurements.

What is compared, by how much, and over which games was fixed before any was played; it stands in ``how_tested`` of each
claim. Intervals are at 95 %, over pairs of games with sides exchanged. A claim holds if the whole interval lies beyond
its margin, does not hold if it lies on the other side, and is undecided otherwise.
"""

from __future__ import annotations

import math

import numpy as np

from ...learning.planner import schedule
from .. import Verdict
from . import tables
from .experiments import ITERATIONS, SIGN, TABLES
from .players import DECKS, GSV, MCTS, MCTS_SIGNED, PN, XGBOOST, XGBOOST_PN, pruning_model
from .tables import SCHEDULE_ACTIONS, share, won_pairs

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"
WELL_ABOVE = 0.6  # what counts as a significant boost: more than this share of games
ENDS = 1.5  # how much higher than the middle the ends of the rewards' distribution must be


def beyond(low, high, margin) -> str:
    return HOLDS if low > margin else FAILS if high < margin else OPEN


def pooled(results, table, one, other, decks=DECKS, iterations=ITERATIONS):
    """The share of games won over some cells, in which each pair of games counts once."""
    return share(np.concatenate([won_pairs(results, table, one, other, deck, n) for deck in decks for n in iterations]))


def apart(one, other):
    """The difference of two independent shares: (estimate, low, high)."""
    d = one.estimate - other.estimate
    half = math.hypot((one.high - one.low) / 2, (other.high - other.low) / 2)
    return d, d - half, d + half


def words(found) -> str:
    return f"{found.estimate:.1%} of {found.n:,} games"


def span(found) -> str:
    return f"[{found.low:.1%}, {found.high:.1%}]"


def points(low, high) -> str:
    return f"[{100 * low:+.1f}, {100 * high:+.1f}] points"


def counted(found):
    """No verdict where there are no games: the two ends of an interval that says nothing."""
    return found if math.isfinite(found.low) else found._replace(estimate=0.5, low=0.0, high=1.0)


def win(results, table, one, other, margin=0.5, note="", **cells):
    found = counted(pooled(results, table, one, other, **cells))
    ours = f"{one} wins {words(found)} against {other}"
    return Verdict(beyond(found.low, found.high, margin), ours, span(found), note)


# -- against plain search ----------------------------------------------------------------------------------------------


def uniform_surpasses(results, budget):
    return win(results, 2, PN["uniform"], MCTS, note="all decks and iterations; the opponent takes its opponents to be "
               "helping, as in the authors' program")


def right_sign(results, budget):
    """The control: is it the pruning, or the sign?"""
    sign = counted(pooled(results, SIGN, MCTS_SIGNED, MCTS))
    pruning = counted(pooled(results, SIGN, PN["uniform"], MCTS_SIGNED))
    return Verdict(beyond(pruning.low, pruning.high, 0.5),
                   f"{PN['uniform']} wins {words(pruning)} against plain search with the right sign, which wins "
                   f"{words(sign)} against the article's", f"{span(pruning)}, {span(sign)}",
                   "the control that the article lacks: its searches with networks differ from its plain search in the "
                   "sign at opponents' nodes as well")


def bimodal_low(results, budget):
    few = counted(pooled(results, 2, PN["bimodal"], MCTS, iterations=(300, 500)))
    many = counted(pooled(results, 2, PN["bimodal"], MCTS, iterations=(1000,)))
    d, low, high = apart(few, many)
    return Verdict(beyond(low, high, 0.0), f"{PN['bimodal']} wins {words(few)} with 300 and 500 iterations and "
                   f"{words(many)} with 1000: {100 * d:+.1f} points", points(low, high))


def boosted(results, budget):
    return win(results, 2, XGBOOST, MCTS, WELL_ABOVE, iterations=(300,), note="judged at 300 iterations by more than "
               f"{WELL_ABOVE:.0%} of games; the model is trained on our own self-play")


def highest_against_mcts(results, budget):
    ours = counted(pooled(results, 2, XGBOOST_PN["uniform"], MCTS))
    plain = counted(pooled(results, 2, XGBOOST, MCTS))
    d, low, high = apart(ours, plain)
    return Verdict(beyond(low, high, 0.0), f"{XGBOOST_PN['uniform']} wins {words(ours)}, {XGBOOST} {words(plain)}: "
                   f"{100 * d:+.1f} points", points(low, high))


def advantage_shrinks(results, budget):
    shares = [share(np.concatenate([won_pairs(results, 2, one, MCTS, deck, n) for one in (XGBOOST, *XGBOOST_PN.values())
                                    for deck in DECKS])) for n in (300, 1000)]
    few, many = map(counted, shares)
    d, low, high = apart(few, many)
    return Verdict(beyond(low, high, 0.0), f"searches with the model win {words(few)} with 300 iterations and "
                   f"{words(many)} with 1000: {100 * d:+.1f} points", points(low, high))


# -- against GSV -------------------------------------------------------------------------------------------------------


def against_gsv(results, decks=DECKS, iterations=ITERATIONS):
    return counted(share(np.concatenate([won_pairs(results, 3, one, GSV, deck, n) for one in TABLES[3][1]
                                         for deck in decks for n in iterations])))


def decks_differ(results, budget):
    found = {deck: against_gsv(results, (deck,)) for deck in DECKS}
    steps = [apart(found[a], found[b]) for a, b in (("hunter", "warlock"), ("warlock", "shaman"))]
    verdicts = {beyond(low, high, 0.0) for _, low, high in steps}
    return Verdict(FAILS if FAILS in verdicts else verdicts.pop() if len(verdicts) == 1 else OPEN,
                   "; ".join(f"{deck}: {words(one)}" for deck, one in found.items()),
                   ", ".join(points(low, high) for _, low, high in steps),
                   "games won against GSV by all searches with the model; it holds if both steps, hunter to warlock "
                   "and warlock to shaman, are surely downwards")


def more_iterations_help(results, budget):
    few, many = (against_gsv(results, iterations=(n,)) for n in (300, 1000))
    d, low, high = apart(many, few)
    return Verdict(beyond(low, high, 0.0), f"searches with the model win {words(few)} against GSV with 300 iterations "
                   f"and {words(many)} with 1000: {100 * d:+.1f} points", points(low, high))


# -- against each other ------------------------------------------------------------------------------------------------


def uniform_beats_model(results, budget):
    return win(results, 4, XGBOOST_PN["uniform"], XGBOOST, note="all decks and iterations")


def bimodal_beats_model_at_500(results, budget):
    there = counted(pooled(results, 4, XGBOOST_PN["bimodal"], XGBOOST, iterations=(500,)))
    others = counted(pooled(results, 4, XGBOOST_PN["bimodal"], XGBOOST, iterations=(300, 1000)))
    return Verdict(beyond(there.low, there.high, 0.5), f"{XGBOOST_PN['bimodal']} wins {words(there)} with 500 "
                   f"iterations, and {words(others)} with 300 and 1000", f"{span(there)}, {span(others)}",
                   "judged at 500 iterations")


# -- the networks ------------------------------------------------------------------------------------------------------


def more_aggressive(results, budget):
    """The mean number of actions that take part, over the iterations of a search that prunes on schedule."""
    means, fewer = {}, 0
    for name in PN:
        means[name] = np.array([taking_part(pruning_model(name).tables, actions, n)
                                for actions in SCHEDULE_ACTIONS for n in ITERATIONS])
    fewer = int((means["bimodal"] < means["uniform"]).sum())
    cases = len(means["uniform"])
    return Verdict(HOLDS if fewer > cases / 2 and means["bimodal"].mean() < means["uniform"].mean() else FAILS,
                   f"averaged over iterations {means['bimodal'].mean():.1f} actions take part with the bimodal "
                   f"networks, {means['uniform'].mean():.1f} with the uniform ones; fewer in {fewer} of {cases} cases",
                   "",
                   f"{len(SCHEDULE_ACTIONS)} numbers of actions from 5 to 50, at 300, 500 and 1000 iterations; exact")


def taking_part(said, actions, iterations) -> float:
    total, at, left = 0, 0, actions
    for time, kept in schedule(said, actions, iterations):
        total += (time - at) * left
        at, left = time, kept
    return (total + (iterations - at) * left) / iterations


def peaks_higher(results, budget):
    texts, verdicts, spans = [], [], []
    frame = results["papagiannis2022_visits"]
    for n in ITERATIONS:
        here = frame[frame["iterations"] == n]
        if not len(here):
            continue
        first = here.pivot(index="position", columns="agent", values="rank_1") / n
        steps = [first[XGBOOST_PN["uniform"]] - first[XGBOOST], first[XGBOOST_PN["bimodal"]] - first[
            XGBOOST_PN["uniform"]]]
        for step in steps:
            half = 1.96 * step.std(ddof=1) / math.sqrt(len(step))
            verdicts.append(beyond(step.mean() - half, step.mean() + half, 0.0))
            spans.append(points(step.mean() - half, step.mean() + half))
        texts.append(f"{n} iterations: " + ", ".join(f"{first[name].mean():.1%} {name}" for name in (
            XGBOOST, *XGBOOST_PN.values())))
    return Verdict(FAILS if FAILS in verdicts else HOLDS if set(verdicts) == {HOLDS} else OPEN,
                   "share of the visits that the most visited of 20 actions gets: " + "; ".join(texts),
                   ", ".join(spans), "the same positions for all three, so differences are within positions; it holds "
                   "if every step, none to uniform and uniform to bimodal, is surely upwards")


def two_peaks(results, budget):
    frame = tables.rewards(results, budget)
    texts, verdicts = [], []
    for deck in DECKS:
        parts = frame[frame["deck"] == deck]["share"].to_numpy()
        low, high, middle = parts[0], parts[-1], parts[2:-2].mean()
        verdicts.append(min(low, high) > ENDS * middle)
        texts.append(f"{deck}: {low:.1%} and {high:.1%} at the ends, {middle:.1%} in a part of the middle")
    return Verdict(HOLDS if all(verdicts) else FAILS, "; ".join(texts), "",
                   f"twentieths of the range; it holds if both ends have more than {ENDS} times a middle part for each "
                   "deck")


CLAIMS = {
    "papagiannis2022-uniform-surpasses": uniform_surpasses,
    "papagiannis2022-pruning-not-sign": right_sign,
    "papagiannis2022-bimodal-low": bimodal_low,
    "papagiannis2022-model-boosts": boosted,
    "papagiannis2022-highest-against-mcts": highest_against_mcts,
    "papagiannis2022-advantage-shrinks": advantage_shrinks,
    "papagiannis2022-decks-differ": decks_differ,
    "papagiannis2022-iterations-help": more_iterations_help,
    "papagiannis2022-uniform-beats-model": uniform_beats_model,
    "papagiannis2022-bimodal-at-500": bimodal_beats_model_at_500,
    "papagiannis2022-more-aggressive": more_aggressive,
    "papagiannis2022-peaks-higher": peaks_higher,
    "papagiannis2022-two-peaks": two_peaks,
}
