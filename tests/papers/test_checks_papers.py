"""What may go into a search: parts in their slots, numbers in their ranges, states, seeds, budgets; a sentence each."""


import math

import numpy as np
import pytest
from test_checks import refused, uct_with

from mcts_lab import games
from mcts_lab.engine.random import stream
from mcts_lab.game import TERMINAL, check_state, copy, sample_action, start
from mcts_lab.search import (
    PUCT,
    UCB1,
    UCT,
    HardPruningByMean,
    HeuristicPrior,
    LimitedPlayout,
    MixMax,
    ProgressiveWidening,
    SingleObserver,
)
from mcts_papers.powley2013.knowledge import InformedPlayout
from mcts_papers.runnels2023.greedy import GreedyPlayout

OUTSIDE = [
    *map(UCB1, (-1, np.float32(-1), math.nan, np.float32("nan"), math.inf, 1j, None, "1", True, 10**400,
                np.float64(-math.inf))),
    PUCT(-0.1), MixMax(3), MixMax(q=-0.01), MixMax(np.float16(1.5)), ProgressiveWidening(k=0),
    ProgressiveWidening(alpha=7), HardPruningByMean(least=0), HardPruningByMean(least=1.5),
    HardPruningByMean(patience=math.inf), HardPruningByMean(patience=10**30),
    LimitedPlayout(-1), LimitedPlayout(2.5), GreedyPlayout(epsilon=1.1), GreedyPlayout(judge=3), InformedPlayout(1.5),
    HeuristicPrior(0), HeuristicPrior(0.0), HeuristicPrior(-1.0), HeuristicPrior(math.inf), SingleObserver(3),
    SingleObserver(0.5),
]
URGENCIES = (None, math.nan, -1, 1j, "inf", np.float32("nan"))


@pytest.mark.parametrize("compiled", [None, False])
@pytest.mark.parametrize("method", [*map(uct_with, OUTSIDE), *(UCT(fpu=fpu) for fpu in URGENCIES)], ids=str)
def test_what_is_out_of_range_is_refused(method, compiled):
    refused(method, "must be|Choose one",
            game=games.connect_four(rows=4, columns=4), compiled=compiled)


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
