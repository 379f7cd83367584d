"""Memory that one search leaves to the next: nothing of what the first has learnt may be seen by the second."""


import pickle
from types import SimpleNamespace

import numpy as np
import pytest
from positions import dealt

from mcts_lab import games
from mcts_lab.game import start
from mcts_lab.search import (
    PIMC,
    RAVE,
    UCT,
    Borda,
    HardPruningByMean,
    HeuristicRating,
    SavedOutcomes,
    Search,
    Singly,
    Thompson,
    Value,
)
from mcts_lab.search.mcts import running
from mcts_lab.search.mcts.capacity import node_bytes
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.plan import Plan
from mcts_lab.search.mcts.reuse import children_of

TTT = games.tic_tac_toe()
C4 = games.connect_four(rows=4, columns=4)


def grown(game, method, seed, iterations, **options):
    search = Search(game, dealt(game, seed), method, seed=seed, **options)
    search.run(iterations)
    return search


def test_a_rule_must_say_how_what_it_remembers_begins():
    class Forgetful(Value):
        weight: float = 1.0

        def node_arrays(self, capacity, facts):
            return {"worth": np.zeros(capacity)}

        def estimate(self, parent, child, memory):
            return memory.of(self).worth[child]

    with pytest.raises(ValueError, match="^Forgetful has node_arrays, .* give it a method init_node.$"):
        Search(TTT, start(TTT), UCT(value=Forgetful()), compiled=False)

    class Mindful(Value):
        weight: float = 1.0

        node_arrays, estimate = Forgetful.node_arrays, Forgetful.estimate

        def init_node(self, node, memory):
            memory.of(self).worth[node] = 0.0

    assert grown(TTT, UCT(value=Mindful()), 1, 20, compiled=False).iterations == 20


# -- how much of it ----------------------------------------------------------------------------------------------------

SMALL = 12_000  # bytes


def test_where_outcomes_are_kept_a_full_tree_stays_in_its_memory():
    method, game = UCT(tree=SavedOutcomes(3, 2.5, 0.0)), games.pig(faces=3, win_score=6)
    for nodes in range(30, 34):
        plan = Plan(game, method, False)
        limit = nodes * node_bytes(plan, plan.memory())
        result = Search(game, start(game), method, seed=nodes, compiled=False, memory=limit).run(300)
        assert result.full and result.iterations == 300 and result.nodes == nodes


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("options", [{}, {"fpu": 0.6}, {"selection": Thompson()}], ids=str)
def test_a_full_tree_goes_on_without_children_that_were_never_tried(options, compiled):
    game, nodes = games.hex(size=5), 1500
    search = Search(game, start(game), UCT(**options), seed=1, compiled=compiled, memory=nodes * 32)
    grown_to = []
    while not search.full and search.iterations < 4000:
        search.run(100)
        check_links(search)
        grown_to.append(len(search.nodes))
    assert search.full and search.iterations >= 1400 and len(search.nodes) <= nodes
    assert min(np.diff(grown_to)) < 0, "nodes have been given up"
    untried = search.nodes["parent"][search.nodes["visits"] == 0]
    assert set(untried) <= {ROOT}
    again = pickle.loads(pickle.dumps(search))
    assert search.run(50).visits == again.run(50).visits
    following = search.play_on(search.result().action).run(50)
    check_links(search)
    assert following.iterations > 50


def test_compiling_for_a_full_tree_takes_none_of_the_time_that_is_given(monkeypatch):
    now, loop = [0.0], Search._loop

    def tick():  # a clock that goes on whenever it is looked at
        now[0] += 0.05
        return now[0]

    def compiling(*arguments):
        now[0] += 100.0
        return loop(*arguments)

    monkeypatch.setattr(running, "time", SimpleNamespace(perf_counter=tick))
    monkeypatch.setattr(Search, "_loop", compiling)
    game = games.hex(size=5)
    search = Search(game, start(game), UCT(), seed=1, compiled=False, memory=400 * 32)
    result = search.run(seconds=1.5)
    assert search.method.pruning == Singly() and result.full and now[0] > 200.0
    assert 0.2 < result.seconds < 1.5


@pytest.mark.parametrize("options", [
    {"solver": True}, {"prior": HeuristicRating()}, {"selection": RAVE(), "fpu": 1.0}, {"value": Borda()},
    {"pruning": HardPruningByMean()}], ids=str)
def test_what_needs_all_children_keeps_them_in_a_full_tree(options):
    game = games.hex(size=5)
    plan = Plan(game, UCT(**options), False)
    limit = 400 * node_bytes(plan, plan.memory())
    search = Search(game, start(game), UCT(**options), seed=1, compiled=False, memory=limit)
    search.run(400)
    assert search.full and search.method == UCT(**options) and (search.nodes["visits"] == 0).sum() > 50


def check_links(search):
    """Every node hangs in the tree once, below its parent, and visits add up but for those of a node's own playouts."""
    nodes, met, waiting = search.nodes, [ROOT], [ROOT]
    while waiting:
        node = waiting.pop()
        below = children_of(nodes, node)
        assert len(below) == nodes["children"][node] and set(nodes["parent"][below]) <= {node}
        assert len(set(nodes["action"][below])) == len(below)
        if below and not search.full:
            assert nodes["visits"][node] - nodes["visits"][below].sum() in (0, 1)
        met += below
        waiting += below
    assert sorted(met) == list(range(len(nodes)))


def test_a_tree_that_has_room_left_does_not_say_that_it_is_full(caplog):
    result = Search(C4, start(C4), UCT(), seed=1, compiled=False).run(20)
    assert not result.full and not caplog.records


def test_a_tree_that_is_left_behind_makes_room():
    search = Search(C4, start(C4), UCT(), seed=1, compiled=False, memory=SMALL)
    assert search.run(3000).full
    search.play_on(0, 0)
    assert not search.result().full
    assert search.run(3000).full and not search.restart(start(C4)).run(10).full


def test_searches_of_several_trees_are_told_how_much_too():
    small, large = (PIMC(trees=2).search(C4, start(C4), iterations=1200, seed=1, compiled=False, memory=limit)
                    for limit in (SMALL, 10**9))
    assert small.full and not large.full and small.nodes * 32 <= 2 * SMALL and large.nodes > small.nodes


@pytest.mark.parametrize("limit, words", [
    (0, "number of bytes"), (True, "number of bytes"), ("1 GB", "number of bytes"), (float("inf"), "number of bytes"),
    (100, "give at least 160 bytes")])
def test_what_is_no_amount_of_memory_is_refused(limit, words):
    with pytest.raises(ValueError, match=words):
        UCT().search(C4, start(C4), iterations=10, memory=limit)
