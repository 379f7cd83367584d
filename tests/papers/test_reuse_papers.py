"""Tree reuse: what is kept is what the owner of the tree has seen, and nothing that is no action comes out."""

import numpy as np
import pytest
from positions import dealt, play_on
from test_reuse import HIDDEN, PHANTOM, WORLDS, contents, grown

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, after, copy, sample_action, start
from mcts_lab.search import UCT, Borda, Mean, MultipleObserver, Search, SingleObserverPOM
from mcts_lab.search.mcts.nodes import ROOT
from mcts_lab.search.mcts.reuse import children_of, seen_by
from mcts_papers.joppen2019.values import NormalisedMean


@pytest.mark.parametrize("tree", WORLDS, ids=lambda tree: type(tree).__name__)
@pytest.mark.parametrize("name", [*HIDDEN, "spades"])
def test_what_is_kept_is_the_same_in_every_world_that_the_owner_thinks_possible(name, tree):
    game = games.make(name)
    kept = 0
    for seed in range(2):
        state = dealt(game, seed)
        owner = int(game.to_move(state))
        one, two = (grown(game, state, tree, 30, seed) for _ in range(2))
        rng, scratch, seen = stream(seed), np.empty(game.facts().branching, np.int32), []
        for turn in range(30):
            action = one.result().action if turn == 0 else int(sample_action(game, state, rng, scratch))
            seen.append(seen_by(game, state, action, owner))
            state = after(game, state, action)
            if game.to_move(state) in (owner, TERMINAL):
                break
        if game.to_move(state) != owner:
            continue
        guess = copy(game, state)
        game.determinize(guess, owner, rng)
        seen = [event for event in seen if event is not None]
        one.follow(seen, state)
        two.follow(seen, guess)
        assert contents(one) == contents(two)
        kept += one.iterations
    assert kept == 0 or not isinstance(tree, MultipleObserver)


@pytest.mark.parametrize("value, kept", [(Mean(), True), (NormalisedMean(), False), (Borda(), False)])
def test_what_others_might_have_done_is_dropped(value, kept):
    """A mark on a cell that is taken leaves the turn where it is; the tree below also holds that it passes.

    Tables that compare siblings cannot be kept for some of them.
    """
    state = after(PHANTOM, after(PHANTOM, start(PHANTOM), 4), 8)
    search = Search(PHANTOM, state, UCT(tree=SingleObserverPOM(), value=value), seed=1, compiled=False)
    search.run(300)
    top = next(child for child in children_of(search.nodes, ROOT) if search.nodes[child].action == 8)
    assert set(search.nodes["mover"][children_of(search.nodes, top)]) == {0, 1}
    play_on(search, 8)
    assert (search.iterations > 0) == kept
    assert set(search.nodes["mover"][children_of(search.nodes, ROOT)]) <= {0}
    search.run(20)
    assert set(search.result().visits) <= {0, 1, 2, 3, 5, 6, 7}
