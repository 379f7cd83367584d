"""The ladder of searches at equal time: what was played, and how a rating becomes a number of iterations."""

import numpy as np
import pytest

from mcts_lab import games
from mcts_lab.matches.match import play_match
from mcts_papers.store.stored import load
from mcts_papers.studies import ladder
from mcts_papers.studies.effects import time_of


@pytest.fixture(scope="module")
def stored():
    return load(ladder.LADDER, "standard")


@pytest.fixture(scope="module")
def table(stored):
    return ladder.ladder(stored).set_index(["game", "agent"])


def test_every_search_has_played_its_match_in_every_game_it_can_play(stored):
    sizes = stored.groupby("fixture").size()
    assert set(sizes) == {200}
    assert set(sizes.index) == {f"{game} | {name}" for game, name in ladder.amounts()} | {
        f"{game} | {ladder.rung(n).name}" for game in ladder.GAMES for n in ladder.RUNGS}
    for name in ladder.AGENTS:
        assert any(agent == name for _, agent in ladder.amounts())


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize(("name", "game", "fits"), [
    ("RAVE", games.connect_four(), False), ("RAVE", games.hex(7), True), ("NST", games.breakthrough(8, 8), False),
    ("MAST", games.breakthrough(8, 8), True)])
def test_a_search_plays_where_the_game_says_all_it_asks_for(name, game, fits):
    assert ladder.fits(game, name) == fits
    title = next(title for title, one in ladder.GAMES.items() if one == game)
    assert ((title, name) in ladder.amounts()) == fits


@pytest.mark.all
def test_more_iterations_are_rated_higher_in_every_game(table):
    for game in ladder.GAMES:
        rungs = [table.loc[(game, ladder.rung(n).name), "elo"] for n in sorted((*ladder.RUNGS, ladder.ITERATIONS))]
        assert np.all(np.diff(rungs) > -60), (game, rungs)
        assert rungs[0] < -100 < 100 < rungs[-1]
    assert table.loc[("Hex 9 x 9", "RAVE"), "elo_low"] > 0
    assert table.loc[("Breakthrough 6 x 6", "alpha-beta"), "elo_low"] > 0


@pytest.mark.all
def test_a_rung_is_worth_its_own_iterations(table):
    for n in (500, 1000, 2000):
        assert table.loc[("all", ladder.rung(n).name), "worth"] == pytest.approx(n)
    rungs = np.array([-300.0, -200.0, -100.0, 0.0, 100.0, 90.0, 300.0])
    assert ladder.worth(rungs, 50.0) == pytest.approx(1000 * 2**0.5)
    assert ladder.worth(rungs, -999.0) == pytest.approx(125) and ladder.worth(rungs, 999.0) == pytest.approx(8000)
    assert ladder.worth(rungs, 0.0) == pytest.approx(1000)


@pytest.mark.all
def test_time_is_the_processor_time_of_one_beside_the_other():
    game = games.tic_tac_toe()
    rows = play_match(game, (ladder.rung(2000), ladder.rung(1000)), 4, seed=1, timed=True)
    import pandas as pd

    frame = pd.DataFrame(rows)
    one, other = (time_of(frame, ladder.rung(n).name) for n in (2000, 1000))
    assert one == pytest.approx(1 / other) and one > 1


@pytest.mark.all
def test_equal_time_has_been_kept_about(table):
    here = table.reset_index()
    here = here[here["agent"].isin(ladder.AGENTS) & (here["game"] != "all")]
    assert 0.9 < here["time"].median() < 1.1 and here["time"].between(0.4, 1.7).all()
