"""Memory that one search leaves to the next: nothing of what the first has learnt may be seen by the second."""

import pytest
from combinations import GAMES, clear
from positions import dealt
from test_combinations import SINGLE, game_for
from test_memory import C4, grown

from mcts_lab.search import UCT, Borda, LimitedPlayout, OpenLoop, Search
from mcts_lab.search.mcts.capacity import by_node, node_bytes
from mcts_lab.search.mcts.memory import SETTLED
from mcts_lab.search.mcts.plan import Plan
from mcts_papers.hsu2020.readings import EagerStates
from mcts_papers.joppen2019.preferences import BinarySubtree
from mcts_papers.runnels2023.credit import CHOOSER, SameSideCredit
from mcts_papers.runnels2023.greedy import GreedyPlayout

SEARCHES = {**SINGLE, "solver": UCT(solver=True), "Borda, open": UCT(value=Borda(), tree=OpenLoop()),
            "eager": UCT(tree=EagerStates(), leaf=LimitedPlayout(5))}


def seen(search):
    """All that a search knows of its tree."""
    used = len(search.nodes)
    values = [array[:used].tobytes() for array in by_node(search.memory) if array.ndim == 1]
    return search.nodes.tobytes(), search.calls, search.memory.rng.tobytes(), values


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", SEARCHES)
def test_nothing_is_left_to_the_next_search(name):
    method, game = SEARCHES[name], game_for(SEARCHES[name])
    slow = isinstance(method.tree, BinarySubtree) or game is GAMES["maze"]  # the first follows two actions at a node
    short, long = (8, 16) if slow else (60, 200)
    fresh = seen(grown(game, method, 2, short, compiled=False))
    clear(method)
    used = grown(game, method, 1, long, compiled=False)
    clear(method)
    used.restart(dealt(game, 2), 2).run(short)
    assert seen(used) == fresh


@pytest.mark.compiled
def test_searches_in_a_row_are_those_of_a_new_process():
    method = UCT(leaf=GreedyPlayout(limit=40), value=SameSideCredit(CHOOSER))
    first, *others = (seen(grown(C4, method, 2, 200, compiled=True)) for _ in range(3))
    assert others == [first, first] and first == seen(grown(C4, method, 2, 200, compiled=False))


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", [name for name in SEARCHES if not isinstance(SEARCHES[name].tree, BinarySubtree)])
def test_a_tree_keeps_to_its_memory_and_says_that_it_is_full(name, caplog):
    method, game = SEARCHES[name], game_for(SEARCHES[name])
    state = dealt(game, 1)
    limit = 100 * node_bytes(Plan(game, method, False), Plan(game, method, False).memory())
    search = Search(game, state, method, seed=1, compiled=False, memory=limit)
    result = search.run(400)
    taken = sum(array.nbytes for array in by_node(search.memory))
    if result.proven or result.nodes == Search(game, state, method, seed=1, compiled=False).run(400).nodes:
        assert not result.full  # it does not need more
        return
    assert result.full and "the tree is full" in repr(result)
    assert (result.iterations == 400) != bool(search.memory.counters[SETTLED])  # it ends once one action is left
    assert result.nodes <= 100 == search.memory.capacity and taken <= limit
    if search.plan.keeps_states:
        assert len(search.memory.states) <= 100 + 2 * search.plan.spare[2]
    assert [record.message.count("the tree is full with 100 nodes") for record in caplog.records] == [1]
    search.run(100)
    assert len(caplog.records) == 1  # said once
