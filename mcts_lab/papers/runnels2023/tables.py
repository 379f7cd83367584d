"""The tables of [Runnels 2023], set beside ours, and the further tables of this study."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ...experiments import by_seat
from ...experiments.statistics import proportion
from ...project.paths import data
from ..reporting.compare import NOT_COMPARED
from .experiments import PAPER_GAMES, READINGS

KEYS = {"minimax": "depth", "alpha-beta": "depth", "mcts": "playouts", "usual mcts": "playouts"}
TABLES = {"minimax": "table1", "alpha-beta": "table2", "mcts": "table3"}
VALUES = ("red_moves", "blue_moves", "red_wins", "blue_wins", "draws", "runtime")
OUTCOMES = {"red_wins": "red", "blue_wins": "blue", "draws": "draw"}


def games_of(results, algorithm, reading):
    """The games of an algorithm under one reading of Equation 6, with the outcome as three columns of 0 and 1."""
    games = results["runnels2023_self_play"]
    games = games[(games["algorithm"] == algorithm) & (games["reading"] == reading)].copy()
    for column, winner in OUTCOMES.items():
        games[column] = (games["winner"] == winner).astype(int)
    games["plies"] = games["red_moves"] + games["blue_moves"]
    return games


def paper_numbers(algorithm):
    """The published table of an algorithm."""
    return pd.read_csv(data() / "paper" / f"runnels2023_{TABLES[algorithm]}.csv", comment="#")


def expected_count(successes: int, trials: int, of: int = PAPER_GAMES) -> tuple[float, float, float]:
    """What `of` further games should show, given `successes` in `trials`: the mean and a 95 % prediction interval.

    The interval is that of the beta-binomial distribution with Jeffreys' prior, so it knows both that `trials` is
    finite and that the paper played only `of` games.
    """
    from scipy.stats import betabinom

    low, high = betabinom(of, successes + 0.5, trials - successes + 0.5).ppf([0.025, 0.975])
    return of * successes / trials, float(low), float(high)


def expected_mean(values, of: int = PAPER_GAMES) -> tuple[float, float, float]:
    """What the mean of `of` further games should be, with a 95 % prediction interval (normal approximation)."""
    values = np.asarray(values, float)
    half = 1.96 * values.std(ddof=1) * np.sqrt(1 / of + 1 / len(values)) if len(values) > 1 else np.nan
    return float(values.mean()), float(values.mean() - half), float(values.mean() + half)


def beside_paper(results, algorithm, reading="printed"):
    """Our games as the paper's table: what 25 games should show, with intervals in which its numbers are expected."""
    games = games_of(results, algorithm, reading)
    rows = []
    for setting, part in games.groupby("setting", sort=True):
        row = {KEYS[algorithm]: setting}
        for column in ("red_moves", "blue_moves"):
            row[column], row[f"{column}_low"], row[f"{column}_high"] = expected_mean(part[column])
        for column in OUTCOMES:
            row[column], row[f"{column}_low"], row[f"{column}_high"] = expected_count(part[column].sum(), len(part))
        row |= {"runtime": part["seconds"].mean(), "runtime_verdict": NOT_COMPARED, "games": len(part)}
        rows.append(row)
    return pd.DataFrame(rows)


def table1(results, budget):
    return beside_paper(results, "minimax")


def table2(results, budget):
    return beside_paper(results, "alpha-beta")


def table3(results, budget):
    return beside_paper(results, "mcts")


def both_readings(results, algorithm):
    """Both readings of Equation 6, at the paper's 25 games and at all of ours, with the share of draws."""
    rows = []
    for name in (algorithm, f"usual {algorithm}") if algorithm == "mcts" else (algorithm,):
        for reading in READINGS:
            for setting, every in games_of(results, name, reading).groupby("setting", sort=True):
                for part in [every[every["game"] < PAPER_GAMES], every][: 1 if len(every) <= PAPER_GAMES else 2]:
                    rows.append({"algorithm": name, "eq6": reading, KEYS[name]: setting, **summary(part)})
    frame = pd.DataFrame(rows)
    return frame if algorithm == "mcts" else frame.drop(columns="algorithm")


def summary(part):
    """Moves, results and effort of some games."""
    draws = proportion(int(part["draws"].sum()), len(part))
    return {
        "games": len(part), "red_moves": part["red_moves"].mean(), "blue_moves": part["blue_moves"].mean(),
        **{column: int(part[column].sum()) for column in OUTCOMES},
        "draws_percent": round(100 * draws.estimate, 1), "from": round(100 * draws.low, 1),
        "to": round(100 * draws.high, 1), "should_be_draws_percent": round(100 * (part["theory"] == "draw").mean(), 1),
        "states_per_move": round(part["generated"].sum() / part["plies"].sum(), 1),
        "ms_per_move": round(1000 * part["seconds"].sum() / part["plies"].sum(), 3),
    }


def table1_readings(results, budget):
    return both_readings(results, "minimax")


def table2_readings(results, budget):
    return both_readings(results, "alpha-beta")


def table3_readings(results, budget):
    return both_readings(results, "mcts")


def exact_table(results, budget):
    """In what share of positions a search's move keeps the exact value."""
    frame = results["runnels2023_exact"]
    rows = []
    for row in frame.to_dict("records"):
        kept = proportion(row["kept"], row["positions"])
        rows.append({"algorithm": row["algorithm"], "setting": row["setting"], "eq6": row["reading"],
                     "positions": {"start": "starts", "any": "all"}[row["kind"]], "worth": row["value"],
                     "tried": row["positions"], "kept_percent": round(100 * kept.estimate, 1),
                     "from": round(100 * kept.low, 1), "to": round(100 * kept.high, 1),
                     "given_to_opponent": row["to_loss"]})
    return pd.DataFrame(rows)


def growth(results, budget):
    """What a search of one position costs: states generated (with the standard error over positions) and time."""
    frame = results["runnels2023_growth"]
    return pd.DataFrame({
        "algorithm": frame["algorithm"], "setting": frame["setting"], "eq6": frame["reading"],
        "positions": frame["positions"], "states": frame["calls"].round(1),
        "standard_error": frame["calls_error"].round(1),
        "microseconds": (1e6 * frame["seconds"]).round(1),
    })


def variants(results, budget):
    """Each reading of the paper's MCTS: how often it draws with itself, and how it fares against alpha-beta."""
    games = results["runnels2023_variants"]
    names = games["fixture"].str.rsplit(" - ", n=1, expand=True)
    rows = []
    for name in names[0].unique():
        own = games[(names[0] == name) & (names[1] == "itself")]
        other = by_seat(games[(names[0] == name) & (names[1] != "itself")].reset_index(drop=True))
        mine = other[other["player"] == name]
        draws = proportion(int((own["payoff_0"] == 0).sum()), len(own))
        points = proportion(mine["points"].sum(), len(mine))
        rows.append({"variant": name, "games": len(own), "draws_percent": round(100 * draws.estimate, 1),
                     "draws_from": round(100 * draws.low, 1), "draws_to": round(100 * draws.high, 1),
                     "points_against_alpha_beta": round(points.estimate, 3), "points_from": round(points.low, 3),
                     "points_to": round(points.high, 3), "wins": int((mine["result"] == "win").sum()),
                     "losses": int((mine["result"] == "loss").sum())})
    return pd.DataFrame(rows)


def speed(results, budget):
    """The reference program's recorded speed beside ours: processor seconds in both cases, on different machines."""
    ours = results["runnels2023_speed"]
    known = pd.read_csv(data() / "paper" / "runnels2023_speed.csv", comment="#").set_index("what")
    rows = []
    for row in ours.to_dict("records"):
        reference = known["per_second"].get(row["what"], np.nan)
        rate = row["count"] / row["seconds"]
        rows.append({"what": row["what"].replace(" 1 plies", " 1 ply"), "unit": row["unit"],
                     "reference_per_second": reference, "ours_per_second": rate, "ratio": rate / reference,
                     "reference_plays_per_move": known["plays_per_move"].get(row["what"], np.nan),
                     "our_plays_per_move": row.get("plays_per_move", np.nan)})
    return pd.DataFrame(rows)


def rules(results, budget):
    """Where the paper's description of the game differs from the program it used, which is what is played here."""
    return pd.DataFrame([
        ("field", "12 by 20 cells", "13 rows by 19 columns, and a goal column at each end"),
        ("moves", "to all eight neighbours", "to six: four straight, two diagonally forward"),
        ("getting the ball", "at the centre, or by the opponent's kick from outside its region",
         "also by stealing, being bumped into, interception, the ball going out, corners"),
        ("scoring", "by a kick", "also by walking in, and own goals"),
        ("kick from outside the region", "the opponent gets the ball", "so it does, after a kick-off"),
        ("interception", "the opponent stands between player and goal", "one of five points of its cell is in the "
         "triangle of ball and goal posts, at any distance"),
        ("end", "a goal, or a repeated position", "the same"),
    ], columns=["topic", "paper", "program"])
