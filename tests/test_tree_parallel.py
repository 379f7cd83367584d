"""Several threads grow one tree: nothing is lost, nothing stays lent, and it finds what one thread finds."""


import numpy as np
import pytest

from mcts_lab import UCT, Search, after, games, start
from mcts_lab.engine.random import sequence
from mcts_lab.game import CHANCE
from mcts_lab.players import SearchPlayer
from mcts_lab.search import (
    PUCT,
    UCB1,
    Borda,
    HardPruning,
    HeuristicPrior,
    MixMax,
    MultipleObserver,
    OpenLoop,
    ProgressiveWidening,
    RelativePruning,
    SingleObserver,
)
from mcts_lab.search.mcts.loop import add_virtual_loss
from mcts_lab.search.mcts.reuse import children_of
from mcts_lab.search.mcts.tree import ROOT, Off
from mcts_lab.search.mcts.tree_parallel import Shared

GAME = games.connect_four(4, 5)
METHODS = [
    (GAME, UCT()), (GAME, UCT(selection=PUCT(), prior=HeuristicPrior(), fpu=0.6, value=MixMax())),
    (GAME, UCT(pruning=HardPruning(patience=10, least=2))), (games.pig(), UCT(pruning=ProgressiveWidening())),
    (games.kuhn_poker(), UCT(world=SingleObserver(), selection=UCB1(0.7))),
    (games.kuhn_poker(), UCT(world=MultipleObserver())), (games.pig(), UCT(world=OpenLoop())),
]


def dealt(game):
    state = start(game, 0)
    return after(game, after(game, state, 0), 1) if game == games.kuhn_poker() else state


def grown(game, method, iterations=200, workers=3, seed=1, compiled=False):
    search = Search(game, dealt(game), method, threads=workers, seed=seed, compiled=compiled)
    search.run(iterations)
    return search


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


@pytest.mark.parametrize(("game", "method"), [one for one in METHODS if one[1].world == SingleObserver() or
                                              not isinstance(one[1].world, (MultipleObserver, OpenLoop))], ids=str)
def test_nothing_is_lost_and_nothing_stays_lent(game, method):
    search = grown(game, method)
    if not (search.nodes["mover"] == CHANCE).any():
        check_sums(search, 200)
    assert search.result().iterations == sum(search.result().visits.values()) == 200


@pytest.mark.parametrize(("game", "method"), METHODS, ids=str)
def test_one_thread_grows_the_tree_of_a_plain_search(game, method):
    shared = grown(game, method, workers=1, seed=4)
    plain = Search(game, dealt(game), method, seed=sequence(4).spawn(1)[0], compiled=False)
    plain.run(200)
    assert np.array_equal(shared.nodes, plain.nodes) and shared.calls == plain.calls


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
