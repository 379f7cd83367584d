"""The principal variation: every picture, table and file of a tree shows what the search would play."""


import re

import pytest
from test_principal_variation import played

from mcts_course.widgets.watch import Watch
from mcts_lab import after, games, start
from mcts_lab.search import (
    UCT,
    BestValue,
    Search,
)
from mcts_lab.search.mcts.nodes import PROVEN

THICK = re.compile(r'<rect [^>]*stroke-width="2.2"[^>]*/><text [^>]*>([^<]*)</text>')


def thick(picture):
    """The actions of the boxes with a thick outline, in words."""
    return THICK.findall(picture)


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
