"""The names that can be taken from the package itself, and what a person expects to work with them."""

from test_convenience import KUHN

from mcts_lab import Position, games, start
from mcts_lab.game import CHANCE


def test_a_position_has_the_same_luck_again():
    for game in (KUHN, games.pig(), games.knockout_whist(players=2)):
        position = Position(game, seed=5)
        states = [position.state.tobytes()]
        for n in range(4):
            position.play(position.legal[n % len(position.legal)])
            states.append(position.state.tobytes())
            if position.over:
                break
        while len(states) > 1:
            assert position.state.tobytes() == states.pop()
            position.undo()
        assert position.state.tobytes() == states[0]
    dealt = start(KUHN, 1)
    assert Position(KUHN, dealt).player == CHANCE and Position(KUHN, seed=1).player == 0
