"""Boosted trees as plain arrays: trained with XGBoost, asked in compiled searches, saved as an npz file.

A tree's answer is the number at the leaf where its comparisons lead; the answers of all trees are added in their order,
in 32-bit floats, as XGBoost does, so that both say the same.
"""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np

from ..engine.arithmetic import exp, log
from ..engine.generic import unit
from ..engine.whole_files import written_whole
from .files import ModelError, read_about, read_arrays
from .models import WIDEST

VERSION = 1
LEAF = -1

BRANCH = np.dtype([
    ("feature", np.int32),  # the input that is compared, or LEAF
    ("threshold", np.float32),  # inputs below it go on at `below`, others one further; at a leaf, what it says
    ("below", np.int32),
])


class Forest(NamedTuple):
    """Trees whose sum is the logarithm of the odds of the class 1; the output is its probability."""

    inputs: int
    base: float  # added to the sum
    roots: np.ndarray  # int32[trees], where each tree begins among the branches
    branches: np.ndarray  # BRANCH records

    def __call__(self, inputs):
        """The probability of the class 1 for rows of inputs: float64[rows]."""
        inputs = np.asarray(inputs, np.float32)
        total = np.full(len(inputs), self.base, np.float32)
        for root in self.roots:
            at = np.full(len(inputs), root)
            while (inner := self.branches["feature"][at] != LEAF).any():
                here = self.branches[at[inner]]
                below = inputs[np.flatnonzero(inner), here["feature"]] < here["threshold"]
                at[inner] = here["below"] + ~below
            total += self.branches["threshold"][at]
        return 1.0 / (1.0 + np.exp(-np.float64(total)))

    def sizes_of(self):
        return int(self.inputs), 1

    def answer(self, x, y):
        y[0] = 1.0 / (1.0 + exp(-log_odds(self, x)))


@unit
def log_odds(model, x) -> float:
    """The sum of all trees for the inputs `x`, float32, none of them missing."""
    total = np.float32(model.base)
    for tree in range(len(model.roots)):
        at = int(model.roots[tree])
        while model.branches[at].feature >= 0:
            below = x[model.branches[at].feature] < model.branches[at].threshold
            at = int(model.branches[at].below) + (0 if below else 1)
        total += model.branches[at].threshold
    return np.float64(total)


# -- training ----------------------------------------------------------------------------------------------------------

SETTINGS = {"max_depth": 6, "eta": 0.1, "subsample": 0.8, "colsample_bytree": 0.8, "min_child_weight": 5}
MOST_TREES, PATIENCE = 300, 20


def fit_forest(inputs, labels, held_out, seed=0, trees=MOST_TREES, **settings):
    """Train a forest on rows of inputs with labels 0 or 1; returns it and XGBoost's own model.

    Parameters
    ----------
    held_out: (inputs, labels) on which training stops after `PATIENCE` trees without less loss.
    trees: at most. settings: of XGBoost, in place of `SETTINGS`.

    Raises ImportError with a sentence if XGBoost is missing, ValueError for too many inputs.
    """
    try:
        import xgboost
    except ImportError:
        raise ImportError("training a forest needs XGBoost: pip install 'mcts_lab[learning]'") from None
    settings = {"objective": "binary:logistic", "base_score": 0.5, "seed": seed, "nthread": 1, **SETTINGS, **settings}
    matrices = [xgboost.DMatrix(np.asarray(x, np.float32), np.asarray(y)) for x, y in ((inputs, labels), held_out)]
    booster = xgboost.train(settings, matrices[0], trees, evals=[(matrices[1], "held_out")],
                            early_stopping_rounds=PATIENCE, verbose_eval=False)
    booster = booster[: booster.best_iteration + 1]
    return from_xgboost(booster), booster


def from_xgboost(booster) -> Forest:
    """The forest of an XGBoost model for two classes. Raises ValueError for any other."""
    learner = json.loads(bytes(booster.save_raw("json")))["learner"]
    if learner["objective"]["name"] != "binary:logistic" or learner["gradient_booster"]["name"] != "gbtree":
        raise ValueError("only trees for two classes (binary:logistic) can be taken over from XGBoost")
    base = float(np.ravel(json.loads(learner["learner_model_param"]["base_score"]))[0])
    roots, rows = [], []
    for tree in learner["gradient_booster"]["model"]["trees"]:
        if tree["categories"]:
            raise ValueError("trees that ask for categories cannot be taken over from XGBoost")
        roots.append(len(rows))
        rows += laid_out(tree, len(rows))
    return Forest(int(learner["learner_model_param"]["num_feature"]), log(base / (1.0 - base)),
                  np.array(roots, np.int32), np.array(rows, np.dtype((np.record, BRANCH))))


def laid_out(tree, first) -> list:
    """The branches of one of XGBoost's trees, the two below a branch side by side, numbered from `first` on."""
    left, right = tree["left_children"], tree["right_children"]
    rows, waiting = [None], [(0, 0)]
    for node, place in waiting:
        if left[node] < 0:
            rows[place] = (LEAF, tree["split_conditions"][node], 0)
        else:
            below = len(rows)
            rows += [None, None]
            rows[place] = (tree["split_indices"][node], tree["split_conditions"][node], first + below)
            waiting += [(left[node], below), (right[node], below + 1)]
    return rows


# -- files -------------------------------------------------------------------------------------------------------------


def save_forest(path, forest, about):
    """Write a forest as plain arrays (npz), with a dict of what is to be known about it."""
    arrays = {name: np.ascontiguousarray(forest.branches[name]) for name in BRANCH.names}
    with written_whole(path) as part, part.open("wb") as file:
        np.savez_compressed(file, forest_version=np.int64(VERSION), about=np.array(json.dumps(about)),
                            inputs=np.int64(forest.inputs), base=np.float64(forest.base), roots=forest.roots, **arrays)


def load_forest(path):
    """Read (forest, about). Raises ModelError with one sentence if the file is missing, damaged, or another version."""
    arrays = read_arrays(path, "forest", VERSION, "forest_version")
    try:
        return _forest(arrays), read_about(arrays)
    except (KeyError, ValueError, TypeError, OverflowError) as error:
        raise ModelError(f"{path} is a damaged forest: {error}") from None


def _forest(arrays) -> Forest:
    """The forest of a file, in which every way leads further on to a leaf."""
    columns = [arrays[name] for name in BRANCH.names]
    n = len(columns[0])
    if any(c.shape != (n,) or c.dtype != BRANCH[name] for c, name in zip(columns, BRANCH.names, strict=True)):
        raise ValueError("its branches do not have the right sizes")
    branches = np.zeros(n, np.dtype((np.record, BRANCH)))
    for name, column in zip(BRANCH.names, columns, strict=True):
        branches[name] = column
    inputs, base, roots = int(arrays["inputs"]), float(arrays["base"]), arrays["roots"]
    inner = branches["feature"] != LEAF
    below = branches["below"][inner]
    if not 1 <= inputs <= WIDEST or not np.isfinite(base) or not np.isfinite(branches["threshold"]).all():
        raise ValueError("its numbers are out of range")
    if roots.dtype != np.int32 or roots.ndim != 1 or not len(roots) or roots.min() < 0 or roots.max() >= n:
        raise ValueError("its trees begin nowhere")
    if (branches["feature"][inner] < 0).any() or (branches["feature"][inner] >= inputs).any() or (
            below <= np.flatnonzero(inner)).any() or (below >= n - 1).any():
        raise ValueError("its branches lead nowhere")
    return Forest(inputs, base, np.ascontiguousarray(roots), branches)
