"""How long an experiment will take, from what is stored."""

from typing import NamedTuple

import pytest

from mcts_lab.experiments import Experiment, Task, run
from mcts_lab.experiments.estimate import Estimate, Remaining, estimate
from mcts_lab.experiments.experiment import fingerprint, tasks_of
from mcts_lab.experiments.store import Record, Store

SIZES = {"quick": (1,), "standard": (1, 2), "paper": (10, 20)}


def tasks(budget):
    return [Task(f"{kind}/{size}", {"kind": kind, "size": size}) for kind in "ab" for size in SIZES[budget]]


def nothing(task):
    return [{"games": 1}]


def work(parameters):
    return parameters["kind"], float(parameters["size"])


ONE = Experiment("one", tasks, nothing, work=work)
OTHER = Experiment("other", tasks, nothing, 1, work=work)
PLAIN = Experiment("plain", tasks, nothing)


def stored(store, experiment, budget, seconds):
    """Store the tasks of an experiment with the seconds that a function of their parameters says."""
    run(experiment, budget, workers=1, store=store)
    writer = store.open(store.headers(experiment.name, budget)[-1])
    for task in tasks_of(experiment, budget):
        writer.append(Record(task.key, fingerprint(task), task.parameters, nothing(task), seconds(task.parameters)))
    return store


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "results")


def test_nothing_is_known_of_nothing(store):
    assert estimate(ONE, "paper", store) is None


def test_kinds_have_their_own_pace_and_budgets_share_it(store):
    kept = stored(store, ONE, "standard", lambda p: p["size"] * {"a": 2.0, "b": 100.0}[p["kind"]])
    found = estimate(ONE, "paper", kept)
    assert found == Estimate(4, pytest.approx(30 * 2.0 + 30 * 100.0), 4)
    assert estimate(ONE, "standard", kept).tasks == 0
    assert found.hours(2) == pytest.approx(3060 / 2 / 3600)
    assert estimate(OTHER, "paper", kept) is None
    assert estimate(OTHER, "paper", kept, others=(ONE, PLAIN)).seconds == pytest.approx(found.seconds)


def test_without_a_measure_of_work_only_the_same_budget_counts(store):
    kept = stored(store, PLAIN, "standard", lambda p: 5.0)
    assert estimate(PLAIN, "paper", kept) is None and estimate(PLAIN, "standard", kept).seconds == 0.0


class Took(NamedTuple):
    seconds: float


def test_the_time_left_counts_how_much_each_task_is():
    tasks = [Task(f"{kind}{size}", {"kind": kind, "size": size}) for kind in "ab" for size in (1, 2, 10)]
    experiment = Experiment("of_two_kinds", lambda budget: tasks, None, work=lambda p: (p["kind"], float(p["size"])))
    records = {}
    left = Remaining(experiment, tasks, records, processes=2)
    assert left() is None
    records["a1"] = Took(3.0)
    assert left() == pytest.approx(3 * (2 + 10 + 1 + 2 + 10) / 2)  # the other kind like the average
    records["b1"] = Took(1.0)
    assert left() == pytest.approx(max((3 * 12 + 12) / 2, 3 * 10))  # the longest task cannot be shared out
    records |= {"a10": Took(30.0), "b10": Took(10.0)}
    assert left() == pytest.approx(6)  # a2 alone takes longer than half of a2 and b2
    late = Remaining(experiment, tasks, {"a1": Took(1.0), "a2": Took(2.0)}, processes=1)
    assert late() == pytest.approx(10 + 13)
    late.records["a10"] = Took(50.0)  # a slow day, so what is left is expected to be slow too
    assert late() == pytest.approx(13 * 50 / 10)
    late.records |= {task.key: Took(1.0) for task in tasks}
    assert late() == 0.0
