"""Memory that one search leaves to the next: nothing of what the first has learnt may be seen by the second."""

import copy
import pickle

import numpy as np
import pytest
from positions import dealt, play_on

from mcts_lab import after, games, legal_actions, start
from mcts_lab.search import (
    PIMC,
    PUCT,
    UCB1,
    UCT,
    Borda,
    HeuristicPrior,
    OpenLoop,
    SavedOutcomes,
    Search,
    Value,
)
from mcts_lab.search.mcts.capacity import node_bytes
from mcts_lab.search.mcts.plan import Plan

TTT = games.tic_tac_toe()
C4 = games.connect_four(rows=4, columns=4)


def grown(game, method, seed, iterations, **options):
    search = Search(game, dealt(game, seed), method, seed=seed, **options)
    search.run(iterations)
    return search


def test_a_rule_must_say_how_what_it_remembers_begins():
    class Forgetful(Value):
        def node_arrays(self, capacity, facts):
            return {"worth": np.zeros(capacity)}

        def estimate(self, parent, child, memory):
            return memory.of(self).worth[child]

    with pytest.raises(ValueError, match="^Forgetful has node_arrays, .* Give it a method init_node"):
        Search(TTT, start(TTT), UCT(value=Forgetful()), compiled=False)


# -- how much of it ----------------------------------------------------------------------------------------------------

SMALL = 12_000  # bytes


def test_where_outcomes_are_kept_a_full_tree_stays_in_its_memory():
    method, game = UCT(tree=SavedOutcomes(3, 2.5, 0.0)), games.pig(faces=3, win_score=6)
    for nodes in range(30, 34):
        plan = Plan(game, method, False)
        limit = nodes * node_bytes(plan, plan.memory())
        result = Search(game, start(game), method, seed=nodes, compiled=False, memory=limit).run(300)
        assert result.full and result.iterations == 300 and result.nodes == nodes


def test_a_tree_that_is_left_behind_makes_room():
    search = Search(C4, start(C4), UCT(), seed=1, compiled=False, memory=SMALL)
    assert search.run(3000).full
    play_on(search, 0, 0)
    assert not search.result().full
    assert search.run(3000).full and not search.restart(start(C4)).run(10).full


def test_searches_of_several_trees_are_told_how_much_too():
    small, large = (PIMC(trees=2).search(C4, start(C4), iterations=1200, seed=1, compiled=False, memory=limit)
                    for limit in (SMALL, 10**9))
    assert small.full and not large.full and small.nodes * 32 <= 2 * SMALL and large.nodes > small.nodes


@pytest.mark.parametrize("limit, words", [
    (0, "number of bytes"), (True, "number of bytes"), ("1 GB", "number of bytes"), (float("inf"), "number of bytes"),
    (100, "Give at least 160 bytes")])
def test_what_is_no_amount_of_memory_is_refused(limit, words):
    with pytest.raises(ValueError, match=words):
        UCT().search(C4, start(C4), iterations=10, memory=limit)


# -- the search that owns the memory -----------------------------------------------------------------------------------


def told(result):
    """What a result says, at first sight and on a closer look."""
    return (result.action, result.name, result.value, result.visits, result.values, result.pv, result.nodes,
            result.policy().tolist(), result.tree.nodes.tobytes(), result.search.nodes.tobytes())


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_a_search_goes_on_in_its_memory_and_finds_what_a_new_one_finds(compiled):
    game = C4 if compiled else TTT
    methods = [UCT()] if compiled else [UCT(value=Borda(), tree=OpenLoop()), UCT(solver=True), UCT(
        selection=PUCT(), prior=HeuristicPrior())]
    for method in methods:
        search = Search(game, start(game), method, seed=1, compiled=compiled)
        search.run(150)
        place = search.memory.nodes.ctypes.data
        state = after(game, start(game), legal_actions(game, start(game))[1])
        again = told(search.restart(state, 5).run(60))
        assert search.memory.nodes.ctypes.data == place and search.seed == 5
        assert again == told(Search(game, state, method, seed=5, compiled=compiled).run(60))


def goes_on(search):
    """The ways in which a search leaves its tree."""
    yield "restart", lambda: search.restart(start(TTT), 3)
    yield "restart without a seed", lambda: search.restart(start(TTT))
    yield "play on", lambda: play_on(search, int(search.result().action))
    yield "follow into the unknown", lambda: search.follow([], after(TTT, start(TTT), 0))


@pytest.mark.parametrize("way", [way for way, _ in goes_on(None)])
def test_a_result_stays_what_it_is_when_the_search_goes_on(way):
    found = []
    for held in (True, False):
        search = Search(TTT, start(TTT), UCT(), seed=1, compiled=False)
        results = [search.run(40), search.run(40)]
        before = [told(result) for result in results]
        others = copy.copy(results[1])
        if not held:
            del results, others
        dict(goes_on(search))[way]()
        found.append(told(search.run(30)))
        if held:
            assert [told(result) for result in results] == before and told(others) == before[1]
            assert results[0].search is results[1].search is not search
            assert told(pickle.loads(pickle.dumps(results[0]))) == before[0]
            results[0].search.run(10)  # it is a search like others
            assert found[-1] == told(search.result())
    assert found[0] == found[1]


def test_what_is_refused_is_refused_whatever_was_searched_before():
    method, wrong = UCT(selection=UCB1(c=1.0)), UCT(selection=UCB1(c=True))
    assert method == wrong
    Search(C4, start(C4), method, seed=1)
    with pytest.raises(ValueError, match=r"UCB1\(c=True\) is out of range"):
        Search(C4, start(C4), wrong, seed=1)
