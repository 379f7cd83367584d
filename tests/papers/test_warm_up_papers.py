"""A search whose machine code is not there begins interpreted and goes on compiled, with the same tree."""


import contextlib
import pickle

import pytest
from test_warm_up import FOUR, begun, is_compiled, nothing_there, same  # noqa: F401

from mcts_lab import games, start
from mcts_lab.engine import warm_up
from mcts_lab.engine.warm_up import compiled_first
from mcts_lab.matches import experiment
from mcts_lab.search import (
    GRAVE,
    ISMCTS,
    OMCTS,
    UCB1,
    UCT,
    LimitedPlayout,
    MultipleObserver,
    OpenLoop,
    SavedStates,
    Search,
)
from mcts_lab.search.mcts import plan
from mcts_papers.store.workers import perform
from mcts_papers.studies.halving import SequentialHalving

SEARCHES = {
    "plain": (FOUR, UCT()), "solver": (games.tic_tac_toe(), UCT(solver=True)),
    "tables": (games.hex(5), UCT(GRAVE(ref=10), fpu=1.0)), "ordinal": (FOUR, OMCTS()),
    "budget": (FOUR, UCT(pruning=SequentialHalving())),
    "hidden": (games.make("knockout_whist"), ISMCTS()),
    "several trees": (games.make("phantom_ttt"), UCT(UCB1(0.7), tree=MultipleObserver())),
    "states kept": (FOUR, UCT(tree=SavedStates())),
    "open loop": (games.gaps(), UCT(tree=OpenLoop(), leaf=LimitedPlayout(5))),
}


@pytest.mark.sampled(3, others="all")
@pytest.mark.compiled
@pytest.mark.parametrize("name", SEARCHES)
def test_the_tree_is_that_of_a_search_that_is_compiled_from_the_start(nothing_there, monkeypatch, name):
    monkeypatch.setattr(warm_up, "ITERATIONS", 60)
    game, method = SEARCHES[name]
    search = begun(game, method, 40)
    assert not is_compiled(search)
    search.run(100)  # of which twenty are interpreted
    assert is_compiled(search) and same(search, {"iterations": 40}, {"iterations": 100})
    search.run(30)
    assert same(search, {"iterations": 40}, {"iterations": 100}, {"iterations": 30})


@pytest.mark.parametrize("how", ["asked", "compile", "variable", "block", "experiment", "large tree"])
def test_what_is_timed_or_long_is_compiled_first(nothing_there, monkeypatch, how):
    monkeypatch.setenv("MCTS_LAB_COMPILE_FIRST", "1" if how == "variable" else "0")
    search = Search(FOUR, start(FOUR, 3), UCT(), seed=1, compiled=True if how == "asked" else None)
    if how == "compile":
        search.compile()
    if how == "large tree":
        search = pickle.loads(pickle.dumps(begun(compiled=True, iterations=3000)))
        plan._plan.cache_clear()
    with compiled_first() if how == "block" else contextlib.nullcontext():
        if how == "experiment":
            outcome = perform(lambda task: [{"visits": search.run(5).iterations}], experiment.Task("one", {}))
            assert outcome[1] == [{"visits": 5}]
        else:
            search.run(5)
    assert is_compiled(search)
    other = begun(method=UCT(solver=True))
    assert is_compiled(other) == (how == "variable")
