"""The measures of the claims of [Papagiannis, Alexandridis & Stafylopatis 2022].

``claims.csv`` says which measured number decides a claim. Intervals are at 95 %, over pairs of games with sides
exchanged.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from mcts_lab.learning.planner import schedule
from mcts_lab.matches.statistics import Interval, less, mean, t_reach

from ..counting import mean_of, share_of_starts
from ..judging import LEVEL, Part, counted, missing, part
from ..measuring import Beside, Note, claim, untested
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
from .tables import won_pairs

MODELS = (XGBOOST, *XGBOOST_PN.values())
UNIFORM, BIMODAL = XGBOOST_PN["uniform"], XGBOOST_PN["bimodal"]
FEWEST, MIDDLE, MOST = ((n,) for n in ITERATIONS)


def pooled(results, table, ones, other, decks=DECKS, iterations=ITERATIONS, further=0) -> Interval:
    """Return the share of games that some agents won in some cells together. Each pair of games is one observation.

    further: number of games after those of the tables that count too, or the claim for which they were played
    """
    further = further_games(further) if isinstance(further, str) else further
    pairs = np.concatenate([won_pairs(results, table, one, other, deck, n, further)
                            for one in ones for deck in decks for n in iterations])
    return share_of_starts(pairs, 2 * len(pairs))


def share_in_words(found) -> str:
    return f"{found.estimate:.1%} of {found.n:,} games" if found.n else "no games yet"


# -- shares of games ---------------------------------------------------------------------------------------------------


@claim("papagiannis2022-uniform-surpasses", table=2, ones={"": PN["uniform"]}, other=MCTS, beside=tuple(
    name for name, networks in ARTICLE_PN.items() if networks == "uniform"),
    note="the opponent assumes that its own opponents help it, as in the authors' program")
@claim("papagiannis2022-model-boosts", table=2, ones={"": XGBOOST}, other=MCTS, iterations=FEWEST,
       note="the value model was trained on our own games of self-play")
@claim("papagiannis2022-hunter-wins", table=3, ones={name: name for name in MODELS}, other=GSV, decks=("hunter",),
       further="hunter-wins")
@claim("papagiannis2022-shaman-best", table=3, ones={"": UNIFORM}, other=GSV, decks=("shaman",), iterations=MOST)
@claim("papagiannis2022-uniform-beats-model", table=4, ones={"": UNIFORM}, other=XGBOOST)
@claim("papagiannis2022-bimodal-at-500", table=4, ones={"": BIMODAL}, other=XGBOOST, iterations=MIDDLE)
@claim("papagiannis2022-pruning-not-sign", table=SIGN, ones={"": PN["uniform"]}, other=MCTS_SIGNED,
       further="pruning-not-sign", note="this control is not in the paper. It shows whether the pruning or the sign "
       "causes the gain: the paper's searches with networks also differ from its plain search in the sign at "
       "opponents' nodes")
def wins(results, table, ones, other, beside=(), **cells):
    """Yield the share of games that agents win in some cells.

    beside: agents with other settings, which are reported but do not decide
    """
    for label, one in ones.items():
        yield part(label, pooled(results, table, (one,), other, **cells))
    yield from (Beside(one._replace(reading="the paper's networks, at 300 iterations"))
                for one in of_settings(results, beside))


@claim("papagiannis2022-one-deck", names=(ONE_DECK,))
@claim("papagiannis2022-lambda", names=tuple(LAMBDAS))
@claim("papagiannis2022-stochastic-leaf", names=(BLENDED,))
def of_settings(results, names):
    """Yield the share of games that agents with other settings win against the usual agent, over all decks."""
    for name in names:
        yield part(name if len(names) > 1 else "", pooled(results, SETTINGS, (name,), VARIED[name], iterations=FEWEST))


# Below, `pairs` is {label of a part: (agents and cells of the first share, those of the second share)}; see `pooled`


@claim("papagiannis2022-bimodal-low", table=2, other=MCTS, further="bimodal-low", pairs={
    "": (dict(ones=(PN["bimodal"],), iterations=ITERATIONS[:2]), dict(ones=(PN["bimodal"],), iterations=MOST))})
@claim("papagiannis2022-advantage-shrinks", table=2, other=MCTS, further="advantage-shrinks", pairs={
    "": (dict(ones=MODELS, iterations=FEWEST), dict(ones=MODELS, iterations=MOST))})
@claim("papagiannis2022-uniform-gains", table=2, other=MCTS, further="uniform-gains", pairs={
    "": (dict(ones=(PN["uniform"],), iterations=MOST), dict(ones=(PN["uniform"],), iterations=FEWEST))})
@claim("papagiannis2022-highest-against-mcts", table=2, other=MCTS, pairs={
    "": (dict(ones=(UNIFORM,)), dict(ones=(XGBOOST,)))})
@claim("papagiannis2022-model-before-bimodal", table=2, other=MCTS, further="model-before-bimodal", pairs={
    f"{n} iterations": (dict(ones=(XGBOOST,), iterations=(n,)), dict(ones=(BIMODAL,), iterations=(n,)))
    for n in ITERATIONS[:2]})
@claim("papagiannis2022-model-at-500", table=2, other=MCTS, iterations=MIDDLE, pairs={
    f"{deck}, {name}": (dict(ones=(XGBOOST,), decks=(deck,)), dict(ones=(one,), decks=(deck,)))
    for deck in ("hunter", "shaman") for name, one in XGBOOST_PN.items()})
@claim("papagiannis2022-uniform-at-1000", table=2, other=MCTS, iterations=MOST, pairs={
    "": (dict(ones=(UNIFORM,)), dict(ones=(XGBOOST,)))})
@claim("papagiannis2022-decks-differ", table=3, other=GSV, ones=MODELS, pairs={
    f"{a} minus {b}": (dict(decks=(a,)), dict(decks=(b,))) for a, b in (("hunter", "warlock"), ("warlock", "shaman"))})
@claim("papagiannis2022-iterations-help", table=3, other=GSV, ones=MODELS, pairs={
    "": (dict(iterations=MOST), dict(iterations=FEWEST))})
@claim("papagiannis2022-model-ahead-of-gsv", table=3, other=GSV, iterations=MIDDLE, pairs={
    name: (dict(ones=(XGBOOST,)), dict(ones=(one,))) for name, one in XGBOOST_PN.items()})
@claim("papagiannis2022-few-and-many", table=3, other=GSV, pairs={
    f"{n[0]}: {first} before {second}": (dict(ones=(first,), iterations=n), dict(ones=(second,), iterations=n))
    for n, first in ((FEWEST, BIMODAL), (MOST, UNIFORM)) for second in MODELS if second != first})
def differences_of_shares(results, table, other, pairs, **cells):
    """Yield differences of two shares of games won against the same opponent.

    pairs: {label: two dicts of arguments for `pooled`}, which select the agents and cells of the two shares
    """
    for label, pair in pairs.items():
        one, two = (pooled(results, table, other=other, **cells | own) for own in pair)
        yield part(label, less(one, two))
        yield f"{label}{': ' * bool(label)}{share_in_words(one)} minus {share_in_words(two)}"


# -- in how many setups ------------------------------------------------------------------------------------------------

EVEN = Interval(0.5, 0.5, 0.5, 0)  # share of games that an agent wins against itself


def better_in(results, table, ones, other, decks, iterations, base):
    """Return, for each agent, its share of games won minus that of `base`, against the same opponent."""
    def won(one):
        return EVEN if one == other else pooled(results, table, (one,), other, decks, (iterations,))

    return [less(won(one), won(base)) for one in ones]


def how_many(setups, enough):
    """Yield a `Part` and a `Note`: in how many setups a claim is true. Yield nothing if a setup was not played yet.

    setups: a list of differences for each setup. enough: `all` or `any`; the claim is true in a setup if all, or any,
    of its differences are above 0.

    The lower end of the interval is the number of setups in which the claim is shown to be true. The upper end is the
    number of setups in which it is not shown to be false. Each difference is corrected for the number of differences
    [Bonferroni], so the ends are valid for all setups together.
    """
    number = sum(map(len, setups))
    if not all(math.isfinite(one.low + one.high) for each in setups for one in each):
        return
    wider = float(t_reach(math.inf, 1 - LEVEL / number) / t_reach(math.inf, 1 - LEVEL))
    ends = [[(one.estimate - wider * (one.estimate - one.low), one.estimate + wider * (one.high - one.estimate))
             for one in each] for each in setups]
    seen, shown, possible = (sum(map(enough, each)) for each in (
        [[one.estimate > 0 for one in each] for each in setups], [[low > 0 for low, _ in each] for each in ends],
        [[high > 0 for _, high in each] for each in ends]))
    games = sum(one.n for each in setups for one in each)
    yield Part("", float(seen), float(shown), float(possible), n=games, limits=(0, len(setups)))
    yield Note(f"of {len(setups)} setups, this is shown for {shown} and ruled out for {len(setups) - possible}")


@claim("papagiannis2022-seven-of-nine")
def seven_of_nine(results):
    yield from how_many([better_in(results, 2, XGBOOST_PN.values(), MCTS, (deck,), n, XGBOOST)
                         for deck in DECKS for n in ITERATIONS], any)


@claim("papagiannis2022-uniform-best")
def uniform_best(results):
    """Yield in how many setups the uniform networks win more games than no networks and than the bimodal networks."""
    yield from how_many([[better_in(results, table, (UNIFORM,), other, DECKS, n, base)[0]
                          for base in (XGBOOST, BIMODAL)]
                         for table, other in ((2, MCTS), (3, GSV), (4, XGBOOST)) for n in ITERATIONS], all)


# -- how much cells differ ---------------------------------------------------------------------------------------------


def between_cells(results, name) -> tuple[float, float]:
    """Return the variance of an agent's shares between the nine cells of Table 4, and its standard error.

    The sampling variance is subtracted. The unit is squared percentage points.
    """
    cells = [100 * won_pairs(results, 4, name, XGBOOST, deck, n) for deck in DECKS for n in ITERATIONS]
    if min(map(len, cells)) < 2:
        return math.nan, math.nan
    means, noise = np.array([one.mean() for one in cells]), np.array([one.var(ddof=1) / len(one) for one in cells])
    form = (np.eye(len(cells)) - 1 / len(cells)) / (len(cells) - 1)
    spread = 2 * np.trace(form * noise @ form * noise)  # the variance of this estimate if all cells have the same share
    error = max(4 * means @ form @ np.diag(noise) @ form @ means - spread, spread)
    return float(means @ form @ means - noise.mean()), float(error**0.5)


@claim("papagiannis2022-less-consistent")
def less_consistent(results):
    found = {name: between_cells(results, one) for name, one in XGBOOST_PN.items()}
    gap, half = found["bimodal"][0] - found["uniform"][0], 1.96 * math.hypot(*(error for _, error in found.values()))
    games = sum(2 * len(won_pairs(results, 4, one, XGBOOST, deck, n))
                for one in XGBOOST_PN.values() for deck in DECKS for n in ITERATIONS)
    yield Part("", gap, gap - half, gap + half, n=games)
    yield from (f"{name}: the variance is {one:.1f} squared percentage points" for name, (one, _) in found.items())


def unlike(label, shares, design) -> Part:
    """Return a part with the distance of some shares from the best linear combination of a design's columns.

    The distance is the root of the mean squared deviation, weighted by precision, without the sampling variance. Its
    interval comes from the noncentral chi-square distribution of the sum of squares.

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

    def noncentral(total, chance):  # the noncentrality with which a sum of at most `total` has the probability `chance`
        if chndtr(total, freedom, 0) < chance:
            return 0.0
        return brentq(lambda far: chndtr(total, freedom, far) - chance, 0, 10 * total + 100)

    # shares can agree by chance better than the sampling error suggests; this must not make the upper end smaller
    low, estimate, high = (math.sqrt(far / (1 / errors**2).sum()) for far in (
        noncentral(total, 1 - LEVEL / 2), max(total - freedom, 0.0), noncentral(max(total, freedom), LEVEL / 2)))
    return Part(label, estimate, low, high, n=sum(one.n for one in shares), limits=(0, math.inf))


@claim("papagiannis2022-iterations-matter")
def iterations_matter(results):
    """Yield how much the gain of the networks differs between numbers of iterations."""
    for name, one in XGBOOST_PN.items():
        gained = [better_in(results, 2, (one,), MCTS, DECKS, n, XGBOOST)[0] for n in ITERATIONS]
        yield unlike(name, gained, np.ones((len(gained), 1)))
        yield f"gains with {name} networks: " + ", ".join(
            f"{gain.estimate:+.1%} at {n} iterations" for gain, n in zip(gained, ITERATIONS, strict=True))


@claim("papagiannis2022-deck-and-iterations")
def deck_and_iterations(results):
    """Yield how far shares are from a sum of an effect of the deck and an effect of the iterations."""
    design = np.array([[*np.eye(len(DECKS))[i], *np.eye(len(ITERATIONS))[j]]
                       for i in range(len(DECKS)) for j in range(len(ITERATIONS))])
    for name in MODELS:
        yield unlike(name, [pooled(results, 3, (name,), GSV, (deck,), (n,)) for deck in DECKS for n in ITERATIONS],
                     design)


# -- the networks ------------------------------------------------------------------------------------------------------


@claim("papagiannis2022-more-aggressive")
def more_aggressive(results):
    """Yield the difference between the numbers of actions that are not pruned, averaged over a search's iterations."""
    means = {name: np.array([taking_part(pruning_model(name).tables, actions, n) for actions in SCHEDULE_ACTIONS
                             for n in ITERATIONS]) for name in PN}
    yield counted("", means["uniform"].mean() - means["bimodal"].mean())
    yield (f"averaged over the iterations, {means['uniform'].mean():.1f} actions are not pruned by the uniform "
           f"networks, and {means['bimodal'].mean():.1f} by the bimodal networks, which keep fewer actions in "
           f"{int((means['bimodal'] < means['uniform']).sum())} of {len(means['uniform'])} cases")


def taking_part(said, actions, iterations) -> float:
    total, at, left = 0, 0, actions
    for time, kept in schedule(said, actions, iterations):
        total += (time - at) * left
        at, left = time, kept
    return (total + (iterations - at) * left) / iterations


@claim("papagiannis2022-peaks-higher", ranks=(1,), pairs=tuple((name, before, f"{name} minus {before}") for name, before
                                                                in itertools.pairwise(MODELS[::-1]))[::-1],
       note="all three agents search the same positions, so differences are within positions")
@claim("papagiannis2022-worst-less", ranks=range(11, 21), pairs=tuple((XGBOOST, name, name) for name in MODELS[1:]))
def shares_of_visits(results, ranks, pairs):
    """Yield differences between agents in the share of visits that actions of some ranks get, of 20 actions."""
    for n in ITERATIONS:
        here = tables.visits_with(results, n)
        if len(here):
            shares = here.assign(share=here[[f"rank_{i}" for i in ranks]].sum(axis=1) / n).pivot(
                index="position", columns="agent", values="share")
            yield from (part(f"{n} iterations, {label}", mean(shares[one] - shares[other]))
                        for one, other, label in pairs)
            yield f"share of visits at {n} iterations: " + ", ".join(f"{shares[name].mean():.1%} "
                                                                     f"{name}" for name in MODELS)


@claim("papagiannis2022-seldom-50")
def seldom_50(results):
    """Yield the share of decisions with more than 50 actions. One observation is a game, not a decision."""
    for deck, here in tables.by_deck(results["papagiannis2022_rewards"]):
        yield part(deck, mean_of((here["actions"] > 50).groupby(here["task"]).mean())._replace(n=len(here)))


@claim("papagiannis2022-two-peaks", note="intervals are over games, because actions of a decision and decisions of a "
       "game are not independent")
def two_peaks(results):
    """Yield the frequency of mean rewards at each end of the range, compared with an equal part of the middle.

    One observation is a game.
    """
    for deck, here in tables.by_deck(results["papagiannis2022_rewards"]):
        counts = here.groupby("task")[[f"bin_{i}" for i in range(BINS)]].sum().to_numpy(float)
        middle, shares = counts[:, 2:-2].mean(axis=1), counts.sum(axis=0) / max(counts.sum(), 1.0)
        yield from (ratio_of_sums(f"{deck}, {name} end", counts[:, at], middle, 2 * len(DECKS))
                    for name, at in (("low", 0), ("high", -1)))
        yield (f"{deck}, {len(counts)} games: the first and the last twentieth of the range have {shares[0]:.1%} and "
               f"{shares[-1]:.1%} of the rewards, and a twentieth in the middle has {shares[2:-2].mean():.1%}")


def ratio_of_sums(label, over, under, beside=1):
    """Return a part with the logarithm to base 2 of the ratio of two sums over games.

    One half is added to both sums. The interval is computed by the jackknife. With fewer than two games, the part is
    missing.

    beside: number of parts that are judged together. Holm's method corrects their p values with a normal distribution,
        but with few games the t distribution has wider tails. So the interval is made wider by the ratio of the two.
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


untested("papagiannis2022-shaman-indicative", "this was not played")
