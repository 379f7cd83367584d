"""The search and its parts: invariants of every tree, what is refused, states of other games."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_checks import refused
from test_uct import TTT, grown

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, check_state, copy, sample_action, start
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    AbsolutePruning,
    All,
    Borda,
    ClosedLoop,
    Evaluate,
    HardPruningByMean,
    HeuristicPrior,
    LimitedPlayout,
    Mean,
    MixMax,
    MostVisits,
    NoPrior,
    OpenLoop,
    Playout,
    ProgressiveWidening,
    Search,
    UCB1Tuned,
)
from mcts_lab.search.mcts.nodes import PROVEN, ROOT
from mcts_lab.search.mcts.reuse import children_of
from mcts_papers.joppen2019.values import Expectimax, NormalisedMean, NormalisedReward, RunningBorda

C4 = games.connect_four(rows=4, columns=4)
NIM = games.nim(piles=(1, 2, 3))

SELECTIONS = [UCB1(), UCB1(0.3), UCB1Tuned(), PUCT()]
VALUES = [Mean(), MixMax(), NormalisedMean(), NormalisedReward(), Borda(), RunningBorda()]
PARTS = [
    All(), HardPruningByMean(patience=10, least=2), ProgressiveWidening(), AbsolutePruning(),
]
LEAVES = [Playout(), LimitedPlayout(3), Evaluate()]
WORLDS = [ClosedLoop(), OpenLoop()]
PRIORS = [NoPrior(), HeuristicPrior()]


def methods():
    return st.builds(
        UCT, selection=st.sampled_from(SELECTIONS), value=st.sampled_from(VALUES), pruning=st.sampled_from(PARTS),
        leaf=st.sampled_from(LEAVES), tree=st.sampled_from(WORLDS), prior=st.sampled_from(PRIORS),
        fpu=st.sampled_from([math.inf, 0.6]), solver=st.booleans(), final=st.just(MostVisits()),
    )


def grown_or_refused(game, method, **options):
    """The search, or None where its parts are refused, which takes one sentence."""
    try:
        return grown(game, method, **options)
    except ValueError as refusal:
        assert len(str(refusal)) > 20 and "\n" not in str(refusal)
        return None


# -- invariants --------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(methods(), st.sampled_from([TTT, C4, NIM]), st.integers(0, 2**32 - 1))
def test_invariants_of_every_tree(method, game, seed):
    search = grown_or_refused(game, method, iterations=60, seed=seed)
    if search is None:
        return
    nodes = search.nodes
    assert nodes[ROOT].visits == search.iterations
    assert search.iterations == 60 or nodes[ROOT].status & PROVEN
    assert np.all((nodes["total"] >= -1e-12) & (nodes["total"] <= nodes["visits"] + 1e-12))
    for node in np.flatnonzero(nodes["children"]):
        below = nodes["visits"][children_of(nodes, node)].sum()
        first_visit = 0 if node == ROOT else 1
        assert len(children_of(nodes, node)) == nodes[node].children
        assert nodes[node].visits == below + first_visit or nodes[node].status & PROVEN
        assert len(set(nodes["action"][children_of(nodes, node)])) == nodes[node].children


# -- off means off, on means something ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", [
    UCT(selection=PUCT()), UCT(value=Expectimax()), UCT(value=Borda(), fpu=0.5), UCT(fpu=-0.5),
    UCT(tree=OpenLoop(), prior=HeuristicPrior()), UCT(solver=True, tree=OpenLoop()), UCT(selection=UCB1(-1.0)),
], ids=str)
def test_senseless_combinations_are_refused_in_one_sentence(method):
    with pytest.raises(ValueError, match="^[^\n]{20,}$"):
        Search(C4, start(C4), method)


OTHERS = [  # (game, game whose state is given instead)
    ("connect_four", {}, "connect_four", {"rows": 4, "columns": 4}),
    ("connect_four", {"rows": 4, "columns": 4}, "connect_four", {}),
    ("connect_four", {"rows": 5, "columns": 4}, "connect_four", {"rows": 4, "columns": 5}),
    ("hex", {"rows": 4, "columns": 4}, "hex", {"rows": 5, "columns": 5}),
    ("hex", {"rows": 4, "columns": 4}, "hex", {"rows": 4, "columns": 6}),
    ("breakthrough", {}, "breakthrough", {"rows": 6, "columns": 6}),
    ("nim", {"piles": [1, 2, 3]}, "nim", {"piles": [3, 2, 1]}),
    ("nim", {"piles": [1, 2, 3]}, "nim", {"piles": [1, 2]}),
    ("sums", {"plays": 3}, "sums", {"plays": 30}),
    ("uniform_tree", {"depth": 2}, "uniform_tree", {"depth": 9}),
    ("phantom_ttt", {}, "dark_hex", {"rows": 5, "columns": 5}),
    ("soccer", {"width": 9, "height": 7}, "soccer", {"width": 31, "height": 31}),
    ("tic_tac_toe", {}, "connect_four", {}),
    ("spades", {}, "dou_dizhu", {}),
]


@pytest.mark.parametrize("name, options, other, differing", OTHERS, ids=[f"{o[0]}-{i}" for i, o in enumerate(OTHERS)])
def test_a_state_of_another_game_or_size_is_refused(name, options, other, differing):
    game, stranger = games.make(name, **options), games.make(other, **differing)
    rng, scratch = stream(3), np.empty(stranger.facts().branching, np.int32)
    first, last, state = start(stranger, 3), start(stranger, 3), start(stranger, 3)
    while name != "soccer" and stranger.to_move(state) != TERMINAL:
        last = copy(stranger, state)
        stranger.play(state, sample_action(stranger, state, rng, scratch), rng)
    tried = 0
    for state in (first, last):  # an empty board may fit, and what is left in the end of Nim
        try:
            check_state(game, state)
        except ValueError:
            refused(UCT(), "not a state of", game, state)
            tried += 1
    assert tried
