"""Replaying a trace gives the tree as it was at every moment."""

import numpy as np
import pytest

from mcts_lab import UCT, Search, games, start
from mcts_lab.search.mcts.nodes import BACK_UP, EXPAND, PLAY_OUT, ROOT, SELECT
from mcts_lab.views.replay import PHASES, Replay


def searched(iterations, before=0):
    game = games.tic_tac_toe()
    search = Search(game, start(game), UCT(), seed=5, compiled=False, trace=True)
    if before:
        search.run(before)
    search.run(iterations)
    return search


@pytest.fixture(scope="module")
def search():
    return searched(25)


@pytest.fixture(scope="module")
def replay(search):
    return Replay.of(search)


def same(one, other):
    n = min(len(one), len(other))
    for field in ("visits", "total"):
        np.testing.assert_array_equal(one.nodes[field][:n], other.nodes[field][:n])
        assert not one.nodes[field][n:].any() and not other.nodes[field][n:].any()


def test_both_ends(search, replay):
    assert not replay.at(0).nodes["visits"].any() and not replay.at(0).nodes["total"].any()
    same(replay.at(len(replay)), search.tree)


def test_every_iteration_is_the_shorter_search(replay):
    for iterations in (1, 2, 9, 10, 17):
        last = replay.iteration_start(iterations) - 1  # before the next iteration's first phase
        same(replay.at(last), searched(iterations).tree)


def test_phases_come_in_order(replay):
    for iteration in range(25):
        kinds = [p.kind for p in replay.phases if p.iteration == iteration]
        assert kinds == sorted(kinds) and kinds[-2:] == [PLAY_OUT, BACK_UP] and len(set(kinds)) == len(kinds)
    assert replay.phases[0].kind == EXPAND and SELECT in [p.kind for p in replay.phases]
    assert [p.begin for p in replay.phases[1:]] == [p.end for p in replay.phases[:-1]]
    assert len(PHASES) == 4


def test_what_has_been_visited_is_selected_and_what_has_not_is_expanded(search):
    events = search.trace_events
    reached = events[np.isin(events["phase"], (SELECT, EXPAND))]
    assert ((reached["phase"] == SELECT) == (reached["visits_before"] > 0)).all()
    assert {0, 1} < set(reached["visits_before"]) and not reached["plays"].any()


def test_only_the_backup_changes_statistics(replay):
    for position in range(1, len(replay) + 1):
        before, after = replay.at(position - 1).nodes, replay.at(position).nodes
        changed = np.flatnonzero(before["visits"] != after["visits"])
        if replay.phase(position).kind == BACK_UP:
            assert set(changed) == set(replay.touched(position)) == set(replay.whole_path(position))
            assert (after["visits"] - before["visits"])[changed].tolist() == [1] * len(changed)
        else:
            assert len(changed) == 0


def test_a_node_is_absent_until_it_is_expanded(replay):
    seen = 0
    for position, phase in enumerate(replay.phases, 1):
        if phase.kind == EXPAND:
            seen += 1
            new = replay.touched(position)[-1]
            begun = position > 1 and replay.phase(position - 1).iteration == phase.iteration
            assert not begun or replay.absent(position - 1) == {new}
            assert replay.absent(position) == set()
            assert replay.path(position)[-1] == new
    assert seen == 25
    assert replay.absent(0) == set() and replay.path(0) == [ROOT]


def test_what_cannot_be_replayed(search, replay):
    with pytest.raises(ValueError, match="trace=True"):
        Replay(search.tree, search.trace_events[:0])
    with pytest.raises(ValueError, match="same search"):
        Replay(searched(1).tree, search.trace_events)
    for position in (-1, len(replay) + 1):
        with pytest.raises(ValueError, match="does not exist"):
            replay.at(position)
