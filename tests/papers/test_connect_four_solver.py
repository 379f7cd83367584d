"""The solver of Connect Four: known values, exact minimax, mirror images; errors of searches as they were measured."""


import pytest

from mcts_lab import AlphaBeta, after, games, start
from mcts_lab.game import position_after
from mcts_lab.matches.duel import opened
from mcts_lab.matches.match import spawned
from mcts_papers.studies.connect_four_solver import solver

KNOWN = {(4, 4): 0, (4, 5): 0, (5, 4): 0}  # rows, columns: what the empty board is worth


@pytest.mark.compiled
@pytest.mark.parametrize("board", KNOWN)
def test_small_boards_have_their_known_values(board):
    game = games.connect_four(*board)
    assert solver(game, 18).value(start(game)) == KNOWN[board]


@pytest.mark.parametrize(("rows", "columns", "plays"), [(3, 4, 0), (4, 4, 6), (4, 5, 10), (5, 4, 10), (6, 7, 30)])
def test_values_are_those_of_exact_minimax(rows, columns, plays):
    game = games.connect_four(rows, columns)
    known = solver(game, 10)  # a small table, in which positions drive each other out
    for number in range(20 if plays else 1):
        state = opened(game, plays, spawned(5, number))
        exact = AlphaBeta(depth=rows * columns, every=True).search(game, state)
        values = known.values(state)
        assert values == {action: int(value) for action, value in exact.values.items()}
        assert known.value(state) == max(values.values())


@pytest.mark.compiled
def test_mirror_images_are_worth_the_same_and_one_of_them_is_found_in_the_table():
    game = games.connect_four()
    plays = (0, 1, 1, 2, 5, 2, 2, 3, 0, 6, 6, 5)
    known = solver(game, 20)
    one, other = (position_after(game, moves) for moves in (plays, [6 - move for move in plays]))
    values, searched = known.values(one), int(known.numbers[1])
    mirrored = {6 - action: value for action, value in known.values(other).items()}
    assert mirrored == values and searched and int(known.numbers[1]) - searched < searched / 2


def test_finished_games_and_other_boards():
    game = games.connect_four()
    known = solver(game, 4)
    assert known.value(position_after(game, (0, 1, 0, 1, 0, 1, 0))) == -1  # the other player has won
    small = games.connect_four(1, 2)
    full = after(small, after(small, start(small), 0), 1)
    assert solver(small, 4).value(full) == 0 and solver(small, 4).value(start(small)) == 0
    for other in (games.connect_four(line=3), games.connect_four(7, 8), games.nim()):
        with pytest.raises(ValueError, match="lines of 4"):
            solver(other)
