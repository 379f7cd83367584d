"""Minimax, alpha-beta and expectiminimax: known counts, equal values whatever the options, signs, interruption."""


from __future__ import annotations

import math
from functools import partial

import pytest
from test_exact_search import EVEN

from mcts_lab import AlphaBeta, Minimax, games
from mcts_lab.game import after, heuristic, start
from mcts_lab.textbook import exact as textbook


@pytest.mark.parametrize(("name", "options", "moves", "depth", "by_root"), [
    ("tic_tac_toe", {}, (4, 0), None, False),
    ("nim", {"piles": (1, 2, 3)}, (), None, False),
    ("connect_four", {"rows": 4, "columns": 4, "line": 3}, (1, 2), 5, False),
    ("hex", {"size": 3}, (4, 0), 4, False),
    ("breakthrough", {"rows": 5, "columns": 4}, (), 3, True),
    ("soccer", {"width": 9, "height": 7, "goal_height": 3, "random_start": False}, (), 3, True),
])
def test_the_loop_is_the_recursion_of_the_textbook(name, options, moves, depth, by_root, monkeypatch):
    """The same values, at each node of the same tree."""
    game = games.make(name, **options)
    state = start(game, 0)
    for move in moves:
        state = after(game, state, move)
    mover = game.to_move(state)
    ways = {"perspective": "root"} if by_root else {"evaluation": EVEN}
    arguments = (math.inf if depth is None else depth, heuristic if by_root else lambda *_: 0.0)
    functions = [(textbook.minimax, Minimax), (textbook.alpha_beta, AlphaBeta)]
    if not by_root:
        functions += [(textbook.negamax, AlphaBeta), (textbook.pvs, partial(AlphaBeta, scout=True))]
    for written, method in functions:
        nodes = 0

        def counted(*arguments, written=written):
            nonlocal nodes
            nodes += 1
            return written(*arguments)

        monkeypatch.setattr(textbook, written.__name__, counted)
        result = method(depth, **ways).search(game, state, compiled=False)
        value = getattr(textbook, written.__name__)(game, state, mover, *arguments)
        assert result.value == pytest.approx(value, abs=1e-12)
        assert result.nodes == nodes
