"""The pruning networks: two small multilayer perceptrons, trained with scikit-learn and kept as plain arrays.

The *safety* network gives the number of actions to keep so that the best one is among them, from the number of actions
and of iterations done. The *probability* network gives the chance that the best of so many actions is the most visited
at the end, from their number and the iterations left. Layers, optimiser and scaling are those of the article's stored
networks [Papagiannis 2022, Section 4].

Both have whole numbers as inputs. So what a search asks of them is written down once for all of these, in the tables
of `Tables`, and a search reads a table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..engine.whole_files import written_whole
from .files import ModelError, read_about, read_arrays
from .models import forward, trained

VERSION = 2
LAYERS = {"safety": (200, 300, 100), "probability": (300, 500, 200)}
LEARNING_RATE = {"safety": 1e-4, "probability": 1e-3}
EPOCHS = {"safety": 426, "probability": 361}  # at most; as many steps as the article's stored networks were trained
PATIENCE = {"safety": 30, "probability": 361}  # epochs without a better score after which training stops
LABELS = {"safety": "worst_rank", "probability": "found"}
TRAINING_SHARE = 0.8
MOST_ACTIONS = 128  # the tables' first index
FIRST_PULLS, MOST_PULLS = 100, 1500  # iterations for which the safety network is asked
MOST_LEFT = 2000  # iterations left for which the probability network was trained
STEP = 2.0**-16  # of the probabilities in the tables: far less than a network errs, and short in a file


class Network(NamedTuple):
    """A multilayer perceptron with ReLU and one linear output; inputs are scaled to mean 0 and deviation 1."""

    mean: np.ndarray  # float32[2]
    deviation: np.ndarray  # float32[2]
    weights: tuple  # float32[inputs, outputs] of each layer
    biases: tuple  # float32[outputs] of each layer

    def __call__(self, actions, iterations):
        """The output for numbers of actions and of iterations (done, or left), which may be arrays.

        In double precision, because libraries add up matrix products in an order of their own on each processor.
        """
        actions, iterations = np.broadcast_arrays(actions, iterations)
        x = np.stack([actions, iterations], -1).astype(np.float64).reshape(-1, 2)
        x = forward((x - self.mean) / self.deviation, zip(self.weights, self.biases, strict=True))
        return x[:, 0].reshape(actions.shape)


class Tables(NamedTuple):
    """The output of both networks, for searches."""

    kept: np.ndarray  # uint8[actions + 1, 1401]: actions to keep, by their number and iterations done, from 100 on
    found: np.ndarray  # float32[actions + 1, MOST_LEFT + 1], multiples of `STEP`: by actions and iterations left


class PruningModel(NamedTuple):
    """Both networks of one distribution of rewards, and their tables."""

    safety: Network
    probability: Network
    tables: Tables
    about: dict  # how it was made: distribution, seed, accuracy on held-out rows


def train(kind, rows, seed=0, epochs=None, patience=None):
    """Train one of the networks; returns it and how well it does on rows held out.

    The network is that of the epoch with the best score on 15 % of the training rows, its numbers rounded to half
    precision, as they are kept in files; what it does on the rows held out is measured after that.

    Parameters
    ----------
    kind: "safety" or "probability". rows: a DataFrame as `mcts_lab.learning.bandits.data_set` makes it.
    epochs: at most; None: as many as in `EPOCHS`.
    patience: training stops after so many epochs without a better score; None: as many as in `PATIENCE`. With `epochs`
        of it training does not stop early.

    Raises ValueError for another kind, ImportError with a sentence if scikit-learn is missing.
    """
    if kind not in LAYERS:
        raise ValueError(f"there is no network {kind!r}: choose one of {', '.join(LAYERS)}")
    inputs = rows[["arms", "pulls"]].to_numpy(np.float32)
    labels = rows[LABELS[kind]].to_numpy(np.float32)
    order = np.random.default_rng(seed).permutation(len(rows))
    cut = int(TRAINING_SHARE * len(rows))
    training, held_out = order[:cut], order[cut:]
    mean, deviation = inputs[training].mean(0), inputs[training].std(0)
    epochs = epochs or EPOCHS[kind]
    learner = trained("MLPRegressor", (inputs[training] - mean) / deviation, labels[training], LAYERS[kind], seed, {
        "learning_rate_init": LEARNING_RATE[kind], "batch_size": 32, "max_iter": epochs, "early_stopping": True,
        "validation_fraction": 0.15, "n_iter_no_change": patience or PATIENCE[kind], "tol": 0.0, "alpha": 0.0})
    network = Network(mean, deviation, rounded(learner.coefs_), rounded(learner.intercepts_))
    errors = network(*inputs[held_out].T) - labels[held_out]
    return network, {
        "rows": len(rows), "training_rows": cut, "epochs": int(learner.n_iter_), "seed": seed,
        "mean_absolute_error": float(np.abs(errors).mean()),
        "root_mean_square_error": float(np.sqrt((errors**2).mean()))}


def rounded(layers) -> tuple:
    """The numbers of layers rounded to half precision, as float32."""
    return tuple(np.float16(numbers).astype(np.float32) for numbers in layers)


def tables(safety, probability, most_actions=MOST_ACTIONS) -> Tables:
    """The output of both networks for all whole numbers that a search may ask about, up to so many actions."""
    kept, found = [], []
    for actions in range(most_actions + 1):
        said = np.rint(safety(actions, np.arange(FIRST_PULLS, MOST_PULLS + 1)))
        kept.append(np.clip(said, 1, max(actions, 1)).astype(np.uint8))
        found.append(np.rint(probability(actions, np.arange(MOST_LEFT + 1)) / STEP) * STEP)
    return Tables(np.array(kept), np.array(found, np.float32))


# -- files -------------------------------------------------------------------------------------------------------------


def save(path, model):
    """Write a model as plain arrays (npz): the networks in half precision, and `found` as steps from one to the next.

    Raises ValueError for numbers that this would change.
    """
    import json

    steps = np.rint(model.tables.found / STEP).astype(np.int32)
    if not np.array_equal(np.float32(steps * STEP), model.tables.found):
        raise ValueError(f"a model is kept with probabilities in multiples of {STEP}: make its tables with tables()")
    arrays = {"version": np.int64(VERSION), "about": np.array(json.dumps(model.about)), "kept": model.tables.kept,
              "found": np.diff(steps, axis=1, prepend=np.int32(0))}
    for kind in LAYERS:
        network = getattr(model, kind)
        arrays |= {f"{kind}_mean": network.mean, f"{kind}_deviation": network.deviation}
        for i, (weights, biases) in enumerate(zip(network.weights, network.biases, strict=True)):
            arrays |= {f"{kind}_weights_{i}": np.float16(weights), f"{kind}_biases_{i}": np.float16(biases)}
        if any(not np.array_equal(arrays[f"{kind}_{part}_{i}"], numbers) for part in ("weights", "biases")
               for i, numbers in enumerate(getattr(network, part))):
            raise ValueError(f"a model is kept in half precision: round the {kind} network with rounded()")
    with written_whole(path) as part, part.open("wb") as file:
        np.savez_compressed(file, **arrays)


def load(path) -> PruningModel:
    """Read a model. Raises ModelError with one sentence if the file is missing, damaged, or of another version."""
    arrays = read_arrays(path, "pruning model", VERSION)
    try:
        networks = {kind: _network(kind, arrays) for kind in LAYERS}
        written = _tables(arrays)
        about = read_about(arrays)
    except (KeyError, ValueError, TypeError) as error:
        raise ModelError(f"{path} is a damaged model: {error}") from None
    return PruningModel(tables=written, about=about, **networks)


def _network(kind, arrays):
    """One network of a file, whose arrays fit together."""
    count = len(LAYERS[kind]) + 1
    weights = tuple(arrays[f"{kind}_weights_{i}"].astype(np.float32) for i in range(count))
    biases = tuple(arrays[f"{kind}_biases_{i}"].astype(np.float32) for i in range(count))
    mean, deviation = (arrays[f"{kind}_{part}"].astype(np.float32) for part in ("mean", "deviation"))
    network = Network(mean, deviation, weights, biases)
    sizes = (2, *LAYERS[kind], 1)
    if any(w.shape != shape for w, shape in zip(weights, zip(sizes, sizes[1:], strict=False), strict=True)):
        raise ValueError(f"layers of the {kind} network do not have the sizes {sizes}")
    if any(b.shape != (n,) for b, n in zip(biases, sizes[1:], strict=True)) or not (
            mean.shape == deviation.shape == sizes[:1]):
        raise ValueError(f"biases of the {kind} network do not have the sizes {sizes[1:]}")
    if not all(np.isfinite(part).all() for part in (*weights, *biases, mean, deviation)) or not (deviation > 0).all():
        raise ValueError(f"numbers of the {kind} network are not finite, or a deviation is not above 0")
    return network


def _tables(arrays):
    """The tables of a file."""
    kept, found = arrays["kept"], arrays["found"]
    if kept.dtype != np.uint8 or found.dtype != np.int32 or kept.ndim != 2 or found.ndim != 2 or (
            kept.shape != (len(found), MOST_PULLS - FIRST_PULLS + 1) or found.shape[1] != MOST_LEFT + 1
            or not 1 <= len(kept) <= MOST_ACTIONS + 1):
        raise ValueError("its tables do not have the right sizes")
    if (kept < 1).any() or (kept > np.maximum(np.arange(len(kept)), 1)[:, None]).any():
        raise ValueError("its tables keep no action, or more actions than there are")
    return Tables(np.ascontiguousarray(kept), np.float32(np.cumsum(found, axis=1) * STEP))
