"""Several threads grow one tree: nothing is lost, nothing stays lent, and it finds what one thread finds."""

import re

import numpy as np
import pytest
from combinations import GAMES, clear
from positions import dealt
from test_combinations import SINGLE, game_for

from mcts_lab import UCT, Search, after, games, start
from mcts_lab.engine.random import sequence
from mcts_lab.players import SearchPlayer
from mcts_lab.search import Borda, MultipleObserver, OpenLoop, RelativePruning
from mcts_lab.search.mcts.loop import add_virtual_loss
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.tree import ROOT, Off
from mcts_lab.search.mcts.tree_parallel import Shared

GAME = games.connect_four(4, 5)


def check_sums(search, iterations):
    """A node has the visits of its children, and one more from when it was a leaf; rewards are in [0, 1]."""
    nodes = search.nodes
    assert search.iterations == iterations == nodes["visits"][ROOT]
    assert (nodes["visits"] >= 0).all() and (nodes["total"] >= 0).all() and (nodes["total"] <= nodes["visits"]).all()
    for node in range(len(nodes)):
        children = children_of(nodes, node)
        assert all(nodes["parent"][child] == node for child in children)
        if children and node != ROOT:
            assert nodes["visits"][children].sum() <= nodes["visits"][node] <= nodes["visits"][children].sum() + 1
    assert nodes["visits"][children_of(nodes, ROOT)].sum() == iterations


@pytest.mark.parametrize("name", SINGLE)
def test_one_thread_grows_the_tree_of_a_plain_search_and_with_several_nothing_is_lost(name):
    method, game = SINGLE[name], game_for(SINGLE[name])
    state, iterations, found = dealt(game, 1), 10 if game is GAMES["maze"] else 120, []
    for seed, threads in ((4, 1), (sequence(4).spawn(1)[0], None), (4, 3)):
        clear(method)
        try:
            search = Search(game, state, method, threads=threads, seed=seed, compiled=False)
        except ValueError as refusal:
            assert re.search("keeps states|compares the children|looks at the iterations left", str(refusal))
            return
        search.run(iterations)
        found.append(search)
    assert np.array_equal(found[0].nodes, found[1].nodes) and found[0].calls == found[1].calls
    assert found[2].result().iterations == sum(found[2].result().visits.values()) == iterations
    if found[2].nodes["children"][ROOT] and not isinstance(method.world, (MultipleObserver, OpenLoop)):
        check_sums(found[2], iterations)


def test_a_loan_counts_as_losses_until_it_is_taken_back():
    search = Search(GAME, start(GAME), UCT(), seed=1, compiled=False)
    search.run(60)
    shared, memory = Shared(np.zeros(2, np.int64)), search.memory
    before = search.nodes.copy()
    leaf = len(before) - 1
    path = [leaf]
    while before["parent"][path[-1]] != ROOT:
        path.append(before["parent"][path[-1]])
    assert len(path) > 1
    memory.path_ends[0] = leaf
    add_virtual_loss(Off(), 1, memory)
    assert np.array_equal(search.nodes, before)
    add_virtual_loss(shared, 1, memory)
    assert np.flatnonzero(search.nodes["visits"] - before["visits"]).tolist() == sorted(path)
    assert np.array_equal(search.nodes["total"], before["total"])
    add_virtual_loss(shared, -1, memory)
    assert np.array_equal(search.nodes, before)


def test_a_virtual_loss_sends_others_elsewhere():
    search = Search(GAME, start(GAME), UCT(), seed=1, compiled=False)
    search.run(60)
    best = max(children_of(search.nodes, ROOT), key=lambda child: search.nodes["visits"][child])
    before = search.nodes["visits"].copy()
    search.memory.path_ends[0] = best
    add_virtual_loss(Shared(np.zeros(2, np.int64)), 40, search.memory)
    search.run(10)
    assert search.nodes["visits"][best] == before[best] + 40


def test_budgets_are_for_all_threads_together():
    result = UCT().search(GAME, start(GAME), calls=900, seed=1, workers=3, parallel="tree", compiled=False)
    assert 900 <= result.calls < 900 + 3 * 40
    result = UCT().search(GAME, start(GAME), iterations=101, seed=1, workers=2, parallel="tree", compiled=False)
    assert result.iterations == 101


def test_the_tree_grows_beyond_the_room_there_was():
    search = Search(GAME, start(GAME), UCT(), threads=2, seed=1, compiled=False)
    room = len(search.memory.nodes)
    for _ in range(8):
        search.run(calls=4000)
    assert len(search.nodes) > room
    check_sums(search, search.iterations)


@pytest.mark.parametrize("wrong", [
    *({"method": UCT(**parts)} for parts in ({"value": Borda()}, {"solver": True}, {"pruning": RelativePruning()})),
    {"parallel": "leaf"}, *({"workers": workers} for workers in (0, -1, 1.5, True, 10**6))], ids=str)
def test_what_cannot_be_shared_is_refused(wrong):
    options = {"workers": 2, "parallel": "tree", "iterations": 10, **wrong}
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        options.pop("method", UCT()).search(GAME, start(GAME), seed=1, **options)
    with pytest.raises(ValueError, match="one thread"):
        SearchPlayer(UCT(), iterations=30, workers=2, keep_tree=True)


@pytest.mark.compiled
def test_threads_side_by_side():
    """Compiled code does not wait for the interpreter's lock, so threads really meet."""
    pytest.importorskip("numba")
    game = games.connect_four()
    state = start(game)
    for action in (3, 0, 3, 0, 3, 1):
        state = after(game, state, action)
    search = Search(game, state, UCT(), threads=4, seed=1)
    for _ in range(5):
        search.run(4000)
    check_sums(search, 20_000)
    result = search.result()
    assert result.action == 3 and result.value > 0.9  # the fourth in the column wins
    # where playouts end differently it is as strong as one thread: the centre is best on an empty board
    result = UCT().search(game, start(game), iterations=20_000, seed=2, workers=3, parallel="tree")
    assert result.action == 3 and sum(result.visits.values()) == 20_000
