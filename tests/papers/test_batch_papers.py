"""Matches in one batch of compiled code: the rows are those of searches made one by one."""


import pytest
from test_batch import PLAIN, SOLVED, compiled, made, searcher  # noqa: F401 - a fixture

from mcts_lab import ISMCTS, UCB1, UCT, Borda, RandomPlayer, games
from mcts_lab.matches.match import play_match
from mcts_lab.search.mcts import batch as module
from mcts_lab.search.mcts.information_sets import OpenLoop

CASES = {
    "two budgets of one kind": (
        games.connect_four(), [searcher(PLAIN, iterations=60), searcher(UCT(selection=UCB1(0.5)), calls=900)], 6, {}),
    "two kinds": (games.connect_four(), [searcher(PLAIN, iterations=60), searcher(SOLVED, iterations=90)], 4, {}),
    "a limit and repetition": (
        games.connect_four(), [searcher(SOLVED, iterations=30)] * 2, 4, {"limit": 9, "repetition": 3}),
    "three seats and hidden cards": (
        games.knockout_whist(players=3), [searcher(ISMCTS(), iterations=40)] * 2 + [RandomPlayer()], 3, {}),
    "chance and ordinal values": (
        games.pig(), [searcher(UCT(tree=OpenLoop(), value=Borda()), iterations=40)] * 2, 2, {"limit": 60}),
}


@pytest.mark.sampled(3, others="all")
@compiled
@pytest.mark.parametrize("case", CASES)
def test_rows_are_those_of_searches_one_by_one(case, made, monkeypatch):
    game, players, number, options = CASES[case]
    monkeypatch.setattr(module, "WORTH", 10**9)
    expected = play_match(game, players, number, seed=11, **options)
    assert not made
    monkeypatch.setattr(module, "WORTH", 0)
    assert play_match(game, players, number, seed=11, **options) == expected
    assert len(made) > number and sum(made) > 10
