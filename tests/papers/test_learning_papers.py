"""Bandit data, pruning networks as plain arrays, and the planner."""

import numpy as np
import pandas as pd
import pytest
from test_learning import plans_are_right

from mcts_lab.engine.generic import compiler
from mcts_lab.engine.random import stream
from mcts_lab.learning.planner import FIRST_PULLS, MOST_ACTIONS, MOST_LEFT, STEP
from mcts_papers.model_files import ModelError
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
from mcts_papers.papagiannis2022.networks import LAYERS, Network, PruningModel, load, rounded, save, tables, train
from mcts_papers.papagiannis2022.pruning_models import named

# -- bandits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("distribution", "mean"), [
    (Uniform(), 0.5), (OnePeak(0.4, 0.1), 0.4), (Beta(2.0, 6.0), 0.25), (Beta(3.0, 3.0), 0.5),
    (TwoPeaks(0.5, 0.2, 0.05, 0.8, 0.05), 0.5), (TwoEnds(0.25, 3.0, 3.0), 0.25 * 0.25 + 0.75 * 0.75)])
def test_means_come_from_their_distribution(distribution, mean):
    rng = stream(4)
    drawn = np.array([distribution.draw_mean(rng) for _ in range(2000)])
    assert drawn.min() >= 0.0 and drawn.max() <= 1.0
    assert abs(drawn.mean() - mean) < 4 * drawn.std() / np.sqrt(len(drawn))


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


# -- networks ----------------------------------------------------------------------------------------------------------


def random_network(kind, seed):
    rng = np.random.default_rng(seed)
    sizes = (2, *LAYERS[kind], 1)
    weights = rounded(rng.normal(0, 1 / np.sqrt(a), (a, b)) for a, b in zip(sizes, sizes[1:], strict=False))
    biases = rounded(rng.normal(0, 0.1, b) for b in sizes[1:])
    return Network(np.float32([26, 800]), np.float32([14, 400]), weights, biases)


@pytest.fixture(scope="module")
def model():
    networks = random_network("safety", 1), random_network("probability", 2)
    return PruningModel(*networks, tables(*networks, most_actions=12), {"seed": 1})


def test_a_network_is_what_its_arrays_say(model):
    network = model.safety
    x = (np.array([20, 300]) - network.mean) / network.deviation
    for weights, biases in list(zip(network.weights, network.biases, strict=True))[:-1]:
        x = np.maximum(x @ weights + biases, 0)
    by_hand = float((x @ network.weights[-1] + network.biases[-1])[0])
    assert float(network(20, 300)) == pytest.approx(by_hand, rel=1e-5)
    assert network(np.array([[20], [21]]), np.array([300, 301, 302])).shape == (2, 3)


def test_models_are_kept_as_arrays(model, tmp_path):
    save(tmp_path / "model.npz", model)
    again = load(tmp_path / "model.npz")
    assert again.about == {"seed": 1}
    for kind in LAYERS:
        assert float(getattr(again, kind)(30, 500)) == float(getattr(model, kind)(30, 500))
    for said, written in zip(again.tables, model.tables, strict=True):
        assert said.dtype == written.dtype and np.array_equal(said, written)
    finer = model.safety._replace(biases=tuple(np.float32(b + 1e-5) for b in model.safety.biases))
    between = model.tables._replace(found=model.tables.found + np.float32(1e-6))
    for changed in (model._replace(safety=finer), model._replace(tables=between)):
        with pytest.raises(ValueError, match="round|multiples"):  # a file would change it
            save(tmp_path / "other.npz", changed)
    assert len(list(tmp_path.iterdir())) == 1


def test_wrong_files_are_refused_in_a_sentence(model, tmp_path):
    path = tmp_path / "model.npz"

    def refused():
        with pytest.raises(ModelError, match="^[^\n]*model.npz[^\n]*$"):
            load(path)

    refused()
    save(path, model)
    whole, arrays = path.read_bytes(), dict(np.load(path))
    for content in (b"", b"hello", whole[: len(whole) // 2]):
        path.write_bytes(content)
        refused()
    rows = np.zeros(MOST_ACTIONS + 2, int)  # one more than there may be
    for changed in (
            {"kept": arrays["kept"][rows], "found": arrays["found"][rows]}, {"version": np.int64(99)},
            {"safety_weights_0": np.zeros((2, 3), np.float32)}, {"kept": np.zeros((3, 3), np.uint8)},
            {"probability_biases_1": np.full(500, np.nan, np.float32)}, {"about": np.array("{")},
            {"about": np.array("[1]")}, {"kept": 0 * arrays["kept"]}, {"safety_mean": np.array(["a", "b"])},
            {"safety_deviation": np.ones(1)}, {"safety_deviation": np.zeros(2)}):
        np.savez(path, **{**arrays, **changed})
        refused()
    np.savez(path, x=np.zeros(1))
    refused()


def test_tables_say_what_the_networks_say(model):
    found = model.tables
    assert found.kept.shape == (13, 1401) and found.found.shape == (13, MOST_LEFT + 1)
    for actions, iterations in ((3, 100), (10, 333), (12, 1500)):
        said = np.clip(np.rint(model.safety(actions, iterations)), 1, actions)
        assert found.kept[actions, iterations - FIRST_PULLS] == said
        assert found.found[actions, iterations] == pytest.approx(
            float(model.probability(actions, iterations)), abs=STEP)


def test_plans_by_networks_are_those_of_the_definition(model):
    plans_are_right(model.tables)


def test_training_learns_and_says_how_well():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    grid = pd.DataFrame([(k, t, k / 2, 1 / k) for k in range(3, 30, 2) for t in range(100, 1500, 100)],
                        columns=["arms", "pulls", "worst_rank", "found"])
    network, about = train("probability", grid, epochs=15)
    assert about["mean_absolute_error"] < 0.06 and about["training_rows"] == int(0.8 * len(grid))
    assert float(network(5, 500)) > float(network(20, 500))


def test_networks_are_the_same_however_many_threads_there_are(monkeypatch):
    """Sums that several threads share differ in their last digits, and training makes much of little."""
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    from sklearn.neural_network import MLPRegressor
    from threadpoolctl import threadpool_info, threadpool_limits

    seen, fit = [], MLPRegressor.fit

    def watched(self, *rows):
        seen.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return fit(self, *rows)

    monkeypatch.setattr(MLPRegressor, "fit", watched)
    rows = pd.DataFrame({"arms": range(80), "pulls": range(80), "worst_rank": range(80)})
    with threadpool_limits(2):
        train("safety", rows, epochs=1)
    assert set(seen) == {1}
