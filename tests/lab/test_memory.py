"""Memory that one search leaves to the next: nothing of what the first has learnt may be seen by the second."""



import numpy as np
import pytest
from positions import dealt, play_on

from mcts_lab import games, start
from mcts_lab.search import (
    PIMC,
    UCT,
    SavedOutcomes,
    Search,
    Value,
)
from mcts_lab.search.mcts.capacity import bytes_of, node_bytes, nodes_for
from mcts_lab.search.mcts.plan import Plan

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

    with pytest.raises(ValueError, match="^Forgetful has node_arrays, .* Give it a method init_node"):
        Search(TTT, start(TTT), UCT(value=Forgetful()), compiled=False)

    class Mindful(Value):
        weight: float = 1.0

        node_arrays, estimate = Forgetful.node_arrays, Forgetful.estimate

        def init_node(self, node, memory):
            memory.of(self).worth[node] = 0.0

    assert grown(TTT, UCT(value=Mindful()), 1, 20, compiled=False).iterations == 20


@pytest.mark.parametrize(("game", "each"), [(games.hex(size=11), 17.5), (games.connect_four(), 2.2)])
def test_memory_for_a_tree_is_set_aside_at_once(game, each):
    """So many nodes come with an iteration in the long run."""
    assert each * 10_000 < nodes_for(Plan(game, UCT()), 10_000) < 3 * each * 10_000


# -- how much of it ----------------------------------------------------------------------------------------------------

SMALL = 12_000  # bytes


def test_where_outcomes_are_kept_a_full_tree_stays_in_its_memory():
    method, game = UCT(tree=SavedOutcomes(3, 2.5, 0.0)), games.pig(faces=3, win_score=6)
    for nodes in range(30, 34):
        plan = Plan(game, method, False)
        limit = nodes * node_bytes(plan, plan.memory())
        result = Search(game, start(game), method, seed=nodes, compiled=False, memory=limit).run(300)
        assert result.full and result.iterations == 300 and result.nodes == nodes


def test_a_tree_that_has_room_left_does_not_say_that_it_is_full(caplog):
    result = Search(C4, start(C4), UCT(), seed=1, compiled=False).run(20)
    assert not result.full and not caplog.records


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


def test_no_records_have_no_rows_of_bytes():
    assert bytes_of(np.zeros(0, "i4, f8")).shape == (0, 12)
