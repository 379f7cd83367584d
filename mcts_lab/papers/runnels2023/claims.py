"""The claims of [Runnels 2023] in words: what was measured for each. ``claims.csv`` says what decides.

What the paper leaves open is a reading, and a claim is judged under each. Games of players who do not use chance are
played from every start, so those numbers have no sampling error, unless ties are broken by chance; these and the others
have intervals at 95 %.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ...experiments.statistics import Interval, fit, paired, proportion, share
from ...game import facts, legal_actions, start
from ...games.soccer import RED, Soccer
from .. import Finding, Part
from ..judging import counted, missing, part
from ..reporting.results import once
from .experiments import ALPHA_BETA_DEPTHS, MIDPOINTS, MINIMAX_DEPTHS, PLAYOUTS, READINGS
from .figures import growth_of
from .tables import (
    CREDITS,
    STARTS,
    UNITS,
    games_of,
    kept_moves,
    paper_numbers,
    specification_rows,
    specifications,
    usual_name,
)

# --- what the paper leaves open ---------------------------------------------------------------------------------------


RESAMPLES = 400


def census_parts(results, measure):
    """Parts under every reading of what section 4, the tables and "depth" leave open.

    `measure(shares)` gets a function from a depth in the paper's unit to the shares of games (Red wins, Blue wins,
    draws), each an array of what was found and of what might have been, and yields pairs (label, values). A reading
    whose depths were not all counted is left out. Only readings in which ties are broken by chance have an error.
    """
    found = []
    for name, shares in specifications(results, RESAMPLES):
        try:
            found += [spread(label, values, name) for label, values in measure(shares)]
        except KeyError:
            continue
    return tuple(found)


def spread(label, values, reading) -> Part:
    """A part from a number and what it might have been; without error where these are all the same."""
    value, others = values[0], np.asarray(values[1:])
    low, high = (value, value) if (others == value).all() else np.quantile(others, [0.025, 0.975])
    if low == high:
        return counted(label, value, reading)
    return Part(label, float(value), float(min(low, value)), float(max(high, value)), reading, STARTS)


def usual_reading(parts) -> str:
    """The estimates under both readings of Equation 6, everything else as in the experiments of games."""
    texts = []
    for reading in READINGS:
        own = [p for p in parts if p.reading == usual_name(reading)]
        if own:
            signs = ["+" * (" less " in p.label) for p in own]
            texts.append(f"{reading}: " + ", ".join(f"{p.label} {p.estimate:{sign}.1%}"
                                                    for p, sign in zip(own, signs, strict=True)))
    count = len({p.reading for p in parts})
    return f"{'; '.join(texts)} (of {count} readings)"


EXACT = ("all starts are played, so only readings in which ties are broken by chance, in one game from each start, "
         "have a sampling error")


def decided(shares) -> float:
    """The share of decided games."""
    return shares[0] + shares[1]


# --- growth (sections 3 and 5) ----------------------------------------------------------------------------------------


def rate(frame):
    """Growth per ply as logarithm: slope and standard error of the straight line through the logarithms, and R^2."""
    from scipy.stats import linregress

    if len(frame) < 2:
        raise ValueError("a line needs two points")
    line = linregress(frame["setting"].to_numpy(float), np.log(frame["calls"].to_numpy(float)))
    return line.slope, line.stderr, line.rvalue**2


def half_width(frame, error) -> float:
    from scipy.stats import t

    return t.ppf(0.975, len(frame) - 2) * error if len(frame) > 2 else np.inf


def exponential(results, algorithm):
    parts, texts = [], []
    for reading in READINGS:
        frame = growth_of(results, algorithm, reading)
        slope, error, r2 = rate(frame)
        half = half_width(frame, error)
        parts.append(Part("growth", *np.exp([slope, slope - half, slope + half]), reading, len(frame)))
        texts.append(f"{reading}: each ply multiplies the states generated per move by {np.exp(slope):.2f} (R² of the "
                     f"logarithms {r2:.4f})")
    return parts, "; ".join(texts)


def minimax_exponential(results, budget):
    parts, text = exponential(results, "minimax")
    table = paper_numbers("minimax")
    moves = table["runtime"] / (table["red_moves"] + table["blue_moves"])
    own = (moves.iloc[-1] / moves.iloc[0]) ** (1 / (len(table) - 1))
    factor = parts[0].estimate
    return Finding(tuple(parts), text, "",
                   f"unexplained: the paper's time per move grows {own:.0f}-fold for each depth, ours "
                   f"{factor:.1f}-fold "
                   f"for each ply, and {factor:.1f} squared is {factor**2:.0f}: its depth may count rounds of two "
                   f"plies")


def alpha_beta_exponential(results, budget):
    parts, text = exponential(results, "alpha-beta")
    return Finding(tuple(parts), text, "", "counted in states; processor time follows once a search is longer than its "
                                           "start-up")


def ten_times(results, budget):
    parts, texts = [], []
    for reading in READINGS:
        plain, pruned = (growth_of(results, algorithm, reading).set_index("setting")["calls"]
                         for algorithm in ("minimax", "alpha-beta"))
        ratios = (plain / pruned).dropna()
        texts.append(f"{reading}: " + ", ".join(f"{plies} plies {ratio:.1f}" for plies, ratio in ratios.items()))
        for unit, plies in (("plies", (1, 2, 3)), ("rounds", (2, 4))):
            if set(plies) <= set(ratios.index):
                value = float(np.log10(ratios.loc[list(plies)]).mean())
                parts.append(counted("log10 of the ratio", value, f"{reading}, {unit}"))
    published = [m / a for m, a in zip(paper_numbers("minimax")["runtime"], paper_numbers("alpha-beta")["runtime"],
                                       strict=False)]
    return Finding(tuple(parts), f"minimax generates this many times the states of alpha-beta: {'; '.join(texts)}", "",
                   "no constant factor: one ply deep both look at the same states, and the ratio grows with depth; the "
                   f"paper's own runtimes have {', '.join(f'{r:.1f}' for r in published)}")


def square_root(results, budget):
    parts, texts = [], []
    for reading in READINGS:
        frames = [growth_of(results, algorithm, reading) for algorithm in ("alpha-beta", "minimax",
                                                                           "ordered alpha-beta")]
        (slope, error, _), (plain, plain_error, _), (ordered, *_) = map(rate, frames)
        ratio = slope / plain
        half = ratio * np.hypot(half_width(frames[0], error) / slope, half_width(frames[1], plain_error) / plain)
        parts.append(Part("ratio", ratio, ratio - half, ratio + half, reading, len(frames[0])))
        texts.append(f"{reading}: {np.exp(slope):.2f} per ply, minimax {np.exp(plain):.2f} (square root "
                     f"{np.exp(plain / 2):.2f}), ordered by the evaluation {np.exp(ordered):.2f}")
    return Finding(tuple(parts), "; ".join(texts), "", "the square root needs the best action first")


def mcts_exponential(results, budget):
    parts, texts = [], []
    for reading in READINGS:
        frame = growth_of(results, "mcts", reading)
        playouts, calls = frame["setting"].to_numpy(float), frame["calls"].to_numpy(float)
        straight, curved = (fit(playouts, calls, kind) for kind in ("linear", "exponential"))
        found = ratio_of_residuals(playouts, calls, frame["calls_error"].to_numpy(float))
        parts.append(Part("log2 of the ratio", *found, reading, len(calls)))
        texts.append(f"{reading}: R² {straight.r_squared:.4f} for the straight line, {curved.r_squared:.3f} for the "
                     "best exponential")
    table = paper_numbers("mcts")
    per_move = table["runtime"] / (table["red_moves"] + table["blue_moves"])
    own = [fit(table["playouts"], per_move, kind).r_squared for kind in ("linear", "exponential")]
    return Finding(tuple(parts), "; ".join(texts), "",
                   f"each playout costs the same, so effort is proportional to playouts. The paper's own runtimes per "
                   f"move "
                   f"have R² {own[0]:.3f} and {own[1]:.3f}: five numbers, modest evidence")


RATES = np.linspace(-5.0, 20.0, 2001)  # of exponential curves, per range of x


def ratio_of_residuals(x, y, errors):
    """The residual of the best exponential over that of the best straight line as logarithm to base 2, and the ends of
    its interval. Residuals below 1, a state, count as 1. `errors`: the standard errors of `y`.

    Noise makes a small residual greater, so it is not resampled: a residual is the distance of the points from a set of
    curves, which changes by no more than the points move, or by what a straight line does not follow of it.
    """
    curves = np.exp(RATES[:, None] * (x - x.max()) / np.ptp(x))
    lines = np.stack([np.ones(len(x)), x], 1)
    beside = np.eye(len(x)) - lines @ np.linalg.pinv(lines)  # what is left of points beside the best straight line
    curve = math.sqrt(((y**2).sum() - (curves @ y) ** 2 / (curves**2).sum(axis=1)).min())
    line = float(np.linalg.norm(beside @ y))
    noise = np.random.default_rng(1).normal(0, errors, (10 * RESAMPLES, len(x)))
    off_curve, off_line = (float(np.quantile(np.linalg.norm(one, axis=1), 0.975)) for one in (noise, noise @ beside))

    def ratio(over, under):
        return math.log2(max(over, 1.0) / max(under, 1.0))

    return ratio(curve, line), ratio(curve - off_curve, line + off_line), ratio(curve + off_curve, line - off_line)


def pruning_runtime(results, budget):
    parts, texts = [], []
    for reading in READINGS:
        plain, pruned = (growth_of(results, algorithm, reading).set_index("setting")["calls"]
                         for algorithm in ("minimax", "alpha-beta"))
        parts.append(counted("2 plies", plain.loc[2] / pruned.loc[2], reading))
        texts.append(f"{reading}: {plain.loc[2] / pruned.loc[2]:.2f} times the states")
    return Finding(tuple(parts), "; ".join(texts), "", "pruning leaves out states, and never adds one")


# --- games of players who do not use chance (section 5) ---------------------------------------------------------------


def depth_1_most(results, budget):
    def measure(shares):
        for side, name in enumerate(("Red", "Blue")):
            for depth in MINIMAX_DEPTHS[1:]:
                yield f"{name}, 1 less {depth}", shares(1)[side] - shares(depth)[side]

    parts = census_parts(results, measure)
    return Finding(parts, usual_reading(parts), "", EXACT)


def draws_often(results, budget):
    parts = census_parts(results, lambda shares: [(f"depth {depth}", shares(depth)[2]) for depth in MINIMAX_DEPTHS])
    draws = drawn_starts(results)
    return Finding(parts, usual_reading(parts), "",
                   f"{EXACT}; no sign of a sophisticated evaluation: {draws:.1%} of all starts are draws with best "
                   f"play")


def lower_depths(results, budget):
    def measure(shares):
        yield "minimax, 1 less 3", decided(shares(1)) - decided(shares(3))
        low, high = (np.mean([decided(shares(depth)) for depth in depths], axis=0) for depths in ((1, 2), (4, 5)))
        yield "alpha-beta, 1 and 2 less 4 and 5", low - high

    parts = census_parts(results, measure)
    return Finding(parts, usual_reading(parts), "", EXACT)


def depths_2_and_3(results, budget):
    def measure(shares):
        for best, other in itertools.product((2, 3), (1, 4, 5)):
            yield f"{best} less {other}", decided(shares(best)) - decided(shares(other))

    parts = census_parts(results, measure)
    return Finding(parts, usual_reading(parts), "",
                   f"{EXACT}. It cannot hold in plies and in rounds alike: 2 plies would have to be better than 4, "
                   "which are 2 rounds, and 2 rounds better than 1, which is 2 plies")


def depth_1_as_5(results, budget):
    def measure(shares):
        one, five = decided(shares(ALPHA_BETA_DEPTHS[0])), decided(shares(ALPHA_BETA_DEPTHS[-1]))
        floor = 0.5 / fact(results, "starts", "all")  # half a game, where none is decided
        yield "log2 of the ratio", np.log2(np.maximum(one, floor) / np.maximum(five, floor))

    parts = census_parts(results, measure)
    both = "; ".join(f"{reading}: " + ", ".join(f"depth {depth} {decided(shares(depth)):.1%}" for depth in (1, 5))
                     for reading in READINGS for name, shares in specifications(results) if name == usual_name(reading)
                     and counted_to(shares, 5))
    return Finding(parts, f"games with a winner, {both}", "", f"{EXACT}; the same within a factor of two counts as "
                                                              f"equal")


def counted_to(shares, depth) -> bool:
    """Whether all depths so far were counted."""
    try:
        shares(depth)
    except KeyError:
        return False
    return True


MOST_DEPTH = 6  # plies; where depth counts rounds of two, as many rounds as were counted


def deeper_no_better(results, budget):
    frame = results["runnels2023_duel_census"]
    frame = specification_rows(frame)
    parts = []
    for name, rows in frame.groupby("specification", sort=False):
        for unit, plies in UNITS.items():
            here = rows[(rows["deep"] % plies == 0) & (rows["shallow"] % plies == 0)
                        & (rows["deep"] <= MOST_DEPTH * plies)]
            wins, losses = int(here["wins"].sum()), int(here["losses"].sum())
            found = proportion(wins, wins + losses) if wins + losses else None
            if found and rows["ties"].iloc[0] == "random":
                parts.append(part("deeper", found, f"{name}, {unit}"))
            elif len(here):
                parts.append(counted("deeper", found.estimate if found else 0.5, f"{name}, {unit}"))
    draws = drawn_starts(results)
    return Finding(tuple(parts), "; ".join(filter(None, (duels_in_words(frame, reading) for reading in READINGS))), "",
                   f"{EXACT}; every start is played in both colours. Pairs differ by whether depths are even or odd "
                   f"more than by how deep they are. {draws:.1%} of all starts are draws with best play")


def duels_in_words(frame, reading) -> str:
    """How the deeper side fares under the usual reading of everything but Equation 6."""
    here = frame[(frame["specification"] + ", plies" == usual_name(reading)) & (frame["deep"] <= MOST_DEPTH)]
    if not len(here):
        return ""
    wins, losses = int(here["wins"].sum()), int(here["losses"].sum())
    worst = here.assign(share=here["wins"] / (here["wins"] + here["losses"]).clip(lower=1)).sort_values("share")
    low, high = worst.iloc[0], worst.iloc[-1]
    return (f"{reading}: the deeper side wins {wins:,} and loses {losses:,} of {2 * int(here['starts'].sum()):,} games "
            f"({wins / max(wins + losses, 1):.1%} of those with a winner), from {low['share']:.0%} ({low['deep']:.0f} "
            f"against {low['shallow']:.0f} plies) to {high['share']:.0%} ({high['deep']:.0f} against "
            f"{high['shallow']:.0f})")


def minimax_can_win(results, budget):
    parts = census_parts(results, lambda shares: [
        ("best depth", np.max([decided(shares(depth)) for depth in MINIMAX_DEPTHS], axis=0))])
    decided_starts = 1 - drawn_starts(results)
    return Finding(parts, usual_reading(parts), "",
                   f"{EXACT}; {decided_starts:.1%} of starts are won with best play, and what goes beyond that is won "
                   f"by "
                   "the other's mistakes")


def more_wins(results, budget):
    same = total = 0
    for reading in READINGS:
        columns = ["setting", "game", "winner", "red_moves", "blue_moves"]
        plain, pruned = (games_of(results, a, reading)[columns] for a in ("minimax", "alpha-beta"))
        both = plain.merge(pruned, on=["setting", "game"])
        total += len(both)
        same += int(((both["winner_x"] == both["winner_y"]) & (both["red_moves_x"] == both["red_moves_y"])
                     & (both["blue_moves_x"] == both["blue_moves_y"])).sum())
    return Finding((counted("games that differ", 1 - same / total) if same == total
                    else part("games that differ", proportion(total - same, total)),),
                   f"{same:,} of {total:,} games from the same starts have the same moves and result", "",
                   "pruning changes no value, so with equal tie-breaking the games are the same")


# --- games of MCTS (section 5.2) --------------------------------------------------------------------------------------


def mcts_readings(results):
    """(name, games by playouts) for each reading of Equation 6 and of whose utility is credited."""
    for reading, (algorithm, credit) in itertools.product(READINGS, CREDITS.items()):
        games = games_of(results, algorithm, reading)
        yield f"{reading}, {credit}", {n: part_ for n, part_ in games.groupby("setting")}


def won(games):
    """1 for each decided game, else 0; by start."""
    return (games["winner"] != "draw").astype(float).set_axis(games["game"].to_numpy())


def by_start(one, other) -> Interval:
    """The difference of two settings over their common starts."""
    common = one.index.intersection(other.index)
    return paired(one[common], other[common])


def differences(results, pairs):
    """Parts for differences of the shares of games with a winner between pairs of numbers of playouts."""
    parts, texts = [], []
    for name, games in mcts_readings(results):
        if not {n for pair in pairs for n in pair} <= set(games):
            parts += [missing(f"{a} less {b}", name) for a, b in pairs]
            continue
        parts += [part(f"{a} less {b}", by_start(won(games[a]), won(games[b])), name) for a, b in pairs]
        texts.append(f"{name}: " + ", ".join(f"{n} {won(games[n]).mean():.1%}" for n in sorted(games)))
    return Finding(tuple(parts), "games with a winner by playouts, " + "; ".join(texts), "",
                   "with the usual backup, as printed: " + usual_shares(results))


def usual_shares(results) -> str:
    games = games_of(results, "usual mcts", "printed")
    return ", ".join(f"{n} {won(part_).mean():.1%}" for n, part_ in games.groupby("setting"))


def extreme_playouts(results, budget):
    return differences(results, [(a, b) for a in PLAYOUTS[1:-1] for b in (PLAYOUTS[0], PLAYOUTS[-1])])


def playouts_25(results, budget):
    return differences(results, [(25, n) for n in PLAYOUTS if n != 25])


def fewer_wins(results, budget):
    return differences(results, [(25, PLAYOUTS[-1])])


def table_draws(games) -> np.ndarray:
    """The share of draws for each start over all settings of a table, each of which counts alike."""
    table = games.assign(draw=(games["winner"] == "draw").astype(float)).pivot(index="game", columns="setting",
                                                                               values="draw")
    return table.dropna().mean(axis=1)


def mcts_draws(results, budget):
    parts, texts = [], []
    for reading, (algorithm, credit) in itertools.product(READINGS, CREDITS.items()):
        games = games_of(results, algorithm, reading)
        if games["setting"].nunique() < len(PLAYOUTS):
            parts.append(missing("draws", f"{reading}, {credit}"))
            continue
        own = table_draws(games)
        texts.append(f"{reading}, {credit}: {own.mean():.1%}")
        for other in ("minimax", "alpha-beta"):
            rival = table_draws(games_of(results, other, reading))
            common = own.index.intersection(rival.index)
            parts.append(part(f"less {other}", paired(own[common], rival[common]), f"{reading}, {credit}"))
    others = "; ".join(f"{reading}, {other}: {table_draws(games_of(results, other, reading)).mean():.1%}"
                       for reading in READINGS for other in ("minimax", "alpha-beta"))
    return Finding(tuple(parts), f"draws of MCTS, {'; '.join(texts)}; {others}", "",
                   "over starts, on which all settings of a table are averaged")


def mcts_cannot_win(results, budget):
    parts, texts = [], []
    for reading, (algorithm, credit) in itertools.product(READINGS, CREDITS.items()):
        games = games_of(results, algorithm, reading)
        if games["setting"].nunique() < len(PLAYOUTS):
            parts.append(missing("games with a winner", f"{reading}, {credit}"))
            continue
        found = share(1 - table_draws(games))
        parts.append(part("games with a winner", found, f"{reading}, {credit}"))
        texts.append(f"{reading}, {credit}: {found.estimate:.1%} [{found.low:.1%}, {found.high:.1%}]")
    return Finding(tuple(parts), "games with a winner, " + "; ".join(texts), "",
                   "the paper does not say whose utility is credited. To the letter it is the utility of the player to "
                   "move at the leaf, and selection then prefers what is best for the opponent; won starts that its "
                   "moves keep, as printed: " + kept_in_words(results, "mcts") + "; with the utility of who chose: "
                   + kept_in_words(results, "chooser mcts"))


def kept_in_words(results, algorithm) -> str:
    """The share of won starts that a search's moves keep, by playouts, Equation 6 as printed."""
    frame = kept_moves(results)
    frame = frame[(frame["algorithm"] == algorithm) & (frame["reading"] == READINGS[0]) & (frame["kind"] == "start")
                  & (frame["value"] == "win")]
    return ", ".join(f"{row['setting']} {row['share']:.0%}" for row in frame.to_dict("records")) or "not measured yet"


# --- the game and the evaluation (sections 2 and 4): facts, not samples -----------------------------------------------


def fact(results, what, reading) -> float:
    """A number that was counted over all positions that can occur."""
    return float(counted_facts(results)[what, reading])


@once
def counted_facts(results) -> dict:
    """(what was counted, reading of Equation 6) -> its number."""
    return results["runnels2023_facts"].set_index(["what", "reading"])["value"].to_dict()


def drawn_starts(results) -> float:
    """The share of starts that are draws with best play."""
    return fact(results, "starts drawn", "all")


ALL_POSITIONS = "exact, over all positions that can occur"


def greatest(results, budget):
    values = {reading: fact(results, "greatest", reading) for reading in READINGS}
    return Finding(tuple(counted("greatest", value, reading) for reading, value in values.items()),
                   "the greatest value of an unfinished position is " + ", ".join(
                       f"{value:.1f} ({reading})" for reading, value in values.items()), "", ALL_POSITIONS)


def zero_least(results, budget):
    values = {reading: fact(results, "least with the ball", reading) for reading in READINGS}
    return Finding(tuple(counted("least", value, reading) for reading, value in values.items()),
                   "; ".join(f"{reading}: down to {value:.2f}, and "
                             f"{fact(results, 'negative with the ball', reading):.1%} "
                             f"of the positions with the ball are worth less than having lost"
                             for reading, value in values.items()), "", ALL_POSITIONS)


def possession(results, budget):
    values = {reading: fact(results, "1 or more with the ball", reading) for reading in READINGS}
    return Finding(tuple(counted("worth 1 or more", value, reading) for reading, value in values.items()),
                   "worth at least the 1 of a well-placed player without the ball are " + ", ".join(
                       f"{value:.0%} of the positions with it ({reading})" for reading, value in values.items()), "",
                   ALL_POSITIONS)


def one_highest(results, budget):
    values = {midpoint: fact(results, "greatest without the ball", midpoint) for midpoint in MIDPOINTS}
    return Finding(tuple(counted("greatest", value, f"{midpoint} midpoint") for midpoint, value in values.items()),
                   "; ".join(f"{midpoint} midpoint: up to {value:g}, and "
                             f"{fact(results, 'above 1 without the ball', midpoint):.1%} of positions exceed 1"
                             for midpoint, value in values.items()), "",
                   f"{ALL_POSITIONS}; the paper does not say that the midpoint is rounded to a cell")


def eight_moves(results, budget):
    game = Soccer()
    state = start(game, 0)
    state.x[RED], state.y[RED] = 5, 5
    count = len(legal_actions(game, state))
    return Finding((counted("moves", count),), f"a player without the ball has {count} moves in the middle of the "
                                               f"pitch",
                   "", f"four straight and two diagonally forward; at most {facts(game).branching} actions with a kick")
