"""Runnels 2023: its experiments at the quick budget, every table, figure and claim made from them."""

import numpy as np
import pandas as pd
import pytest

from mcts_lab import start
from mcts_lab.engine.generic import compiler
from mcts_lab.matches import spawned
from mcts_papers import registry as papers
from mcts_papers.reporting.results import Results
from mcts_papers.runnels2023 import census, claims, tables
from mcts_papers.runnels2023.experiments import PAPER_GAMES, READINGS, SEED, TEAMS, game, solution

PAPER = papers.paper("runnels2023")
pytestmark = pytest.mark.skipif(not compiler.available(), reason="interpreted, these experiments take an hour")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MCTS_LAB_RESULTS", str(tmp_path_factory.mktemp("results")))
        found = Results(PAPER, "quick", workers=1)
        found.read(found)
        yield found


@pytest.fixture(scope="module")
def counted():
    """The census of three plies under both readings of Equation 6, without ties by chance."""
    return {reading: [row for row in census.self_play(game(reading), 3) if row["ties"] != "random"]
            for reading in READINGS}


@pytest.mark.all
def test_the_census_is_what_searches_play(counted):
    """From stored games of searches, start by start: the same winners, the same moves."""
    stored = Results(PAPER, compute=False)["runnels2023_self_play"]
    known = census.positions()
    places = {tuple(int(v) for v in (s.x[0], s.y[0], s.x[1], s.y[1])): i
              for i, s in enumerate(known.states[known.starts["red"]].view(np.recarray))}
    for reading in READINGS:
        levels = {side: census.values(game(reading), side, 2) for side in (0, 1)}
        for depth in (1, 3):
            sides = [census.best(levels[side], side, depth) for side in (0, 1)]
            winners, red, blue = census.play_all(*sides)
            part = stored[(stored["reading"] == reading) & (stored["algorithm"] == "alpha-beta")
                          & (stored["setting"] == depth)]
            for row in part.head(40).to_dict("records"):
                begin = start(game(reading), spawned(spawned(SEED, 0), row["game"], 0))
                i = places[tuple(int(v) for v in (begin.x[0], begin.y[0], begin.x[1], begin.y[1]))]
                assert (TEAMS[int(winners[i])], red[i], blue[i]) == (row["winner"], row["red_moves"], row["blue_moves"])


def test_stored_counts_are_those_of_the_census(counted):
    stored = Results(PAPER, compute=False)["runnels2023_census"]
    for reading, rows in counted.items():
        part = stored[(stored["eq6"] == reading) & (stored["midpoint"] == "integer") & (stored["guard"] == "attacked")
                      & (stored["score"] == "own")].set_index(["plies", "first", "ties"])
        for row in rows:
            there = part.loc[(row["plies"], row["first"], row["ties"])]
            assert all(there[column] == row[column] for column in ("red", "blue", "draws", "red_moves", "blue_sd"))


def test_all_starts_keep_what_samples_keep():
    """The census of alpha-beta's moves beside the sampled searches of the same depths."""
    sampled = Results(PAPER, compute=False)["runnels2023_exact"].set_index(
        ["reading", "algorithm", "setting", "kind", "value"]).sort_index()
    for reading in READINGS:
        rows = list(census.kept(game(reading), 3))
        assert sum(row["starts"] for row in rows if row["plies"] == 1) < len(solution().starts), "some are lost"
        for row in rows:
            assert row["kept"] + row["to_loss"] <= row["starts"]
            there = sampled.loc[(reading, "alpha-beta", row["plies"], "start", row["worth"])]
            assert row["kept"] / row["starts"] == pytest.approx(there["kept"] / there["positions"], abs=0.05)


def test_only_chance_leaves_an_error():
    """In games between all depths and of equal depths alike: readings with other ties are counted."""
    frame = pd.DataFrame(census.duels(game("away"), 2, SEED)).assign(eq6="away")
    alone = census.self_play(game("away"), 5, SEED)
    made = {"runnels2023_duel_census": frame, "runnels2023_census": pd.DataFrame(alone).assign(eq6="away"),
            "runnels2023_facts": pd.DataFrame([("starts", "all", 10_368.0), ("starts drawn", "all", 0.9)],
                                              columns=["what", "reading", "value"])}
    for claim in ("deeper-no-better", "depth-1-as-5", "minimax-can-win"):
        parts = papers.paper("runnels2023").claims[f"runnels2023-{claim}"](Made(made), "standard").parts
        assert len(parts) >= 6
        for part in parts:
            assert (part.low < part.high) == ("random ties" in part.reading)
            assert part.low <= part.estimate <= part.high


class Made(dict):
    """Results that were made up: experiment -> DataFrame."""


def test_a_likelihood_prefers_the_truth():
    """Among readings, that from which results were drawn is the likeliest."""
    rng = np.random.default_rng(4)
    truth, other = (tables.Predicted(name, {1: shares}, {1: 0}, {}) for name, shares in (
        ("truth", (0.3, 0.2, 0.5)), ("other", (0.05, 0.05, 0.9))))
    better = 0
    for _ in range(20):
        red, blue, draws = rng.multinomial(PAPER_GAMES, (0.3, 0.2, 0.5))
        table = pd.DataFrame({"red_wins": [red], "blue_wins": [blue], "draws": [draws]}, index=[1])
        likelihoods = tables.log_likelihoods([truth, other], table)
        better += likelihoods[0] > likelihoods[1]
    assert better >= 18


def test_a_likelihood_does_not_prefer_what_was_played_less():
    table = pd.DataFrame({"red_wins": [2], "blue_wins": [0], "draws": [23]}, index=[1])
    less, more = (tables.Predicted("x", {1: (0.0, 0.0, 1.0)}, {1: games}, {}) for games in (50, 1000))
    assert tables.least_played([less, more]) == 50
    assert tables.log_likelihoods([less], table) > tables.log_likelihoods([more], table) + 2
    one, other = tables.log_likelihoods([less, more], table)
    assert one == other


@pytest.mark.parametrize("bend", [0.0, 0.2, 1.0, 3.0])
def test_the_ratio_of_residuals_lies_in_its_interval(bend):
    """Of points on a curve between a straight line and an exponential, with as much noise as there is in ours."""
    rng, x = np.random.default_rng(7), np.array([10.0, 25, 50, 75, 100, 200, 400, 800])
    truth = 480 * x * np.exp(bend * x / 800)
    errors = 0.03 * truth
    wanted = claims.ratio_of_residuals(x, truth, 0 * errors)[0]
    found = [claims.ratio_of_residuals(x, rng.normal(truth, errors), errors) for _ in range(200)]
    assert all(low <= estimate <= high for estimate, low, high in found)
    assert np.mean([low <= wanted <= high for _, low, high in found]) >= 0.95


def test_published_tables_are_complete_and_consistent():
    for name, rows in (("table1", 3), ("table2", 5), ("table3", 5)):
        table = papers.published(PAPER, PAPER.item(name))
        assert len(table) == rows and not table.isna().any().any()
        assert (table[["red_wins", "blue_wins", "draws"]].sum(axis=1) == PAPER_GAMES).all()


@pytest.mark.all
def test_pruning_changes_no_game(results):
    """Minimax and alpha-beta play the same games, and alpha-beta never looks at more states."""
    games = results["runnels2023_self_play"]
    columns = ["reading", "setting", "game", "winner", "red_moves", "blue_moves", "generated"]
    plain, pruned = (games[games["algorithm"] == a][columns] for a in ("minimax", "alpha-beta"))
    both = plain.merge(pruned, on=["reading", "setting", "game"])
    assert len(both) == len(plain) > 0
    assert (both["winner_x"] == both["winner_y"]).all() and (both["red_moves_x"] == both["red_moves_y"]).all()
    assert (both["generated_y"] <= both["generated_x"]).all()
    assert (both["generated_x"] == both["generated_y"])[both["setting"] == 1].all()
