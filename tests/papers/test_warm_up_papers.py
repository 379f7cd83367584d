"""A search whose machine code is not there begins interpreted and goes on compiled, with the same tree."""

import pytest
from test_warm_up import FOUR, begun, is_compiled, nothing_there, same  # noqa: F401

from mcts_lab import games
from mcts_lab.engine import warm_up
from mcts_lab.search import GRAVE, ISMCTS, OMCTS, UCB1, UCT, LimitedPlayout, MultipleObserver, OpenLoop, SavedStates
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
