"""The names that can be taken from the package itself, and what a person expects to work with them."""


from test_convenience import GAME, KUHN

from mcts_lab import UCT, Position, games, start
from mcts_lab.game import CHANCE
from mcts_lab.matches import fixtures, sweep
from mcts_lab.players import RandomPlayer
from mcts_lab.search import (
    Borda,
    Mean,
)
from mcts_papers.store import run


def test_a_sweep_has_its_choices_as_columns():
    matches = sweep(GAME, UCT(), RandomPlayer(), selection__c=[0.1, 1.4], value=[Mean(), Borda()], iterations=[5])
    rows = run(fixtures("swept", matches, games=2), store=False, workers=1)
    assert set(zip(rows["selection__c"], rows["value"], rows["iterations"], strict=True)) == {
        (c, value, 5) for c in (0.1, 1.4) for value in ("Mean", "Borda")}


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
