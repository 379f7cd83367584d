"""Tuning: rounds of halving, and fresh games that chose nothing."""

import pytest

from mcts_lab import UCT, cli, games
from mcts_lab.matches import duel as module
from mcts_papers.studies.tune import tune


def test_the_better_half_stays_and_fresh_games_judge_the_best(monkeypatch):
    starts, told = [], []

    def opened(game, opening, seed):
        starts.append(tuple(seed.spawn_key))
        return original(game, opening, seed)

    original = module.opened
    monkeypatch.setattr(module, "opened", opened)
    settings = {"iterations": [1, 2, 30, 200]}
    found = tune(games.tic_tac_toe(), UCT(), settings, budget={"iterations": 8}, games=160, opening=1, seed=2,
                 progress=told.append)
    assert found.best.name == "iterations=200" and list(map(len, found.rounds)) == [4, 2] and len(told) == 2
    assert list(found.rounds[0])[:2] == ["iterations=200", "iterations=30"]
    assert found.promised == found.rounds[-1][found.best.name] and found.kept.n == 40 and found.kept.low > 0.5
    # 80 games choose: 5 pairs of each of four, 10 of each of two, all from the same starts; the others begin elsewhere
    chose, fresh = starts[:-40], starts[-40:]
    assert len(chose) == 40 and len(set(chose)) == 15 and len(set(fresh)) == 40 and not set(chose) & set(fresh)
    again = tune(games.tic_tac_toe(), UCT(), settings, budget={"iterations": 8}, games=160, opening=1, seed=2)
    assert (again.rounds, again.kept) == (found.rounds, found.kept)


def test_a_search_without_iterations_is_tuned_by_the_command(capsys):
    assert cli.main(["tune", "tic_tac_toe", "AlphaBeta(depth=2)", "--vary", "depth=1,3", "--games", "8",
                     "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert "depth=" in printed and "4 new games" in printed and "--seed 1" in printed


@pytest.mark.parametrize(("arguments", "words"), [
    (["hex", "UCT()", "--vary", "selection.c"], "is empty"),
    (["hex", "UCT()", "--vary", "selection.c=1"], "at least two"),
    (["hex", "UCT()", "--vary", "selection.d=1,2"], "no parameter 'd'"),
    (["hex", "UCT()", "--vary", "fpu=1,2", "--games", "4"], "and 8 games"),
    (["hex", "UCT()", "--vary", "fpu=1)"], "does not name values"),
    (["gaps", "UCT()", "--vary", "fpu=1,2"], "two-player game")])
def test_what_cannot_be_tuned_is_a_sentence(arguments, words, capsys):
    assert cli.main(["tune", *arguments]) == 1
    assert words in capsys.readouterr().err
