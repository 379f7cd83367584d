"""The claims of [Papagiannis, Alexandridis & Stafylopatis 2022]: what was measured for each. ``claims.csv`` says what
decides.

Intervals are at 95 %, over pairs of games with sides exchanged.
"""

from __future__ import annotations

import math

import numpy as np

from ...experiments.statistics import Interval, mean, t_reach
from ...learning.planner import schedule
from .. import Finding
from ..judging import LEVEL, Part, counted, known, missing, part
from . import tables
from .experiments import (
    ARTICLE_PN,
    BINS,
    BLENDED,
    ITERATIONS,
    LAMBDAS,
    ONE_DECK,
    SCHEDULE_ACTIONS,
    SETTINGS,
    SIGN,
    VARIED,
    further_games,
)
from .players import DECKS, GSV, MCTS, MCTS_SIGNED, PN, XGBOOST, XGBOOST_PN, pruning_model
from .tables import share, won_pairs

MODELS = (XGBOOST, *XGBOOST_PN.values())


def pooled(results, table, ones, other, decks=DECKS, iterations=ITERATIONS, further=0) -> Interval:
    """The share of games that some agents won over some cells, in which each pair of games counts once."""
    return share(np.concatenate([won_pairs(results, table, one, other, deck, n, further)
                                 for one in ones for deck in decks for n in iterations]))


def less(one, other) -> Interval:
    """The difference of two independent shares."""
    half = math.hypot((one.high - one.low) / 2, (other.high - other.low) / 2)
    d = one.estimate - other.estimate
    return Interval(d, d - half, d + half, one.n + other.n)


def words(found) -> str:
    return f"{found.estimate:.1%} of {found.n:,} games" if found.n else "no games yet"


def win(results, table, one, other, note="", **cells):
    found = pooled(results, table, (one,), other, **cells)
    return Finding(known([part("", found)]), f"{one} wins {words(found)} against {other}", "", note)


def change(first, second, ours, note=""):
    return Finding(known([part("", less(first, second))]), ours.format(words(first), words(second)), "", note)


# -- against plain search ----------------------------------------------------------------------------------------------


def uniform_surpasses(results, budget):
    found = win(results, 2, PN["uniform"], MCTS,
                "the opponent takes its own opponents to be helping, as in the authors' program")
    beside = settings(results, [name for name, networks in ARTICLE_PN.items() if networks == "uniform"]).parts
    return found._replace(secondary=tuple(one._replace(reading="the article's networks, at 300 iterations")
                                          for one in beside))


def pruning_not_sign(results, budget):
    """The control: is it the pruning, or the sign?"""
    sign = pooled(results, SIGN, (MCTS_SIGNED,), MCTS)
    found = win(results, SIGN, PN["uniform"], MCTS_SIGNED)
    return found._replace(ours=f"{found.ours}, which wins {words(sign)} against the article's plain search",
                          note="the control that the article lacks: its searches with networks differ from its plain "
                               "search in the sign at opponents' nodes as well")


def bimodal_low(results, budget):
    further = further_games("bimodal-low")
    return change(pooled(results, 2, (PN["bimodal"],), MCTS, iterations=ITERATIONS[:2], further=further),
                  pooled(results, 2, (PN["bimodal"],), MCTS, iterations=ITERATIONS[2:], further=further),
                  PN["bimodal"] + " wins {} with 300 and 500 iterations, {} with 1000")


def model_boosts(results, budget):
    return win(results, 2, XGBOOST, MCTS, "the model is trained on our own self-play", iterations=ITERATIONS[:1])


def highest_against_mcts(results, budget):
    return change(pooled(results, 2, (XGBOOST_PN["uniform"],), MCTS), pooled(results, 2, (XGBOOST,), MCTS),
                  XGBOOST_PN["uniform"] + " wins {}, " + XGBOOST + " {}")


def advantage_shrinks(results, budget):
    further = further_games("advantage-shrinks")
    return change(pooled(results, 2, MODELS, MCTS, iterations=ITERATIONS[:1], further=further),
                  pooled(results, 2, MODELS, MCTS, iterations=ITERATIONS[2:], further=further),
                  "searches with the model win {} with 300 iterations, {} with 1000")


def gains(results, table, pairs, other, words_, **cells):
    """Parts of several differences of shares won against one opponent: pairs of agents, each with cells of its own."""
    parts, texts = [], []
    for label, first, second, own in pairs:
        one, two = (pooled(results, table, (name,), other, **{**cells, **own}) for name in (first, second))
        parts.append(part(label, less(one, two)))
        texts.append(f"{label}{': ' * bool(label)}{words(one)}, {words(two)}")
    return Finding(known(parts), f"{words_}: {'; '.join(texts)}")


def uniform_gains(results, budget):
    shares = [pooled(results, 2, (PN["uniform"],), MCTS, iterations=(n,)) for n in ITERATIONS]
    return change(shares[2], shares[0], PN["uniform"] + " wins {} against MCTS with 1000 iterations, {} with 300")


def model_before_bimodal(results, budget):
    return gains(results, 2, [(f"{n} iterations", XGBOOST, XGBOOST_PN["bimodal"], {"iterations": (n,)})
                              for n in ITERATIONS[:2]], MCTS, "won against MCTS without networks, with bimodal ones",
                 further=further_games("model-before-bimodal"))


def model_at_500(results, budget):
    return gains(results, 2, [(f"{deck}, {name}", XGBOOST, XGBOOST_PN[name], {"decks": (deck,)})
                              for deck in ("hunter", "shaman") for name in XGBOOST_PN], MCTS,
                 "won against MCTS without networks, and with", iterations=ITERATIONS[1:2])


def uniform_at_1000(results, budget):
    return gains(results, 2, [("", XGBOOST_PN["uniform"], XGBOOST, {})], MCTS,
                 "won against MCTS with uniform networks, and without", iterations=ITERATIONS[2:])


EVEN = Interval(0.5, 0.5, 0.5, 0)  # the share of an agent against itself


def better_in(results, table, ones, other, decks, iterations, base):
    """What some agents win more than `base` against the same opponent: differences of shares."""
    def won(one):
        return EVEN if one == other else pooled(results, table, (one,), other, decks, (iterations,))

    return [less(won(one), won(base)) for one in ones]


def how_many(setups, enough, ours) -> Finding:
    """How many of some setups are such as a claim says; each has differences that tell, of which all, or any, as
    `enough` is `all` or `any`, must be above 0.

    The interval reaches from the setups in which this is shown to those in which the contrary is not; its ends hold for
    all together, because differences are corrected for their number [Bonferroni].
    """
    number = sum(map(len, setups))
    if not all(math.isfinite(one.low + one.high) for each in setups for one in each):
        return Finding((), "not all of the games are played yet")
    wider = float(t_reach(math.inf, 1 - LEVEL / number) / t_reach(math.inf, 1 - LEVEL))
    ends = [[(one.estimate - wider * (one.estimate - one.low), one.estimate + wider * (one.high - one.estimate))
             for one in each] for each in setups]
    seen, shown, possible = (sum(map(enough, each)) for each in (
        [[one.estimate > 0 for one in each] for each in setups], [[low > 0 for low, _ in each] for each in ends],
        [[high > 0 for _, high in each] for each in ends]))
    games = sum(one.n for each in setups for one in each)
    return Finding((Part("", float(seen), float(shown), float(possible), n=games, limits=(0, len(setups))),),
                   ours.format(seen, len(setups)), "", f"shown in {shown}, ruled out in {len(setups) - possible}")


def seven_of_nine(results, budget):
    return how_many([better_in(results, 2, XGBOOST_PN.values(), MCTS, (deck,), n, XGBOOST)
                     for deck in DECKS for n in ITERATIONS], any,
                    "a variant with networks wins more than " + XGBOOST + " in {} of {} setups")


def uniform_best(results, budget):
    """Over all decks, more than the search without networks and more than the other variant."""
    uniform, bimodal = XGBOOST_PN["uniform"], XGBOOST_PN["bimodal"]
    setups = [[better_in(results, table, (uniform,), other, DECKS, n, base)[0] for base in (XGBOOST, bimodal)]
              for table, other in ((2, MCTS), (3, GSV), (4, XGBOOST)) for n in ITERATIONS]
    return how_many(setups, all, uniform + " wins most in {} of {} configurations")


def between_cells(results, name) -> tuple[float, float]:
    """The variance of an agent's shares between the nine cells of Table 4, without that of samples, and its standard
    error, in squared points."""
    cells = [100 * won_pairs(results, 4, name, XGBOOST, deck, n) for deck in DECKS for n in ITERATIONS]
    if min(map(len, cells)) < 2:
        return math.nan, math.nan
    means, noise = np.array([one.mean() for one in cells]), np.array([one.var(ddof=1) / len(one) for one in cells])
    form = (np.eye(len(cells)) - 1 / len(cells)) / (len(cells) - 1)
    spread = 2 * np.trace(form * noise @ form * noise)  # the variance of this estimate where all cells are alike
    error = max(4 * means @ form @ np.diag(noise) @ form @ means - spread, spread)
    return float(means @ form @ means - noise.mean()), float(error**0.5)


def less_consistent(results, budget):
    found = {name: between_cells(results, one) for name, one in XGBOOST_PN.items()}
    gap, half = found["bimodal"][0] - found["uniform"][0], 1.96 * math.hypot(*(error for _, error in found.values()))
    games = sum(2 * len(won_pairs(results, 4, one, XGBOOST, deck, n))
                for one in XGBOOST_PN.values() for deck in DECKS for n in ITERATIONS)
    return Finding(known([Part("", gap, gap - half, gap + half, n=games)]), "variance between the nine cells, without "
                   "that of samples: " + ", ".join(f"{name} {one:.1f}" for name, (one, _) in found.items())
                   + " squared points")


def unlike(label, shares, design) -> Part:
    """How far some shares are from what a design explains: the root of their mean squared distance from it, without
    what samples add, weighted by precision; from the noncentral chi-square distribution of the sum of squares.

    design: float[shares, columns]
    """
    from scipy.optimize import brentq
    from scipy.special import chndtr

    values, errors = (np.array([getattr(one, what) for one in shares]) for what in ("estimate", "low"))
    errors = (values - errors) / 1.96
    if not np.isfinite(errors).all() or not (errors > 0).all():
        return missing(label)
    weighted = design / errors[:, None]
    fitted, _, rank, _ = np.linalg.lstsq(weighted, values / errors, rcond=None)
    total, freedom = float(((values / errors - weighted @ fitted) ** 2).sum()), len(values) - rank

    def noncentral(total, chance):  # the parameter with which so much or less comes out with that chance
        if chndtr(total, freedom, 0) < chance:
            return 0.0
        return brentq(lambda far: chndtr(total, freedom, far) - chance, 0, 10 * total + 100)

    # shares that agree by luck better than samples do show no more than those that agree as samples do
    low, estimate, high = (math.sqrt(far / (1 / errors**2).sum()) for far in (
        noncentral(total, 1 - LEVEL / 2), max(total - freedom, 0.0), noncentral(max(total, freedom), LEVEL / 2)))
    return Part(label, estimate, low, high, n=sum(one.n for one in shares), limits=(0, math.inf))


def iterations_matter(results, budget):
    """How far the networks' gain over the search without them differs between numbers of iterations."""
    parts, texts = [], []
    for name, one in XGBOOST_PN.items():
        gained = [better_in(results, 2, (one,), MCTS, DECKS, n, XGBOOST)[0] for n in ITERATIONS]
        parts.append(unlike(name, gained, np.ones((len(gained), 1))))
        texts.append(f"{name} " + ", ".join(f"{gain.estimate:+.1%}" for gain in gained))
    return Finding(known(parts), "gains of the networks against MCTS with 300, 500 and 1000 iterations: "
                   + "; ".join(texts))


# -- against GSV -------------------------------------------------------------------------------------------------------


def decks_differ(results, budget):
    found = {deck: pooled(results, 3, MODELS, GSV, (deck,)) for deck in DECKS}
    steps = (("hunter", "warlock"), ("warlock", "shaman"))
    return Finding(known(part(f"{a} less {b}", less(found[a], found[b])) for a, b in steps),
                   "against GSV searches with the model win " + "; ".join(
                       f"{deck}: {words(one)}" for deck, one in found.items()))


def iterations_help(results, budget):
    return change(pooled(results, 3, MODELS, GSV, iterations=ITERATIONS[2:]),
                  pooled(results, 3, MODELS, GSV, iterations=ITERATIONS[:1]),
                  "searches with the model win {} against GSV with 1000 iterations, {} with 300")


def hunter_wins(results, budget):
    found = {name: pooled(results, 3, (name,), GSV, decks=("hunter",), further=further_games("hunter-wins"))
             for name in MODELS}
    return Finding(known(part(name, one) for name, one in found.items()),
                   "against GSV with the hunter deck: " + "; ".join(f"{name} {words(o)}" for name, o in found.items()))


def shaman_best(results, budget):
    found = pooled(results, 3, (XGBOOST_PN["uniform"],), GSV, decks=("shaman",), iterations=ITERATIONS[2:])
    return Finding(known([part("", found)]), f"{XGBOOST_PN['uniform']} wins {words(found)} with 1000 iterations")


def model_ahead_of_gsv(results, budget):
    return gains(results, 3, [(name, XGBOOST, XGBOOST_PN[name], {}) for name in XGBOOST_PN], GSV,
                 "won against GSV without networks, and with", iterations=ITERATIONS[1:2])


def few_and_many(results, budget):
    """With the fewest iterations the bimodal variant before both others, with the most the uniform one."""
    pairs = [(f"{n}: {first} before {second}", first, second, {"iterations": (n,)})
             for n, first in ((ITERATIONS[0], XGBOOST_PN["bimodal"]), (ITERATIONS[2], XGBOOST_PN["uniform"]))
             for second in MODELS if second != first]
    return gains(results, 3, pairs, GSV, "won against GSV")


def deck_and_iterations(results, budget):
    """How far shares are from the sum of what the deck does and what the iterations do."""
    design = np.array([[*np.eye(len(DECKS))[i], *np.eye(len(ITERATIONS))[j]]
                       for i in range(len(DECKS)) for j in range(len(ITERATIONS))])
    parts = [unlike(name, [pooled(results, 3, (name,), GSV, (deck,), (n,)) for deck in DECKS for n in ITERATIONS],
                    design) for name in MODELS]
    return Finding(known(parts), "distance of the shares against GSV from deck and iterations added: " + "; ".join(
        f"{one.label} {one.estimate:.1%}" for one in known(parts)))


# -- against each other ------------------------------------------------------------------------------------------------


def uniform_beats_model(results, budget):
    return win(results, 4, XGBOOST_PN["uniform"], XGBOOST)


def bimodal_at_500(results, budget):
    others = pooled(results, 4, (XGBOOST_PN["bimodal"],), XGBOOST, iterations=ITERATIONS[::2])
    found = win(results, 4, XGBOOST_PN["bimodal"], XGBOOST, iterations=ITERATIONS[1:2])
    return found._replace(ours=f"{found.ours} with 500 iterations, and {words(others)} with 300 and 1000")


# -- the networks ------------------------------------------------------------------------------------------------------


def more_aggressive(results, budget):
    """The number of actions that take part, averaged over the iterations of a search that prunes on schedule."""
    means = {name: np.array([taking_part(pruning_model(name).tables, actions, n) for actions in SCHEDULE_ACTIONS
                             for n in ITERATIONS]) for name in PN}
    fewer = int((means["bimodal"] < means["uniform"]).sum())
    return Finding((counted("", means["uniform"].mean() - means["bimodal"].mean()),),
                   f"averaged over iterations {means['uniform'].mean():.1f} actions take part with the uniform "
                   f"networks and {means['bimodal'].mean():.1f} with the bimodal ones, which keep fewer in {fewer} of "
                   f"{len(means['uniform'])} cases")


def taking_part(said, actions, iterations) -> float:
    total, at, left = 0, 0, actions
    for time, kept in schedule(said, actions, iterations):
        total += (time - at) * left
        at, left = time, kept
    return (total + (iterations - at) * left) / iterations


def peaks_higher(results, budget):
    parts, texts = [], []
    for n in ITERATIONS:
        here = tables.visits_with(results, n)
        if len(here):
            first = here.pivot(index="position", columns="agent", values="rank_1") / n
            for name, before in zip(MODELS[1:], MODELS, strict=False):
                parts.append(part(f"{n} iterations, {name} less {before}", mean(first[name] - first[before])))
            texts.append(f"{n} iterations: " + ", ".join(f"{first[name].mean():.1%} {name}" for name in MODELS))
    told = "; ".join(texts) or "no searches yet"
    return Finding(known(parts), f"share of visits of the most visited of 20 actions: {told}", "",
                   "the same positions for all three, so differences are within positions")


WORST = [f"rank_{i}" for i in range(11, 21)]


def worst_less(results, budget):
    parts, texts = [], []
    for n in ITERATIONS:
        here = tables.visits_with(results, n)
        if len(here):
            shares = here.assign(share=here[WORST].sum(axis=1) / n).pivot(
                index="position", columns="agent", values="share")
            parts += [part(f"{n} iterations, {name}", mean(shares[XGBOOST] - shares[name])) for name in MODELS[1:]]
            texts.append(f"{n} iterations: " + ", ".join(f"{shares[name].mean():.1%} {name}" for name in MODELS))
    return Finding(known(parts), f"share of visits of the ten least visited of 20 actions: {'; '.join(texts)}"
                   if texts else "no searches yet")


def seldom_50(results, budget):
    """Decisions of one game belong together: intervals are over games."""
    frame, parts = results["papagiannis2022_rewards"], []
    for deck in DECKS if len(frame) else ():
        here = frame[frame["deck"] == deck]
        found = share((here["actions"] > 50).groupby(here["task"]).mean().to_numpy())
        parts.append(part(deck, found._replace(n=len(here))))
    return Finding(known(parts), "decisions with more than 50 actions: " + "; ".join(
        f"{one.label} {one.estimate:.1%}" for one in parts) if parts else "no games yet")


def two_peaks(results, budget):
    """Each end of the range beside a part of the middle; one observation is a game."""
    frame = results["papagiannis2022_rewards"]
    parts, texts = [], []
    for deck in DECKS if len(frame) else ():
        counts = frame[frame["deck"] == deck].groupby("task")[[f"bin_{i}" for i in range(BINS)]].sum().to_numpy(float)
        middle, shares = counts[:, 2:-2].mean(axis=1), counts.sum(axis=0) / max(counts.sum(), 1.0)
        parts += [ratio_of_sums(f"{deck}, {name} end", counts[:, at], middle, 2 * len(DECKS))
                  for name, at in (("low", 0), ("high", -1))]
        texts.append(f"{deck}: {shares[0]:.1%} and {shares[-1]:.1%} at the ends, {shares[2:-2].mean():.1%} in a part "
                     f"of the middle, {len(counts)} games")
    return Finding(known(parts), "; ".join(texts) or "no games yet", "", "twentieths of the range; intervals over "
                   "games, because actions of a decision and decisions of a game are not independent")


def ratio_of_sums(label, over, under, beside=1):
    """A part from the ratio of two sums over games, as logarithm to base 2, its interval by the jackknife; a half is
    added to both sums. Missing for fewer than two games.

    beside: parts that are judged together. Of few games far tails are wider than the normal curve's by which several
    parts are corrected for each other, so the interval is as much wider.
    """
    n = len(over)
    if n < 2:
        return missing(label)
    whole = math.log2((over.sum() + 0.5) / (under.sum() + 0.5))
    without = np.log2((over.sum() - over + 0.5) / (under.sum() - under + 0.5))
    error = math.sqrt((n - 1) / n * ((without - without.mean()) ** 2).sum())
    level = 1 - LEVEL / beside
    reach = error * float(t_reach(n - 1, level) / t_reach(math.inf, level) * t_reach(math.inf))
    return Part(label, whole, whole - reach, whole + reach, n=n) if error else missing(label)


# -- what the article left out ----------------------------------------------------------------------------------------


def settings(results, names) -> Finding:
    """How often agents with other settings win against the usual one, over all decks."""
    found = {name: pooled(results, SETTINGS, (name,), VARIED[name], iterations=ITERATIONS[:1]) for name in names}
    return Finding(known([part(name if len(found) > 1 else "", one) for name, one in found.items()]),
                   "; ".join(f"{name} wins {words(one)} against {VARIED[name]}" for name, one in found.items()))


def one_deck(results, budget):
    return settings(results, [ONE_DECK])


def lambda_(results, budget):
    return settings(results, list(LAMBDAS))


def stochastic_leaf(results, budget):
    return settings(results, [BLENDED])


def shaman_indicative(results, budget):
    return Finding((), "not played")
