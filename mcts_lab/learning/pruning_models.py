"""The pruning models that ship with the project, and making them: bandit data, two networks, how good they are."""

from __future__ import annotations

from pathlib import Path

from ..engine.processes import side_by_side
from .bandits import DISTRIBUTIONS, PROBABILITY_PULLS, RUNS, SAFETY_PULLS, data_set
from .networks import PruningModel, tables, train

PULLS = {"safety": SAFETY_PULLS, "probability": PROBABILITY_PULLS}


def file_name(distribution) -> str:
    return f"pruning_{distribution}.npz"


REPEATS = {"safety": 3, "probability": 1}  # of the bandits for each row: a maximum scatters more than a share


def make_model(distribution, seed=0, runs=RUNS, epochs=None, workers=1, progress=None, data=None, batches=None,
               repeats=None) -> PruningModel:
    """Both networks for a distribution of rewards, by its name, such as "uniform", or a value, such as `Beta(2, 3)`.

    Parameters
    ----------
    runs: bandit problems for each row of the data sets, whose worst rank is a label of the safety network.
    epochs: of training, at most; None: as the article's networks, see `mcts_lab.learning.networks.EPOCHS`.
    workers: processes that make the data and train; -1: one for each processor.
    progress: called with a sentence when something is done; None: not called.
    data: a folder where the data sets are kept as CSV, and read if they are there; None: nowhere.
    batches: see `mcts_lab.learning.bandits.data_set`; None: each row has problems of its own.
    repeats: of the safety network's bandits, whose worst ranks are averaged; None: `REPEATS`.

    Raises ValueError for an unknown distribution.
    """
    import joblib
    import numpy as np
    import pandas as pd

    name, distribution = named(distribution)
    often = REPEATS if repeats is None else {**REPEATS, "safety": repeats}
    tell = progress or (lambda words: None)
    rows = {}
    for kind, family in zip(PULLS, np.random.SeedSequence(seed).spawn(len(PULLS)), strict=True):
        how = f"{runs}x{often[kind]}_{batches or 'own'}"
        kept = Path(data) / f"bandits_{kind}_{name}_{seed}_{how}.csv" if data else None
        if kept and kept.exists():
            rows[kind] = pd.read_csv(kept)
        else:
            rows[kind] = data_set(distribution, PULLS[kind], runs=runs, batches=batches, seed=family, workers=workers,
                                  repeats=often[kind])
            if kept:
                kept.parent.mkdir(parents=True, exist_ok=True)
                rows[kind].to_csv(kept, index=False, float_format="%.6g")
        tell(f"{len(rows[kind])} rows of data for the {kind} network")
    trainings = (joblib.delayed(train)(kind, rows[kind], seed=seed, epochs=epochs) for kind in rows)
    networks, about = {}, {"distribution": name, "rewards": repr(distribution), "seed": seed, "runs": runs,
                           "batches": batches}
    for kind, (network, made) in zip(rows, side_by_side(trainings, workers), strict=True):
        networks[kind], about[kind] = network, {**made, "repeats": often[kind]}
        tell(f"the {kind} network: mean absolute error {made['mean_absolute_error']:.3f} on rows held out")
    return PruningModel(tables=tables(**networks), about=about, **networks)


def named(distribution) -> tuple:
    """The name and the value of a distribution of rewards, given as either. Raises ValueError for an unknown name."""
    if not isinstance(distribution, str):
        known = [name for name, one in DISTRIBUTIONS.items() if type(one) is type(distribution) and one == distribution]
        return (known or [type(distribution).__name__.lower()])[0], distribution
    if distribution not in DISTRIBUTIONS:
        raise ValueError(f"there is no distribution {distribution!r}: choose one of {', '.join(DISTRIBUTIONS)}")
    return distribution, DISTRIBUTIONS[distribution]
