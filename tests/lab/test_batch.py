"""Matches in one batch of compiled code: the rows are those of searches made one by one."""

import numpy as np
import pytest

from mcts_lab import UCB1, UCT, SearchPlayer, games
from mcts_lab.engine.generic import compiler, entry
from mcts_lab.engine.random import reseed, stream
from mcts_lab.matches.match import play_match
from mcts_lab.search import AbsolutePruning, BestValue
from mcts_lab.search.mcts import batch as module
from mcts_lab.search.mcts.batch import Batch, unfit

compiled = pytest.mark.skipif(not compiler.available(), reason="needs Numba")


@pytest.fixture(autouse=True)
def made(monkeypatch):
    """How many moves each batch made; all are taken to pay."""
    found, play = [], Batch.play

    def noted(self, *arguments):
        moves = play(self, *arguments)
        found.append(len(moves))
        return moves

    monkeypatch.setattr(Batch, "play", noted)
    return found


def searcher(method, **budget):
    return SearchPlayer(method, **budget)


PLAIN, SOLVED = UCT(selection=UCB1(1.0)), UCT(solver=True, final=BestValue())


@compiled
def test_a_tree_that_needs_more_memory_goes_on(made, monkeypatch):
    game, players = games.connect_four(), [searcher(PLAIN, calls=60_000)] * 2
    monkeypatch.setattr(module, "WORTH", 10**9)
    expected = play_match(game, players, 1, seed=2, limit=4)
    monkeypatch.setattr(module, "WORTH", 0)
    monkeypatch.setattr(module.Batch, "pays", lambda self: True)
    assert play_match(game, players, 1, seed=2, limit=4) == expected and sum(made) == 4


@compiled
@pytest.mark.parametrize("options", [{"moves": True}, {"timed": True}])
def test_what_needs_python_between_moves_is_played_one_by_one(options, made, monkeypatch):
    monkeypatch.setattr(module, "WORTH", 0)
    play_match(games.connect_four(), [searcher(PLAIN, iterations=20)] * 2, 1, seed=1, **options)
    assert not made


def test_parts_that_plan_for_what_is_left_do_not_fit():
    assert unfit(UCT(pruning=AbsolutePruning())) and not unfit(UCT())


@entry
def begun(rng, seed, pool):
    reseed(rng, seed, pool)


@pytest.mark.parametrize("how", [False, pytest.param(True, marks=compiled)])
def test_streams_begin_as_numpy_has_them(how):
    for seed in (0, 1, 2**32 - 1, 2**32, 2**64 - 1, *np.random.PCG64(3).random_raw(20).tolist()):
        rng = np.zeros(2, np.uint64)
        begun(rng, np.uint64(seed), np.zeros(4, np.uint64), compiled=how)
        assert (rng == stream(seed)).all()
