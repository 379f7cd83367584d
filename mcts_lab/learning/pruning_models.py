"""The pruning models that ship with the project, and making them: bandit data, two networks, how good they are."""

from __future__ import annotations

from pathlib import Path

from .bandits import DISTRIBUTIONS, PROBABILITY_PULLS, RUNS, SAFETY_PULLS, data_set
from .networks import PruningModel, tables, train

PULLS = {"safety": SAFETY_PULLS, "probability": PROBABILITY_PULLS}


def file_name(distribution) -> str:
    return f"pruning_{distribution}.npz"


def make_model(distribution, seed=0, runs=RUNS, epochs=400, workers=1, progress=None, data=None) -> PruningModel:
    """Both networks for a distribution of rewards by its name, such as "uniform".

    Parameters
    ----------
    runs: bandit problems for each row of the data sets. epochs: of training, at most.
    workers: processes that make the data. progress: called with a sentence when something is done; None: not called.
    data: a folder where the data sets are kept as CSV, and read if they are there; None: nowhere.

    Raises ValueError for an unknown distribution.
    """
    import numpy as np
    import pandas as pd

    if distribution not in DISTRIBUTIONS:
        raise ValueError(f"there is no distribution {distribution!r}: choose one of {', '.join(DISTRIBUTIONS)}")
    networks, about = {}, {"distribution": distribution, "seed": seed, "runs": runs}
    for kind, family in zip(PULLS, np.random.SeedSequence(seed).spawn(len(PULLS)), strict=True):
        kept = Path(data) / f"bandits_{kind}_{distribution}_{seed}_{runs}.csv" if data else None
        if kept and kept.exists():
            rows = pd.read_csv(kept)
        else:
            rows = data_set(DISTRIBUTIONS[distribution], PULLS[kind], runs=runs, seed=family, workers=workers)
            if kept:
                rows.to_csv(kept, index=False)
        if progress:
            progress(f"{len(rows)} rows of data for the {kind} network")
        networks[kind], about[kind] = train(kind, rows, seed=seed, epochs=epochs)
        if progress:
            error = about[kind]["mean_absolute_error"]
            progress(f"the {kind} network: mean absolute error {error:.3f} on rows held out")
    return PruningModel(tables=tables(**networks), about=about, **networks)
