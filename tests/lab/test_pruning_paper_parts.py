"""The parts of searches that the pruning networks' article has, each by itself: any game may use them."""

import pytest
from positions import statuses
from test_learning import made_tables

from mcts_lab.game import start
from mcts_lab.games import connect_four, uniform_tree
from mcts_lab.learning.planner import schedule
from mcts_lab.search import (
    UCB1,
    UCT,
    PruningNetworks,
    Search,
)
from mcts_lab.search.mcts.nodes import BACK_UP, PRUNED, ROOT
from mcts_lab.search.mcts.reuse import children_of

GAME = connect_four(5, 7, 4)


def tree(method, game=GAME, iterations=200, seed=3, **options):
    return Search(game, start(game, 1), method, seed=seed, compiled=False, **options).run(iterations=iterations).search


# -- pruning networks --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def steps():
    """Every 50 iterations one action fewer is kept, down to half; odds shrink with the actions left."""
    return made_tables(lambda a, i: max((a + 1) // 2, min(a, a + 1 - i // 50)), lambda a, left: left / (
        left + 40.0 * a * a + 1))


def left_at_root(search):
    return sum(not status & PRUNED for status in statuses(search).values())


def test_the_root_is_pruned_on_schedule(steps):
    planned = schedule(steps, 7, 900)
    assert len(planned) > 1
    search = tree(UCT(UCB1(0.7), pruning=PruningNetworks(steps)), iterations=900, trace=True)
    assert left_at_root(search) == planned[-1][1]
    last_visit = {}
    for event in search.trace_events[search.trace_events["phase"] == BACK_UP]:
        last_visit[int(event.node)] = int(event.iteration)
    ended = sorted(last_visit[c] for c in children_of(search.nodes, ROOT) if search.nodes[c].status & PRUNED)
    for time, kept in planned:  # so many were visited for the last time before
        assert sum(t < time for t in ended) == 7 - kept
    once = tree(UCT(UCB1(0.7), pruning=PruningNetworks(steps, again=False)), iterations=900)
    assert left_at_root(once) == planned[0][1]
    pruned = [search.nodes[c].visits for c in children_of(search.nodes, ROOT) if search.nodes[c].status & PRUNED]
    visits = search.result().visits
    assert max(pruned) <= min(visits[action] for action, status in statuses(search).items() if not status & PRUNED)


def test_two_children_are_never_pruned():
    keen = made_tables(lambda a, i: 1, lambda a, left: 1.0 / (a + 1))
    method = UCT(pruning=PruningNetworks(keen))
    for moves, left in ((2, 2), (3, 1)):
        assert left_at_root(tree(method, game=uniform_tree(moves, 12), iterations=400)) == left


def test_each_run_has_a_plan_of_its_own(steps):
    search = tree(UCT(UCB1(0.7), pruning=PruningNetworks(steps)), iterations=300)
    first = left_at_root(search)
    search.run(iterations=1200)
    assert left_at_root(search) < first <= 7
    with pytest.raises(ValueError, match="iterations"):
        search.run(calls=100)
