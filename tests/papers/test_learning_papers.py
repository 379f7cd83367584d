"""Bandit data, pruning networks as plain arrays, and the planner."""


from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from test_learning import ROWS

from mcts_lab.cli import main
from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import stream, uniform
from mcts_lab.learning.networks import (
    LAYERS,
    load,
)
from mcts_papers.papagiannis2022 import pruning_models
from mcts_papers.papagiannis2022.bandits import (
    DISTRIBUTIONS,
    Beta,
    OnePeak,
    TwoEnds,
    TwoPeaks,
    Uniform,
    data_set,
    outcomes,
)
from mcts_papers.papagiannis2022.pruning_models import file_name, named
from mcts_papers.paths import data

# -- bandits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("distribution", "mean"), [
    (Uniform(), 0.5), (OnePeak(0.4, 0.1), 0.4), (Beta(2.0, 6.0), 0.25), (Beta(3.0, 3.0), 0.5),
    (TwoPeaks(0.5, 0.2, 0.05, 0.8, 0.05), 0.5), (TwoEnds(0.25, 3.0, 3.0), 0.25 * 0.25 + 0.75 * 0.75)])
def test_means_come_from_their_distribution(distribution, mean):
    rng = stream(4)
    drawn = np.array([distribution.draw_mean(rng) for _ in range(2000)])
    assert drawn.min() >= 0.0 and drawn.max() <= 1.0
    assert abs(drawn.mean() - mean) < 4 * drawn.std() / np.sqrt(len(drawn))


class Coin(NamedTuple):
    """Arms that always pay or never do."""

    def draw_mean(self, rng):
        return 1.0 if uniform(rng) < 0.5 else 0.0


class Undrawn(NamedTuple):
    """A distribution without a rule."""


def test_a_distribution_of_ones_own_goes_along_to_other_processes():
    with pytest.raises(TypeError, match="Undrawn needs a method draw_mean"):
        data_set(Undrawn(), (5,), arms=(3,), runs=2)
    frame = data_set(Coin(), (5, 9), arms=(3, 4), runs=20, workers=2)
    assert frame.equals(data_set(Coin(), (5, 9), arms=(3, 4), runs=20))


def test_repeated_batches_average_the_worst_rank():
    family = np.random.SeedSequence(5)
    once = outcomes(Uniform(), 12, (40, 60), 30, family)
    often = outcomes(Uniform(), 12, (40, 60), 30, family, repeats=4)
    assert all(isinstance(worst, int) for worst, _ in once)
    assert all(4 * worst == int(4 * worst) and worst <= 12 for worst, _ in often)
    assert any(a != b for a, b in zip(once, often, strict=True)) and all(0 < share < 1 for _, share in often)
    assert outcomes(Uniform(), 12, (40, 60), 30, family, repeats=1) == once


def test_of_two_arms_the_one_that_pays_is_found():
    assert outcomes(Coin(), 2, (50,), runs=20, seed=1) == [(1, 1.0)]


@pytest.mark.parametrize("call", [
    *(lambda wrong=wrong: outcomes(Uniform(), **{"arms": 3, "pulls": (10,), "runs": 2} | wrong) for wrong in (
        {"arms": 0}, {"pulls": ()}, {"pulls": (5, 5)}, {"pulls": (0, 5)}, {"runs": 0}, {"repeats": 0})),
    lambda: named("cauchy"),
])
def test_what_cannot_be_is_refused_in_a_sentence(call):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        call()


def test_data_does_not_depend_on_the_order_of_work():
    whole = data_set(Uniform(), (10, 20, 30, 40), arms=(3, 5), runs=5, batches=2, seed=7)
    assert whole[["arms", "pulls"]].to_numpy().tolist() == [[k, t] for k in (3, 5) for t in (10, 20, 30, 40)]
    family = np.random.SeedSequence(7).spawn(2)[1].spawn(2)
    assert [tuple(row) for row in whole.loc[4:, ["worst_rank", "found"]].to_numpy()] == [
        row for pair in zip(outcomes(Uniform(), 5, (10, 30), 5, family[0]),
                            outcomes(Uniform(), 5, (20, 40), 5, family[1]), strict=True) for row in pair]
    alone = data_set(Uniform(), (10, 20, 30, 40), arms=(3, 5), runs=5, batches=None, seed=7)
    assert alone.equals(data_set(Uniform(), (10, 20, 30, 40), arms=(3, 5), runs=5, seed=7))  # the default
    assert len(alone) == len(whole) and alone.worst_rank.ge(1).all() and alone.found.between(0, 1).all()


@pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")
def test_the_articles_probabilities():
    """What the article's stored network says, for both distributions [Papagiannis 2022], within 0.03."""
    known = {("uniform", 10): (0.681, 0.823, 0.910), ("uniform", 50): (0.059, 0.227, 0.579),
             ("bimodal", 5): (0.836, 0.906, 0.949), ("bimodal", 10): (0.604, 0.776, 0.886)}
    for (name, arms), expected in known.items():
        found = [share for _, share in outcomes(DISTRIBUTIONS[name], arms, (100, 300, 1000), 16_000, seed=1)]
        assert np.abs(np.array(found) - expected).max() < 0.03


def test_data_are_kept_in_a_folder_that_is_made(tmp_path, monkeypatch):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    monkeypatch.setattr(pruning_models, "data_set", lambda *arguments, **options: ROWS)
    folder = tmp_path / "made" / "here"
    pruning_models.make_model("uniform", runs=2, epochs=1, data=folder)
    assert len(list(folder.iterdir())) == 2
    assert all(len(pd.read_csv(path)) == len(ROWS) for path in folder.iterdir())


def test_the_command_writes_a_model(tmp_path, capsys):
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    for kind, repeats in {"safety": 3, "probability": 1}.items():
        ROWS.to_csv(tmp_path / f"bandits_{kind}_uniform_0_2x{repeats}_own.csv", index=False)
    path = tmp_path / "model.npz"
    assert main(["train", "uniform", "--runs", "2", "--epochs", "1", "--keep-data", str(tmp_path), "--out",
                 str(path)]) == 0
    assert load(path).about["distribution"] == "uniform" and str(path) in capsys.readouterr().out


# -- what ships --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((data() / "models").glob("pruning_*.npz")), ids=lambda path: path.stem)
def test_what_is_said_of_models_stands_in_them(path):
    """The errors in the list of models are those of the files, and their networks those of its distribution."""
    about = load(path).about
    row = next(line for line in (path.parent / "README.md").read_text(encoding="utf-8").splitlines()
               if path.name in line)
    errors = [about[kind]["mean_absolute_error"] for kind in LAYERS]
    assert row.endswith(f"| {errors[0]:.2f} | {errors[1]:.4f} |")
    assert f"mcts-lab train {about['distribution']} " in row and path.name == file_name(about["distribution"])
    assert about["rewards"] == repr(DISTRIBUTIONS[about["distribution"]]) and about["seed"] == 0
    assert f"--batches {about['batches']} " in row
    assert ("--repeats 1 " in row) == (about["safety"]["repeats"] == 1)
