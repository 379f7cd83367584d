"""Searches with hidden information: variants of ISMCTS, ensembles, and the smallest games that tell them apart."""

import pytest
from test_information_sets import WORLDS, ismcts

from mcts_lab import games, start
from mcts_lab.search import MAST, UCT, LastGoodReply, Search, SingleObserver, SingleObserverPOM
from mcts_lab.search.mcts.checks import check
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.powley2013.program import ProgramObserver
from mcts_papers.studies.pairs import NST


def paths(tree):
    """The visits and mean rewards of every node, by the actions that lead to it."""
    nodes, found = tree.nodes, {}
    for node in range(len(nodes)):
        path, at = [], node
        while at > 0:
            path.append(int(nodes[at]["action"]))
            at = int(nodes[at]["parent"])
        found[tuple(reversed(path))] = (int(nodes[node]["visits"]), round(float(nodes[node]["total"]), 9))
    return found


@pytest.mark.parametrize("name, options", [("knockout_whist", {"players": 3}), ("spades", {}), ("dou_dizhu", {})])
def test_where_all_moves_are_public_the_variants_build_the_same_tree(name, options):
    game = games.make(name, **options)
    state = start(game, 4)
    trees = {}
    for key, tree in WORLDS.items():
        search = Search(game, state, ismcts(tree), seed=9, compiled=False)
        search.run(60)
        trees[key] = paths(search.tree)
    assert trees["SO"] == trees["POM"] == trees["MO"]
    assert sum(len(path) == 1 for path in trees["SO"]) > 1


def test_three_ways_of_counting_availability():
    """At the root every card is always legal, so that the counts can be told from the order of the visits."""
    game = games.knockout_whist(players=3)
    state = start(game, 4)
    counts, trees = {}, {}
    for tree in (SingleObserver(), ProgramObserver(), SingleObserver(availability=False)):
        search = Search(game, state, ismcts(tree), seed=9, compiled=False)
        search.run(120)
        children = children_of(search.nodes, 0)
        counts[tree] = list(search.memory.of(search.method.tree).available[children])
        trees[tree] = search.nodes.tobytes()
    cards = len(counts[SingleObserver()])
    assert counts[SingleObserver()] == [120 - made for made in range(cards)]
    assert counts[ProgramObserver()] == [1 + 120 - cards] * cards
    assert len(set(trees.values())) == 3


# --- tables of actions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaf", [MAST(), NST(), LastGoodReply()], ids=str)
@pytest.mark.parametrize("tree", WORLDS.values(), ids=WORLDS)
def test_playouts_that_learn_of_actions_refuse_trees_of_labels(leaf, tree):
    """A tree for every player names another player's actions by what is seen of them, unless all is seen in full."""
    method = UCT(leaf=leaf, tree=tree)
    for game in (games.dark_hex(), games.phantom_ttt(), games.kuhn_poker()):
        if isinstance(tree, SingleObserver):
            check(game, method)
        else:
            with pytest.raises(ValueError, match=r"^\w+ (rates|remembers) actions, not what an observer sees"):
                method.search(game, start(game, 0), iterations=1, compiled=False)
    if not isinstance(tree, SingleObserverPOM):  # of which nothing is known but labels
        for game in (games.knockout_whist(), games.hex(3)):
            assert method.search(game, start(game, 0), iterations=50, seed=1, compiled=False).iterations == 50
