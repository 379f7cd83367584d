"""Settings of experiments: changed on the command line or in a notebook, with results apart from the project's."""

import json
from datetime import date

import pytest
from sample_paper import PAPER

from mcts_lab import cli
from mcts_lab.matches.experiment import settings_of, tasks_of, with_settings
from mcts_papers.reporting.show import Show

EXPERIMENT = PAPER.experiments[0]
RUN = ("run", "sample_games", "--workers", "1")


def keys(experiment, budget="quick"):
    return [(task.key, task.parameters["games"]) for task in tasks_of(experiment, budget)]


def test_a_setting_replaces_its_default_at_every_budget():
    assert list(settings_of(EXPERIMENT)) == ["depths", "games", "rate", "kinds", "rounds"]
    changed = with_settings(EXPERIMENT, {"depths": [3], "games": 5})
    assert keys(changed) == keys(changed, "paper") == [("depth=3", 5)]
    assert settings_of(changed)["games"] == 5 and settings_of(changed)["rate"] == 0.5
    assert keys(with_settings(changed, {"depths": 1})) == [("depth=1", 5)]
    assert keys(EXPERIMENT) == [("depth=1", 2), ("depth=2", 2)]


@pytest.mark.parametrize(("values", "said"), [
    ({"depth": 3}, "has no setting 'depth'. Its settings: depths, games, rate, kinds, rounds"),
    ({"games": 0}, "games of sample_games must be at least 1, not 0"),
    ({"games": 2.5}, "games of sample_games must be a whole number, not 2.5"),
    ({"games": (1, 2)}, "games of sample_games must be a whole number"),
    ({"rounds": "x"}, "rounds of sample_games must be a whole number, not 'x'"),
    ({"rate": True}, "rate of sample_games must be a number, not True"),
    ({"depths": []}, "depths of sample_games has no value"),
    ({"kinds": ["long", "slow"]}, "kinds of sample_games cannot be 'slow'. Choose from long, short"),
])
def test_what_cannot_be_set_is_told(values, said):
    with pytest.raises(ValueError, match=said):
        with_settings(EXPERIMENT, values)


def test_a_figure_of_ones_own_settings_stands_apart_from_the_projects(checkout, capsys, tmp_path):
    out = tmp_path / "drawn"
    assert cli.main([*RUN, "--set", "depths=1,2,3", "games=6", "--as", "mine"]) == 0
    assert cli.main(["figures", "sample2000", "--from", "mine", "--out", str(out)]) == 0
    assert not (checkout / "data" / "results").exists() and not (checkout / "figures").exists()
    record = json.loads((out / "sample2000" / "provenance.json").read_text())["table1"]
    assert record["experiments"]["sample_games"]["command"] == (
        "mcts-lab run sample_games --budget quick --set depths=1,2,3 --set games=6 --as mine")
    assert date.fromisoformat(record["date"]) <= date.today() and "commit" in record
    assert (out / "sample2000" / "table1.csv").read_text().count("\n") == 4
    assert {"figure1.png", "figure1.svg"} <= {path.name for path in (out / "sample2000").iterdir()}
    capsys.readouterr()


def test_a_file_of_the_users_is_not_overwritten(checkout, capsys):
    mine = checkout / "drawn" / "sample2000" / "figure1.png"
    mine.parent.mkdir(parents=True)
    mine.write_text("a holiday")
    assert cli.main(["figures", "sample2000/figure1", "--out", str(checkout / "drawn"), "--workers", "1"]) == 1
    assert "figure1.png already exists" in capsys.readouterr().err and mine.read_text() == "a holiday"


def test_a_notebook_computes_quick_results_and_keeps_none(checkout, capsys):
    show = Show("sample2000")
    assert len(show("table1", quick=True)) == 2 and len(show("table1", depths=(1, 2, 3))) == 3
    with pytest.raises(ValueError, match="table1 of sample2000 has no setting 'depth'. Its settings: depths, games"):
        show("table1", depth=3)
    assert not (checkout / "data" / "results").exists()
    assert "nothing" in str(show("table1"))
    capsys.readouterr()
