"""Estimate the paper's bimodal rewards from the outputs of its stored networks.

The paper publishes neither the form nor the parameters of the bimodal distribution that its networks learned from.
Here a form is chosen and its parameters are fitted: bandits with these rewards should give the same answers as
both stored bimodal networks (the points of ``papagiannis2022_networks.csv``). The pruning schedules
(``papagiannis2022_schedules.csv``) are not used for the fit, so they can check it.

A network smooths its training data, so it differs from the bandits even if the rewards are known. The uniform
networks show by how much. A point has a smaller weight if the uniform network differs more from uniform bandits
there.
"""

from __future__ import annotations

import itertools
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from mcts_lab.engine.whole_files import written_whole
from mcts_papers.papagiannis2022.bandits import DISTRIBUTIONS, TwoEnds, Uniform, outcomes
from mcts_papers.papagiannis2022.networks import FIRST_PULLS, MOST_LEFT, MOST_PULLS, VERSION, Tables
from mcts_papers.processes import side_by_side

from ..paths import data
from .players import article_file, pruning_model

BATCHES = 8  # of 1000 problems for each number of arms
SCALE = {"kept": 0.5, "found": 0.01}  # errors that count as one; half of the difference that counts as equal
SEED = 2022
START = TwoEnds(0.6, 6.0, 8.0)  # the middle of the range of parameters


def stored(networks) -> pd.DataFrame:
    """Return the outputs of the paper's stored networks, "uniform" or "bimodal": actions, iterations, kept, found."""
    frame = pd.read_csv(data() / "paper" / "papagiannis2022_networks.csv", comment="#")
    return frame[frame["networks"] == networks].drop(columns="networks").reset_index(drop=True)


def write_tables(folder):
    """Write the files that `players.article_tables` reads. Bits are stored as differences, which can be compressed
    best."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for distribution in ("uniform", "bimodal"):
        kept, found = interpolated(distribution)
        steps = np.diff(found.view(np.int32), axis=1, prepend=np.int32(0))
        with written_whole(Path(folder) / article_file(distribution)) as part, part.open("wb") as file:
            np.savez_compressed(file, version=np.int64(VERSION), kept=kept, found=steps)


def interpolated(distribution) -> Tables:
    """Return the tables of the paper's networks, "uniform" or "bimodal", estimated from their published points.

    At these points the tables are equal to the paper's networks. Elsewhere they are the outputs of our networks
    plus an interpolated difference. The interpolation is monotone cubic on logarithms, first over the iterations,
    then over the actions.
    """
    model, points = pruning_model(distribution), stored(distribution)
    most = int(points["actions"].max())
    actions = np.arange(most + 1)[:, None]
    said = []
    for what, network, times in (("kept", model.safety, np.arange(FIRST_PULLS, MOST_PULLS + 1)),
                                 ("found", model.probability, np.arange(MOST_LEFT + 1))):
        off = points[what] - network(points["actions"].to_numpy(), points["iterations"].to_numpy())
        off = points.assign(off=off).dropna(subset=what)
        along = {n: between(here["iterations"], here["off"], times) for n, here in off.groupby("actions")}
        said.append(network(actions, times) + between(list(along), list(along.values()), actions[:, 0]))
    kept = np.clip(np.rint(said[0]), 1, np.maximum(actions, 1))
    return Tables(kept.astype(np.uint8), said[1].astype(np.float32))


def between(known, values, wanted):
    """Interpolate values (rows for increasing numbers) at other numbers. Outside the range, use the outermost value.
    """
    from scipy.interpolate import PchipInterpolator

    at = np.log(np.asarray(known, float))
    return PchipInterpolator(at, np.asarray(values))(np.clip(np.log(np.maximum(wanted, 1)), at[0], at[-1]))


def simulated(distribution, points, batches=BATCHES, seed=SEED) -> pd.DataFrame:
    """Return the results of bandits at some points: one row for each, with mean worst rank (kept) and share found.

    points: DataFrame with columns actions and iterations. batches: of 1000 problems for each number of actions.
    """
    rows = {}
    for actions, here in points.groupby("actions"):
        pulls = sorted(int(t) for t in here["iterations"])
        found = outcomes(distribution, int(actions), pulls, seed=np.random.SeedSequence([seed, int(actions)]),
                         repeats=batches)
        rows |= {(actions, t): one for t, one in zip(pulls, found, strict=True)}
    said = [rows[point] for point in zip(points["actions"], points["iterations"], strict=True)]
    return pd.DataFrame(said, columns=["kept", "found"], index=points.index)


def trust(batches=BATCHES, seed=SEED) -> pd.DataFrame:
    """Return, for each point, the error that counts as one: from `SCALE` and the uniform network's error, by their
    squares."""
    known = stored("uniform")
    off = simulated(Uniform(), known, batches, seed) - known[["kept", "found"]]
    scales = np.hypot(off, [SCALE["kept"], SCALE["found"]])
    return scales.set_index(pd.MultiIndex.from_frame(known[["actions", "iterations"]]))


def errors(distribution, batches=BATCHES, seed=SEED) -> pd.DataFrame:
    """Return, for each point, the difference between bandits and the paper's bimodal networks: actions, iterations,
    kept, found."""
    known = stored("bimodal")
    off = simulated(distribution, known, batches, seed) - known[["kept", "found"]]
    return known[["actions", "iterations"]].join(off)


def misfit(off, scales) -> float:
    """Return the mean of the squared scaled `errors`; kept and found have the same weight."""
    scaled = off.set_index(["actions", "iterations"])[["kept", "found"]] / scales
    return float((scaled**2).mean().mean())


def summary(off) -> dict:
    """Return the mean absolute error and bias of kept, and the root mean square error and bias of found."""
    return {"kept_mean_absolute_error": float(off["kept"].abs().mean()), "kept_bias": float(off["kept"].mean()),
            "found_root_mean_square_error": float(math.sqrt((off["found"] ** 2).mean())),
            "found_bias": float(off["found"].mean())}


def fit(start=None, spread=0.2, batches=BATCHES, seed=SEED, workers=1, progress=None):
    """Fit the parameters of a form; return (distribution, expected misfit).

    Bandits are simulated for parameters around the start: each parameter is increased or decreased by the share
    `spread`, alone and together with all others. At each point, a quadratic function of the parameters is fitted
    to the results, which removes most of the noise. The parameters with the smallest misfit of these functions are
    chosen.

    Parameters
    ----------
    start: a distribution of the form to be fitted; None: `START`.
    workers: processes; -1: one for each processor. progress: called with the number of simulations; None: not called.
    """
    import joblib
    from scipy.optimize import least_squares

    start = START if start is None else start
    centre = np.array(start, float)
    design = around(len(centre))
    if progress:
        progress(f"{len(design)} choices of {len(centre)} parameters")
    tried = [type(start)(*map(float, centre * (1 + spread * d))) for d in design]
    known, scales = stored("bimodal"), trust(batches, seed).to_numpy()
    said = np.array(list(side_by_side(
        (joblib.delayed(simulated)(one, known, batches, seed + 1 + i) for i, one in enumerate(tried)), workers)))
    fitted = np.linalg.lstsq(quadratic(design), said.reshape(len(design), -1), rcond=None)[0]
    counted = np.isfinite(known[["kept", "found"]].to_numpy())
    parts = np.sqrt(counted.sum(0) * 2)  # so that the sum of squares is equal to `misfit`

    def scaled(d):
        off = (quadratic(d[None, :]) @ fitted).reshape(counted.shape) - known[["kept", "found"]].to_numpy()
        return (off / scales / parts)[counted]

    best = least_squares(scaled, np.zeros(len(centre)), bounds=(-1, 1))
    return type(start)(*map(float, centre * (1 + spread * best.x))), float((best.fun**2).sum())


def around(parameters):
    """Return rows of -1, 0 and 1: no parameter changed, each one alone, and all of them."""
    alone = np.eye(parameters)
    corners = np.array(list(itertools.product((-1, 1), repeat=parameters)))
    return np.vstack([np.zeros((1, parameters)), alone, -alone, corners])


def quadratic(d):
    """Return the terms of a quadratic function for rows of variables."""
    pairs = itertools.combinations_with_replacement(range(d.shape[1]), 2)
    return np.column_stack([np.ones(len(d)), d, *(d[:, i] * d[:, j] for i, j in pairs)])


def main():
    """Fit again, and print how far bandits with the fitted and with the named rewards are from the paper's networks.

    With a folder as argument, write the tables of the paper's networks into the folder instead.
    """
    if sys.argv[1:]:
        return write_tables(sys.argv[1])
    print(f"fitted: {fit(workers=-1)[0]}")
    for name in ("bimodal", "bimodal_normal"):
        off = errors(DISTRIBUTIONS[name], seed=SEED - 1)  # with other problems than in the fit
        print(name, DISTRIBUTIONS[name], {what: round(value, 3) for what, value in summary(off).items()})


if __name__ == "__main__":
    main()
