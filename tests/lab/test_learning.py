"""Pruning networks as plain arrays, and the planner."""



import numpy as np
import pandas as pd
import pytest

from mcts_lab.engine.generic import compiler
from mcts_lab.learning.networks import (
    FIRST_PULLS,
    LAYERS,
    MOST_LEFT,
    MOST_PULLS,
    STEP,
    ModelError,
    Network,
    PruningModel,
    Tables,
    load,
    rounded,
    save,
    tables,
    train,
)
from mcts_lab.learning.planner import MOST_ACTIONS, number_of, plan, time_of

needs_numba = pytest.mark.skipif(not compiler.available(), reason="Numba is not installed")


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


def test_training_learns_and_says_how_well():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    grid = pd.DataFrame([(k, t, k / 2, 1 / k) for k in range(3, 30, 2) for t in range(100, 1500, 100)],
                        columns=["arms", "pulls", "worst_rank", "found"])
    network, about = train("probability", grid, epochs=15)
    assert about["mean_absolute_error"] < 0.06 and about["training_rows"] == int(0.8 * len(grid))
    assert float(network(5, 500)) > float(network(20, 500))


def test_training_goes_on_unless_patience_ends():
    pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    rng = np.random.default_rng(3)
    noise = pd.DataFrame([(k, t, rng.random(), 0.5) for k in range(3, 13) for t in range(100, 700, 100)],
                         columns=["arms", "pulls", "worst_rank", "found"])
    assert train("safety", noise, epochs=8, patience=8)[1]["epochs"] == 8
    assert train("safety", noise, epochs=40, patience=2)[1]["epochs"] < 40


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


# -- planner -----------------------------------------------------------------------------------------------------------


def made_tables(kept, found, most=12):
    """Tables from functions of (actions, iterations done) and (actions, iterations left)."""
    return Tables(
        np.array([[kept(a, i) for i in range(FIRST_PULLS, MOST_PULLS + 1)] for a in range(most + 1)], np.uint8),
        np.array([[found(a, i) for i in range(MOST_LEFT + 1)] for a in range(most + 1)], np.float32))


@pytest.fixture(scope="module")
def steps():
    """Every 100 iterations one action fewer is kept; odds grow with what is left and shrink with the actions."""
    return made_tables(lambda a, i: max(1, min(a, a + 1 - i // 100)),
                       lambda a, left: left / (left + 40.0 * a * a + 1.0))


def by_definition(tables, actions, iterations, present):
    """The plan as the article's text has it, with lists."""
    first, end = min(MOST_PULLS, FIRST_PULLS + present), min(iterations + present, MOST_PULLS + 1)
    if FIRST_PULLS + present > MOST_PULLS:
        return present, int(tables.kept[actions, -1])
    candidates = list(range(first, end))
    if not candidates:
        return present, actions
    earliest = {}
    for i in candidates:
        earliest.setdefault(min(int(tables.kept[actions, i - FIRST_PULLS]), actions), i)
    if actions in earliest:
        earliest[actions] = present
        pairs = [(i, k) for k, i in earliest.items()]
    else:
        keep = actions if present < FIRST_PULLS else int(tables.kept[actions, present - FIRST_PULLS])
        pairs = [(present, keep)] + [(i, k) for k, i in earliest.items()]
    pairs.sort(key=lambda pair: pair[0])
    return max(pairs, key=lambda pair: tables.found[pair[1], min(MOST_LEFT, iterations + present - pair[0])])


def test_plans_are_those_of_the_definition(steps, model):
    for said in (steps, model.tables):
        for actions, iterations, present in ((10, 300, 0), (10, 1000, 0), (12, 1000, 0), (5, 90, 0), (11, 300, 50),
                                             (9, 300, 250), (12, 500, 1450), (12, 2000, 0), (8, 400, 120)):
            planned = plan(said, actions, iterations, present)
            assert (time_of(planned), number_of(planned)) == by_definition(said, actions, iterations, present)


def test_pruning_may_wait_for_the_last_pull_that_the_tables_know():
    late = made_tables(lambda a, i: 2 if i == MOST_PULLS else a, lambda a, left: 1.0 / (a + 1))
    planned = plan(late, 10, MOST_PULLS + 500, 0)
    assert (time_of(planned), number_of(planned)) == (MOST_PULLS, 2)
    assert number_of(plan(late, 10, MOST_PULLS, 0)) == 10  # then nothing is left to be found out


ROWS = pd.DataFrame([(k, t, k / 2, 1 / k) for k in range(3, 12) for t in (100, 200, 300)],
                    columns=["arms", "pulls", "worst_rank", "found"])


def test_what_cannot_be_trained_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        train("value", pd.DataFrame())
