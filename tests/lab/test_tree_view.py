"""Trees as tables and files: the numbers, whose they are, that nothing is lost; and replays of a trace."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_guard import Take

from mcts_lab import UCT, Search, games, legal_actions, start
from mcts_lab.search.mcts.nodes import BACK_UP, LOSS, NODE, NONE, PRUNED, ROOT, WIN
from mcts_lab.views.replay import Replay
from mcts_lab.views.tree import About, Tree


def grown(shape, visits, players=2, zero_sum=True, low=-1.0, high=1.0):
    """A hand-made tree: `shape` holds each node's parent, parents before children."""
    nodes = np.zeros(len(shape), np.dtype((np.record, NODE)))
    nodes["parent"], nodes["visits"] = shape, visits
    nodes["first_child"] = nodes["next_sibling"] = NONE
    depth = np.zeros(len(shape), int)
    for i, parent in enumerate(shape):
        if parent != NONE:
            depth[i] = depth[parent] + 1
            nodes["children"][parent] += 1
            nodes["mover"][i] = (depth[i] - 1) % players
            nodes["action"][i] = i
    about = About("Hand-made", players, zero_sum, low, high, (), 0)
    return Tree(None, None, nodes, about=about)


def traced(iterations):
    game = games.tic_tac_toe()
    search = Search(game, start(game), UCT(), seed=5, compiled=False, trace=True)
    search.run(iterations)
    return search


@pytest.fixture(scope="module")
def searched():
    return traced(400).tree


@st.composite
def shapes(draw):
    n = draw(st.integers(1, 60))
    return [NONE] + [draw(st.integers(0, i - 1)) for i in range(1, n)]


@settings(max_examples=60, deadline=None)
@given(shapes(), st.randoms(use_true_random=False))
def test_structure_of_any_tree(shape, random):
    tree = grown(shape, [random.randrange(5) for _ in shape])
    for node in range(len(shape)):
        path = tree.path(node)
        assert path[0] == ROOT and path[-1] == node and len(path) == tree.depth[node] + 1
        children = tree.child_nodes(node)
        assert sorted(children) == [i for i, p in enumerate(shape) if p == node]
        assert list(tree.nodes["visits"][children]) == sorted(tree.nodes["visits"][children], reverse=True)
    statistics = tree.statistics()
    assert statistics.depth_histogram.sum() == len(shape)
    assert statistics.max_depth == max(tree.depth)


def test_frame_agrees_with_the_nodes(searched):
    table = searched.frame()
    nodes = searched.nodes
    assert len(table) == len(nodes) and table.index.name == "node"
    for node in (0, 1, 5, 40):
        row = table.loc[node]
        assert row["visits"] == nodes[node].visits and row["parent"] == nodes[node].parent
        if nodes[node].visits:
            assert row["reward"] == nodes[node].total / nodes[node].visits
            assert row["payoff"] == pytest.approx(2 * row["reward"] - 1)
    # an iteration visits one child, and the node itself when it was the leaf
    below = table[table["parent"] == ROOT]["visits"].sum()
    assert below == table.loc[ROOT, "visits"] == 400
    assert table[table["line"]].index.tolist() == searched.line()
    assert len(searched.frame(visited=True)) == (table["visits"] > 0).sum() < len(table)


def test_names_are_those_of_the_positions(searched):
    table = searched.frame(names=50)
    assert table["name"].notna().sum() == 50
    node = int(table[(table["depth"] == 2) & (table["visits"] > 0)].index[0])
    state = searched.state(int(table.loc[node, "parent"]))
    assert searched.name(node) == searched.game.action_name(state, int(table.loc[node, "action"]))
    assert searched.frame(names=0)["name"].isna().all()
    children = searched.children()
    assert set(children["action"]) == set(legal_actions(searched.game, searched.root_state))


def test_perspectives_mirror_each_other(searched):
    first, second, mover = (searched.rewards(p) for p in (0, 1, "mover"))
    seen = searched.nodes["visits"] > 0
    np.testing.assert_allclose(first[seen], 1 - second[seen])
    odd = searched.depth % 2 == 1  # reached by a move of player 0
    np.testing.assert_array_equal(first[seen & odd], mover[seen & odd])
    even = ~odd & (searched.depth > 0)
    np.testing.assert_array_equal(second[seen & even], mover[seen & even])
    np.testing.assert_array_equal(searched.rewards("root"), first)
    np.testing.assert_allclose(searched.payoffs(0)[seen], -searched.payoffs(1)[seen])
    assert (searched.frame()["player"][1:] == searched.frame()["mover"][1:]).all()
    assert (searched.frame(1)["player"] == 1).all()
    assert "player 1" in grown([NONE, 0], [1, 1]).frame(1).attrs["perspective"]


def test_proven_status_turns_with_the_perspective():
    tree = grown([NONE, 0, 1], [3, 2, 1])
    tree.nodes["status"] = [0, WIN, LOSS]  # player 0 wins by node 1; player 1 loses by node 2
    assert tree.frame()["status"].tolist() == ["open", "win", "loss"]
    assert tree.frame(0)["status"].tolist() == ["open", "win", "win"]
    assert tree.frame(1)["status"].tolist() == ["open", "loss", "loss"]
    tree.nodes["status"] = [0, PRUNED, WIN | PRUNED]
    assert tree.frame()["status"].tolist() == ["open", "pruned", "win"]


@pytest.mark.parametrize("players, zero_sum", [(3, True), (2, False)])
def test_only_the_movers_value_is_known_in_other_games(players, zero_sum):
    tree = grown([NONE, 0, 0], [2, 1, 1], players, zero_sum)
    tree.frame("mover")
    for perspective in ("root", 0):
        with pytest.raises(ValueError, match="perspective='mover'"):
            tree.frame(perspective)


@pytest.mark.parametrize("call", [
    *(lambda tree, wrong=wrong: grown([NONE, 0], [1, 1]).frame(wrong) for wrong in ("me", 2, -1, True, None)),
    *(lambda tree, name=name: getattr(tree, name)(len(tree)) for name in ("path", "state", "name", "line")),
    *(lambda tree, name=name: tree.save(name) for name in ("tree.txt", "tree", "tree.pickle")),
    lambda tree: Tree(tree.game, tree.root_state, tree.nodes, count=0), lambda tree: Tree(None, None, tree.nodes),
])
def test_what_is_not_there_is_refused_in_a_sentence(searched, call):
    with pytest.raises(ValueError, match="^[^\n]{10,}$"):
        call(searched)


def test_entropy_of_the_visits():
    assert grown([NONE, 0, 0, 0, 0], [8, 2, 2, 2, 2]).statistics().visits_entropy == pytest.approx(2.0)
    assert grown([NONE, 0, 0], [5, 5, 0]).statistics().visits_entropy == 0.0
    assert grown([NONE], [0]).statistics().visits_entropy == 0.0
    statistics = grown([NONE, 0, 0, 1], [3, 2, 1, 1]).statistics()
    assert statistics.effective_branching == pytest.approx(2 ** statistics.visits_entropy)
    assert statistics.selection_depth == pytest.approx(4 / 3)
    assert statistics.branching[0] == 2 and statistics.branching[1] == 1 and np.isnan(statistics.branching[2])


def test_json_round_trip(searched, tmp_path):
    path = searched.save(tmp_path / "tree.json")
    again = Tree.load(path)
    assert again.nodes.tobytes() == searched.nodes.tobytes()
    assert again.game == searched.game and again.root_state == searched.root_state and again.about == searched.about
    assert again.frame().equals(searched.frame())


def test_plain_objects_have_trees_too(tmp_path):
    tree = Search(Take(), (9, 0), UCT(), seed=1, compiled=False).run(60).tree
    assert tree.frame(visited=True)["name"].notna().all()
    again = Tree.load(tree.save(tmp_path / "tree.json"))
    assert again.game is None and again.frame().equals(tree.frame())
    assert Tree.load(tmp_path / "tree.json", game=tree.game).game is tree.game


def test_wrong_files(searched, tmp_path):
    whole = json.loads(searched.save(tmp_path / "tree.json").read_text(encoding="utf-8"))
    classes = ("os:system", "mcts_lab.views.tree:Tree", "mcts_lab.nowhere:Game", "mcts_lab.games:names")
    for content in ("", "{}", "[1]", '{"format": "other"}', json.dumps({**whole, "nodes": {}}),
                    *(json.dumps({**whole, "game": {"is": name}}) for name in classes)):
        (tmp_path / "broken.json").write_text(content, encoding="utf-8")
        with pytest.raises(ValueError, match="is not a tree saved by mcts_lab"):
            Tree.load(tmp_path / "broken.json")


# -- replays of a trace ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def search():
    return traced(25)


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
        same(replay.at(last), traced(iterations).tree)


def test_only_the_backup_changes_statistics(replay):
    for position in range(1, len(replay) + 1):
        before, after = replay.at(position - 1).nodes, replay.at(position).nodes
        changed = np.flatnonzero(before["visits"] != after["visits"])
        if replay.phase(position).kind == BACK_UP:
            assert set(changed) == set(replay.touched(position)) == set(replay.whole_path(position))
            assert (after["visits"] - before["visits"])[changed].tolist() == [1] * len(changed)
        else:
            assert len(changed) == 0


def test_what_cannot_be_replayed(search, replay):
    with pytest.raises(ValueError, match="trace=True"):
        Replay(search.tree, search.trace_events[:0])
    with pytest.raises(ValueError, match="same search"):
        Replay(traced(1).tree, search.trace_events)
    for position in (-1, len(replay) + 1):
        with pytest.raises(ValueError, match="does not exist"):
            replay.at(position)
