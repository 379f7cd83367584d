"""The measures of the claims of [Runnels 2023]. ``claims.csv`` says which measured number decides a claim.

A *reading* is an interpretation of something that the paper does not say clearly. A claim is judged under each reading.
Games of players without randomness are played from every start. Their numbers have no sampling error, unless ties are
broken at random. All other numbers have intervals at 95 %.
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from mcts_lab.game import legal_actions, start
from mcts_lab.matches.statistics import fit, paired, t_reach

from ..counting import share_of_games, share_of_starts
from ..games.soccer import RED, Soccer
from ..judging import Part, counted, missing, part
from ..measuring import Note, claim
from ..reporting.results import once
from .experiments import ALPHA_BETA_DEPTHS, MIDPOINTS, MINIMAX_DEPTHS, PLAYOUTS, READINGS
from .figures import growth_of
from .tables import (
    CREDITS,
    STARTS,
    UNITS,
    kept_moves,
    paper_numbers,
    self_play_games,
    specification_rows,
    specifications,
    usual_name,
)

# --- games of players who do not use chance, under every reading of what the paper leaves open ------------------------

RESAMPLES = 400
EXACT = ("all starts are played, so only interpretations in which ties are broken at random, with one game from each "
         "start, have a sampling error")
FLOOR = 0.5 / STARTS  # half a game, where none is decided


def counted_or_sampled(label, values, reading) -> Part:
    """Return a part from ``values[0]``, the number found, and samples of it; without error if all samples are equal."""
    value, others = values[0], np.asarray(values[1:])
    low, high = (value, value) if (others == value).all() else np.quantile(others, [0.025, 0.975])
    if low == high:
        return counted(label, value, reading)
    return Part(label, float(value), float(min(low, value)), float(max(high, value)), reading, STARTS)


def decided(shares) -> float:
    """Return the share of games with a winner."""
    return shares[0] + shares[1]


@claim("runnels2023-depth-1-most", note=EXACT, measure=lambda shares: {
    f"{name}, 1 minus {depth}": shares(1)[side] - shares(depth)[side]
    for side, name in enumerate(("Red", "Blue")) for depth in MINIMAX_DEPTHS[1:]})
@claim("runnels2023-draws-often", note=EXACT, measure=lambda shares: {
    f"depth {depth}": shares(depth)[2] for depth in MINIMAX_DEPTHS}, draws="draws are no sign of a sophisticated "
                                                                           "evaluation, because ")
@claim("runnels2023-lower-depths", note=EXACT, measure=lambda shares: {
    "minimax, 1 minus 3": decided(shares(1)) - decided(shares(3)),
    "alpha-beta, 1 and 2 minus 4 and 5": np.mean([decided(shares(depth)) for depth in (1, 2)], axis=0)
    - np.mean([decided(shares(depth)) for depth in (4, 5)], axis=0)})
@claim("runnels2023-depths-2-and-3", measure=lambda shares: {
    f"{best} minus {other}": decided(shares(best)) - decided(shares(other))
    for best, other in itertools.product((2, 3), (1, 4, 5))},
    note=f"{EXACT}. The claim cannot hold for plies and for rounds: for plies, 2 plies would have to be better than 4, "
    "which are 2 rounds; for rounds, 2 rounds would have to be better than 1, which is 2 plies")
@claim("runnels2023-depth-1-as-5", form=".2f", measure=lambda shares: {"log2 of the ratio": np.log2(
    np.maximum(decided(shares(ALPHA_BETA_DEPTHS[0])), FLOOR) / np.maximum(decided(shares(ALPHA_BETA_DEPTHS[-1])), FLOOR)
    )}, note=f"{EXACT}; two shares that differ by less than a factor of two count as equal")
@claim("runnels2023-minimax-can-win", note=EXACT, draws="other starts are won only by mistakes of the opponent, "
                                                        "because ",
       measure=lambda shares: {"best depth": np.max([decided(shares(depth)) for depth in MINIMAX_DEPTHS], axis=0)})
def of_census(results, measure, form=".1%", draws=""):
    """Yield parts under every reading of section 4, of the tables, and of the word "depth".

    A reading is left out if one of its depths was not counted. Only readings with random ties have a sampling error.

    measure: function that gets a function `shares` and returns {label: values}. ``shares(depth)`` returns the shares
        of games (Red wins, Blue wins, draws) for a depth in the paper's unit. Each share is an array with the number
        found, followed by samples of it.
    form: format of the numbers in the text about the usual reading
    draws: beginning of a note about the share of starts that are draws with best play; "": no note
    """
    names = 0
    for name, shares in specifications(results, RESAMPLES):
        try:
            measured = measure(shares)
        except KeyError:
            continue
        names += 1
        yield from (counted_or_sampled(label, values, name) for label, values in measured.items())
        for reading in READINGS:
            if name == usual_name(reading):  # everything but Equation 6 as in the experiments of games
                yield f"{reading}: " + ", ".join(f"{label} {values[0]:{'+' * (' minus ' in label)}{form}}"
                                                 for label, values in measured.items())
    yield f"in all, {names} interpretations were counted"
    if draws:
        yield Note(f"{draws}{fact(results, 'starts drawn', 'all'):.1%} of all starts are draws with best play")


MOST_DEPTH = 6  # maximum depth that is used, in plies, or in rounds of two plies


@claim("runnels2023-deeper-no-better", note=f"{EXACT}; every start is played in both colours. Results depend more on "
       "whether the depths are even or odd than on how deep they are")
def deeper_no_better(results):
    frame = specification_rows(results["runnels2023_duel_census"])
    for (name, rows), (unit, plies) in itertools.product(frame.groupby("specification", sort=False), UNITS.items()):
        here = rows[(rows["deep"] % plies == 0) & (rows["shallow"] % plies == 0) & (rows["deep"] <= MOST_DEPTH * plies)]
        wins, losses = int(here["wins"].sum()), int(here["losses"].sum())
        found = share_of_games(wins, wins + losses) if wins + losses else None
        if found and rows["ties"].iloc[0] == "random":
            yield part("deeper", found, f"{name}, {unit}")
        elif len(here):
            yield counted("deeper", found.estimate if found else 0.5, f"{name}, {unit}")
        for reading in READINGS:
            if f"{name}, {unit}" == usual_name(reading) and len(here):
                yield (f"{reading}: of {2 * int(here['starts'].sum()):,} games, the deeper side wins {wins:,} and "
                       f"loses {losses:,}")
    yield Note(f"{fact(results, 'starts drawn', 'all'):.1%} of all starts are draws with best play")


@claim("runnels2023-more-wins", note="pruning changes no value, so if ties are broken in the same way the games are "
                                     "the same")
def more_wins(results):
    columns, same, total = ["winner", "red_moves", "blue_moves"], 0, 0
    for reading in READINGS:
        plain, pruned = (self_play_games(results, a, reading)[["setting", "game", *columns]]
                         for a in ("minimax", "alpha-beta"))
        both = plain.merge(pruned, on=["setting", "game"])
        total += len(both)
        same += int(np.all([both[f"{column}_x"] == both[f"{column}_y"] for column in columns], axis=0).sum())
    yield (counted("games that differ", 1 - same / total) if same == total else
           part("games that differ", share_of_games(total - same, total)))
    yield f"{same:,} of {total:,} games from the same starts have the same moves and result"


# --- growth (sections 3 and 5) ----------------------------------------------------------------------------------------


def rate(frame):
    """Fit a straight line to the logarithms of the states. Return its slope, half of the slope's interval, and R^2."""
    from scipy.stats import linregress

    if len(frame) < 2:
        raise ValueError("A line needs two points.")
    line = linregress(frame["setting"].to_numpy(float), np.log(frame["calls"].to_numpy(float)))
    half = t_reach(len(frame) - 2) * line.stderr if len(frame) > 2 else np.inf
    return line.slope, half, line.rvalue**2


def states(results, reading, *algorithms):
    """Return, for each of some algorithms, the states that a search of one position generates, indexed by setting."""
    return (growth_of(results, algorithm, reading).set_index("setting")["calls"] for algorithm in algorithms)


@claim("runnels2023-minimax-exponential", algorithm="minimax", per_round=True)
@claim("runnels2023-alpha-beta-exponential", algorithm="alpha-beta",
       note="we count states; processor time grows in the same way if a search takes longer than its start-up")
def growth_per_ply(results, algorithm, per_round=False):
    """Yield the growth of the states per ply.

    per_round: True adds a note about the paper's time per move, because its depth may count rounds of two plies
    """
    for reading in READINGS:
        frame = growth_of(results, algorithm, reading)
        slope, half, r2 = rate(frame)
        yield Part("growth", *np.exp([slope, slope - half, slope + half]), reading, len(frame))
        yield (f"{reading}: each ply multiplies the states generated per move by {np.exp(slope):.2f} (R² of the "
               f"logarithms {r2:.4f})")
    if per_round:
        table, factor = paper_numbers(algorithm), np.exp(rate(growth_of(results, algorithm, READINGS[0]))[0])
        moves = table["runtime"] / (table["red_moves"] + table["blue_moves"])
        yield Note(f"the paper's time per move is multiplied by "
                   f"{(moves.iloc[-1] / moves.iloc[0]) ** (1 / (len(table) - 1)):.0f} for each level of depth, and our "
                   f"number of states by {factor:.1f} for each ply. The square of {factor:.1f} is {factor**2:.0f}, so "
                   "the paper's depth may count rounds of two plies; its text does not say so")


@claim("runnels2023-ten-times")
def ten_times(results):
    for reading in READINGS:
        plain, pruned = states(results, reading, "minimax", "alpha-beta")
        ratios = (plain / pruned).dropna()
        for unit, plies in (("plies", (1, 2, 3)), ("rounds", (2, 4))):
            if set(plies) <= set(ratios.index):
                value = float(np.log10(ratios.loc[list(plies)]).mean())
                yield counted("log10 of the ratio", value, f"{reading}, {unit}")
        yield f"{reading}: states of minimax divided by those of alpha-beta: " + ", ".join(
            f"{ratio:.1f} at {plies} plies" for plies, ratio in ratios.items())
    runtimes = [paper_numbers(algorithm)["runtime"] for algorithm in ("minimax", "alpha-beta")]
    yield Note("there is no constant factor: at one ply, both searches look at the same states, and the ratio grows "
               "with depth. The ratios of the paper's own runtimes are "
               f"{', '.join(f'{m / a:.1f}' for m, a in zip(*runtimes, strict=False))}")


@claim("runnels2023-square-root", note="alpha-beta reaches the square root only if it always searches the best action "
                                       "first")
def square_root(results):
    for reading in READINGS:
        frames = [growth_of(results, algorithm, reading)
                  for algorithm in ("alpha-beta", "minimax", "ordered alpha-beta")]
        (slope, wide, _), (plain, plain_wide, _), (ordered, *_) = map(rate, frames)
        ratio = slope / plain
        half = ratio * np.hypot(wide / slope, plain_wide / plain)
        yield Part("ratio", ratio, ratio - half, ratio + half, reading, len(frames[0]))
        yield (f"{reading}: each ply multiplies the states of alpha-beta by {np.exp(slope):.2f}, and those of minimax "
               f"by {np.exp(plain):.2f}, whose square root is {np.exp(plain / 2):.2f}; if actions are ordered by the "
               f"evaluation, the factor of alpha-beta is {np.exp(ordered):.2f}")


@claim("runnels2023-mcts-exponential")
def mcts_exponential(results):
    def explained(x, y):
        """R² of the straight line and of the exponential."""
        return [fit(x, y, kind).r_squared for kind in ("linear", "exponential")]

    for reading in READINGS:
        frame = growth_of(results, "mcts", reading)
        playouts, calls, errors = (frame[name].to_numpy(float) for name in ("setting", "calls", "calls_error"))
        yield Part("log2 of the ratio", *ratio_of_residuals(playouts, calls, errors), reading, len(calls))
        yield "{}: R² {:.4f} for the straight line, {:.3f} for the best exponential".format(
            reading, *explained(playouts, calls))
    table = paper_numbers("mcts")
    yield Note("each playout costs the same, so the work is proportional to the number of playouts. For the paper's "
               "own runtimes per move, R² is {:.3f} and {:.3f}; five numbers are modest evidence".format(
                   *explained(table["playouts"], table["runtime"] / (table["red_moves"] + table["blue_moves"]))))


RATES = np.linspace(-5.0, 20.0, 2001)  # growth rates of exponential curves, if the range of x has length 1


def ratio_of_residuals(x, y, errors):
    """Return the logarithm to base 2 of a ratio of two residuals, and the ends of its interval.

    The ratio is the residual of the best exponential curve divided by that of the best straight line. Residuals below
    1 (one state) count as 1.

    Noise increases small residuals, so the interval is not computed by adding noise to the points again. A residual is
    the distance of the points from a set of curves. If the points move by some distance, the residual changes by at
    most this distance. For the straight line, only the part of the movement counts that a line cannot follow.

    errors: standard errors of `y`
    """
    curves = np.exp(RATES[:, None] * (x - x.max()) / np.ptp(x))
    lines = np.stack([np.ones(len(x)), x], 1)
    beside = np.eye(len(x)) - lines @ np.linalg.pinv(lines)  # maps points to their residuals from the best line
    curve = math.sqrt(((y**2).sum() - (curves @ y) ** 2 / (curves**2).sum(axis=1)).min())
    line = float(np.linalg.norm(beside @ y))
    noise = np.random.default_rng(1).normal(0, errors, (10 * RESAMPLES, len(x)))
    off_curve, off_line = (float(np.quantile(np.linalg.norm(one, axis=1), 0.975)) for one in (noise, noise @ beside))

    def ratio(over, under):
        return math.log2(max(over, 1.0) / max(under, 1.0))

    return ratio(curve, line), ratio(curve - off_curve, line + off_line), ratio(curve + off_curve, line - off_line)


@claim("runnels2023-pruning-runtime", note="pruning leaves out states and never adds one")
def pruning_runtime(results):
    for reading in READINGS:
        plain, pruned = states(results, reading, "minimax", "alpha-beta")
        yield counted("2 plies", plain.loc[2] / pruned.loc[2], reading)


# --- games of MCTS (section 5.2) --------------------------------------------------------------------------------------


def mcts_readings(results):
    """Yield (name, reading of Equation 6, games) for each combination of two readings.

    One reading is that of Equation 6; the other one says whose utility is credited.
    """
    for reading, (algorithm, credit) in itertools.product(READINGS, CREDITS.items()):
        yield f"{reading}, {credit}", reading, self_play_games(results, algorithm, reading)


def won(games):
    """Return 1 for each game with a winner and 0 for each draw, indexed by start."""
    return (games["winner"] != "draw").astype(float).set_axis(games["game"].to_numpy())


def over_common(one, other):
    """Return the mean difference of two values over the starts that both have."""
    common = one.index.intersection(other.index)
    return paired(one[common], other[common])


@claim("runnels2023-extreme-playouts", pairs=[(a, b) for a in PLAYOUTS[1:-1] for b in (PLAYOUTS[0], PLAYOUTS[-1])])
@claim("runnels2023-playouts-25", pairs=[(25, n) for n in PLAYOUTS if n != 25])
@claim("runnels2023-fewer-wins", pairs=[(25, PLAYOUTS[-1])])
def by_playouts(results, pairs):
    """Yield the difference of the shares of games with a winner for each pair of numbers of playouts."""
    for name, _, every in mcts_readings(results):
        games = {n: won(some) for n, some in every.groupby("setting")}
        there = {n for pair in pairs for n in pair} <= set(games)
        yield from (part(f"{a} minus {b}", over_common(games[a], games[b]), name) if there else
                    missing(f"{a} minus {b}", name) for a, b in pairs)
        yield f"games with a winner, {name}: " + ", ".join(
            f"{some.mean():.1%} with {n} playouts" for n, some in sorted(games.items()))
    usual = self_play_games(results, "usual mcts", "printed")
    yield Note("games with a winner, with the usual backup and Equation 6 as printed: " + ", ".join(
        f"{won(some).mean():.1%} with {n} playouts" for n, some in usual.groupby("setting")))


def table_draws(games) -> np.ndarray:
    """Return the share of draws for each start. All settings of the table have the same weight."""
    table = games.assign(draw=(games["winner"] == "draw").astype(float)).pivot(index="game", columns="setting",
                                                                               values="draw")
    return table.dropna().mean(axis=1)


@claim("runnels2023-mcts-draws", note="for each start, all settings of a table are averaged; intervals are over starts")
def mcts_draws(results):
    for name, reading, games in mcts_readings(results):
        there = games["setting"].nunique() >= len(PLAYOUTS)
        for other in ("minimax", "alpha-beta") if there else ():
            own, rival = (table_draws(some) for some in (games, self_play_games(results, other, reading)))
            yield part(f"minus {other}", over_common(own, rival), name)
            yield f"draws, {name}: MCTS {own.mean():.1%}, {other} {rival.mean():.1%}"
        if not there:
            yield missing("draws", name)


@claim("runnels2023-mcts-cannot-win")
def mcts_cannot_win(results):
    for name, _, games in mcts_readings(results):
        if games["setting"].nunique() < len(PLAYOUTS):
            yield missing("games with a winner", name)
        else:
            decided_games = 1 - table_draws(games)
            yield part("games with a winner", share_of_starts(decided_games, len(decided_games)), name)
    yield Note("the paper does not say whose utility is credited. According to the letter of the text, it is the "
               "utility of the player to move at the leaf, and then selection prefers what is best for the opponent. "
               "In starts that can be won, we counted how often the move keeps the win, with Equation 6 as printed: "
               f"{kept_in_words(results, 'mcts')}. With the utility of the player who chose the node it is: "
               f"{kept_in_words(results, 'chooser mcts')}")


def kept_in_words(results, algorithm) -> str:
    """Return a text: the share of won starts that a search's move keeps won, by playouts, for Equation 6 as printed.
    """
    frame = kept_moves(results)
    frame = frame[(frame["algorithm"] == algorithm) & (frame["reading"] == READINGS[0]) & (frame["kind"] == "start")
                  & (frame["value"] == "win")]
    return ", ".join(f"{row['share']:.0%} with {row['setting']} playouts"
                     for row in frame.to_dict("records")) or "not measured yet"


# --- the game and the evaluation (sections 2 and 4): facts, not samples -----------------------------------------------


def fact(results, what, reading) -> float:
    """Return a number that was counted over all positions that can occur."""
    return float(counted_facts(results)[what, reading])


@once
def counted_facts(results) -> dict:
    """Return {(name of the number, reading of Equation 6): number}."""
    return results["runnels2023_facts"].set_index(["what", "reading"])["value"].to_dict()


ALL_POSITIONS = "the number is exact, because all positions that can occur were evaluated"


@claim("runnels2023-greatest", label="greatest", what="greatest", note=ALL_POSITIONS)
@claim("runnels2023-zero-least", label="least", what="least with the ball", note=ALL_POSITIONS, beside=(
    "negative with the ball", "of the positions with the ball are worth less than having lost"))
@claim("runnels2023-possession", label="worth 1 or more", what="1 or more with the ball", note=ALL_POSITIONS)
@claim("runnels2023-one-highest", label="greatest", what="greatest without the ball", readings=MIDPOINTS,
       form="{} midpoint", beside=("above 1 without the ball", "of positions exceed 1"),
       note=f"{ALL_POSITIONS}; the paper does not say that the midpoint is rounded to a cell")
def counted_over_positions(results, label, what, readings=READINGS, form="{}", beside=()):
    """Yield a counted number under each reading.

    beside: (name of a share that is reported too, text after the share)
    """
    for reading in readings:
        value = fact(results, what, reading)
        yield counted(label, value, form.format(reading))
        if beside:
            yield f"{form.format(reading)}: {value:.2f}, and {fact(results, beside[0], reading):.1%} {beside[1]}"


@claim("runnels2023-eight-moves")
def eight_moves(results):
    """Yield the number of moves of a player without the ball in the middle of the pitch."""
    game = Soccer()
    state = start(game, 0)
    state.x[RED], state.y[RED] = 5, 5
    yield counted("moves", len(legal_actions(game, state)))
    yield Note(f"four moves are straight and two are diagonally forward; with kicks, a player has at most "
               f"{game.facts().branching} actions")
