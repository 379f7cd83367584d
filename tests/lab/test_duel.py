"""Duels: a sequential test that keeps its promises, and a command that says in one sentence what it cannot play."""

import numpy as np
import pytest

from mcts_lab import UCT, AlphaBeta, RandomPlayer, SearchPlayer, cli, games
from mcts_lab.cli.duel import method_of
from mcts_lab.game import TERMINAL
from mcts_lab.matches.duel import POINTS, Hypotheses, duel, opened, points_of, share_of
from mcts_lab.search import RAVE, UCB1

WANTED = Hypotheses(0.0, 60.0)


def simulated(elo, seed, draws=0.2):
    """What is accepted, and after how many games, where pairs are drawn with that difference."""
    rng, counts = np.random.default_rng(seed), [0] * len(POINTS)
    lower, upper = WANTED.bounds()
    wins = share_of(elo) - draws / 2
    for pair in range(1, 20_000):
        points = sum(rng.choice((0.0, 0.5, 1.0), 2, p=(1 - draws - wins, draws, wins)))
        counts[int(2 * points)] += 1
        ratio = WANTED.ratio(counts)
        if not lower < ratio < upper:
            return ratio >= upper, 2 * pair
    raise AssertionError("a duel without end")


@pytest.mark.parametrize(("elo", "better"), [(0.0, False), (60.0, True), (-100.0, False), (200.0, True)])
def test_a_wrong_hypothesis_is_accepted_as_seldom_as_promised(elo, better):
    found = [simulated(elo, seed)[0] for seed in range(300)]
    assert np.mean([one != better for one in found]) <= 0.05 + 2 * (0.05 * 0.95 / 300) ** 0.5


@pytest.mark.parametrize("elo", [0.0, 30.0, 60.0, 120.0])
def test_the_expected_number_of_games(elo):
    lengths = [simulated(elo, seed, draws=0.0)[1] for seed in range(300)]
    assert WANTED.games(elo) == pytest.approx(np.mean(lengths), rel=0.25)


def test_a_duel_ends_when_it_knows():
    game = games.tic_tac_toe()
    strong, weak = SearchPlayer(UCT(), iterations=100, compiled=False), RandomPlayer()
    seen = []
    found = duel(game, strong, weak, Hypotheses(0, 200), opening=1, seed=3, progress=seen.append)
    assert found.accepted == "better" and len(found.rows) == 2 * len(seen) == 2 * sum(found.counts) < 200
    assert found.points().estimate > 0.8 and found.points().n == len(seen)
    again = duel(game, weak, strong, Hypotheses(0, 200), opening=1, seed=3)
    assert again.accepted == "worse"
    assert duel(game, weak, weak, most=6, seed=1).accepted == ""
    assert points_of([{"payoff_0": 1.0, "payoff_1": -1.0}, {"payoff_0": 0.0, "payoff_1": 0.0}]) == 0.75


def test_openings_are_not_over():
    game = games.tic_tac_toe()
    assert all(game.to_move(opened(game, 7, seed)) != TERMINAL for seed in range(30))
    with pytest.raises(ValueError, match="is over after 9"):
        opened(game, 9, 1)


@pytest.mark.parametrize(("changes", "words"), [
    ({"game": games.pig(players=3)}, "two-player game"), ({"hypotheses": Hypotheses(20, 0)}, "smaller one first"),
    ({"hypotheses": Hypotheses(0, float("nan"))}, "smaller one first"),
    ({"hypotheses": Hypotheses(alpha=0.7)}, "below"),
    ({"most": 1}, "at least 2"), ({"opening": -1}, "at least 0")])
def test_what_is_no_duel_is_refused(changes, words):
    made = {"game": games.tic_tac_toe(), "first": RandomPlayer(), "second": RandomPlayer(), **changes}
    with pytest.raises(ValueError, match=words):
        duel(**made)


def test_agents_are_written_as_calls():
    assert method_of("UCT(selection=RAVE(bias=0.1), fpu=1.0)") == UCT(selection=RAVE(bias=0.1), fpu=1.0)
    assert method_of("UCT(UCB1(-0.0))") == UCT(UCB1(-0.0))
    assert method_of(" AlphaBeta(3) ") == AlphaBeta(3)


@pytest.mark.parametrize("text", ["", "UCT(", "UCT(selection=UCB2())", "open('x')", "UCT(**{})", "UCT(1).search",
                                  "(lambda: 1)()", "UCT(nothing=1)", "UCB1(1)", "3", "((" * 200])
def test_what_is_no_agent_is_refused_in_one_sentence(text, capsys):
    assert cli.main(["duel", "tic_tac_toe", text, "UCT()"]) != 0
    told = capsys.readouterr().err.strip()
    assert told.startswith("mcts-lab: ") and "\n" not in told
    assert "Traceback" not in told and "unexpected TypeError" not in told


def test_the_command(capsys):
    assert cli.main("duel tic_tac_toe UCT() AlphaBeta(1) --iterations 20 --games 4 --seed 1".split()) == 0
    told = capsys.readouterr().out
    assert "of the points in 4 games" in told and "on average it takes" in told
    assert cli.main("duel tic_tac_toe UCT() UCT() --iterations 1 2 3".split()) != 0
    assert cli.main("duel tic_tac_toe UCT() UCT() --error 0".split()) != 0
    assert "below 1/2" in capsys.readouterr().err
