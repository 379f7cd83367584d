"""The principal variation: every picture, table and file of a tree shows what the search would play."""


import re

import pytest
from combinations import clear
from test_combinations import SINGLE, game_for
from test_principal_variation import played, searched

from mcts_course.widgets.tree_picture import TreePicture
from mcts_course.widgets.watch import Watch
from mcts_lab import after, games, start
from mcts_lab.search import (
    UCT,
    BestValue,
    Borda,
    MixMax,
    Search,
    SingleObserver,
)
from mcts_lab.search.mcts.nodes import PROVEN
from mcts_lab.views.tree import Tree

SEARCHES = {**SINGLE, "solver": UCT(solver=True), "solver, BestValue": UCT(solver=True, final=BestValue()),
            "MixMax, BestValue": UCT(value=MixMax(), final=BestValue()),
            "Borda, worlds": UCT(value=Borda(), tree=SingleObserver())}
BUDGETS = (1, 2, 5, 9, 12, 17, 25, 36, 60)
THICK = re.compile(r'<rect [^>]*stroke-width="2.2"[^>]*/><text [^>]*>([^<]*)</text>')


def thick(picture):
    """The actions of the boxes with a thick outline, in words."""
    return THICK.findall(picture)


@pytest.mark.sampled(3, others="all")
@pytest.mark.parametrize("name", SEARCHES)
def test_every_picture_shows_what_is_played(name, tmp_path):
    game = game_for(SEARCHES[name])
    for seed, budget in enumerate(BUDGETS):
        clear(SEARCHES[name])
        result = searched(game, SEARCHES[name], budget, seed)
        tree = result.tree
        line = tree.line()
        assert result.pv[0] == result.action and result.pv == played(tree, line)
        assert tree.frame(names=0).query("line").index.tolist() == sorted(line)
        again = Tree.load(tree.save(tmp_path / "tree.json", names=0))
        assert again.line() == line
        for options in ({}, {"top": 2, "max_depth": 3, "max_nodes": 6, "least": 1, "stubs": True}):
            graph = tree.graph(**options)
            shown = [node for node, on_line in graph.nodes(data="line") if on_line]
            assert sorted(shown) == sorted(line[:1 + options.get("max_depth", len(line))])
            assert all(graph.has_edge(a, b) for a, b in zip(line, line[1:len(shown)], strict=False))
        picture = TreePicture(tree, "mover", top=3, max_depth=2)
        names = ["start", *(tree.name(node) for node in line[1:3])]
        assert [words.rstrip("…") for words in thick(picture.draw(tree))] == [
            words if len(words) <= 16 else words[:15] for words in names]


@pytest.mark.parametrize("method", [UCT(), UCT(solver=True), UCT(final=BestValue())])
def test_a_replay_shows_what_would_have_been_played_then(method):
    """After each iteration the line begins with what a search of so many iterations plays."""
    game = games.make("tic_tac_toe")
    state = start(game)
    for square in (0, 4, 8):
        state = after(game, state, square)
    search = Search(game, state, method, seed=3, compiled=False, trace=True)
    watch, hidden = Watch(search.run(80), top=2), 0
    ends = {phase.iteration + 1: position for position, phase in enumerate(watch.replay.phases, 1)}
    assert len(ends) > 20
    for iterations, position in ends.items():
        short = Search(game, state, method, seed=3, compiled=False).run(iterations)
        now = watch.replay.at(position)
        assert played(now, now.line()) == short.pv, iterations
        shown = watch.picture.shown(now.line()[1])
        hidden += not shown
        assert (short.name if shown else "+4 more") in thick(watch.frame(position).parts["tree"])
        status = short.tree.nodes["status"]
        known = now.nodes["status"][1: len(status)] & PROVEN
        assert (known == status[1:] & PROVEN).all()
    assert hidden  # behind the box that stands for the other actions
