"""The principal variation: what the search would play, from each node and in files."""

import json

import numpy as np
import pytest
from positions import walk

from mcts_lab import games
from mcts_lab.game import CHANCE, after, start
from mcts_lab.search import (
    PIMC,
    UCT,
    BestValue,
    Borda,
    Search,
)
from mcts_lab.search.mcts.nodes import LOSS, NODE, NONE, PROVEN, ROOT, WIN
from mcts_lab.textbook import minimax
from mcts_lab.views.tree import About, Tree

TTT = games.tic_tac_toe()


def begun(game, seed):
    """A position of the game in which a player is to move, after some random plays."""
    states = [state for state in walk(game, seed, 9) if game.to_move(state) >= 0]
    return states[min(seed % 4, len(states) - 1)]


def searched(game, method, budget, seed):
    return Search(game, begun(game, seed), method, seed=seed, compiled=False).run(budget)


def played(tree, nodes):
    """The actions that lead to `nodes`, of which the first is the root."""
    assert nodes[0] == ROOT and all(tree.nodes["parent"][b] == a for a, b in zip(nodes, nodes[1:], strict=False))
    return tuple(tree.nodes["action"][nodes[1:]].tolist())


def grown(rows):
    """A hand-made tree for two players: for each node its parent, mover, visits, mean reward and status."""
    nodes = np.zeros(len(rows), np.dtype((np.record, NODE)))
    for node, (parent, mover, visits, mean, status) in enumerate(rows):
        nodes[node] = (mean * visits, visits, parent, NONE, NONE, node, 0, mover, status)
    return nodes, About("Hand-made", 2, True, -1.0, 1.0, (), 0)


@pytest.mark.parametrize("rows, line", [
    # equally visited: the greater mean, at the root and for the opponent below
    ([(NONE, 0, 8, 0.5, 0), (0, 0, 4, 0.2, 0), (0, 0, 4, 0.6, 0), (2, 1, 1, 0.1, 0), (2, 1, 1, 0.3, 0)], [0, 2, 4]),
    # what is proven comes before what is visited: each player's own win, and nobody's loss
    ([(NONE, 0, 9, 0.5, 0), (0, 0, 6, 0.9, LOSS), (0, 0, 3, 0.1, 0), (2, 1, 2, 0.9, 0), (2, 1, 1, 1.0, WIN)],
     [0, 2, 4]),
    # chance does not choose: its most visited outcome, or the first of them, whatever they are worth
    ([(NONE, 0, 9, 0.5, 0), (0, 0, 9, 0.5, 0), (1, CHANCE, 4, 0.9, 0), (1, CHANCE, 5, 0.1, 0)], [0, 1, 3]),
    ([(NONE, 0, 9, 0.5, 0), (0, 0, 9, 0.5, 0), (1, CHANCE, 4, 0.1, 0), (1, CHANCE, 4, 0.9, 0)], [0, 1, 2]),
    # worlds differ in who is to move: the player of the most visited child chooses
    ([(NONE, 0, 9, 0.5, 0), (0, 0, 9, 0.5, 0), (1, 0, 2, 1.0, WIN), (1, 1, 3, 0.1, 0), (1, 1, 3, 0.2, 0)], [0, 1, 4]),
])
def test_the_rule_at_each_node(rows, line):
    nodes, about = grown(rows)
    assert Tree(None, None, nodes, about=about).line() == line


def test_the_line_of_a_solved_game_is_best_play():
    """Where there are more payoffs than loss, draw and win, what is proven and not how often it was visited counts."""
    deep = 0
    for seed in range(20):
        game = games.make("uniform_tree", branching=3, depth=4, seed=seed)
        state = start(game)
        result = Search(game, state, UCT(solver=True), seed=seed, compiled=False).run(2000)
        assert result.proven
        worth, tree = minimax(game, state, 0), result.tree
        for node in tree.line()[1:]:
            state = after(game, state, int(tree.nodes["action"][node]))
            if tree.nodes["status"][node] & PROVEN:
                assert minimax(game, state, 0) == worth
                deep += 1
    assert deep > 40


def test_where_several_trees_choose_together_the_line_begins_with_their_choice():
    game = games.liars_dice()
    others = 0
    for seed in range(12):
        result = PIMC(trees=4).search(game, begun(game, seed), iterations=60, seed=seed, compiled=False)
        assert result.joint and result.pv[0] == result.action
        assert result.pv == played(result.tree, result.tree.line())
        others += result.search.tree.line()[1] != result.tree.line()[1]
    assert others  # the tree alone would have played something else


def test_a_file_knows_the_line(tmp_path):
    result = searched(TTT, UCT(value=Borda(), final=BestValue()), 40, 1)
    path = result.tree.save(tmp_path / "tree.json")
    again = Tree.load(path)
    assert again.line() == result.tree.line() and again.final == BestValue()
    assert again.line(again.child_nodes()[3]) == result.tree.line(result.tree.child_nodes()[3])
    data = json.loads(path.read_text(encoding="utf-8"))
    wrong = {**data, "pv": [0, len(data["nodes"]["parent"]) - 1]}
    path.write_text(json.dumps(wrong), encoding="utf-8")
    with pytest.raises(ValueError, match="each a child of the one before"):
        Tree.load(path)
