"""Pictures that lessons make of small trees and of rewards."""

from functools import partial

import pandas as pd

from mcts_lab import games, textbook
from mcts_lab.engine.random import stream
from mcts_lab.game import start
from mcts_lab.games.teaching.uniform_tree import UniformTree
from mcts_lab.views.plots import game_trees, match_results, reward_pairs, small_trees


def coin_tree(**options):
    game = games.coin_in_a_box()
    return game_trees.of_game(game, start(game), lambda state: 1, **options)


def test_a_whole_game_has_its_payoffs_and_what_a_player_cannot_distinguish():
    seen, hidden = coin_tree(), coin_tree(viewer=0)
    assert [label for _, label in seen.nodes(data="label") if label] == ["+0.5", "+1", "−1", "+0.5", "−1", "+1"]
    assert seen.graph["joined"] == [] and hidden.graph["joined"] == [[(0,), (1,)], [(0, 1), (1, 1)]]
    assert sum(bold for *_, bold in seen.edges(data="bold")) == 4  # `go`, then Y, on both sides
    fig = game_trees.figure({"seen": seen, "hidden": hidden}, "Two trees")
    assert fig.alt == "Two trees" and [ax.get_title("left") for ax in fig.axes] == ["seen", "hidden"]


def test_parents_are_above_the_middle_of_their_children():
    pos = game_trees.places(coin_tree())
    assert pos[()] == ((pos[(0,)][0] + pos[(1,)][0]) / 2, 0) and pos[(0, 1, 1)][1] == -3


def test_a_tree_of_a_search_crosses_out_what_was_pruned():
    game, choose = UniformTree(branching=12, depth=6, seed=1), partial(textbook.hard_pruning, c=0.1)
    root = textbook.mcts(game, start(game), 100, stream(1), choose, node_class=textbook.PruningNode)
    tree = game_trees.of_search(root)
    faint = [node for node, out in tree.nodes(data="faint") if out]
    assert len(faint) == 12 - len(root.kept) and all(len(node) == 1 for node in faint)
    assert tree.nodes[()]["size"] == max(size for _, size in tree.nodes(data="size") if size)


def test_pairs_are_counted_and_said():
    rewards = {"a": [0.1, 1.0, 0.1], "b": [0.3, 0.1]}
    assert reward_pairs.compared(*rewards.values()) == (2, 2, 2)
    fig = reward_pairs.draw(rewards)
    assert "a better in 2, equal in 2, b better in 2 of 6 pairs" in fig.alt and "mean 0.40" in fig.alt


def test_the_count_of_many_pairs_fits_into_the_picture():
    fig = reward_pairs.draw({"stand": [i % 7 for i in range(300)], "jump": [i % 9 for i in range(300)]})
    fig.draw_without_rendering()
    assert fig.axes[-1].get_tightbbox().x1 <= fig.bbox.x1


def test_shares_of_rows_are_said():
    fig = match_results.shares(pd.DataFrame({"won": [3, 0], "lost": [1, 2]}, ["one", "two"]), title="Games")
    assert fig.alt == "Shares. one: won 75%, lost 25%; two: won 0%, lost 100%."


def test_the_words_for_a_tree_say_its_value_only_when_it_is_known():
    tree = [[3, 4], [1, 2]]
    for step in (0, 6):
        words = small_trees.draw(tree, alpha_beta=False, step=step).alt
        assert "4 leaves" in words and words.endswith("not known yet.")
    assert small_trees.draw(tree, alpha_beta=False, step=7).alt.endswith("whose value is 3.")
    assert "value is 3;" in small_trees.draw(tree).alt
