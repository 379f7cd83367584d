"""The tables of [Runnels 2023] beside ours, and the other tables of this study."""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd

from ..counting import share_of_games
from ..judging import DEPENDS, NATS, UNDECIDED
from ..paths import data
from ..reporting.compare import COMPATIBLE, DIFFERENT, NOT_COMPARED
from ..reporting.results import once
from .census import TIES
from .experiments import (
    CUT_OFF,
    CUT_OFFS,
    EPSILON,
    EPSILONS,
    FIRST_MOVERS,
    MIDPOINTS,
    PAPER_GAMES,
    READINGS,
)

KEYS = {"minimax": "depth", "alpha-beta": "depth", "mcts": "playouts"}
TABLES = {"minimax": "table1", "alpha-beta": "table2", "mcts": "table3"}
VALUES = ("red_moves", "blue_moves", "red_wins", "blue_wins", "draws", "runtime")
OUTCOMES = {"red_wins": "red", "blue_wins": "blue", "draws": "draw"}


CREDITS = {"mcts": "utility of the leaf's player", "chooser mcts": "utility of the player who chose"}
UNITS = {"plies": 1, "rounds": 2}  # possible meanings of one step of the paper's depth, in plies
COLUMNS = ("columns as printed", "columns exchanged")  # whether the paper's columns Red and Blue are right or exchanged


@once
def self_play_games(results, algorithm, reading):
    """Return the games of an algorithm under one interpretation of Equation 6, with the outcome as three columns of 0
    and 1."""
    games = results["runnels2023_chooser" if algorithm == "chooser mcts" else "runnels2023_self_play"]
    return outcomes_of(games, algorithm, reading)


def outcomes_of(games, algorithm, reading):
    """Return the games of one algorithm and interpretation, with the outcome as three columns of 0 and 1."""
    if not len(games):
        return pd.DataFrame(columns=["setting", "game", "winner", *OUTCOMES, "red_moves", "blue_moves"])
    games = games[(games["algorithm"] == algorithm) & (games["reading"] == reading)].copy()
    for column, winner in OUTCOMES.items():
        games[column] = (games["winner"] == winner).astype(int)
    games["plies"] = games["red_moves"] + games["blue_moves"]
    return games


def specification_rows(frame):
    """Return a census with a column `specification`, which names the interpretation of all details except the depth.
    """
    if not len(frame):
        return pd.DataFrame(columns=["specification", "deep"])
    names = (frame["eq6"], *(frame[name].fillna(default) if name in frame else default for name, default in (
        ("midpoint", "integer"), ("guard", "attacked"), ("score", "own"))), frame["first"], frame["ties"])
    eq6, midpoint, guard, score, first, ties = (
        name if isinstance(name, pd.Series) else pd.Series(name, frame.index) for name in names)
    return frame.assign(specification=eq6 + ", " + midpoint + " midpoint, " + guard + " goal, " + score + " value, "
                        + first + " first, " + ties + " ties")


def usual_name(reading) -> str:
    """Return the name of the usual interpretation, with this `reading` of Equation 6, for games without randomness."""
    return f"{reading}, integer midpoint, attacked goal, own value, red first, {TIES[0]} ties, plies"


def specifications(results, resamples=0):
    """Yield every interpretation of the paper: (name, function from a depth of the paper to shares of games).

    The shares are those of all starts that Red wins, Blue wins and neither wins: float64[3]. With `resamples` they
    are float64[3, 1 + resamples]: the shares found, and samples from the posterior with Jeffreys' prior. The
    samples only differ if ties are broken at random, in one game from each start. The function raises KeyError for
    a depth that was not counted.
    """
    for name, rows in counted_rows(results).items():
        for unit, plies in UNITS.items():
            def shares(depth, rows=rows, plies=plies):
                row = rows[depth * plies]
                counts = np.array([row["red"], row["blue"], row["draws"]])
                found = counts / counts.sum()
                if not resamples:
                    return found
                if row["ties"] != "random":
                    return np.repeat(found[:, None], 1 + resamples, axis=1)
                rng = np.random.default_rng([depth, plies])
                return np.column_stack([found, rng.dirichlet(counts + 0.5, resamples).T])

            yield f"{name}, {unit}", shares


@once
def counted_rows(results) -> dict:
    """Return the census as dicts: specification -> depth in plies -> row."""
    found = {}
    for row in specification_rows(results["runnels2023_census"]).to_dict("records"):
        found.setdefault(row["specification"], {})[row["plies"]] = row
    return found


def paper_numbers(algorithm):
    """Return the published table of an algorithm."""
    return pd.read_csv(data() / "paper" / f"runnels2023_{TABLES[algorithm]}.csv", comment="#")


class Predicted(NamedTuple):
    """The numbers of the paper's table that one interpretation predicts."""

    specification: str
    shares: dict  # setting -> (Red's wins, Blue's wins, draws), shares
    known: dict  # setting -> number of games on which the shares are based; 0: all games
    moves: dict  # setting -> ((mean, standard deviation) of Red's moves, the same of Blue's)


@once
def predictions(results, algorithm) -> list[Predicted]:
    """Return the paper's table of an algorithm as each interpretation predicts it, with columns exchanged or not."""
    found = []
    for one in _sampled(results) if algorithm == "mcts" else _counted(results, paper_numbers(algorithm)["depth"]):
        for columns in COLUMNS:
            turn = slice(None, None, -1) if columns == COLUMNS[1] else slice(None)
            found.append(Predicted(
                f"{one.specification}, {columns}", {s: (*v[:2][turn], v[2]) for s, v in one.shares.items()}, one.known,
                {s: v[turn] for s, v in one.moves.items()}))
    return found


def _counted(results, depths):
    for name, rows in counted_rows(results).items():
        for unit, plies in UNITS.items():
            if not all(depth * plies in rows for depth in depths):
                continue
            chosen = {depth: rows[depth * plies] for depth in depths}
            total = sum(chosen[depths.iloc[0]][column] for column in ("red", "blue", "draws"))
            yield Predicted(f"{name}, {unit}", {d: tuple(r[c] / total for c in ("red", "blue", "draws"))
                                                for d, r in chosen.items()}, dict.fromkeys(chosen, 0),
                            {d: ((r["red_moves"], r["red_sd"]), (r["blue_moves"], r["blue_sd"]))
                             for d, r in chosen.items()})


BACKUPS = {**CREDITS, "usual mcts": "usual backup"}
# An interpretation counts only if it has at least this share of the games of the interpretation with the most games,
# because predictions from few games are not precise
ENOUGH = 0.05


def monte_carlo_readings():
    """Return all interpretations of the paper's MCTS that were played.

    Each is a tuple: Equation 6, algorithm, randomness, cut-off, first mover, midpoint. Playouts vary only if Red
    moves first and midpoints are rounded; first mover and midpoint vary only with the usual playouts.
    """
    usual = (EPSILON, CUT_OFF, "red", "integer")
    details = [(*playouts, *usual[2:]) for playouts in itertools.product(EPSILONS, CUT_OFFS)]
    details += [(*usual[:2], *others) for others in itertools.product(FIRST_MOVERS, MIDPOINTS) if others != usual[2:]]
    return [(*one, *detail) for one in itertools.product(READINGS, BACKUPS) for detail in details]


def mcts_reading_name(reading, algorithm, epsilon, limit, first, midpoint) -> str:
    """Return the name of an interpretation of the paper's MCTS."""
    return (f"{reading}, {BACKUPS[algorithm]}, {epsilon:.0%} random, cut off at {limit}, {first} first, {midpoint} "
            f"midpoint")


def _sampled(results):
    most = results["runnels2023_self_play"].groupby(["reading", "algorithm", "setting"]).size().max()
    wanted = set(paper_numbers("mcts")["playouts"])
    for one in monte_carlo_readings():
        games = played(results, *one)
        parts = {setting: part for setting, part in games.groupby("setting") if len(part) >= ENOUGH * most}
        if set(parts) >= wanted:
            yield Predicted(mcts_reading_name(*one),
                            {s: tuple(part[list(OUTCOMES)].mean()) for s, part in parts.items()},
                            {s: len(part) for s, part in parts.items()},
                            {s: tuple((part[c].mean(), part[c].std()) for c in ("red_moves", "blue_moves"))
                             for s, part in parts.items()})


def played(results, reading, algorithm, epsilon, limit, first, midpoint):
    """Return the games of the paper's MCTS under one interpretation."""
    if (first, midpoint) != ("red", "integer"):
        return outcomes_of(chosen_of(results["runnels2023_details"], first=first, midpoint=midpoint), algorithm,
                           reading)
    if (epsilon, limit) == (EPSILON, CUT_OFF):
        return self_play_games(results, algorithm, reading)
    return outcomes_of(chosen_of(results["runnels2023_grid"], epsilon=epsilon, limit=limit), algorithm, reading)


def chosen_of(frame, **values):
    """Return the rows of a frame that have these values. An empty frame stays empty."""
    for name, value in values.items():
        frame = frame[frame[name] == value] if len(frame) else frame
    return frame


def intervals_of(readings, setting, column):
    """Return predictions for 25 games in a cell of the paper's table, one row for each interpretation.

    A row has the mean and the limits of a 95 % prediction interval. The interval takes into account how many games
    a sampled share is based on (beta-binomial with Jeffreys' prior).
    """
    from scipy.stats import betabinom, binom

    games = np.array([one.known[setting] for one in readings])
    if column in OUTCOMES:
        shares = np.array([one.shares[setting][list(OUTCOMES).index(column)] for one in readings])
        ends = (0.025, 0.975)
        if games.any():
            won = shares * games
            upto = np.arange(PAPER_GAMES + 1)[:, None]
            chances = betabinom.pmf(upto, PAPER_GAMES, won + 0.5, games - won + 0.5).cumsum(0)
            found = [(chances < end).sum(0) for end in ends]  # ppf would be slower
        else:
            found = [np.maximum(binom.ppf(end, PAPER_GAMES, shares), 0) for end in ends]
        return np.stack([PAPER_GAMES * shares, *found], axis=1)
    moves = np.array([one.moves[setting][0 if column == "red_moves" else 1] for one in readings])
    half = 1.96 * moves[:, 1] * np.sqrt(1 / PAPER_GAMES + np.where(games > 0, 1 / np.maximum(games, 1), 0))
    return np.stack([moves[:, 0], moves[:, 0] - half, moves[:, 0] + half], axis=1)


STARTS = 10_368  # number of starts in a census
CELLS = ("red_moves", "blue_moves", *OUTCOMES)


# The interpretation that every table shows first, even if another is likelier. It follows the text; if the text does
# not say anything, it is the usual or simplest choice.
FIRST_READING = {
    **dict.fromkeys(("minimax", "alpha-beta"), f"{usual_name(READINGS[0])}, {COLUMNS[0]}"),
    "mcts": f"{mcts_reading_name(READINGS[0], 'chooser mcts', EPSILON, CUT_OFF, 'red', 'integer')}, {COLUMNS[0]}",
}


def beside_paper(results, algorithm):
    """Return the paper's table beside the predictions of interpretations, each with its interval.

    The first prediction is that of `FIRST_READING`. Columns "likeliest_..." have the prediction of the likeliest
    interpretation. Another column has the share of interpretations whose interval contains the paper's number. The
    verdict is "compatible" if all intervals contain it, "different" if none contains it, and otherwise "depends on the
    interpretation". If an interpretation has not been played yet, the verdict is "undecided".
    """
    table = paper_numbers(algorithm).set_index(KEYS[algorithm])
    readings = predictions(results, algorithm)
    all_there = algorithm != "mcts" or len(readings) == len(monte_carlo_readings()) * len(COLUMNS)
    likelihoods = log_likelihoods(readings, table)
    chosen = {"": next((i for i, one in enumerate(readings) if one.specification == FIRST_READING[algorithm]), None),
              "likeliest_": int(np.argmax(likelihoods)) if readings else None}
    rows = []
    for setting in table.index if readings else ():
        row = {KEYS[algorithm]: setting}
        for column in CELLS:
            found = intervals_of(readings, setting, column)
            inside = (found[:, 1] <= table.loc[setting, column]) & (table.loc[setting, column] <= found[:, 2])
            for name, i in chosen.items():
                values = [np.nan] * 3 if i is None else found[i]
                row |= {f"{name}{column}{end}": float(value)
                        for end, value in zip(("", "_low", "_high"), values, strict=True)}
            row |= {f"{column}_share": float(inside.mean()),
                    f"{column}_verdict": UNDECIDED if not all_there else COMPATIBLE if inside.all() else
                    DEPENDS if inside.any() else DIFFERENT}
        games = self_play_games(results, algorithm, "printed")
        row |= {"runtime": games[games["setting"] == setting]["seconds"].mean(), "runtime_verdict": NOT_COMPARED,
                "interpretations": len(readings)}
        rows.append(row)
    return pd.DataFrame(rows)


def least_played(readings) -> int:
    """Return the number of games in a row of the interpretation with the fewest games; all starts if none was sampled.
    """
    return min((games or STARTS for one in readings for games in one.known.values()), default=STARTS)


def log_likelihoods(readings, table) -> np.ndarray:
    """Return the log-likelihood of the paper's results (wins and draws of 25 games per row) under each interpretation.

    Each result gets half a game more (Jeffreys), so that a result without any game is unlikely but not impossible.
    The uncertainty of sampled shares is taken into account (Dirichlet-multinomial). All shares are treated as if they
    came from the number of games of the interpretation with the fewest games. Otherwise, shares from fewer games
    would seem likelier only because they are less precise.
    """
    from scipy.special import gammaln

    most, form = least_played(readings), (len(readings), len(table), len(OUTCOMES))
    seen = table[list(OUTCOMES)].to_numpy(float)
    games = np.array([[min(one.known[setting] or STARTS, most) for setting in table.index] for one in readings])
    shares = np.array([[one.shares[setting] for setting in table.index] for one in readings])
    alpha = shares.reshape(form) * games.reshape(*form[:2], 1) + 0.5
    n, whole = seen.sum(1), alpha.sum(2)
    rows = (gammaln(n + 1) - gammaln(seen + 1).sum(1) + gammaln(whole) - gammaln(n + whole)
            + (gammaln(seen + alpha) - gammaln(alpha)).sum(2))
    return rows.sum(1)


@once
def curve(results):
    """Return the specification curve: for each interpretation and table, the likelihood of the paper's results.

    Columns ``table``, ``specification``, its details, ``log_likelihood``, ``inside`` (share of the cells whose
    interval contains the paper's number). Rows are best first within each table.
    """
    parts = [_curve(results, algorithm, name) for algorithm, name in TABLES.items()]
    return pd.concat(parts, ignore_index=True).sort_values(["table", "log_likelihood"], ascending=[True, False],
                                                           ignore_index=True)


def _curve(results, algorithm, name):
    table = paper_numbers(algorithm).set_index(KEYS[algorithm])
    readings = predictions(results, algorithm)
    inside = np.zeros(len(readings))
    for setting, column in itertools.product(table.index, CELLS) if readings else ():
        _, low, high = intervals_of(readings, setting, column).T
        inside += (low <= table.loc[setting, column]) & (table.loc[setting, column] <= high)
    cells = len(table) * len(CELLS)
    return pd.DataFrame({"table": name, "specification": [one.specification for one in readings],
                         "log_likelihood": np.round(log_likelihoods(readings, table), 2),
                         "inside": inside / cells, "cells": cells})


def likely(results) -> set:
    """Return the interpretations, in claims about games, whose log-likelihood is within `NATS` of the likeliest one.

    For an interpretation, the order of the columns and further details are chosen that fit best. For players without
    randomness, the likelihood is that of the wins and draws in Tables 1 and 2 together. For MCTS, it is that of the
    wins and draws in Table 3.
    """
    frame = curve(results)
    words = frame["specification"].str.split(", ")
    of_mcts = frame["table"] == TABLES["mcts"]
    frame = frame.assign(reading=words.str[:2].where(of_mcts, words.str[:-1]).str.join(", "))
    both = frame[~of_mcts].groupby(["reading", "specification"])["log_likelihood"].agg(["sum", "size"])
    found = (frame[of_mcts].groupby("reading")["log_likelihood"].max(),
             both[both["size"] == len(TABLES) - 1].groupby("reading")["sum"].max())
    return {reading for best in found for reading in best.index[best >= best.max() - NATS]}


def table1(results, budget):
    return beside_paper(results, "minimax")


def table2(results, budget):
    return beside_paper(results, "alpha-beta")


def table3(results, budget):
    return beside_paper(results, "mcts")


def kept_of_all(results):
    """Return the census of starts whose value alpha-beta keeps, with the same columns as the sampled rows."""
    frame = results["runnels2023_kept_census"]
    if not len(frame):
        return pd.DataFrame()
    return pd.DataFrame({"reading": frame["reading"], "algorithm": "alpha-beta", "setting": frame["plies"],
                         "kind": "start", "value": frame["worth"], "positions": frame["starts"],
                         "kept": frame["kept"], "to_loss": frame["to_loss"], "all": True})


def kept_moves(results):
    """Return how often moves keep the exact value of a position.

    For alpha-beta, all starts are used if they were counted. Otherwise a sample of positions is used. The column
    ``all`` is True if all starts were used. ``low`` and ``high`` are the limits of the interval of ``share``.
    """
    sampled = results["runnels2023_exact"].assign(all=False)
    found = pd.concat([kept_of_all(results), sampled], ignore_index=True)
    if not len(found):
        return found.reindex(columns=["reading", "algorithm", "setting", "kind", "value", "share"])
    found = found.drop_duplicates(["reading", "algorithm", "setting", "kind", "value"])
    ends = [share_of_games(kept, of) for kept, of in zip(found["kept"], found["positions"], strict=True)]
    share = found["kept"] / found["positions"]
    return found.assign(share=share, low=share.where(found["all"], [end.low for end in ends]),
                        high=share.where(found["all"], [end.high for end in ends]))


def rules(results, budget):
    """Return the differences between the paper's description of the game and the program it used, which is played
    here."""
    return pd.DataFrame([
        ("field", "The field has 12 by 20 cells.", "The field has 13 rows and 19 columns, and a goal column at each "
                                                   "end."),
        ("moves", "A player can move to all eight neighbouring cells.",
         "A player can move to six: four straight moves, and two diagonally forward."),
        ("getting the ball", "A player gets the ball at the centre, or by the opponent's kick from outside its region.",
         "A player can also get it by stealing, by being bumped into, by interception, if the ball goes out, and by "
         "corners."),
        ("scoring", "A player scores by a kick.", "A player can also score by walking into the goal; there are own "
                                                  "goals."),
        ("kick from outside the region", "The opponent gets the ball.", "The opponent gets the ball after a kick-off."),
        ("interception", "The opponent stands between the player and the goal.", "One of five points of the opponent's "
         "cell is in the triangle of the ball and the goal posts, at any distance."),
        ("end", "A game ends by a goal or a repeated position.", "It is the same."),
    ], columns=["topic", "paper", "program"])
