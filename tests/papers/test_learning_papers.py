"""Bandit data, pruning networks as plain arrays, and the planner."""



import pytest
from test_learning import ROWS

from mcts_lab.cli import main
from mcts_lab.learning.bandits import DISTRIBUTIONS
from mcts_lab.learning.networks import (
    LAYERS,
    load,
)
from mcts_lab.learning.pruning_models import file_name
from mcts_papers.paths import data


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
