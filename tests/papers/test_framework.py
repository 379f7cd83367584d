"""The games of the public framework of Tribes, beside the paper's numbers and ours."""

import pandas as pd
import pytest
from recordings import ALL

from mcts_papers.hsu2020 import framework, tables
from mcts_papers.paths import data
from mcts_papers.registry import paper
from mcts_papers.reporting.results import Results

FILES = {"rule based": "tribes_mcts_against_rules.csv", "RHEA": "tribes_mcts_against_rhea.csv"}


@pytest.fixture(scope="module")
def results():
    return Results(paper("hsu2020"), compute=False)


@pytest.mark.parametrize("against", framework.OPPONENTS)
def test_the_sums_of_levels_are_those_of_the_recorded_games(against):
    recorded = ALL.parent / "authors" / FILES[against]
    if not recorded.is_file():
        pytest.skip("the recorded games of the framework are not here")
    games = pd.read_csv(recorded).query("agent == 'MCTS'").assign(won=lambda one: one["result"] == "win", games=1)
    sums = games.rename(columns={"level_seed": "level"}).groupby("level")[
        ["games", "won", "score", "technologies", "cities", "production"]].sum()
    stored = pd.read_csv(data() / "paper" / "hsu2020_framework.csv", comment="#").query("against == @against")
    pd.testing.assert_frame_equal(sums, stored.set_index("level").drop(columns="against"))


def test_our_shares_are_those_of_table_1_with_all_games(results):
    rows = framework.three_programs(results).query("program == @framework.OURS and quantity == 'games won, %'")
    table = tables.table1(results, "standard").set_index(["player", "against"])
    for row in rows.to_dict("records"):
        cell = table.loc["default MCTS", row["against"]]
        further = cell.get("wins_further")
        assert round(row["value"], 1) == (cell["wins"] if pd.isna(further) else further)


def test_intervals_that_have_no_common_value_are_counted(results):
    frame = framework.three_programs(results)
    assert framework.apart(frame) == []
    theirs = (frame["program"] == framework.FRAMEWORK) & (frame["quantity"] == "score") & (frame["against"] == "RHEA")
    frame.loc[theirs, ["value", "low", "high"]] += 10_000
    assert framework.apart(frame) == [("score", "RHEA")]
    assert "In 9 of 10 numbers" in framework.title_of(frame)


def test_a_bin_of_the_framework_is_placed_at_the_lower_limits_of_ours():
    sizes, turns = framework.trees("size"), framework.trees("tick")
    assert list(sizes["size"]) == [0, 25, 50, 75, 100, 125, 162.5, 225]
    assert list(turns["tick"]) == list(range(0, 50, 5))
    assert sizes["decisions"].sum() == 7702
